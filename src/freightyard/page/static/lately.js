// @ts-check
// On a phone the log lies far below: what the others did since one's own last turn stands in the prompt, in the log's words, until
// one acts. What happened while the page was closed the recap tells.

import { onShow } from "./client.js";
import { $, $$, make, view } from "./dom.js";
import { measurePrompt } from "./notes.js";

const MOST = 2; // turns, the last ones

/** Whose turn a line of the log tells; 0 if not one player's. @param {Element} line */
function seatOf(line) {
  const first = $("summary, :scope > span", line)?.firstElementChild;
  return first?.matches(".disc") ? Number(/\bd(\d+)\b/.exec(first.className)?.[1] ?? 0) : 0;
}

/** What others did after the last turn of one's own, the newest first. */
function turns() {
  const own = (view().dataset.own ?? "").split(" ").filter(Boolean).map(Number);
  const found = [];
  for (const line of own.length ? $$(".log-turns > * > li:not(.undone)") : []) {
    const seat = seatOf(line);
    if (own.includes(seat) || found.length === MOST) break;
    if (seat) found.push(line);
  }
  return found;
}

function refresh() {
  $("#prompt > .lately")?.remove();
  const found = $(".note.recap, #lesson:not([hidden]), #sheets[data-over]") ? [] : turns();
  if (!found.length) return;
  const list = make("ol", "", "log lately");
  for (const line of found.reverse()) {
    const words = make("li", "");
    words.append(...[...($("summary, :scope > span", line)?.childNodes ?? [])].map((part) => part.cloneNode(true)));
    list.append(words);
  }
  $("#prompt")?.prepend(list);
  measurePrompt();
}
onShow(refresh);
