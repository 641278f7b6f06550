// @ts-check
// A shipment: cars of the train are picked, one by one or all at once, cities are served, and what it earns is told at once. It is sent whole.

import { onAdvice } from "../../../../page/static/advice.js";
import { legal, send, waiting } from "../../../../page/static/client.js";
import { $, $$, announce, preference, toast } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { cityWords } from "./city_words.js";

/** @type {Set<string>} */ const picked = new Set();
/** @type {Set<string>} cities to serve */ let served = new Set();
let chosen = false; // whether the player has chosen the cities; until then the best ones are

const cars = () => $$("#train [data-ship]");
const cities = () => $$("#cities [data-city]");
/** @param {HTMLElement} car */
const goes = (car) => "going" in car.dataset || picked.has(car.dataset.ship ?? "");
/** @param {HTMLElement} city */
const wants = (city) => (city.dataset.wants ?? "").split(",");
/** @param {HTMLElement} city */
const claimed = (city) => "claimed" in city.dataset;

/** Whether these cars carry enough for all of these cities, each car for one of them. @param {readonly HTMLElement[]} going @param {readonly HTMLElement[]} serving */
function enough(going, serving) {
  /** @type {Map<string, number>} */ const goods = new Map();
  for (const { dataset: { resource = "" } } of going) goods.set(resource, (goods.get(resource) ?? 0) + 1);
  return serving.flatMap(wants).every((good) => {
    const rest = (goods.get(good) ?? 0) - 1;
    goods.set(good, rest);
    return rest >= 0;
  });
}

/** @param {number} count */
const credits = (count) => (count === 1 ? sentence("credit") : sentence("credits", { count }));

/** What these cities pay. @param {readonly HTMLElement[]} serving */
const paid = (serving) => serving.reduce((sum, city) => sum + Number(city.dataset.credits), 0);

/** What the own corporation pays for these cities at the end. @param {readonly HTMLElement[]} serving */
const bonus = (serving) => serving.reduce((sum, city) => sum + Number(city.dataset.bonus ?? 0), 0);

/** What the own corporation pays for these cars at the end; the server has reckoned every choice. @param {readonly HTMLElement[]} going */
function gain(going) {
  const mask = cars().reduce((sum, car, index) => sum + (going.includes(car) ? 2 ** index : 0), 0);
  return Number(($("#train")?.dataset.gains ?? "").split(",")[mask] ?? 0);
}

/** Of some cities, those that pay most together for these cars, now and by the corporation at the end, besides those that are served anyway. @param {readonly HTMLElement[]} going @param {readonly HTMLElement[]} open @param {readonly HTMLElement[]} fixed */
function bestOf(going, open, fixed) {
  let most = 0;
  /** @type {HTMLElement[]} */ let choice = [];
  for (let set = 1; set < 1 << open.length; set++) {
    const some = open.filter((_, index) => (set >> index) & 1), pays = paid(some) + bonus(some);
    if (pays > most && enough(going, [...fixed, ...some])) { most = pays; choice = some; }
  }
  return choice;
}

/** The best cities for these cars, besides those that were claimed before. @param {readonly HTMLElement[]} going */
const best = (going) => bestOf(going, cities().filter((city) => !claimed(city)), cities().filter(claimed));

/** Cities that were claimed before, and those to serve now. */
const serving = () => cities().filter((city) => claimed(city) || served.has(city.dataset.city ?? ""));

/** What a shipment of these cars that serves these cities earns: by its length, altogether, and in words. @param {readonly HTMLElement[]} going @param {readonly HTMLElement[]} now @param {boolean} [short] */
function worth(going, now, short = false) {
  const count = going.length;
  const table = ($("#train")?.dataset.credits ?? "").split(",").map(Number);
  const length = table[Math.min(count, table.length) - 1] ?? 0, sum = length + paid(now);
  const pays = now.map((city) => sentence("city pays", { credits: city.dataset.credits ?? "", city: city.dataset.name ?? "" }));
  const more = count < table.length && count < cars().length ? (table[count] ?? 0) - length : 0;
  const total = pays.length ? `${[length, ...pays].join(" + ")} = ${credits(sum)}` : credits(sum), later = bonus(now) + gain(going);
  const values = { sum: total, credits: later }, bonusSaid = short ? sentence("city bonus in short", values) : sentence("city bonus", values);
  return { sum, more, words: later ? bonusSaid : total };
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
  serveBest();
  refresh();
  announce($("#slip-says")?.textContent ?? "");
}

/** Until the player has chosen them, the best cities are served; what can be served no longer is not. */
function serveBest() {
  const going = cars().filter(goes);
  if (!chosen) served = new Set(best(going).map((city) => city.dataset.city ?? ""));
  for (const city of cities()) if (served.has(city.dataset.city ?? "") && !enough(going, serving())) served.delete(city.dataset.city ?? "");
}

/** The whole train, with the cities that pay most: shown, to be changed or sent; sent at once by those who are never asked. */
function shipAll() {
  for (const car of cars()) if (legal().includes(`ship ${car.dataset.ship}`)) picked.add(car.dataset.ship ?? "");
  chosen = false;
  serveBest();
  refresh();
  if (!preference("confirm", true)) return ship();
  $("#train")?.scrollIntoView({ block: "nearest" }); // on a small screen the cards to take may be what one sees
  announce($("#slip-says")?.textContent ?? "");
  $('[data-slip="go"]')?.focus({ preventScroll: true });
}

