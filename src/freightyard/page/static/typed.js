// @ts-check
// Typed play: a line for moves and commands, in the words of the terminal, and the board in words. The server reads and answers;
// what is answered is spoken once, by the page's one live region, and stays in the list above the line.

import { legal, onAnswered, onSaid, onShow, typeLine, waiting, wantText } from "./client.js";
import { completions } from "./completion.js";
import { $, $$, announce, make, prefer, preference, root, view } from "./dom.js";
import { fill } from "./parts.js";
import { sentence } from "./sentences.js";

const KEPT = 80; // entries of the list
const SPOKEN = 8; // lines of an answer that are spoken; the others are read in the list

const panel = /** @type {HTMLElement} */ ($("#typed"));
const field = /** @type {HTMLInputElement} */ ($("#typed-line"));
const list = /** @type {HTMLElement} */ ($("#typed-list"));
const answers = /** @type {HTMLElement} */ ($("#answers"));
const board = /** @type {HTMLElement} */ ($("#text-board"));
const commands = (panel.dataset.commands ?? "").split(" ");

/* ---------- opening ---------- */

/** @param {boolean} open */
function toggle(open) {
  panel.toggleAttribute("data-open", open);
  root.toggleAttribute("data-typing", open); // the board makes room
  if (open) answers.scrollTop = answers.scrollHeight;
}

export function openLine() {
  toggle(true);
  field.focus({ preventScroll: true });
}

function closeLine() {
  toggle(false);
  closeList();
  const there = $("#view .can") ?? view();
  if (!there.matches("button, a, [tabindex]")) there.tabIndex = -1;
  there.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-typed], [data-typed-close], [data-text-board]"));
  if (!button) return;
  const menu = /** @type {HTMLDetailsElement | null} */ ($("#menu"));
  if (menu) menu.open = false;
  if ("textBoard" in button.dataset) prefer("text-board", !preference("text-board", false));
  else if ("typedClose" in button.dataset) closeLine();
  else openLine();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.altKey || event.ctrlKey || event.metaKey || $("dialog:modal")) return;
  if (/** @type {Element} */ (event.target).closest("input, textarea, select")) return;
  event.preventDefault();
  openLine();
});

document.addEventListener("preferred", (event) => {
  const { name } = /** @type {CustomEvent} */ (event).detail;
  if (name === "typed") toggle(preference("typed", false));
  if (name === "text-board") showText();
});

/* ---------- the line ---------- */

/** @type {string[]} */ const earlier = [];
let place = 0; // in what was typed earlier

$("#typed-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const line = field.value.trim();
  if (!line || waiting()) return;
  closeList();
  add("asked", [line]);
  if (!typeLine(line)) {
    refuse(sentence("not sent"));
    return announce(sentence("not sent"));
  }
  if (earlier.at(-1) !== line) earlier.push(line);
  place = earlier.length;
  field.value = "";
});

field.addEventListener("input", openList);
field.addEventListener("blur", closeList);
field.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const open = !list.hidden;
  switch (event.key) {
    case "ArrowDown": if (open) step(1); else recall(1); break;
    case "ArrowUp": if (open) step(-1); else recall(-1); break;
    case "/": if (field.value) return; break; // the key that opens the line, pressed once more
    case "Enter": if (!open || active() === null) return; accept(); break;
    case "Tab": if (event.shiftKey || !open || (active() === null && /(^|\s)$/.test(field.value))) return; accept(); break;
    case "Escape":
      if (open) closeList();
      else if (field.value) field.value = "";
      else closeLine();
      break;
    default: return;
  }
  event.preventDefault();
  event.stopPropagation();
});

/** What was typed before. @param {number} by */
function recall(by) {
  place = Math.max(0, Math.min(earlier.length, place + by));
  field.value = earlier[place] ?? "";
}

/* ---------- suggestions: a combobox ---------- */

/** @type {import("./completion.js").Suggestion[]} */ let offered = [];

const active = () => $("[aria-selected=true]", list);

