// @ts-check
// How much time everybody has: counted here, second by second, from the moments that the server sends. Nothing of it is spoken.

import { $$ } from "./dom.js";
import { sentence } from "./sentences.js";
import { wallTime } from "./wall.js";

/** @typedef {{due?: number | null, alarm?: number | null, left?: number | null, zero?: number | null, holiday?: number, lent?: boolean, why?: string}} SeatTime `why`: it lasts longer than its time */
/** @typedef {{live: boolean, paused: boolean, seats: SeatTime[]}} Clock moments in seconds since 1970; `left` in seconds */

/** @type {Clock | null} */ let clock = null;
let ahead = 0; // seconds by which the server's clock is ahead of this one
/** @type {ReturnType<typeof setInterval> | undefined} */ let ticking;

const MINUTE = 60, HOUR = 3600, DAY = 86_400;

/** What time it is there. @param {number} now */
export function setTime(now) {
  ahead = now - Date.now() / 1000;
}

/** Show everybody's time. @param {Clock} [next] if it has changed */
export function showClock(next) {
  clock = next ?? clock;
  if (!clock) return;
  for (const place of $$("[data-time]")) draw(place, clock, clock.seats[Number(place.dataset.time) - 1] ?? {});
  ticking ??= setInterval(() => { if (!document.hidden) showClock(); }, clock.live ? 1000 : 20_000);
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) showClock(); });
addEventListener("resize", () => showClock());

/** @param {HTMLElement} place @param {Clock} all @param {SeatTime} seat */
function draw(place, all, seat) {
  const now = Date.now() / 1000 + ahead;
  const words = wordsOf(all, seat, now);
  if (place.textContent !== words) place.textContent = words;
  const over = seat.zero ?? (seat.due != null && seat.due <= now ? seat.due : null);
  place.toggleAttribute("data-long", !all.live);
  place.dataset.is = over != null ? "over" : seat.alarm != null && seat.alarm <= now ? "alarm" : seat.due != null ? "runs" : "stands";
  if (over != null && isCut(place)) place.textContent = sentence("time over short"); // on a phone
  const title = over == null && seat.due != null ? sentence("time until", { when: exactly(seat.due) }) : "";
  if (place.title !== title) place.title = title;
  if (over == null && seat.why) place.dataset.why = seat.why; else delete place.dataset.why;
}

/** Whether not all of its words are seen. Widths in whole pixels do not tell. @param {HTMLElement} place */
function isCut(place) {
  const words = document.createRange();
  words.selectNodeContents(place);
  return words.getBoundingClientRect().right > place.getBoundingClientRect().right + 0.05;
}

/** @param {Clock} all @param {SeatTime} seat @param {number} now */
function wordsOf(all, seat, now) {
  if (seat.lent) return sentence("time lent");
  if (seat.zero != null) return sentence("time over", { when: when(seat.zero, now) });
  if (seat.holiday !== undefined) return sentence("time holiday", { when: day(seat.holiday - 1, now) });
  if (all.paused && seat.left != null) return sentence("time paused", { time: long(seat.left, all.live) });
  if (seat.due != null) {
    if (seat.due <= now) return sentence("time over", { when: when(seat.due, now) });
    if (all.live) return long(seat.due - now, true);
    // Of days nobody knows the hour at which they end, and those that do not count would have to be told apart: so the hour itself.
    return seat.due - now < 2 * HOUR ? sentence("time left", { time: long(seat.due - now, false) }) : sentence("time until", { when: wallTime(seat.due, now, sentence("tomorrow")) });
  }
  return seat.left != null && all.live ? long(seat.left, true) : "";
}

/** A time as a clock shows it, or in words. @param {number} seconds @param {boolean} digits */
function long(seconds, digits) {
  if (digits) {
    const left = Math.ceil(seconds);
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    const hours = Math.floor(left / HOUR), minutes = Math.floor((left % HOUR) / MINUTE);
    return hours ? `${hours}:${two(minutes)}:${two(left % MINUTE)}` : `${minutes}:${two(left % MINUTE)}`;
  }
  const [size, unit] = seconds >= 2 * DAY ? [DAY, "day"] : seconds >= 2 * HOUR ? [HOUR, "hour"] : [MINUTE, "minute"];
  const number = Math.max(1, Math.floor(seconds / size));
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

/** @param {number} moment @param {number} now */
function when(moment, now) {
  const then = new Date(moment * 1000);
  if (then.toDateString() === new Date(now * 1000).toDateString()) return then.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  return day(moment, now);
}

/** A day as one says it. @param {number} moment @param {number} now */
function day(moment, now) {
  const then = new Date(moment * 1000);
  if (then.toDateString() === new Date(now * 1000).toDateString()) return sentence("today");
  if (then.toDateString() === new Date((now - DAY) * 1000).toDateString()) return sentence("yesterday");
  if (then.toDateString() === new Date((now + DAY) * 1000).toDateString()) return sentence("tomorrow");
  if (Math.abs(moment - now) < 6 * DAY) return then.toLocaleDateString("en", { weekday: "long" });
  return then.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
}

/** @param {number} moment */
function exactly(moment) {
  return new Date(moment * 1000).toLocaleString([], { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
}
