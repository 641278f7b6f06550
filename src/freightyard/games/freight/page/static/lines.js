// @ts-check
// The line builder: a city or a hex is clicked, the server finds the lines that lead there, one lies on the map as a preview, and
// one click builds all of it.

import { legal, send, waiting } from "../../../../page/static/client.js";
import { $, $$, announce, make, toast, view } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { request } from "../../../../page/static/server.js";

/** @typedef {{verb: string, hex: string, outline: string, d: string}} Piece */
/** @typedef {{moves: string[], price: number, note: string, facts: string[], warning: string, go: string, said: string, pieces: Piece[]}} Line */
/** @typedef {{goal: string, title: string, outline: string, owner: number, lines: Line[], why?: string, href?: string}} Answer */
/** @typedef {{reveal: (element: Element) => void}} Revealing */

/** @type {Answer | null} the lines that are looked at */ let answer = null;
let founds = false; // whether all of them end with a new city
let chosen = 0;
let asked = 0; // how many questions there were: only the last one matters

/** Whether it is one's own turn to build. */
export const building = () => $("#prompt")?.dataset.phase === "building" && legal().includes("done");

/** The place that the lines lead to, or "". */
export const lineGoal = () => answer?.goal ?? "";

/** Ask the server. @param {string} topic @param {string} words @returns {Promise<unknown>} null if the answer came too late */
async function question(topic, words) {
  const mine = ++asked, now = view().dataset.ply;
  try {
    const body = new URLSearchParams({ topic, words, seat: view().dataset.seat ?? "" });
    const reply = await request(`${view().dataset.home}/ask`, { method: "POST", body });
    if (!reply.ok) throw new Error(String(reply.status));
    const found = /** @type {unknown} */ (await reply.json());
    return mine !== asked || now !== view().dataset.ply || waiting() ? null : found;
  } catch {
    if (mine === asked) toast(sentence("line failed"));
    return null;
  }
}

/** The hexes on which a city can be founded at the end of a line; null if the answer came too late. @returns {Promise<string[] | null>} */
export async function cityHexes() {
  const found = /** @type {{hexes: string[]} | null} */ (await question("cities", ""));
  return found?.hexes ?? null;
}

/** Show the cheapest line to a place; the next one, if it is looked at already. @param {Revealing} atlas @param {string} name @param {boolean} focus whether the keyboard goes on in the panel @param {boolean} [city] only lines that end with a new city there */
export async function showLine(atlas, name, focus, city = false) {
  if (name === lineGoal() && city === founds) return step(1);
  closeLine();
  const found = /** @type {Answer | null} */ (await question(city ? "city" : "line", name));
  if (!found) return;
  founds = city;
  if (!found.lines.length) { announce(found.why ?? ""); return toast(found.why ?? "", found.href); }
  open(found);
  for (const hex of [$("#ghost .hx"), $("#ghost .goal")]) if (hex) atlas.reveal(hex);
  if (focus) $('[data-line="build"]')?.focus({ preventScroll: true });
}

/** @param {Answer} found */
function open(found) {
  const panel = $("#line");
  if (!panel) return;
  answer = found;
  const title = $("#line-title"), list = $(".line-choices", panel);
  if (title) title.textContent = found.title;
  list?.replaceChildren(...found.lines.map((line, index) => {
    const button = /** @type {HTMLButtonElement} */ (make("button", "", "line-choice"));
    button.type = "button";
    button.dataset.choice = String(index);
    button.append(make("b", String(line.price)), ` ${line.note}`);
    return button;
  }));
  for (const part of [list, $('[data-line="next"]', panel)]) if (part) part.hidden = found.lines.length < 2;
  const facts = $(".line-facts", panel); // as high as the longest, so that the buttons stay where they are from line to line
  if (facts) facts.style.minHeight = `${1.35 * Math.max(...found.lines.map((line) => line.facts.length))}em`;
  panel.hidden = false;
  choose(0);
  panel.scrollIntoView({ block: "nearest" });
}

