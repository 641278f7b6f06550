// @ts-check
// A hint on the map: the track that it would build lies there as a ghost, and the way of its train is drawn.

import { onAdvice } from "../../../../page/static/advice.js";
import { $, view } from "../../../../page/static/dom.js";
import { request } from "../../../../page/static/server.js";

/** @typedef {{owner: number, pieces: {verb: string, outline: string, d: string}[], way: string}} Drawing */

const DRAWN = /^(build|upgrade|bridge|city|go) /;
let asked = 0;

/** @param {string} d @param {string} kind */
function path(d, kind) {
  const made = document.createElementNS($("#advice-marks")?.namespaceURI ?? null, "path");
  made.setAttribute("d", d);
  made.setAttribute("class", `planned ${kind}`);
  return made;
}

/** @param {string[]} plan */
async function draw(plan) {
  const number = ++asked;
  try {
    const body = new URLSearchParams({ topic: "plan", words: plan.join(","), seat: view().dataset.seat ?? "" });
    const reply = await request(`${view().dataset.home}/ask`, { method: "POST", body });
    if (!reply.ok || number !== asked) return;
    const { owner, pieces, way } = /** @type {Drawing} */ (await reply.json());
    if (number !== asked) return;
    $("#advice-marks")?.append(
      ...pieces.flatMap(({ verb, outline, d }) => (verb === "city" ? [path(d, "town")] : [path(outline, "hx"), path(d, verb === "bridge" ? "span" : "bed"), path(d, `rail o${owner}`), path(d, `tick o${owner}`)])),
      ...(way ? [path(way, "way under on"), path(way, "way on")] : []),
    );
  } catch { /* the words of the hint are enough */ }
}

onAdvice((advice) => {
  asked += 1;
  for (const element of document.querySelectorAll("#advice-marks .planned")) element.remove();
  if (advice?.plan.some((move) => DRAWN.test(move))) void draw(advice.plan);
});
