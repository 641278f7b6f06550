// @ts-check
// When the tips of a first game are shown, and beside what. The sentences are in page/sentences/client.py.

import { legal } from "../../../../page/static/client.js";
import { $, $$ } from "../../../../page/static/dom.js";
import { guideBy, may, phase, shown } from "../../../../page/static/guide.js";
import { sentence } from "../../../../page/static/sentences.js";

const tap = matchMedia("(pointer: coarse)").matches; // a finger, which neither clicks nor presses keys
const boxes = $("#map-ground")?.dataset.boxes === "1"; // family rules have none, and no supply
const { money = "", city = "", loan = "", demanded = "", other = "", amount = "" } = $("#map-ground")?.dataset ?? {};
const counts = { money, city, loan, demanded, other, amount };

/** Whether several cubes of one colour are in the wagons, or could be: now it matters what a disk pays for. */
function several() {
  const cubes = $$("#prompt .wagon .mk, #prompt .load[data-word] .mk").map((each) => each.dataset.mk);
  return new Set(cubes).size < cubes.length || $("#prompt .load[data-word] sub") !== null;
}

guideBy({
  goal: { at: "#players", say: sentence("tip goal", counts) },
  tips: [
    { when: () => shown("#bench") && $("#bench [aria-pressed=true]") !== null, at: "#bench", say: tap ? sentence("tip bench tap") : sentence("tip bench") },
    { when: () => phase("bidding"), at: "#prompt", say: sentence("tip auction") },
    { when: () => may("city"), at: "#prompt .found", say: sentence("tip found", counts) },
    { when: () => may("locomotive"), at: "#map-spots .offered", say: sentence("tip locomotive") },
    { when: () => may("build") || may("upgrade"), at: "#map", say: tap ? sentence("tip build tap") : sentence("tip build") },
    { when: () => may("loan") && phase("building"), at: "#prompt", say: sentence("tip loan") },
    { when: () => may("deliver"), at: "#prompt", say: sentence("tip deliver", counts) },
    { when: () => may("load") && several(), at: "#prompt", say: sentence("tip several", counts) },
    { when: () => may("load") && !$("#prompt .wagon .mk"), at: "#prompt", say: sentence("tip load") },
    { when: () => may("go"), at: "#trips", say: sentence("tip go", counts) },
    { when: () => legal().length === 1 && may("loan"), at: "#prompt", say: sentence("tip interest", counts) },
    { when: () => may("sell") || may("to"), at: "#prompt", say: sentence("tip sale") },
    { when: () => may("put"), at: "#prompt", say: sentence("tip supply", counts) },
    { when: () => may("shift") || may("fill"), at: "#round", say: sentence("tip boxes") },
    { when: () => may("done"), at: "#prompt", say: sentence("tip finish") },
  ],
  last: { at: "#players", say: boxes ? sentence("tip last") : sentence("tip last family") },
  // neither the auction before a round, nor a turn in which nothing was built or shipped
  whole: (moves) => moves.includes("done") && moves.some((move) => /^(build|upgrade|bridge|city|go|load|deliver) ?/.test(move)),
});
