// @ts-check
// Parts as they come over the wire: the whole of one, or how it differs from what came last. See page/edits.py.

/** @typedef {(number | string)[]} Edits */

const LONG = /[\ud800-\udfff]/; // characters that are two for JavaScript, and one for the server

/** The new text; null if the edits were made from another one. @param {string} old @param {Edits} made */
export function edited(old, made) {
  const text = LONG.test(old) ? [...old] : old;
  if (made[0] !== text.length) return null;
  let at = 0;
  let whole = "";
  /** @param {number} [end] */
  const kept = (end) => { const piece = text.slice(at, end); return typeof piece === "string" ? piece : piece.join(""); };
  for (let place = 1; place < made.length; place += 3) {
    const same = at + Number(made[place]);
    whole += kept(same) + made[place + 2];
    at = same + Number(made[place + 1]);
  }
  return whole + kept();
}

/** What came of each part over one connection. */
export class Known {
  /** @type {Map<string, string>} */ #parts = new Map();

  /** The whole of every part; null if something is missing of which these are the edits. @param {Record<string, string | Edits>} parts */
  whole(parts) {
    /** @type {Record<string, string>} */ const found = {};
    for (const [id, told] of Object.entries(parts)) {
      const old = this.#parts.get(id);
      const text = typeof told === "string" ? told : old === undefined ? null : edited(old, told);
      if (text === null) return null;
      this.#parts.set(id, text);
      found[id] = text;
    }
    return found;
  }
}
