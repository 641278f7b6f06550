// @ts-check
// Choosing a move: what can be clicked stands for words, and each click adds some, until they are a whole move. That is sent, or asked
// about first if it ends the turn.

import { $, $$, announce, make, preference, quiet, root, view } from "./dom.js";
import { byKeys, rove } from "./focus.js";
import { sentence } from "./sentences.js";
import { askWhy, endings, onUnsent, send, waiting, wasHeard } from "./sending.js";
import { begins, continuing, whole } from "./words.js";

/** @typedef {{part: string, key: (event: KeyboardEvent) => boolean, leave: () => void}} Mode a plan that the board lets its player make
 * on one of its parts: until it is left, clicks are the board's own business; `key`: whether a key was; `leave`: give the plan up */

/** @type {string[]} */ let moves = [];
/** @type {string[]} what was said, each beginning longer than the one before */ let steps = [];
/** @type {string | null} a move that waits to be confirmed */ let planned = null;
/** @type {string | undefined} the place of the thing that was clicked, since several can stand for the same words */ let pickedAt;
/** @type {Mode | null} */ let mode = null;

const said = () => steps.at(-1) ?? "";
/** @param {HTMLElement} element */
const wordsOf = (element) => (element.dataset.word ?? "").split("|").filter(Boolean);

/** The legal moves of the seat that looks, or none. @returns {readonly string[]} */
export const legal = () => moves;

/** These are the legal moves now. @param {string[]} now */
export const offer = (now) => { moves = now; };

/** A move waits to be confirmed. */
export const isPlanned = () => planned !== null;

/* ---------- what may be clicked ---------- */

/** Whether what was picked fits a place: things that stand for the same words need not fit the same places. @param {HTMLElement} element */
function fits({ dataset: { place } }) {
  const only = place && pickedAt !== undefined ? $(`#view [data-at="${pickedAt}"][data-places]`)?.dataset.places : undefined;
  return !place || only === undefined || only.split(" ").includes(place);
}

/** What a click on this would say now: one beginning, or null. @param {HTMLElement} element */
function meaning(element) {
  const on = continuing(said(), wordsOf(element));
  if (on.length === 1) return fits(element) ? on[0] ?? null : null;
  if (!said() && on.includes(element.dataset.own ?? "")) return element.dataset.own ?? null; // of several things the one that belongs here
  if (on.length || "place" in element.dataset) return null;
  const anew = continuing("", wordsOf(element)); // another thing instead of the one that was picked
  return anew.length === 1 ? anew[0] ?? null : null;
}

/** Light what can be clicked, given the words said so far. */
export function mark() {
  if (mode) return;
  root.classList.toggle("choosing", said() !== "");
  for (const element of $$("#view [data-word]")) {
    const can = meaning(element) !== null && !waiting();
    const picked = said() !== "" && wordsOf(element).some((words) => steps.includes(words)) && (pickedAt === undefined || element.dataset.at === pickedAt);
    element.classList.toggle("can", can);
    if (can && "place" in element.dataset) element.dataset.means = meaning(element) ?? "";
    else delete element.dataset.means;
    element.classList.toggle("picked", picked);
    element.setAttribute("aria-disabled", String(!can));
    if ("at" in element.dataset) element.setAttribute("aria-pressed", String(picked));
  }
  const ask = $("#ask");
  if (ask) {
    ask.dataset.first ??= ask.textContent ?? "";
    ask.textContent = said() && ask.dataset.chosen ? ask.dataset.chosen : ask.dataset.first;
    speakPrompt(ask.textContent);
  }
  const back = $("[data-back]");
  if (back) back.hidden = said() === "" || planned !== null;
  rove();
}

let spoken = ""; // what was asked last

/** What is asked of the one who looks is spoken when it changes, and when it is their turn again; at the end, who won. @param {string} text */
function speakPrompt(text) {
  const over = $("#sheets")?.hasAttribute("data-over");
  const asked = (moves.length || over) && !view().matches("[data-replay]") ? text : "";
  if (asked && asked !== spoken && wasHeard()) announce(asked);
  spoken = asked;
}

/** @param {HTMLElement} element */
export function click(element) {
  if (waiting()) return;
  const words = meaning(element);
  if (words === null) return why(element);
  quiet(); // what was refused before is no longer the question
  if (continuing(said(), [words]).length === 0) steps = [];
  steps.push(words);
  if ("at" in element.dataset) pickedAt = element.dataset.at;
  if (whole(words, moves)) complete(words, element);
  else mark();
}

/** A whole move was said: send it or plan it, unless the board does something else with it. @param {string} move @param {HTMLElement} element */
function complete(move, element) {
  if (claims.some((claim) => claim(move))) {
    steps = []; // it was said whole, and is the board's business now
    pickedAt = undefined;
    return mark();
  }
  const asks = preference("confirm", true) || "warn" in element.dataset; // what would be lost is asked about in any case
  if (asks && begins(move, endings())) return plan(move, element);
  element.classList.add("planned");
  send([move]);
}

