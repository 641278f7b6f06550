// @ts-check
// At the end of a day the trains leave: they roll out of the board to the side, before the points are shown.

import { $, $$, view } from "../../../../page/static/dom.js";

const ROLL = "cubic-bezier(.55,0,.85,.55)"; // slowly at first, as trains do

/** Whether points are counted with this message, so that a day is over. @param {import("../../../../page/static/wire.js").Message} message */
export function daysEnd(message) {
  const sheets = /data-count="(\d+)"/.exec(message.parts?.["sheets"] ?? "");
  return sheets !== null && Number(sheets[1]) > Number($("#sheets")?.dataset.count ?? 0);
}

/** Let all trains roll out; over when they have left. @param {AbortSignal} signal @param {number} pace */
export async function depart(signal, pace) {
  const own = $$("#trains .train:has(.consist .car)"), others = $$("#players .minis:has(.mini)");
  const boxes = [...own, ...others].map((train) => train.getBoundingClientRect()); // all are measured before the first is moved
  /** @type {HTMLElement[]} */ const rolling = [];
  const runs = [...own, ...others].map((train, index) => {
    const box = /** @type {DOMRect} */ (boxes[index]), mine = index < own.length;
    const clone = rollingStock(train, box, mine ? "trains" : "players");
    rolling.push(clone);
    train.style.visibility = "hidden";
    const to = mine ? -(box.left + box.width + 40) : innerWidth - box.left + 20;
    const delay = (mine ? index : index - own.length) * pace * 0.14;
    return clone.animate({ transform: ["none", `translateX(${to}px)`] }, { duration: pace * (mine ? 1.9 : 1.5), delay, easing: ROLL, fill: "both" });
  });
  signal.addEventListener("abort", () => { for (const run of runs) run.finish(); });
  await Promise.allSettled(runs.map((run) => run.finished));
  for (const clone of rolling) clone.remove();
  for (const train of [...own, ...others]) train.style.visibility = ""; // when the game is over they stay on the board, to be looked at
}

/** A train as it is drawn, above everything and out of the flow. @param {HTMLElement} train @param {DOMRect} box @param {string} list */
function rollingStock(train, box, list) {
  const around = document.createElement("div"), clone = /** @type {HTMLElement} */ (train.cloneNode(true));
  for (const each of [clone, ...$$("*", clone)]) for (const name of ["id", "data-at", "data-car", "data-word", "data-place", "data-part"]) each.removeAttribute(name);
  for (const words of $$(".count, .mixes, .tag, .vh", clone)) words.remove();
  clone.classList.remove("can", "planned", "picked");
  around.className = `rolling ${list}`;
  around.inert = true;
  Object.assign(around.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  around.append(clone);
  view().append(around);
  return around;
}
