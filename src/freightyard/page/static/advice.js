// @ts-check
// What a bot would do in one's place, for those who play against bots alone. The server asks the bot; the page lights where to begin.

import { legal, onSend, onShow, send, waiting } from "./client.js";
import { $, $$, announce, make, toast, view } from "./dom.js";
import { clearNote, showNote } from "./notes.js";
import { sentence } from "./sentences.js";
import { request } from "./server.js";
import { begins } from "./words.js";

/** @typedef {{move: string, words: string, why: string, plan: string[], rest: [string, string][], together: number, ends: boolean}} Advice the first move, all of them in
 * words, the reason, and all as typed; `rest`: words and reason of what is left after the first of them, the second and so on; `together`: how many can be
 * played at once, before a card is drawn or somebody answers; `ends`: whether the turn is over then */

/** @type {{ply: string | undefined, advice: Advice} | null} what was said, and about which moment */ let last = null;
/** @type {Advice | null} what is left of the advice if what was sent last is one with it */ let left = null;

/** @type {((advice: Advice | null) => void)[]} */ const listeners = [];
/** Be told what is advised, to light more than the words of things, and when it goes. @param {(advice: Advice | null) => void} listener */
export const onAdvice = (listener) => { listeners.push(listener); };

function away() {
  last = null;
  clear();
}

function clear() {
  clearNote("advice");
  for (const element of $$(".advised")) element.classList.remove("advised");
  for (const listener of listeners) listener(null);
}

/** @param {HTMLButtonElement} button */
async function ask(button) {
  const { ply, home } = view().dataset;
  const words = button.textContent;
  button.disabled = true;
  button.textContent = sentence("thinking");
  try {
    const answer = await request(`${home}/hint`, { method: "POST", headers: { accept: "text/plain" } });
    if (!answer.ok) toast((await answer.text()).trim());
    else {
      last = { ply, advice: /** @type {Advice} */ (await answer.json()) };
      refresh();
    }
  } catch {
    toast(sentence("hint failed"));
  }
  button.disabled = false;
  button.textContent = words;
}

/** Parts that are drawn anew lose what was put into them; the advice stays as long as the moment does. */
function refresh() {
  const { ply } = view().dataset;
  if (last && last.ply !== ply && left && legal().includes(left.move)) { // the hint is being followed: what is left of it is said, and its next step lit
    last = { ply, advice: left };
    left = null;
    return show(last.advice);
  }
  if (last?.ply !== ply) away();
  else if (last && !($(".advice") && $(".advised"))) show(last.advice);
}

/** What is left of advice once some moves of its plan were made; null if they are others, or all of it. @param {Advice} advice @param {readonly string[]} moves @returns {Advice | null} */
function after({ plan, rest, together, ends }, moves) {
  const [move, ...more] = plan.slice(moves.length), said = rest[moves.length - 1];
  if (move === undefined || !said || moves.some((each, index) => each !== plan[index])) return null;
  return { move, words: said[0], why: said[1], plan: [move, ...more], rest: rest.slice(moves.length), together: Math.max(1, together - moves.length), ends };
}

/** @param {Advice} advice */
function show(advice) {
  const again = $(".advice") !== null;
  clear();
  for (const element of $$(".tipped")) element.classList.remove("tipped"); // the hint has taken the place of the tip
  const close = { text: "×", label: sentence("close hint"), go: away };
  const follow = { text: advice.ends ? sentence("play hint and end") : sentence("play hint"), go: () => { if (!waiting()) send(advice.plan.slice(0, advice.together)); } };
  showNote("advice", sentence("hint"), [make("b", advice.words), " ", advice.why], [follow, close]);
  for (const element of $$(".tipped")) element.classList.remove("tipped"); // the tip has gone: one frame at a time
  if (!again) announce(`${advice.words} ${advice.why}`);
  for (const element of $$("#view [data-word]")) {
    if (begins(advice.move, (element.dataset.word ?? "").split("|"))) element.classList.add("advised");
  }
  if (!again) reveal();
  for (const listener of listeners) listener(advice);
}

/** Bring what is lit to where it can be seen, on a small screen: the note and what is fixed at the foot leave the middle free. */
function reveal() {
  const lit = $$(".advised");
  const seen = lit.some((element) => { const { top, bottom } = element.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight * 0.7; });
  const first = seen ? undefined : lit.find((element) => !element.closest("#prompt"));
  const map = first?.closest("[data-own-keys]"); // which moves what is on it into sight itself, and lies at the head of the page
  if (!map) first?.scrollIntoView({ block: "center", behavior: "instant" });
  else if (map.getBoundingClientRect().top < 0) map.scrollIntoView({ block: "start", behavior: "instant" });
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("[data-ask-hint]"));
  if (button) void ask(button);
});
onSend((moves) => {
  left = last && moves?.length ? after(last.advice, moves) : null;
});
onShow(refresh);
