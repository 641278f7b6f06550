// @ts-check
// A map that is dragged, zoomed and pinched. Its matrix is the client's own affair: the server knows nothing of it.

import { $, $$, view } from "../../../../page/static/dom.js";

const CLOSEST = 14; // how far one may zoom in and out
const FARTHEST = 0.8;
const READABLE = 0.62; // pixels for each unit of the picture, at which letters in the cities are read with ease
const OPENING = 0.5; // and at which a small map opens, before anything on it is one's own
const ENOUGH = 0.42; // at which they can still be read
const CLOSE = 1.3; // and larger than which nobody needs them
const PLAIN = 0.72; // where the coordinates of cities are too small to be read, their names are larger instead
export const SMALL = matchMedia("(max-width: 700px), (max-height: 559px)");
const DESK = 340; // pixels of a phone that the desk takes with its buttons, and a note above it
const SLACK = 6; // pixels that a finger may move in a click

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, top: number, wide: number, high: number}} Box of the picture */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Frame of the window */

/** @param {string} words @returns {Box} */
function read(words) {
  const [left = 0, top = 0, wide = 1, high = 1] = words.split(" ").map(Number);
  return { left, top, wide, high };
}

/** Where the picture's own 0, 0 lies in the window, with a box in the middle of a frame. What is shown ends where the network ends,
 * rather than show empty land beyond it. @param {Box} box @param {number} unit pixels @param {Frame} frame @param {Box} all @returns {Point} */
function middled(box, unit, frame, all) {
  const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ long, /** @type {number} */ seen) =>
    seen >= long ? from + long / 2 : Math.min(Math.max(at, from + seen / 2), from + long - seen / 2);
  const x = within(box.left + box.wide / 2, all.left, all.wide, (frame.right - frame.left) / unit);
  const y = within(box.top + box.high / 2, all.top, all.high, (frame.bottom - frame.top) / unit);
  return { x: (frame.left + frame.right) / 2 - x * unit, y: (frame.top + frame.bottom) / 2 - y * unit };
}

/** Pixels for each unit, if a box fills a frame. @param {Box} box @param {Frame} frame */
const fits = (box, frame) => Math.min((frame.right - frame.left) / box.wide, (frame.bottom - frame.top) / box.high);

export class MapView {
  /** @type {SVGSVGElement} */ #map;
  /** @type {SVGGElement} */ #world;
  #scale = 1;
  #x = 0;
  #y = 0;
  /** @type {Map<number, Point>} */ #fingers = new Map();
  #moved = 0;
  #touched = false;
  /** @type {"" | "now" | "all"} what was asked for */ #mode = "";
  /** @type {Point[]} the hexes that the last turn changed */ recent = [];
  /** @type {(() => void)[]} */ #painted = [];
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
    this.#map.classList.toggle("plain", this.#base().k * this.#scale < PLAIN);
    for (const listener of this.#painted) listener();
  }

  /** Be told when another part of the map is shown. @param {() => void} listener */
  onPaint(listener) {
    this.#painted.push(listener);
    listener();
  }

  /** Where the map was left is kept; a replay is another place than the table. */
  get #place() { return `map ${view().dataset.home}${view().matches("[data-replay]") ? "/at" : ""}`; }

  #keep() {
    this.#touched = true;
    this.#mode = "";
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
    if (!SMALL.matches && (this.#touched || this.#whole)) return; // all of it is in sight: then it does not move
    this.#forget();
    this.fit();
  }

  /** Whether everything on which something is can be seen, and no city lies under a button. */
  get #whole() {
    const all = read($("#map-cities")?.dataset.busy ?? ""), seen = this.seen(), corners = $$(".zoom").map((each) => each.getBoundingClientRect());
    if (all.left < seen.left || all.top < seen.top || all.left + all.wide > seen.left + seen.wide || all.top + all.high > seen.top + seen.high) return false;
    const towns = $$("#map-cities .city .town").map((each) => each.getBoundingClientRect());
    return !towns.some((town) => corners.some((each) => town.right > each.left && town.left < each.right && town.bottom > each.top && town.top < each.bottom));
  }

