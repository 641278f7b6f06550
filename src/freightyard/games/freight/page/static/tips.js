// @ts-check
// What somebody is told who plays this game for the first time: the goal, then one thing at a time through a real turn.

import { legal } from "../../../../page/static/client.js";
import { $, view } from "../../../../page/static/dom.js";
import { guideBy, may, shown } from "../../../../page/static/guide.js";
import { sentence } from "../../../../page/static/sentences.js";

const { money = "", city = "", loan = "", demanded = "", other = "", amount = "" } = $("#map-ground")?.dataset ?? {};
const counts = { money, city, loan, demanded, other, amount };

/** @type {string | undefined} the moment in which the goal was told */ let first;
/** Whether this is the first moment in which something is asked. */
function beginning() {
  first ??= view().dataset.ply;
  return first === view().dataset.ply;
}

guideBy({
  hints: [
    { when: () => shown("#bench") && $("#bench [aria-pressed=true]") !== null, at: "#bench", text: sentence("tip bench") },
    { when: beginning, at: "#players", text: sentence("tip goal", counts) },
    { when: () => may("open") || may("raise"), at: "#prompt", text: sentence("tip auction") },
    { when: () => may("locomotive"), at: "#map-spots", text: sentence("tip locomotive") },
    { when: () => may("build") || may("upgrade"), at: "#map", text: sentence("tip build") },
    { when: () => may("loan") && $("#prompt")?.dataset.phase === "building", at: "#prompt", text: sentence("tip loan") },
    { when: () => may("deliver"), at: "#prompt", text: sentence("tip deliver", counts) },
    { when: () => may("load") && !$("#prompt .wagon .mk"), at: "#prompt", text: sentence("tip load") },
    { when: () => may("go"), at: "#trips", text: sentence("tip go", counts) },
    { when: () => legal().length === 1 && may("loan"), at: "#prompt", text: sentence("tip interest", counts) },
    { when: () => may("sell") || may("to"), at: "#prompt", text: sentence("tip sale") },
    { when: () => may("put"), at: "#prompt", text: sentence("tip supply", counts) },
    { when: () => may("shift") || may("fill"), at: "#round", text: sentence("tip boxes") },
    { when: () => may("done"), at: "#prompt", text: sentence("tip finish") },
  ],
  last: { at: "#players", text: sentence("tip last") },
});
