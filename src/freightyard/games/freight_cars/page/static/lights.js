// @ts-check
// What belongs together lights up: a card or a car and the cities that want its good, a city and the cards and cars that carry what it wants.
// It is a look only: nothing moves, nothing is said, and nothing depends on it.

import { $$ } from "../../../../page/static/dom.js";

const THINGS = "#view [data-good], #view [data-wants]";

/** @type {HTMLElement | null} what is pointed at */ let about = null;

/** Light what belongs to a thing, or nothing. @param {HTMLElement | null} thing */
function light(thing) {
  if (thing === about) return;
  about = thing;
  for (const lit of $$("#view .lit")) lit.classList.remove("lit");
  if (!thing) return;
  const { good, wants } = thing.dataset;
  const goods = wants?.split(",") ?? [];
  for (const other of $$(THINGS)) {
    if (good !== undefined ? other.dataset.wants?.split(",").includes(good) : goods.includes(other.dataset.good ?? "")) other.classList.add("lit");
  }
}

/** @param {Event} event */
const thingOf = (event) => /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest(THINGS) : null);

document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") light(thingOf(event)); });
document.addEventListener("focusin", (event) => { light(thingOf(event)); });
document.addEventListener("pointerdown", (event) => { if (event.pointerType !== "mouse") light(thingOf(event)); }, true); // a tap lights until the next one

/** The board was drawn anew: what is pointed at may be another thing now. */
export function refreshLights() {
  const was = about?.isConnected ? about : null;
  about = document.body;
  light(was);
}
