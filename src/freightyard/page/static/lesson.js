// @ts-check
// The panel of a lesson: its sentences come one after the other, and what they are about is lit. What there is to do, and whether it
// was right, is the server's business.

import { onShow } from "./client.js";
import { $, $$, announce, store, stored } from "./dom.js";

/** Which sentence of the panel is shown, from 0. */ let shown = 0;
/** @type {string | undefined} the panel that it belongs to: the last step of it */ let panel;
/** What was said last. */ let said = "";

const pages = () => $$("#lesson .said > p");
const button = (/** @type {string} */ name) => /** @type {HTMLButtonElement | null} */ ($(`#lesson [data-lesson-${name}]`));

function light() {
  for (const element of $$(".taught")) element.classList.remove("taught");
  const look = pages()[shown]?.dataset.look;
  const found = look ? $$(look) : [];
  for (const element of found) element.classList.add("taught");
  reveal(found[0]);
}

/** Bring what is lit to where it can be seen: prompt and panel may lie over the foot of the page. @param {HTMLElement | undefined} lit */
function reveal(lit) {
  const element = lit?.closest("svg") ? lit.closest(".panel") : lit;
  if (!element || element.closest("#prompt")) return scrollTo({ top: 0, behavior: "instant" }); // they are never out of sight: the board is
  const { top, bottom, left } = element.getBoundingClientRect();
  const over = [$("#prompt"), $("#lesson")].map((box) => box?.getBoundingClientRect()).filter((box) => box && box.top > 80 && box.left <= left && left < box.right);
  const foot = Math.min(innerHeight, ...over.map((box) => box?.top ?? innerHeight));
  if (lit === element ? bottom > foot || top < 0 : top < 0 || top > foot / 2) element.scrollIntoView({ block: "start", behavior: "instant" });
}

function refresh() {
  const all = pages(), page = all[shown], last = shown === all.length - 1;
  all.forEach((each, index) => { each.hidden = index !== shown; });
  light();
  const next = button("next"), back = button("back");
  const left = [next, back].includes(/** @type {HTMLButtonElement} */ (document.activeElement));
  if (next) next.hidden = last;
  if (back) back.hidden = shown === 0;
  for (const form of $$("#lesson[data-state=ended] .ways form")) form.hidden = !last;
  if (left) (last ? $("#lesson[data-state=ended] .ways .go") ?? $("#lesson") : next)?.focus();
  const count = $("#lesson [data-count]");
  if (count) count.textContent = (count.dataset.count ?? "").replace("{step}", page?.dataset.step ?? "");
  const words = page?.textContent ?? "";
  if (words !== said) announce(words);
  said = words;
}

/** The lists of puzzles and of lessons mark what was solved in this browser, or followed to its end. @param {string} address */
function remember(address) {
  const known = (stored("puzzles") ?? "").split(" ").filter((one) => one && one !== address);
  store("puzzles", [...known, address].slice(-500).join(" "));
}

/** A new moment: the panel may be another one. Whoever goes on reads from its beginning; whoever undid a move, its task. */
function moment() {
  const box = $("#lesson");
  if (!box || box.hidden) return;
  if (box.dataset.solved) remember(box.dataset.solved);
  const now = box.dataset.last;
  if (now !== panel) shown = panel !== undefined && Number(now) < Number(panel) ? pages().length - 1 : 0;
  panel = now;
  shown = Math.min(shown, pages().length - 1);
  refresh();
}

document.addEventListener("click", (event) => {
  const pressed = /** @type {Element} */ (event.target);
  const way = pressed.closest("[data-lesson-next]") ? 1 : pressed.closest("[data-lesson-back]") ? -1 : 0;
  if (!way) return;
  shown = Math.max(0, Math.min(pages().length - 1, shown + way));
  refresh();
});
onShow(moment);
moment();
