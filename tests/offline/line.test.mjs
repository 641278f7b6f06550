// The line of a page to its worker: `node --test` runs this; tests/offline/test_line.py does so with all other tests.

import assert from "node:assert/strict";
import test from "node:test";
import { answering } from "../../src/freightyard/offline/static/answering.js";
import { Line } from "../../src/freightyard/offline/static/line.js";

const turn = () => new Promise((over) => setTimeout(over));

/** A server that takes its time to open a line. */
class SlowServer {
  heard = [];
  async open(number) {
    await new Promise((over, refuse) => { this.opened = over; this.refused = refuse; });
    this.line = number;
  }
  async receive(number, text) { this.heard.push([this.line === number, text]); }
  close(number) { this.heard.push([this.line === number, "closed"]); }
}

function connected() {
  const server = new SlowServer(), told = [];
  const answer = answering(server, (message) => told.push(message));
  const line = new Line(7, "/t/key/live", (message) => void answer(message), () => told.push("ended"));
  return { server, told, line };
}

test("a line is open before its server is, and what is said waits for it in order", async () => {
  const { server, line } = connected();
  line.onopen = () => line.send("hello");
  await turn();
  assert.equal(line.readyState, 1);
  line.send("a move");
  await turn();
  assert.deepEqual(server.heard, []);
  server.opened();
  await turn();
  assert.deepEqual(server.heard, [[true, "hello"], [true, "a move"]]);
});

test("a line that the page closes meanwhile is closed once it is open", async () => {
  const { server, told, line } = connected();
  line.close();
  assert.equal(line.readyState, 3);
  server.opened();
  await turn();
  assert.deepEqual(server.heard, [[true, "closed"]]);
  assert.deepEqual(told, ["ended"]);
});

test("a line that cannot be opened is told to be closed", async () => {
  const { server, told } = connected();
  server.refused(new Error("no such table"));
  await turn();
  assert.deepEqual(told, [{ line: 7, closed: "" }]);
});
