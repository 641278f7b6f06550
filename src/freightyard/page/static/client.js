// @ts-check
// The page of a table: clicks become words, words become moves, and what comes back is put in its place.

import { bottom, chat, lastLine } from "./chat.js";
import { banner, presence, reload } from "./connection.js";
import { $, $$, announce, make, preference, quiet, root, toast, view } from "./dom.js";
import { pointsShown, rewind } from "./count_points.js";
import "./double_click.js";
import { catchUp, follow, onLift, pressing, receive, step, tellSpeed } from "./follow.js";
import { nearest } from "./keys.js";
import "./menu.js";
import { measurePrompt } from "./notes.js";
import { drawn, put } from "./parts.js";
import { replay } from "./replay.js";
import { sheets } from "./score_sheets.js";
import { sentence } from "./sentences.js";
import { cue, points, soundOf } from "./sound.js";
import { Wire } from "./wire.js";
import { begins, continuing, whole } from "./words.js";

/** @typedef {import("./wire.js").Message} Message */
/** @typedef {{part: string, key: (event: KeyboardEvent) => boolean, leave: () => void}} Mode a plan that the board lets its player make
 * on one of its parts: until it is left, clicks are the board's own business; `key`: whether a key was; `leave`: give the plan up */

/** @type {string[]} */ let moves = [];
/** @type {string[]} what was said, each beginning longer than the one before */ let steps = [];
/** @type {string | null} a move that waits to be confirmed */ let planned = null;
/** @type {string | undefined} the place of the thing that was clicked, since several can stand for the same words */ let pickedAt;
/** @type {Mode | null} */ let mode = null;
let sent = false;
let answerCame = true; // to what was sent, though it may not be shown yet
let lineSent = false; // whether that was typed
let heard = false; // whether the server was: what a new page shows is read, not spoken
let keyboard = false; // whether the reader goes about by keys: then focus is kept on the board
/** @type {Wire | undefined} */ let wire;

const said = () => steps.at(-1) ?? "";
/** @param {HTMLElement} element */
const wordsOf = (element) => (element.dataset.word ?? "").split("|").filter(Boolean);
const seat = () => Number(view().dataset.seat) || undefined;
const ply = () => Number(view().dataset.ply);
const endings = () => ($("#prompt")?.dataset.ends ?? "").split("|");

/* ---------- what may be clicked ---------- */

/** What a click on this would say now: one beginning, or null. @param {HTMLElement} element */
function meaning(element) {
  const on = continuing(said(), wordsOf(element));
  if (on.length === 1) return on[0] ?? null;
  if (on.length || "place" in element.dataset) return null;
  const anew = continuing("", wordsOf(element)); // another thing instead of the one that was picked
  return anew.length === 1 ? anew[0] ?? null : null;
}

