// @ts-check
// The plan of a turn: where the cars shall go that are being taken or loaded. The rules want all of them taken first; the page takes
// each at once and remembers its place, and when all are taken it puts them there. What is possible the server says (turn_plan.py).

import { askWhy, claimMove, legal, makeMove, onAnswer, onSend, onShow, question, send, settle, waiting } from "../../../../page/static/client.js";
import { $, $$, announce, preference, toast, view } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { request } from "../../../../page/static/server.js";

/** @typedef {{kind: string, place: string, wish: string}} Held a car in the hand: the letter of its kind, its planned place, or one that is to be asked for */
/** @typedef {{turns: number, hand: string, places: Record<string, Record<string, string>>, order: string[] | null, why: string}} Offer */

/** @type {Held[]} the cars in the hand, in the order in which they were taken */ let held = [];
/** @type {Offer | null} what can be planned at the moment that is shown */ let offer = null;
/** @type {Promise<void>} */ let asked = Promise.resolve();
let asks = 0; // counts what was asked, so that an answer that comes too late is not heard
let chosen = -1; // the car in the hand for which a place is being chosen
/** @type {string | undefined} the moment to which the last take led, or at which it was sent */ let takenAt;
let proposedAt = ""; // the moment at which the last car was proposed by itself
/** @type {(() => void)[]} */ const listeners = [];

/** Be told when the plan, or what can be planned, is another one. @param {() => void} listener */
export const onPlan = (listener) => { listeners.push(listener); };
const changed = () => { for (const listener of listeners) listener(); };

const tray = () => $$("#prompt[data-live] .tray .car");
export const phase = () => $("#prompt[data-live]")?.dataset.phase ?? "";
const planning = () => !view().matches("[data-replay]") && /^(turn|filled|taking|placing|loading|coupling)$/.test(phase()); // who looks back plans nothing
/** Whether cars are put down now, so that a place is a move and not a plan. */
const putting = () => /^(placing|coupling)$/.test(phase());

/** The word of a kind in moves. @param {string} letter */
export const wordOf = (letter) => ($("#own-yard")?.dataset.kinds ?? "").split("|").find((pair) => pair.startsWith(`${letter} `))?.slice(2) ?? "";

/** The cars in the hand and where they shall go. @returns {readonly Held[]} */
export const plannedCars = () => held;

/** The car in the hand that is being placed, before all are taken. */
export function chosenCar() {
  if (phase() !== "taking" && phase() !== "loading") return -1;
  return held[chosen] && !held[chosen]?.place ? chosen : held.findLastIndex((car) => !car.place);
}

/** Where a car could go: by place, why not; undefined as long as nobody knows. A car is called by the move that takes it, or by its number in the hand.
 * @param {string | number} source */
export function placesOf(source) {
  const name = typeof source === "string" ? source : `put ${wordOf(held[source]?.kind ?? "")}`;
  return offer?.places[name];
}

/** Wait until it is known where cars could go. */
export const known = () => asked;

/* ---------- planning ---------- */

/** A car shall go to a place: plan it, or make the move, or say why it cannot. @param {string | number} source @param {string} place @param {string} [letter] its kind, if it is not in the hand yet */
export function goTo(source, place, letter = "") {
  if (!planning()) return;
  const why = waiting() ? undefined : placesOf(source)?.[place];
  if (why === undefined) return wish(source, place);
  if (why) { toast(why); return announce(why); }
  if (typeof source === "string") {
    held.push({ kind: letter, place, wish: "" });
    tell(letter, place, source.startsWith("load"));
    return send([source]);
  }
  const car = held[source];
  if (!car) return;
  const move = `put ${wordOf(car.kind)} ${place}`;
  if (putting()) return legal().includes(move) ? makeMove(move) : askWhy(move);
  car.place = place;
  chosen = -1;
  tell(car.kind, place, phase() === "loading");
  void ask();
}

/** Nobody knows yet whether a car can go there: that is judged when the server has said. @param {string | number} source @param {string} place */
function wish(source, place) {
  const car = typeof source === "number" ? held[source] : undefined;
  if (!car) return waiting() ? undefined : toast(sentence("plan lost"));
  car.wish = place;
  car.place = "";
  if (!waiting()) ask();
}

/** Whether the car that was taken last has no place yet, or is just being taken. */
export const lastIsFree = () => held.length > 0 && held.at(-1)?.place === "" && takenAt === view().dataset.ply;

// While cars are loaded a click on a train is a plan as well: its car keeps this place when another one is loaded after it.
claimMove((move) => {
  const [verb, word, place = ""] = move.split(" ");
  if (verb !== "put" || phase() !== "loading" || !preference("confirm", true)) return false;
  const free = held.findIndex((car) => !car.place && wordOf(car.kind) === word);
  const index = free < 0 ? held.findIndex((car) => wordOf(car.kind) === word) : free;
  if (index < 0) return false;
  goTo(index, place);
  return true;
});

/** The car that was taken last, a moment ago, shall go to the train of its own kind. */
export function lastToTrain() {
  const index = held.length - 1;
  if (held[index] && !held[index]?.place) goTo(index, "train");
}

