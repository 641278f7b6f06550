// @ts-check
// Cars that moved glide to their new place. A car has no name of its own: it is known by its kind and its place, counted from
// the end where nothing moves. What is at the same place stays; what is new came from the nearest place that lost such a car.

import { $, $$, view } from "../../../../page/static/dom.js";
import { daysEnd, depart } from "./departure.js";

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
export async function glide(change, message, { signal, pace }) {
  if (daysEnd(message)) {
    await depart(signal, pace);
    return change();
  }
  const focus = $("#own-yard")?.dataset.seat;
  const before = cars(), lengths = trainLengths();
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
  const there = new Set(after.map((car) => car.at + car.kind)), came = new Set(from.values());
  const left = before.filter((car) => car.at.startsWith("h") && !there.has(car.at + car.kind) && !came.has(car));
  runs.push(...land(left, lengths, pace));
  signal.addEventListener("abort", () => { for (const run of runs) run.finish(); });
  await Promise.allSettled(runs.map((run) => run.finished));
}

/** How long the trains of the others are, which are drawn as one car and a number. @returns {Map<string, number>} */
const trainLengths = () => new Map($$("#players [data-train]").map((train) => [train.dataset.train ?? "", Number($(":scope > b", train)?.textContent)]));

/** Cars that left a hand for a train of another player fly to the train that got longer. @param {readonly Car[]} left @param {Map<string, number>} lengths before @param {number} pace */
function land(left, lengths, pace) {
  const grown = $$("#players [data-train]").filter((train) => (trainLengths().get(train.dataset.train ?? "") ?? 0) > (lengths.get(train.dataset.train ?? "") ?? 0));
  /** @type {Animation[]} */ const runs = [];
  for (const car of left) {
    const train = grown.find((each) => each.dataset.train?.endsWith(`t${car.kind}`)) ?? grown.find((each) => each.dataset.train?.endsWith("tmixed"));
    const picture = $(".pic", car.element), to = train && $(".pic", train)?.getBoundingClientRect();
    if (!picture || !to?.width) continue;
    const flying = document.createElement("span");
    flying.className = "floating";
    flying.style.setProperty("--piece", `${car.box.width}px`);
    flying.append(picture.cloneNode(true));
    view().append(flying);
    /** @param {DOMRect} box @param {number} scale */
    const at = (box, scale) => `translate(${box.x}px,${box.y}px) scale(${scale})`;
    const run = flying.animate({ transform: [at(car.box, 1), at(to, to.width / car.box.width)], transformOrigin: ["0 0", "0 0"] }, { duration: pace * 0.75, easing: EASE, fill: "both" });
    run.finished.finally(() => flying.remove()).catch(() => {});
    runs.push(run);
  }
  return runs;
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