/** Look at another of the lines. @param {number} index */
function choose(index) {
  const line = answer?.lines[index];
  if (!answer || !line) return;
  chosen = index;
  for (const button of $$("#line [data-choice]")) {
    const is = Number(button.dataset.choice) === index;
    button.setAttribute("aria-pressed", String(is));
    if (is) button.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  $("#line .line-facts")?.replaceChildren(...line.facts.map((fact) => make("li", fact)));
  const warning = $("#line .line-warning"), button = $('[data-line="build"]');
  if (warning) { warning.textContent = line.warning; warning.hidden = !line.warning; }
  if (button) button.textContent = line.go;
  draw(line, answer);
  announce(line.said);
}

/** A line that the mouse points at or that has the focus lies on the map until it is left: what is beside the price tells it apart. A
 * finger that moves the row of lines chooses none: what is drawn stays what the button builds. @param {Element | null} target */
function look(target) {
  const pointed = answer?.lines[Number(target?.closest("#line [data-choice]")?.getAttribute("data-choice") ?? chosen)];
  if (answer && pointed) draw(pointed, answer);
}
document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") look(/** @type {Element} */ (event.target)); });
document.addEventListener("focusin", (event) => look(/** @type {Element} */ (event.target)));

/** The pieces of a line as ghosts on the map. @param {Line} line @param {Answer} found */
function draw(line, found) {
  const ghost = $("#ghost");
  if (!ghost) return;
  /** @param {string} d @param {string} kind */
  const path = (d, kind) => {
    const element = document.createElementNS(ghost.namespaceURI, "path");
    element.setAttribute("d", d);
    element.setAttribute("class", kind);
    return element;
  };
  const own = `o${found.owner}`;
  ghost.replaceChildren(
    path(found.outline, "goal"),
    ...line.pieces.map((piece) => path(piece.outline, "hx")),
    ...line.pieces.flatMap(({ verb, d }) => (verb === "city" ? [path(d, "town")] : [path(d, verb === "bridge" ? "span" : "bed"), path(d, `rail ${own}`), path(d, `tick ${own}`)])),
  );
}

/** @param {number} by */
function step(by) {
  const count = answer?.lines.length ?? 0;
  if (count > 1) choose((chosen + by + count) % count);
}

/** Build all of the line that is looked at. */
function build() {
  const line = answer?.lines[chosen];
  if (line && !waiting()) send(line.moves);
}

/** Put the lines away. */
export function closeLine() {
  asked += 1;
  if (answer) $("#ghost")?.replaceChildren();
  const panel = $("#line");
  if (panel) panel.hidden = true;
  answer = null;
}

/** A click on the panel. @param {Element} target @returns {boolean} whether it was one */
export function lineClick(target) {
  const choice = target.closest("#line [data-choice]"), what = target.closest("#line [data-line]")?.getAttribute("data-line");
  if (choice) choose(Number(choice.getAttribute("data-choice")));
  else if (what === "build") build();
  else if (what === "next") step(1);
  else if (what === "cancel") closeLine();
  else return false;
  return true;
}

/** A key while lines are looked at. @param {KeyboardEvent} event @returns {boolean} whether it was meant for them */
export function lineKey(event) {
  if (!answer) return false;
  const inside = document.activeElement?.closest("#line");
  const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    const from = answer.goal;
    closeLine();
    if (inside) $(`#map-spots [data-hex="${from}"]`)?.focus({ preventScroll: true });
  } else if (event.key === "r" || event.key === "R") step(1);
  else if (way && inside) {
    step(way);
    if (document.activeElement?.matches("[data-choice]")) $('#line [aria-pressed="true"]')?.focus({ preventScroll: true });
  } else if (event.key === "Enter" && !document.activeElement?.closest("button, #map [data-hex]")) build();
  else return false;
  return true;
}
