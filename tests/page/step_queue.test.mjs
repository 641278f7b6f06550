// The queue of steps, with a clock that is handed in: `node --test` runs this; tests/page/test_step_queue.py does so with all other tests.

import assert from "node:assert/strict";
import test from "node:test";
import { LATEST, StepQueue } from "../../src/freightyard/page/static/step_queue.js";

globalThis.reportError ??= () => {};

/** Time that passes when it is told to. */
class Clock {
  time = 0;
  waits = [];
  now = () => this.time;
  wait = (time, signal) => new Promise((over) => {
    this.waits.push({ at: this.time + time, over });
    signal.addEventListener("abort", () => over());
  });
  async pass(time) {
    const end = this.time + time;
    await settled();
    for (;;) {
      const next = this.waits.filter((wait) => wait.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.time = Math.max(this.time, next.at);
      this.waits.splice(this.waits.indexOf(next), 1);
      next.over();
      await settled();
    }
    this.time = end;
  }
}

const settled = async () => { for (let turn = 0; turn < 30; turn++) await Promise.resolve(); };

/** A queue at a pace, whose motions take as long as it does, unless another is given; `log` tells what was shown and when. */
function following({ pace = 500, motion, after } = {}) {
  const clock = new Clock(), log = [];
  const glide = async (change, message, step) => {
    change();
    await clock.wait(step.pace, step.signal);
  };
  const queue = new StepQueue({ show: (message) => log.push([clock.time, message.ply]), after, motion: motion?.(clock) ?? glide, pace: () => pace, clock });
  return { clock, log, queue };
}

const plies = (log) => log.map(([, ply]) => ply);

test("the first step is shown at once, the next ones after each other", async () => {
  const { clock, log, queue } = following();
  for (const ply of [1, 2, 3]) queue.add({ ply });
  assert.deepEqual(log, [[0, 1]]);
  assert.equal(queue.length, 2);
  await clock.pass(1100);
  assert.deepEqual(log, [[0, 1], [500, 2], [1000, 3]]);
  assert.equal(queue.length, 0);
  await clock.pass(1000);
  assert.equal(queue.active, false);
});

test("a step that has no motion is looked at as long as another", async () => {
  const { clock, log, queue } = following({ motion: () => (change) => change() });
  queue.add({ ply: 1 });
  queue.add({ ply: 2 });
  await clock.pass(100);
  queue.add({ ply: 3 });
  await clock.pass(1000);
  assert.deepEqual(log, [[0, 1], [500, 2], [1000, 3]]);
});

test("a step that comes when the last one has been looked at is shown at once", async () => {
  const { clock, log, queue } = following({ motion: () => (change) => change() });
  queue.add({ ply: 1 });
  await clock.pass(700);
  queue.add({ ply: 2 });
  assert.deepEqual(log, [[0, 1], [700, 2]]);
});

test("no step is later than six seconds, however many come at once", async () => {
  for (const count of [5, 20, 60, 400]) {
    const { clock, log, queue } = following({ pace: 1300 });
    for (let ply = 1; ply <= count; ply++) queue.add({ ply });
    await clock.pass(LATEST + 100);
    assert.deepEqual(plies(log), Array.from({ length: count }, (_, index) => index + 1));
    assert.ok(log.at(-1)[0] <= LATEST);
  }
});

test("steps that go on coming faster than they are shown are never six seconds late", async () => {
  const { clock, log, queue } = following({ pace: 1300 });
  for (let ply = 0; ply < 100; ply++) {
    queue.add({ ply });
    await clock.pass(140);
  }
  await clock.pass(LATEST);
  assert.deepEqual(plies(log), Array.from({ length: 100 }, (_, index) => index));
  assert.ok(Math.max(...log.map(([time, ply]) => time - 140 * ply)) <= LATEST + 100);
});

test("skipping shows the rest at once and in order, each once, and ends the motion", async () => {
  let aborted = 0;
  const motion = (clock) => async (change, message, { signal, pace }) => {
    signal.addEventListener("abort", () => aborted++);
    change();
    await clock.wait(pace, signal);
  };
  const { clock, log, queue } = following({ motion });
  for (const ply of [1, 2, 3]) queue.add({ ply });
  await clock.pass(100);
  queue.finish();
  assert.deepEqual(log, [[0, 1], [100, 2], [100, 3]]);
  assert.equal(aborted, 1);
  await clock.pass(5000);
  assert.equal(log.length, 3);
  queue.add({ ply: 4 });
  assert.deepEqual(log.at(-1), [5100, 4]);
});

test("a motion that has not changed the page yet is made to when it is skipped", async () => {
  const motion = (clock) => async (change, message, { signal, pace }) => {
    await clock.wait(pace, signal);
    change();
  };
  const { clock, log, queue } = following({ motion });
  queue.add({ ply: 1 });
  queue.add({ ply: 2 });
  assert.deepEqual(log, []);
  queue.finish();
  assert.deepEqual(log, [[0, 1], [0, 2]]);
  await clock.pass(2000);
  assert.equal(log.length, 2);
});

test("a move of one's own comes after the rest, at once, and what follows waits for its motion", async () => {
  const { clock, log, queue } = following();
  queue.add({ ply: 1 });
  queue.add({ ply: 2 });
  const over = queue.now({ ply: 3 }, 200);
  assert.deepEqual(plies(log), [1, 2, 3]);
  queue.add({ ply: 4 });
  assert.deepEqual(plies(log), [1, 2, 3]);
  await clock.pass(250);
  await over;
  assert.deepEqual(log.at(-1), [200, 4]);
});

test("without a pace everything is shown at once and nothing is asked to move", async () => {
  const { log, queue } = following({ pace: 0, motion: () => () => assert.fail("it moved") });
  for (const ply of [1, 2, 3]) queue.add({ ply });
  assert.deepEqual(plies(log), [1, 2, 3]);
});

test("what went wrong in a motion, or never ends, keeps nothing from being shown", async () => {
  const motion = () => (change, { ply }) => {
    if (ply === 1) throw new Error("broken");
    return new Promise(() => {}); // and never changes anything
  };
  const { clock, log, queue } = following({ motion });
  for (const ply of [1, 2, 3]) queue.add({ ply });
  await clock.pass(LATEST);
  assert.deepEqual(plies(log), [1, 2, 3]);
});

test("nothing that waits is shown while it is held", async () => {
  const { clock, log, queue } = following();
  queue.add({ ply: 1 });
  queue.hold(true);
  queue.add({ ply: 2 });
  await clock.pass(3000);
  assert.deepEqual(plies(log), [1]);
  queue.hold(false);
  assert.deepEqual(plies(log), [1, 2]);
});

test("what was held is shown step by step afterwards, however long it was held", async () => {
  const { clock, log, queue } = following();
  queue.hold(true);
  for (const ply of [1, 2]) queue.add({ ply });
  await clock.pass(3 * LATEST);
  assert.deepEqual(plies(log), []);
  queue.hold(false);
  await clock.pass(1);
  assert.deepEqual(plies(log), [1]);
  await clock.pass(LATEST);
  assert.deepEqual(plies(log), [1, 2]);
});

test("what comes after a motion waits for it, and for nothing when it is skipped", async () => {
  const counted = [];
  const { clock, queue } = following({ after: ({ ply }) => { counted.push(ply); } });
  queue.add({ ply: 1 });
  await clock.pass(100);
  assert.deepEqual(counted, []);
  await clock.pass(500);
  assert.deepEqual(counted, [1]);
  queue.add({ ply: 2 });
  queue.add({ ply: 3 });
  queue.finish();
  await settled();
  assert.deepEqual(counted.toSorted(), [1, 2, 3]);
});
