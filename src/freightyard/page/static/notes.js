// @ts-check
// The strip for a tip or a hint. It lies in the bar at the top, and on a phone above the prompt, out of the flow: nothing on the
// board moves when it comes or goes, and it lies over nothing that can be clicked. There is one note at a time.

import { $, make, root } from "./dom.js";

/** @typedef {{text: string, label?: string, go: () => void}} NoteButton `label`: what a sign such as × says to those who do not see it */

/** Show a note instead of the one that is there. @param {string} kind its class @param {string} label @param {(string | Node)[]} words @param {NoteButton[]} buttons
 * @returns {HTMLElement} the note */
export function showNote(kind, label, words, buttons) {
  clearNote();
  const box = make("div", "", `note ${kind}`);
  box.setAttribute("role", "note");
  box.setAttribute("aria-label", label);
  const text = make("p", "");
  text.append(...words);
  box.append(text);
  for (const each of buttons) {
    const button = /** @type {HTMLButtonElement} */ (make("button", each.text, "quiet"));
    button.type = "button";
    if (each.label) { button.title = each.label; button.setAttribute("aria-label", each.label); }
    button.addEventListener("click", each.go);
    box.append(button);
  }
  $(".top .grow")?.append(box);
  return box;
}

/** @type {((kinds: DOMTokenList) => void)[]} */ const listeners = [];
/** Be told when a note goes, be it that another one takes its place. @param {(kinds: DOMTokenList) => void} listener */
export const onNoteGone = (listener) => { listeners.push(listener); };

/** Take a note away. @param {string} [kind] only one of this class */
export function clearNote(kind = "note") {
  const gone = $(`.note.${kind}`);
  gone?.remove();
  if (gone) for (const listener of listeners) listener(gone.classList);
}

/* On a phone the prompt lies over the foot of the page: what is below it can be scrolled up, and the note lies above it. */

let height = -1;
const measure = new ResizeObserver((entries) => {
  const box = entries.at(-1)?.target;
  if (!(box instanceof HTMLElement) || !box.isConnected || box.offsetHeight === height) return; // every style of the page depends on it
  height = box.offsetHeight;
  root.style.setProperty("--prompt", `${height}px`);
});
/** @type {Element | null} */ let measured = null;

/** The prompt may have been drawn anew. */
export function measurePrompt() {
  const prompt = $("#prompt");
  if (prompt === measured) return;
  measure.disconnect();
  measured = prompt;
  if (prompt) measure.observe(prompt);
}