/** Light what can be clicked, given the words said so far. */
function mark() {
  if (mode) return;
  root.classList.toggle("choosing", said() !== "");
  for (const element of $$("#view [data-word]")) {
    const can = meaning(element) !== null && !sent;
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
  if (asked && asked !== spoken && heard) announce(asked);
  spoken = asked;
}

/** @param {HTMLElement} element */
function click(element) {
  if (sent) return;
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
  if (claims.some((claim) => claim(move))) return;
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
}

/** Take the question away. */
export function settle() {
  const had = $(".plan");
  had?.remove();
  for (const hidden of $$("#prompt > .ask, #prompt > .actions")) hidden.hidden = false;
  for (const element of $$(".planned")) element.classList.remove("planned");
  planned = null;
}

function confirmPlan() {
  if (planned !== null) send([planned]);
}

/** Take back a word, or a plan. */
function back() {
  if (sent) return;
  if (mode) return mode.leave();
  const word = said();
  settle();
  steps.pop();
  if (!said()) pickedAt = undefined;
  mark();
  const there = $$("#view .can").find((element) => wordsOf(element).includes(word)) ?? $("#view .can");
  if (keyboard || document.activeElement === document.body) there?.focus({ preventScroll: true });
}

/** Forget what was said. */
function forget() {
  settle();
  steps = [];
  pickedAt = undefined;
}

/** Until the answer comes nothing is redrawn, so focus stays and the chosen things stay lit. @param {string[]} batch */
function send(batch) {
  if (say({ move: batch })) {
    const ending = begins(batch.at(-1) ?? "", endings());
    for (const listener of sends) listener(batch, ending);
    return;
  }
  for (const listener of answers) listener();
  mark();
  toast(sentence("not sent"));
}

/** Something that changes the game, said once: nothing else is until it is answered. Whether it is on its way. @param {object} words */
function say(words) {
  if (sent) return true;
  const chosen = { ply: ply(), seat: seat() };
  catchUp(); // if that leads to another moment, the server refuses what was chosen in this one
  if (!wire?.send({ ...words, ...chosen })) return false;
  sent = true;
  answerCame = false;
  lineSent = "line" in words;
  root.classList.add("sent");
  return true;
}

/** Nothing that was said waits for an answer any more. */
function answered() {
  sent = lineSent = false;
  root.classList.remove("sent");
}

/** Ask why something cannot be done. @param {HTMLElement} element */
function why(element) {
  const move = element.dataset.why ?? (element.dataset.place ? reach(element.dataset.place, said()) : "");
  if (move) askWhy(move);
}

/* ---------- clicks and keys ---------- */

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const element = /** @type {HTMLElement | null} */ (target.closest("[data-word], [data-why], [data-place], [data-back], [data-undo]"));
  if (!element) return;
  const data = element.dataset;
  if ("back" in data) back();
  else if ("undo" in data) { if (say({ undo: true })) for (const listener of sends) listener(null, false); }
  else if (!mode && !view().matches("[data-replay]")) {
    if (planned !== null) { forget(); mark(); }
    click(element);
  }
});

// What was said about the last click is no longer so with the next one, whatever the board does with it.
document.addEventListener("click", (event) => { if (!/** @type {Element} */ (event.target).closest("#oops")) quiet(); }, true);

document.addEventListener("pointerdown", () => { keyboard = false; });

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || view().matches("[data-replay]")) return;
  if ($("dialog:modal")) return; // what is asked there is not the board's business
  if (mode?.key(event)) return event.preventDefault();
  const typing = /** @type {Element} */ (event.target).closest("input, textarea, select, dialog");
  if (typing) return;
  if (event.key === "Escape") return back();
  if (event.key === "Tab" || event.key === "Enter" || event.key === " ") keyboard = true;
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
  if (!way) return;
  keyboard = true;
  const here = document.activeElement?.closest("#view [data-word], #view [data-why], .plan button");
  const live = $$("#view .can, #view [data-why], .plan button").filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const next = here ? nearest(here, live, /** @type {[number, number]} */ (way)) : ($("#view .can") ?? live[0]);
  if (next) { next.focus(); event.preventDefault(); }
});

/** One tab stop for all that can be clicked on the board, but for a part that has keys of its own. */
let stop = "";
function rove() {
  const live = $$("#view .can").filter((element) => !element.closest("[data-own-keys]"));
  for (const element of $$("#view [data-word], #view [data-why], #view button[data-place]")) element.tabIndex = -1;
  const first = live.find((element) => element.dataset.word === stop) ?? live[0];
  if (first) first.tabIndex = 0;
}
document.addEventListener("focusin", (event) => {
  const element = /** @type {HTMLElement} */ (event.target);
  if (element.dataset.word) { stop = element.dataset.word; rove(); }
  else if (element.closest("input, .menu, .top, dialog")) keyboard = false;
});

/* ---------- for the modules of single boards ---------- */

/** The legal moves of the seat that looks, or none. @returns {readonly string[]} */
export const legal = () => moves;

/** Whether a move is under way, so that nothing else can be said. */
export const waiting = () => sent;

/** Send several moves at once: all are made, or none. */
export { send };

/** Make a legal move as if it had been clicked: what ends the turn is asked about, if its player wants that. @param {string} move */
export function makeMove(move) {
  const element = $$("#view [data-word]").find((each) => wordsOf(each).includes(move));
  forget();
  if (element) complete(move, element);
  else send([move]);
}

/** Ask the server why a move is not legal. @param {string} move */
export const askWhy = (move) => { wire?.send({ why: move, seat: seat() }); };

