// What is suggested while a line is typed.
import assert from "node:assert/strict";
import test from "node:test";
import { completions } from "../../src/freightyard/page/static/completion.js";

const MOVES = ["call", "take 1", "take 2", "put tank train", "put tank mixed", "put box yard-1"];
const COMMANDS = ["help", "hand", "score", "players", "prompt"];
const texts = (line) => completions(line, MOVES, COMMANDS).map(({ text }) => text);

test("nothing is suggested for nothing, and for several moves in a line", () => {
  assert.deepEqual(texts(""), []);
  assert.deepEqual(texts("  "), []);
  assert.deepEqual(texts("take 1; t"), []);
});
test("the word that is being typed is completed, and the whole move where only one is left", () => {
  assert.deepEqual(texts("t"), ["take"]);
  assert.deepEqual(texts("take "), ["take 1", "take 2"]);
  assert.deepEqual(texts("c"), ["call"]);
  assert.deepEqual(texts("pu b"), ["put box yard-1"]);
  assert.deepEqual(texts("PU T"), ["put tank"]);
  assert.deepEqual(texts("pu tank "), ["put tank train", "put tank mixed"]);
});
test("commands come after moves", () => {
  assert.deepEqual(texts("p"), ["put", "players", "prompt"]);
  assert.deepEqual(texts("h"), ["help", "hand"]);
  assert.deepEqual(texts("help "), []);
});
test("what is there already is not suggested, and what fits nothing neither", () => {
  assert.deepEqual(texts("call"), []);
  assert.deepEqual(texts("take 1"), []);
  assert.deepEqual(texts("tea"), []);
});
test("a suggestion says whether more must follow", () => {
  assert.deepEqual(completions("t", MOVES, COMMANDS), [{ text: "take", whole: false }]);
  assert.deepEqual(completions("c", MOVES, COMMANDS), [{ text: "call", whole: true }]);
});
test("there are never more than a few", () => {
  const many = Array.from({ length: 500 }, (_, number) => `build k${number} curve`);
  assert.equal(completions("build k", many, []).length, 8);
});
