// @ts-check
// Small helpers that every module of the page uses.

import { sentence } from "./sentences.js";

export const root = document.documentElement;
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The first element that fits. @param {string} selector @param {ParentNode} [within] @returns {HTMLElement | null} */
export const $ = (selector, within = document) => within.querySelector(selector);

/** All elements that fit. @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export const $$ = (selector, within = document) => [...within.querySelectorAll(/** @type {"div"} */ (selector))];

/** The board. @returns {HTMLElement} */
export const view = () => /** @type {HTMLElement} */ ($("#view"));

/** Preferences of this browser. They live without storage too, as long as the page does. @type {Map<string, string>} */
const kept = new Map();

/** @param {string} name @param {boolean} usual @returns {boolean} */
export function preference(name, usual) {
  let value = kept.get(name) ?? null;
  try { value ??= localStorage.getItem(name); } catch { /* private windows */ }
  return value === null ? usual : value === "1";
}

/** @param {string} name @param {boolean} on */
export function prefer(name, on) {
  kept.set(name, on ? "1" : "0");
  try { localStorage.setItem(name, on ? "1" : "0"); } catch { /* private windows */ }
}

/** A preference that is one of several words. @param {string} name @param {string} usual @returns {string} */
export function choice(name, usual) {
  let value = kept.get(name) ?? null;
  try { value ??= localStorage.getItem(name); } catch { /* private windows */ }
  return value ?? usual;
}

/** @param {string} name @param {string} value */
export function choose(name, value) {
  kept.set(name, value);
  try { localStorage.setItem(name, value); } catch { /* private windows */ }
}

/** An element with text in it. @param {string} tag @param {string} text @param {string} [kind] @returns {HTMLElement} */
export function make(tag, text, kind = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

let toasts = 0;

/** A sentence at the foot of the page, with a link to the rule it is about. @param {string} text @param {string} [href] */
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
  const log = $("#say");
  log?.append(make("p", text));
  while (log && log.childElementCount > 40) log.firstElementChild?.remove();
}
