// A four-player card game on a boardgame.io server: about as many cards, secrets and moves a turn as a game of ours.
//   node server.js PORT [postgresql://user@host:port/name]
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const KINDS = ["auto", "box", "coil", "container", "gondola", "hopper", "ore", "passenger", "refrigerator", "stock", "tank"];
const ROWS = 5, SPACES = 5, TAKES = 3;

const Cards = {
  name: "cards",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(KINDS.flatMap((kind) => Array.from({ length: 16 }, (_, n) => `${kind}-${n}`)));
    const rows = Array.from({ length: ROWS }, () => deck.splice(0, SPACES));
    const players = Object.fromEntries(ctx.playOrder.map((id) => [id, { hand: deck.splice(0, 12), trains: {}, points: 5 }]));
    return { deck, rows, players, taken: 0 };
  },
  // What a player may not know stays on the server, as in our views.
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    players: Object.fromEntries(Object.entries(G.players).map(([id, at]) => [id, id === playerID ? at : { ...at, hand: at.hand.length }])),
  }),
  moves: {
    take: ({ G, ctx, events }, row) => {
      const card = G.rows[row]?.shift();
      if (card === undefined) return INVALID_MOVE;
      const at = G.players[ctx.currentPlayer], kind = card.split("-")[0];
      at.trains[kind] = (at.trains[kind] ?? 0) + 1;
      at.hand.push(card);
      G.deck.push(at.hand.shift()); // so that the game never runs out of cards
      if (G.deck.length) G.rows[row].push(G.deck.shift());
      G.taken += 1;
      if (G.taken % TAKES === 0) events.endTurn();
    },
  },
};

async function main() {
  const [port, database] = process.argv.slice(2);
  let db;
  if (database) {
    const { PostgresStore } = require("bgio-postgres");
    db = new PostgresStore(database, { logging: false });
  }
  const server = Server({ games: [Cards], origins: [Origins.LOCALHOST], ...(db ? { db } : {}) });
  await server.run({ port: Number(port), callback: () => console.log(`ready ${port}`) });
}
main();
