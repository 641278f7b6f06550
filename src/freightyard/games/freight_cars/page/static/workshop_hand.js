// @ts-check
// The piece in the hand: taken from the tray or lifted from the bed, turned, and put down.

import { announce } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { hideOffers } from "./offers.js";
import { covered, fault, firstPlace } from "./packing.js";
import { draw, says, trayRows } from "./workshop_drawing.js";
import { keep, left, turns, work } from "./workshop_state.js";

/** Take a piece out of the tray. @param {string} kind @param {boolean} on whether it hovers over the bed at once, for keys */
export function take(kind, on) {
  hideOffers();
  if (work.held) putBack();
  if (left(kind) <= 0) return says(sentence("no piece left", { piece: kind }));
  const picture = trayRows(kind);
  const spot = on ? firstPlace(work.rows, work.laid, kind, picture) : null;
  work.held = { kind, rows: spot?.rows ?? picture, row: spot?.row ?? 0, column: spot?.column ?? 0, on };
  work.cursor = -1;
  says(on && !spot ? sentence("does not fit", { piece: kind }) : on ? "" : sentence("place piece", { piece: kind }));
  draw();
}

/** Lift a piece that lies on the card. @param {number} index */
export function lift(index) {
  const piece = work.laid[index];
  if (!piece) return;
  if (work.held) putBack();
  work.laid.splice(work.laid.indexOf(piece), 1);
  work.held = { ...piece, on: true };
  work.cursor = -1;
  keep();
  says("");
  draw();
}

/** Put the piece in the hand back into the tray. */
export function putBack() {
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
    says(text);
    announce(text);
    return false;
  }
  const { kind, rows: picture, row, column } = work.held;
  work.laid.push({ kind, rows: picture, row, column });
  turns.set(kind, picture);
  work.held = null;
  keep();
  const open = work.rows.join("").split("x").length - 1 - work.laid.flatMap(covered).length;
  says(!open ? sentence("car full") : open === 1 ? sentence("cell left") : sentence("cells left", { count: open }));
  draw();
  return true;
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
  draw();
}

/** Keep the piece in the hand within the frame. */
export function clamp() {
  if (!work.held) return;
  const wide = Math.max(...work.rows.map((line) => line.length)), high = work.rows.length;
  work.held.row = Math.max(0, Math.min(work.held.row, Math.max(0, high - work.held.rows.length)));
  work.held.column = Math.max(0, Math.min(work.held.column, Math.max(0, wide - (work.held.rows[0]?.length ?? 0))));
}
