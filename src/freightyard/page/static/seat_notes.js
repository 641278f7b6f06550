// @ts-check
// Notes about one's own seat, in the place of the tips. That somebody else may take it, or has taken it, is told before anything
// else. That there is a link which brings one back to it is told once, when the tips have nothing to say.

import { $, announce } from "./dom.js";
import { clearNote, showNote } from "./notes.js";
import { sentence } from "./sentences.js";

const LOOK_EVERY = 1000;
const KEEP = "keep-seat";
const notice = $("#seat-notice"); // what the server has to say
const link = $("[data-keep-seat]"); // to the recovery link, at a table with others

/** Whether this browser was told; one that can remember nothing would be told for ever. @param {string} what */
function told(what) {
  try { return localStorage.getItem(what) !== null; } catch { return true; }
}

/** @param {string} what @param {string} kind of note */
function done(what, kind) {
  try { localStorage.setItem(what, "shown"); } catch { /* private windows */ }
  clearNote(kind);
}

const noticeKey = `seat-notice ${notice?.dataset.about ?? ""}`;

function showNotice() {
  const form = /** @type {HTMLFormElement | null} */ ($("form", notice ?? document));
  const words = $("p", notice ?? document)?.textContent ?? "", button = $("button", notice ?? document);
  const cancel = form && button ? [{ text: button.textContent ?? "", go: () => form.requestSubmit() }] : [];
  showNote("seat", sentence("seat note"), [words], [...cancel, { text: "×", label: sentence("seat note hide"), go: () => done(noticeKey, "seat") }]);
  announce(words);
}

function showKeep() {
  showNote(KEEP, sentence("keep seat title"), [sentence("keep seat")], [
    { text: sentence("keep seat show"), go: () => { done(KEEP, KEEP); link?.click(); } },
    { text: "×", label: sentence("keep seat hide"), go: () => done(KEEP, KEEP) },
  ]);
}

/** Whether there is anything left to tell. */
function look() {
  const warns = notice !== null && !told(noticeKey), keeps = link !== null && !told(KEEP);
  if (!keeps) clearNote(KEEP);
  if (warns && !$(".note.seat, .note.advice")) showNotice();
  else if (keeps && !$(".note")) showKeep();
  return warns || keeps;
}

link?.addEventListener("click", () => done(KEEP, KEEP));
if (look()) {
  const looking = setInterval(() => { if (!look()) clearInterval(looking); }, LOOK_EVERY);
}
