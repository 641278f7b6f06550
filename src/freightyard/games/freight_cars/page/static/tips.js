// @ts-check
// When the tips of a first game are shown, and beside what. The sentences are in page/sentences/client.py.

import { $ } from "../../../../page/static/dom.js";
import { guideBy, may, phase, shown } from "../../../../page/static/guide.js";
import { sentence } from "../../../../page/static/sentences.js";

guideBy({
  goal: { at: "#prompt", say: sentence("tip goal") },
  tips: [
    { when: () => shown("#workshop"), at: "#workshop", say: sentence("tip workshop") },
    { when: () => may("keep"), at: "#hand .corps", say: sentence("tip keep") },
    { when: () => may("discard"), at: "#hand .cards", say: sentence("tip discard") },
    { when: () => may("ship") && phase("turn", "last-shipping"), at: "#train", say: sentence("tip ship") },
    { when: () => may("load"), at: "#hand .cards", say: sentence("tip load") },
    { when: () => may("take"), at: "#tableau", say: sentence("tip take") },
  ],
  last: { at: "#deck", say: sentence("tip end"), when: () => phase("turn") && $("#deck .deckbar") !== null }, // not before the first turn of the next game, nor once that card lies there: then the prompt says it
  whole: (moves, told) => moves.some((move) => (told ? /^(take|draw|load|ship) / : /^ship /).test(move)), // by shipping everything of a turn was met
});
