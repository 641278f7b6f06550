// @ts-check
// Where hexes lie on the picture of the map, and which hex lies where.

import { $ } from "../../../../page/static/dom.js";

/** @typedef {import("./map.js").Point} Point */

export const WIDE = 70, ROW = 60; // a hex is so wide, and the next row so much lower

/** The name of the hex at a place of the picture, or "" beyond the surface. @param {Point} point */
export function hexAt({ x, y }) {
  const ground = $("#map-ground");
  const radius = Number(ground?.dataset.radius), middle = Number(ground?.dataset.middle);
  let best = "", cost = Infinity;
  for (const row of [Math.floor(y / ROW), Math.ceil(y / ROW)]) {
    const column = Math.round((x - WIDE / 2 * row) / WIDE);
    const far = Math.hypot(x - WIDE * column - WIDE / 2 * row, y - ROW * row);
    if (far < cost && Math.max(Math.abs(column), Math.abs(row), Math.abs(column + row)) <= radius) {
      best = letters(row + middle) + (column + middle + 1);
      cost = far;
    }
  }
  return cost < 41 ? best : "";
}

/** a to z, then aa, ab, … @param {number} row */
function letters(row) {
  let name = "";
  for (let left = row + 1; left > 0; left = Math.floor((left - 1) / 26)) name = String.fromCharCode(97 + (left - 1) % 26) + name;
  return name;
}

/** The middle of a hex. @param {string} name @returns {Point} */
export function place(name) {
  const middle = Number($("#map-ground")?.dataset.middle);
  const [, word = "a", number = "1"] = /^([a-z]+)(\d+)$/.exec(name) ?? [];
  const row = [...word].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1 - middle;
  const column = Number(number) - 1 - middle;
  return { x: WIDE * column + WIDE / 2 * row, y: ROW * row };
}
