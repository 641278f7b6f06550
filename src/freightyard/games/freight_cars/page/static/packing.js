// @ts-check
// Pieces on a card: turning, flipping, where they fit, and the words of the moves that lay them. Nothing here knows the page.

/** @typedef {{kind: string, rows: string[], row: number, column: number}} Laid a piece, its picture, and where its upper left corner lies */

/** The cells of a picture, row by row. @param {readonly string[]} rows @returns {[number, number][]} */
const cellsOf = (rows) => rows.flatMap((line, row) => [...line].flatMap((mark, column) => (mark === "x" ? [/** @type {[number, number]} */ ([row, column])] : [])));

/** A quarter turn to the right. @param {readonly string[]} rows @returns {string[]} */
export const turned = (rows) => [...(rows[0] ?? "")].map((_, column) => [...rows].reverse().map((line) => line[column]).join(""));

/** The other side up. @param {readonly string[]} rows @returns {string[]} */
export const flipped = (rows) => rows.map((line) => [...line].reverse().join(""));

/** Every different picture of a piece. @param {readonly string[]} rows @returns {string[][]} */
export function pictures(rows) {
  /** @type {Map<string, string[]>} */ const found = new Map();
  let now = [...rows];
  for (let side = 0; side < 2; side++) {
    for (let turn = 0; turn < 4; turn++) {
      found.set(now.join("/"), now);
      now = turned(now);
    }
    now = flipped(now);
  }
  return [...found.values()];
}

/** @param {number} row @param {number} column */
const key = (row, column) => `${row},${column}`;

/** The cells that a piece covers. @param {Laid} piece @returns {string[]} */
export const covered = (piece) => cellsOf(piece.rows).map(([row, column]) => key(piece.row + row, piece.column + column));

/** The cells of a card that can be covered. @param {readonly string[]} card @returns {Set<string>} */
export const open = (card) => new Set(cellsOf(card).map(([row, column]) => key(row, column)));

/** Why a piece cannot lie where it is: over the edge, or on another piece; "" if it can. @param {readonly string[]} card @param {readonly Laid[]} laid @param {Laid} piece */
export function fault(card, laid, piece) {
  const cells = open(card), taken = new Set(laid.flatMap(covered)), own = covered(piece);
  if (own.some((cell) => !cells.has(cell))) return "edge";
  return own.some((cell) => taken.has(cell)) ? "piece" : "";
}

/** Whether every cell is covered. @param {readonly string[]} card @param {readonly Laid[]} laid */
export const full = (card, laid) => open(card).size === laid.flatMap(covered).length;

/** The places for a piece that covers a cell, the nearest to its first cell first. @param {readonly string[]} card @param {readonly Laid[]} laid @param {string} kind @param {string[]} rows @param {number} row @param {number} column @returns {Laid[]} */
export function around(card, laid, kind, rows, row, column) {
  return cellsOf(rows).map(([down, right]) => ({ kind, rows, row: row - down, column: column - right })).filter((piece) => !fault(card, laid, piece));
}

/** Of the places for a piece that cover a cell, the one nearest to where its corner would lie. @param {readonly string[]} card @param {readonly Laid[]} laid @param {{kind: string, rows: string[]}} piece @param {[number, number]} cell @param {[number, number]} corner @returns {Laid | null} */
export function nearest(card, laid, { kind, rows }, [row, column], [top, side]) {
  const far = (/** @type {Laid} */ place) => Math.hypot(place.row - top, place.column - side);
  return around(card, laid, kind, rows, row, column).sort((one, other) => far(one) - far(other))[0] ?? null;
}

/** The cells that a piece could cover as it is turned. @param {readonly string[]} card @param {readonly Laid[]} laid @param {{kind: string, rows: string[]}} piece @returns {Set<string>} */
export function fitting(card, laid, { kind, rows }) {
  return new Set(cellsOf(card).flatMap(([row, column]) => around(card, laid, kind, rows, row, column).flatMap(covered)));
}

