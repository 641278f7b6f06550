// @ts-check
// Pieces under a pointer: dragged from the tray and on the bed, or put down by taps.

import { around, fault } from "./packing.js";
import { pieceOf, shape } from "./pieces.js";
import { draw } from "./workshop_drawing.js";
import { drop, lift, putBack, take } from "./workshop_hand.js";
import { bed, work } from "./workshop_state.js";

const FAR = 5; // pixels that make a press a drag
const LIFT = 46; // pixels by which a piece is held above a finger, so that it can be seen

/** @type {{kind: string, index: number, x: number, y: number, touch: boolean, moved: boolean, id: number} | null} */ let press = null;
/** @type {SVGSVGElement | null} the piece under the pointer */ let ghost = null;

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
  if (!work.held) return;
  const wide = work.held.rows[0]?.length ?? 1, high = work.held.rows.length, size = unit();
  if (!ghost) {
    ghost = /** @type {SVGSVGElement} */ (shape("svg", {}));
    ghost.setAttribute("class", "flying");
    ghost.setAttribute("aria-hidden", "true");
    document.body.append(ghost);
  }
  ghost.setAttribute("viewBox", `-1 -1 ${wide * 10 + 2} ${high * 10 + 2}`);
  ghost.setAttribute("width", String(wide * size));
  ghost.setAttribute("height", String(high * size));
  ghost.replaceChildren(pieceOf(work.held.kind, work.held.rows));
  ghost.style.transform = `translate(${x - wide * size / 2}px,${y - high * size / 2}px)`;
  const [row, column] = inCells(x, y);
  const top = row - high / 2, side = column - wide / 2;
  const on = row > -0.9 && column > -0.9 && row < work.rows.length + 0.9 && column < Math.max(...work.rows.map((line) => line.length)) + 0.9;
  const spot = on ? snap(top, side) : null;
  const changed = work.held.on !== on || (spot && (spot[0] !== work.held.row || spot[1] !== work.held.column));
  work.held.on = on;
  if (spot) [work.held.row, work.held.column] = spot;
  if (changed) draw();
}

/** The piece in the hand was turned: it still lies under the pointer that drags it. */
export function follow() {
  if (press?.moved) ghostTo(press.x, press.y);
}

/** The nearest place that fits, if one is near; else the nearest. @param {number} top @param {number} side @returns {[number, number]} */
function snap(top, side) {
  /** @type {[number, number]} */ let best = [Math.round(top), Math.round(side)];
  let cost = 0.95;
  for (let row = Math.floor(top); row <= Math.ceil(top); row++) {
    for (let column = Math.floor(side); column <= Math.ceil(side); column++) {
      const far = Math.hypot(row - top, column - side);
      if (work.held && far < cost && !fault(work.rows, work.laid, { ...work.held, row, column })) { best = [row, column]; cost = far; }
    }
  }
  return best;
}

document.addEventListener("pointerdown", (event) => {
  if (!work.card || event.button !== 0 || press) return;
  const target = /** @type {Element} */ (event.target);
  const tool = /** @type {HTMLElement | null} */ (target.closest("#tray .tool:not(:disabled)"));
  const piece = target.closest("#bed [data-index]");
  if (!tool && !target.closest("#bed")) return;
  press = { kind: tool?.dataset.kind ?? "", index: piece ? Number(piece.getAttribute("data-index")) : -1, x: event.clientX, y: event.clientY, touch: event.pointerType === "touch", moved: false, id: event.pointerId };
  if (work.held && !tool && target.closest("#bed .held")) press.kind = work.held.kind;
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (!press || event.pointerId !== press.id) return;
  const y = event.clientY - (press.touch ? LIFT : 0);
  if (!press.moved) {
    if (Math.abs(event.clientX - press.x) + Math.abs(event.clientY - press.y) < FAR) return;
    if (press.index >= 0) lift(press.index);
    else if (press.kind && work.held?.kind !== press.kind) take(press.kind, false);
    if (!work.held) { press = null; return; }
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
  if (!work.card) return;
  if (event.type === "pointercancel") { if (moved && work.held) putBack(); return; }
  if (moved) {
    if (work.held?.on) { if (!drop()) draw(); }
    else putBack();
    return;
  }
  if (index >= 0 && !work.held) lift(index);
  else if (kind && !work.held?.on) { if (work.held?.kind === kind) putBack(); else take(kind, false); }
  else if (kind && work.held) { if (!/** @type {Element} */ (event.target).closest("#tray")) drop(); else if (work.held.kind === kind) putBack(); else take(kind, false); }
  else if (work.held) tap(event);
}
document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);

/** A tap on a cell with a piece in the hand: it goes there, if it can. @param {PointerEvent} event */
function tap(event) {
  if (!work.held) return;
  const [row, column] = inCells(event.clientX, event.clientY).map(Math.floor);
  const spot = around(work.rows, work.laid, work.held.kind, work.held.rows, row ?? 0, column ?? 0)[0];
  if (spot) { work.held = { ...spot, on: true }; drop(); }
  else { work.held.on = true; work.held.row = row ?? 0; work.held.column = column ?? 0; drop(); draw(); }
}
