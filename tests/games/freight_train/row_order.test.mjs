// Run by test_row_order.py.
import assert from "node:assert/strict";
import { test } from "node:test";

import { inOrder, withPlanned } from "../../../src/freightyard/games/freight_train/page/static/row_order.js";

const rows = (...names) => names.map((name) => ({ name, kinds: name.endsWith("x") ? "AT" : name.slice(-1) }));
const names = (found) => found.map(({ name }) => name);

test("trains stay where they are, and a new one comes below them", () => {
  assert.deepEqual(names(inOrder(rows("s1tS", "s1tT"), rows("s1tB", "s1tS", "s1tT"))), ["s1tS", "s1tT", "s1tB"]);
  assert.deepEqual(names(inOrder(rows("s1tS", "s1tB"), rows("s1tB", "s1tS"))), ["s1tS", "s1tB"]);
});

test("trains that were planned come in the order of the plan", () => {
  assert.deepEqual(names(inOrder(rows("s1tG", "s1tS", "s1tB"), rows("s1tB", "s1tG", "s1tS"))), ["s1tG", "s1tS", "s1tB"]);
});

test("a train that becomes mixed, or is mixed no more, keeps its place", () => {
  assert.deepEqual(names(inOrder(rows("s1tT", "s1tS"), rows("s1tS", "s1tx"))), ["s1tx", "s1tS"]);
  assert.deepEqual(names(inOrder(rows("s1tx", "s1tB"), rows("s1tB", "s1tT"))), ["s1tT", "s1tB"]);
});

test("another player's trains are sorted as they come", () => {
  assert.deepEqual(names(inOrder(rows("s1tT", "s1tB"), rows("s2tB", "s2tT"))), ["s2tB", "s2tT"]);
});

test("a train that becomes mixed while a car of its kind is in the hand keeps its place, and again when that is undone", () => {
  const before = rows("s1tR", "s1tC", "s1tB"), after = [...rows("s1tB", "s1tR"), { name: "s1tx", kinds: "CS" }];
  const mixed = inOrder(before, withPlanned(before, after, new Set(["C", "B"])));
  assert.deepEqual(names(mixed), ["s1tR", "s1tx", "s1tB"]);
  const undone = rows("s1tB", "s1tC", "s1tR");
  assert.deepEqual(names(inOrder(mixed, withPlanned(mixed, undone, new Set(["S", "B", "C"])))), ["s1tR", "s1tC", "s1tB"]);
});

test("a planned train keeps its place while its car is in the hand", () => {
  const before = [...rows("s1tS"), { name: "s1tC", kinds: "C", planned: true }], after = rows("s1tB", "s1tS");
  assert.deepEqual(names(inOrder(before, withPlanned(before, after, new Set(["C"])))), ["s1tS", "s1tC", "s1tB"]);
  assert.deepEqual(names(inOrder(before, withPlanned(before, after, new Set(["T"])))), ["s1tS", "s1tB"]);
});
