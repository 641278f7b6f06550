// @ts-check
// Hands on cars: a car is dragged to its place, by mouse or finger; a double click sends it to the train of its own kind; and so do keys.

import { legal, waiting } from "../../../../page/static/client.js";
import { $, $$, root, view } from "../../../../page/static/dom.js";
import { carInHand, hold, placeIn } from "./holding.js";
import { choose, goTo, known, lastIsFree, lastToTrain, phase, placesOf, plannedCars } from "./plan.js";

/** @typedef {import("./holding.js").Car} Car */
/** @typedef {{car: Car, element: HTMLElement, x: number, y: number, again: boolean, ghost: HTMLElement | null, grabX: number, grabY: number, ply: string | undefined}} Press */

const FAR = 6; // pixels that make a press a drag
const SOON = 400, NEAR = 16; // milliseconds and pixels within which two presses are a double click
const EDGE = 56; // pixels at the edge of the window at which it scrolls under a dragged car

/** @type {Press | null} */ let press = null;
/** @type {{x: number, y: number, time: number} | null} a press that was no drag */ let before = null;
let swallow = false; // the click that ends a drag is none
/** @type {{x: number, y: number}} */ let pointer = { x: 0, y: 0 };

/** The car that an element is, if it can be moved now. @param {Element | null} element @returns {Car | null} */
function carOf(element) {
  const car = /** @type {HTMLElement | null} */ (element?.closest("#view .rails button.car, #prompt[data-live] .tray .car") ?? null);
  if (!car || root.matches(".arranging")) return null;
  const kind = car.dataset.car ?? "";
  if (car.closest(".tray")) return /^(taking|placing|loading|coupling)$/.test(phase()) ? { source: $$("#prompt .tray .car").indexOf(car), kind } : null;
  return legal().includes(car.dataset.word ?? "") ? { source: car.dataset.word ?? "", kind } : null;
}

document.addEventListener("pointerdown", (event) => {
  swallow = false;
  const element = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".car"));
  const again = before !== null && event.timeStamp - before.time < SOON && Math.hypot(event.clientX - before.x, event.clientY - before.y) < NEAR;
  const car = carOf(element);
  if (event.button !== 0 || !event.isPrimary || (!car && !again)) { before = null; return; }
  const box = element?.getBoundingClientRect();
  press = {
    car: car ?? { source: -1, kind: "" }, element: element ?? view(), x: event.clientX, y: event.clientY, again, ghost: null,
    grabX: event.clientX - (box?.x ?? 0), grabY: event.clientY - (box?.y ?? 0), ply: view().dataset.ply,
  };
}, true);

