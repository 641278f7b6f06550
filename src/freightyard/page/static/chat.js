// @ts-check
// The chat of a table, and how much of it was not read yet.

import { $, $$, announce, make, view } from "./dom.js";
import { sentence } from "./sentences.js";
import { cue } from "./sound.js";

/** @typedef {{number: number, seat?: number | null, name: string, text: string, audience?: string}} Line */

const AFTER = 400; // milliseconds for which a line is in sight before it counts as read

/** @param {Element | null | undefined} item */
const numberOf = (item) => Number(/** @type {HTMLElement | null | undefined} */ (item)?.dataset.line ?? 0);

/** The last line of the chat that is here; none if there is no chat on this page. */
export function lastLine() {
  const list = $("#chat");
  return list ? numberOf(list.lastElementChild) : undefined;
}

/** @param {Line} line */
export function chat(line) {
  const list = $("#chat");
  if (!list || $(`[data-line="${line.number}"]`, list)) return;
  const item = document.createElement("li");
  item.dataset.line = String(line.number);
  if (line.audience === "note") {
    item.className = "note-line";
    item.append(make("span", line.text));
  } else {
    if (line.seat) item.append(make("i", "", `disc d${((line.seat - 1) % 9) + 1}`));
    item.append(make("strong", line.name));
    if (line.audience) item.append(" ", make("i", sentence("among spectators"), "tag"));
    item.append(" ", make("span", line.text));
  }
  // What spectators said comes when the game is over: to its place among the others.
  const later = $$(":scope > li", list).find((other) => numberOf(other) > line.number);
  list.insertBefore(item, later ?? null);
  if (later) return;
  const own = (view().dataset.own ?? "").split(" ").includes(String(line.seat));
  announce(line.name ? `${line.name}: ${line.text}` : line.text);
  bottom();
  if (own) readUpTo = line.number; // whoever writes has read
  else cue("chat");
  count();
}

/** What was said last is to be seen. */
export function bottom() {
  const box = $(".chat");
  if (box) box.scrollTop = box.scrollHeight;
}

/* ---------- what was not read ---------- */

let readUpTo = Number($("#chat")?.dataset.read ?? Infinity);
let inSight = false;
/** @type {number | undefined} */ let timer;
/** @type {(line: number) => void} */ let tell = () => {};

function count() {
  const badge = $("#unread");
  if (!badge) return;
  const number = $$("#chat > li").filter((item) => numberOf(item) > readUpTo).length;
  badge.hidden = number === 0;
  const shown = $("b", badge);
  if (shown) shown.textContent = String(number);
  look();
}

/** What lies in sight for a moment, on a page that is looked at, is read. */
function look() {
  clearTimeout(timer);
  const last = lastLine() ?? 0;
  if (!inSight || document.hidden || last <= readUpTo) return;
  timer = window.setTimeout(() => {
    if (!inSight || document.hidden) return;
    readUpTo = last;
    tell(last);
    count();
  }, AFTER);
}

/** Keep count of what was not read. @param {(line: number) => void} read tells the server how far one has read */
export function keepCount(read) {
  const box = $(".chat"), badge = $("#unread");
  if (!box || !badge) return;
  tell = read;
  new IntersectionObserver((entries) => {
    inSight = entries.at(-1)?.isIntersecting ?? false;
    look();
  }, { threshold: 0.1 }).observe(box);
  document.addEventListener("visibilitychange", look);
  badge.addEventListener("click", () => {
    box.scrollIntoView({ block: "center" });
    /** @type {HTMLElement} */ (box).focus({ preventScroll: true });
    bottom();
  });
  count();
}
