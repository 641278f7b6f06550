// @ts-check
// How the board moves from one moment to the next: lines grow tile by tile, trains run along their track, cubes hop on and off, disks
// that were paid vanish, money is counted. Everything is there already; what moves lies over it, and ends at once if it has to.

import { legal, onShow } from "../../../../page/static/client.js";
import { $, $$ } from "../../../../page/static/dom.js";
import { motionBy } from "../../../../page/static/follow.js";
import { place } from "./hexes.js";
import { SMALL } from "./map.js";
import { slot, towns } from "./towns.js";
import { inOrder, pieces, route } from "./track.js";

/** @typedef {import("./map.js").Point} Point */
/** @typedef {import("./towns.js").Town} Town */
/** @typedef {{at: string, x: number, y: number, element: HTMLElement}} Train */
/** @typedef {{trains: Map<string, Train>, track: ReturnType<typeof pieces>, cities: Map<string, Town>, cargo: string[], money: (HTMLElement | null)[], cash: number[]}} Moment */

const TILE = 0.4; // of the pace: how long a tile grows
const STEP = 0.16; // how long a train needs for a tile
const LONGEST = 2.2; // a long line or a long way is over after so many paces
const HOP = 0.5; // a cube, or a disk
const RECENT = 40; // changed places that are remembered

/** What is to be seen of a moment. @returns {Moment} */
function look() {
  const players = $$("#players .player"), money = players.map((player) => $(".money b", player));
  return {
    trains: new Map($$("#map-trains [data-loco]").map((element) => {
      const [, x = "0", y = "0"] = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(element.getAttribute("transform") ?? "") ?? [];
      return [element.dataset.loco ?? "", { at: element.dataset.at ?? "", x: Number(x), y: Number(y), element }];
    })),
    track: pieces(),
    cities: new Map(towns().map((town) => [town.hex, town])),
    cargo: players.map((player) => $$(".wagons .mk", player).map((cube) => cube.dataset.mk ?? "").join("")),
    money,
    cash: money.map((each) => Number((each?.textContent ?? "").replace("−", "-"))),
  };
}

/** Letters that the one has and the other has not, each as often as that. @param {string} one @param {string} other */
function less(one, other) {
  const left = [...other];
  return [...one].filter((letter) => { const index = left.indexOf(letter); if (index >= 0) left.splice(index, 1); return index < 0; });
}

/** Let the board move. @param {import("./map.js").MapView} atlas */
export function moving(atlas) {
  const stage = /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($("#motion")));
  let shown = look();

  onShow(() => {
    const now = look();
    remember(shown, now);
    shown = now;
  });

  /** What the others changed since one's own last move is what matters now. @param {Moment} before @param {Moment} now */
  function remember(before, now) {
    if (legal().length && document.documentElement.dataset.turn !== undefined) atlas.recent = [];
    const track = [...now.track].filter(([name]) => !before.track.has(name)).map(([, piece]) => piece.middle);
    const trains = [...now.trains].filter(([seat, { at }]) => before.trains.get(seat)?.at !== at).map(([, { x, y }]) => ({ x, y }));
    atlas.recent = [...atlas.recent, ...track, ...trains].slice(-RECENT);
  }

  motionBy(async (change, _message, { signal, pace, own }) => {
    const before = look();
    change();
    const now = look(), play = new Play(stage, signal);
    let time = grow(play, before, now, pace);
    time = load(play, before, now, time, pace);
    time = run(play, before, now, time, pace);
    time = deliver(play, before, now, time, pace);
    pay(play, before, now, time, pace);
    if (!own && SMALL.matches && !legal().length) follow(before, now);
    await play.over();
  });

  /** On a small screen the map goes to where something happens, as long as it is not one's own turn. @param {Moment} before @param {Moment} now */
  function follow(before, now) {
    const moved = [...now.trains].find(([seat, { at }]) => before.trains.get(seat)?.at !== at)?.[1].element;
    const built = [...now.track].find(([name]) => !before.track.has(name))?.[1].middle;
    if (moved) atlas.reveal(moved);
    else if (built) atlas.revealAt(built);
  }
}

/** The animations of one step: they begin together, each after its delay, and are over together, or at once. */
class Play {
  /** @type {Animation[]} */ #running = [];
  /** @type {(() => void)[]} */ #ends = [];
  #last = 0;

