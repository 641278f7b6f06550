// @ts-check
// Draws every card of a game again, here, and says whether the record is true. It takes the record and what was left to draw from of
// the server, and believes neither: what follows from the secret and the added bytes is computed in this page.

import { seen } from "./cards.js";
import { $, $$, make } from "./dom.js";
import { sentence } from "./sentences.js";
import { request } from "./server.js";
import { sha256, words } from "./sha256.js";

/** @typedef {{ply: number, urn: [string, number][]}} Draw what could be drawn before a move, each with its weight */

class False extends Error {}

/** The numbers of one draw, as `core.chance.Stream` has them. @param {string} name @param {number} bound */
export function below(name, bound) {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (let block = 0; ; block++) {
    for (const word of words(`${name}#${block}`).reverse()) if (word < limit) return word % bound;
  }
}

/** @param {string} text @returns {{head: Map<string, string>, moves: string[]}} */
export function readRecord(text) {
  const [top = "", ...rest] = text.replaceAll("\r\n", "\n").split("\n\n");
  const lines = rest.join("\n\n").split("\n").filter((line) => line.trim() && !/^(end|digest):/.test(line));
  const head = new Map(top.split("\n").slice(1).map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
  return { head, moves: lines.flatMap((line) => line.slice(line.indexOf(":") + 1).split(";").map((move) => move.trim())) };
}

/** A whole number at the head of a record. @param {Map<string, string>} head @param {string} name @param {number} least @param {number} most */
function whole(head, name, least, most) {
  const text = head.get(name) ?? "0", number = Number(text);
  if (!/^\d{1,6}$/.test(text) || number < least || number > most) throw new False(sentence("cards line", { name }));
  return number;
}

/** How many moves are those of another game. @param {Map<string, string>} head @param {string[]} moves */
export const firstDrawn = (head, moves) => whole(head, "drawn from", 0, moves.length);

/** What each seat has sealed. @param {Map<string, string>} head @returns {(string | null)[]} */
export const sealsOf = (head) => [...Array(whole(head, "seats", 1, 99)).keys()].map((seat) => head.get(`seal ${seat + 1}`) ?? null);

/** Everything that follows from the record alone; the seed. @param {Map<string, string>} head @param {string | undefined} promised */
export function checkHead(head, promised) {
  const secret = head.get("secret") ?? "", added = [];
  if (sha256(`freightyard commitment 1: ${secret}`) !== head.get("commitment")) throw new False(sentence("cards commitment"));
  if (promised !== undefined && promised !== head.get("commitment")) throw new False(sentence("cards promised"));
  if (!/^[0-9a-f]{64}$/.test(secret)) throw new False(sentence("cards line", { name: "secret" }));
  for (const [index, seal] of sealsOf(head).entries()) {
    const seat = index + 1, name = `addition ${seat}`, addition = head.get(name) ?? "";
    if (addition === (seal === null ? "nothing" : "withheld")) { added.push("nothing"); continue; }
    if (!/^[0-9a-f]{32}$/.test(addition)) throw new False(sentence("cards line", { name }));
    if (seal === null) throw new False(sentence("cards unsealed", { seat }));
    if (sha256(`freightyard seal 1: ${addition}`) !== seal) throw new False(sentence("cards seal", { seat }));
    added.push(addition);
  }
  return sha256(`freightyard seed 1: ${[secret, ...added].join(" ")}`);
}

/** The bytes that this browser sent must be those of a seat that had sealed them: elsewhere in the record they add nothing.
 * @param {Map<string, string>} head @param {import("./cards.js").Seen | undefined} before @returns {boolean} whether they are */
export function checkMine(head, before) {
  if (!before?.sent) return false;
  const mine = sha256(`freightyard seal 1: ${before.sent}`);
  const added = sealsOf(head).flatMap((seal, index) => (seal === mine ? [head.get(`addition ${index + 1}`)] : []));
  if (added.length && added.every((addition) => addition === before.sent)) return true;
  if (added.length && before.taken === false && added.every((addition) => addition === "withheld")) return false; // it was told so then
  throw new False(sentence("cards mine"));
}

/** @param {string} seed @param {string[]} moves @param {Draw[]} draws */
export function checkDraws(seed, moves, draws) {
  for (const { ply, urn } of draws) {
    const bound = urn.reduce((sum, [, weight]) => sum + weight, 0);
    let left = below(`${seed}/${ply}`, bound);
    const drawn = urn.find(([, weight]) => (left -= weight) < 0)?.[0] ?? "";
    if (moves[ply] !== drawn) throw new False(sentence("cards draw", { move: ply + 1, said: moves[ply] ?? "", drawn }));
  }
}

/** Every move of chance must be among the draws: they have lines of their own in the record. @param {string} text @param {number} first @param {Draw[]} draws */
export function checkPlies(text, first, draws) {
  const body = text.replaceAll("\r\n", "\n").split("\n\n").slice(1).join("\n\n").split("\n");
  const chance = body.filter((line) => line.trim() && !/^(end|digest):/.test(line))
    .flatMap((line) => line.slice(line.indexOf(":")).split(";").map(() => line.startsWith("*:")))
    .flatMap((isChance, ply) => (isChance && ply >= first ? [ply] : []));
  const told = new Set(draws.map(({ ply }) => ply));
  const missing = chance.find((ply) => !told.has(ply));
  if (missing !== undefined || told.size !== chance.length) throw new False(sentence("cards urn", { move: (missing ?? -1) + 1 }));
}

/** @param {string} home @param {string | undefined} rules @returns {Promise<string[]>} sentences, the verdict first */
async function check(home, rules) {
  const [record, urns] = await Promise.all([request(`${home}/record`), request(`${home}/cards/draws`)]);
  if (!record.ok || !urns.ok) return [sentence("cards failed")];
  const text = await record.text(), { draws } = /** @type {{draws: Draw[]}} */ (await urns.json());
  const { head, moves } = readRecord(text), before = seen(home);
  let first = 0, added = false;
  try {
    const seed = checkHead(head, before?.commitment);
    if (before?.seals && JSON.stringify(before.seals) !== JSON.stringify(sealsOf(head))) throw new False(sentence("cards list"));
    added = checkMine(head, before);
    first = firstDrawn(head, moves);
    checkPlies(text, first, draws);
    checkDraws(seed, moves, draws);
  } catch (error) {
    if (error instanceof False) return [sentence("cards false", { why: error.message })];
    throw error;
  }
  const known = added ? sentence("cards seen") : before?.sent ? sentence("cards late") : sentence("cards unseen");
  const many = { draws: draws.length };
  const earlier = first ? [sentence("cards earlier", { moves: first })] : [];
  const left = rules === "" ? [sentence("cards own rules")] : [sentence("cards left"), sentence("cards rules")];
  return [sentence("cards true", many), ...earlier, known, sentence("cards numbers", many), ...left];
}

/** The pages that have the rules in this browser take the record over, as a form that was sent there. @param {string} home @param {string} rules */
async function byRules(home, rules) {
  const record = await request(`${home}/record`), target = "/import";
  const fields = [["text", await record.text()], ["show", "end"]];
  sessionStorage.setItem("freightyard post", JSON.stringify({ target, fields }));
  location.assign(`${rules}?go=${target}&form`);
}

for (const button of $$("[data-check]")) {
  const { check: home = "", rules } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const told = $("[data-checked]");
    if (!told) return;
    told.replaceChildren(make("p", sentence("cards checking")));
    await new Promise((go) => setTimeout(go, 30)); // so that it is seen
    const lines = await check(home, rules).catch(() => [sentence("cards failed")]);
    told.replaceChildren(...lines.map((line, number) => make("p", line, number ? "sub" : "verdict")));
    if (!rules) return;
    const go = /** @type {HTMLButtonElement} */ (make("button", sentence("cards by rules"), "quiet"));
    go.type = "button";
    go.addEventListener("click", () => void byRules(home, rules));
    told.append(go);
  });
}
