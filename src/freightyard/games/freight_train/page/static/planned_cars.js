// @ts-check
// Cars whose place is planned are shown there already, with a dashed frame, and pale in the hand.

import { $, $$, make } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { placeWords, plannedCars, wordOf } from "./plan.js";

/** Show every planned car at its place, as it is drawn now. */
export function showPlanned() {
  for (const ghost of $$("#view .planned-car")) ghost.remove();
  for (const slot of $$("#own-yard .slot[hidden]")) slot.hidden = false;
  for (const row of $$("#trains li[data-begun]")) { row.dataset.drop = "new"; delete row.dataset.begun; $(".mixes", row)?.remove(); }
  const cars = $$("#prompt .tray .car");
  plannedCars().forEach((held, index) => {
    const car = cars[index];
    if (!car) return;
    car.classList.toggle("sent-on", held.place !== "");
    if (held.place) car.setAttribute("aria-description", placeWords(held.place)); else car.removeAttribute("aria-description");
    if (!held.place) { if (car.dataset.was) car.dataset.at = car.dataset.was; return; }
    const ghost = document.createElement("span");
    ghost.className = "car planned-car";
    ghost.dataset.car = held.kind;
    ghost.dataset.at = car.dataset.was ??= car.dataset.at ?? ""; // it is here that the car is seen, and from here that it goes on
    delete car.dataset.at;
    const picture = $(".pic", car);
    if (picture) ghost.append(picture.cloneNode(true));
    place(ghost, held.place, wordOf(held.kind));
  });
}

/** @param {HTMLElement} ghost @param {string} to @param {string} word */
function place(ghost, to, word) {
  const siding = to.startsWith("yard-") ? $(`#own-yard [data-drop="${to}"] .rails`) : null;
  if (siding) {
    const slot = $$(".slot:not([hidden])", siding).at(-1);
    if (slot) slot.hidden = true;
    return siding.insertBefore(ghost, $(".planned-car, .car", siding));
  }
  const name = to === "train" ? word : to;
  const train = $(`#trains li[data-drop="${name}"]`);
  if (train) return ($(".consist", train) ?? $$(".planned-car", train).at(-1))?.[train.dataset.begun === undefined ? "append" : "after"](ghost);
  // A new train: behind a locomotive that waits, if possible not the one beside which places for new trains are shown.
  const free = $$('#trains li[data-drop="new"]').filter((row) => row.offsetParent !== null);
  const row = free.find((each) => each.matches(".spare")) ?? free[0];
  if (!row) return;
  row.dataset.begun = "";
  row.dataset.drop = name;
  $(".loco", row)?.after(ghost);
  $(".count", row)?.before(make("span", sentence("becomes mixed"), "mixes"));
}
