// @ts-check
// Steps of a game wait their turn and are shown one after the other. This module knows no page and no time of its own: how a step is
// shown, how fast, and the clock are handed in.

/** @typedef {import("./wire.js").Message} Message */
/** @typedef {{signal: AbortSignal, pace: number, own: boolean}} Step `pace`: how long the step lasts, in milliseconds, 0 without motion;
 * `signal`: the motion is to be over at once; `own`: a move of the one who looks */
/** @typedef {(change: () => void, message: Message, step: Step) => Promise<void> | void} Motion it calls `change`, and is over when the motion is */
/** @typedef {{now: () => number, wait: (time: number, signal: AbortSignal) => Promise<void>}} Clock `wait` is over early if the signal is aborted */

export const LATEST = 6000; // milliseconds after which a step is shown, however many there are
const SHORT = 60; // a motion that is shorter than this is none
const LONGEST = 6; // a motion, and what follows it, may take so many times its pace,
const TOO_LONG = 5000; // though never longer than this

export class StepQueue {
  /** @type {{message: Message, due: number}[]} */ #waiting = [];
  /** @type {{finish: () => void, over: Promise<void>} | null} the step whose motion runs */ #running = null;
  /** until when the step before is looked at */ #rest = 0;
  /** ends that look */ #hurry = new AbortController();
  #busy = false;
  #held = false;
  /** since when nothing is shown */ #heldAt = 0;

  /** @param {{show: (message: Message) => void, after?: (message: Message, step: Step) => Promise<void> | void, motion: Motion, pace: () => number, clock: Clock, told?: () => void}} means
   * `show` puts a message in place; `after` follows its motion; `pace` is that of a step; `told`: something waits, or nothing any more */
  constructor(means) { this.means = means; }

  /** How many steps wait. */
  get length() { return this.#waiting.length; }

  /** Whether something waits or moves. */
  get active() { return this.#waiting.length > 0 || this.#running !== null; }

  /** What somebody else did: it is shown after what is waiting already. @param {Message} message */
  add(message) {
    this.#waiting.push({ message, due: this.means.clock.now() + LATEST });
    void this.#run();
    this.#tell();
  }

  /** A message that is shown at once, after everything that waits. `pace`: how long it moves. @param {Message} message @param {number} [pace] @returns {Promise<void>} when the motion is over */
  now(message, pace = 0) {
    this.finish();
    return this.#step(message, pace, true);
  }

  /** Show everything that waits, and end what moves. */
  finish() {
    const rest = this.#waiting.splice(0);
    this.#rest = 0;
    this.#hurry.abort();
    this.#hurry = new AbortController();
    this.#running?.finish();
    for (const { message } of rest) void this.#step(message, 0, false);
    this.#tell();
  }

  /** Nothing that waits is shown until it is let go; then it has as much time as it had. @param {boolean} held */
  hold(held) {
    const now = this.means.clock.now();
    if (held && !this.#held) this.#heldAt = now;
    if (!held && this.#held) for (const step of this.#waiting) step.due = Math.min(step.due + now - this.#heldAt, now + LATEST);
    this.#held = held;
    if (!held) void this.#run();
  }

  #tell() { this.means.told?.(); }

  async #run() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting.length && !this.#held) {
      if (this.#running) { await this.#over(this.#running); continue; }
      const rest = Math.min(this.#rest - this.means.clock.now(), this.#pace());
      if (rest > 0) { await this.means.clock.wait(rest, this.#hurry.signal); this.#rest = 0; continue; }
      const pace = this.#pace();
      const next = this.#waiting.shift();
      if (!next) break;
      this.#rest = this.means.clock.now() + pace;
      void this.#step(next.message, pace, false, next.due);
      this.#tell();
    }
    this.#busy = false;
    this.#tell();
  }

  /** Wait until a motion is over, though not longer than what waits for it can. @param {{finish: () => void, over: Promise<void>}} running */
  async #over(running) {
    const stop = new AbortController();
    const left = Math.max(0, (this.#waiting[0]?.due ?? Infinity) - this.means.clock.now());
    const late = await Promise.race([running.over.then(() => false), this.means.clock.wait(left, stop.signal).then(() => true)]);
    stop.abort();
    if (late) running.finish();
  }

  /** How long the next step may take, so that the last one that waits is not late. */
  #pace() {
    const last = this.#waiting.at(-1);
    const usual = this.means.pace();
    const pace = last ? Math.min(usual, (last.due - this.means.clock.now()) / this.#waiting.length) : usual;
    return pace < SHORT ? 0 : pace;
  }

  /** @param {Message} message @param {number} pace @param {boolean} own @param {number} [due] when it is to be shown at the latest @returns {Promise<void>} */
  #step(message, pace, own, due = Infinity) {
    const stop = new AbortController();
    const step = { signal: stop.signal, pace, own };
    let shown = false;
    const change = () => {
      if (shown) return;
      shown = true;
      this.means.show(message);
    };
    if (!pace) {
      change();
      return Promise.resolve(this.means.after?.(message, step));
    }
    /** @type {{finish: () => void, over: Promise<void>}} */ const running = {
      finish: () => { stop.abort(); change(); if (this.#running === running) this.#running = null; },
      over: Promise.resolve(),
    };
    this.#running = running;
    running.over = this.#move(change, message, step, stop, due).finally(() => { if (this.#running === running) this.#running = null; this.#tell(); });
    return running.over;
  }

  /** @param {() => void} change @param {Message} message @param {Step} step @param {AbortController} stop @param {number} due */
  async #move(change, message, step, stop, due) {
    const late = new AbortController();
    const limit = Math.min(step.pace * LONGEST, TOO_LONG, Math.max(step.pace, due - this.means.clock.now()));
    void this.means.clock.wait(limit, late.signal).then(() => stop.abort());
    try {
      await ended(this.means.motion(change, message, step), step.signal);
    } catch (error) {
      if (!step.signal.aborted) reportError(error);
    }
    change(); // whatever went wrong: what happened is shown
    try {
      await this.means.after?.(message, step);
    } catch (error) {
      reportError(error);
    }
    late.abort();
  }
}

/** A motion is over when it says so, or when it has to be. @param {Promise<void> | void} motion @param {AbortSignal} signal @returns {Promise<void>} */
function ended(motion, signal) {
  if (!motion || signal.aborted) return Promise.resolve(motion);
  return Promise.race([motion, new Promise((over) => { signal.addEventListener("abort", () => over(undefined), { once: true }); })]);
}
