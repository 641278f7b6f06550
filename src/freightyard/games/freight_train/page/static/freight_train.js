// @ts-check
// The board of Freight Train: cars glide and are dragged, a yard is rearranged on the page, and a place that is refused tells why.

import { arrange, finish } from "./arrange.js";
import "./drag.js";
import { glide } from "./glide.js";
import "./note_place.js";
import "./train_rows.js";
import { askWhy, claimMove, legal, onSend, onShow, question, reachBy } from "../../../../page/static/client.js";
import { $, $$, announce, calm, root, toast, view } from "../../../../page/static/dom.js";
import { allToTrains, phase } from "./plan.js";
import { motionBy } from "../../../../page/static/follow.js";
import { sentence } from "../../../../page/static/sentences.js";

motionBy(glide);

document.addEventListener("click", (event) => { if (/** @type {Element} */ (event.target).closest("[data-all-trains]")) allToTrains(); });

claimMove((move) => {
  if (move !== "rearrange" || !$("#own-yard .car")) return false;
  const cost = $("#own-yard")?.dataset.cost ?? "";
  arrange();
  const keys = matchMedia("(pointer: coarse)").matches ? "" : `${sentence("arrange keys")} `;
  question(`${sentence("arrange")} ${keys}${sentence("arrange cost", { cost })}`, sentence("arrange done", { cost }), finish);
  return true;
});

// A train is called by its kind; a car of this kind goes to the "train".
reachBy((place, said) => {
  const cars = new Set($$('.tray [data-word^="put "]').map((car) => car.dataset.word ?? ""));
  const car = said || (cars.size === 1 ? [...cars][0] : "");
  if (car) return `${car} ${place === car.split(" ")[1] ? "train" : place}`;
  toast($("#prompt .plan") ? sentence("car or answer") : sentence("choose a car"));
  return "";
});

document.addEventListener("keydown", (event) => { // before the board hears of it: Escape closes the table of all trains, and cancels nothing
  const table = /** @type {HTMLDetailsElement | null} */ ($("#types details[open]"));
  if (event.key !== "Escape" || !table || $("#menu[open], dialog[open]")) return;
  table.open = false;
  $("summary", table)?.focus();
  event.stopImmediatePropagation();
}, true);

/* ---------- two turns in a row ---------- */

/** @type {string | undefined} who ended a turn, while nobody else has acted since */ let ended;
onSend((moves, ends) => { ended = moves?.length && ends ? view().dataset.seat : undefined; });
onShow(() => {
  if (ended === undefined) return;
  const again = phase() === "turn" && view().dataset.seat === ended && legal().length > 0;
  if (again && !matchMedia("(max-width: 700px)").matches) toast(sentence("again")); // on a phone the prompt says why, and nothing is covered
  if (again || legal().length || $(".scores [data-acts]")) ended = undefined; // while cards are drawn nobody acts
});

/* ---------- the last round of a day ---------- */

let last = $("#today[data-last]") !== null;
onShow(() => {
  const now = $("#today[data-last]") !== null;
  if (now && !last && !view().matches("[data-replay]")) { toast(sentence("last round")); announce(sentence("last round")); }
  last = now;
});

/* ---------- a phone: trains that lie below the prompt ---------- */

/** @type {{from: number, to: number} | null} how far the page was scrolled for the cars in the hand */ let scrolled = null;
const behavior = () => /** @type {ScrollBehavior} */ (calm.matches ? "instant" : "smooth");

/** @param {Element[]} things */
const boxesOf = (things) => things.map((thing) => thing.getBoundingClientRect()).filter((box) => box.height);

/** Whether one of these things lies under a prompt that is fixed at the foot of the page. @param {HTMLElement | null} prompt @param {Element[]} things */
const coveredBy = (prompt, things) => prompt !== null && getComputedStyle(prompt).position === "fixed" && boxesOf(things).some((box) => box.bottom > prompt.getBoundingClientRect().top);

/** Bring things out from under the prompt, just so far, if none of them can be seen: else nothing moves away under the finger.
 * @param {Element[]} things @returns {boolean} whether the page is scrolled */
function uncover(things) {
  const prompt = $("#prompt");
  if (!prompt || getComputedStyle(prompt).position !== "fixed") return false;
  const foot = prompt.getBoundingClientRect().top, boxes = boxesOf(things);
  if (!boxes.length || boxes.some((box) => box.top >= 0 && box.bottom <= foot)) return false;
  const far = Math.round(Math.max(...boxes.map((box) => box.bottom)) - foot + 8);
  const up = far > 0 ? far : Math.round(Math.min(...boxes.map((box) => box.top)) - 60);
  scrolled = { from: scrolled?.from ?? scrollY, to: Math.max(0, scrollY + up) };
  scrollTo({ top: scrolled.to, behavior: behavior() });
  return true;
}

// A car in the hand was picked: places where it can go are scrolled to only if none can be seen.
document.addEventListener("click", (event) => {
  if (!/** @type {Element} */ (event.target).closest("#prompt .tray .car")) return;
  requestAnimationFrame(() => {
    const lit = $$("#view :is(.train.can, .start.can, .target.can, .zone[data-hold=yes], li[data-hold=yes])"), ask = $("#ask");
    if (!uncover(lit) && ask && root.matches(".choosing") && coveredBy($("#prompt"), lit)) ask.textContent = sentence("where below");
  });
});
// Before a turn ends, the place that is asked about is seen.
claimMove(() => {
  requestAnimationFrame(() => { if ($(".plan")) uncover($$("#view .planned:not(#prompt *)")); });
  return false;
});
// When they are all in their places the page goes back, unless somebody has scrolled it by hand since.
onShow(() => {
  if (!scrolled || /^(taking|placing|loading|coupling)$/.test(phase())) return;
  if (Math.abs(scrollY - scrolled.to) < 4) scrollTo({ top: scrolled.from, behavior: behavior() });
  scrolled = null;
});

// A car behind another one stands for no move: it tells which car must go first, or why none of its siding can go.
document.addEventListener("click", (event) => {
  const car = /** @type {Element} */ (event.target).closest("#view :is(#main-yard, #own-yard) span.car");
  if (!car || !legal().length || root.matches(".choosing, .arranging, .sent")) return;
  const own = car.closest("#own-yard") !== null;
  const first = $(".car", /** @type {Element} */ (car.parentElement));
  const why = first?.dataset.why;
  if (why) return askWhy(why);
  const name = $(`#type-${first?.dataset.car} .vh`)?.textContent?.trim() ?? "";
  const words = own ? sentence("blocked in yard", { first: name }) : sentence("blocked", { first: name });
  toast(words);
});
