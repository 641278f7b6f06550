// @ts-check
// The workshop: a card is filled with pieces, by drag, by taps or by keys.

import { legal, send, waiting } from "../../../../page/static/client.js";
import { $, announce, make, view } from "../../../../page/static/dom.js";
import { askOffers } from "./offers.js";
import { around, covered, fault, firstPlace, flipped, full, moves, outline, turned, used } from "./packing.js";
import { free, pieceOf, shape, spoken, stock } from "./pieces.js";
import { keepPlan, planned, recall, tidy } from "./plans.js";

/** @typedef {import("./packing.js").Laid} Laid */
/** @typedef {{kind: string, rows: string[], row: number, column: number, on: boolean}} Held a piece in the hand; `on`: it hovers over the bed */

const FAR = 5; // pixels that make a press a drag
const LIFT = 46; // pixels by which a piece is held above a finger, so that it can be seen

let card = ""; // the one in the workshop
/** @type {string[]} what is to be filled */ let rows = [];
let played = false; // the card lies in the train already: only its pieces are missing
/** @type {Laid[]} */ let laid = [];
/** @type {Held | null} */ let held = null;
/** @type {number} the laid piece that keys would lift */ let cursor = -1;
/** @type {Map<string, string[]>} how pieces are turned in the tray */ const turns = new Map();
/** @type {{kind: string, index: number, x: number, y: number, touch: boolean, moved: boolean, id: number} | null} */ let press = null;
/** @type {SVGSVGElement | null} the piece under the pointer */ let ghost = null;

const shop = () => /** @type {HTMLElement} */ ($("#workshop"));
const bed = () => /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($("#bed")));
const seat = () => view().dataset.seat ?? "";
/** @param {string} kind */
const left = (kind) => free(kind) - (used(laid).get(kind) ?? 0) - (held?.kind === kind ? 1 : 0);
/** What is planned is kept, unless the card was played already. */
const keep = () => { if (!played) keepPlan(card, laid); };

export const working = () => card;

/* ---------- opening and closing ---------- */

/** Take a card into the workshop. @param {string} name @param {string} shape */
export function openShop(name, shape) {
  if (held) putBack();
  card = name;
  played = false;
  rows = shape.split("/");
  const kept = recall(name);
  laid = [];
  for (const piece of kept) if ((used(laid).get(piece.kind) ?? 0) < free(piece.kind) && !fault(rows, laid, piece)) laid.push(piece);
  reveal();
  if (laid.length < kept.length) says("Some pieces of your plan are no longer free.");
}

/** A card that was played and is not full. @param {string} name @param {string} state */
function openPlayed(name, state) {
  card = name;
  played = true;
  rows = state.split("/").map((line) => line.replaceAll("o", "."));
  laid = [];
  reveal();
}

function reveal() {
  held = null;
  cursor = -1;
  shop().hidden = false;
  const title = $("#shop-card");
  if (title) title.textContent = spoken(card);
  const offers = $("#offers");
  if (offers) offers.hidden = true;
  says("");
  draw();
  shop().scrollIntoView({ block: "nearest" });
}

export function closeShop() {
  if (!card) return;
  if (held) putBack();
  const from = $(`[data-plan="${card}"]`);
  card = "";
  shop().hidden = true;
  from?.focus({ preventScroll: true });
}

/* ---------- drawing ---------- */

/** Everything in the workshop. */
function draw() {
  const wide = Math.max(...rows.map((line) => line.length)), high = rows.length;
  const frame = bed();
  frame.setAttribute("viewBox", `-10 -10 ${wide * 10 + 20} ${high * 10 + 20}`);
  frame.classList.toggle("tall", high * 1.25 > wide);
  frame.replaceChildren(shape("path", { class: "floor", d: outline(rows).fill }), shape("path", { class: "walls", d: outline(rows).edge }));
  for (const [row, line] of rows.entries()) {
    for (const [column, mark] of [...line].entries()) {
      if (mark === "x") frame.append(shape("rect", { class: "cell", x: String(column * 10 + 0.8), y: String(row * 10 + 0.8), width: "8.4", height: "8.4", rx: "1" }));
    }
  }
  laid.forEach((piece, index) => {
    const group = pieceOf(piece.kind, piece.rows, index === cursor ? "at" : "");
    group.setAttribute("transform", `translate(${piece.column * 10} ${piece.row * 10})`);
    group.setAttribute("data-index", String(index));
    frame.append(group);
  });
  if (held?.on) {
    const group = pieceOf(held.kind, held.rows, fault(rows, laid, held) ? "held bad" : "held");
    group.setAttribute("transform", `translate(${held.column * 10} ${held.row * 10})`);
    frame.append(group);
  }
  drawTray();
  const go = /** @type {HTMLButtonElement | null} */ ($('[data-shop="load"]'));
  const done = !held && full(rows, laid), may = played ? legal().some((move) => move.startsWith("lay ")) : legal().includes(`load ${card}`);
  if (go) {
    go.disabled = !done || !may || waiting();
    go.textContent = done && !may ? "Planned: load it when it is your turn" : `Load ${spoken(card)}`;
  }
}

