// @ts-check
// The menu of a table: its link, its score sheets, and what can be done with it.

import { $ } from "./dom.js";
import { sheets } from "./score_sheets.js";
import "./settings.js";
import { sentence } from "./sentences.js";
import { copy, share } from "./share.js";
import { askBeforeSending } from "./sure.js";

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const menu = /** @type {HTMLDetailsElement | null} */ ($("#menu"));
  if (menu?.open && !target.closest("#menu")) menu.open = false;
  const data = /** @type {HTMLElement | null} */ (target.closest("[data-sheets], [data-copy]:not(#share *), [data-share]"))?.dataset;
  if (target.closest("[data-play-on]")) target.closest("li")?.remove(); // the verdict on a retry was read: the game goes on
  if (!data) return;
  if (menu) menu.open = false; // or it would lie over what was asked for
  if ("sheets" in data) sheets();
  else if ("share" in data) share(data.share || location.href);
  else void copy(data.copy || location.href);
});

askBeforeSending(sentence("cancel"));

document.addEventListener("keydown", (event) => { // it is asked before the board is: Escape closes the menu, and nothing else is cancelled
  const menu = /** @type {HTMLDetailsElement | null} */ ($("#menu[open]"));
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  $("summary", menu)?.focus();
  event.stopImmediatePropagation();
});
