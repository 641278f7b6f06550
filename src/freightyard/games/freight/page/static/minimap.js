// @ts-check
// The overview of a small screen: all of the network, with a frame around the part that is in sight. A tap moves the map there. It
// lies in a corner of the map under which there is no city and nothing to click; if there is none, it gives way.

import { onAdvice } from "../../../../page/static/advice.js";
import { $, $$ } from "../../../../page/static/dom.js";
import { SMALL } from "./map.js";

const HEX = 35; // half of its width
const TALL = 48; // half of the height of a city with its name
const GAP = 6; // pixels around it
const EDGE = 50; // around all there is some land, which need not be seen

/** Draw an overview beside a map, and keep it true. @param {import("./map.js").MapView} atlas @returns {() => void} draw what lies on the map now */
export function minimap(atlas) {
  const mini = /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($("#mini")));
  const frame = document.createElementNS(mini.namespaceURI, "rect");
  frame.setAttribute("class", "sight");
  let box = { left: 0, top: 0, wide: 1, high: 1 };
  /** @type {{x: number, y: number}[]} the middles of hexes that are not to be covered */ let taken = [];
  let corner = 0; // the one in which it lies

  /** @param {string} name @param {Record<string, string>} attributes */
  function shape(name, attributes) {
    const made = document.createElementNS(mini.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function draw() {
    const [left = 0, top = 0, wide = 1, high = 1] = ($("#map-cities")?.dataset.busy ?? "").split(" ").map(Number);
    box = { left, top, wide, high };
    mini.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
    const rails = $$("#map-track .rail").map((rail) => shape("path", { class: rail.getAttribute("class") ?? "", d: rail.getAttribute("d") ?? "" }));
    const towns = $$("#map-cities .city .town").map((town) => {
      const [, x = "0", y = "0"] = /^M(-?\d+) (-?\d+)/.exec(town.getAttribute("d") ?? "") ?? [];
      return shape("circle", { class: "town", cx: x, cy: String(Number(y) + 48), r: String(HEX) });
    });
    const trains = $$("#map-trains [data-loco]").map((train) => {
      const [, x = "0", y = "0"] = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(train.getAttribute("transform") ?? "") ?? [];
      return shape("circle", { class: `train o${train.dataset.loco}`, cx: x, cy: y, r: "26" });
    });
    taken = $$("#map-cities .city .town, #map-spots :is(.can, .site, .far, .on-town), #advice-marks > *").map((hex) => {
      const [, x = "0", y = "0"] = /^M(-?[\d.]+) (-?[\d.]+)/.exec(hex.getAttribute("d") ?? "") ?? [];
      return { x: Number(x), y: Number(y) + 44 };
    });
    mini.replaceChildren(...rails, ...towns, ...trains, frame);
    look();
  }

  /** The frame around what is in sight; where all of it is, there is nothing to find. */
  function look() {
    const seen = atlas.seen();
    const all = seen.left <= box.left + EDGE && seen.top <= box.top + EDGE && seen.left + seen.wide >= box.left + box.wide - EDGE && seen.top + seen.high >= box.top + box.high - EDGE;
    mini.toggleAttribute("hidden", !SMALL.matches);
    mini.classList.toggle("off", all || seen.wide <= 0 || !SMALL.matches || !lie(seen));
    for (const [name, value] of /** @type {[string, number][]} */ ([["x", seen.left], ["y", seen.top], ["width", Math.max(0, seen.wide)], ["height", Math.max(0, seen.high)]])) frame.setAttribute(name, value.toFixed(0));
  }

  /** Lie in a corner that is free, in the same one as long as it is. @param {import("./map.js").Box} seen @returns {boolean} whether there is one */
  function lie(seen) {
    const wide = (mini.clientWidth + 2 * GAP) * atlas.units, high = (mini.clientHeight + 2 * GAP) * atlas.units;
    const lefts = [seen.left, seen.left + seen.wide - wide], tops = [seen.top, seen.top + seen.high - high];
    if (high > seen.high) return false;
    const free = (/** @type {number} */ which) => {
      const left = lefts[which % 2] ?? 0, top = tops[which >> 1] ?? 0;
      return !taken.some(({ x, y }) => x > left - HEX && x < left + wide + HEX && y > top - TALL && y < top + high + TALL);
    };
    const next = [corner, 0, 1, 2, 3].find(free);
    if (next === undefined) return false;
    corner = next;
    const { left, right, top, bottom } = atlas.open(), frame = mini.parentElement?.getBoundingClientRect() ?? new DOMRect();
    mini.style.left = `${(corner % 2 ? right - mini.clientWidth - GAP : left + GAP) - frame.left}px`;
    mini.style.top = `${(corner >> 1 ? bottom - mini.clientHeight - GAP : top + GAP) - frame.top}px`;
    return true;
  }

  /** @param {PointerEvent} event */
  function go(event) {
    if (event.type === "pointermove" && !event.buttons) return;
    const at = mini.getScreenCTM()?.inverse();
    if (at) atlas.centre(new DOMPoint(event.clientX, event.clientY).matrixTransform(at));
    event.preventDefault();
  }
  onAdvice(draw); // what is advised is not covered either
  mini.addEventListener("pointerdown", (event) => { mini.setPointerCapture(event.pointerId); go(event); });
  mini.addEventListener("pointermove", go);
  SMALL.addEventListener("change", look);
  draw();
  atlas.onPaint(look);
  return draw;
}