function openList() {
  offered = completions(field.value, legal(), commands);
  list.replaceChildren(...offered.map(({ text }, number) => {
    const option = make("li", text);
    option.id = `typed-option-${number}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    return option;
  }));
  list.hidden = offered.length === 0;
  field.setAttribute("aria-expanded", String(!list.hidden));
  field.removeAttribute("aria-activedescendant");
}

function closeList() {
  list.hidden = true;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

/** @param {number} by */
function step(by) {
  const options = $$("[role=option]", list), now = active();
  const at = now ? options.indexOf(now) + by : by > 0 ? 0 : options.length - 1;
  now?.setAttribute("aria-selected", "false");
  const next = options[at];
  if (!next) return field.removeAttribute("aria-activedescendant"); // beyond the last one is the line itself
  next.setAttribute("aria-selected", "true");
  next.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", next.id);
}

/** Take a suggestion into the line. @param {Element | null} [option] */
function accept(option = active() ?? list.firstElementChild) {
  const chosen = offered[[...list.children].indexOf(/** @type {Element} */ (option))];
  if (!chosen) return;
  field.value = chosen.whole ? chosen.text : `${chosen.text} `;
  if (chosen.whole) closeList();
  else openList();
}

list.addEventListener("pointerdown", (event) => {
  event.preventDefault(); // the line keeps the focus
  const option = /** @type {Element} */ (event.target).closest("[role=option]");
  if (option) accept(option);
});

/* ---------- what comes back ---------- */

/** @type {Set<string>} answers that were spoken: they are for who asked */ const answered = new Set();

/** @param {string} kind @param {readonly string[]} lines */
function add(kind, lines) {
  const item = make("li", "", kind);
  item.append(...lines.map((line) => make("p", line)));
  answers.append(item);
  while (answers.childElementCount > KEPT) answers.firstElementChild?.remove();
  scrollSoon();
}

let scrolling = false;
/** Scroll to the last answer when the page is laid out anyway: to ask for heights before would lay it out at every step of a game. */
function scrollSoon() {
  if (scrolling) return;
  scrolling = true;
  requestAnimationFrame(() => {
    scrolling = false;
    answers.scrollTop = answers.scrollHeight;
  });
}

/** A refusal, with a link to its rule. @param {string} words @param {string} [rule] */
function refuse(words, rule) {
  add("refused", [words]);
  if (!rule) return;
  const link = /** @type {HTMLAnchorElement} */ (make("a", sentence("look up")));
  link.href = rule;
  link.target = "_blank";
  link.rel = "noopener";
  answers.lastElementChild?.lastElementChild?.append(" ", link);
}

onAnswered((lines) => {
  if (!lines.length) return;
  add("answer", lines);
  const more = lines.length - SPOKEN;
  const words = [...lines.slice(0, SPOKEN), ...(more > 0 ? [sentence("more lines", { number: more })] : [])].join(" ");
  answered.add(words);
  announce(words);
});
onSaid((words, rule) => { if (rule === undefined) add("event", [words]); else refuse(words, rule); });

/* ---------- the board in words ---------- */

const OFTEN = 600; // milliseconds: nobody reads faster
const PATIENCE = 3000; // then it is asked for again

let shown = ""; // the moment that it tells of
let asking = "";
/** @type {ReturnType<typeof setTimeout> | undefined} until it may be asked for again */ let later;

const moment = () => `${view().dataset.ply} ${view().dataset.seat}`;

function refreshText() {
  if (board.hidden || later !== undefined || shown === moment()) return;
  asking = moment();
  const sent = wantText((parts) => {
    shown = asking;
    fill(/** @type {HTMLElement} */ ($("#text-sections")), parts);
    again(OFTEN); // the game may have gone on
  });
  again(sent ? PATIENCE : OFTEN);
}

/** @param {number} wait */
function again(wait) {
  clearTimeout(later);
  later = setTimeout(() => { later = undefined; refreshText(); }, wait);
}

function showText() {
  board.hidden = !preference("text-board", false);
  for (const button of $$("[data-text-board]")) button.setAttribute("aria-pressed", String(!board.hidden));
  refreshText();
}

/** Whoever shares a screen hands it on: what one was answered is not for the next. */
function forgetAnswers() {
  answers.replaceChildren();
  earlier.length = place = 0;
  for (const line of $$("#say p")) if (answered.has(line.textContent ?? "")) line.remove();
  answered.clear();
}

let seat = view().dataset.seat;
onShow(() => {
  if (view().dataset.seat !== seat && (view().dataset.own ?? "").includes(" ")) forgetAnswers();
  seat = view().dataset.seat;
  refreshText();
});
document.addEventListener("connected", () => { again(0); });

toggle(preference("typed", false));
showText();
