// @ts-check
// The workshop: a card is filled with pieces, by drag, by taps or by keys. Here it is opened and closed, and its buttons and keys are heard.

import { send, waiting } from "../../../../page/static/client.js";
import { $, announce, view } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { askOffers, hideOffers } from "./offers.js";
import { fault, flipped, full, moves, turned, used } from "./packing.js";
import { free, spoken } from "./pieces.js";
import { planned, recall, tidy } from "./plans.js";
import { follow, letGo } from "./workshop_drag.js";
import { draw, says } from "./workshop_drawing.js";
import { allow, clamp, drop, lift, putBack, settle, spin, take, undo } from "./workshop_hand.js";
import { bed, keep, lay, section, work } from "./workshop_state.js";

/** @typedef {import("./packing.js").Laid} Laid */

const seat = () => view().dataset.seat ?? "";

export const working = () => work.card;

/** Take a card into the workshop. @param {string} name @param {string} shape */
export function openShop(name, shape) {
  settle();
  work.card = name;
  work.played = false;
  work.rows = shape.split("/");
  const kept = recall(name);
  work.laid = [];
  for (const piece of kept) if ((used(work.laid).get(piece.kind) ?? 0) < free(piece.kind) && !fault(work.rows, work.laid, piece)) work.laid.push(piece);
  reveal();
  if (work.laid.length < kept.length) says(sentence("plan lost pieces"));
}

/** A card that was played and is not full. @param {string} name @param {string} state */
function openPlayed(name, state) {
  work.card = name;
  work.played = true;
  work.rows = state.split("/").map((line) => line.replaceAll("o", "."));
  work.laid = [];
  reveal();
}

function reveal() {
  work.held = null;
  work.cursor = -1;
  work.past = [];
  letGo();
  section().hidden = false;
  const title = $("#shop-card");
  if (title) title.textContent = spoken(work.card);
  hideOffers();
  says(work.laid.length ? "" : sentence("pick piece to place"));
  draw();
  section().scrollIntoView({ block: "nearest" });
}

export function closeShop() {
  if (!work.card) return;
  settle();
  letGo();
  const from = $(`[data-plan="${work.card}"]`);
  work.card = "";
  section().hidden = true;
  from?.focus({ preventScroll: true });
}

/* ---------- buttons and keys ---------- */

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const tool = /** @type {HTMLElement | null} */ (target.closest("#tray .tool"));
  if (tool && event.detail === 0) { // by a key
    letGo();
    take(tool.dataset.kind ?? "", "keys");
    if (work.held) bed().focus({ preventScroll: true });
    return;
  }
  switch (/** @type {HTMLElement | null} */ (target.closest("[data-shop]"))?.dataset.shop) {
    case "close": return closeShop();
    case "turn": return turn(turned);
    case "flip": return turn(flipped);
    case "undo": return undo();
    case "clear": return clear();
    case "fill": return ask(true);
    case "pack": return ask(false);
    case "load": return load();
  }
}, true);

/** @param {(rows: string[]) => string[]} how */
function turn(how) {
  spin(how);
  follow();
}

/** Put all pieces back. */
function clear() {
  hideOffers();
  if (work.held || work.laid.length) lay([], work.held?.from);
  work.held = null;
  keep();
  says(sentence("car empty"));
  draw();
}

/** Ask for packings of what is not covered yet, or of the whole car if all is covered. @param {boolean} first whether the best one is laid out at once */
function ask(first) {
  settle();
  const { card: name, rows, laid } = work;
  const start = !first && full(rows, laid) ? [] : laid;
  void askOffers({ name, rows, laid: start }, () => work.card === name && work.laid === laid && !work.held, first, says, choose);
}

/** Load what is planned: the card and its pieces in one go. */
function load() {
  settle();
  const words = moves(work.rows, work.laid);
  if (!words || waiting()) return;
  send(work.played ? words : [`load ${work.card}`, ...words]);
}

document.addEventListener("keydown", (event) => {
  if (!work.card || event.altKey) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, textarea, select, dialog")) return;
  const letter = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (letter === "z" && !event.shiftKey) { undo(); event.preventDefault(); }
    return;
  }
  if ((letter === "r" || letter === "f") && (work.held || target.closest("#workshop"))) turn(letter === "r" ? turned : flipped);
  else if (event.key === "Escape" && (work.held || target.closest("#workshop"))) {
    const kind = work.held?.kind;
    if (work.held) { putBack(); $(`#tray [data-kind="${kind}"]`)?.focus({ preventScroll: true }); }
    else closeShop();
  } else if (!target.closest("#bed") || !bedKey(event)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

/** Keys on the bed. @param {KeyboardEvent} event @returns {boolean} */
function bedKey(event) {
  const way = /** @type {[number, number] | undefined} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]);
  if (work.held) {
    if (way) {
      work.held.row += way[0];
      work.held.column += way[1];
      clamp();
      allow();
      draw();
      const where = { piece: work.held.kind, row: work.held.row + 1, column: work.held.column + 1 };
      announce(fault(work.rows, work.laid, work.held) ? sentence("spot does not fit", where) : sentence("spot fits", where));
    } else if (event.key === "Enter" || event.key === " ") {
      if (drop()) (full(work.rows, work.laid) ? /** @type {HTMLElement | null} */ ($('[data-shop="load"]:not(:disabled)')) ?? $("#bed") : $("#tray .tool:not(:disabled)"))?.focus({ preventScroll: true });
    } else return false;
    return true;
  }
  if (way && work.laid.length) {
    work.cursor = (work.cursor + (way[0] + way[1] > 0 ? 1 : -1) + work.laid.length) % work.laid.length;
    draw();
    const piece = work.laid[work.cursor];
    if (piece) announce(sentence("piece at", { piece: piece.kind, row: piece.row + 1, column: piece.column + 1 }));
  } else if ((event.key === "Enter" || event.key === " ") && work.cursor >= 0) lift(work.cursor);
  else if ((event.key === "Delete" || event.key === "Backspace") && work.cursor >= 0) { lay(work.laid.filter((_, index) => index !== work.cursor)); work.cursor = -1; keep(); draw(); }
  else return false;
  return true;
}

/** Lay a packing out. @param {Laid[]} plan */
function choose(plan) {
  lay(plan);
  work.held = null;
  work.cursor = -1;
  keep();
  says(sentence("car full"));
  hideOffers();
  draw();
  $('[data-shop="load"]')?.focus({ preventScroll: true });
}

/* ---------- a new moment ---------- */

let lastSeat = "";

/** What was in the workshop is gone. */
function shut() {
  work.card = "";
  work.held = null;
  letGo();
  section().hidden = true;
}

/** The board was drawn anew: what the workshop shows must still be possible. */
export function refreshShop() {
  const other = seat() !== lastSeat;
  lastSeat = seat();
  if (other) shut(); // another player of this screen looks now
  tidy();
  planned();
  const loading = $("[data-loading]");
  if (loading) {
    if (work.card !== loading.dataset.loading || !work.played) openPlayed(loading.dataset.loading ?? "", loading.dataset.rows ?? "");
    else { work.rows = (loading.dataset.rows ?? "").split("/").map((line) => line.replaceAll("o", ".")); work.laid = work.laid.filter((piece, index) => !fault(work.rows, work.laid.slice(0, index), piece)); draw(); }
    return;
  }
  if (!work.card) return;
  if (work.played || !$(`[data-plan="${work.card}"]`)) return shut();
  draw();
}
