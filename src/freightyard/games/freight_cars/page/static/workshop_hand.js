// @ts-check
// The piece in the hand: taken from the tray or lifted from the bed, turned, put down, and undone.

import { announce } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { hideOffers } from "./offers.js";
import { covered, fault, firstPlace, fitsTurned } from "./packing.js";
import { draw, says, trayRows } from "./workshop_drawing.js";
import { keep, lay, left, turns, work } from "./workshop_state.js";

/** @typedef {"keys" | "mouse" | "touch"} By by what a piece is moved: keys let it hover over the bed at once */

/** Take a piece out of the tray, as it is turned there: whoever knows how it shall lie turns it themselves. @param {string} kind @param {By} by */
export function take(kind, by) {
  hideOffers();
  settle();
  if (left(kind) <= 0) return says(sentence("no piece left", { piece: kind }));
  const picture = trayRows(kind), on = by === "keys";
  const spot = firstPlace(work.rows, work.laid, kind, picture);
  work.held = { kind, rows: picture, row: spot?.row ?? 0, column: spot?.column ?? 0, on };
  work.cursor = -1;
  const piece = { piece: kind }, touch = by === "touch";
  if (spot) says(on ? "" : touch ? sentence("place by touch", piece) : sentence("place by mouse", piece));
  else if (!fitsTurned(work.rows, work.laid, kind, picture)) refuse(sentence("does not fit", piece));
  else refuse(touch ? sentence("fits when turned by touch", piece) : sentence("fits when turned", piece));
  draw();
}

/** Lift a piece that lies on the card. @param {number} index */
export function lift(index) {
  const piece = work.laid[index];
  if (!piece) return;
  settle();
  const from = [...work.laid];
  work.laid = work.laid.filter((other) => other !== piece);
  work.held = { ...piece, on: true, from };
  work.cursor = -1;
  keep();
  says("");
  draw();
}

/** The hand is wanted for something else: a piece that hovers where it fits is put down there, and any other goes back into the tray. */
export function settle() {
  if (work.held) { if (work.held.on && !fault(work.rows, work.laid, work.held)) drop(); else putBack(); }
}

/** Put the piece in the hand back into the tray. */
export function putBack() {
  if (work.held?.from) lay(work.laid, work.held.from);
  work.held = null;
  says("");
  draw();
}

/** Put the piece in the hand down where it hovers. */
export function drop() {
  if (!work.held?.on) return false;
  const wrong = fault(work.rows, work.laid, work.held);
  if (wrong) {
    const text = wrong === "edge" ? sentence("sticks out", { piece: work.held.kind }) : sentence("covers another", { piece: work.held.kind });
    refuse(text);
    announce(text);
    return false;
  }
  const { kind, rows: picture, row, column, from } = work.held;
  lay([...work.laid, { kind, rows: picture, row, column }], from);
  turns.set(kind, picture);
  work.held = null;
  keep();
  sayOpen();
  draw();
  return true;
}

/** Undo the last step; a piece in the hand goes back to where it was. */
export function undo() {
  hideOffers();
  const before = work.held ? work.held.from ?? work.laid : work.past.pop();
  if (!before) return;
  work.held = null;
  work.cursor = -1;
  work.laid = before;
  keep();
  sayOpen();
  draw();
}

/** How much is left to do. */
function sayOpen() {
  const open = work.rows.join("").split("x").length - 1 - work.laid.flatMap(covered).length;
  says(!open ? sentence("car full") : open === 1 ? sentence("cell left") : sentence("cells left", { count: open }));
}

/** Turn or flip the piece in the hand; its middle stays. @param {(rows: string[]) => string[]} how */
export function spin(how) {
  if (!work.held) {
    if (work.cursor >= 0 && work.laid[work.cursor]) lift(work.cursor);
    else return says(sentence("pick piece first"));
  }
  if (!work.held) return;
  const was = work.held.rows, now = how(was);
  work.held.row += Math.trunc((was.length - now.length) / 2);
  work.held.column += Math.trunc(((was[0]?.length ?? 0) - (now[0]?.length ?? 0)) / 2);
  work.held.rows = now;
  turns.set(work.held.kind, now);
  clamp();
  allow();
  draw();
}

let refused = false;

/** Say that the piece in the hand does not fit. @param {string} text */
function refuse(text) {
  says(text);
  refused = true;
}

/** The piece in the hand was turned or moved: what was said of it goes when it fits. */
export function allow() {
  if (!refused || !work.held || (work.held.on ? fault(work.rows, work.laid, work.held) : !firstPlace(work.rows, work.laid, work.held.kind, work.held.rows))) return;
  refused = false;
  says("");
}

/** Keep the piece in the hand within the frame. */
export function clamp() {
  if (!work.held) return;
  const wide = Math.max(...work.rows.map((line) => line.length)), high = work.rows.length;
  work.held.row = Math.max(0, Math.min(work.held.row, Math.max(0, high - work.held.rows.length)));
  work.held.column = Math.max(0, Math.min(work.held.column, Math.max(0, wide - (work.held.rows[0]?.length ?? 0))));
}
