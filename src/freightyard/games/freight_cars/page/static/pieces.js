// @ts-check
// The free pieces of the one who looks, and pieces as pictures.

import { $, $$ } from "../../../../page/static/dom.js";
import { outline } from "./packing.js";

export const stock = () => $$("#pieces [data-piece]");

/** How many pieces of a kind are free. @param {string} kind */
export const free = (kind) => Number(stock().find((entry) => entry.dataset.piece === kind)?.dataset.free ?? 0);

/** @param {string} kind */
const tint = (kind) => `k${stock().findIndex((entry) => entry.dataset.piece === kind) % 9 + 1}`;

/** A card as people call it. @param {string} name */
export const spoken = (name) => name.replace(/-(\d+)$/, " #$1").replaceAll("-", " ");

/** @param {string} tag @param {Record<string, string>} attributes @returns {SVGElement} */
export function shape(tag, attributes) {
  const element = /** @type {SVGElement} */ (document.createElementNS($("#bed")?.namespaceURI ?? null, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** A piece: its cells, its edge, its name. @param {string} kind @param {string[]} picture @param {string} [more] @returns {SVGElement} */
export function pieceOf(kind, picture, more = "") {
  const { fill, edge } = outline(picture);
  const group = shape("g", { class: `laid ${tint(kind)} ${more}` });
  const column = (picture[0] ?? "").indexOf("x");
  const label = shape("text", { x: String(column * 10 + 5), y: "6.4" });
  label.textContent = kind;
  group.append(shape("path", { class: "body", d: fill }), shape("path", { class: "rim", d: edge }), label);
  return group;
}
