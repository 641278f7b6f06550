// Where pieces fit on a card.
import assert from "node:assert/strict";
import test from "node:test";
import { fitting, nearest } from "../../../src/freightyard/games/freight_cars/page/static/packing.js";

const CARD = ["xxxx", ".xx."];
const BAR = { kind: "I4", rows: ["xxxx"] };

test("a piece goes where it covers the cell that was clicked, however far its corner is from there", () => {
  for (const cell of fitting(CARD, [], BAR)) {
    const [row, column] = cell.split(",").map(Number);
    const place = nearest(CARD, [], BAR, [row, column], [row, column - 2]);
    assert.deepEqual([place?.row, place?.column], [0, 0]);
  }
});
test("of several places the nearest is taken", () => {
  const pair = { kind: "I2", rows: ["xx"] };
  assert.equal(nearest(CARD, [], pair, [0, 1], [0, 0.2])?.column, 0);
  assert.equal(nearest(CARD, [], pair, [0, 1], [0, 0.8])?.column, 1);
});
test("there is none where a piece lies or the card ends", () => {
  assert.equal(nearest(CARD, [{ ...BAR, row: 0, column: 0 }], { kind: "I1", rows: ["x"] }, [0, 0], [0, 0]), null);
  assert.equal(nearest(CARD, [], BAR, [1, 1], [1, 0]), null);
});
