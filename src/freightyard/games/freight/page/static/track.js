// @ts-check
// The track as it is drawn: its pieces, and the way of a train along them.

import { $$ } from "../../../../page/static/dom.js";

/** @typedef {import("./map.js").Point} Point */
/** @typedef {{d: string, owner: string, from: Point, bend: Point | null, to: Point, middle: Point}} Piece one line of a tile, from edge to edge */

const EDGES = [[35, 0], [17.5, 30], [-17.5, 30], [-35, 0], [-17.5, -30], [17.5, -30]]; // the middles of the edges of a hex
const BENDS = 5; // points of a curve

/** Every line of every tile. @returns {Map<string, Piece>} by what draws it and whose it is */
export function pieces() {
  /** @type {Map<string, Piece>} */ const found = new Map();
  for (const rail of $$("#map-track .rail")) {
    const owner = (rail.getAttribute("class") ?? "").replace("rail ", "");
    for (const d of rail.getAttribute("d")?.match(/M[^M]+/g) ?? []) {
      const numbers = (d.match(/-?[\d.]+/g) ?? []).map(Number);
      const [x = 0, y = 0, a = 0, b = 0, c = 0, e = 0] = numbers, curve = d.includes("q"), from = { x, y };
      const to = curve ? { x: x + c, y: y + e } : { x: x + a, y: y + b };
      const middle = curve ? { x: x + a, y: y + b } : { x: x + a / 2, y: y + b / 2 };
      found.set(`${owner} ${d}`, { d, owner, from, bend: curve ? middle : null, to, middle });
    }
  }
  return found;
}

/** @param {Point} point */
const key = ({ x, y }) => `${Math.round(2 * x)} ${Math.round(2 * y)}`;

/** The shortest way of a train over track, from hex to hex, as points; straight on if there is none. @param {Point} from @param {Point} to @param {Iterable<Piece>} track @param {Point[]} cities @returns {Point[]} */
export function route(from, to, track, cities) {
  /** @type {Map<string, {to: string, points: Point[]}[]>} */ const next = new Map();
  /** @param {string} here @param {string} there @param {Point[]} points */
  const join = (here, there, points) => { const list = next.get(here); if (list) list.push({ to: there, points }); else next.set(here, [{ to: there, points }]); };
  /** @param {Point} middle a place where a train can go off in any direction */
  const open = (middle) => {
    for (const [right = 0, down = 0] of EDGES) {
      const edge = { x: middle.x + right, y: middle.y + down };
      join(`at ${key(middle)}`, key(edge), [edge]);
      join(key(edge), `at ${key(middle)}`, [middle]);
    }
  };
  for (const middle of [...cities, from, to]) open(middle);
  for (const piece of track) {
    const way = points(piece);
    join(key(piece.from), key(piece.to), way);
    join(key(piece.to), key(piece.from), [...way.slice(0, -1).reverse(), piece.from]);
  }
  const goal = `at ${key(to)}`;
  /** @type {Map<string, {before: string, points: Point[]}>} */ const seen = new Map([[`at ${key(from)}`, { before: "", points: [from] }]]);
  for (const [here] of seen) { // a map goes on with what is added meanwhile
    if (here === goal) break;
    for (const step of next.get(here) ?? []) if (!seen.has(step.to)) seen.set(step.to, { before: here, points: step.points });
  }
  if (!seen.has(goal)) return [from, to];
  /** @type {Point[]} */ const way = [];
  for (let here = goal; here; here = seen.get(here)?.before ?? "") way.unshift(...seen.get(here)?.points ?? []);
  return way;
}

/** The points of a piece after its first. @param {Piece} piece @returns {Point[]} */
function points({ from, bend, to }) {
  if (!bend) return [to];
  return Array.from({ length: BENDS }, (_, index) => {
    const t = (index + 1) / BENDS, s = 1 - t;
    return { x: s * s * from.x + 2 * s * t * bend.x + t * t * to.x, y: s * s * from.y + 2 * s * t * bend.y + t * t * to.y };
  });
}

/** New pieces tile by tile, each tile beside one that was there before it. @param {Piece[]} fresh @param {Iterable<Piece>} old @param {Point[]} cities @returns {Piece[][]} */
export function inOrder(fresh, old, cities) {
  /** @type {Map<string, Piece[]>} */ const tiles = new Map();
  for (const piece of fresh) {
    const name = `${piece.owner} ${key(piece.middle)}`;
    tiles.set(name, [...tiles.get(name) ?? [], piece]);
  }
  const ends = new Set(cities.flatMap(({ x, y }) => EDGES.map(([right = 0, down = 0]) => key({ x: x + right, y: y + down }))));
  for (const piece of old) ends.add(key(piece.from)).add(key(piece.to));
  /** @type {Piece[][]} */ const found = [];
  while (tiles.size) {
    const name = [...tiles].find(([, tile]) => tile.some((piece) => ends.has(key(piece.from)) || ends.has(key(piece.to))))?.[0] ?? [...tiles.keys()][0] ?? "";
    const tile = tiles.get(name) ?? [];
    tiles.delete(name);
    for (const piece of tile) ends.add(key(piece.from)).add(key(piece.to));
    found.push(tile);
  }
  return found;
}
