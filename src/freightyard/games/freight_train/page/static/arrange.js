// @ts-check
// Rearranging a yard: the new order is planned on the page, by drag, by taps or by keys, and sent whole.

import { enterMode, leaveMode, onAnswer } from "../../../../page/static/client.js";
import { $, $$, announce, calm, root } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";

const SLIDE = { duration: 160, easing: "ease-out" };
const FAR = 5; // pixels that make a press a drag

/** @type {{saved: string, spaces: number, words: Map<string, string>} | null} */ let plan = null;
/** @type {{part: HTMLElement, saved: string} | null} a yard whose new order was handed over, and how it looked before */ let handed = null;
/** @type {{car: HTMLElement, x: number, y: number, grabX: number, grabY: number, moved: boolean} | null} */ let drag = null;

const yard = () => /** @type {HTMLElement} */ ($("#own-yard"));
const tracks = () => $$(".rails", yard());
/** @param {Element} rails */
const carsOf = (rails) => $$(".car", rails);

/** Begin. */
export function arrange() {
  const part = yard();
  const words = new Map((part.dataset.kinds ?? "").split("|").map((pair) => /** @type {[string, string]} */ (pair.split(" "))));
  plan = { saved: part.outerHTML, spaces: Number(part.dataset.spaces), words };
  enterMode({ part: part.id, key, leave: giveUp });
  root.classList.add("arranging");
  for (const car of $$(".car", part)) {
    car.tabIndex = 0;
    if (car.tagName !== "BUTTON") car.setAttribute("role", "button");
    car.removeAttribute("aria-disabled");
    car.setAttribute("aria-pressed", "false");
  }
  label();
  $(".car", part)?.focus();
}

/** The moves that put a yard in a new order: siding by siding, the deepest car first. @param {readonly (readonly string[])[]} sidings kinds from the open end to the bumper */
function rearranging(sidings) {
  return ["rearrange", ...sidings.flatMap((kinds, index) => [...kinds].reverse().map((kind) => `put ${kind} yard-${index + 1}`))];
}

/** Finish, and send the moves. */
export function finish() {
  if (!plan) return;
  const { saved, words } = plan;
  handed = { part: yard(), saved };
  const moves = rearranging(tracks().map((rails) => carsOf(rails).map((car) => words.get(car.dataset.car ?? "") ?? "")));
  plan = null;
  root.classList.remove("arranging");
  leaveMode(moves);
}

/** Put everything back as it was. */
function giveUp() {
  if (!plan) return;
  const { saved } = plan;
  plan = null;
  drag = null;
  root.classList.remove("arranging");
  restore(yard(), saved);
  leaveMode(null);
}

// The answer is there, or will never come: a yard that was not drawn anew since is again what it was.
onAnswer(() => {
  if (handed?.part.isConnected) restore(handed.part, handed.saved);
  handed = null;
});

/** @param {HTMLElement} part @param {string} saved */
function restore(part, saved) {
  const fresh = document.createElement("template");
  fresh.innerHTML = saved;
  part.replaceWith(fresh.content);
}

/** Say where each car stands. */
function label() {
  tracks().forEach((rails, track) => carsOf(rails).forEach((car, place) => {
    const name = (plan?.words.get(car.dataset.car ?? "") ?? "").replaceAll("-", " ");
    car.setAttribute("aria-label", sentence("arrange car", { name, siding: track + 1, place: place + 1 }));
  }));
}

/** Move a car to a place of a siding, if there is room, and let the others slide. @param {HTMLElement} car @param {HTMLElement} rails @param {number} index */
function put(car, rails, index) {
  const from = /** @type {HTMLElement} */ (car.parentElement);
  if (!plan || (from !== rails && carsOf(rails).length >= plan.spaces)) return false;
  const others = $$(".car", yard()).filter((other) => other !== car);
  const old = new Map(others.map((other) => [other, other.getBoundingClientRect()]));
  const rest = carsOf(rails).filter((other) => other !== car);
  const next = rest[index] ?? $(".target", rails);
  rails.insertBefore(car, next ?? null);
  if (from !== rails) {
    const slot = $(".slot", rails);
    if (slot) from.prepend(slot);
  }
  if (!calm.matches) {
    for (const other of others) {
      const was = old.get(other), is = other.getBoundingClientRect();
      if (was && Math.abs(was.x - is.x) + Math.abs(was.y - is.y) > 1) other.animate({ transform: [`translate(${was.x - is.x}px,${was.y - is.y}px)`, "none"] }, SLIDE);
    }
  }
  label();
  return true;
}

