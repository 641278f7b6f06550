// @ts-check
// Cars whose place is planned are shown there already, with a dashed frame, and pale in the hand.

import { $, $$, make } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { placeWords, plannedCars, wordOf } from "./plan.js";
import { forgetRow, planRow } from "./train_rows.js";

/** Show every planned car at its place, as it is drawn now. */
export function showPlanned() {
  for (const ghost of $$("#view .planned-car")) ghost.remove();
  for (const slot of $$("#own-yard .slot[hidden]")) slot.hidden = false;
  for (const row of $$("#trains li[data-begun]")) row.remove();
  for (const row of $$('#trains :is(li[data-drop="new"], .start)[hidden]')) row.hidden = false;
  for (const number of $$("#trains .count > [data-was]")) { number.textContent = number.dataset.was ?? ""; delete number.dataset.was; }
  tellFree();
  const cars = $$("#prompt .tray .car");
  plannedCars().forEach((held, index) => {
    const car = cars[index];
    if (!car) return;
    car.classList.toggle("sent-on", held.place !== "");
    car.classList.toggle("wished", held.wish !== "");
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
  const planned = plannedCars().filter((held) => held.place).map((held) => held.kind);
  for (const { kind } of plannedCars()) if (!planned.includes(kind)) forgetRow(kind);
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
  const row = $(`#trains li[data-drop="${name}"]`) ?? begin(to, name, ghost.dataset.car ?? "");
  const number = row ? $(".count > [aria-hidden]", row) ?? $(".count", row) : null;
  if (!row || !number) return;
  $(".consist", row)?.append(ghost);
  if (!("begun" in row.dataset)) number.dataset.was ??= number.textContent ?? "";
  number.textContent = String((Number(number.textContent) || 0) + 1); // as long as it will be
}

/** A new train, in the row where it will stand: below the others. One locomotive less is free then. @param {string} to @param {string} name
 * @param {string} kind @returns {HTMLElement | null} its row */
function begin(to, name, kind) {
  const free = $$('#trains li[data-drop="new"]:not([hidden])'), waits = free[0], last = free.at(-1);
  if (!waits || !last) return null;
  const row = make("li", ""), train = make("div", "", "train"), cars = make("span", "", "consist");
  const engine = $(".loco", waits)?.cloneNode(true);
  if (engine) train.append(engine);
  train.append(cars);
  if (to === "mixed") train.append(make("span", sentence("mix"), "tag mix"));
  else if (!$('#trains li[data-drop="mixed"]')) train.append(make("span", sentence("becomes mixed"), "mixes"));
  const count = $(".count", waits)?.cloneNode(true);
  if (count) train.append(count);
  row.dataset.drop = name;
  row.dataset.begun = "";
  row.append(train);
  waits.before(row);
  planRow(kind, to === "mixed");
  last.hidden = true; // its locomotive goes with the train
  if (to === "mixed") for (const button of $$('#trains .start[data-drop="mixed"]')) button.hidden = true; // it is begun, and there is one only
  tellFree(free.length - 1);
  return row;
}

/** How many locomotives are free, as the plan has it. @param {number} [left] as the server says, if nothing is planned */
function tellFree(left) {
  for (const told of $$("#trains [data-free]")) {
    told.dataset.first ??= told.textContent ?? "";
    const fewer = (told.dataset.free ?? "").split("|");
    told.textContent = left === undefined ? told.dataset.first : fewer[left] ?? told.dataset.first;
  }
}
