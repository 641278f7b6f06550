// @ts-check
// Small helpers that every module of the page uses.

import { sentence } from "./sentences.js";
import { placeToast } from "./toast_place.js";

export const root = document.documentElement;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing is to move: the system asks for it, or this browser's settings do. */
export const calm = { get matches() { return reduced.matches || choice("motion", "normal") === "off"; } };

/** The first element that fits. @param {string} selector @param {ParentNode} [within] @returns {HTMLElement | null} */
export const $ = (selector, within = document) => within.querySelector(selector);

/** All elements that fit. @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export const $$ = (selector, within = document) => [...within.querySelectorAll(/** @type {"div"} */ (selector))];

/** The board. @returns {HTMLElement} */
export const view = () => /** @type {HTMLElement} */ ($("#view"));

/* What this browser prefers. Where nothing can be stored, in some private windows, it holds as long as the page does. theme.js
   shows it on <html>, and whoever else must know of a change listens for the event `preferred` on the document. */

/** @type {Map<string, string>} what could not be stored */ const kept = new Map();

/** @param {string} name @returns {string | null} */
export function stored(name) {
  const value = kept.get(name);
  if (value !== undefined) return value;
  try { return localStorage.getItem(name); } catch { return null; }
}

/** @param {string} name @param {string} value */
export function store(name, value) {
  try { localStorage.setItem(name, value); kept.delete(name); } catch { kept.set(name, value); }
  document.dispatchEvent(new CustomEvent("preferred", { detail: { name, value } }));
}

/** Whether something is wanted. @param {string} name @param {boolean} usual @returns {boolean} */
export function preference(name, usual) {
  const value = stored(name);
  return value === null ? usual : value === "1";
}

/** @param {string} name @param {boolean} on */
export const prefer = (name, on) => store(name, on ? "1" : "0");

/** Which of several is wanted, by its word. @param {string} name @param {string} usual @returns {string} */
export const choice = (name, usual) => stored(name) ?? usual;

/** @param {string} name @param {string} value */
export const choose = (name, value) => store(name, value);

/** An element with text in it. @param {string} tag @param {string} text @param {string} [kind] @returns {HTMLElement} */
export function make(tag, text, kind = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

let toasts = 0;

/** A sentence that is shown for a while and spoken once, with a link to the rule it is about. @param {string} text @param {string} [href] */
export function toast(text, href) {
  const box = $("#oops");
  if (!box) return;
  box.replaceChildren(text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : "."));
  if (href) {
    const link = /** @type {HTMLAnchorElement} */ (make("a", sentence("look up")));
    link.href = href;
    link.target = "_blank";
    link.rel = "noopener";
    box.append(" ", link);
  }
  box.hidden = false;
  placeToast(box);
  announce(text);
  const mine = ++toasts;
  setTimeout(() => { if (mine === toasts) box.hidden = true; }, href ? 9000 : 5000);
}

/** The sentence is no longer about what is to be seen. */
export function quiet() {
  const box = $("#oops");
  if (box) box.hidden = true;
}

/** What a screen reader speaks. @param {string} text */
export function announce(text) {
  document.dispatchEvent(new CustomEvent("announced", { detail: text }));
  const log = $("#say");
  log?.append(make("p", text));
  while (log && log.childElementCount > 40) log.firstElementChild?.remove();
}
