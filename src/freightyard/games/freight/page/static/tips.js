// @ts-check
// When the tips of a first game are shown, and beside what. The sentences are in page/sentences.py.

import { legal } from "../../../../page/static/client.js";
import { $ } from "../../../../page/static/dom.js";
import { guideBy, may, shown } from "../../../../page/static/guide.js";
import { sentence } from "../../../../page/static/sentences.js";

guideBy({
  goal: { at: "#prompt", say: sentence("tip goal") },
  tips: [
    { when: () => shown("#bench") && $("#bench [aria-pressed=true]") !== null, at: "#bench", say: sentence("tip bench") },
    { when: () => may("open") || may("raise"), at: "#prompt", say: sentence("tip auction") },
    { when: () => may("locomotive"), at: "#map-spots", say: sentence("tip locomotive") },
    { when: () => may("build") || may("upgrade"), at: "#map", say: sentence("tip build") },
    { when: () => may("load") || may("go") || may("deliver"), at: "#trips", say: sentence("tip ship") },
    { when: () => legal().length > 1, at: "#prompt", say: sentence("tip action") },
  ],
  last: { at: "#players", say: sentence("tip end") },
  whole: (moves) => moves.includes("done"), // neither the auction before a round nor the choice of a city
});
