// @ts-check
// Going through the moments of a game: by the slider, by buttons, by keys, or by themselves. The address always names the moment
// and whose eyes see it.

import { $, $$, choice, choose, toast, view } from "./dom.js";
import { pace } from "./follow.js";
import { sentence } from "./sentences.js";
import { addressOf, request } from "./server.js";

/** @typedef {import("./wire.js").Message & {turn: string, to_act: string, eyes: string}} Moment */

const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP = 1600; // milliseconds a move at speed 1; what chance draws belongs to the move before it and goes by faster
const DRAWN = 0.35;
const MOVING = 0.6; // of the time of a step, at most: then it is looked at
const SPOKEN = 2; // faster than that nobody can listen to it
const KEPT = 60; // moments that are kept, so that going back and forth asks for nothing

/** @param {(message: import("./wire.js").Message, length?: number) => Promise<void>} step shows a moment, with the motion that leads to it unless its length is 0 */
export function replay(step) {
  const bar = /** @type {HTMLElement} */ ($("#scrub"));
  const slider = /** @type {HTMLInputElement} */ ($("#ply"));
  const chooser = /** @type {HTMLSelectElement | null} */ ($("#seat"));
  const player = /** @type {HTMLElement} */ ($("[data-autoplay]"));
  const last = Number(bar.dataset.last);
  const turns = /** @type {number[]} */ (JSON.parse(bar.dataset.turns ?? "[]"));
  const home = view().dataset.home ?? "";
  let ply = Number(view().dataset.ply);
  let shown = ply;
  let eyes = view().dataset.eyes ?? "";
  /** @type {Map<string, Promise<Moment>>} by their addresses */ const kept = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;

  /** @param {string} what @param {number} at */
  const address = (what, at) => `${home}/${what}/${at}${eyes ? `?seat=${eyes}` : ""}`;

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
    where();
    clearTimeout(soon);
    soon = setTimeout(() => void look(), 40); // a slider that is dragged passes many moments
  }

  /** What names the moment: the slider, the count, the address, the links. */
  function where() {
    slider.value = String(ply);
    const count = $("#where");
    if (count) count.textContent = (count.dataset.words ?? "").replace("{ply}", String(ply)).replace("{last}", String(last));
    history.replaceState(null, "", addressOf(address("at", ply)));
    for (const link of $$("[data-step]", bar)) /** @type {HTMLAnchorElement} */ (link).href = addressOf(address("at", target(link.dataset.step ?? "")));
    const on = /** @type {HTMLAnchorElement | null} */ ($("#play-on"));
    if (on) on.href = addressOf(`${home}/play/${ply}`);
    const back = /** @type {HTMLFormElement | null} */ ($("#go-back"));
    if (back) {
      back.hidden = ply === last;
      /** @type {HTMLInputElement} */ (back.elements.namedItem("ply")).value = String(ply);
    }
  }

  /** A moment, asked for once. @param {number} at @returns {Promise<Moment>} */
  function moment(at) {
    const from = address("moment", at);
    const known = kept.get(from);
    if (known) return known;
    const asked = request(from).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    });
    asked.catch(() => kept.delete(from));
    kept.set(from, asked);
    for (const old of kept.keys()) if (kept.size > KEPT) kept.delete(old);
    return asked;
  }

  /** Show the moment that was gone to, if it is still that one when it comes. */
  async function look() {
    const wanted = address("moment", ply);
    try {
      const now = await moment(ply);
      if (wanted !== address("moment", ply)) return;
      const length = ply === shown + 1 ? Math.min(pace(), playing ? MOVING * STEP / speed : Infinity) : 0; // only from one moment to the next does anything move
      void step(playing && speed > SPOKEN ? { ...now, say: [] } : now, length);
      shown = ply;
      const happened = $("#happened"), turn = $("#turn"), on = $("#play-on");
      if (happened) happened.textContent = (now.say ?? []).join(" ");
      if (turn) turn.textContent = now.turn;
      if (on) on.hidden = now.to_act === "-";
      if (playing) schedule(now.to_act === "*");
    } catch {
      if (wanted !== address("moment", ply)) return;
      pause();
      toast(sentence("moment failed"));
    }
  }

  /* ---------- by itself ---------- */

  let playing = false;
  let speed = SPEEDS.find((known) => String(known) === choice("replay-speed", "1")) ?? 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let next;

  /** @param {boolean} drawn whether chance acts next */
  function schedule(drawn) {
    clearTimeout(next);
    if (ply >= last) return pause();
    void moment(ply + 1).catch(() => {}); // it is there when it is its turn
    next = setTimeout(() => go(ply + 1), (STEP / speed) * (drawn ? DRAWN : 1));
  }

  function play() {
    if (playing) return pause();
    playing = true;
    control();
    if (ply >= last) go(0);
    else go(ply + 1);
  }

  function pause() {
    playing = false;
    clearTimeout(next);
    control();
  }

  function control() {
    const words = playing ? sentence("pause") : sentence("play");
    player.setAttribute("aria-pressed", String(playing));
    player.setAttribute("aria-label", words);
    player.title = words;
    const shown = $("#speed");
    if (shown) shown.textContent = `${speed}×`;
    for (const button of /** @type {HTMLButtonElement[]} */ ($$("[data-speed]", bar))) button.disabled = SPEEDS[SPEEDS.indexOf(speed) + Number(button.dataset.speed)] === undefined;
  }

  /** @param {number} by */
  function faster(by) {
    speed = SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed;
    choose("replay-speed", String(speed));
    control();
    if (playing) schedule(false);
  }

  /* ---------- whose eyes ---------- */

  /** @param {string} whose */
  function through(whose) {
    if (!chooser || ![...chooser.options].some((option) => option.value === whose) || whose === eyes) return;
    chooser.value = eyes = whose;
    where();
    void look();
  }

  /* ---------- hands and keys ---------- */

  slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
  chooser?.addEventListener("change", () => through(chooser.value));
  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const on = /** @type {Element} */ (event.target);
    const data = /** @type {HTMLElement | null} */ (on.closest("#scrub :is([data-step], [data-autoplay], [data-speed])"))?.dataset;
    if (data) {
      event.preventDefault();
      if ("autoplay" in data) return play();
      if ("speed" in data) return faster(Number(data.speed));
      pause();
      return go(target(data.step ?? ""));
    }
    const link = /** @type {HTMLAnchorElement | null} */ (on.closest(`a[href^="${addressOf(home)}/at/"]`)); // of the log, or of the chart
    const to = Number(/\/at\/(\d+)/.exec(link?.href ?? "")?.[1] ?? NaN);
    if (!link || !Number.isInteger(to)) return;
    event.preventDefault();
    /** @type {HTMLDialogElement | null} */ (link.closest("dialog"))?.close();
    pause();
    go(to);
  });
  document.addEventListener("keydown", (event) => {
    const on = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || on.closest("input:not(#ply), textarea, select, dialog, details.menu")) return;
    const step = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last" }[event.key];
    if (step) { pause(); go(target(step)); }
    else if (event.key === " " && !on.closest("button, summary")) play();
    else if (event.key === ">" || event.key === ".") faster(1);
    else if (event.key === "<" || event.key === ",") faster(-1);
    else if (/^[1-9aA]$/.test(event.key) && chooser) through(event.key.toLowerCase() === "a" ? "all" : event.key);
    else return;
    event.preventDefault();
  });

  document.addEventListener("visibilitychange", () => { if (document.hidden && playing) pause(); }); // nothing is missed

  for (const hidden of $$("[data-autoplay], .speed", bar)) hidden.hidden = false;
  $("#eyes button")?.remove();
  control();
  where();
}
