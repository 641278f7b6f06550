// @ts-check
// The parts of the page: those that changed are put in place of the old ones, and nothing else is touched.

import { $, $$ } from "./dom.js";
import { putLog } from "./log.js";

/** The parts as they were sent last, to leave alone what did not change. @type {Map<string, string>} */
export const drawn = new Map();
/** Those that came with the page: they are known as the browser writes them, which is not how they were sent. @type {Set<string>} */
const served = new Set();

for (const part of $$("[data-part]")) {
  drawn.set(part.id, part.outerHTML);
  served.add(part.id);
}

/** Whether a part is there already as it is sent now. @param {string} id @param {string} markup */
export function isDrawn(id, markup) {
  if (drawn.get(id) === markup) return true;
  if (!served.delete(id)) return false;
  const box = document.createElement("template");
  box.innerHTML = markup;
  if (box.innerHTML !== drawn.get(id)) return false;
  drawn.set(id, markup);
  return true;
}

/** @param {Record<string, string>} parts */
export function put(parts) {
  for (const [id, markup] of Object.entries(parts)) {
    const old = isDrawn(id, markup) ? null : document.getElementById(id);
    if (!old) continue;
    drawn.set(id, markup);
    const box = document.createElement("template");
    box.innerHTML = markup;
    const fresh = /** @type {HTMLElement} */ (box.content.firstElementChild);
    for (const open of $$("details[data-keep]", old)) {
      const same = $(`details[data-keep="${open.dataset.keep}"]`, fresh);
      if (same) /** @type {HTMLDetailsElement} */ (same).open = /** @type {HTMLDetailsElement} */ (open).open;
    }
    if (id === "log") putLog(old, fresh);
    else old.replaceWith(fresh);
  }
}

/** Make parts the whole of a box, in this order; those that did not change stay as they are. @param {HTMLElement} box @param {Record<string, string>} parts */
export function fill(box, parts) {
  for (const [id, markup] of Object.entries(parts)) {
    let part = document.getElementById(id);
    if (!part || !isDrawn(id, markup)) {
      drawn.set(id, markup);
      const made = document.createElement("template");
      made.innerHTML = markup;
      const fresh = /** @type {HTMLElement} */ (made.content.firstElementChild);
      if (part) part.replaceWith(fresh);
      part = fresh;
    }
    if (part.parentElement !== box) box.append(part);
  }
  for (const child of [...box.children]) if (!(child.id in parts)) child.remove();
  const wanted = Object.keys(parts);
  if (![...box.children].every((child, place) => child.id === wanted[place])) box.append(...wanted.map((id) => /** @type {HTMLElement} */ (document.getElementById(id))));
}
