// @ts-check
// The line that tells what is pointed at. It stands where it covers the fewest cities, and least of all those that it speaks of, or a
// line or a trip that is looked at.

import { $, $$ } from "../../../../page/static/dom.js";
import { towns, wants } from "./towns.js";

const PLACES = ["", "high", "right", "narrow", "narrow right", "narrow high"]; // at the lower left, at the top, at the lower right

const EDGE = 8, STEP = 12; // pixels

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

/** Places all over a frame, for the wide and the narrow form of the line. @param {DOMRect} frame @param {DOMRect[]} forms */
const between = (frame, forms) => forms.flatMap(({ width, height }, form) => [EDGE, (frame.width - width) / 2, frame.width - width - EDGE].flatMap((left) => {
  const rows = Math.max(0, Math.floor((frame.height - height - 2 * EDGE) / STEP) + 1);
  return Array.from({ length: rows }, (_, row) => ({ narrow: form > 0, box: new DOMRect(frame.left + left, frame.top + EDGE + row * STEP, width, height) }));
}));

/** @param {string} about */
function lie(about) {
  const line = $("#here");
  if (!line?.textContent) return;
  const over = $$(".note, .desk, .zoom").map((each) => each.getBoundingClientRect()).filter((each) => each.width);
  const ways = $$("#ghost > .hx, #ghost > .goal, #map-ways .way.on").map((each) => each.getBoundingClientRect()).filter((each) => each.width);
  const cities = towns().flatMap((town) => {
    const box = $(`#map-cities [data-hex="${town.hex}"]`)?.getBoundingClientRect();
    return box ? [{ box, weight: town.hex === about || (about.length === 1 && wants(town, about)) ? 5 : 1 }] : [];
  });
  const pointed = about && !cities.some(({ weight }) => weight > 1) ? $(`#map-spots [data-hex="${about}"]`)?.getBoundingClientRect() : undefined;
  const cost = (/** @type {DOMRect} */ box) => {
    const hidden = cities.reduce((sum, city) => sum + (meet(city.box, box) ? city.weight : 0), 0) + (pointed && meet(pointed, box) ? 5 : 0);
    return hidden + 5 * ways.filter((each) => meet(each, box)).length + 50 * over.filter((each) => meet(each, box)).length;
  };
  line.removeAttribute("style");
  const boxes = PLACES.map((place) => {
    line.className = `here-hex ${place}`;
    return line.getBoundingClientRect();
  });
  const costs = boxes.map(cost), least = Math.min(...costs);
  line.className = `here-hex ${PLACES[costs.indexOf(least)]}`;
  const frame = line.offsetParent?.getBoundingClientRect();
  if (!least || !frame) return;
  // A small map has no free corner: then anywhere between its cities.
  const free = between(frame, boxes.filter((_, index) => /^(narrow)?$/.test(PLACES[index] ?? "")));
  const costsThere = free.map(({ box }) => cost(box)), best = Math.min(...costsThere), there = free[costsThere.indexOf(best)];
  if (!there || best >= least) return;
  line.className = `here-hex ${there.narrow ? "narrow" : ""}`;
  Object.assign(line.style, { left: `${there.box.left - frame.left}px`, top: `${there.box.top - frame.top}px`, right: "auto", bottom: "auto", width: `${Math.ceil(there.box.width)}px` });
}
