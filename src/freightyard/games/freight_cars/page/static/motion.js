// @ts-check
// What happened moves: a card goes from the market to a hand, from a hand to a train, a train rolls out, a city goes to who served it.
// Where a thing was and where it is now are both read off the page, so nothing can be shown that the page does not show: a card
// that somebody drew from the deck flies face down.

import { $, $$, make, view } from "../../../../page/static/dom.js";
import { motionBy } from "../../../../page/static/follow.js";
import { passing } from "./passing.js";

/** @typedef {Map<string, {element: HTMLElement, box: DOMRect}>} Places things by their names, and where they are on the screen */
/** @typedef {{market: Places, hand: Places, train: Places, minis: Places, cities: Places, held: number, shipped: number}} Sight `held`: how many cards
 * are in all hands, `shipped`: how many shipments went */

const EASE = "cubic-bezier(.3,.1,.2,1)";
const LEAVE = "cubic-bezier(.5,0,.8,.6)"; // a train gathers speed
const MOST = 4; // more cards at once are a deal: nobody could follow them

/** Things that can be seen, by one of their data. @param {string} selector @param {string} name @returns {Places} */
function places(selector, name) {
  /** @type {Places} */ const found = new Map();
  for (const element of $$(selector)) {
    const box = element.getBoundingClientRect();
    if (box.width) found.set(element.dataset[name] ?? "", { element, box });
  }
  return found;
}

/** @param {string} name */
const total = (name) => $$("#players .player").reduce((sum, player) => sum + Number(player.dataset[name] ?? 0), 0);

/** @returns {Sight} */
const sight = () => ({
  market: places("#tableau [data-car]", "car"),
  hand: places("#hand [data-car]", "car"),
  train: places("#train [data-car]", "car"),
  minis: places("#players [data-mini]", "mini"),
  cities: places("#cities [data-town]", "town"),
  held: total("cards"),
  shipped: total("shipped"),
});

/** What is in one and not in the other. @param {Places} one @param {Places} other */
const without = (one, other) => [...one].filter(([name]) => !other.has(name)).map(([name, place]) => ({ name, ...place }));

/** A picture of a thing that lies over the page: it can be neither clicked nor found. @param {HTMLElement} element */
function picture(element) {
  const clone = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const each of [clone, ...$$("*", clone)]) for (const { name } of [...each.attributes]) if (name === "id" || name === "title" || name.startsWith("data-") || name.startsWith("aria-")) each.removeAttribute(name);
  clone.classList.remove("lit", "can", "planned", "picked", "chosen", "tipped", "advised");
  return clone;
}

/** Put a picture where a box is. @param {HTMLElement} element @param {DOMRect} box @param {{x: number, y: number}} [from] the corner from which it is counted */
function set(element, box, from = { x: 0, y: 0 }) {
  element.style.left = `${box.x - from.x}px`;
  element.style.top = `${box.y - from.y}px`;
  element.style.width = `${box.width}px`;
  element.style.height = `${box.height}px`;
  element.classList.add("flies");
  return element;
}

/** One step in motion: all of it lies in a layer of its own, which goes when it is over. */
class Flight {
  layer = make("div", "", "flights game-freight-cars");
  /** @type {Animation[]} */ runs = [];

  /** @param {number} pace */
  constructor(pace) {
    this.pace = pace;
    this.layer.inert = true;
    this.layer.setAttribute("aria-hidden", "true");
    document.body.append(this.layer);
  }

  /** Let a picture fly from one box to another. What it becomes there is seen when it has come.
   * @param {HTMLElement} element @param {DOMRect} from @param {DOMRect} to @param {{delay?: number, into?: HTMLElement, fade?: boolean}} [how] `fade`: it goes into something larger, and is no longer seen there */
  fly(element, from, to, { delay = 0, into, fade = false } = {}) {
    const end = fade ? new DOMRect(to.x + 20, to.y + to.height / 2 - from.height * 0.17, from.width * 0.35, from.height * 0.35) : to;
    const drawn = end.width > from.width ? end : from; // at the larger of the two, so that it stays sharp
    /** @param {DOMRect} box */
    const as = (box) => `translate(${box.x - drawn.x}px,${box.y - drawn.y}px) scale(${box.width / drawn.width})`;
    this.layer.append(set(element, drawn));
    const timing = { duration: this.pace, delay: delay * this.pace, easing: EASE, fill: /** @type {FillMode} */ ("both") };
    this.runs.push(element.animate({ transform: [as(from), as(end)], ...(fade ? { opacity: [1, 1, 0] } : {}) }, timing));
    if (into) this.runs.push(into.animate({ opacity: [0, 0, 1], offset: [0, 0.98, 1] }, { ...timing, easing: "linear" }));
  }

