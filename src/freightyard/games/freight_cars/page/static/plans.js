// @ts-check
// Plans are kept in this browser, by table, seat and card, so that they can be made while others move; a finished one is a single
// button away.

import { legal, send, waiting } from "../../../../page/static/client.js";
import { $, $$, make, view } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { fault, moves, used } from "./packing.js";
import { free, spoken } from "./pieces.js";

/** @typedef {import("./packing.js").Laid} Laid */

/** @param {string} name */
const place = (name) => `plan:${view().dataset.home}:${view().dataset.seat ?? ""}:${name}`;

/** @param {string} name @returns {Laid[]} */
export function recall(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(place(name)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((piece) => piece && typeof piece.kind === "string" && Array.isArray(piece.rows) && Number.isInteger(piece.row) && Number.isInteger(piece.column)) : [];
  } catch {
    return [];
  }
}

/** @param {string} name @param {readonly Laid[]} laid */
export function keepPlan(name, laid) {
  try {
    if (laid.length) localStorage.setItem(place(name), JSON.stringify(laid));
    else localStorage.removeItem(place(name));
  } catch { /* private windows */ }
  planned();
}

/** Plans for cards that are gone are of no use. */
export function tidy() {
  try {
    const start = place(""), hand = new Set($$("[data-plan]").map((element) => start + element.dataset.plan));
    for (const name of Object.keys(localStorage)) if (name.startsWith(start) && !hand.has(name)) localStorage.removeItem(name);
  } catch { /* private windows */ }
}

/** The moves of a plan that fills a card with pieces that are free; null if it does not. @param {string} name @param {string[]} shape @returns {string[] | null} */
function finished(name, shape) {
  const plan = recall(name);
  for (const [kind, count] of used(plan)) if (count > free(kind)) return null;
  if (plan.some((piece, index) => fault(shape, plan.slice(0, index), piece))) return null;
  return moves(shape, plan);
}

/** A card of the hand as it may be called: one that lies face down on a shared screen has a number only. @param {string} name */
export function called(name) {
  const back = $(`[data-plan="${name}"] .back`)?.textContent;
  return back ? sentence("nth card", { number: back }) : spoken(name);
}

/** Mark the cards that have a plan, and offer the finished ones in the prompt. */
export function planned() {
  for (const button of $$("#prompt [data-load-plan]")) button.remove();
  const actions = $("#prompt .actions");
  for (const element of $$("[data-plan]")) {
    const name = element.dataset.plan ?? "", done = finished(name, (element.dataset.shape ?? "").split("/"));
    element.classList.toggle("has-plan", done !== null && !$("#hand[data-late]"));
    element.dataset.planned = sentence("planned");
    if (!done || !actions || !legal().includes(`load ${name}`) || waiting()) continue;
    const button = make("button", "", "action can");
    /** @type {HTMLButtonElement} */ (button).type = "button";
    button.dataset.loadPlan = name;
    button.append(make("span", sentence("load card", { card: called(name) })), make("small", sentence("as planned")));
    actions.append(button); // the others stay where they are; on a phone it stands above them, in a row of its own
  }
}

/** Load a card as it was planned. @param {string} name */
function loadPlanned(name) {
  const element = $(`[data-plan="${name}"]`);
  const done = element && finished(name, (element.dataset.shape ?? "").split("/"));
  if (done) send([`load ${name}`, ...done]);
}

document.addEventListener("click", (event) => {
  const ready = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-load-plan]"));
  if (!ready || waiting()) return;
  event.stopPropagation();
  loadPlanned(ready.dataset.loadPlan ?? "");
}, true);
