// @ts-check
// The page of a table: what comes from the server is put in its place. Clicks become moves in choosing.js, and go out by sending.js.

import "./cards.js";
import { bottom, chat, keepCount, lastLine } from "./chat.js";
import { currentMode, forget, legal, mark, offer } from "./choosing.js";
import { setTime, showClock } from "./clock.js";
import { banner, presence, reload } from "./connection.js";
import { $, announce, quiet, root, toast, view } from "./dom.js";
import { pointsShown, rewind } from "./count_points.js";
import { promptCame } from "./double_click.js";
import { byKeys, refocus } from "./focus.js";
import { follow, onLift, pressing, readFirst, receive, step, tellSpeed } from "./follow.js";
import "./menu.js";
import { measurePrompt } from "./notes.js";
import { isDrawn, put } from "./parts.js";
import { replay } from "./replay.js";
import { sheets } from "./score_sheets.js";
import "./seat_notes.js";
import { answered, connect, held, lineWaits, ply, post, seat, takeAnswer, tellAnswered, waiting } from "./sending.js";
import { cue, points, soundOf } from "./sound.js";
import { watchPlaces } from "./slide.js";
import { closeNotices, countForApp, markTurn } from "./turn_mark.js";
import "./input.js"; // the last one: what lies over the board, such as the menu, hears keys before it

/** @typedef {import("./wire.js").Message} Message */

/* ---------- for the modules of single boards ---------- */

export { claimMove, enterMode, leaveMode, legal, makeMove, onAsk, question, reachBy, settle } from "./choosing.js";
export { askWhy, hold, holdBy, onAnswer, onSend, sayAhead, send, typeLine, waiting } from "./sending.js";

/** @type {(() => void)[]} */ const listeners = [];
/** Be told whenever a new moment of the game was put in place. @param {() => void} listener */
export const onShow = (listener) => { listeners.push(listener); };

/** Something happened: it is spoken once, and told to whoever listens. @param {string} text */
function tell(text) {
  announce(text);
  for (const listener of saids) listener(text);
}

/** @type {((text: string, rule?: string) => void)[]} */ const saids = [];
/** Be told what happens, in the words that are spoken, and what is refused: then there is a `rule`, the address of one or nothing. @param {(text: string, rule?: string) => void} listener */
export const onSaid = (listener) => { saids.push(listener); };

/** @type {((lines: string[]) => void)[]} */ const answereds = [];
/** Be told what is answered to a command. @param {(lines: string[]) => void} listener */
export const onAnswered = (listener) => { answereds.push(listener); };

/** @type {((parts: Record<string, string>) => void) | undefined} */ let takeText;
/** Ask for the board in words. Whether that is on its way. @param {(parts: Record<string, string>) => void} take */
export function wantText(take) {
  takeText = take;
  return post({ text: true });
}

/** @type {((message: Message) => boolean) | null} */ let aside = null;
/** Take the new moments that come, instead of having them shown; null: no longer. @param {((message: Message) => boolean) | null} take whether one was taken */
export const divert = (take) => { aside = take; };

/* ---------- what comes from the server ---------- */

/** Whether it is the moment that is shown already, so that what was chosen in it still holds. @param {Message} message */
function unmoved(message) {
  const anew = ["prompt", currentMode()?.part ?? "prompt"].some((id) => message.parts?.[id] !== undefined && !isDrawn(id, message.parts[id]));
  // Where all choose at once somebody else can make a choice that leaves one's own as it is.
  const same = message.ply === ply() || (message.moves?.length && message.moves.join() === legal().join());
  return !waiting() && !anew && same && (!("seat" in message) || (message.seat ?? undefined) === seat());
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
  readSheets();
  cue("counted");
}

