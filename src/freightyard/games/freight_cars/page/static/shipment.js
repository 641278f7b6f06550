// @ts-check
// A shipment: cars of the train are picked, cities are served, and what it earns is told at once. It is sent whole.

import { legal, send, waiting } from "../../../../page/static/client.js";
import { $, $$, announce, toast } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";

/** @type {Set<string>} */ const picked = new Set();
/** @type {Set<string>} cities to serve */ let served = new Set();
let chosen = false; // whether the player has chosen the cities; until then the best ones are

const cars = () => $$("#train [data-ship]");
const cities = () => $$("#cities [data-city]");
/** @param {HTMLElement} car */
const goes = (car) => "going" in car.dataset || picked.has(car.dataset.ship ?? "");
/** @param {HTMLElement} city */
const wants = (city) => (city.dataset.wants ?? "").split(",");

/** How much of each resource is carried, less what cities take. @param {readonly HTMLElement[]} serving @returns {Map<string, number> | null} null if it is not enough */
function carried(serving) {
  /** @type {Map<string, number>} */ const goods = new Map();
  for (const car of cars().filter(goes)) goods.set(car.dataset.resource ?? "", (goods.get(car.dataset.resource ?? "") ?? 0) + 1);
  for (const good of serving.flatMap(wants)) {
    const rest = (goods.get(good) ?? 0) - 1;
    if (rest < 0) return null;
    goods.set(good, rest);
  }
  return goods;
}

/** @param {number} count */
const credits = (count) => (count === 1 ? sentence("credit") : sentence("credits", { count }));

/** Cities that were claimed before, and those to serve now. */
const serving = () => cities().filter((city) => "claimed" in city.dataset || served.has(city.dataset.city ?? ""));

/** The cities that pay most together. */
function best() {
  const open = cities().filter((city) => !("claimed" in city.dataset)), fixed = cities().filter((city) => "claimed" in city.dataset);
  let most = 0;
  /** @type {HTMLElement[]} */ let choice = [];
  for (let set = 1; set < 1 << open.length; set++) {
    const some = open.filter((_, index) => (set >> index) & 1);
    const pays = some.reduce((sum, city) => sum + Number(city.dataset.credits), 0);
    if (pays > most && carried([...fixed, ...some])) { most = pays; choice = some; }
  }
  served = new Set(choice.map((city) => city.dataset.city ?? ""));
}

/** Whether a shipment can be made up now. */
const possible = () => legal().some((move) => move.startsWith("ship ") || move === "done");

/** @param {HTMLElement} car */
function toggle(car) {
  const name = car.dataset.ship ?? "";
  if (!possible()) return toast(sentence("ship at start"));
  if ("going" in car.dataset) return toast(sentence("car already ships"));
  if (picked.has(name)) picked.delete(name);
  else if (legal().includes(`ship ${name}`)) picked.add(name);
  else return toast(sentence("car stands before"));
  if (!chosen) best();
  for (const city of cities()) if (served.has(city.dataset.city ?? "") && !carried(serving())) served.delete(city.dataset.city ?? "");
  refresh();
  announce($("#slip-says")?.textContent ?? "");
}

/** @param {HTMLElement} city */
function serve(city) {
  const name = city.dataset.city ?? "", about = { city: city.dataset.name ?? "", goods: city.dataset.goods ?? "", credits: credits(Number(city.dataset.credits)) };
  if (!picked.size && !cars().some(goes)) return toast(sentence("city wants", about));
  if ("claimed" in city.dataset) return toast(sentence("city already served", about));
  chosen = true;
  if (served.has(name)) served.delete(name);
  else if (carried([...serving(), city])) served.add(name);
  else return toast(carried([city]) ? sentence("cars serve another", about) : sentence("missing goods", about));
  refresh();
  announce($("#slip-says")?.textContent ?? "");
}

/** Show what the shipment is worth, and which cities it could serve. */
function refresh() {
  for (const car of cars()) {
    car.classList.toggle("chosen", goes(car));
    car.setAttribute("aria-pressed", String(goes(car)));
  }
  const count = cars().filter(goes).length, now = serving();
  for (const city of cities()) {
    const on = served.has(city.dataset.city ?? "");
    city.classList.toggle("served", on);
    city.classList.toggle("servable", count > 0 && !on && !("claimed" in city.dataset) && carried([...now, city]) !== null);
    if (count) city.setAttribute("aria-pressed", String(on)); else city.removeAttribute("aria-pressed");
  }
  const slip = $("#slip"), line = $("#slip-says"), go = $('[data-slip="go"]');
  if (!slip || !line || !go) return;
  slip.hidden = !picked.size;
  if (!picked.size) return;
  const table = ($("#train")?.dataset.credits ?? "").split(",").map(Number);
  const earned = table[Math.min(count, table.length) - 1] ?? 0, paid = now.reduce((sum, city) => sum + Number(city.dataset.credits), 0);
  const pays = now.map((city) => sentence("city pays", { credits: city.dataset.credits ?? "", city: city.dataset.name ?? "" }));
  const sum = paid ? `${[earned, ...pays].join(" + ")} = ${credits(earned + paid)}` : credits(earned);
  const next = count < table.length && count < cars().length ? ` ${sentence("one more car", { credits: credits((table[count] ?? 0) - earned) })}` : "";
  line.textContent = (count === 1 ? sentence("shipment of one", { sum }) : sentence("shipment of several", { cars: count, sum })) + next;
  go.textContent = sentence("ship for", { credits: credits(earned + paid) });
}

/** Put everything back. */
function putBackAll() {
  picked.clear();
  served.clear();
  chosen = false;
  refresh();
}

/** Send the shipment: cars in the order of the train, cities in the order of the row. */
function ship() {
  if (waiting()) return;
  send([
    ...cars().filter((car) => picked.has(car.dataset.ship ?? "")).map((car) => `ship ${car.dataset.ship}`),
    ...cities().filter((city) => served.has(city.dataset.city ?? "")).map((city) => `claim ${city.dataset.city}`),
    "done",
  ]);
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const car = /** @type {HTMLElement | null} */ (target.closest("[data-ship]"));
  const city = /** @type {HTMLElement | null} */ (target.closest("[data-city]"));
  const slip = /** @type {HTMLElement | null} */ (target.closest("[data-slip]"))?.dataset.slip;
  if (slip === "go" || (picked.size && target.closest('[data-word="done"]'))) ship();
  else if (slip === "none") putBackAll();
  else if (waiting()) return;
  else if (car) toggle(car);
  else if (city && !(city.dataset.word && !picked.size)) serve(city); // a city of a shipment that is under way is claimed at once
  else return;
  event.stopPropagation();
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !picked.size || /** @type {Element} */ (event.target).closest("input, dialog, #workshop")) return;
  event.stopPropagation();
  putBackAll();
}, true);

/** The board was drawn anew: what was picked stays picked if it still can be. */
export function refreshShipment() {
  for (const name of [...picked]) if (!legal().includes(`ship ${name}`)) picked.delete(name);
  if (!picked.size) { served.clear(); chosen = false; }
  refresh();
}

