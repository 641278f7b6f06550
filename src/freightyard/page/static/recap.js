// @ts-check
// Since your last turn: a strip for those who come back. It tells what the others did and what it changed, marks what is new, and
// leads through it on the board. It comes if something happened while this page was closed or hidden, or if the last of it is some
// minutes old; not to those who have just followed it. It is gone once they act, or close it.

import { onSend, onShow } from "./client.js";
import { $, $$, announce, make, toast, view } from "./dom.js";
import { markFresh, unmarkFresh } from "./fresh_marks.js";
import { lookAt, lookAtNow, lookingBack } from "./looking_back.js";
import { clearNote, onNoteGone, showNote } from "./notes.js";
import { sentence } from "./sentences.js";
import { request } from "./server.js";

/** @typedef {{since: number, ply: number, title: string, turns: {start: number, end: number, line: string}[], changes: string[], spoken: string[],
 *   changed: string[], marks: string[], places: string[], age: number | null, acted: boolean}} Recap */

const KIND = "recap";
const OLD = 300; // seconds after which even who saw it has gone on to other things
const REMEMBERED = 60; // tables
const STORE = "looked"; // for each table the ply that was looked at last, and those up to which a recap was spoken and was closed

const key = (view()?.dataset.home ?? "").split("/").at(-1) ?? "";
const ply = () => Number(view().dataset.ply);
const table = () => Boolean(view()?.dataset.home) && view().matches("[data-moves]");

/* ---------- what this browser has seen ---------- */

/** @returns {Record<string, [number, number, number]>} */
function looks() {
  try { return JSON.parse(localStorage.getItem(STORE) ?? "{}"); } catch { return {}; }
}

/** @type {number | undefined} the ply that was looked at last */ let looked = looks()[key]?.[0];
let [, spokenTo = 0, closedTo = 0] = looks()[key] ?? [];

/** The reader sees this moment. */
function look() {
  if (document.hidden || lookingBack()) return;
  looked = ply();
  const { [key]: _, ...others } = looks();
  const kept = Object.entries(others).slice(-REMEMBERED + 1); // the tables that were looked at last
  try { localStorage.setItem(STORE, JSON.stringify(Object.fromEntries([...kept, [key, [looked, spokenTo, closedTo]]]))); } catch { /* private windows */ }
}

/* ---------- the strip ---------- */

/** @type {Recap | null} what is shown */ let shown = null;
let at = -1; // how many of its turns were stepped through; -1 while the board shows now
let open = false;

/** Ask what is new, and show it to who has not seen it. @param {boolean} fresh whether the page has just come: then what happened was not spoken yet */
async function ask(fresh) {
  const before = looked;
  const spectator = !view().dataset.own;
  if (!ply() || (spectator && before === undefined)) return look();
  const recap = await fetchRecap(spectator ? before : undefined);
  look();
  if (!recap || recap.acted || document.hidden) return;
  const unseen = before !== undefined && before < recap.ply;
  const old = recap.age === null ? before === undefined : recap.age > OLD;
  if (!unseen && (spectator || !old || recap.ply <= closedTo)) return;
  show(recap);
  if (recap.ply <= spokenTo) return;
  spokenTo = recap.ply;
  look();
  announce([`${recap.title}:`, ...(fresh ? recap.spoken : []), ...recap.changed].map((words) => (/[.:!?]$/.test(words) ? words : `${words}.`)).join(" "));
}

/** @param {number} [since] @returns {Promise<Recap | null>} */
async function fetchRecap(since) {
  try {
    const answer = await request(`${view().dataset.home}/recap${since === undefined ? "" : `?since=${since}`}`);
    return answer.ok ? await answer.json() : null;
  } catch { return null; } // without a connection there is nothing new to tell
}

/** @param {Recap} recap */
function show(recap) {
  shown = recap;
  draw();
  if (!lookingBack()) markFresh(recap.marks, recap.places);
}

/** @param {string} markup @param {string} kind @param {string} [tag] */
function made(markup, kind, tag = "span") {
  const box = make(tag, "", kind);
  box.innerHTML = markup; // of our own server, which has escaped people's words
  return box;
}

function draw() {
  if (!shown) return;
  const focus = document.activeElement?.closest(`.note.${KIND} button`)?.textContent;
  drawing = true;
  const stepping = at >= 0;
  const box = showNote(KIND, shown.title, stepping ? stepWords(shown) : words(shown), stepping ? stepButtons(shown) : buttons());
  box.classList.toggle("stepping", stepping);
  box.classList.toggle("open", open && !stepping);
  if (open && !stepping) box.append(details(shown));
  drawing = false;
  for (const part of $$(":scope > p, .recap-more", box)) part.classList.add(...gameClass()); // it lies outside the board: its pictures need the game's colours
  if (!stepping) $("p", box)?.addEventListener("click", toggle);
  for (const button of /** @type {HTMLButtonElement[]} */ ($$("button", box))) {
    if (button.textContent === "‹") button.disabled = at <= 0;
    if (button.textContent === "›") button.disabled = at >= shown.turns.length;
    if ([sentence("recap more"), sentence("recap less")].includes(button.textContent ?? "")) button.setAttribute("aria-expanded", String(open));
    if (focus && button.textContent === focus) button.focus({ preventScroll: true });
  }
}
const gameClass = () => [...view().classList].filter((name) => name.startsWith("game-"));
let drawing = false; // the note that goes makes place for the same one

