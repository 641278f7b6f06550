// @ts-check
// The workshop as it looks: the bed of the car, the pieces on it, and the tray.

import { legal, waiting } from "../../../../page/static/client.js";
import { $, make } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { fault, fitting, full, outline } from "./packing.js";
import { pieceOf, shape, spoken, stock } from "./pieces.js";
import { bed, left, turns, work } from "./workshop_state.js";

/** Everything in the workshop. */
export function draw() {
  const wide = Math.max(...work.rows.map((line) => line.length)), high = work.rows.length;
  const frame = bed();
  frame.setAttribute("viewBox", `-5 -5 ${wide * 10 + 10} ${high * 10 + 10}`);
  frame.classList.toggle("tall", high * 1.25 > wide);
  frame.replaceChildren(shape("path", { class: "floor", d: outline(work.rows).fill }), shape("path", { class: "walls", d: outline(work.rows).edge }));
  const glows = work.held ? fitting(work.rows, work.laid, work.held) : new Set();
  for (const [row, line] of work.rows.entries()) {
    for (const [column, mark] of [...line].entries()) {
      const kind = glows.has(`${row},${column}`) ? "cell glows" : "cell";
      if (mark === "x") frame.append(shape("rect", { class: kind, x: String(column * 10 + 0.8), y: String(row * 10 + 0.8), width: "8.4", height: "8.4", rx: "1" }));
    }
  }
  work.laid.forEach((piece, index) => {
    const group = pieceOf(piece.kind, piece.rows, index === work.cursor ? "at" : "");
    group.setAttribute("transform", `translate(${piece.column * 10} ${piece.row * 10})`);
    group.setAttribute("data-index", String(index));
    frame.append(group);
  });
  if (work.held?.on) {
    const group = pieceOf(work.held.kind, work.held.rows, fault(work.rows, work.laid, work.held) ? "held bad" : "held");
    group.setAttribute("transform", `translate(${work.held.column * 10} ${work.held.row * 10})`);
    frame.append(group);
  }
  if (!work.held) document.querySelector("svg.flying")?.remove();
  drawTray();
  const back = /** @type {HTMLButtonElement | null} */ ($('[data-shop="undo"]'));
  if (back) back.disabled = !work.held && !work.past.length;
  const go = /** @type {HTMLButtonElement | null} */ ($('[data-shop="load"]'));
  const settled = work.held?.on && !fault(work.rows, work.laid, work.held) ? [...work.laid, work.held] : work.laid;
  const done = full(work.rows, settled), may = work.played ? legal().some((move) => move.startsWith("lay ")) : legal().includes(`load ${work.card}`);
  if (go) {
    go.disabled = !done || !may || waiting();
    go.textContent = $("#hand[data-late]") ? sentence("no more loading") : done && !may ? sentence("load later") : sentence("load card", { card: spoken(work.card) });
  }
}

function drawTray() {
  const tray = $("#tray");
  if (!tray) return;
  const focus = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#tray button") ?? null)?.dataset.kind;
  tray.replaceChildren(...stock().map((entry) => {
    const kind = entry.dataset.piece ?? "", rest = left(kind), picture = trayRows(kind);
    const button = /** @type {HTMLButtonElement} */ (make("button", "", `tool${work.held?.kind === kind ? " on" : ""}`));
    button.type = "button";
    button.dataset.kind = kind;
    button.disabled = rest <= 0 && work.held?.kind !== kind;
    button.setAttribute("aria-pressed", String(work.held?.kind === kind));
    button.setAttribute("aria-label", sentence("pieces left", { piece: kind, count: rest }));
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
export function trayRows(kind) {
  if (work.held?.kind === kind) return work.held.rows;
  return turns.get(kind) ?? (stock().find((entry) => entry.dataset.piece === kind)?.dataset.shape ?? "x").split("/");
}

/** A sentence below the bed. @param {string} text */
export function says(text) {
  const line = $("#shop-says");
  if (line) line.textContent = text;
}
