// @ts-check
// Waiting for a review: how far the bots are, and the review itself when it is there.

import { $ } from "./dom.js";
import { request } from "./server.js";

const EVERY = 1000; // milliseconds

/** About how long it takes, no surer than it is. @param {number} seconds @param {DOMStringMap} words */
function timeLeft(seconds, words) {
  if (seconds > 90) return (words.minutes ?? "").replace("{count}", String(Math.round(seconds / 60)));
  return (words.seconds ?? "").replace("{count}", String(Math.max(5, Math.ceil(seconds / 5) * 5)));
}

/** @param {HTMLProgressElement} bar */
async function look(bar) {
  try {
    const answer = await request(bar.dataset.progress ?? "");
    if (answer.ok) {
      const far = /** @type {{done: number, steps: number, working: boolean, left: number | null}} */ (await answer.json());
      if (!far.working) return location.reload(); // it is there, or nobody works on it any more: the page says which
      if (far.steps) {
        bar.max = far.steps;
        bar.value = far.done;
        bar.textContent = `${Math.round((100 * far.done) / far.steps)} %`;
        const told = $("#time-left");
        if (told) told.textContent = far.left === null ? "" : timeLeft(far.left, told.dataset);
      }
    }
  } catch { /* no connection: ask again */ }
  setTimeout(() => void look(bar), EVERY);
}

const bar = /** @type {HTMLProgressElement | null} */ ($("progress[data-progress]"));
if (bar) void look(bar);
