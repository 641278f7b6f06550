// @ts-check
// Building: a lit hex is picked, the tiles that fit it are shown, one lies on the map as a preview until it is built.

import { legal, send, waiting } from "../../../../page/static/client.js";
import { $, $$, announce } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";

/** @typedef {{verb: string, tail: string, move: string, picture: HTMLElement}} Choice */

/** @type {string} the hex that was picked */ let hex = "";
/** @type {Choice[]} what fits it */ let choices = [];
let chosen = -1;
let habit = ""; // the sort of tile that was built last: most lines go on as they began

const sort = (/** @type {Choice} */ choice) => `${choice.verb} ${choice.tail.replace(/ ?\d$/, "")}`;
const price = (/** @type {Choice} */ choice) => Number(choice.picture.closest("[data-price]")?.getAttribute("data-price") ?? 0);

/** Whether a hex is picked. */
export const picked = () => hex;

/** The moves on a hex. @param {string} name @returns {Choice[]} */
function fitting(name) {
  const moves = new Set(legal());
  return $$("#bench [data-verb]").flatMap((picture) => {
    const verb = picture.dataset.verb ?? "", tail = picture.dataset.tail ?? "";
    const move = [verb, name, tail].filter(Boolean).join(" ");
    return moves.has(move) ? [{ verb, tail, move, picture }] : [];
  });
}

/** Pick a hex, or turn the tile that lies on it already. @param {import("./map.js").MapView} atlas @param {string} name @param {boolean} focus @param {string} [advised] the move that a hint is about */
export function pick(atlas, name, focus, advised) {
  if (name === hex) return turn();
  close();
  choices = fitting(name);
  const bench = $("#bench");
  if (!choices.length || !bench) return;
  hex = name;
  const fits = new Set(choices.map((choice) => choice.picture));
  for (const picture of $$("#bench [data-verb]")) picture.hidden = !fits.has(picture);
  for (const group of $$("#bench .sorts")) group.hidden = !$$("[data-verb]", group).some((picture) => !picture.hidden);
  const title = $("#bench-hex");
  if (title) title.textContent = name;
  bench.hidden = false;
  spot(name)?.classList.add("picked");
  const meant = choices.findIndex((choice) => choice.move === advised);
  for (const { picture, move } of choices) picture.classList.toggle("advised", move === advised);
  choose(meant < 0 ? likely() : meant);
  bench.scrollIntoView({ block: "nearest" });
  const there = spot(name);
  if (there) atlas.reveal(there);
  if (focus) choices[chosen]?.picture.focus({ preventScroll: true });
}

/** The tile that is looked at first: one that joins a city or own track on two sides, or on more; then the sort that was built last. */
function likely() {
  const joins = Number(spot(hex)?.dataset.joins ?? 0);
  const sides = choices.map((choice) => bits(Number(choice.picture.dataset.mask) & joins));
  const most = Math.max(...sides);
  const best = choices.filter((_, index) => most < 2 || sides[index] === most);
  const first = best.find((choice) => sort(choice) === habit) ?? best[0];
  return first ? choices.indexOf(first) : 0;
}

/** @param {number} mask */
const bits = (mask) => [0, 1, 2, 3, 4, 5].filter((bit) => mask >> bit & 1).length;

/** @param {string} name */
const spot = (name) => $(`#map-spots [data-hex="${name}"]`);

/** Lay a tile on the map to look at. @param {number} index */
function choose(index) {
  chosen = index;
  const choice = choices[index];
  for (const { picture } of choices) picture.setAttribute("aria-pressed", String(picture === choice?.picture));
  const button = /** @type {HTMLButtonElement | null} */ ($("[data-build]"));
  const ghost = $("#ghost");
  ghost?.replaceChildren();
  if (!choice || !button) return;
  const purse = Number($("#purse")?.textContent ?? NaN);
  button.disabled = false;
  const interest = Number($("#purse")?.dataset.interest ?? 0), cost = { price: price(choice), left: purse - price(choice), interest };
  const what = choice.verb === "city" ? sentence("found", { city: spot(hex)?.dataset.city ?? "" }) : sentence("build");
  if (!Number.isFinite(purse)) button.textContent = sentence("build for price", { ...cost, what });
  else button.textContent = cost.left < interest ? sentence("build for short", { ...cost, what }) : sentence("build for", { ...cost, what });
  preview(choice);
  announce(sentence("tile costs", { tile: choice.picture.title, price: price(choice) }));
}

/** @param {Choice} choice */
function preview(choice) {
  const ghost = $("#ghost"), shape = spot(hex)?.getAttribute("d") ?? "";
  const [, x, y] = /^M(-?\d+) (-?\d+)/.exec(shape) ?? [];
  const picture = $("svg", choice.picture);
  if (!ghost || !picture || x === undefined) return;
  const group = document.createElementNS(ghost.namespaceURI, "g");
  group.setAttribute("transform", `translate(${x} ${Number(y) + 40})`); // the outline begins at its upper corner
  group.append(...[...picture.childNodes].map((node) => node.cloneNode(true)));
  ghost.append(group);
}

/** The next turn of the same sort of tile; of the next sort, if there is only one. */
export function turn() {
  const now = choices[chosen];
  if (!now) return;
  const same = choices.filter((choice) => sort(choice) === sort(now));
  const next = same.length > 1 ? same[(same.indexOf(now) + 1) % same.length] : choices[(chosen + 1) % choices.length];
  if (!next) return;
  const follow = document.activeElement?.closest("#bench [data-verb]");
  choose(choices.indexOf(next));
  if (follow) next.picture.focus({ preventScroll: true });
}

/** Build what lies on the map. */
export function build() {
  const choice = choices[chosen];
  if (!choice || waiting()) return;
  habit = sort(choice);
  send([choice.move]);
}

/** Put the bench away. */
export function close() {
  for (const element of $$(".spot.picked")) element.classList.remove("picked");
  for (const { picture } of choices) { picture.setAttribute("aria-pressed", "false"); picture.classList.remove("advised"); }
  $("#ghost")?.replaceChildren();
  const bench = $("#bench");
  if (bench) bench.hidden = true;
  hex = "";
  choices = [];
  chosen = -1;
}

/** A click on the bench. @param {Element} target @returns {boolean} */
export function benchClick(target) {
  const picture = target.closest("#bench [data-verb]");
  if (picture) choose(choices.findIndex((choice) => choice.picture === picture));
  else if (target.closest("#bench [data-turn]")) turn();
  else if (target.closest("#bench [data-build]")) build();
  else if (target.closest("#bench [data-close]")) close();
  else return false;
  return true;
}

/** A key while a hex is picked. @param {KeyboardEvent} event @returns {boolean} */
export function benchKey(event) {
  if (!hex) return false;
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    const from = spot(hex);
    close();
    from?.focus({ preventScroll: true });
  } else if (event.key === "r" || event.key === "R") turn();
  else if (event.key === "Enter" && !document.activeElement?.closest("#bench button:not([data-verb]), .action")) build();
  else if (step && document.activeElement?.closest("#bench")) {
    choose((chosen + step + choices.length) % choices.length);
    choices[chosen]?.picture.focus({ preventScroll: true });
  } else return false;
  return true;
}
