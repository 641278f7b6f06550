// @ts-check
// Following the others: what they did is shown step by step, at the speed that the reader chose, and can be skipped. Nothing that
// matters is late: a click, a move of one's own or a look elsewhere shows the rest at once.

import { $, $$, calm, choice, make, root, view } from "./dom.js";
import { wentAway } from "./double_click.js";
import { sentence } from "./sentences.js";
import { StepQueue } from "./step_queue.js";

/** @typedef {import("./wire.js").Message} Message */
/** @typedef {import("./step_queue.js").Motion} Motion */

/** Milliseconds of a step, by the reader's choice. @type {Record<string, number>} */
const PACES = { off: 0, slow: 1300, normal: 650, fast: 260 };
const OWN = 0.6; // a step of one's own is shorter: whoever made it knows what it is
const NEAR = 12; // pixels: a press that wanders further is a drag
const THINGS = "#view :is([data-word], [data-why], [data-place], [data-undo], [data-reset], [data-redo], [data-back], [data-hex])";

/** How long a step lasts, in milliseconds; 0 where nothing is to move. */
export const pace = () => (calm.matches || document.hidden ? 0 : PACES[choice("motion", "normal")] ?? 0);

/** @type {Motion} */ let motion = (change) => change();
/** Say how the board moves from one moment to the next. The function calls `change`, which puts the new parts in place at once, and
 * its promise ends when the motion does. It is not asked where nothing moves. @param {Motion} how */
export const motionBy = (how) => { motion = how; };

/** Time as it passes. @type {import("./step_queue.js").Clock} */
const clock = {
  now: () => performance.now(),
  wait: (time, signal) => new Promise((over) => {
    const timer = setTimeout(over, time);
    signal.addEventListener("abort", () => { clearTimeout(timer); over(undefined); }, { once: true });
  }),
};

/** @type {StepQueue | null} */ let queue = null;
/** @type {(speed: string) => void} */ let tellServer = () => {};

/** Begin to follow. @param {(message: Message) => void} show puts a message in place
 * @param {(message: Message, step: import("./step_queue.js").Step) => Promise<void> | void} after what comes when its motion is over
 * @param {(speed: string) => void} tell tells the server how fast bots shall act */
export function follow(show, after, tell) {
  tellServer = tell;
  queue = new StepQueue({ show, after, motion: (...step) => motion(...step), pace, clock, told: offerSkip });
}

let latest = -1; // the ply of the last message that came

/** A new moment came: what others did waits its turn, everything else is shown now. @param {Message} message @param {boolean} own whether it answers what was sent from here */
export function receive(message, own) {
  const whole = "seat" in message && !message.say?.length; // the present, for a page that may show anything
  const happened = (message.ply ?? 0) > latest && latest >= 0;
  latest = message.ply ?? latest;
  others = own || whole || !happened || message.moves?.length || message.over ? 0 : others + 1;
  clearTimeout(alone);
  alone = setTimeout(() => { others = 0; offerSkip(); }, QUIET);
  offerSkip();
  if (!own && !whole && pace() && (happened || queue?.active)) queue?.add(message);
  else void queue?.now(message, own ? pace() * (message.parts?.sheets ? 1 : OWN) : 0); // points that are counted are looked at
}

/** Show a step now, with its motion, and say when that is over: for a replay. @param {Message} message @param {number} [length] in milliseconds */
export const step = (message, length = pace()) => queue?.now(message, calm.matches || document.hidden ? 0 : length) ?? Promise.resolve();

let reading = false;
/** Who reads what covers the board misses nothing: what others do meanwhile waits. @param {boolean} now whether something is read */
export function readFirst(now) {
  reading = now;
  queue?.hold(reading || pressed !== null);
}

/** Show everything that waits. */
export const catchUp = () => queue?.finish();

/** The server is told how fast the reader follows, so that bots neither keep them waiting nor run away. */
export const tellSpeed = () => tellServer(choice("motion", "normal"));

/* ---------- skipping ---------- */

const skip = /** @type {HTMLButtonElement} */ (make("button", sentence("skip"), "quiet skip-steps"));
skip.type = "button";
skip.title = sentence("skip title");
skip.hidden = true;
skip.addEventListener("click", skipAll);
document.body.append(skip);

/** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let alone;
let others = 0; // steps that others made one after the other
const QUIET = 2500; // milliseconds after which nobody is about to make another
const SEVERAL = 2; // from so many on more are to come

/** Show everything that waits, and let bots go on at once. */
function skipAll() {
  if (others >= SEVERAL) tellServer("skip");
  catchUp();
}

/** Whether there is something to skip: steps that wait, or bots at whose table the reader plays. */
const skippable = () => Boolean(queue?.length) || (others >= SEVERAL && Boolean(view().dataset.own));

/** The button is there while something waits, though not for the blink of an eye. */
function offerSkip() {
  if (!skippable()) {
    clearTimeout(soon);
    soon = undefined;
    if (!skip.hidden) wentAway(skip.getBoundingClientRect());
    skip.hidden = true;
  } else if (skip.hidden) soon ??= setTimeout(() => { soon = undefined; skip.hidden = !skippable(); }, 250);
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !skippable() || $("dialog[open], details.menu[open]")) return;
  skipAll();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("change", (event) => { if (/** @type {HTMLInputElement} */ (event.target).name === "motion") tellSpeed(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) catchUp(); });

/* ---------- clicks while something waits or moves ---------- */

/** What a thing on the board stands for, however often it is drawn anew. @param {HTMLElement} thing */
function identity(thing) {
  const { word, why, place, at, hex } = thing.dataset;
  return JSON.stringify([thing.id, word, why, place, at, hex, "undo" in thing.dataset, "reset" in thing.dataset, thing.dataset.redo, "back" in thing.dataset]);
}

/** The same thing as it is drawn now. @param {string} known */
const again = (known) => $$(THINGS).find((thing) => identity(thing) === known);

/** Click the thing that was meant, if it is still there; what has come to lie under the pointer instead was not meant. @param {string} known */
const clickAgain = (known) => again(known)?.click();

/** What can be looked at without anything being done on the board; and forms, which are not sent if they are replaced in the click. */
const ASIDE = ".talk, summary, a, form, [data-peek], [data-sheets], [data-zoom]";

// A click means what the reader saw. So the rest is shown first, and then the click goes to what it was meant for.
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const thing = /** @type {HTMLElement | null} */ (target.closest(THINGS));
  if (!thing) {
    if (queue?.length && target.closest("#view") && !target.closest(ASIDE)) catchUp();
    return;
  }
  if (!queue?.active) return;
  const known = identity(thing), between = root.classList.contains("between-days");
  catchUp();
  if (thing.isConnected && !between) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!between) clickAgain(known); // else it brought the sheet of the day, behind which nobody acts
}, true);

/* What lies under a finger stays until it is lifted: a click on something that was replaced meanwhile would be lost. */

/** @type {{x: number, y: number, thing: HTMLElement, known: string} | null} what is pressed, and where */ let pressed = null;
/** @type {() => void} */ let lift = () => {};

/** Whether something is pressed, so that nothing may be put in its place. */
export const pressing = () => pressed !== null;

/** Be told when what was pressed is let go. @param {() => void} listener */
export const onLift = (listener) => { lift = listener; };

document.addEventListener("pointerdown", (event) => {
  const thing = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("#view :is(button, a, summary, [data-word])"));
  pressed = thing && !thing.matches("[data-peek]") ? { x: event.clientX, y: event.clientY, thing, known: thing.matches(THINGS) ? identity(thing) : "" } : null;
  queue?.hold(reading || pressed !== null);
}, true);
document.addEventListener("pointermove", (event) => {
  if (pressed && far(event, pressed)) lifted(); // a drag, which is no click
}, true);
document.addEventListener("pointerup", (event) => {
  // A motion that was under way can have replaced it: then there is no click, and it was meant all the same.
  if (pressed?.known && !pressed.thing.isConnected && !far(event, pressed)) clickAgain(pressed.known);
}, true);
for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, () => { setTimeout(lifted); }, true); // the click comes first

/** @param {PointerEvent} event @param {{x: number, y: number}} from */
const far = (event, from) => Math.hypot(event.clientX - from.x, event.clientY - from.y) > NEAR;

function lifted() {
  if (!pressed) return;
  pressed = null;
  lift();
  queue?.hold(reading);
}
