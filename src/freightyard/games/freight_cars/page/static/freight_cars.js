// @ts-check
// The board of Freight Cars: cards of the hand go to the workshop, cars of the train to a shipment, secrets stay face down.

import { leaveMode, legal, onShow, question, waiting } from "../../../../page/static/client.js";
import { $, root, toast, view } from "../../../../page/static/dom.js";
import { clearNote, showNote } from "../../../../page/static/notes.js";
import { sentence } from "../../../../page/static/sentences.js";
import { soundBy } from "../../../../page/static/sound.js";
import { refreshLights } from "./lights.js";
import "./motion.js";
import { passing, refreshPass } from "./passing.js";
import { refreshShipment } from "./shipment.js";
import { closeShop, openShop, refreshShop, working } from "./workshop.js";

const TAP = 350; // milliseconds: who presses no longer has not seen much
const past = () => view().matches("[data-replay]");

soundBy((_, gained) => (gained ? "train" : "put")); // credits come when cars are shipped

/* ---------- cards of the hand ---------- */

document.addEventListener("click", (event) => {
  const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-plan]"));
  if (!card || past()) return;
  event.stopPropagation(); // loading begins with a plan
  if (waiting()) return;
  if (working() === card.dataset.plan) return closeShop();
  const open = () => {
    openShop(card.dataset.plan ?? "", card.dataset.shape ?? "");
    if (event.detail === 0) $("#tray .tool:not(:disabled)")?.focus({ preventScroll: true });
  };
  if (!$(".back", card)) return open();
  closeShop();
  question(sentence("show to all?"), sentence("show it"), () => { leaveMode(null); open(); }); // it lies face down for a reason
}, true);

/* ---------- secrets on a shared screen ---------- */

const cover = () => root.classList.remove("peek");
const peek = () => { if ($(".covered") && !passing()) root.classList.add("peek"); };

document.addEventListener("pointerdown", (event) => { if (/** @type {Element} */ (event.target).closest("[data-peek]")) peek(); });
let pressedAt = 0;
document.addEventListener("pointerdown", (event) => { pressedAt = event.timeStamp; }, true);
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-peek]") && event.detail && event.timeStamp - pressedAt < TAP) toast(sentence("hold to see"));
});
for (const name of ["pointerup", "pointercancel", "blur", "visibilitychange"]) addEventListener(name, cover);
document.addEventListener("contextmenu", (event) => { if (/** @type {Element} */ (event.target).closest("[data-peek]")) event.preventDefault(); });
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, dialog")) return;
  if (event.key.toLowerCase() === "p" || ((event.key === " " || event.key === "Enter") && target.closest("[data-peek]"))) { peek(); event.preventDefault(); }
});
document.addEventListener("keyup", cover);

/* ---------- a phone: the board is longer than the screen ---------- */

const PHONE = matchMedia("(max-width: 700px)");
/** @type {{from: number, to: number} | null} how far the page was scrolled for them */ let scrolled = null;
let taking = false;

/** Bring the cards to take into sight, the cities or the hand. @param {string} part */
function showPart(part) {
  const from = scrollY;
  $(`#${part}`)?.scrollIntoView({ block: "start", behavior: "instant" });
  scrolled = { from: scrolled?.from ?? from, to: scrollY };
}

document.addEventListener("click", (event) => {
  const part = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button[data-look]"))?.dataset.look;
  if (part) showPart(part);
});

/** Where taking one is all that can be done on the board, they are brought into sight; and afterwards the hand is, where one acts
 * next, or without cards what was there before, unless somebody has scrolled the page since. */
function refreshCards() {
  const moves = legal(), were = taking;
  taking = moves.some((move) => move.startsWith("take ")) && !moves.some((move) => /^(load|ship) /.test(move));
  if (taking && !were && PHONE.matches && !$("#lesson")) showPart("tableau");
  if (scrolled && !moves.some((move) => move.startsWith("take "))) {
    if (Math.abs(scrollY - scrolled.to) < 4) {
      if ($("#hand .card")) $("#hand")?.scrollIntoView({ block: "start", behavior: "instant" });
      else scrollTo({ top: scrolled.from, behavior: "instant" });
    }
    scrolled = null;
  }
}

/* ---------- the End of Game card ---------- */

let end = $("#deck")?.dataset.end;

/** When that card comes, everybody is told by what stays until it was read. What happened is spoken anyhow. */
function refreshEnd() {
  const now = $("#deck")?.dataset.end;
  if (end === "in-deck" && now !== "in-deck" && view().dataset.own && !$("#lesson")) {
    showNote("news", sentence("end of game"), [sentence("end has come")], [{ text: sentence("end read"), go: () => clearNote("news") }]);
  }
  if ($("#sheets[data-over]")) clearNote("news");
  end = now;
}

/* ---------- a new moment ---------- */

let looking = view().dataset.seat;

function refresh() {
  if (view().dataset.seat !== looking) cover();
  looking = view().dataset.seat;
  refreshPass();
  refreshShop();
  refreshShipment();
  refreshLights();
  refreshCards();
  refreshEnd();
}

if (!past()) {
  onShow(refresh);
  refresh();
}
