// @ts-check
// When the tips of a first game are shown, and beside what. The sentences are in page/sentences.py.

import { legal } from "../../../../page/static/client.js";
import { $, $$ } from "../../../../page/static/dom.js";
import { choosing, guideBy, may, phase } from "../../../../page/static/guide.js";
import { sentence } from "../../../../page/static/sentences.js";

const phone = matchMedia("(max-width: 700px)").matches; // there the longest trains lie below the fold, under the tip itself
/** How many cars in the hand have no place yet, nor one that is asked for. */
const free = () => $$("#prompt .tray .car:not(.sent-on, .wished)").length;
const putting = () => phase("placing") && may("put");

guideBy({
  goal: { at: phone ? "#trains" : "#types", say: $("#type-mixed") ? sentence("tip goal mixed") : sentence("tip goal") }, // not everywhere does it score
  tips: [
    { when: () => putting() && (choosing() || free() === 1), at: "#trains, #own-yard", say: sentence("tip place") },
    { when: () => phase("loading", "coupling"), at: "#prompt .tray", say: sentence("tip load") },
    { when: () => putting() && free() > 1, at: "#prompt .tray", say: sentence("tip put") },
    { when: () => may("take") && phase("taking"), at: "#main-yard", say: sentence("tip taking") },
    { when: () => may("take"), at: "#main-yard", say: sentence("tip take") },
    { when: () => phase("turn", "filled") && legal().length > 1, at: "#prompt", say: sentence("tip action") },
  ],
  last: { at: "#own-yard", say: sentence("tip end") },
  whole: (moves) => !moves.includes("pass"),
});
