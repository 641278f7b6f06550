// @ts-check
// Pieces under a pointer. One that was picked hangs at the mouse until it is clicked down; it can be dragged by mouse or finger too,
// and taps put it down. Its shadow lies on the cells where it would go.

import { around, fault, flipped, nearest, turned } from "./packing.js";
import { pieceOf, shape } from "./pieces.js";
import { draw } from "./workshop_drawing.js";
import { allow, drop, lift, putBack, settle, spin, take } from "./workshop_hand.js";
import { bed, section, work } from "./workshop_state.js";

const NEAR = 0.95; // cells by which a piece moves by itself to where it fits
const FAR = 5; // pixels that make a press a drag
const LIFT = 46; // pixels by which a piece is held above a finger, so that it can be seen
const NOTCH = 50; // pixels of a wheel that make a quarter turn: a trackpad sends many small ones

/** @type {{kind: string, index: number, x: number, y: number, touch: boolean, moved: boolean, id: number} | null} */ let press = null;
/** @type {{x: number, y: number} | null} where the mouse is, which a piece hangs at */ let mouse = null;

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
function hangAt(x, y) {
  if (!work.held) return;
  const wide = work.held.rows[0]?.length ?? 1, high = work.held.rows.length, size = unit();
  const [row, column] = inCells(x, y);
  const top = row - high / 2, side = column - wide / 2;
  const on = row > -0.9 && column > -0.9 && row < work.rows.length + 0.9 && column < Math.max(...work.rows.map((line) => line.length)) + 0.9;
  const spot = on ? snap(top, side, [Math.floor(row), Math.floor(column)]) : null;
  const changed = work.held.on !== on || (spot && (spot[0] !== work.held.row || spot[1] !== work.held.column));
  work.held.on = on;
  if (spot) [work.held.row, work.held.column] = spot;
  if (changed) { allow(); draw(); }
  const flying = hanging();
  const looks = `${work.held.kind} ${work.held.rows.join("/")} ${size}`;
  if (flying.dataset.looks !== looks) {
    flying.dataset.looks = looks;
    flying.setAttribute("viewBox", `-1 -1 ${wide * 10 + 2} ${high * 10 + 2}`);
    flying.setAttribute("width", String(wide * size));
    flying.setAttribute("height", String(high * size));
    flying.replaceChildren(pieceOf(work.held.kind, work.held.rows));
  }
  flying.style.transform = `translate(${x - wide * size / 2}px,${y - high * size / 2}px)`;
}

/** The piece that hangs at the pointer; `draw` takes it away when the hand is empty. @returns {SVGSVGElement} */
function hanging() {
  const there = /** @type {SVGSVGElement | null} */ (document.querySelector("svg.flying"));
  if (there) return there;
  const made = /** @type {SVGSVGElement} */ (shape("svg", { class: "flying", "aria-hidden": "true" }));
  document.body.append(made);
  return made;
}

/** The piece in the hand was turned: it still lies under its pointer. */
export function follow() {
  if (press?.moved) hangAt(press.x, press.y);
  else if (mouse) hangAt(mouse.x, mouse.y);
}

/** The nearest place that fits, if one is near; else one that covers the cell under the pointer, which is lit; else the nearest.
 * @param {number} top @param {number} side @param {[number, number]} [cell] @returns {[number, number]} */
function snap(top, side, cell) {
  /** @type {[number, number]} */ let best = [Math.round(top), Math.round(side)];
  let cost = NEAR;
  for (let row = Math.floor(top); row <= Math.ceil(top); row++) {
    for (let column = Math.floor(side); column <= Math.ceil(side); column++) {
      const far = Math.hypot(row - top, column - side);
      if (work.held && far < cost && !fault(work.rows, work.laid, { ...work.held, row, column })) { best = [row, column]; cost = far; }
    }
  }
  const lit = work.held && cost === NEAR && cell ? nearest(work.rows, work.laid, work.held, cell, [top, side]) : null;
  return lit ? [lit.row, lit.column] : best;
}

