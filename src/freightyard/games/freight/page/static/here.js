// @ts-check
// The line that tells what is pointed at. It stands where it covers the fewest cities, and least of all those that it speaks of, or a
// line or a trip that is looked at.

import { $, $$ } from "../../../../page/static/dom.js";
import { towns, wants } from "./towns.js";

const PLACES = ["", "high", "right", "narrow", "narrow right", "narrow high"]; // at the lower left, at the top, at the lower right

/** @param {DOMRect} one @param {DOMRect} other */
const meet = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** Say something on the map, or nothing. @param {string} words @param {string} [about] the hex or the letter of the marker that it is about */
export function sayHere(words, about = "") {
  const line = $("#here");
  if (!line || line.textContent === words) return;
  line.textContent = words;
  lie(about);
}

/** Make way for what lies on the map now. @param {string} about the hex that it is about */
export const makeWay = (about) => { if ($("#here")?.textContent) lie(about); };

/** @param {string} about */
function lie(about) {
  const line = $("#here");
  if (!line?.textContent) return;
  const over = $$(".note, .desk, .zoom, #mini:not(.off)").map((each) => each.getBoundingClientRect()).filter((each) => each.width);
  const ways = $$("#ghost > .hx, #ghost > .goal, #map-ways .way.on").map((each) => each.getBoundingClientRect()).filter((each) => each.width);
  const cities = towns().flatMap((town) => {
    const box = $(`#map-cities [data-hex="${town.hex}"]`)?.getBoundingClientRect();
    return box ? [{ box, weight: town.hex === about || (about.length === 1 && wants(town, about)) ? 5 : 1 }] : [];
  });
  const pointed = about && !cities.some(({ weight }) => weight > 1) ? $(`#map-spots [data-hex="${about}"]`)?.getBoundingClientRect() : undefined;
  const costs = PLACES.map((place) => {
    line.className = `here-hex ${place}`;
    const box = line.getBoundingClientRect();
    const hidden = cities.reduce((sum, city) => sum + (meet(city.box, box) ? city.weight : 0), 0) + (pointed && meet(pointed, box) ? 5 : 0);
    return hidden + 5 * ways.filter((each) => meet(each, box)).length + 50 * over.filter((each) => meet(each, box)).length;
  });
  line.className = `here-hex ${PLACES[costs.indexOf(Math.min(...costs))]}`;
}
