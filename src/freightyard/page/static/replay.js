// @ts-check
// Going through the moments of a game: by the slider, by buttons, by keys. The address always names the moment.

import { $, $$, toast, view } from "./dom.js";
import { sentence } from "./sentences.js";

/** @param {(message: import("./wire.js").Message, length?: number) => void} step shows a moment, with the motion that leads to it unless its length is 0 */
export function replay(step) {
  const bar = /** @type {HTMLElement} */ ($("#scrub"));
  const slider = /** @type {HTMLInputElement} */ ($("#ply"));
  const last = Number(bar.dataset.last);
  const turns = /** @type {number[]} */ (JSON.parse(bar.dataset.turns ?? "[]"));
  const home = view().dataset.home ?? "";
  let ply = Number(view().dataset.ply);
  let shown = ply;
  /** @type {AbortController | null} */ let asking = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;

  /** @param {string} name */
  function target(name) {
    switch (name) {
      case "first": return 0;
      case "last": return last;
      case "back": return Math.max(0, ply - 1);
      case "on": return Math.min(last, ply + 1);
      case "turn-back": return turns.findLast((turn) => turn < ply) ?? 0;
      default: return turns.find((turn) => turn > ply) ?? last;
    }
  }

  /** @param {number} to */
  function go(to) {
    if (to === ply) return;
    ply = to;
    slider.value = String(to);
    const where = $("#where");
    if (where) where.textContent = (where.dataset.words ?? "").replace("{ply}", String(to)).replace("{last}", String(last));
    history.replaceState(null, "", `${home}/at/${to}`);
    for (const link of $$("[data-step]", bar)) /** @type {HTMLAnchorElement} */ (link).href = `${home}/at/${target(link.dataset.step ?? "")}`;
    clearTimeout(soon);
    soon = setTimeout(() => void fetchMoment(to), 40); // a slider that is dragged passes many moments
  }

  /** @param {number} to */
  async function fetchMoment(to) {
    asking?.abort();
    asking = new AbortController();
    try {
      const answer = await fetch(`${home}/moment/${to}`, { signal: asking.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const moment = await answer.json();
      step(moment, to === shown + 1 ? undefined : 0); // only from one moment to the next does anything move
      shown = to;
      const happened = $("#happened"), turn = $("#turn");
      if (happened) happened.textContent = moment.say.join(" ");
      if (turn) turn.textContent = moment.turn;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) toast(sentence("moment failed"));
    }
  }

  slider.addEventListener("input", () => go(Number(slider.value)));
  bar.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-step]"));
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(target(link.dataset.step ?? ""));
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).closest("input:not(#ply), dialog, details.menu")) return;
    const step = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last" }[event.key];
    if (!step) return;
    event.preventDefault();
    go(target(step));
  });
}
