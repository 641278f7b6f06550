// @ts-check
// Orders ahead: what is filled in becomes words, and what was given or stopped is spoken.

import { onShow, sayAhead } from "./client.js";
import { $, $$, announce, toast } from "./dom.js";
import { sentence } from "./sentences.js";

/** @param {object} words */
function tell(words) {
  if (!sayAhead(words)) toast(sentence("order not sent"));
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-order-form]")) return;
  event.preventDefault();
  const limits = /** @type {HTMLInputElement[]} */ ($$("input", form)).map((field) => field.value.trim() || "-");
  tell({ order: limits.join(" ") });
  form.closest("details")?.removeAttribute("open"); // what was given is said above it
});

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-order]"));
  if (button) tell({ order: button.dataset.order });
  const form = target.closest("#orders summary")?.parentElement;
  if (form) requestAnimationFrame(() => { if (form.matches("[open]")) form.scrollIntoView({ block: "nearest" }); }); // what unfolds may lie below what is seen
});

document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.matches("[data-forced]")) tell({ forced: box.checked });
});

const told = () => $("#orders [data-told]")?.closest("p")?.textContent ?? "";
let known = told();
onShow(() => {
  const now = told();
  if (now && now !== known) {
    announce(now);
    const form = /** @type {HTMLDetailsElement | null} */ ($("#orders details"));
    if (form) form.open = false; // it was given, or it stopped: what is said about it comes first
  }
  known = now;
});