function drawTray() {
  const tray = $("#tray");
  if (!tray) return;
  const focus = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#tray button") ?? null)?.dataset.kind;
  tray.replaceChildren(...stock().map((entry) => {
    const kind = entry.dataset.piece ?? "", rest = left(kind), picture = trayRows(kind);
    const button = /** @type {HTMLButtonElement} */ (make("button", "", `tool${held?.kind === kind ? " on" : ""}`));
    button.type = "button";
    button.dataset.kind = kind;
    button.disabled = rest <= 0 && held?.kind !== kind;
    button.setAttribute("aria-pressed", String(held?.kind === kind));
    button.setAttribute("aria-label", `${kind}, ${rest} left`);
    const wide = Math.max(...picture.map((line) => line.length)), high = picture.length;
    const box = shape("svg", { viewBox: `${wide * 5 - 21} ${high * 5 - 21} 42 42`, "aria-hidden": "true" });
    box.append(pieceOf(kind, picture));
    button.append(box, make("b", String(rest)));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
  if (focus) $(`#tray [data-kind="${focus}"]`)?.focus({ preventScroll: true });
}

/** A piece as it is turned in the tray, or in the hand. @param {string} kind @returns {string[]} */
function trayRows(kind) {
  if (held?.kind === kind) return held.rows;
  return turns.get(kind) ?? (stock().find((entry) => entry.dataset.piece === kind)?.dataset.shape ?? "x").split("/");
}

/** @param {string} text */
function says(text) {
  const line = $("#shop-says");
  if (line) line.textContent = text;
}

/* ---------- pieces in the hand ---------- */

/** @param {string} kind @param {boolean} on whether it hovers over the bed at once, for keys */
function take(kind, on) {
  if (held) putBack();
  if (left(kind) <= 0) return says(`No ${kind} is left.`);
  const picture = trayRows(kind);
  const spot = on ? firstPlace(rows, laid, kind, picture) : null;
  held = { kind, rows: spot?.rows ?? picture, row: spot?.row ?? 0, column: spot?.column ?? 0, on };
  cursor = -1;
  says(on && !spot ? `${kind} fits nowhere as the others lie.` : on ? "" : "Tap the car where it should lie, or drag it there.");
  draw();
}

/** Lift a piece that lies on the card. @param {number} index */
function lift(index) {
  const piece = laid[index];
  if (!piece) return;
  if (held) putBack();
  laid.splice(laid.indexOf(piece), 1);
  held = { ...piece, on: true };
  cursor = -1;
  keep();
  says("");
  draw();
}

/** Put the piece in the hand back into the tray. */
function putBack() {
  held = null;
  says("");
  draw();
}

/** Put the piece in the hand down where it hovers. */
function drop() {
  if (!held?.on) return false;
  const wrong = fault(rows, laid, held);
  if (wrong) {
    const text = wrong === "edge" ? `${held.kind} does not lie inside the car there.` : `${held.kind} would lie on another piece there.`;
    says(text);
    announce(text);
    return false;
  }
  const { kind, rows: picture, row, column } = held;
  laid.push({ kind, rows: picture, row, column });
  turns.set(kind, picture);
  held = null;
  keep();
  const open = rows.join("").split("x").length - 1 - laid.flatMap(covered).length;
  says(open ? `${open} ${open === 1 ? "cell is" : "cells are"} open.` : "The car is full.");
  draw();
  return true;
}

/** Turn or flip the piece in the hand; its middle stays. @param {(rows: string[]) => string[]} how */
function spin(how) {
  if (!held) {
    if (cursor >= 0 && laid[cursor]) lift(cursor);
    else return says("Pick a piece first.");
  }
  if (!held) return;
  const was = held.rows, now = how(was);
  held.row += Math.trunc((was.length - now.length) / 2);
  held.column += Math.trunc(((was[0]?.length ?? 0) - (now[0]?.length ?? 0)) / 2);
  held.rows = now;
  turns.set(held.kind, now);
  clamp();
  if (press?.moved) ghostTo(press.x, press.y);
  draw();
}

/** Keep the piece in the hand within the frame. */
function clamp() {
  if (!held) return;
  const wide = Math.max(...rows.map((line) => line.length)), high = rows.length;
  held.row = Math.max(0, Math.min(held.row, Math.max(0, high - held.rows.length)));
  held.column = Math.max(0, Math.min(held.column, Math.max(0, wide - (held.rows[0]?.length ?? 0))));
}

/* ---------- dragging ---------- */

/** The length of a cell on the screen. */
function unit() {
  const matrix = bed().getScreenCTM();
  return (matrix?.a ?? 2) * 10;
}

/** A point of the screen in cells. @param {number} x @param {number} y @returns {[number, number]} */
function inCells(x, y) {
  const matrix = bed().getScreenCTM();
  if (!matrix) return [0, 0];
  const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
  return [point.y / 10, point.x / 10];
}

/** Show the piece under the pointer, and where it would snap to. @param {number} x @param {number} y */
function ghostTo(x, y) {
  if (!held) return;
  const wide = held.rows[0]?.length ?? 1, high = held.rows.length, size = unit();
  if (!ghost) {
    ghost = /** @type {SVGSVGElement} */ (shape("svg", {}));
    ghost.setAttribute("class", "flying");
    ghost.setAttribute("aria-hidden", "true");
    document.body.append(ghost);
  }
  ghost.setAttribute("viewBox", `-1 -1 ${wide * 10 + 2} ${high * 10 + 2}`);
  ghost.setAttribute("width", String(wide * size));
  ghost.setAttribute("height", String(high * size));
  ghost.replaceChildren(pieceOf(held.kind, held.rows));
  ghost.style.transform = `translate(${x - wide * size / 2}px,${y - high * size / 2}px)`;
  const [row, column] = inCells(x, y);
  const top = row - high / 2, side = column - wide / 2;
  const on = row > -0.9 && column > -0.9 && row < rows.length + 0.9 && column < Math.max(...rows.map((line) => line.length)) + 0.9;
  const spot = on ? snap(top, side) : null;
  const changed = held.on !== on || (spot && (spot[0] !== held.row || spot[1] !== held.column));
  held.on = on;
  if (spot) [held.row, held.column] = spot;
  if (changed) draw();
}

/** The nearest place that fits, if one is near; else the nearest. @param {number} top @param {number} side @returns {[number, number]} */
function snap(top, side) {
  /** @type {[number, number]} */ let best = [Math.round(top), Math.round(side)];
  let cost = 0.95;
  for (let row = Math.floor(top); row <= Math.ceil(top); row++) {
    for (let column = Math.floor(side); column <= Math.ceil(side); column++) {
      const far = Math.hypot(row - top, column - side);
      if (held && far < cost && !fault(rows, laid, { ...held, row, column })) { best = [row, column]; cost = far; }
    }
  }
  return best;
}

document.addEventListener("pointerdown", (event) => {
  if (!card || event.button !== 0 || press) return;
  const target = /** @type {Element} */ (event.target);
  const tool = /** @type {HTMLElement | null} */ (target.closest("#tray .tool:not(:disabled)"));
  const piece = target.closest("#bed [data-index]");
  if (!tool && !target.closest("#bed")) return;
  press = { kind: tool?.dataset.kind ?? "", index: piece ? Number(piece.getAttribute("data-index")) : -1, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", moved: false, id: event.pointerId };
  if (held && !tool && target.closest("#bed .held")) press.kind = held.kind;
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (!press || event.pointerId !== press.id) return;
  const y = event.clientY - (press.touch ? LIFT : 0);
  if (!press.moved) {
    if (Math.abs(event.clientX - press.x) + Math.abs(event.clientY - press.y) < FAR) return;
    if (press.index >= 0) lift(press.index);
    else if (press.kind && held?.kind !== press.kind) take(press.kind, false);
    if (!held) { press = null; return; }
    press.moved = true;
  }
  press.x = event.clientX;
  press.y = y;
  ghostTo(event.clientX, y);
});

/** @param {PointerEvent} event */
function release(event) {
  if (!press || event.pointerId !== press.id) return;
  const { moved, kind, index } = press;
  press = null;
  ghost?.remove();
  ghost = null;
  if (!card) return;
  if (event.type === "pointercancel") { if (moved && held) putBack(); return; }
  if (moved) {
    if (held?.on) { if (!drop()) draw(); }
    else putBack();
    return;
  }
  if (index >= 0 && !held) lift(index);
  else if (kind && !held?.on) { if (held?.kind === kind) putBack(); else take(kind, false); }
  else if (kind && held) { if (!/** @type {Element} */ (event.target).closest("#tray")) drop(); else if (held.kind === kind) putBack(); else take(kind, false); }
  else if (held) tap(event);
}
document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);

/** A tap on a cell with a piece in the hand: it goes there, if it can. @param {PointerEvent} event */
function tap(event) {
  if (!held) return;
  const [row, column] = inCells(event.clientX, event.clientY).map(Math.floor);
  const spot = around(rows, laid, held.kind, held.rows, row ?? 0, column ?? 0)[0];
  if (spot) { held = { ...spot, on: true }; drop(); }
  else { held.on = true; held.row = row ?? 0; held.column = column ?? 0; drop(); draw(); }
}

/* ---------- buttons and keys ---------- */

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const tool = /** @type {HTMLElement | null} */ (target.closest("#tray .tool"));
  if (tool && event.detail === 0) { // by a key
    take(tool.dataset.kind ?? "", true);
    if (held) bed().focus({ preventScroll: true });
    return;
  }
  switch (/** @type {HTMLElement | null} */ (target.closest("[data-shop]"))?.dataset.shop) {
    case "close": return closeShop();
    case "turn": return spin(turned);
    case "flip": return spin(flipped);
    case "clear": held = null; laid = []; keep(); says("The car is empty."); return draw();
    case "pack": if (held) putBack(); return void askOffers(card, rows, () => card, says, choose);
    case "load": return load();
  }
}, true);

/** Load what is planned: the card and its pieces in one go. */
function load() {
  const words = moves(rows, laid);
  if (!words || waiting()) return;
  send(played ? words : [`load ${card}`, ...words]);
}

document.addEventListener("keydown", (event) => {
  if (!card || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, textarea, select, dialog")) return;
  const letter = event.key.toLowerCase();
  if ((letter === "r" || letter === "f") && (held || target.closest("#workshop"))) spin(letter === "r" ? turned : flipped);
  else if (event.key === "Escape" && (held || target.closest("#workshop"))) {
    const kind = held?.kind;
    if (held) { putBack(); $(`#tray [data-kind="${kind}"]`)?.focus({ preventScroll: true }); }
    else closeShop();
  } else if (!target.closest("#bed") || !bedKey(event)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

/** Keys on the bed. @param {KeyboardEvent} event @returns {boolean} */
function bedKey(event) {
  const way = /** @type {[number, number] | undefined} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]);
  if (held) {
    if (way) {
      held.row += way[0];
      held.column += way[1];
      clamp();
      draw();
      announce(fault(rows, laid, held) ? `row ${held.row + 1}, column ${held.column + 1}: does not fit` : `row ${held.row + 1}, column ${held.column + 1}: fits`);
    } else if (event.key === "Enter" || event.key === " ") {
      if (drop()) (full(rows, laid) ? /** @type {HTMLElement | null} */ ($('[data-shop="load"]:not(:disabled)')) ?? $("#bed") : $("#tray .tool:not(:disabled)"))?.focus({ preventScroll: true });
    } else return false;
    return true;
  }
  if (way && laid.length) {
    cursor = (cursor + (way[0] + way[1] > 0 ? 1 : -1) + laid.length) % laid.length;
    draw();
    const piece = laid[cursor];
    if (piece) announce(`${piece.kind}, row ${piece.row + 1}, column ${piece.column + 1}`);
  } else if ((event.key === "Enter" || event.key === " ") && cursor >= 0) lift(cursor);
  else if ((event.key === "Delete" || event.key === "Backspace") && cursor >= 0) { laid.splice(cursor, 1); cursor = -1; keep(); draw(); }
  else return false;
  return true;
}

/** Lay a packing out. @param {Laid[]} plan */
function choose(plan) {
  laid = plan;
  held = null;
  cursor = -1;
  keep();
  says("The car is full.");
  const box = $("#offers");
  if (box) box.hidden = true;
  draw();
  $('[data-shop="load"]')?.focus({ preventScroll: true });
}

/* ---------- a new moment ---------- */

let lastSeat = "";

/** The board was drawn anew: what the workshop shows must still be possible. */
export function refreshShop() {
  const other = seat() !== lastSeat;
  lastSeat = seat();
  if (other && card) { card = ""; held = null; shop().hidden = true; } // another player of this screen looks now
  tidy();
  planned();
  const loading = $("[data-loading]");
  if (loading) {
    if (card !== loading.dataset.loading || !played) openPlayed(loading.dataset.loading ?? "", loading.dataset.rows ?? "");
    else { rows = (loading.dataset.rows ?? "").split("/").map((line) => line.replaceAll("o", ".")); laid = laid.filter((piece, index) => !fault(rows, laid.slice(0, index), piece)); draw(); }
    return;
  }
  if (!card) return;
  if (played || !$(`[data-plan="${card}"]`)) { card = ""; held = null; shop().hidden = true; return; }
  draw();
}
