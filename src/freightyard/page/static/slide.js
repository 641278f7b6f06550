// @ts-check
// What has to move because something beside it grew slides to its new place: the eye can follow it. Nothing on the board jumps.

import { $$, calm, view } from "./dom.js";
import { pressing } from "./follow.js";

const SLIDE = 220; // milliseconds
// The prompt is what one acts on: it is where it is needed at once.
const THINGS = "#view :is(.col, .desk) > :not(.prompt), #view .player, #view .talk > :not(.lines)";
const SCROLLERS = "#view, .col, .desk, .panel";

/** @type {WeakMap<Element, Animation>} */ const slides = new WeakMap();

/** How far a thing is from its place now, in pixels. @param {Element} thing */
function offset(thing) {
  return slides.get(thing)?.playState === "running" ? Number(getComputedStyle(thing).translate.split(" ")[1]?.replace("px", "") ?? 0) : 0;
}

/** Let a thing that has just been moved begin where it was. @param {HTMLElement} thing @param {number} way by how many pixels it was moved up */
export function slide(thing, way) {
  const from = way + offset(thing);
  slides.get(thing)?.cancel();
  if (Math.abs(from) < 1 || calm.matches || pressing()) return; // nothing is moved away from under a finger
  slides.set(thing, thing.animate({ translate: [`0 ${from}px`, "0 0"] }, { duration: SLIDE, easing: "ease-out" }));
}

/** @type {Map<string | Element, number>} where things are, within what they lie in */ let places = new Map();

/** Things that are put in place of others have the same name. @param {HTMLElement} thing */
const nameOf = (thing) => thing.id || thing;

/** Where things are now, without what slides make of it. @param {(thing: HTMLElement, place: number) => void} [each] told of those that are not scrolled */
function look(each) {
  /** @type {Map<Element, number>} how far each is from its place, with what it lies in */ const away = new Map();
  /** @type {typeof places} */ const found = new Map();
  for (const thing of $$(THINGS)) { // what lies in another comes after it
    const box = thing.getBoundingClientRect();
    if (!box.height) continue;
    const around = thing.parentElement?.closest(THINGS) ?? view();
    const aside = away.get(around) ?? 0;
    const all = offset(thing) + aside;
    away.set(thing, all);
    const scrolled = thing.parentElement?.closest(SCROLLERS)?.scrollTop ?? 0;
    const place = box.top - all - around.getBoundingClientRect().top + aside + scrolled;
    found.set(nameOf(thing), place);
    if (!scrolled) each?.(thing, place); // who has scrolled sees what they look at stay where it is: the browser takes care of that
  }
  return found;
}

/** It is told after the page was laid out, whatever was the reason: too late to let anything slide, but from there the next slide begins. */
const sizes = new ResizeObserver(() => { places = look(); });

/** Something was drawn, and nothing is laid out yet: things begin where they were. */
function compare() {
  /** @type {[HTMLElement, number][]} */ const moved = [];
  const now = look((thing, place) => {
    const before = places.get(nameOf(thing));
    if (before !== undefined && Math.abs(before - place) >= 1) moved.push([thing, before - place]);
  });
  places = now;
  for (const [thing, way] of moved) slide(thing, way);
  watchSizes();
}

function watchSizes() {
  for (const thing of $$(`${THINGS}, #view .prompt`)) sizes.observe(thing);
}

/** Let things slide from now on, whatever is drawn. */
export function watchPlaces() {
  watchSizes();
  new MutationObserver((changes) => { if (changes.some(({ target }) => !(target instanceof SVGElement))) compare(); })
    .observe(view(), { subtree: true, childList: true, attributeFilter: ["hidden"] });
}
