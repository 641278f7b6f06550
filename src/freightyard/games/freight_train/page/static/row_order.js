// @ts-check
// In which order a player's trains stand on the page. The server sends them in the order of their kinds; a row that is looked at stays
// where it is, and a new train comes below the others.

/** @typedef {{name: string, kinds: string, planned?: boolean}} Row a train by its name, such as `s1tA`, or `s1tx` for the mixed one; the letters of its cars; and whether it is planned only */

/** The trains that are there now, and those that are still planned: such a one keeps its place while its car is in the hand. A train that stood there and has
 * another name now is not planned, even if a car of its kind is in the hand. @param {readonly Row[]} before @param {readonly Row[]} there @param {ReadonlySet<string | undefined>} hand */
export function withPlanned(before, there, hand) {
  return [...there, ...before.filter(({ name, kinds, planned }) => planned && hand.has(kinds) && !there.some((row) => row.name === name))];
}

/** The trains that are there now, those that stood there before in their order. A train that became mixed, or is mixed no more, has
 * another name, and keeps its place by its car. @param {readonly Row[]} before @param {readonly Row[]} now @returns {Row[]} */
export function inOrder(before, now) {
  const left = [...now];
  /** @type {Row[]} */ const found = [];
  const take = (/** @type {(row: Row) => boolean} */ is) => {
    const index = left.findIndex(is);
    if (index >= 0) found.push(...left.splice(index, 1));
  };
  const stands = (/** @type {readonly Row[]} */ rows, /** @type {Row} */ { name }) => rows.some((row) => row.name === name);
  for (const row of before) {
    if (stands(now, row)) take(({ name }) => name === row.name);
    else take((other) => !stands(before, other) && seatOf(other) === seatOf(row) && [...row.kinds].some((kind) => other.kinds.includes(kind)));
  }
  return [...found, ...left];
}

/** @param {Row} row */
const seatOf = (row) => row.name.slice(0, row.name.indexOf("t"));
