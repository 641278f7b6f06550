// @ts-check
// Cars whose place is planned are shown there already, with a dashed frame, and pale in the hand.

import { $, $$ } from "../../../../page/static/dom.js";
import { plannedCars, wordOf } from "./plan.js";

/** Show every planned car at its place, as it is drawn now. */
export function showPlanned() {
  for (const ghost of $$("#view .planned-car")) ghost.remove();
  for (const slot of $$("#own-yard .slot[hidden]")) slot.hidden = false;
  const cars = $$("#prompt .tray .car");
  plannedCars().forEach((held, index) => {
    const car = cars[index];
    if (!car) return;
    car.classList.toggle("sent-on", held.place !== "");
    if (!held.place) { if (car.dataset.was) car.dataset.at = car.dataset.was; return; }
    const ghost = document.createElement("span");
    ghost.className = "car planned-car";
    ghost.dataset.car = held.kind;
    ghost.dataset.at = car.dataset.was ??= car.dataset.at ?? ""; // it is here that the car is seen, and from here that it goes on
    ghost.dataset.to = `${held.place === "train" ? wordOf(held.kind) : held.place}`;
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
  const row = $(`#trains li[data-drop="${to === "train" ? word : to}"] .consist`);
  if (row) return row.append(ghost);
  const mate = $$("#trains .planned-car").find((other) => other.dataset.to === ghost.dataset.to); // a train that is planned itself
  if (mate) return mate.after(ghost);
  const free = $$('#trains li[data-drop="new"] .train').find((train) => !$(".planned-car", train) && train.offsetParent !== null);
  (free ? $(".loco", free) : null)?.after(ghost);
}