  /** @param {SVGSVGElement} stage @param {AbortSignal} signal */
  constructor(stage, signal) {
    this.stage = stage;
    this.signal = signal;
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {{delay: number, duration: number, easing?: string}} timing */
  move(element, frames, timing) {
    this.#last = Math.max(this.#last, timing.delay + timing.duration);
    this.#running.push(element.animate(frames, { fill: "both", ...timing }));
  }

  /** Do something when all is over. @param {() => void} end */
  atEnd(end) { this.#ends.push(end); }

  /** Call something for every frame of a time, with a share from 0 to 1. @param {number} delay @param {number} duration @param {(share: number) => void} paint */
  count(delay, duration, paint) {
    this.#last = Math.max(this.#last, delay + duration);
    const start = performance.now() + delay;
    const tick = () => {
      const share = Math.min(1, Math.max(0, (performance.now() - start) / duration));
      if (this.signal.aborted) return;
      paint(share);
      if (share < 1) requestAnimationFrame(tick);
    };
    tick();
    this.atEnd(() => paint(1));
  }

  /** Something that lies over the map as long as it moves. @param {string} name @param {Record<string, string | number>} attributes @param {Element} [within] */
  draw(name, attributes, within = this.stage) {
    const made = /** @type {SVGGraphicsElement} */ (document.createElementNS(this.stage.namespaceURI, name));
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    within.append(made);
    if (within === this.stage) this.atEnd(() => made.remove());
    return made;
  }

  async over() {
    if (this.#running.length || this.#last) {
      const stopped = new Promise((stop) => { this.signal.addEventListener("abort", stop, { once: true }); if (this.signal.aborted) stop(undefined); });
      await Promise.race([Promise.all([...this.#running.map((each) => each.finished.catch(() => {})), new Promise((end) => { setTimeout(end, this.#last); })]), stopped]);
    }
    for (const each of this.#running) each.cancel();
    for (const end of this.#ends) end();
  }
}

/** New track grows tile by tile: until then it is left out of what is drawn. @param {Play} play @param {Moment} before @param {Moment} now @param {number} pace @returns {number} when it is over */
function grow(play, before, now, pace) {
  const fresh = [...now.track].filter(([name]) => !before.track.has(name)).map(([, piece]) => piece);
  const middles = new Set(fresh.map(({ middle }) => `${middle.x} ${middle.y}`));
  const sold = [...before.track].some(([name, { middle }]) => !now.track.has(name) && middles.has(`${middle.x} ${middle.y}`)); // or upgraded: it was there before
  if (!fresh.length || (sold && fresh.length > 2)) return 0;
  const tiles = inOrder(fresh, before.track.values(), [...before.cities.values()]);
  const each = Math.min(TILE * pace, LONGEST * pace / tiles.length), drawn = new Set(fresh.map(({ d }) => d));
  for (const line of $$("#map-track :is(.bed, .span, .rail, .tick)")) {
    const whole = line.getAttribute("d") ?? "", rest = (whole.match(/M[^M]+/g) ?? []).filter((d) => !drawn.has(d)).join("");
    if (rest === whole) continue;
    line.setAttribute("d", rest);
    play.atEnd(() => line.setAttribute("d", whole));
  }
  tiles.forEach((tile, index) => {
    for (const { d, owner } of tile) {
      for (const kind of ["bed", `rail ${owner}`]) {
        const path = play.draw("path", { class: kind, d, pathLength: 1, "stroke-dasharray": "1 1" });
        play.move(path, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { delay: index * each, duration: each, easing: "linear" });
      }
      const tick = play.draw("path", { class: `tick ${owner}`, d });
      play.move(tick, [{ opacity: 0 }, { opacity: 1 }], { delay: (index + 0.8) * each, duration: each * 0.4 });
    }
  });
  return tiles.length * each;
}

/** A cube or a disk as cities show it, around 0, 0. @param {Play} play @param {string} letter */
function marker(play, letter) {
  const number = ($("#map-ground")?.dataset.letters ?? "").indexOf(letter.toLowerCase()) + 1;
  const outer = play.draw("g", { class: "city" }), inner = play.draw("g", {}, outer);
  if (letter === letter.toLowerCase()) play.draw("rect", { class: `k${number}`, x: -11, y: -11 }, inner);
  else play.draw("circle", { class: `k${number}`, cx: 0, cy: 0 }, inner);
  play.draw("text", { class: `k${number}`, x: 0, y: 6 }, inner).textContent = letter.toUpperCase();
  return outer;
}

/** @param {Point} point */
const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** A cube hops from a place to another. @param {Play} play @param {string} letter @param {Point} from @param {Point} to @param {{delay: number, duration: number}} timing @param {boolean} boards whether it lies in sight before */
function hop(play, letter, from, to, timing, boards) {
  const top = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 34 };
  play.move(marker(play, letter), [
    { transform: at(from), opacity: boards ? 1 : 0 }, { transform: at(from), opacity: 1, offset: 0.05 }, { transform: `${at(top)} scale(1.25)`, opacity: 1, offset: 0.5 }, { transform: at(to), opacity: 1, offset: 0.92 }, { transform: at(to), opacity: 0 },
  ], { ...timing, easing: "ease-in-out" });
}

/** Cubes that were loaded hop onto their train, where it stood. @param {Play} play @param {Moment} before @param {Moment} now @param {number} time @param {number} pace */
function load(play, before, now, time, pace) {
  let count = 0;
  now.cargo.forEach((cargo, seat) => {
    const train = before.trains.get(String(seat + 1)), loaded = less(cargo, before.cargo[seat] ?? "");
    const stood = train && loaded.some((letter) => before.cities.get(train.at)?.tile.includes(letter)) ? train : now.trains.get(String(seat + 1));
    const town = stood && before.cities.get(stood.at);
    if (!stood || !town?.tile) return;
    for (const letter of loaded) if (town.tile.includes(letter)) hop(play, letter, slot(town, letter), stood, { delay: time + count++ * 0.25 * HOP * pace, duration: HOP * pace }, true);
  });
  return count ? time + (HOP + (count - 1) * 0.25 * HOP) * pace : time;
}

/** Trains run along their track. @param {Play} play @param {Moment} before @param {Moment} now @param {number} time @param {number} pace */
function run(play, before, now, time, pace) {
  let end = time;
  for (const [seat, train] of now.trains) {
    const was = before.trains.get(seat);
    if (!was || was.at === train.at) continue;
    const middles = route(place(was.at), place(train.at), now.track.values(), [...now.cities.values()]);
    const way = [was, ...middles.slice(before.cities.has(was.at) ? 1 : 0, now.cities.has(train.at) ? -1 : undefined), train];
    const far = way.map((point, index) => { const last = way[index - 1] ?? point; return Math.hypot(point.x - last.x, point.y - last.y); });
    const length = far.reduce((sum, each) => sum + each, 0);
    if (!length) continue;
    let gone = 0;
    const frames = way.map((point, index) => { gone += far[index] ?? 0; return { transform: at(point), offset: Math.min(1, gone / length) }; });
    const duration = Math.min(LONGEST, Math.max(0.5, STEP * length / 70)) * pace;
    play.move(train.element, frames, { delay: time, duration, easing: "cubic-bezier(.35,.05,.3,1)" });
    end = Math.max(end, time + duration);
  }
  return end;
}

/** Cubes that were delivered hop off, disks that were paid vanish, and new markers come. @param {Play} play @param {Moment} before @param {Moment} now @param {number} time @param {number} pace */
function deliver(play, before, now, time, pace) {
  let count = 0;
  const timing = () => ({ delay: time + count++ * 0.25 * HOP * pace, duration: HOP * pace });
  before.cargo.forEach((cargo, seat) => {
    const train = now.trains.get(String(seat + 1)), town = train && now.cities.get(train.at);
    if (train && town?.tile) for (const letter of less(cargo, now.cargo[seat] ?? "")) hop(play, letter, train, slot(town, letter.toUpperCase()), timing(), false);
  });
  for (const [hex, town] of now.cities) {
    const was = before.cities.get(hex);
    if (!was?.tile) continue;
    for (const letter of less(was.marks, town.marks).filter((each) => each !== each.toLowerCase())) {
      const there = slot(town, letter);
      play.move(marker(play, letter), [{ transform: at(there), opacity: 1 }, { transform: `${at(there)} scale(1.9)`, opacity: 0 }], { ...timing(), easing: "ease-in" });
    }
    for (const letter of less(town.marks, was.marks)) {
      const there = slot(town, letter);
      play.move(marker(play, letter), [{ transform: `${at(there)} scale(2.2)`, opacity: 0 }, { transform: at(there), opacity: 1 }], { ...timing(), easing: "ease-out" });
    }
  }
  return count ? time + (HOP + (count - 1) * 0.25 * HOP) * pace : time;
}

/** Money is counted up or down. @param {Play} play @param {Moment} before @param {Moment} now @param {number} time @param {number} pace */
function pay(play, before, now, time, pace) {
  now.money.forEach((element, seat) => {
    const from = before.cash[seat], to = now.cash[seat];
    if (!element || from === undefined || to === undefined || from === to || !Number.isFinite(from)) return;
    let shown = NaN;
    play.count(Math.max(0, time - HOP * pace), HOP * pace, (share) => {
      const amount = Math.round(from + (to - from) * share);
      if (amount !== shown) element.textContent = String(shown = amount).replace("-", "−");
    });
  });
}