  /** Show a part of the map, as large as it fits. `all`: everything on which something is. `now`: what matters now, which is the own
   * network and train, what is offered, and what the last turn changed. Else all of it as long as it can be read, or as nothing on
   * it is one's own; a replay shows all, since one plays no part in it. @param {"" | "now" | "all"} [mode] */
  fit(mode = this.#mode || (view().matches("[data-replay]") ? "all" : "")) {
    this.#box = $("#map-cities")?.dataset.busy ?? "";
    const all = read(this.#box), k = this.#base().k, frame = this.#free(all, ".zoom", CLOSE, all);
    if (!k || frame.right <= frame.left || frame.bottom <= frame.top) return;
    const largest = Math.min(CLOSEST, fits(all, frame) / k);
    if (mode === "all" || (!mode && (largest * k >= ENOUGH || (!this.#own && !SMALL.matches)))) return this.#show(all, largest, frame, all);
    if (!this.#own && SMALL.matches) return this.#crowd(all);
    const most = SMALL.matches ? READABLE : CLOSE, over = ".zoom";
    // What is offered all over the map cannot be shown in a size that is read: then the network alone.
    for (const box of [this.#now(), this.#own ?? all]) {
      const room = this.#free(box, over, most, all), near = Math.min(most, fits(box, room));
      this.#show(box, Math.max(largest, near / k), room, all);
      if (near >= ENOUGH) return;
    }
  }

  /** Where nothing is one's own yet, and all of a small map would be too small to be read: as many cities as can be read at once. The
   * overview shows where they are. @param {Box} all */
  #crowd(all) {
    const frame = this.#free(all, ".zoom", CLOSE, all), wide = (frame.right - frame.left) / OPENING, high = (frame.bottom - frame.top) / OPENING;
    const towns = $$("#map-cities .city .town").map((town) => (/^M(-?\d+) (-?\d+)/.exec(town.getAttribute("d") ?? "") ?? []).map(Number)).map(([, x = 0, y = 0]) => ({ x, y: y + 48 }));
    const boxes = towns.flatMap(({ x }) => towns.map(({ y }) => ({ left: x - 62, top: y - 72, wide, high })));
    const inside = boxes.map((box) => towns.filter(({ x, y }) => x - 60 >= box.left && x + 60 <= box.left + wide && y - 70 >= box.top && y + 70 <= box.top + high));
    const best = inside.reduce((one, other) => other.length > one.length ? other : one, []);
    const left = Math.min(...best.map(({ x }) => x)), top = Math.min(...best.map(({ y }) => y));
    const box = { left, top, wide: Math.max(...best.map(({ x }) => x)) - left, high: Math.max(...best.map(({ y }) => y)) - top };
    this.#show(best.length ? box : all, OPENING / this.#base().k, frame, all);
  }

  /** The part of the map on which the one who looks has something. */
  get #own() {
    const network = $("#map-trains")?.dataset.network;
    return network ? read(network) : null;
  }

  /** What matters now. @returns {Box} */
  #now() {
    const offered = $$("#map-spots [data-hex]:not(.line-to, .cursor, .refused)").map((spot) => /^M(-?\d+) (-?\d+)/.exec(spot.getAttribute("d") ?? "")).map((at) => ({ x: Number(at?.[1] ?? 0), y: Number(at?.[2] ?? 0) + 40 }));
    const boxes = [...(this.#own ? [this.#own] : []), ...[...offered, ...this.recent].map(({ x, y }) => ({ left: x - 60, top: y - 70, wide: 120, high: 125 }))];
    if (!boxes.length) return read(this.#box);
    const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top));
    return { left, top, wide: Math.max(...boxes.map((box) => box.left + box.wide)) - left, high: Math.max(...boxes.map((box) => box.top + box.high)) - top };
  }

  /** Put a box into the middle of a part of the window. @param {Box} box @param {number} scale @param {Frame} frame @param {Box} all */
  #show(box, scale, frame, all) {
    const base = this.#base(), map = this.#map.getBoundingClientRect(), at = middled(box, base.k * scale, frame, all);
    this.#scale = scale;
    this.#x = at.x - map.left - base.x * scale;
    this.#y = at.y - map.top - base.y * scale;
    this.#paint();
  }

  /** The part of the window in which a box is shown: beside or below what lies over the corners, if a city would lie under that.
   * @param {Box} box @param {string} over @param {number} most pixels for each unit @param {Box} all @returns {Frame} */
  #free(box, over, most, all) {
    const open = this.#kept(), corners = $$(over).map((each) => each.getBoundingClientRect()).filter((each) => each.width && each.left < open.right && each.right > open.left);
    const middle = (open.left + open.right) / 2;
    const beside = corners.reduce((frame, { left, right }) => left > middle ? { ...frame, right: Math.min(frame.right, left - 4) } : { ...frame, left: Math.max(frame.left, right + 4) }, open);
    const below = { ...open, top: Math.max(open.top, ...corners.map((each) => each.bottom + 4)) };
    const towns = $$("#map-cities .city .town").map((town) => (/^M(-?\d+) (-?\d+)/.exec(town.getAttribute("d") ?? "") ?? []).map(Number)); // their upper corners
    const covered = (/** @type {Frame} */ frame) => {
      const unit = Math.min(fits(box, frame), most), { x, y } = middled(box, unit, frame, all);
      return towns.some(([, left = 0, top = 0]) => corners.some((each) => x + (left + 42) * unit > each.left && x + (left - 42) * unit < each.right && y + top * unit < each.bottom && y + (top + 96) * unit > each.top));
    };
    const good = [open, beside, below].filter((frame) => fits(box, frame) > Math.min(ENOUGH, 0.6 * fits(box, open)) && !covered(frame)); // not at any price
    return good.sort((one, other) => Math.min(most, fits(box, other)) - Math.min(most, fits(box, one)))[0] ?? open;
  }

  /** The same frame, whatever is asked and whether a note is there: what is fitted once need not move when the desk grows. @returns {Frame} */
  #kept() {
    const open = this.open(), desk = $(".desk");
    if (!desk || getComputedStyle(desk).position !== "fixed" || view().matches("[data-replay]")) return open;
    return { ...open, bottom: Math.max(open.top + 160, Math.min(open.bottom, innerHeight - DESK)) };
  }

  /** The part of the picture that is in sight. @returns {Box} */
  seen() {
    const open = this.open(), from = this.at(open.left, open.top), to = this.at(open.right, open.bottom);
    return { left: from.x, top: from.y, wide: to.x - from.x, high: to.y - from.y };
  }

  /** Units of the picture for each pixel. */
  get units() { return 1 / (this.#base().k * this.#scale || 1); }

  /** Bring a place of the picture into the middle. @param {Point} place */
  centre({ x, y }) {
    const { left, top, wide, high } = this.seen(), unit = this.#base().k * this.#scale;
    this.pan((left + wide / 2 - x) * unit, (top + high / 2 - y) * unit);
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

  /** Move it, but never so far that the middle of its frame is beyond everything on it. @param {number} x @param {number} y */
  pan(x, y) {
    const all = read($("#map-cities")?.dataset.busy ?? ""), unit = this.#base().k * this.#scale, { left, top, wide, high } = this.seen();
    const within = (/** @type {number} */ by, /** @type {number} */ middle, /** @type {number} */ from, /** @type {number} */ long) =>
      Math.min(Math.max(by, Math.min(0, (middle - from - long) * unit)), Math.max(0, (middle - from) * unit));
    this.#shift(within(x, left + wide / 2, all.left, all.wide), within(y, top + high / 2, all.top, all.high));
    this.#keep();
  }

  /** @param {number} x @param {number} y */
  #shift(x, y) {
    this.#x += x;
    this.#y += y;
    this.#paint();
  }

  /** Whether somebody moved the map by hand. */
  get touched() { return this.#touched; }

  /** Forget where somebody moved the map. */
  #forget() {
    this.#touched = false;
    this.#mode = "";
    try { sessionStorage.removeItem(this.#place); } catch { /* private windows */ }
  }

  /** Forget pan and zoom, and show what matters now, or everything. @param {"now" | "all"} mode */
  reset(mode) {
    this.#forget();
    this.#mode = mode;
    this.fit();
  }

  /** The part of the map that nothing covers: on a small screen the desk lies over its foot, and a note above it; in a replay its buttons. @returns {Frame} */
  open() {
    const { left, right, top, bottom } = this.#map.getBoundingClientRect();
    const over = $$(".desk, .note, .scrub").filter((each) => getComputedStyle(each).position === "fixed" || each.matches(".scrub")).map((each) => each.getBoundingClientRect()).filter((each) => each.height).map((each) => each.top); // one that is not shown lies nowhere
    return { left, right, top, bottom: Math.max(top + 80, Math.min(bottom, ...over)) };
  }

  /** Move just so far that an element can be seen and clicked. @param {Element} element */
  reveal(element) { this.#reveal(element.getBoundingClientRect()); }

  /** The same with several elements, if there is room for all of them; else the first. @param {readonly Element[]} elements */
  revealAll(elements) {
    const boxes = elements.map((each) => each.getBoundingClientRect()), [first] = boxes, frame = this.open();
    if (!first) return;
    const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top));
    const all = new DOMRect(left, top, Math.max(...boxes.map((box) => box.right)) - left, Math.max(...boxes.map((box) => box.bottom)) - top);
    this.#reveal(all.width <= frame.right - frame.left && all.height <= frame.bottom - frame.top ? all : first);
  }

  /** The same with a hex, by its middle. @param {Point} place */
  revealAt({ x, y }) {
    const map = this.#map.getBoundingClientRect(), base = this.#base(), unit = base.k * this.#scale;
    this.#reveal(new DOMRect(map.left + this.#x + ((x - 35) * base.k + base.x) * this.#scale, map.top + this.#y + ((y - 40) * base.k + base.y) * this.#scale, 70 * unit, 80 * unit));
  }

  /** @param {DOMRect} box */
  #reveal(box) {
    const frame = this.open(), corners = $$(".zoom").map((each) => each.getBoundingClientRect());
    const over = (/** @type {DOMRect} */ other, x = 0, y = 0) => box.right + x > other.left && box.left + x < other.right && box.bottom + y > other.top && box.top + y < other.bottom;
    const inSight = box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    if (inSight && !corners.some((each) => over(each))) return; // a map that holds still is read with more ease than one with a margin
    const margin = Math.max(0, Math.min(24, (frame.right - frame.left - box.width) / 2, (frame.bottom - frame.top - box.height) / 2));
    let x = box.left < frame.left + margin ? frame.left + margin - box.left : box.right > frame.right - margin ? frame.right - margin - box.right : 0;
    const y = box.top < frame.top + margin ? frame.top + margin - box.top : box.bottom > frame.bottom - margin ? frame.bottom - margin - box.bottom : 0;
    // Some things lie over the corners: what would come to lie under them goes beside them, if there is room.
    for (const each of corners) {
      if (!over(each, x, y)) continue;
      const beside = each.left > (frame.left + frame.right) / 2 ? each.left - 4 - box.right : each.right + 4 - box.left;
      if (box.left + beside >= frame.left && box.right + beside <= frame.right) x = beside;
    }
    if (x || y) this.#shift(x, y); // nobody moved it by hand
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
