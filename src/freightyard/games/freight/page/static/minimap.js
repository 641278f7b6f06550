// @ts-check
// The overview of a small screen: all of the network, with a frame around the part that is in sight. A tap moves the map there. It
// has a place of its own below the buttons of the map: it covers nothing, and never moves.

import { $, $$ } from "../../../../page/static/dom.js";
import { SMALL } from "./map.js";

const MARGIN = 60; // of the picture around the network, so that nothing is cut off at its edge

/** Draw an overview beside a map, and keep it true. @param {import("./map.js").MapView} atlas @returns {() => void} draw what lies on the map now */
export function minimap(atlas) {
  const mini = /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($("#mini")));
  const frame = document.createElementNS(mini.namespaceURI, "rect");
  frame.setAttribute("class", "sight");

  /** @param {string} name @param {Record<string, string>} attributes */
  function shape(name, attributes) {
    const made = document.createElementNS(mini.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function draw() {
    const [left = 0, top = 0, wide = 1, high = 1] = ($("#map-cities")?.dataset.busy ?? "").split(" ").map(Number);
    mini.setAttribute("viewBox", `${left - MARGIN} ${top - MARGIN} ${wide + 2 * MARGIN} ${high + 2 * MARGIN}`);
    const rails = $$("#map-track .rail").map((rail) => shape("path", { class: rail.getAttribute("class") ?? "", d: rail.getAttribute("d") ?? "" }));
    const towns = $$("#map-cities .city .town").map((town) => {
      const [, x = "0", y = "0"] = /^M(-?\d+) (-?\d+)/.exec(town.getAttribute("d") ?? "") ?? [];
      return shape("circle", { class: "town", cx: x, cy: String(Number(y) + 48), r: "50" });
    });
    const trains = $$("#map-trains [data-loco]").map((train) => {
      const [, x = "0", y = "0"] = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(train.getAttribute("transform") ?? "") ?? [];
      return shape("circle", { class: `train o${train.dataset.loco}`, cx: x, cy: y, r: "46" });
    });
    mini.replaceChildren(...rails, ...towns, ...trains, frame);
    look();
  }

  /** The frame around what is in sight. */
  function look() {
    const seen = atlas.seen();
    mini.toggleAttribute("hidden", !SMALL.matches);
    for (const [name, value] of /** @type {[string, number][]} */ ([["x", seen.left], ["y", seen.top], ["width", Math.max(0, seen.wide)], ["height", Math.max(0, seen.high)]])) frame.setAttribute(name, value.toFixed(0));
  }

  /** @param {PointerEvent} event */
  function go(event) {
    if (event.type === "pointermove" && !event.buttons) return;
    const at = mini.getScreenCTM()?.inverse();
    if (at) atlas.centre(new DOMPoint(event.clientX, event.clientY).matrixTransform(at));
    event.preventDefault();
  }
  mini.addEventListener("pointerdown", (event) => { mini.setPointerCapture(event.pointerId); go(event); });
  mini.addEventListener("pointermove", go);
  SMALL.addEventListener("change", look);
  draw();
  atlas.onPaint(look);
  return draw;
}