/** What is left to fill: a card without the cells that pieces cover. @param {readonly string[]} card @param {readonly Laid[]} laid @param {string} mark what stands for these @returns {string[]} */
export function rest(card, laid, mark) {
  const taken = new Set(laid.flatMap(covered));
  return card.map((line, row) => [...line].map((cell, column) => (taken.has(key(row, column)) ? mark : cell)).join(""));
}

/** The first place at which a piece fits as it is turned. @param {readonly string[]} card @param {readonly Laid[]} laid @param {string} kind @param {string[]} rows @returns {Laid | null} */
export function firstPlace(card, laid, kind, rows) {
  for (const [row, column] of cellsOf(card)) {
    const place = around(card, laid, kind, rows, row, column)[0];
    if (place) return place;
  }
  return null;
}

/** Whether a piece fits somewhere, however it is turned. @param {readonly string[]} card @param {readonly Laid[]} laid @param {string} kind @param {string[]} rows */
export const fitsTurned = (card, laid, kind, rows) => pictures(rows).some((picture) => firstPlace(card, laid, kind, picture) !== null);

/** The moves that lay these pieces: each covers the first cell that is open. Null unless they fill the card. @param {readonly string[]} card @param {readonly Laid[]} laid @returns {string[] | null} */
export function moves(card, laid) {
  const of = new Map(laid.flatMap((piece) => covered(piece).map((cell) => /** @type {[string, Laid]} */ ([cell, piece]))));
  /** @type {Set<Laid>} */ const said = new Set();
  for (const [row, column] of cellsOf(card)) {
    const piece = of.get(key(row, column));
    if (!piece) return null;
    said.add(piece);
  }
  return [...said].map((piece) => `lay ${piece.kind.toLowerCase()} ${piece.rows.join("/")}`);
}

/** Where pieces lie that were laid by such moves. @param {readonly string[]} card @param {readonly string[]} words what follows `lay` @returns {Laid[]} */
export function placed(card, words) {
  /** @type {Laid[]} */ const laid = [];
  for (const word of words) {
    const [kind = "", picture = ""] = word.split(" ");
    const rows = picture.split("/"), taken = new Set(laid.flatMap(covered));
    const next = cellsOf(card).find(([row, column]) => !taken.has(key(row, column)));
    const first = cellsOf(rows)[0];
    if (next && first) laid.push({ kind: kind.toUpperCase(), rows, row: next[0] - first[0], column: next[1] - first[1] });
  }
  return laid;
}

/** By what the first of several packings is better than the next: by what can be filled afterwards, or by the pieces that it takes; "" if by nothing.
 * @param {readonly {lays: readonly unknown[], keeps: readonly unknown[], fits: number}[]} offers @returns {"fits" | "pieces" | ""} */
export function firstBy([first, next]) {
  if (!first || !next) return "";
  if (first.keeps.length > next.keeps.length || first.fits > next.fits) return "fits";
  return first.lays.length < next.lays.length ? "pieces" : "";
}

/** How many pieces of each kind there are. @param {readonly Laid[]} laid @returns {Map<string, number>} */
export function used(laid) {
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const { kind } of laid) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** A picture as two paths, its cells and its edge; a cell is ten units wide. @param {readonly string[]} rows @returns {{fill: string, edge: string}} */
export function outline(rows) {
  const cells = cellsOf(rows), own = new Set(cells.map(([row, column]) => key(row, column)));
  let fill = "", edge = "";
  for (const [row, column] of cells) {
    const x = column * 10, y = row * 10;
    fill += `M${x} ${y}h10v10h-10z`;
    if (!own.has(key(row - 1, column))) edge += `M${x} ${y}h10`;
    if (!own.has(key(row + 1, column))) edge += `M${x} ${y + 10}h10`;
    if (!own.has(key(row, column - 1))) edge += `M${x} ${y}v10`;
    if (!own.has(key(row, column + 1))) edge += `M${x + 10} ${y}v10`;
  }
  return { fill, edge };
}
