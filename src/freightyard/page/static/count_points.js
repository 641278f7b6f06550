// @ts-check
// Points that were counted up: everybody's number runs from what it was to what it is.

import { $$ } from "./dom.js";

const FRAME = 40; // milliseconds between two numbers: more could not be read

/** The numbers on the page, by whose they are. @returns {Map<string, Text>} */
function numbers() {
  const found = new Map();
  for (const chip of $$("#view .who .chip, #scores b")) {
    const owner = chip.parentElement?.querySelector(".disc")?.className ?? "";
    const number = chip.firstChild;
    if (number instanceof Text) found.set(`${chip.closest("#scores") ? "line" : "player"} ${owner}`, number);
  }
  return found;
}

/** @param {Text} text */
const read = (text) => Number(text.data.trim().replace("−", "-"));

/** @param {Text} text @param {number} number */
const write = (text, number) => { text.data = String(number).replace("-", "−"); };

/** Everybody's points as they are shown. @returns {Map<string, number>} */
export const pointsShown = () => new Map([...numbers()].map(([owner, text]) => [owner, read(text)]));

/** Show earlier points once more, until they are counted up. The function that counts is over when it is, at once if it is aborted or
 * has no time. @param {ReadonlyMap<string, number>} earlier @returns {(time: number, signal: AbortSignal) => Promise<void>} */
export function rewind(earlier) {
  /** @type {{text: Text, from: number, to: number}[]} */ const changed = [];
  for (const [owner, text] of numbers()) {
    const from = earlier.get(owner), to = read(text);
    if (from === undefined || from === to || Number.isNaN(to) || Number.isNaN(from)) continue;
    changed.push({ text, from, to });
    write(text, from);
  }
  return (time, signal) => new Promise((over) => {
    /** @param {number} part of the way, from 0 to 1 */
    const show = (part) => { for (const { text, from, to } of changed) write(text, Math.round(from + (to - from) * part)); };
    for (const { text } of changed) text.parentElement?.classList.toggle("counting", time > 0 && !signal.aborted);
    const start = performance.now();
    const end = () => {
      clearInterval(timer);
      show(1);
      for (const { text } of changed) text.parentElement?.classList.remove("counting");
      over(undefined);
    };
    const timer = setInterval(() => {
      const part = (performance.now() - start) / time;
      if (part < 1) show(1 - (1 - part) ** 2); // fast at first, so that the end can be read
      else end();
    }, FRAME);
    if (!changed.length || time <= 0 || signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
