// @ts-check
// While a car is held or chosen, the places where it can go glow; those that would turn a train mixed say so.

import { $$, root } from "../../../../page/static/dom.js";
import { chosenCar, onPlan, placesOf, plannedCars, wordOf } from "./plan.js";
import { showPlanned } from "./planned_cars.js";

/** @typedef {{source: string | number, kind: string}} Car the move that takes it, or its number in the hand; and its letter */

/** @type {Car | null} the car under the finger */ let dragged = null;

/** The place of a board's drop zone for a car: its own train is the one of its kind. @param {HTMLElement} zone @param {Car} car */
export function placeIn(zone, car) {
  const drop = zone.dataset.drop ?? "";
  if (drop === wordOf(car.kind)) return "train";
  if (drop !== "new") return drop;
  return placesOf(car.source)?.["train"] !== "" && placesOf(car.source)?.["mixed"] === "" ? "mixed" : "train";
}

/** The car for which places glow now. @returns {Car | null} */
export function carInHand() {
  const index = chosenCar(), car = plannedCars()[index];
  return dragged ?? (car ? { source: index, kind: car.kind } : null);
}

/** Light the places of a car, or of the chosen one. @param {Car | null} car */
export function hold(car) {
  dragged = car;
  light();
}

function light() {
  const car = carInHand(), places = car ? placesOf(car.source) : undefined;
  root.classList.toggle("holding", places !== undefined);
  root.classList.toggle("dragging", dragged !== null);
  const index = dragged ? -1 : chosenCar();
  $$("#prompt .tray .car").forEach((each, number) => each.classList.toggle("chosen", number === index && places !== undefined));
  for (const zone of $$("#view [data-drop]")) {
    if (!car || !places) { delete zone.dataset.hold; continue; }
    const place = placeIn(zone, car), own = place === "train" || place === "mixed" || place.startsWith("yard-");
    zone.dataset.hold = places[place] !== "" ? "no" : own ? "yes" : "mixes";
    if (zone.matches("button") && zone.dataset.hold === "yes") zone.setAttribute("aria-disabled", "false"); // a click on it plans this car
  }
}

onPlan(() => { showPlanned(); light(); });
