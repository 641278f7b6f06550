// @ts-check
// What goes to the server: moves and their taking back, each with the moment in which it was chosen, and questions.

import { $, root, toast, view } from "./dom.js";
import { catchUp } from "./follow.js";
import { sentence } from "./sentences.js";
import { Wire } from "./wire.js";
import { begins } from "./words.js";

/** @typedef {import("./wire.js").Message} Message */

let sent = false;
let answerCame = true; // to what was sent, though it may not be shown yet
let lineSent = false; // whether that was typed
let heard = false;
/** @type {Wire | undefined} */ let wire;

/** The seat whose board is shown, counted from 1. */
export const seat = () => Number(view().dataset.seat) || undefined;

/** The moment of the game that is shown. */
export const ply = () => Number(view().dataset.ply);

/** The beginnings of moves that end the turn. */
export const endings = () => ($("#prompt")?.dataset.ends ?? "").split("|");

/** Open the line to the table. @param {string} path @param {() => object} hello what to say first @param {(message: Message) => void} hear
 * @param {(ok: boolean, reason?: string) => void} net told whether the server can be heard */
export function connect(path, hello, hear, net) {
  wire = new Wire(path, hello, hear, (ok, reason) => { heard ||= ok; net(ok, reason); });
}

/** Whether the server was heard: what a new page shows is read, not spoken. */
export const wasHeard = () => heard;

/** Say something that is no move. Whether it is on its way. @param {object} words */
export const post = (words) => wire?.send(words) ?? false;

/* ---------- moves ---------- */

/** Until the answer comes nothing is redrawn, so focus stays and the chosen things stay lit. @param {string[]} batch */
export function send(batch) {
  if (say({ move: batch })) {
    const ending = begins(batch.at(-1) ?? "", endings());
    for (const listener of sends) listener(batch, ending);
    return;
  }
  tellAnswered();
  for (const listener of unsent) listener();
  toast(sentence("not sent"));
}

/** Undo the last move, or all of the turn. @param {object} words @param {number} [moves] how many that are */
export function takeBack(words, moves = 1) {
  if (!say(words)) return;
  for (let move = 0; move < moves; move++) for (const listener of sends) listener(null, false);
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
export function answered() {
  sent = lineSent = false;
  root.classList.remove("sent");
}

/** Whether a move is under way, so that nothing else can be said. */
export const waiting = () => sent;

/** Whether a typed line is. */
export const lineWaits = () => lineSent;

/** A new moment came. Whether it answers what was sent: what comes while the answer still moves does not. */
export function takeAnswer() {
  const own = sent && !answerCame;
  answerCame = true;
  return own;
}

/** @type {((moves: readonly string[] | null, ends: boolean) => void)[]} */ const sends = [];
/** Be told of moves that were sent, and whether they end the turn; of null when the last one is undone. @param {(moves: readonly string[] | null, ends: boolean) => void} listener */
export const onSend = (listener) => { sends.push(listener); };

/** @type {(() => void)[]} */ const answers = [];
/** Be told when what was sent is answered, or never will be: what was planned no longer holds. @param {() => void} listener */
export const onAnswer = (listener) => { answers.push(listener); };

/** What was sent is answered, or never will be. */
export const tellAnswered = () => { for (const listener of answers) listener(); };

/** @type {(() => void)[]} */ const unsent = [];
/** Be told when moves could not be sent. @param {() => void} listener */
export const onUnsent = (listener) => { unsent.push(listener); };

/** Send a line that was typed: moves or a command. Whether it is on its way. @param {string} line */
export const typeLine = (line) => say({ line });

/* ---------- questions, and what holds for later ---------- */

/** Ask the server why a move is not legal. @param {string} move */
export const askWhy = (move) => { post({ why: move, seat: seat() }); };

/** Say something for when the seat is asked: an order, or that forced moves are made. Whether it is on its way. @param {object} words */
export const sayAhead = (words) => post({ ...words, seat: seat() });

/** @type {(() => number) | null} */ let holder = null;
/** Say which seat's player has this screen, or 0, wherever several people share it: secrets of the others are not sent. @param {() => number} who */
export const holdBy = (who) => { holder = who; };

/** Who has this screen, for what is said first; nothing where nobody shares it. */
export const held = () => (holder ? { holds: holder() } : {});

/** The player whose board is shown has this screen now. */
export const hold = () => { post({ hold: true, seat: seat() }); };
