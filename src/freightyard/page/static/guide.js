// @ts-check
// Tips for a first game: the goal, then what can be done now, through one real turn, then what else counts. Every tip is shown
// once. After that turn, or when they are hidden, they do not come again by themselves; the menu starts them anew. What they say,
// and when, is the board's business: it hands them over.

import { legal, onAsk, onSend, onShow } from "./client.js";
import { $, $$, announce, view } from "./dom.js";
import { clearNote, showNote } from "./notes.js";
import { sentence } from "./sentences.js";

/** @typedef {{say: string, at: string}} Saying a sentence, and the part that it is about */
/** @typedef {Saying & {when: () => boolean}} Tip */
/** @typedef {{goal: Saying, tips: Tip[], last: Saying & Partial<Tip>, whole: (moves: readonly string[], told: boolean) => boolean}} Guide `tips`: the first one whose time it is, is shown;
 * `whole`: whether the moves that somebody made before others went on were a whole turn, and not a choice before the game or a pass; `told`: the last tip was shown
 * meanwhile, which any turn takes away */

/** Whether a legal move begins with a verb. @param {string} verb */
export const may = (verb) => legal().some((move) => move === verb || move.startsWith(`${verb} `));
/** @param {string} selector */
export const shown = (selector) => { const element = $(selector); return element !== null && !element.hidden; };
/** Whether the beginning of a move was said. */
export const choosing = () => document.documentElement.classList.contains("choosing");
/** Whether the turn is in one of these phases. @param {string[]} names */
export const phase = (...names) => names.includes($("#prompt")?.dataset.phase ?? "");

/** @type {Guide | undefined} */ let guide;
/** @type {"goal" | "turn" | "last" | "done"} */ let stage = "done";
/** @type {Set<number>} the tips that were shown */ let seen = new Set();
/** The tip that is shown, or would be if it had not been shown before. */
let current = -1;
/** @type {string[]} the moves of this turn */ let made = [];
/** @type {string | undefined} who made them */ let maker;
let ended = false; // whether the last of them ends the turn, as the board says
/** @type {Saying | null} */ let said = null;

const game = [...view().classList].find((name) => name.startsWith("game-"))?.slice(5) ?? "";

/** How far this browser has come. */
function remember() {
  const more = { turn: [...seen].join(" "), last: location.pathname }[/** @type {string} */ (stage)];
  try { localStorage.setItem(`guide:${game}`, more === undefined ? stage : `${stage} ${more}`); } catch { /* private windows */ }
}

function recall() {
  let kept = "";
  try { kept = localStorage.getItem(`guide:${game}`) ?? ""; } catch { /* private windows */ }
  const [word, ...numbers] = kept.split(" ");
  stage = word === "turn" || word === "last" || word === "done" ? word : "goal";
  if (stage === "last" && numbers[0] && numbers[0] !== location.pathname) return enter("done"); // it is about the turn that was made there
  seen = new Set(numbers.filter(Boolean).map(Number));
}

/** @param {typeof stage} next */
function enter(next) {
  stage = next;
  current = -1;
  remember();
  refresh();
}

/** The tip for this moment, if it has not been shown before. @returns {Saying | null} */
function tipNow() {
  const index = guide && legal().length ? guide.tips.findIndex((tip) => tip.when()) : -1;
  if (index !== current) {
    if (current >= 0 && !seen.has(current)) { seen.add(current); remember(); }
    current = index;
  }
  return seen.has(index) ? null : guide?.tips[index] ?? null;
}

/** What is to be said now. @returns {Saying | null} */
function saying() {
  if (!guide || !view().dataset.seat || $("#sheets")?.hasAttribute("data-over")) return null;
  if ($("#lesson:not([hidden])")) return null; // the lesson says what to do
  if ($(".plan")) return null; // a question is being asked, and says itself what to do
  if (stage === "goal") return guide.goal;
  if (stage === "last") return guide.last.when?.() === false ? null : guide.last;
  return stage === "turn" ? tipNow() : null;
}

function refresh() {
  const next = saying();
  for (const element of $$(".tipped")) element.classList.remove("tipped");
  if ($(".note:is(.advice, .recap, .seat, .news)")) return; // asked for, or about the seat, what was missed or what has come: the tip has time
  if (!next) clearNote("tip");
  else {
    if (next !== said || !$(".note.tip")) show(next);
    for (const element of $$(next.at)) element.classList.add("tipped"); // parts that were drawn anew have lost it
  }
  said = next;
}

/** Whoever has never played the game may rather learn it first. @returns {import("./notes.js").NoteButton[]} */
function lesson() {
  const link = /** @type {HTMLAnchorElement | null} */ ($("[data-learn]"));
  return link ? [{ text: sentence("tip lesson"), go: () => location.assign(link.href) }] : [];
}

/** @param {Saying} tip */
function show(tip) {
  const hide = { text: "×", label: sentence("hide tips"), go: () => enter("done") };
  const buttons = {
    goal: [{ text: sentence("tip next"), go: () => enter("turn") }, ...lesson(), hide],
    last: [{ text: sentence("tip read"), go: () => enter("done") }],
  }[/** @type {string} */ (stage)] ?? [hide];
  showNote("tip", sentence("tip"), [tip.say], buttons);
  if (tip !== said) announce(tip.say);
}

/** A new moment: did it end the turn of the one who looks? */
function moment() {
  if (made.length && (ended || !legal().length || view().dataset.seat !== maker)) {
    const whole = guide?.whole(made, stage === "last");
    made = [];
    if (whole && stage === "last") return enter("done"); // there was a whole turn to read it
    if (whole && stage === "turn") return enter("last");
  }
  refresh();
}

document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-guide]")) {
    const menu = /** @type {HTMLDetailsElement | null} */ ($("#menu"));
    if (menu) menu.open = false;
    seen.clear();
    enter("goal");
  } else if (stage !== "done") requestAnimationFrame(refresh); // what was clicked may have opened something
}, true); // before the board: it may keep a click to itself
document.addEventListener("keyup", (event) => {
  if (stage !== "done" && (event.key === "Enter" || event.key === " " || event.key === "Escape")) requestAnimationFrame(refresh);
}, true);

/** Lead newcomers to this game through a turn. @param {Guide} tips */
export function guideBy(tips) {
  guide = tips;
  for (const button of $$("[data-guide]")) button.hidden = false;
  recall();
  onSend((moves, ends) => {
    if ($("#lesson:not([hidden])")) return; // what a lesson asks for is no turn of a first game
    if (!moves) return void made.pop();
    made.push(...moves);
    maker = view().dataset.seat;
    ended = ends;
    if (stage === "goal" && moves.length) enter("turn");
  });
  onShow(moment);
  onAsk(refresh); // a question may be asked a while after the click that led to it
  refresh();
}