/** Until the sheet is closed the next day has not begun for its reader: nobody acts behind it, and the board can wait (`between-days`). */
function readSheets() {
  const dialog = /** @type {HTMLDialogElement | null} */ ($("#dialog"));
  const over = () => { readFirst(false); root.classList.remove("between-days"); };
  if (!dialog?.open) return over();
  readFirst(true);
  dialog.addEventListener("close", over, { once: true });
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
    currentMode()?.leave();
    forget();
  }
  answered();
  if (happened && !("seat" in message && !message.say?.length)) quiet(); // the present that comes with a refusal does not hush it
  if (message.ply !== undefined) view().dataset.ply = String(message.ply);
  if ("seat" in message) view().dataset.seat = String(message.seat ?? "");
  if (message.own) view().dataset.own = message.own.join(" ");
  const moves = message.moves ?? [];
  offer(moves);
  put(message.parts ?? {});
  tellAnswered();
  for (const text of message.say ?? []) tell(text);
  mark();
  measurePrompt();
  promptCame();
  for (const listener of listeners) listener();
  presence();
  showClock();
  turn(moves.length > 0);
  if (byKeys() && !still && !document.activeElement?.matches("#view .can, input")) refocus();
  if (view().matches("[data-replay]")) return;
  if (Number($("#sheets")?.dataset.count ?? 0) > sheetsBefore || (!ended && $("#sheets")?.hasAttribute("data-over"))) {
    counting = rewind(numbers);
    root.classList.toggle("between-days", !$("#sheets")?.hasAttribute("data-over"));
  } else if (!was && moves.length) cue("turn");
  else if (happened) cue(soundOf(message, pointsBefore));
}

/** @param {boolean} mine */
function turn(mine) {
  const was = root.dataset.turn !== undefined;
  if (mine) root.dataset.turn = ""; else delete root.dataset.turn;
  markTurn(mine);
  if (mine === was) return;
  void countForApp();
  void closeNotices();
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
    if (lineWaits()) announce(message.oops); // it is read where it was typed
    else toast(message.oops, message.href);
    for (const listener of saids) listener(message.oops, message.href ?? "");
    cue("refused");
    answered();
    tellAnswered();
    if (message.parts === undefined && !currentMode()) { forget(); mark(); }
  }
  if (message.ply !== undefined && message.parts !== undefined) {
    if (view().matches("[data-waiting]")) return reload(); // the game began before this page was heard
    const own = takeAnswer();
    if (!aside?.(message)) receive(message, own);
  }
  if (message.here) presence(message.here);
  if (message.now !== undefined) setTime(message.now);
  if (message.clock) showClock(message.clock);
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
    tellSpeed();
    document.dispatchEvent(new Event("connected"));
    return;
  }
  answered();
  tellAnswered();
  mark();
}

$("#chat-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ ($("#chat-text"));
  const text = field.value.trim();
  if (text && post({ chat: text })) field.value = "";
});

follow(show, showSheets, (speed) => { post({ follow: speed }); });
const main = view();
if (main?.dataset.home && !main.matches("[data-replay]")) {
  /** @type {string[]} */ const moves = JSON.parse(main.dataset.moves ?? "[]");
  offer(moves);
  mark();
  measurePrompt();
  watchPlaces();
  turn(moves.length > 0);
  bottom();
  keepCount((read) => { post({ read }); });
}

/** The modules of the board run before this: nothing is heard, and nothing can be sent, that they would miss. */
document.addEventListener("DOMContentLoaded", () => {
  if (main?.matches("[data-replay]")) return replay(step);
  if (!main?.dataset.home) return;
  const build = /\/s\/([^/]+)\/page\//.exec(import.meta.url)?.[1] ?? "";
  const hello = () => ({
    hello: {
      ply: ply(), chat: lastLine(), build, zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "", visible: !document.hidden, ...held(),
    },
  });
  connect(`${main.dataset.home}/ws`, hello, hear, net);
  document.addEventListener("visibilitychange", () => {
    post({ visible: !document.hidden });
    void closeNotices();
  });
  void closeNotices();
  void countForApp(); // a notice may have put a dot there
});