document.addEventListener("pointerdown", (event) => {
  if (!work.card || event.button !== 0 || press) return;
  const target = /** @type {Element} */ (event.target);
  const tool = /** @type {HTMLElement | null} */ (target.closest("#tray .tool:not(:disabled)"));
  const piece = target.closest("#bed [data-index]");
  if (!tool && !target.closest("#bed")) {
    if (!target.closest("#workshop")) settle();
    return;
  }
  press = { kind: tool?.dataset.kind ?? "", index: piece ? Number(piece.getAttribute("data-index")) : -1, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", moved: false, id: event.pointerId };
  mouse = press.touch ? null : { x: event.clientX, y: event.clientY };
  if (work.held && !tool && target.closest("#bed .held")) press.kind = work.held.kind;
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "touch" && mouse && !press) {
    mouse = { x: event.clientX, y: event.clientY };
    return hangAt(event.clientX, event.clientY);
  }
  if (!press || event.pointerId !== press.id) return;
  const y = event.clientY - (press.touch ? LIFT : 0);
  if (!press.moved) {
    if (Math.abs(event.clientX - press.x) + Math.abs(event.clientY - press.y) < FAR) return;
    if (press.index >= 0 && !work.held) lift(press.index);
    else if (press.kind && work.held?.kind !== press.kind) take(press.kind, press.touch ? "touch" : "mouse");
    if (!work.held) { press = null; return; }
    press.moved = true;
  }
  press.x = event.clientX;
  press.y = y;
  if (mouse) mouse = { x: event.clientX, y: event.clientY };
  hangAt(event.clientX, y);
});

/** @param {PointerEvent} event */
function release(event) {
  if (!press || event.pointerId !== press.id) return;
  const { moved, kind, index, touch } = press, inTray = event.target instanceof Element && event.target.closest("#tray");
  press = null;
  if (!work.card) return;
  if (event.type === "pointercancel") { if (moved && work.held) putBack(); }
  else if (moved && work.held?.on) { if (!drop()) draw(); }
  else if (moved) putBack();
  else if (kind && (inTray || !work.held)) fromTray(kind, touch);
  else if (index >= 0 && !work.held) lift(index);
  else if (kind && touch) turnThere();
  else if (work.held?.on && !touch) drop();
  else if (work.held) tap(event);
  if (!work.held || touch) document.querySelector("svg.flying")?.remove();
  else if (mouse) hangAt(mouse.x, mouse.y);
}
document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);

/** A piece of the tray was picked. The same again: a finger turns it, the mouse lets it go. @param {string} kind @param {boolean} touch */
function fromTray(kind, touch) {
  if (work.held?.kind !== kind) take(kind, touch ? "touch" : "mouse");
  else if (touch) spin(turned);
  else putBack();
}

/** A tap on a piece that was lifted: it turns, and moves a little if it must to fit. */
function turnThere() {
  spin(turned);
  if (!work.held) return;
  [work.held.row, work.held.column] = snap(work.held.row + 0.01, work.held.column + 0.01);
  draw();
}

/** A tap on a cell with a piece in the hand: it goes there, if it can. @param {PointerEvent} event */
function tap(event) {
  if (!work.held) return;
  const [row, column] = inCells(event.clientX, event.clientY).map(Math.floor);
  const spot = around(work.rows, work.laid, work.held.kind, work.held.rows, row ?? 0, column ?? 0)[0];
  if (spot) { work.held = { ...work.held, ...spot, on: true }; drop(); }
  else { work.held.on = true; work.held.row = row ?? 0; work.held.column = column ?? 0; drop(); draw(); }
}

/* ---------- the wheel turns, a right click flips ---------- */

let wheeled = 0;
/** Only while a piece hangs at the mouse: otherwise the wheel scrolls. */
section()?.addEventListener("wheel", (event) => {
  if (!work.held || !mouse) return;
  event.preventDefault();
  wheeled += event.deltaY || event.deltaX;
  if (Math.abs(wheeled) < NOTCH) return;
  if (event.shiftKey) spin(flipped);
  else if (wheeled > 0) spin(turned);
  else spin((rows) => turned(turned(turned(rows))));
  wheeled = 0;
  follow();
}, { passive: false });

section()?.addEventListener("contextmenu", (event) => {
  if (!work.held) return;
  event.preventDefault();
  if (!mouse) return;
  spin(flipped);
  follow();
});

/** The workshop was closed, or keys took over: nothing hangs at the mouse. */
export function letGo() {
  mouse = null;
  document.querySelector("svg.flying")?.remove();
}
