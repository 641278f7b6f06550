// @ts-check
// The legend below the map: opened and closed by its button, and as it was left by this browser.

import { $, prefer, preference } from "../../../../page/static/dom.js";

const NAME = "freight-legend";

/** @returns {() => void} shows it as it was left, when the board was drawn anew */
export function legend() {
  const button = $("[data-legend]");
  button?.addEventListener("click", () => { prefer(NAME, !preference(NAME, false)); show(); });
  show();
  return show;

  function show() {
    const open = preference(NAME, false), list = $("#legend");
    if (list) list.hidden = !open;
    button?.setAttribute("aria-expanded", String(open));
  }
}
