// @ts-check
// Cars that moved glide to their new place. A car has no name of its own: it is known by its kind and its place, counted from
// the end where nothing moves. What is at the same place stays; what is new came from the nearest place that lost such a car.

import { $, $$ } from "../../../../page/static/dom.js";

/** @typedef {{element: HTMLElement, kind: string, at: string, box: DOMRect}} Car */

const EASE = "cubic-bezier(.3,.1,.2,1)";
const MOST = 40; // more cars at once are a new day: nobody could follow them

/** Every car that can be seen. @returns {Car[]} */
function cars() {
  const found = [];
  for (const element of $$("#view [data-at]")) {
    const box = element.getBoundingClientRect();
    if (box.width) found.push({ element, kind: element.dataset.car ?? "", at: element.dataset.at ?? "", box });
  }
  return found;
}

/** Whether a car can have gone from one place to another: out of the main yard, or among the places of one seat. @param {string} from @param {string} to */
function connected(from, to) {
  const seat = /^s\d+/.exec(to)?.[0];
  if (to.startsWith("m")) return from.startsWith("m") || from.startsWith("h"); // a move taken back
  if (to.startsWith("h")) return true;
  return seat !== undefined && (from.startsWith("m") || from.startsWith("h") || from.startsWith(seat));
}

/** Where each new car came from. @param {readonly Car[]} before @param {readonly Car[]} after @returns {Map<Car, Car>} */
function origins(before, after) {
  const there = new Set(after.map((car) => car.at + car.kind));
  const stood = new Set(before.map((car) => car.at + car.kind));
  const gone = before.filter((car) => !there.has(car.at + car.kind));
  /** @type {Map<Car, Car>} */ const found = new Map();
  for (const car of after) {
    if (stood.has(car.at + car.kind)) continue;
    let best = -1, cost = Infinity;
    gone.forEach((old, index) => {
      const far = Math.abs(old.box.x - car.box.x) + Math.abs(old.box.y - car.box.y);
      if (old.kind === car.kind && connected(old.at, car.at) && far < cost) { best = index; cost = far; }
    });
    const old = gone[best];
    if (old) { found.set(car, old); gone.splice(best, 1); }
  }
  return found;
}

/** Change the page, and let cars glide. @type {import("../../../../page/static/step_queue.js").Motion} */
export async function glide(change, _, { signal, pace }) {
  const focus = $("#own-yard")?.dataset.seat;
  const before = cars();
  change();
  const after = cars();
  const sameSeat = $("#own-yard")?.dataset.seat === focus;
  const old = new Map(before.map((car) => [car.at + car.kind, car]));
  const from = origins(before, after);
  const fresh = after.filter((car) => !old.has(car.at + car.kind));
  if (fresh.length > MOST) return;
  /** @type {Animation[]} */ const runs = [];
  for (const car of after) {
    const was = old.get(car.at + car.kind) ?? from.get(car);
    const seats = car.at.startsWith("s") && !sameSeat; // another player is looked at: nothing moved
    if (seats) continue;
    if (!was) runs.push(appear(car.element, pace));
    else if (Math.abs(was.box.x - car.box.x) + Math.abs(was.box.y - car.box.y) > 1) runs.push(travel(car, was.box, pace));
  }
  signal.addEventListener("abort", () => { for (const run of runs) run.finish(); });
  await Promise.allSettled(runs.map((run) => run.finished));
}

/** @param {HTMLElement} element @param {number} pace */
function appear(element, pace) {
  return element.animate({ opacity: [0, 1], translate: ["-22px 0", "0 0"] }, { duration: pace * 0.6, easing: EASE, delay: pace * 0.12, fill: "backwards" });
}

/** @param {Car} car @param {DOMRect} old @param {number} pace */
function travel(car, old, pace) {
  const shift = `translate(${old.x - car.box.x}px,${old.y - car.box.y}px) scale(${old.width / car.box.width})`;
  car.element.classList.add("moving");
  const run = car.element.animate({ transform: [shift, "none"], transformOrigin: ["0 0", "0 0"] }, { duration: pace * 0.65, easing: EASE });
  run.finished.finally(() => car.element.classList.remove("moving")).catch(() => {});
  return run;
}
