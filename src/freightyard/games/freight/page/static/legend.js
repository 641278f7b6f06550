// @ts-check
// The legend of the map: opened and closed by its button, and as it was left by this browser. Where it lies over the map a tap closes it.

import { $, prefer, preference } from "../../../../page/static/dom.js";
import { SMALL } from "./map.js";

const NAME = "freight-legend";

/** @returns {() => void} shows it as it was left, when the board was drawn anew */
export function legend() {
  const button = $("[data-legend]");
  const turn = () => { prefer(NAME, !preference(NAME, false)); show(); };
  button?.addEventListener("click", turn);
  document.addEventListener("click", (event) => { if (SMALL.matches && /** @type {Element} */ (event.target).closest("#legend")) turn(); });
  show();
  return show;

  function show() {
    const open = preference(NAME, false), list = $("#legend");
    if (list) list.hidden = !open;
    button?.setAttribute("aria-expanded", String(open));
  }
}
