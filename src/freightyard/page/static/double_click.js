// @ts-check
// The second click of a double click is meant for the button that was there at the first one. When the board has gone on in
// between, another button may have come to lie under the pointer: that one is not pressed. What stands for the same words as
// before is the same thing, such as the next one of a pile; but not a button that is a whole move: one is not two. Nor is such a
// button pressed just after it has come to lie under a pointer that rests, however long ago the click before was; and until the
// pointer moves it does not light up, as if it were recommended. And a tap that was meant for a button which has just gone away by
// itself presses no move that took its place.

import { $, $$, root, view } from "./dom.js";

const SOON = 500; // milliseconds, and
const MEANT = 1000; // milliseconds for which a tap may be meant for what was there before
const NEAR = 12; // pixels, within which a click belongs to the one before
const THINGS = "button, a, summary, input, select, label, [data-word], [data-why], [data-place], [data-hex]";

/** @typedef {{x: number, y: number, time: number, things: Set<Element>, words: Set<string>, prompt: Element | null, plan: Element | null, ply: string | undefined}} Click
 * `things`: what could be clicked near it, as it lay when the click came, and the words that it stood for; then the moment of the game */

/** @type {Click | null} */ let before = null;

/** @param {MouseEvent} event */
function remember({ clientX: x, clientY: y, timeStamp: time }) {
  const near = (/** @type {DOMRect} */ box) => box.left - NEAR <= x && box.right + NEAR >= x && box.top - NEAR <= y && box.bottom + NEAR >= y;
  const things = new Set($$(THINGS).filter((thing) => near(thing.getBoundingClientRect())));
  const words = new Set([...things].map(wordsOf).filter(Boolean));
  before = { x, y, time, things, words, prompt: $("#prompt"), plan: $(".plan"), ply: view()?.dataset.ply };
}

/** Undo is the same thing however often it is drawn anew: each click means one more. @param {Element} thing */
const wordsOf = (thing) => thing.matches("[data-undo]") ? "undo" : thing.matches(".action") ? "" : thing.getAttribute("data-word") ?? "";

/** Whether a thing lay there already. @param {Click} click @param {Element} thing */
const wasThere = (click, thing) => click.things.has(thing) || click.words.has(wordsOf(thing));

/** Whether another moment, or a question, has come since. @param {Click} click */
const wentOn = (click) => click.ply !== view()?.dataset.ply || click.prompt !== $("#prompt") || click.plan !== $(".plan");

addEventListener("click", (event) => {
  if (event.detail === 0) return; // by a key
  if (meantForGone(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const thing = /** @type {Element} */ (event.target).closest(THINGS);
  const there = before !== null && Math.hypot(event.clientX - before.x, event.clientY - before.y) <= NEAR;
  const again = before && there && event.timeStamp - before.time < SOON && thing && wentOn(before) && !wasThere(before, thing);
  if (again || (there && thing?.matches(".action") && event.timeStamp - came < SOON)) {
    // The time runs from the first click on: whoever clicks again and again is heard in the end.
    event.preventDefault();
    event.stopImmediatePropagation();
  } else remember(event);
}, true); // before the board, which hears clicks on the document

let came = -Infinity; // when other buttons came to lie under a pointer that rests after a click

/** The prompt was drawn anew. */
export function promptCame() {
  if (!before || before.prompt === $("#prompt")) return;
  came = performance.now();
  root.classList.add("pointer-rests");
}

/** @type {{box: DOMRect, time: number} | null} */ let gone = null;

/** A button that stood here has gone away, though nobody has to have pressed it. @param {DOMRect} box */
export function wentAway(box) {
  gone = { box, time: performance.now() };
}

/** Whether a click presses a move where something else stood a moment ago. @param {MouseEvent} event */
function meantForGone({ target, clientX: x, clientY: y, timeStamp: time }) {
  if (!gone || time - gone.time > MEANT || !/** @type {Element} */ (target).closest("#prompt button")) return false;
  const { left, right, top, bottom } = gone.box;
  return left <= x && x <= right && top <= y && y <= bottom;
}

// Whoever goes elsewhere and comes back means what is there now.
addEventListener("pointermove", (event) => {
  if (before && Math.hypot(event.clientX - before.x, event.clientY - before.y) > NEAR) {
    before = null;
    came = -Infinity;
    root.classList.remove("pointer-rests");
  }
}, true);
