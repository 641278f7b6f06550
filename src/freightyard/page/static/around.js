// @ts-check
// Around the board: score sheets, chat, who is here, the connection, and what this browser prefers.

import { $, $$, make, prefer, preference, root, toast } from "./dom.js";
import { sound } from "./sound.js";

/** All score sheets so far, in a dialog. */
export function sheets() {
  const dialog = /** @type {HTMLDialogElement | null} */ ($("#dialog"));
  const body = $("#dialog-body"), source = $("#sheets");
  if (!dialog || !body || !source) return;
  body.replaceChildren(...[...source.childNodes].map((node) => node.cloneNode(true)));
  if (!source.childElementCount) body.append(make("p", "Nothing has been counted yet."));
  const place = $("[data-chart]", body);
  if (place) void draw(place);
  if (!dialog.open) dialog.showModal();
}

/** Fetch the chart of a game that is over; without it the sheets tell enough. @param {HTMLElement} place */
async function draw(place) {
  try {
    const answer = await fetch(place.dataset.chart ?? "");
    if (answer.ok) place.innerHTML = await answer.text();
  } catch { /* no connection */ }
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("The link is copied.");
  } catch {
    toast(text);
  }
}

function theme() {
  const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* private windows */ }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;
/** Whether the server can be heard, as a sign, and after a while as a banner. @param {boolean} ok @param {string} [reason] */
export function banner(ok, reason) {
  const sign = $("#net");
  sign?.toggleAttribute("data-ok", ok);
  if (sign) sign.textContent = ok ? "connected" : "reconnecting";
  if (ok) {
    clearTimeout(soon);
    soon = undefined;
    $(".offline")?.remove();
    return;
  }
  soon ??= setTimeout(() => { // from the first loss on: what is tried meanwhile does not put it off
    const line = make("p", reason || "No connection to the server. Trying again by itself …", "offline");
    line.setAttribute("role", "status");
    document.body.prepend(line);
  }, 1500);
}

/** @type {number[] | null} the seats whose people are here */ let present = null;
/** Show who is here. @param {number[]} [seats] if it has changed */
export function presence(seats) {
  present = seats ?? present;
  if (!present) return;
  for (const dot of $$("[data-here]")) {
    const state = present.includes(Number(dot.dataset.here)) ? "here" : "away";
    dot.dataset.is = state;
    const words = $(".vh", dot);
    if (words) words.textContent = state;
  }
}

/** A form that was just sent brings the new page itself: a reload on top of it would throw its answer away, cookie and all. */
let leaving = 0;
document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) leaving = Date.now();
});

/** A new page, though not under the fingers of somebody who types. */
export function reload() {
  if (Date.now() - leaving < 10_000) return;
  const field = /** @type {HTMLInputElement | null} */ (document.activeElement?.closest("input:not([type=checkbox])") ?? null);
  if (field?.value && field.value !== field.defaultValue) field.addEventListener("blur", () => setTimeout(() => location.reload(), 300), { once: true });
  else location.reload();
}

/** The last line of the chat that is here; none if there is no chat on this page. */
export function lastLine() {
  const list = $("#chat");
  return list ? Number(/** @type {HTMLElement | null} */ (list.lastElementChild)?.dataset.line ?? 0) : undefined;
}

/** @param {{number: number, seat?: number | null, name: string, text: string}} line */
export function chat(line) {
  const list = $("#chat");
  if (!list || line.number <= (lastLine() ?? 0)) return;
  const item = document.createElement("li");
  item.dataset.line = String(line.number);
  if (line.seat) item.append(make("i", "", `disc d${((line.seat - 1) % 9) + 1}`));
  item.append(make("strong", line.name), " ", make("span", line.text));
  list.append(item);
  bottom();
  sound("clack");
}

/** What was said last is to be seen. */
export function bottom() {
  const box = $(".chat");
  if (box) box.scrollTop = box.scrollHeight;
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const menu = /** @type {HTMLDetailsElement | null} */ ($("#menu"));
  if (menu?.open && !target.closest("#menu")) menu.open = false;
  const data = /** @type {HTMLElement | null} */ (target.closest("[data-sheets], [data-copy], [data-theme-toggle]"))?.dataset;
  if (!data) return;
  if ("sheets" in data) sheets();
  else if ("copy" in data) void copy(data.copy || location.href);
  else theme();
});

for (const box of /** @type {HTMLInputElement[]} */ ($$("[data-pref]"))) {
  const name = box.dataset.pref ?? "";
  box.checked = preference(name, name === "confirm");
  box.addEventListener("change", () => { prefer(name, box.checked); if (name === "sound") sound("turn"); });
}
