// @ts-check
// A hint in the yards: the cars that it takes or loads bear numbers in its order, and the places where it puts them are framed.

import { onAdvice } from "../../../../page/static/advice.js";
import { $, $$, make } from "../../../../page/static/dom.js";

/** The cars of a siding from its open end. @param {string} verb @param {string} number */
const cars = (verb, number) => $$(verb === "take" ? `#main-${number} .rails .car` : `#own-yard [data-drop="yard-${number}"] .rails .car`);

/** @param {Element | null | undefined} car @param {number} count */
function count(car, count) {
  if (!car) return;
  const sign = make("i", String(count), "hint-number");
  sign.setAttribute("aria-hidden", "true");
  car.append(sign);
}

/** Where a car of a kind goes. @param {string} kind @param {string} where */
function frame(kind, where) {
  const name = where === "train" ? kind : where;
  ($(`#view [data-drop="${name}"]`) ?? $('#view [data-drop="new"]'))?.classList.add("hint-place");
}

onAdvice((advice) => {
  for (const sign of $$(".hint-number")) sign.remove();
  for (const place of $$(".hint-place")) place.classList.remove("hint-place");
  /** @type {Map<string, number>} */ const gone = new Map();
  let number = 0;
  const plan = (advice?.plan ?? []).map((move) => move.split(" "));
  const inHand = new Set();
  for (const [verb = "", what = "", where = ""] of plan) {
    if (verb === "take" || verb === "load") {
      const siding = `${verb} ${what}`, before = gone.get(siding) ?? 0;
      gone.set(siding, before + 1);
      count(cars(verb, what)[before], ++number);
    } else if (verb === "put") {
      frame(what, where);
      if (gone.size) continue; // its car has a number already
      const car = $$(`#prompt [data-word="put ${what}"]`).find((each) => !inHand.has(each));
      inHand.add(car);
      count(car, ++number);
    }
  }
});