/** @type {(() => number) | null} */ let holder = null;
/** Say which seat's player has this screen, or 0, wherever several people share it: secrets of the others are not sent. @param {() => number} who */
export const holdBy = (who) => { holder = who; };

/** The player whose board is shown has this screen now. */
export const hold = () => { wire?.send({ hold: true, seat: seat() }); };

/** @type {(() => void)[]} */ const listeners = [];
/** Be told whenever a new moment of the game was put in place. @param {() => void} listener */
export const onShow = (listener) => { listeners.push(listener); };

/** @type {((moves: readonly string[] | null, ends: boolean) => void)[]} */ const sends = [];
/** Be told of moves that were sent, and whether they end the turn; of null when the last one is undone. @param {(moves: readonly string[] | null, ends: boolean) => void} listener */
export const onSend = (listener) => { sends.push(listener); };

/** @type {(() => void)[]} */ const answers = [];
/** Be told when what was sent is answered, or never will be: what was planned no longer holds. @param {() => void} listener */
export const onAnswer = (listener) => { answers.push(listener); };

/** @type {((move: string) => boolean)[]} */ const claims = [];
/** Take a whole move that was said, to do something else than to send it. @param {(move: string) => boolean} claim whether it was taken */
export const claimMove = (claim) => { claims.push(claim); };

/** @type {(place: string, said: string) => string} */ let reach = (place, words) => (words ? `${words} ${place}` : "");
/** Say which move would lead to a place (`data-place`) from what was said, to ask why it is not legal. @param {(place: string, said: string) => string} how */
export const reachBy = (how) => { reach = how; };

/** Let the player make a plan on a part of the board. @param {Mode} plan */
export const enterMode = (plan) => { mode = plan; };

/** The plan was made, or given up. @param {readonly string[] | null} batch the moves that it led to */
export function leaveMode(batch) {
  mode = null;
  forget();
  if (batch) send([...batch]);
  else mark();
}

/** Something happened: it is spoken once, and told to whoever listens. @param {string} text */
function tell(text) {
  announce(text);
  for (const listener of saids) listener(text);
}

/** @type {((text: string, rule?: string) => void)[]} */ const saids = [];
/** Be told what happens, in the words that are spoken, and what is refused: then there is a `rule`, the address of one or nothing. @param {(text: string, rule?: string) => void} listener */
export const onSaid = (listener) => { saids.push(listener); };

/** Send a line that was typed: moves or a command. Whether it is on its way. @param {string} line */
export const typeLine = (line) => say({ line });

/** @type {((lines: string[]) => void)[]} */ const answereds = [];
/** Be told what is answered to a command. @param {(lines: string[]) => void} listener */
export const onAnswered = (listener) => { answereds.push(listener); };

/** @type {((parts: Record<string, string>) => void) | undefined} */ let takeText;
/** Ask for the board in words. Whether that is on its way. @param {(parts: Record<string, string>) => void} take */
export function wantText(take) {
  takeText = take;
  return wire?.send({ text: true }) ?? false;
}

/* ---------- what comes from the server ---------- */

/** Whether it is the moment that is shown already, so that what was chosen in it still holds. @param {Message} message */
function unmoved(message) {
  const anew = ["prompt", mode?.part ?? "prompt"].some((id) => message.parts?.[id] !== undefined && message.parts[id] !== drawn.get(id));
  return !sent && !anew && message.ply === ply() && (!("seat" in message) || (message.seat ?? undefined) === seat());
}

/** @type {((time: number, signal: AbortSignal) => Promise<void>) | null} counts up the points of a new sheet */ let counting = null;
/** The sheet comes when whatever led to it has been seen, and the points were counted. @param {Message} _ @param {import("./step_queue.js").Step} step */
async function showSheets(_, { signal, pace }) {
  if (!counting) return;
  const count = counting;
  counting = null;
  if (pace) await count(Math.min(1.6 * pace, 1500), signal);
  else void count(0, signal);
  sheets();
  cue("counted");
}

