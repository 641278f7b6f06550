// @ts-check
// The menu of a table: theme, link, score sheets, and what this browser prefers.

import { $, $$, prefer, preference, root, toast } from "./dom.js";
import { sheets } from "./score_sheets.js";
import { sentence } from "./sentences.js";
import { sound } from "./sound.js";

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(sentence("copied"));
  } catch {
    toast(text);
  }
}

function theme() {
  const now = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* private windows */ }
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const menu = /** @type {HTMLDetailsElement | null} */ ($("#menu"));
  if (menu?.open && !target.closest("#menu")) menu.open = false;
  const data = /** @type {HTMLElement | null} */ (target.closest("[data-sheets], [data-copy], [data-theme-toggle]"))?.dataset;
  if (!data) return;
  if (menu) menu.open = false; // or it would lie over what was asked for
  if ("sheets" in data) sheets();
  else if ("copy" in data) void copy(data.copy || location.href);
  else theme();
});

document.addEventListener("submit", (event) => { // what cannot be undone is asked about
  const { sure } = /** @type {HTMLFormElement} */ (event.target).dataset;
  if (sure && !confirm(sure)) event.preventDefault();
});

document.addEventListener("keydown", (event) => { // it is asked before the board is: Escape closes the menu, and nothing else is cancelled
  const menu = /** @type {HTMLDetailsElement | null} */ ($("#menu[open]"));
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  $("summary", menu)?.focus();
  event.stopImmediatePropagation();
});

for (const box of /** @type {HTMLInputElement[]} */ ($$("[data-pref]"))) {
  const name = box.dataset.pref ?? "";
  box.checked = preference(name, name === "confirm");
  box.addEventListener("change", () => { prefer(name, box.checked); if (name === "sound") sound("turn"); });
}