/** Hold a move that ends the turn until it is confirmed. @param {string} move @param {HTMLElement} element */
function plan(move, element) {
  planned = move;
  mark();
  for (const other of $$(".planned")) other.classList.remove("planned");
  element.classList.add("planned");
  const { ask, go } = element.dataset;
  if (ask) return question(ask, go ?? sentence("yes"), confirmPlan);
  const held = $$("#view [data-held]").find((other) => wordsOf(other).some((words) => begins(move, [words])))?.dataset.held;
  const { toPlace, place } = element.dataset;
  const to = toPlace && move.endsWith(` ${place}`) ? toPlace : element.dataset.to;
  if (held && to) return question(sentence("put and end turn?", { thing: held, to }), sentence("end turn"), confirmPlan);
  const what = (element.matches(".action") ? $("span", element)?.textContent : element.title || element.textContent) ?? move;
  const words = held ? `${held} → ${what.trim()}` : what.trim();
  question(sentence("end turn?", { move: words.charAt(0).toUpperCase() + words.slice(1) }), sentence("end turn"), confirmPlan);
}

/** Ask in the prompt, with a button to go on and one to go back. @param {string} text @param {string} label @param {() => void} go @param {() => void} [cancel] */
export function question(text, label, go, cancel = back) {
  const prompt = $("#prompt");
  if (!prompt) return;
  $(".plan", prompt)?.remove();
  const box = make("div", "", "plan");
  const yes = /** @type {HTMLButtonElement} */ (make("button", label, "go"));
  const no = /** @type {HTMLButtonElement} */ (make("button", sentence("cancel"), "quiet"));
  yes.type = no.type = "button";
  yes.addEventListener("click", go);
  no.addEventListener("click", cancel);
  box.append(make("p", text), yes, no);
  for (const hidden of $$(".ask, .actions", prompt)) hidden.hidden = true;
  prompt.append(box);
  if (!mode) yes.focus({ preventScroll: true });
  announce(text);
  for (const listener of asks) listener();
}

/** @type {(() => void)[]} */ const asks = [];
/** Be told when a question is asked in the prompt, or is asked no more. @param {() => void} listener */
export const onAsk = (listener) => { asks.push(listener); };

/** Take the question away. */
export function settle() {
  const had = $(".plan");
  had?.remove();
  for (const hidden of $$("#prompt > .ask, #prompt > .actions")) hidden.hidden = false;
  for (const element of $$(".planned")) element.classList.remove("planned");
  planned = null;
  if (had) for (const listener of asks) listener();
}

function confirmPlan() {
  if (planned !== null) send([planned]);
}

/** Take back a word, or a plan. */
export function back() {
  if (waiting()) return;
  if (mode) return mode.leave();
  const word = said();
  settle();
  steps.pop();
  if (!said()) pickedAt = undefined;
  mark();
  const there = $$("#view .can").find((element) => wordsOf(element).includes(word)) ?? $("#view .can");
  if (byKeys() || document.activeElement === document.body) there?.focus({ preventScroll: true });
}

/** Forget what was said. */
export function forget() {
  settle();
  steps = [];
  pickedAt = undefined;
}

/** Ask why something cannot be done. @param {HTMLElement} element */
function why(element) {
  const move = element.dataset.why ?? (element.dataset.place ? reach(element.dataset.place, said()) : "");
  if (move) askWhy(move);
}

onUnsent(mark);

/* ---------- for the modules of single boards ---------- */

/** Make a legal move as if it had been clicked: what ends the turn is asked about, if its player wants that. @param {string} move */
export function makeMove(move) {
  const element = $$("#view [data-word]").find((each) => wordsOf(each).includes(move));
  forget();
  if (element) complete(move, element);
  else send([move]);
}

/** @type {((move: string) => boolean)[]} */ const claims = [];
/** Take a whole move that was said, to do something else than to send it. @param {(move: string) => boolean} claim whether it was taken */
export const claimMove = (claim) => { claims.push(claim); };

/** @type {(place: string, said: string) => string} */ let reach = (place, words) => (words ? `${words} ${place}` : "");
/** Say which move would lead to a place (`data-place`) from what was said, to ask why it is not legal. @param {(place: string, said: string) => string} how */
export const reachBy = (how) => { reach = how; };

/** The plan that is being made on a part of the board. */
export const currentMode = () => mode;

/** Let the player make a plan on a part of the board. @param {Mode} plan */
export const enterMode = (plan) => { mode = plan; };

/** The plan was made, or given up. @param {readonly string[] | null} batch the moves that it led to */
export function leaveMode(batch) {
  mode = null;
  forget();
  if (batch) send([...batch]);
  else mark();
}
