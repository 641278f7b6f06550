// @ts-check
// What lies in the workshop: the card, the pieces on it, and the one in the hand.

import { $ } from "../../../../page/static/dom.js";
import { used } from "./packing.js";
import { free } from "./pieces.js";
import { keepPlan } from "./plans.js";

/** @typedef {import("./packing.js").Laid} Laid */
/** @typedef {{kind: string, rows: string[], row: number, column: number, on: boolean, from?: Laid[]}} Held a piece in the hand; `on`: it hovers over
 * the bed; `from`: what lay there before it was lifted, unless it came from the tray */

export const work = {
  card: "", // the one in the workshop
  rows: /** @type {string[]} what is to be filled */ ([]),
  played: false, // the card lies in the train already: only its pieces are missing
  laid: /** @type {Laid[]} */ ([]),
  held: /** @type {Held | null} */ (null),
  cursor: -1, // the laid piece that keys would lift
  past: /** @type {Laid[][]} what lay there before each step */ ([]),
};

/** How pieces are turned in the tray. @type {Map<string, string[]>} */
export const turns = new Map();

export const section = () => /** @type {HTMLElement} */ ($("#workshop"));
export const bed = () => /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($("#bed")));

/** How many pieces of a kind are left in the tray. @param {string} kind */
export const left = (kind) => free(kind) - (used(work.laid).get(kind) ?? 0) - (work.held?.kind === kind ? 1 : 0);

/** What lies on the card after a step that can be undone. @param {Laid[]} laid @param {Laid[]} [before] what the step began with */
export function lay(laid, before = work.laid) {
  work.past.push([...before]);
  work.laid = laid;
}

/** What is planned is kept, unless the card was played already. */
export const keep = () => { if (!work.played) keepPlan(work.card, work.laid); };
