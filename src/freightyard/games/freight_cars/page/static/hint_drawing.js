// @ts-check
// A hint on a card: the pieces that it lays are drawn in their places, with their order.

import { onAdvice } from "../../../../page/static/advice.js";
import { $, $$ } from "../../../../page/static/dom.js";
import { covered, open } from "./packing.js";

/** @typedef {import("./packing.js").Laid} Laid */

const SHADES = 4; // of pieces that lie side by side

/** Where moves lay their pieces: each covers the first open cell with its own first one. @param {string[]} card @param {string[][]} lays @returns {Laid[]} */
function laid(card, lays) {
  /** @type {Laid[]} */ const found = [];
  for (const [, kind = "", picture = ""] of lays) {
    const taken = new Set(found.flatMap(covered));
    const first = [...open(card)].find((cell) => !taken.has(cell));
    if (!first) break;
    const [row = 0, column = 0] = first.split(",").map(Number), rows = picture.split("/");
    found.push({ kind, rows, row, column: column - (rows[0] ?? "").indexOf("x") });
  }
  return found;
}

/** @param {Element} drawing in which it is to lie @param {string} name @param {Record<string, string | number>} attributes */
function shape(drawing, name, attributes) {
  const made = document.createElementNS(drawing.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

onAdvice((advice) => {
  for (const drawing of $$(".hint-pieces")) drawing.remove();
  const [first = [], ...rest] = (advice?.plan ?? []).map((move) => move.split(" "));
  if (first[0] !== "load") return;
  const element = $(`[data-plan="${first[1]}"]`), bed = element && $("svg.bed", element);
  const corners = [...(bed && $("path", bed)?.getAttribute("d") || "").matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  if (!bed || !corners.length) return;
  const left = Math.min(...corners.map(([x = 0]) => x)), top = Math.min(...corners.map(([, y = 0]) => y));
  const group = shape(bed, "g", { class: "hint-pieces" });
  laid((element.dataset.shape ?? "").split("/"), rest.filter(([verb]) => verb === "lay")).forEach((piece, index) => {
    const cells = covered(piece).map((cell) => cell.split(",").map(Number));
    group.append(shape(bed, "path", { class: `shade-${index % SHADES}`, d: cells.map(([row = 0, column = 0]) => `M${left + column} ${top + row}h1v1h-1z`).join("") }));
    const [row = 0, column = 0] = cells[0] ?? [], number = shape(bed, "text", { x: left + column + 0.5, y: top + row + 0.8, class: "hint-count" });
    number.textContent = String(index + 1);
    group.append(number);
  });
  bed.append(group);
});