/** Every car in the hand shall go to the train of its own kind. */
export function allToTrains() {
  for (const car of held) { car.place = "train"; car.wish = ""; }
  chosen = -1;
  void ask();
}

/** A car in the hand is looked at, or its plan is given up. @param {number} index */
export function choose(index) {
  const car = held[index];
  if (!car) return;
  chosen = index;
  if (!car.place) return changed();
  car.place = "";
  settle();
  void ask();
}

/** A place in words. @param {string} place */
export function placeWords(place) {
  if (place === "train") return sentence("to own train");
  if (place === "mixed") return sentence("to mixed");
  return place.startsWith("yard-") ? sentence("to yard", { siding: place.slice(5) }) : sentence("to other", { train: place.replaceAll("-", " ") });
}

/** @param {string} letter @param {string} place @param {boolean} loads */
function tell(letter, place, loads) {
  const name = wordOf(letter).replaceAll("-", " "), to = placeWords(place);
  announce(loads ? sentence("planned load", { name, to }) : sentence("planned", { name, to }));
}

/* ---------- what the server says ---------- */

/** The hand as it is drawn now, with what was planned of its cars. */
function align() {
  const before = [...held];
  held = (planning() ? tray() : []).map((car) => {
    const index = before.findIndex((each) => each.kind === car.dataset.car);
    return before.splice(index, index < 0 ? 0 : 1)[0] ?? { kind: car.dataset.car ?? "", place: "", wish: "" };
  });
  if (!held[chosen]) chosen = -1;
}

/** Ask what can be planned now, and go on with the plan as far as it leads. */
function ask() {
  changed();
  if (!planning()) return;
  const number = ++asks, hand = held.map((car) => car.kind).join("");
  offer = null;
  const words = held.filter((car) => car.place).map((car) => `put ${wordOf(car.kind)} ${car.place}`).join(";");
  const body = new URLSearchParams({ topic: "plan", words, seat: view().dataset.seat ?? "" });
  asked = request(`${view().dataset.home}/ask`, { method: "POST", body }).then(async (answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    const found = /** @type {Offer} */ (await answer.json());
    if (number !== asks || found.hand !== hand) return; // the table has gone on: that moment is asked about when it is shown
    offer = found;
    goOn();
  }).catch(() => { if (number === asks && held.some((car) => car.place)) toast(sentence("plan lost")); });
}

/** Something was heard: a wish that can be judged now, a plan that can be made, or one that fails. */
function goOn() {
  if (!offer || waiting()) return;
  const wishing = held.findIndex((car) => car.wish);
  const car = held[wishing];
  if (car) {
    const place = car.wish;
    car.wish = "";
    return placesOf(wishing)?.[place] === undefined ? toast(sentence("plan lost")) : goTo(wishing, place);
  }
  if (offer.order === null) {
    for (const each of held) each.place = "";
    toast(offer.why);
    return void ask();
  }
  changed();
  if (putting()) put(offer.order);
  else if (phase() === "loading" && held.length && held.every((each) => each.place)) askToEnd(offer.order);
}

/** All cars are taken: put those down whose place is planned. The last one of a turn is asked about. @param {string[]} order */
function put(order) {
  const whole = order.length === held.length, moment = view().dataset.ply ?? "";
  if (!order.length) {
    if (held.length === 1 && legal().length === 1 && proposedAt !== moment) { proposedAt = moment; makeMove(legal()[0] ?? ""); } // it can go there only
    return;
  }
  if (whole && order.length === 1) {
    for (const car of held) car.place = ""; // if it is not confirmed, it lies there as any other
    proposedAt = moment;
    changed();
    return makeMove(order[0] ?? "");
  }
  const batch = whole && preference("confirm", true) ? order.slice(0, -1) : order;
  for (const move of batch) held.splice(held.findIndex((car) => move === `put ${wordOf(car.kind)} ${car.place}`), 1);
  send(batch);
}

/** Cars were loaded, and each has its place: they are put there when their player wants no more. @param {string[]} order */
function askToEnd(order) {
  const car = held[0], word = wordOf(car?.kind ?? "");
  const begun = car?.place !== "train" || $(`#trains li[data-drop="${word}"]:not([data-begun])`) !== null;
  const to = begun ? placeWords(car?.place ?? "") : sentence("to new train");
  question(order.length === 1 ? sentence("load done one", { name: word.replaceAll("-", " "), to }) : sentence("load done"), sentence("end turn"), () => { settle(); send(order); }, () => {
    for (const car of held) car.place = "";
    settle();
    ask();
  });
}

onSend((moves) => {
  const source = /^(take|load) /.test(moves?.at(-1) ?? "") ? moves?.at(-1) : undefined;
  if (!source || moves?.length !== 1 || held.length > tray().length) return; // ours are noted already
  const car = $$("#view .rails button.car").find((each) => each.dataset.word === source);
  if (car) held.push({ kind: car.dataset.car ?? "", place: "", wish: "" });
  takenAt = view().dataset.ply;
});
onAnswer(() => {
  const many = held.length;
  align();
  takenAt = many && many === held.length && takenAt !== undefined ? view().dataset.ply : undefined; // a take that was refused is none
});
onShow(() => {
  align();
  ask();
});
document.addEventListener("DOMContentLoaded", () => { align(); ask(); });
