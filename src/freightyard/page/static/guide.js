// @ts-check
// The first game: hints beside what is to be done, through one real turn. Once followed or sent away, they do not come again
// by themselves; the menu brings them back. What they say is the board's business: it hands them over.

import { legal, onShow } from "./client.js";
import { $, $$, make, root, view } from "./dom.js";
import { sentence } from "./sentences.js";

/** @typedef {{when: () => boolean, at: string, text: string}} Hint what to say, beside which part, and when */
/** @typedef {{hints: Hint[], last: Omit<Hint, "when">}} Guide the hints of a turn, later ones before earlier ones, and what to say when it is over */

/** Whether a legal move begins with a verb. @param {string} verb */
export const may = (verb) => legal().some((move) => move === verb || move.startsWith(`${verb} `));
/** @param {string} selector */
export const shown = (selector) => { const element = $(selector); return element !== null && !element.hidden; };
/** Whether the beginning of a move was said. */
export const choosing = () => root.classList.contains("choosing");

/** @type {Guide | undefined} */ let guide;

const game = [...view().classList].find((name) => name.startsWith("game-"))?.slice(5) ?? "";
let on = false;
let begun = false; // whether the player has been shown what a turn is

/** @param {boolean} done */
function remember(done) {
  try {
    if (done) localStorage.setItem(`guide:${game}`, "done");
    else localStorage.removeItem(`guide:${game}`);
  } catch { /* private windows */ }
}

function known() {
  try { return localStorage.getItem(`guide:${game}`) === "done"; } catch { return false; }
}

function away() {
  $(".hint")?.remove();
  for (const element of $$(".hinted")) element.classList.remove("hinted");
}

/** Show what is to be said now. */
function refresh() {
  away();
  const prompt = $("#prompt");
  if ($(".plan")) return; // a question is being asked, and says itself what to do
  if (!on || !guide || !prompt || !view().dataset.seat || $("#sheets")?.hasAttribute("data-over")) return;
  const acting = legal().length > 0;
  if (!acting && !begun) return;
  const hint = acting ? guide.hints.find((each) => each.when()) : guide.last;
  if (!hint) return;
  if (acting) begun = true;
  const box = make("aside", "", "hint");
  box.setAttribute("aria-label", sentence("tip"));
  const button = /** @type {HTMLButtonElement} */ (make("button", acting ? "×" : sentence("tip read"), "quiet"));
  button.type = "button";
  if (acting) { button.title = sentence("hide tips"); button.setAttribute("aria-label", sentence("hide tips")); }
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    on = false;
    remember(true);
    away();
  });
  box.append(make("p", hint.text), button);
  prompt.prepend(box);
  for (const element of $$(hint.at)) element.classList.add("hinted");
}

document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-guide]")) {
    on = true;
    begun = false;
    remember(false);
    const menu = /** @type {HTMLDetailsElement | null} */ ($("#menu"));
    if (menu) menu.open = false;
  }
  if (on) requestAnimationFrame(refresh); // what was clicked may have opened something
});
document.addEventListener("keyup", (event) => { if (on && (event.key === "Enter" || event.key === " " || event.key === "Escape")) requestAnimationFrame(refresh); });

/** Lead newcomers to this game through a turn. @param {Guide} hints */
export function guideBy(hints) {
  guide = hints;
  for (const button of $$("[data-guide]")) button.hidden = false;
  on = !known();
  onShow(refresh);
  refresh();
}
