// @ts-check
// The next table where it is one's turn: offered once one's own turn here is over, or gone to by itself, as the reader chose.

import { legal, onSend, onShow } from "./client.js";
import { $, announce, choice, view } from "./dom.js";
import { clearNote, showNote } from "./notes.js";
import { sentence } from "./sentences.js";
import { addressOf, request } from "./server.js";

const KIND = "next";
const OTHERS = `.note:not(.${KIND}, .keep-seat, .tell)`; // those two can wait, and come back by themselves
const LOOK = 2500; // milliseconds to see what one's own move did, and to stay

let moved = false; // in this turn
let asking = false;
let closed = false; // with its ×: on this page it is not offered again
/** @type {ReturnType<typeof setTimeout> | undefined} */ let leaving;

function stay() {
  clearTimeout(leaving);
  leaving = undefined;
  clearNote(KIND);
}

function close() {
  closed = true;
  stay();
}

/** @param {string} href */
function leave(href) {
  if (document.hidden || $("dialog[open]") || legal().length) return stay(); // there is something to look at, or to do
  location.assign(addressOf(href));
}

async function offer() {
  const wanted = choice("next-table", "offer");
  if (wanted === "off" || asking || closed) return;
  asking = true;
  try {
    const key = (view().dataset.home ?? "").split("/").at(-1) ?? "";
    const answer = await request(`/waiting?besides=${encodeURIComponent(key)}`);
    if (!answer.ok) return;
    const { tables, href } = /** @type {{tables: number, href: string}} */ (await answer.json());
    if (!tables || legal().length || $(OTHERS)) return; // a tip is being read, or it is one's turn again
    const words = tables === 1 ? sentence("next one") : sentence("next several", { number: String(tables) });
    const go = { text: sentence("next table"), go: () => location.assign(addressOf(href)) };
    if (wanted === "go") {
      showNote(KIND, sentence("next label"), [sentence("next going")], [{ text: sentence("next stay"), go: stay }]);
      announce(sentence("next going"));
      leaving = setTimeout(() => leave(href), LOOK);
      return;
    }
    showNote(KIND, sentence("next label"), [words], [go, { text: "×", label: sentence("next stay"), go: close }]);
    announce(words);
  } catch { /* no connection: it is asked for again after the next turn */ } finally {
    asking = false;
  }
}

onSend((moves) => {
  stay();
  moved = moves !== null;
});
onShow(() => {
  if (legal().length) return stay();
  if (!moved || !view().dataset.seat || $("#sheets")?.hasAttribute("data-over")) return;
  moved = false;
  void offer();
});
