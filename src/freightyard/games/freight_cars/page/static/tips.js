// @ts-check
// When the tips of a first game are shown, and beside what. The sentences are in page/sentences/client.py.

import { guideBy, may, shown } from "../../../../page/static/guide.js";
import { sentence } from "../../../../page/static/sentences.js";

guideBy({
  hints: [
    { when: () => shown("#workshop"), at: "#workshop", text: sentence("tip workshop") },
    { when: () => may("keep"), at: "#hand .corps", text: `${sentence("tip goal")} ${sentence("tip keep")}` },
    { when: () => may("discard"), at: "#hand .cards", text: sentence("tip discard") },
    { when: () => may("ship") && (may("load") || may("decline")), at: "#train", text: sentence("tip ship") },
    { when: () => may("load"), at: "#hand .cards", text: sentence("tip load") },
    { when: () => may("take"), at: "#tableau", text: sentence("tip take") },
  ],
  last: { at: "#train", text: sentence("tip end") },
});