/** @param {Recap} recap */
function words(recap) {
  const turns = recap.turns.length === 1 ? sentence("recap one") : sentence("recap several", { number: String(recap.turns.length) });
  const lines = recap.changes.length ? recap.changes : recap.turns.map((turn) => turn.line);
  const list = make("span", "", "recap-changes");
  for (const line of lines) list.append(made(line, "recap-change"));
  return [make("b", recap.title), " ", make("small", `(${turns})`), " ", list];
}

/** @param {Recap} recap */
function details(recap) {
  const box = make("div", "", "recap-more");
  const turns = make("ol", "", "log"), changes = make("ul", "", "recap-list");
  for (const [index, turn] of recap.turns.entries()) {
    const line = make("li", "");
    const see = /** @type {HTMLButtonElement} */ (make("button", "▸", "quiet"));
    see.type = "button";
    see.title = sentence("recap see");
    see.setAttribute("aria-label", sentence("recap see"));
    see.addEventListener("click", () => void go(index + 1, index));
    line.append(see, made(turn.line, ""));
    turns.append(line);
  }
  for (const change of recap.changes) changes.append(made(change, "", "li"));
  box.append(turns, changes);
  return box;
}

function toggle() {
  open = !open;
  draw();
}

const buttons = () => [
  { text: open ? sentence("recap less") : sentence("recap more"), go: toggle },
  { text: sentence("recap step"), go: () => void go(1, 0) },
  { text: "×", label: sentence("recap close"), go: dismiss },
];

/* ---------- stepping through it on the board ---------- */

/** @param {Recap} recap */
function stepWords(recap) {
  const turn = recap.turns[at - 1];
  const where = sentence("recap where", { number: String(at), turns: String(recap.turns.length) });
  return [make("b", where), " ", turn ? made(turn.line, "recap-turn") : sentence("recap start")];
}

/** @param {Recap} recap */
const stepButtons = (recap) => [
  { text: "‹", label: sentence("recap back"), go: () => void go(at - 1) },
  { text: "›", label: sentence("recap next"), go: () => void go(at + 1, at) },
  { text: sentence("recap now"), go: () => { now(); if (shown === recap) draw(); } },
];

/** Show the board after so many of the turns; what led there from an earlier one moves. @param {number} to @param {number} [from] */
async function go(to, from = to) {
  const recap = shown;
  if (!recap || to < 0 || to > recap.turns.length) return;
  at = to;
  unmarkFresh();
  draw();
  const line = $(`.note.${KIND} p`)?.textContent;
  if (line) announce(line);
  /** @param {number} turns */
  const end = (turns) => (turns ? recap.turns[turns - 1]?.end : recap.turns[0]?.start) ?? recap.since;
  try { await lookAt(end(to), end(from)); } catch { toast(sentence("recap failed")); now(); draw(); }
}

/** The board shows now again. */
function now() {
  at = -1;
  lookAtNow();
  if (shown) markFresh(shown.marks, shown.places);
}

/** It was read: it does not come again, though it be some minutes old then. */
function dismiss() {
  closedTo = shown?.ply ?? closedTo;
  close();
  look();
}

function close() {
  if (lookingBack()) now();
  shown = null;
  open = false;
  at = -1;
  unmarkFresh();
  clearNote(KIND);
}

/* ---------- when ---------- */

if (table()) {
  onSend((moves) => { if (moves) close(); });
  onNoteGone((kinds) => { if (kinds.contains(KIND) && !drawing && shown) close(); }); // a hint has taken its place
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !shown || $("dialog[open], details.menu[open], .plan") || document.documentElement.classList.contains("choosing")) return;
    if (lookingBack()) { now(); draw(); } else if (open) { open = false; draw(); } else return;
    event.stopImmediatePropagation();
  }, true);
  let showing = ply();
  onShow(() => {
    look();
    if (!shown || lookingBack()) return;
    if (ply() !== showing) void refresh();
    markFresh(shown.marks, shown.places); // parts that were drawn anew have lost them
    showing = ply();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && (looked ?? 0) < ply()) void ask(false); });
  document.addEventListener("connected", () => void ask(true), { once: true });
}

/** What others did while it is being read is told too; it is spoken as it happens. */
async function refresh() {
  const was = shown;
  const recap = await fetchRecap(view().dataset.own ? undefined : was?.since);
  if (!shown || shown !== was || lookingBack()) return;
  if (!recap || recap.acted) return close();
  show(recap);
}