/** @param {HTMLElement} city */
function serve(city) {
  const name = city.dataset.city ?? "", about = { city: city.dataset.name ?? "", goods: city.dataset.goods ?? "", credits: credits(Number(city.dataset.credits)) };
  const going = cars().filter(goes);
  if (!going.length) {
    const ready = possible() && enough(cars(), [city]);
    return toast(cityWords(about, { later: Number(city.dataset.bonus ?? 0), ready, also: city.dataset.also ?? "" }));
  }
  if (claimed(city)) return toast(sentence("city already served", about));
  chosen = true;
  if (served.has(name)) served.delete(name);
  else if (enough(going, [...cities().filter(claimed), city])) serveInstead(going, city);
  else return toast(enough(going, [city]) ? sentence("cars serve another", about) : sentence("missing goods", about));
  refresh();
  announce($("#slip-says")?.textContent ?? "");
}

/** Serve a city; of those that were served before, the ones for which cars are left stay. @param {readonly HTMLElement[]} going @param {HTMLElement} city */
function serveInstead(going, city) {
  const fixed = [...cities().filter(claimed), city];
  const stay = bestOf(going, serving().filter((other) => !claimed(other)), fixed);
  served = new Set([city, ...stay].map((other) => other.dataset.city ?? ""));
}

/** Which city would not be served if this one were: in few words, as a row has no room for several. @param {readonly HTMLElement[]} going @param {readonly HTMLElement[]} now @param {HTMLElement} city */
function insteadOf(going, now, city) {
  const fixed = [...now.filter(claimed), city], open = now.filter((other) => !claimed(other));
  const rivals = open.filter((other) => !enough(going, [...fixed, other])), gone = rivals.length ? rivals : open;
  return gone.length === 1 ? sentence("instead of", { city: gone[0]?.dataset.name ?? "" }) : sentence("instead of several", { count: gone.length });
}

/** Show what the shipment is worth, and which cities it could serve. */
function refresh() {
  for (const car of cars()) {
    car.classList.toggle("chosen", goes(car));
    car.setAttribute("aria-pressed", String(goes(car)));
  }
  const going = cars().filter(goes), now = serving();
  for (const city of cities()) {
    const on = served.has(city.dataset.city ?? "");
    city.classList.toggle("served", on);
    const open = going.length > 0 && !on && !claimed(city), free = open && enough(going, [...now, city]);
    city.classList.toggle("servable", free);
    const instead = open && !free && enough(going, [...now.filter(claimed), city]), small = $("small[data-instead]", city);
    city.classList.toggle("instead", instead);
    if (instead && small) small.dataset.instead = insteadOf(going, now, city);
    if (going.length) city.setAttribute("aria-pressed", String(on)); else city.removeAttribute("aria-pressed");
  }
  const all = $("[data-ship-all] small");
  if (all) all.textContent = worth(cars(), best(cars()), true).words;
  const slip = $("#slip"), line = $("#slip-says"), go = $('[data-slip="go"]');
  if (!slip || !line || !go) return;
  slip.hidden = !picked.size;
  if (!picked.size) return;
  const { sum, more, words } = worth(going, now);
  const next = more ? ` ${sentence("one more car", { credits: credits(more) })}` : "";
  line.textContent = (going.length === 1 ? sentence("shipment of one", { sum: words }) : sentence("shipment of several", { cars: going.length, sum: words })) + next;
  go.textContent = sentence("ship for", { credits: credits(sum) });
}

/** Put everything back. */
function putBackAll() {
  const focused = document.activeElement?.closest("#slip");
  picked.clear();
  served.clear();
  chosen = false;
  refresh();
  if (focused) ($("[data-ship-all]") ?? cars()[0])?.focus({ preventScroll: true });
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
  else if (target.closest("[data-ship-all]")) shipAll();
  else if (car) toggle(car);
  else if (city && !(city.dataset.word && !picked.size)) serve(city); // a city of a shipment that is under way is claimed at once
  else {
    if (picked.size && target.closest("#view [data-word]")) putBackAll(); // something else is done instead: it is asked where the shipment stood
    return;
  }
  event.stopPropagation();
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !picked.size || /** @type {Element} */ (event.target).closest("input, dialog, #workshop")) return;
  event.stopPropagation();
  putBackAll();
}, true);

onAdvice((advice) => { // a shipment that is advised is lit whole
  for (const move of advice?.plan ?? []) {
    const [verb, name] = move.split(" ");
    if (verb === "ship") $(`#train [data-ship="${name}"]`)?.classList.add("advised");
    if (verb === "claim") $(`#cities [data-city="${name}"]`)?.classList.add("advised");
  }
});

/** The board was drawn anew: what was picked stays picked if it still can be. */
export function refreshShipment() {
  for (const name of [...picked]) if (!legal().includes(`ship ${name}`)) picked.delete(name);
  if (!picked.size) { served.clear(); chosen = false; }
  refresh();
}
