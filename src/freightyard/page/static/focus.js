// @ts-check
// The focus on the board, for those who go about by keys: one tab stop, arrows from thing to thing, and after an update the same place.

import { $, $$ } from "./dom.js";
import { nearest } from "./keys.js";

let keyboard = false; // whether the reader goes about by keys: then focus is kept on the board
let stop = ""; // the words of the tab stop

/** Whether the reader goes about by keys. */
export const byKeys = () => keyboard;

/** One tab stop for all that can be clicked on the board, but for a part that has keys of its own. */
export function rove() {
  const live = $$("#view .can").filter((element) => !element.closest("[data-own-keys]"));
  for (const element of $$("#view [data-word], #view [data-why], #view button[data-place]")) element.tabIndex = -1;
  const first = live.find((element) => element.dataset.word === stop) ?? live[0];
  if (first) first.tabIndex = 0;
}

/** After an update the keyboard goes on where it was, or at what can be done now. */
export function refocus() {
  const element = $$("#view .can").find((can) => can.dataset.word === stop) ?? $("#prompt .can") ?? $("#view .can");
  element?.focus({ preventScroll: true });
}

/** A key that leads about on the board. @param {KeyboardEvent} event */
export function goBy(event) {
  if (event.key === "Tab" || event.key === "Enter" || event.key === " ") keyboard = true;
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
  if (!way) return;
  keyboard = true;
  const here = document.activeElement?.closest("#view [data-word], #view [data-why], .plan button");
  const live = $$("#view .can, #view [data-why], .plan button").filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const next = here ? nearest(here, live, /** @type {[number, number]} */ (way)) : ($("#view .can") ?? live[0]);
  if (next) { next.focus(); event.preventDefault(); }
}

document.addEventListener("pointerdown", () => { keyboard = false; });

document.addEventListener("focusin", (event) => {
  const element = /** @type {HTMLElement} */ (event.target);
  if (element.dataset.word) { stop = element.dataset.word; rove(); }
  else if (element.closest("input, .menu, .top, dialog")) keyboard = false;
});