/** A new moment of the game. @param {Message} message */
function show(message) {
  const was = root.dataset.turn !== undefined;
  const numbers = pointsShown();
  const sheetsBefore = Number($("#sheets")?.dataset.count ?? 0);
  const ended = $("#sheets")?.hasAttribute("data-over");
  const pointsBefore = points();
  const still = unmoved(message);
  const happened = (message.ply ?? 0) > ply();
  if (!still) {
    mode?.leave();
    forget();
  }
  answered();
  if (happened && !("seat" in message && !message.say?.length)) quiet(); // the present that comes with a refusal does not hush it
  if (message.ply !== undefined) view().dataset.ply = String(message.ply);
  if ("seat" in message) view().dataset.seat = String(message.seat ?? "");
  if (message.own) view().dataset.own = message.own.join(" ");
  moves = message.moves ?? [];
  put(message.parts ?? {});
  for (const listener of answers) listener();
  for (const text of message.say ?? []) tell(text);
  mark();
  measurePrompt();
  for (const listener of listeners) listener();
  presence();
  turn(moves.length > 0);
  if (keyboard && !still && !document.activeElement?.matches("#view .can, input")) refocus();
  if (view().matches("[data-replay]")) return;
  if (Number($("#sheets")?.dataset.count ?? 0) > sheetsBefore || (!ended && $("#sheets")?.hasAttribute("data-over"))) counting = rewind(numbers);
  else if (!was && moves.length) cue("turn");
  else if (happened) cue(soundOf(message, pointsBefore));
}

/** After an update the keyboard goes on where it was, or at what can be done now. */
function refocus() {
  const element = $$("#view .can").find((can) => can.dataset.word === stop) ?? $("#prompt .can") ?? $("#view .can");
  element?.focus({ preventScroll: true });
}

/** @param {boolean} mine */
function turn(mine) {
  if (mine) root.dataset.turn = ""; else delete root.dataset.turn;
  const plain = document.title.replace(/^● /, "");
  document.title = mine ? `● ${plain}` : plain;
}

/** @type {Message[]} what came while something was pressed */ let late = [];
onLift(() => {
  const waited = late;
  late = [];
  waited.forEach(hear);
});

/** @param {Message} message */
function hear(message) {
  if (pressing()) return void late.push(message);
  if (message.reload) return reload();
  if (view().matches("[data-ended]")) return; // the summary of a game hears of the next one alone
  if (message.oops !== undefined) {
    if (lineSent) announce(message.oops); // it is read where it was typed
    else toast(message.oops, message.href);
    for (const listener of saids) listener(message.oops, message.href ?? "");
    cue("refused");
    answered();
    for (const listener of answers) listener();
    if (message.parts === undefined && !mode) { forget(); mark(); }
  }
  if (message.ply !== undefined && message.parts !== undefined) {
    if (view().matches("[data-waiting]")) return reload(); // the game began before this page was heard
    const own = sent && !answerCame; // what comes while the answer still moves is not one's own
    answerCame = true;
    receive(message, own);
  }
  if (message.here) presence(message.here);
  if (message.chat) chat(message.chat);
  if (message.answer) {
    answered();
    mark();
    for (const listener of answereds) listener(message.answer);
  }
  if (message.text) takeText?.(message.text);
}

/** @param {boolean} ok @param {string} [reason] */
function net(ok, reason) {
  banner(ok, reason);
  if (ok) {
    heard = true;
    tellSpeed();
    document.dispatchEvent(new Event("connected"));
    return;
  }
  answered();
  for (const listener of answers) listener();
  mark();
}

$("#chat-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ ($("#chat-text"));
  const text = field.value.trim();
  if (text && wire?.send({ chat: text })) field.value = "";
});

follow(show, showSheets, (speed) => { wire?.send({ follow: speed }); });
const main = view();
if (main?.dataset.home && !main.matches("[data-replay]")) {
  moves = JSON.parse(main.dataset.moves ?? "[]");
  mark();
  measurePrompt();
  turn(moves.length > 0);
  bottom();
}

/** The modules of the board run before this: nothing is heard, and nothing can be sent, that they would miss. */
document.addEventListener("DOMContentLoaded", () => {
  if (main?.matches("[data-replay]")) return replay(step);
  if (!main?.dataset.home) return;
  const build = new URL(import.meta.url).pathname.split("/")[2] ?? "";
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${main.dataset.home}/ws`;
  wire = new Wire(address, () => ({ hello: { ply: ply(), chat: lastLine(), build, ...(holder && { holds: holder() }) } }), hear, net);
});
