// @ts-check
// The log: what is new comes on top, and the lines that were there slide down to make room.

import { $, $$ } from "./dom.js";
import { slide } from "./slide.js";

/** @param {Element | null | undefined} line */
const plyOf = (line) => Number(/** @type {HTMLElement | null | undefined} */ (line)?.dataset.ply ?? 0);

/** Put the last lines of the log in place of those that are shown. Lines that these no longer show stay on the page. @param {HTMLElement} old @param {HTMLElement} fresh */
export function putLog(old, fresh) {
  const older = $("#older");
  if (!older) return old.replaceWith(fresh);
  const first = plyOf(fresh.lastElementChild);
  const stay = $$(":scope > li", old).filter((line) => plyOf(line) < first);
  slideFrom(stay[0] ?? $$(":scope > li", older).find((line) => plyOf(line) < first));
  for (const line of $$(":scope > li", older)) if (plyOf(line) >= first) line.remove(); // the last lines can reach further back than before
  const kept = new Set($$(":scope > li", older).map(plyOf));
  older.prepend(...stay.filter((line) => !kept.has(plyOf(line))));
  old.replaceWith(fresh);
}

/** @type {{line: HTMLElement, at: number} | null} a line that was there, and where in the log */ let before = null;

/** @param {HTMLElement} turns @param {HTMLElement} line */
const placeOf = (turns, line) => line.getBoundingClientRect().top - turns.getBoundingClientRect().top;

/** When everything is in place, this line begins where it is now. @param {HTMLElement | undefined} line */
function slideFrom(line) {
  const turns = /** @type {HTMLElement | null | undefined} */ (line?.closest(".log-turns"));
  if (!line || !turns || turns.parentElement?.scrollTop || before?.line.isConnected) return; // who has scrolled sees no line move
  if (!before) queueMicrotask(() => { // before the next frame is painted, whoever asked for it
    const was = before;
    before = null;
    if (was?.line.isConnected) slide(turns, was.at - placeOf(turns, was.line));
  });
  before = { line, at: placeOf(turns, line) };
}
