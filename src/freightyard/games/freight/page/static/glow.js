// @ts-check
// Who wants what: a cube that is pointed at, tapped or reached by keys lights the cities that want it, and a city lights the cubes
// that it wants, on the map, in wagons and in the boxes.

import { $, $$ } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { sayHere } from "./here.js";
import { hexAt } from "./hexes.js";
import { colourOf, letterAt, slot, towns, wants } from "./towns.js";

/** @typedef {import("./towns.js").Town} Town */

const GROUPS = ["#prompt .wagons", "#players", "#round .boxes"]; // in each of these one marker can be reached by Tab, the others by arrows
const LARGE = 20; // pixels of a marker that a finger can hit

/** @param {import("./map.js").MapView} atlas @param {SVGSVGElement} map
 * @returns {{refresh: () => void, framed: (said: string) => string}} `refresh`: a new moment was put in place; `framed`: what is said of a
 * place, and before it what the frames mean if a cube on the map is pointed at */
export function glow(atlas, map) {
  let lit = ""; // what is lit: a letter, or a hex
  let spoke = false; // whether the line on the map is about a marker beside it
  const drawing = /** @type {HTMLElement} */ ($("#glow"));
  const { demanded = "", other = "" } = $("#map-ground")?.dataset ?? {};

  /** @param {string} name @param {string} kind @param {Record<string, number | string>} attributes */
  function shape(name, kind, attributes) {
    const made = document.createElementNS(drawing.namespaceURI, name);
    made.setAttribute("class", kind);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    return made;
  }

  /** A city in a frame: whole if it pays in full, dashed if it pays little. @param {Town} town @param {string} kind */
  const frame = ({ x, y }, kind) => ["under", "over"].map((part) => shape("path", `wants ${part} ${kind}`, { d: `M${x} ${y - 50}l44 25v50l-44 25-44-25v-50z` }));

  /** @param {string} letter */
  function lightMarker(letter) {
    if (lit === letter) return;
    clear();
    lit = letter;
    if ($("#prompt")?.dataset.phase === "supplying") return; // frames would hide which cities take what was chosen
    drawing.replaceChildren(...towns().flatMap((town) => { const how = wants(town, letter); return how ? frame(town, how) : []; }));
  }

  /** @param {Town} town */
  function lightTown(town) {
    if (lit === town.hex) return;
    clear();
    lit = town.hex;
    drawing.replaceChildren(...towns().flatMap((there) => [...new Set(there.marks)].flatMap((letter) => {
      const how = letter === letter.toLowerCase() && there.hex !== town.hex ? wants(town, letter) : "";
      const { x, y } = slot(there, letter);
      return how ? ["under", "over"].map((part) => shape("rect", `wants ${part} ${how}`, { x: x - 14, y: y - 14, width: 28, height: 28, rx: 6 })) : [];
    })));
    for (const cube of $$("#view .mk.cube[data-mk]")) {
      const how = wants(town, cube.dataset.mk ?? "");
      if (how && !cube.closest(".legend, .log")) cube.classList.add("glow", how);
    }
  }

  function clear() {
    if (!lit) return;
    lit = "";
    if (spoke) sayHere(""); // of a marker that is no longer pointed at
    spoke = false;
    drawing.replaceChildren();
    for (const cube of $$(".mk.glow")) cube.classList.remove("glow", "full", "little");
  }

  /** @param {string} said */
  function framed(said) {
    const full = $(".full", drawing) !== null, little = $(".little", drawing) !== null;
    if (!said || lit.length !== 1 || !(full || little)) return said;
    const called = colourOf(lit), colour = called.charAt(0).toUpperCase() + called.slice(1);
    if (full && little) return sentence("frames of both", { said, colour, demanded, other });
    return full ? sentence("frames", { said, colour, demanded }) : sentence("frames dashed", { said, colour, other });
  }

  /** Which cities want a marker, in words. @param {HTMLElement} marker @param {boolean} [frames] whether they are framed now */
  function told(marker, frames = false) {
    const all = towns(), cities = (/** @type {string} */ how) => all.filter((town) => wants(town, marker.dataset.mk ?? "") === how).map((town) => town.name).join(", ");
    const full = { price: demanded, cities: cities("full") }, little = { price: other, cities: cities("little") };
    const where = [full, little].filter((each) => each.cities).map((each) =>
      !frames ? sentence("pays in", each) : each === full ? sentence("pays in framed", each) : sentence("pays in dashed", each));
    const disk = (marker.dataset.mk ?? "") !== (marker.dataset.mk ?? "").toLowerCase();
    if (disk && where.length) return sentence("wanted disk", { marker: marker.dataset.called ?? "", demanded, where: where.join("; ") });
    return where.length ? sentence("wanted", { marker: marker.dataset.called ?? "", where: where.join("; ") }) : sentence("not wanted", { marker: marker.dataset.called ?? "" });
  }

  /** The marker that something stands for: itself, or the only one on a button. @param {Element | null} target @returns {HTMLElement | null} */
  function markerOf(target) {
    const own = target?.closest(".mk[data-mk]"), button = target?.closest("button");
    const found = own ?? (button && $$(".mk[data-mk]", button).length === 1 ? $(".mk[data-mk]", button) : null);
    return found?.closest("#view") && !found.closest(".legend, .log, .citytile") ? /** @type {HTMLElement} */ (found) : null;
  }

  /** @param {Element | null} target @returns {boolean} whether it stands for a marker */
  function lightFor(target) {
    const marker = markerOf(target);
    if (!marker) return false;
    lightMarker(marker.dataset.mk ?? "");
    sayHere(told(marker, true), (marker.dataset.mk ?? "").toLowerCase());
    spoke = true;
    return true;
  }

  /** What lies on the map at a point of the window. @param {number} x @param {number} y @param {boolean} finger */
  function lightAt(x, y, finger) {
    const at = atlas.at(x, y), hex = hexAt(at), town = towns().find((each) => each.hex === hex);
    const size = 22 * Math.abs(atlas.at(x + 100, y).x - at.x) ** -1 * 100;
    const letter = town && (!finger || size >= LARGE) ? letterAt(town, at) : "";
    if (town && letter && letter === letter.toLowerCase() && town.marks.includes(letter)) lightMarker(letter); // a cube itself, and no empty place
    else if (town) lightTown(town);
    else clear();
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const target = /** @type {Element} */ (event.target);
    if (!lightFor(target) && !target.closest("#map")) clear();
  });
  map.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" && !event.buttons) lightAt(event.clientX, event.clientY, false); });
  map.addEventListener("pointerleave", clear);
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("#map")) lightAt(event.clientX, event.clientY, matchMedia("(pointer: coarse)").matches);
    else if (!lightFor(target)) clear();
  }, true);
  document.addEventListener("focusin", (event) => {
    const target = /** @type {Element} */ (event.target);
    const hex = target.closest("#map [data-hex]")?.getAttribute("data-hex"), town = hex ? towns().find((each) => each.hex === hex) : undefined;
    if (town) lightTown(town);
    else if (!lightFor(target)) clear();
  });

  document.addEventListener("keydown", (event) => {
    const here = /** @type {Element} */ (event.target), group = GROUPS.map((each) => here.closest(each)).find(Boolean);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!group || !step || !here.matches(".mk[data-mk]")) return;
    const all = $$(".mk[data-mk]", group);
    all[(all.indexOf(/** @type {HTMLElement} */ (here)) + step + all.length) % all.length]?.focus();
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  /** One tab stop for the markers of each group; each tells who wants it. */
  function rove() {
    for (const group of GROUPS) {
      $$(`${group} .mk[data-mk]`).forEach((marker, index) => {
        if (marker.closest("button")) return;
        marker.tabIndex = index ? -1 : 0;
        marker.setAttribute("role", "img");
        marker.setAttribute("aria-label", told(marker));
      });
    }
  }

  rove();
  return { refresh() { clear(); rove(); }, framed };
}