document.addEventListener("pointermove", (event) => {
  pointer = { x: event.clientX, y: event.clientY };
  if (!press) return;
  if (!press.ghost) {
    if (press.again || press.car.kind === "" || waiting() || Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
    lift(press);
  }
  follow(press);
});

/** @param {Press} now */
function lift(now) {
  const picture = $(".pic", now.element);
  if (!picture) return;
  const ghost = now.ghost = document.createElement("span");
  const box = picture.getBoundingClientRect();
  ghost.className = "floating";
  ghost.style.setProperty("--piece", `${box.width}px`);
  ghost.append(picture.cloneNode(true));
  now.grabX = now.x - box.x;
  now.grabY = now.y - box.y;
  view().append(ghost);
  now.element.classList.add("lifted");
  if (typeof now.car.source === "number" && plannedCars()[now.car.source]?.place) choose(now.car.source); // it is planned anew
  hold(now.car);
  if (!placesOf(now.car.source)) void known().then(() => { if (press === now) hold(now.car); });
  requestAnimationFrame(scroll);
}

/** @param {Press} now */
function follow(now) {
  if (now.ghost) now.ghost.style.transform = `translate(${pointer.x - now.grabX}px,${pointer.y - now.grabY}px)`;
  for (const zone of $$("#view [data-drop].over")) zone.classList.remove("over");
  under()?.classList.add("over");
}

/** The drop zone under the pointer: the smallest. */
const under = () => /** @type {HTMLElement | null} */ (document.elementFromPoint(pointer.x, pointer.y)?.closest("#view [data-drop]") ?? null);

/** Bring what is above or below the window under a car that is held at its edge. */
function scroll() {
  if (!press?.ghost) return;
  const foot = matchMedia("(max-width: 700px)").matches ? ($("#prompt")?.getBoundingClientRect().top ?? innerHeight) : innerHeight;
  const step = pointer.y < EDGE + 40 ? -9 : pointer.y > foot - EDGE && pointer.y < foot + EDGE ? 9 : 0;
  if (step) { scrollBy(0, step); follow(press); }
  requestAnimationFrame(scroll);
}

/** @param {PointerEvent} event */
async function release(event) {
  const now = press;
  press = null;
  if (!now) return;
  if (!now.ghost) {
    const second = now.again && (typeof now.car.source === "number" ? now.car.source >= 0 || lastIsFree() : lastIsFree());
    before = second ? null : { x: now.x, y: now.y, time: event.timeStamp };
    if (!second || event.type !== "pointerup") return;
    ignoreClick();
    return twice(now);
  }
  before = null;
  pointer = { x: event.clientX, y: event.clientY };
  const zone = under(), onTray = document.elementFromPoint(pointer.x, pointer.y)?.closest("#prompt") !== null;
  ignoreClick();
  now.ghost.remove();
  now.element.classList.remove("lifted");
  for (const each of $$("#view [data-drop].over")) each.classList.remove("over");
  if (event.type === "pointerup" && (zone || onTray)) {
    await known();
    if (now.ply === view().dataset.ply && !waiting()) {
      if (zone) goTo(now.car.source, placeIn(zone, now.car), now.car.kind);
      else if (typeof now.car.source === "string") now.element.click(); // to the others in the hand: just taken
    }
  }
  hold(null);
}
document.addEventListener("pointerup", (event) => void release(event));
document.addEventListener("pointercancel", (event) => void release(event));

/** The second of two presses at the same place: what the first took or chose goes to the train of its own kind. @param {Press} now */
function twice(now) {
  if (typeof now.car.source === "number" && now.car.source >= 0) goTo(now.car.source, "train");
  else lastToTrain();
}

/** The click that follows is none. After a tap it comes a while later than after a press of a mouse, and after a drag there may be none. */
function ignoreClick() {
  swallow = true;
  setTimeout(() => { swallow = false; }, SOON);
}

addEventListener("click", (event) => {
  if (!swallow || event.detail === 0) return;
  swallow = false;
  event.stopImmediatePropagation();
  event.preventDefault();
}, true);

// Before all cars are taken, a click on a car in the hand chooses it or gives its plan up, and a click on a place plans the chosen one.
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const index = $$("#prompt .tray .car").indexOf(/** @type {HTMLElement} */ (target.closest(".car")));
  const planned = index >= 0 && target.closest(".sent-on") !== null;
  if (index >= 0 && (phase() === "taking" || planned)) {
    choose(index);
    return event.stopImmediatePropagation();
  }
  const zone = /** @type {HTMLElement | null} */ (target.closest("#view [data-hold]")), car = carInHand();
  // Of several cars that were loaded, the one that has no place yet goes where is clicked; which one, no click on a train says by itself.
  const begins = target.closest(".start:not(.can)") !== null; // it stands for several of them, so it is no move
  const rest = phase() === "loading" && (begins || plannedCars().some((each) => each.place)) && !root.matches(".choosing") && target.closest("#trains") !== null;
  if (!zone || !car || !(rest || (phase() === "taking" && !target.closest("[data-word]"))) || target.closest("button.car")) return;
  goTo(car.source, placeIn(zone, car), car.kind);
  event.stopImmediatePropagation();
}, true);

// Keys for a car that has the focus: t to the train of its kind, m to the mixed train, digits to the sidings of the own yard.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  const place = /^[tT]$/.test(event.key) ? "train" : /^[mM]$/.test(event.key) ? "mixed" : /^[1-9]$/.test(event.key) ? `yard-${event.key}` : "";
  const car = place && !/** @type {Element} */ (event.target).closest("input, textarea, select, dialog") ? carOf(document.activeElement) : null;
  if (!car) return;
  event.preventDefault();
  const ply = view().dataset.ply;
  void known().then(() => { if (ply === view().dataset.ply) goTo(car.source, place, car.kind); });
});