/** @param {HTMLElement} car */
function pick(car) {
  const on = car.getAttribute("aria-pressed") !== "true";
  for (const other of $$(".car", yard())) other.setAttribute("aria-pressed", String(on && other === car));
}

const picked = () => $('.car[aria-pressed="true"]', yard());

/** A tap: pick a car up, or put the one that was picked before another. @param {Element} target */
function tap(target) {
  const car = /** @type {HTMLElement | null} */ (target.closest(".car"));
  const held = picked();
  const rails = /** @type {HTMLElement | null} */ (target.closest(".rails"));
  if (!held || held === car) { if (car) pick(car); return; }
  if (!rails) return;
  const rest = carsOf(rails).filter((other) => other !== held);
  if (put(held, rails, car ? rest.indexOf(car) : 0)) pick(held);
}

/** Where on a siding a dragged car would go. @param {number} x @param {number} y @param {HTMLElement} car @returns {[HTMLElement, number] | null} */
function under(x, y, car) {
  let best = null, cost = Infinity;
  for (const rails of tracks()) {
    const box = rails.getBoundingClientRect();
    const far = Math.max(0, box.top - y, y - box.bottom);
    if (far < cost) { best = rails; cost = far; }
  }
  if (!best) return null;
  const rest = carsOf(best).filter((other) => other !== car);
  const index = rest.findIndex((other) => { const box = other.getBoundingClientRect(); return x < box.x + box.width / 2; });
  return [best, index < 0 ? rest.length : index];
}

document.addEventListener("pointerdown", (event) => {
  const car = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("#own-yard .car"));
  if (!plan || !car || event.button !== 0) return;
  const box = car.getBoundingClientRect();
  drag = { car, x: event.clientX, y: event.clientY, grabX: event.clientX - box.x, grabY: event.clientY - box.y, moved: false };
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (!plan || !drag) return;
  const { car } = drag;
  if (!drag.moved && Math.abs(event.clientX - drag.x) + Math.abs(event.clientY - drag.y) < FAR) return;
  drag.moved = true;
  car.classList.add("dragged");
  const place = under(event.clientX, event.clientY, car);
  if (place && (place[0] !== car.parentElement || carsOf(place[0]).indexOf(car) !== place[1])) put(car, place[0], place[1]);
  car.style.transform = "none";
  const box = car.getBoundingClientRect();
  car.style.transform = `translate(${event.clientX - drag.grabX - box.x}px,${event.clientY - drag.grabY - box.y}px)`;
});

/** @param {PointerEvent} event */
function drop(event) {
  if (!drag) return;
  const { car, moved } = drag;
  drag = null;
  car.classList.remove("dragged");
  car.style.transform = "";
  if (!plan) return;
  if (!moved && event.type === "pointerup") tap(car);
  car.focus({ preventScroll: true });
}
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (plan && target.closest("#own-yard .rails") && !target.closest(".car")) tap(target);
});

/** Keys while a yard is rearranged; whether the key was ours. @param {KeyboardEvent} event */
function key(event) {
  if (!plan) return false;
  const held = picked();
  if (event.key === "Escape") {
    if (held) pick(held); else giveUp();
    return true;
  }
  const car = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#own-yard .car") ?? null);
  if (!car) return false;
  if (event.key === "Enter" || event.key === " ") {
    pick(car);
    announce(picked() ? sentence("car picked up") : sentence("car put down"));
    return true;
  }
  const lines = tracks();
  const line = lines.indexOf(/** @type {HTMLElement} */ (car.parentElement));
  const mates = carsOf(/** @type {HTMLElement} */ (lines[line]));
  const place = mates.indexOf(car);
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!step) return false;
  const [up, along] = /** @type {[number, number]} */ (step);
  const to = lines[line + up];
  if (!to) return true;
  if (held === car || event.shiftKey) {
    const index = up ? Math.min(place, carsOf(to).length) : place + along;
    if (index >= 0 && (up !== 0 || index < mates.length) && put(car, to, index)) announce(car.getAttribute("aria-label") ?? "");
    car.focus();
  } else {
    const others = carsOf(to);
    others[up ? Math.min(place, others.length - 1) : place + along]?.focus();
  }
  return true;
}
