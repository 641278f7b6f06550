// @ts-check
// The first game: hints beside what is to be done, through one real turn. Once followed or sent away, they do not come again
// by themselves; the menu brings them back.

import { legal, onShow } from "./client.js";
import { $, $$, make, root, view } from "./dom.js";

/** @typedef {{when: () => boolean, at: string, text: string}} Hint what to say, beside which part, and when */
/** @typedef {{hints: Hint[], last: Omit<Hint, "when">}} Guide the hints of a turn, later ones before earlier ones, and what to say when it is over */

/** @param {string} verb */
const may = (verb) => legal().some((move) => move === verb || move.startsWith(`${verb} `));
/** @param {string} selector */
const shown = (selector) => { const element = $(selector); return element !== null && !element.hidden; };
const choosing = () => root.classList.contains("choosing");

/** @type {Record<string, Guide>} */
const GUIDES = {
  "freight-train": {
    hints: [
      { when: () => may("put") && choosing(), at: "#trains, #own-yard", text: "Now its place: a train of its own kind, the mixed train, or a siding of your yard. What is lit is allowed; click anything else to hear why not." },
      { when: () => may("put"), at: "#prompt .tray", text: "These cars lie before you. Pick one, then where it goes." },
      { when: () => may("take") && !may("call") && !may("fill"), at: "#main-yard", text: "Go on. Every car you take frees the one behind it, for you and for the next player." },
      { when: () => may("take"), at: "#main-yard", text: "This is the main yard. Only the cars at the open ends, on the left, can go. Try it: click one to take it. A move can be taken back until a card is drawn." },
      { when: () => legal().length > 0, at: "#prompt", text: "A turn is one action. The buttons below tell what each costs or brings; one that is grey tells why it cannot be chosen." },
    ],
    last: { at: "#types", text: "That was a turn. At the end of the day the longest trains of each kind earn points, and what your yard holds counts too: a little for you on the first day, against you on the last. A train needs a locomotive: call one when you run out." },
  },
  "freight-cars": {
    hints: [
      { when: () => shown("#workshop"), at: "#workshop", text: "Drag your pieces onto the car until no cell is open. R turns a piece, F flips it; or let it be packed for you and see which packing keeps most open. Your plan is kept, so you can make it while others play." },
      { when: () => may("keep"), at: "#hand .corps", text: "These are corporations. Keep one: nobody else sees it, and at the end it pays for what it says. It is your plan for the whole game." },
      { when: () => may("discard"), at: "#hand .cards", text: "Freight cards show the bed of a car: so many cells to fill with your own pieces. Put the one aside that suits you least." },
      { when: () => may("ship") && (may("load") || may("decline")), at: "#train", text: "Your loaded cars can go. Click some: long shipments earn far more than short ones, and cities pay for what they want. Shipping gives your pieces back." },
      { when: () => may("load"), at: "#hand .cards", text: "A turn is one action: take a card, load one, or ship. Click a card of your hand to try it in the workshop." },
      { when: () => may("take"), at: "#tableau", text: "A turn is one action. Take one of these cards, or the top card of the deck; ✓ marks those that your free pieces can fill." },
    ],
    last: { at: "#train", text: "That was a turn. Load several cars, ship them together, serve cities with them. The pieces come back when a shipment goes." },
  },
  freight: {
    hints: [
      { when: () => shown("#bench") && $("#bench [aria-pressed=true]") !== null, at: "#bench", text: "Pick a tile, turn it with R or by clicking the hex again, and build it. The price is on the button." },
      { when: () => may("open") || may("raise"), at: "#prompt", text: "Before each round the places in the turn order are auctioned. Bid, raise, or pass: going first is worth something only if you need it." },
      { when: () => may("locomotive"), at: "#map-spots", text: "Your locomotive starts in a city. Choose one that has what another one near it wants." },
      { when: () => may("build") || may("upgrade"), at: "#map", text: "Lit hexes can get track. Click one, choose a tile, build. Lines begin at cities; squares in a city are what it has, discs what it wants." },
      { when: () => may("load") || may("go") || may("deliver"), at: "#trips", text: "Now ship: load a cube, run to a city that wants its colour, deliver. Before you go you see what a run costs and brings." },
      { when: () => legal().length > 0, at: "#prompt", text: "What can be done now is here, with what it costs. Grey buttons tell why they cannot be chosen." },
    ],
    last: { at: "#players", text: "That was a turn. Loans cost interest every round, cities of your network count at the end. The rules are in the menu." },
  },
};

const game = [...view().classList].find((name) => name.startsWith("game-"))?.slice(5) ?? "";
const guide = GUIDES[game];
let on = false;
let begun = false; // whether the player has been shown what a turn is

/** @param {boolean} done */
function remember(done) {
  try {
    if (done) localStorage.setItem(`guide:${game}`, "done");
    else localStorage.removeItem(`guide:${game}`);
  } catch { /* private windows */ }
}

function known() {
  try { return localStorage.getItem(`guide:${game}`) === "done"; } catch { return false; }
}

function away() {
  $(".hint")?.remove();
  for (const element of $$(".hinted")) element.classList.remove("hinted");
}

/** Show what is to be said now. */
function refresh() {
  away();
  const prompt = $("#prompt");
  if ($(".plan")) return; // a question is being asked, and says itself what to do
  if (!on || !guide || !prompt || !view().dataset.seat || $("#sheets")?.hasAttribute("data-over")) return;
  const acting = legal().length > 0;
  if (!acting && !begun) return;
  const hint = acting ? guide.hints.find((each) => each.when()) : guide.last;
  if (!hint) return;
  if (acting) begun = true;
  const box = make("aside", "", "hint");
  box.setAttribute("aria-label", "Hint");
  const button = /** @type {HTMLButtonElement} */ (make("button", acting ? "×" : "I see", "quiet"));
  button.type = "button";
  if (acting) { button.title = "No more hints"; button.setAttribute("aria-label", "No more hints"); }
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    on = false;
    remember(true);
    away();
  });
  box.append(make("p", hint.text), button);
  prompt.prepend(box);
  for (const element of $$(hint.at)) element.classList.add("hinted");
}

document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("[data-guide]")) {
    on = true;
    begun = false;
    remember(false);
    const menu = /** @type {HTMLDetailsElement | null} */ ($("#menu"));
    if (menu) menu.open = false;
  }
  if (on) requestAnimationFrame(refresh); // what was clicked may have opened something
});
document.addEventListener("keyup", (event) => { if (on && (event.key === "Enter" || event.key === " " || event.key === "Escape")) requestAnimationFrame(refresh); });

if (guide) {
  on = !known();
  onShow(refresh);
  refresh();
}
