// @ts-check
// People who share a screen hand it on: when the board is another one's, nothing of it can be seen or done until that one says so.
// Who just drew a card from the deck can look at it before.

import { hold, holdBy, onSend } from "../../../../page/static/client.js";
import { $, $$, root, view } from "../../../../page/static/dom.js";
import { outline } from "./packing.js";
import { request } from "../../../../page/static/server.js";

/** @typedef {{word: string, name: string, shape: string[]}} HandCard */

const seat = () => view().dataset.seat ?? "";
const hand = () => /** @type {HTMLElement} */ ($("#hand"));

/** The seat whose player has the device. */
let holder = "";
/** @type {{seat: string, had: Set<string>} | null} who drew from the deck, and the cards that were in the hand before */ let drew = null;

// The server sends the cards of the one who has the device, and no others. A page that is loaded anew has to be asked for again.
holdBy(() => Number(holder));

/** Whether the device has still to be handed on. */
export const passing = () => root.classList.contains("passing");

let opened = false; // the device was taken, and its board is still to come

/** The board was drawn anew: is it another player's? */
export function refreshPass() {
  if (opened && $("#view .can")) {
    opened = false;
    $("#prompt .can, #view .can")?.focus({ preventScroll: true });
  }
  const text = hand().dataset.pass;
  const on = text !== undefined && holder !== seat();
  if (on === passing() && !on) return;
  root.classList.toggle("passing", on);
  const box = $("#pass"), says = $("#pass-says"), go = $("[data-open-hand]");
  if (!box || !says || !go) return;
  box.hidden = !on;
  if (!on) return;
  says.textContent = text ?? "";
  go.textContent = hand().dataset.open ?? "";
  void showDrawn();
}

/** Let the one who drew a card look at it while a button is held. */
async function showDrawn() {
  const button = $("[data-drawn]"), from = drew;
  drew = null;
  if (!button || !from || from.seat === seat()) return;
  const body = new URLSearchParams({ topic: "hand", words: "", seat: from.seat });
  try {
    const answer = await request(`${view().dataset.home}/ask`, { method: "POST", body });
    const { cards } = /** @type {{cards: HandCard[]}} */ (await answer.json());
    const card = cards.find(({ word }) => !from.had.has(word)), picture = $("#drawn-card svg"), name = $("#drawn-card b");
    if (!card || !picture || !name || !passing()) return;
    const { fill, edge } = outline(card.shape);
    const wide = Math.max(...card.shape.map((line) => line.length));
    picture.setAttribute("viewBox", `-1 -1 ${wide * 10 + 2} ${card.shape.length * 10 + 2}`);
    picture.replaceChildren(...[["floor", fill], ["walls", edge]].map(([kind = "", d = ""]) => {
      const path = document.createElementNS(picture.namespaceURI, "path");
      path.setAttribute("class", kind);
      path.setAttribute("d", d);
      return path;
    }));
    name.textContent = card.name;
    button.hidden = false;
  } catch { /* it can be seen in the hand at the next turn */ }
}

/** @param {boolean} seen */
function uncover(seen) {
  const card = $("#drawn-card");
  if (card) card.hidden = !seen;
}

function open() {
  holder = seat();
  hold();
  uncover(false);
  const button = $("[data-drawn]");
  if (button) button.hidden = true;
  $("#drawn-card svg")?.replaceChildren();
  $("#drawn-card b")?.replaceChildren();
  refreshPass();
  opened = true;
}

document.addEventListener("pointerdown", (event) => { if (/** @type {Element} */ (event.target).closest("[data-drawn]")) uncover(true); });
document.addEventListener("keydown", (event) => {
  if ((event.key === " " || event.key === "Enter") && /** @type {Element} */ (event.target).closest("[data-drawn]")) { uncover(true); event.preventDefault(); }
});
for (const name of ["pointerup", "pointercancel", "blur", "visibilitychange", "keyup"]) addEventListener(name, () => uncover(false));
document.addEventListener("contextmenu", (event) => { if (/** @type {Element} */ (event.target).closest("[data-drawn]")) event.preventDefault(); });

addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-open-hand]")) return open();
  if (passing() && target.closest("#view :is([data-word], [data-why], [data-plan], [data-ship], [data-city], [data-load-plan])")) event.stopPropagation(); // not yours yet
}, true);

onSend((moves) => {
  if (moves?.includes("draw deck") && hand().dataset.pass !== undefined) drew = { seat: seat(), had: new Set($$("#hand [data-car]").map((card) => card.dataset.car ?? "")) };
});
