// Parts as they come over the wire are put together as the server took them apart: `node --test`, with cases from the server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { edited, Known } from "../../src/freightyard/page/static/edits.js";

const cases = JSON.parse(readFileSync(process.env.EDITS ?? "", "utf-8"));

test("edits of the server make the new text", () => {
  assert.ok(cases.length > 100);
  for (const [old, made, text] of cases) assert.equal(edited(old, made), text);
});

test("edits of another text are noticed", () => {
  assert.equal(edited("abc", [4, 1, 1, "x"]), null);
});

test("what came over a connection is kept, and what is missing is noticed", () => {
  const known = new Known();
  assert.equal(known.whole({ prompt: [3, 1, 1, "x"] }), null);
  assert.deepEqual(known.whole({ prompt: "abc", log: "" }), { prompt: "abc", log: "" });
  assert.deepEqual(known.whole({ prompt: [3, 1, 1, "🚂🚂"] }), { prompt: "a🚂🚂c" });
  assert.deepEqual(known.whole({ prompt: [4, 2, 1, "!"], log: [0, 0, 0, "x"] }), { prompt: "a🚂!c", log: "x" });
});
