// @ts-check
// Delivering: cubes are ticked, and one button delivers those that are.

import { send } from "../../../../page/static/client.js";
import { $, $$, announce } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";

const ticked = () => $$('#prompt [data-tick][aria-pressed="true"]');

/** A click on a cube that can be delivered, or on the button. @param {Element} target @returns {boolean} whether it was one */
export function cargoClick(target) {
  const cube = target.closest("#prompt [data-tick]");
  if (cube) tick(cube);
  else if (target.closest("#prompt [data-deliver]")) send(ticked().map((each) => each.dataset.word ?? ""));
  else return false;
  return true;
}

/** @param {Element} cube */
function tick(cube) {
  cube.setAttribute("aria-pressed", String(cube.getAttribute("aria-pressed") !== "true"));
  const button = /** @type {HTMLButtonElement | null} */ ($("#prompt [data-deliver]"));
  if (!button) return;
  const prices = ticked().map((each) => Number(each.dataset.tick));
  button.disabled = !prices.length;
  button.textContent = prices.length ? sentence("deliver for", { price: prices.reduce((sum, price) => sum + price, 0) }) : sentence("deliver nothing");
  announce(button.textContent);
}
