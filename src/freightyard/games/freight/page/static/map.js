// @ts-check
// A map that is dragged, zoomed and pinched. Its matrix is the client's own affair: the server knows nothing of it.

import { $, $$, calm, view } from "../../../../page/static/dom.js";

const CLOSEST = 14; // how far one may zoom in and out
const FARTHEST = 0.8;
const READABLE = 0.58; // pixels for each unit of the picture, at which letters in the cities are read with ease
const ENOUGH = 0.4; // and at which they can still be read
const SMALL = matchMedia("(max-width: 700px)");
const SLACK = 6; // pixels that a finger may move in a click

/** @typedef {{x: number, y: number}} Point */

export class MapView {
  /** @type {SVGSVGElement} */ #map;
  /** @type {SVGGElement} */ #world;
  #scale = 1;
  #x = 0;
  #y = 0;
  /** @type {Map<number, Point>} */ #fingers = new Map();
  #moved = 0;
  #touched = false;
  #whole = false; // whether all of the network was asked for
  #box = ""; // what was fitted

  /** @param {SVGSVGElement} map @param {SVGGElement} world */
  constructor(map, world) {
    this.#map = map;
    this.#world = world;
    map.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    map.addEventListener("pointerdown", (event) => this.#down(event));
    map.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) map.addEventListener(name, (event) => this.#up(event));
    // What was a drag is no click: nothing behind it hears of it.
    map.addEventListener("click", (event) => { if (this.#moved > SLACK) { event.stopPropagation(); event.preventDefault(); } }, true);
    new ResizeObserver(() => { if (!this.#touched) this.fit(); }).observe(map);
    this.#remembered();
  }

  /** The layer that tells where things are. */
  get #ground() { return /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($("#map-ground"))); }

  /** From the picture's own numbers to pixels within the map, without pan and zoom. @returns {{k: number, x: number, y: number}} */
  #base() {
    const box = this.#ground.viewBox.baseVal, width = this.#map.clientWidth, height = this.#map.clientHeight;
    const k = Math.min(width / box.width, height / box.height);
    return { k, x: (width - box.width * k) / 2 - box.x * k, y: (height - box.height * k) / 2 - box.y * k };
  }

  /** The place on the picture under a point of the window. @param {number} left @param {number} top @returns {Point} */
  at(left, top) {
    const frame = this.#map.getBoundingClientRect(), base = this.#base();
    return { x: ((left - frame.left - this.#x) / this.#scale - base.x) / base.k, y: ((top - frame.top - this.#y) / this.#scale - base.y) / base.k };
  }

  #paint() {
    this.#world.setAttribute("transform", `translate(${this.#x.toFixed(1)} ${this.#y.toFixed(1)}) scale(${this.#scale.toFixed(4)})`);
  }

  /** Where the map was left is kept; a replay is another place than the table. */
  get #place() { return `map ${view().dataset.home}${view().matches("[data-replay]") ? "/at" : ""}`; }

  #keep() {
    this.#touched = true;
    this.#whole = false;
    try { sessionStorage.setItem(this.#place, JSON.stringify([this.#scale, this.#x, this.#y])); } catch { /* private windows */ }
  }

  #remembered() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.#place) ?? "null");
      if (Array.isArray(kept) && kept.length === 3 && kept.every(Number.isFinite)) {
        [this.#scale, this.#x, this.#y] = kept;
        this.#touched = true;
      }
    } catch { /* nothing was kept */ }
    if (this.#touched) this.#paint(); else this.fit();
  }

  /** What is on the map may have changed: a map that nobody has moved shows it. In a game it stays where it is as long as it can,
   * since a hex must not move away under the pointer. */
  follow() {
    if (!this.#touched && $("#map-cities")?.dataset.busy !== this.#box && view().matches("[data-replay]")) this.fit();
  }

  /** The own turn is over: what was brought into sight during it need not be seen any more. On a small screen, where one cannot but
   * move the map, it comes back even if somebody moved it by hand. */
  settle() {
    if (this.#touched && !SMALL.matches) return;
    this.#forget();
    this.fit();
  }

  /** Show the part of the map on which something is, as large as it fits. If nothing could be read then, the own network in
   * readable size, or as large as it fits; but all of the map if that is asked for, as long as nothing on it is one's own, and in a
   * replay, where one looks and plays no part. @param {boolean} [whole] */
  fit(whole = this.#whole || view().matches("[data-replay]")) {
    this.#box = $("#map-cities")?.dataset.busy ?? "";
    const [left = 0, top = 0, wide = 1, high = 1] = this.#box.split(" ").map(Number);
    const base = this.#base(), frame = this.#open(), height = frame.bottom - frame.top;
    let width = frame.right - frame.left;
    if (!width || !height) return;
    if (whole && this.#underZoom(width, height)) width = Math.max(width / 2, ($(".zoom")?.getBoundingClientRect().left ?? frame.right) - 4 - frame.left);
    const all = Math.min(width / (wide * base.k), height / (high * base.k), CLOSEST);
    const readable = Math.min(READABLE / base.k, CLOSEST);
    const middle = { x: left + wide / 2, y: top + high / 2 };
    const own = $("#map-trains")?.dataset.network?.split(" ").map(Number);
    const [ownLeft = left, ownTop = top, ownWide = wide, ownHigh = high] = own ?? [];
    const near = Math.min(readable, width / (ownWide * base.k), height / (ownHigh * base.k));
    this.#scale = whole || !own || all * base.k >= ENOUGH ? all : Math.max(all, near);
    const far = this.#scale > all ? { x: ownLeft + ownWide / 2, y: ownTop + ownHigh / 2 } : middle;
    // What is shown ends where the network ends, rather than show empty land beyond it.
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ long, /** @type {number} */ seen) =>
      seen >= long ? from + long / 2 : Math.min(Math.max(at, from + seen / 2), from + long - seen / 2);
    const unit = base.k * this.#scale;
    const centre = { x: within(far.x, left, wide, width / unit), y: within(far.y, top, high, height / unit) };
    this.#x = width / 2 - (centre.x * base.k + base.x) * this.#scale;
    this.#y = height / 2 - (centre.y * base.k + base.y) * this.#scale;
    this.#paint();
  }

  /** Whether a city would lie under the zoom buttons if all of the network were fitted into so many pixels. @param {number} width @param {number} height */
  #underZoom(width, height) {
    const zoom = $(".zoom")?.getBoundingClientRect(), frame = this.#map.getBoundingClientRect();
    const [left = 0, top = 0, wide = 1, high = 1] = this.#box.split(" ").map(Number);
    const unit = Math.min(width / wide, height / high);
    return zoom !== undefined && $$("#map-cities .city .town").some((town) => {
      const [, x = 0, y = 0] = (/^M(-?\d+) (-?\d+)/.exec(town.getAttribute("d") ?? "") ?? []).map(Number); // its upper corner
      const right = frame.left + width / 2 + (x + 42 - left - wide / 2) * unit, upper = frame.top + height / 2 + (y - top - high / 2) * unit;
      return right > zoom.left && upper < zoom.bottom;
    });
  }

  /** Zoom by a factor around a point within the map, or its middle. @param {number} factor @param {Point} [around] */
  zoom(factor, around = { x: this.#map.clientWidth / 2, y: this.#map.clientHeight / 2 }) {
    const next = Math.min(CLOSEST, Math.max(Math.min(FARTHEST, this.#scale), this.#scale * factor));
    this.#x = around.x - (around.x - this.#x) * next / this.#scale;
    this.#y = around.y - (around.y - this.#y) * next / this.#scale;
    this.#scale = next;
    this.#paint();
    this.#keep();
  }

  /** @param {number} x @param {number} y */
  pan(x, y) {
    this.#shift(x, y);
    this.#keep();
  }

  /** @param {number} x @param {number} y */
  #shift(x, y) {
    this.#x += x;
    this.#y += y;
    this.#paint();
  }

  /** Forget where somebody moved the map. */
  #forget() {
    this.#touched = this.#whole = false;
    try { sessionStorage.removeItem(this.#place); } catch { /* private windows */ }
  }

  /** Forget pan and zoom, and show the whole network. */
  reset() {
    this.#forget();
    this.#whole = true;
    this.fit();
  }

  /** The part of the map that nothing covers: on a small screen the desk lies over its foot, and a note above it. @returns {{left: number, right: number, top: number, bottom: number}} */
  #open() {
    const { left, right, top, bottom } = this.#map.getBoundingClientRect();
    const over = $$(".desk, .note").filter((each) => getComputedStyle(each).position === "fixed").map((each) => each.getBoundingClientRect().top);
    return { left, right, top, bottom: Math.max(top + 80, Math.min(bottom, ...over)) };
  }

  /** Move just so far that an element can be seen and clicked. @param {Element} element */
  reveal(element) {
    const frame = this.#open(), box = element.getBoundingClientRect(), margin = Math.max(0, Math.min(24, (frame.right - frame.left - box.width) / 2));
    let x = box.left < frame.left + margin ? frame.left + margin - box.left : box.right > frame.right - margin ? frame.right - margin - box.right : 0;
    const y = box.top < frame.top + margin ? frame.top + margin - box.top : box.bottom > frame.bottom - margin ? frame.bottom - margin - box.bottom : 0;
    // The zoom buttons lie over the upper right corner: what would come to lie under them goes beside them, if there is room.
    const zoom = $(".zoom")?.getBoundingClientRect();
    if (zoom && box.right + x > zoom.left && box.left + x < zoom.right && box.bottom + y > zoom.top && box.top + y < zoom.bottom) {
      const beside = zoom.left - 4 - box.right;
      if (box.left + beside >= frame.left) x = beside;
    }
    if (x || y) this.#shift(x, y); // nobody moved it by hand
  }

  /** Let an element come from where it was. @param {SVGGraphicsElement} element @param {Point} from @param {Point} to */
  glide(element, from, to) {
    if (calm.matches || document.hidden || (from.x === to.x && from.y === to.y)) return;
    const far = Math.hypot(from.x - to.x, from.y - to.y);
    element.animate(
      { transform: [`translate(${from.x}px, ${from.y}px)`, `translate(${to.x}px, ${to.y}px)`] },
      { duration: Math.min(900, 200 + far), easing: "cubic-bezier(.3,.1,.2,1)" },
    );
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const frame = this.#map.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 500)), { x: event.clientX - frame.left, y: event.clientY - frame.top });
  }

  /** @param {PointerEvent} event @returns {Point} */
  #point(event) {
    const frame = this.#map.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.pointerType === "mouse" && event.button > 1) return;
    if (this.#fingers.size === 0) this.#moved = 0;
    this.#fingers.set(event.pointerId, this.#point(event));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const old = this.#fingers.get(event.pointerId);
    if (!old) return;
    const now = this.#point(event);
    this.#moved += Math.hypot(now.x - old.x, now.y - old.y);
    if (this.#moved <= SLACK) return; // only now, since a click must still reach the hex
    if (!this.#map.hasPointerCapture(event.pointerId)) this.#map.setPointerCapture(event.pointerId);
    this.#map.classList.add("dragging");
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(old.x - other.x, old.y - other.y)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      this.pan((now.x - old.x) / 2, (now.y - old.y) / 2);
    } else this.pan(now.x - old.x, now.y - old.y);
    this.#fingers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#fingers.delete(event.pointerId);
    if (!this.#fingers.size) this.#map.classList.remove("dragging");
  }
}
