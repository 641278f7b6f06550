// @ts-check
// Marks on what is new on the board: a soft frame, and words for those who do not see it.

import { $$, make, view } from "./dom.js";
import { sentence } from "./sentences.js";

/** @type {((places: readonly string[]) => void)[]} */ const listeners = [];
/** Be told of places that are new and have no element of their own, to draw something there; of none when the marks go. @param {(places: readonly string[]) => void} listener */
export const onMarked = (listener) => { listeners.push(listener); };

/** Mark what these selectors find, and no more what was marked before. @param {readonly string[]} selectors @param {readonly string[]} places */
export function markFresh(selectors, places) {
  clear();
  for (const selector of selectors) for (const thing of $$(selector, view())) mark(thing);
  for (const listener of listeners) listener(places);
}

/** Nothing is new any more. */
export function unmarkFresh() {
  clear();
  for (const listener of listeners) listener([]);
}

function clear() {
  for (const thing of $$("#view .fresh[data-fresh]")) {
    thing.classList.remove("fresh");
    thing.removeAttribute("data-fresh");
    thing.removeAttribute("aria-description");
    thing.querySelector(":scope > .fresh-words")?.remove();
  }
}

/** @param {HTMLElement} thing */
function mark(thing) {
  thing.classList.add("fresh");
  thing.dataset.fresh = "";
  // What has a name of its own gets a description; what is only read gets words.
  if (thing.hasAttribute("aria-label")) thing.setAttribute("aria-description", sentence("recap new"));
  else if (thing instanceof HTMLElement && !thing.querySelector(":scope > .fresh-words")) thing.append(make("span", ` ${sentence("recap new")}`, "vh fresh-words"));
}