  /** Let a thing come in at its place. @param {HTMLElement} element @param {string} from its transform at the beginning @param {number} [delay] */
  appear(element, from, delay = 0) {
    this.runs.push(element.animate({ opacity: [0, 1], transform: [from, "none"] }, { duration: this.pace * 0.7, delay: delay * this.pace, easing: EASE, fill: "backwards" }));
  }

  /** Let things roll out of a box, to the left, where their locomotive looks. @param {readonly {element: HTMLElement, box: DOMRect}[]} things @param {DOMRect} box */
  roll(things, box) {
    const track = set(make("div", ""), box);
    track.classList.add("track");
    for (const thing of things) {
      const car = set(picture(thing.element), thing.box, box);
      track.append(car);
      this.runs.push(car.animate({ transform: ["none", `translateX(${-box.width - 40}px)`] }, { duration: this.pace * 1.6, easing: LEAVE, fill: "both" }));
    }
    this.layer.append(track);
  }

  /** When it is over, or has to be. @param {AbortSignal} signal */
  async over(signal) {
    const end = () => { for (const run of this.runs) run.cancel(); this.layer.remove(); };
    if (signal.aborted) return end();
    signal.addEventListener("abort", end, { once: true });
    await Promise.allSettled(this.runs.map((run) => run.finished));
    end();
  }
}

/** A card that lies face down. */
const back = () => make("span", "", "card down");

/** Where the cards of a player are, who is not the one who looks. @param {string} player */
const row = (player) => $(`#${player} .what`)?.getBoundingClientRect();

/** Change the page, and let what changed move. @param {() => void} change @param {import("../../../../page/static/wire.js").Message} message @param {import("../../../../page/static/step_queue.js").Step} step */
async function move(change, message, { signal, pace }) {
  const seat = view().dataset.seat, ply = Number(view().dataset.ply ?? 0), actor = $("#players .player[data-acts]")?.id;
  const before = sight(), deck = $("#deck .stack")?.getBoundingClientRect(), own = actor === `player-${seat}`;
  const panel = $("#train .consist-cars")?.getBoundingClientRect(), engine = $("#train .loco-end .loco"), start = engine?.getBoundingClientRect();
  const rails = actor ? $(`#${actor} .mintrain`)?.getBoundingClientRect() : undefined;
  change();
  if (!actor || !deck || passing() || view().dataset.seat !== seat || (message.ply ?? ply) < ply) return;
  const after = sight(), home = row(actor), flight = new Flight(pace);
  const taken = without(before.market, after.market), turned = without(after.market, before.market), held = without(after.hand, before.hand);
  if (taken.length <= MOST && turned.length <= MOST) {
    for (const card of taken) {
      const to = after.hand.get(card.name);
      if (to) flight.fly(picture(card.element), card.box, to.box, { into: to.element });
      else if (home) flight.fly(picture(card.element), card.box, home, { fade: true });
    }
    if (after.held > before.held && !taken.length) {
      const mine = own ? held[0] : undefined;
      if (mine) flight.fly(back(), deck, mine.box, { into: mine.element });
      else if (home && !own) flight.fly(back(), deck, home, { fade: true });
    }
    for (const card of turned) flight.fly(picture(card.element), deck, card.box, { delay: 0.35, into: card.element });
  }
  for (const car of without(after.train, before.train)) {
    const from = before.hand.get(car.name);
    if (from) flight.fly(picture(from.element), from.box, car.box, { into: car.element });
  }
  for (const car of without(after.minis, before.minis)) flight.appear(car.element, "translateY(60%) scale(.4)", own ? 0.6 : 0);
  if (after.shipped > before.shipped) {
    const gone = without(before.train, after.train), small = without(before.minis, after.minis);
    const whole = !after.train.size && engine && start ? [{ element: engine, box: start }] : []; // a part of a train leaves without it
    if (gone.length && panel) flight.roll([...whole, ...gone], panel);
    if (whole.length && gone.length) for (const item of $$("#train .consist-cars > li")) flight.appear(item, "translateX(30px)", 1.2);
    if (rails && !gone.length) flight.roll(small, rails);
  }
  for (const city of without(before.cities, after.cities)) if (home) flight.fly(picture(city.element.parentElement ?? city.element), city.box, home, { fade: true });
  for (const city of without(after.cities, before.cities)) flight.appear(city.element, "translateX(-30px)", 0.5);
  await flight.over(signal);
}

motionBy(move);
