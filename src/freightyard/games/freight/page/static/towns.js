// @ts-check
// The cities as they are drawn: what they supply and want, and where on them each marker lies.

import { $, $$ } from "../../../../page/static/dom.js";
import { place } from "./hexes.js";

/** @typedef {import("./map.js").Point} Point */
/** @typedef {Point & {hex: string, name: string, tile: string, marks: string}} Town `tile`: the colours that it supplies; `marks`: what lies
 * there, small letters for cubes and capitals for disks */

const APART = 25; // markers of a row
const SUPPLY = -4; // and the heights of the two rows
const DEMAND = 20;

const colours = () => $("#map-ground")?.dataset.letters ?? "";

/** What a colour is called. @param {string} letter */
export const colourOf = (letter) => ($("#map-ground")?.dataset.colours ?? "").split(" ")[colours().indexOf(letter.toLowerCase())] ?? letter;

/** @returns {Town[]} */
export const towns = () => $$("#map-cities .city").map((city) => {
  const { hex = "", name = "", tile = "", marks = "" } = city.dataset;
  return { ...place(hex), hex, name, tile, marks };
});

/** The letters of the two rows of a city. @param {Town} town */
const rows = ({ tile }) => [tile, [...colours()].filter((letter) => !tile.includes(letter)).join("").toUpperCase()];

/** Where a marker lies on a city. @param {Town} town @param {string} letter @returns {Point} */
export function slot(town, letter) {
  const [supply = "", demand = ""] = rows(town);
  const above = supply.includes(letter);
  return { x: town.x + APART * ((above ? supply : demand).indexOf(letter) - 1), y: town.y + (above ? SUPPLY : DEMAND) };
}

/** The letter at a place of a city, or "". @param {Town} town @param {Point} at */
export function letterAt(town, at) {
  if (!town.tile) return "";
  return rows(town).join("").split("").find((letter) => { const { x, y } = slot(town, letter); return Math.abs(at.x - x) < 12 && Math.abs(at.y - y) < 12; }) ?? "";
}

/** How a city wants a cube: in full if a disk is there, for little without, or not at all. @param {Town} town @param {string} letter @returns {"" | "full" | "little"} */
export function wants({ tile, marks }, letter) {
  if (!tile || tile.includes(letter.toLowerCase())) return "";
  return marks.includes(letter.toUpperCase()) ? "full" : "little";
}
