// Where pieces fit on a card.
import assert from "node:assert/strict";
import test from "node:test";
import { firstBy, firstPlace, fitsTurned, fitting, nearest } from "../../../src/freightyard/games/freight_cars/page/static/packing.js";

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

test("the first packing says by what it is better than the next", () => {
  const offer = (fits, pieces, keeps = []) => ({ lays: Array(pieces).fill(""), keeps, fits });
  assert.equal(firstBy([offer(50, 2), offer(49, 2)]), "fits");
  assert.equal(firstBy([offer(49, 3, ["coal-5"]), offer(49, 2)]), "fits");
  assert.equal(firstBy([offer(50, 2), offer(50, 3)]), "pieces");
  assert.equal(firstBy([offer(50, 3), offer(50, 3)]), "");
  assert.equal(firstBy([offer(50, 2)]), "");
});

test("a piece that fits nowhere as it lies is not turned by itself, but is known to fit when turned", () => {
  const upright = ["x", "x", "x", "x"];
  assert.equal(firstPlace(CARD, [], "I4", upright), null);
  assert.deepEqual(firstPlace(CARD, [], "I4", ["xxxx"]), { kind: "I4", rows: ["xxxx"], row: 0, column: 0 });
  assert.ok(fitsTurned(CARD, [], "I4", upright));
  assert.ok(!fitsTurned(["xx"], [], "I4", upright));
});
