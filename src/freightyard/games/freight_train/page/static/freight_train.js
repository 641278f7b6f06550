// @ts-check
// The board of Freight Train: cars glide and are dragged, a yard is rearranged on the page, and a place that is refused tells why.

import { arrange, finish } from "./arrange.js";
import "./drag.js";
import { glide } from "./glide.js";
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
  question(`${sentence("arrange")} ${sentence("arrange cost", { cost })}`, sentence("arrange done", { cost }), finish);
  return true;
});

// A train is called by its kind; a car of this kind goes to the "train".
reachBy((place, said) => {
  const cars = new Set($$('.tray [data-word^="put "]').map((car) => car.dataset.word ?? ""));
  const car = said || (cars.size === 1 ? [...cars][0] : "");
  if (car) return `${car} ${place === car.split(" ")[1] ? "train" : place}`;
  toast(sentence("choose a car"));
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
  if (again) toast(sentence("again"));
  if (again || legal().length || $(".scores [data-acts]")) ended = undefined; // while cards are drawn nobody acts
});

/* ---------- a phone: trains that lie below the prompt ---------- */

/** @type {{from: number, to: number} | null} how far the page was scrolled for the cars in the hand */ let scrolled = null;
const behavior = () => /** @type {ScrollBehavior} */ (calm.matches ? "instant" : "smooth");

// Trains that a picked car could join are scrolled up from under the prompt, just so far.
document.addEventListener("click", (event) => {
  if (!/** @type {Element} */ (event.target).closest("#prompt .tray .car")) return;
  requestAnimationFrame(() => {
    const prompt = $("#prompt");
    if (!prompt || getComputedStyle(prompt).position !== "fixed") return;
    const last = $$("#trains :is(.train.can, .start.can, .zone[data-hold=yes], li[data-hold=yes])").map((each) => each.getBoundingClientRect()).findLast((box) => box.height);
    const hidden = last ? Math.round(last.bottom - prompt.getBoundingClientRect().top + 8) : 0;
    if (hidden <= 0) return;
    scrolled = { from: scrolled?.from ?? scrollY, to: scrollY + hidden };
    scrollTo({ top: scrolled.to, behavior: behavior() });
  });
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
