// @ts-check
// A gentle offer to be told of one's turns, where a turn may take days: a line before the game, and a note after one's first turn. It
// leads to the page about notices; whoever declines it once is not asked again. Nobody is asked for a permission here.

import { legal, onSend, onShow } from "./client.js";
import { $, announce } from "./dom.js";
import { clearNote, showNote } from "./notes.js";
import { sentence } from "./sentences.js";

const KIND = "tell";
const LOOK_EVERY = 1000;
const link = $("[data-offer-notices]"); // in the menu
const line = $("[data-offer-line]"); // in the waiting room

/** Whether it was answered; a browser that can remember nothing would be asked for ever. */
function answered() {
  try { return localStorage.getItem("notices-offer") !== null; } catch { return true; }
}

function done() {
  try { localStorage.setItem("notices-offer", "answered"); } catch { /* private windows */ }
  clearNote(KIND);
  if (line) line.hidden = true;
}

function offer() {
  const words = link?.dataset.offerNotices ?? "";
  showNote(KIND, sentence("offer title"), [words], [
    { text: sentence("offer show"), go: () => { done(); link?.click(); } },
    { text: "×", label: sentence("offer hide"), go: done },
  ]);
  announce(words);
}

let moved = false;
/** @type {ReturnType<typeof setInterval> | undefined} */ let waiting;

/** The turn is over: the offer comes as soon as nothing else is to be read. */
function look() {
  if (answered() || legal().length) return stop();
  if ($(".note, dialog[open]")) return;
  stop();
  offer();
}

function stop() {
  clearInterval(waiting);
  waiting = undefined;
}

if (line && !answered()) {
  line.hidden = false;
  for (const part of [$("a", line), $("[data-offer-hide]", line)]) part?.addEventListener("click", done);
}

if (link && !answered()) {
  link.addEventListener("click", done);
  onSend((moves) => { moved ||= moves !== null; });
  onShow(() => {
    if (legal().length) clearNote(KIND);
    else if (moved && waiting === undefined && !answered() && !$(`.note.${KIND}`)) waiting = setInterval(look, LOOK_EVERY);
  });
}
