// @ts-check
// Pack it for me: ways to fill a card, each with what it leaves possible. The server finds them.

import { $, make, toast, view } from "../../../../page/static/dom.js";
import { placed } from "./packing.js";
import { pieceOf, shape, spoken } from "./pieces.js";

/** @typedef {import("./packing.js").Laid} Laid */
/** @typedef {{lays: string[], keeps: string[], loses: string[], fits: number, of: number}} Offer */

/** Ask the server for packings of a card, and offer them.
 * @param {string} name @param {readonly string[]} rows what is to be filled @param {() => string} open the card in the workshop by then
 * @param {(text: string) => void} says @param {(plan: Laid[]) => void} choose */
export async function askOffers(name, rows, open, says, choose) {
  says("Looking for packings …");
  try {
    const answer = await fetch(`${view().dataset.home}/ask`, { method: "POST", body: new URLSearchParams({ topic: "pack", words: name }) });
    if (!answer.ok) throw new Error(String(answer.status));
    const { offers } = /** @type {{offers: Offer[]}} */ (await answer.json());
    if (open() === name) show(offers, name, rows, says, choose);
  } catch {
    says("");
    toast("Packings could not be fetched. Try again.");
  }
}

/** @param {Offer[]} offers @param {string} name @param {readonly string[]} rows @param {(text: string) => void} says @param {(plan: Laid[]) => void} choose */
function show(offers, name, rows, says, choose) {
  const box = $("#offers");
  if (!box) return;
  box.hidden = !offers.length;
  says(offers.length ? "Pick one: it is laid out for you, and you can still change it." : `${spoken(name)} cannot be filled with your free pieces.`);
  box.replaceChildren(...offers.map((offer, index) => {
    const button = /** @type {HTMLButtonElement} */ (make("button", "", "offer"));
    button.type = "button";
    const plan = placed(rows, offer.lays), wide = Math.max(...rows.map((line) => line.length)), high = rows.length;
    const picture = shape("svg", { viewBox: `-1 -1 ${wide * 10 + 2} ${high * 10 + 2}`, "aria-hidden": "true" });
    for (const piece of plan) {
      const group = pieceOf(piece.kind, piece.rows);
      group.setAttribute("transform", `translate(${piece.column * 10} ${piece.row * 10})`);
      picture.append(group);
    }
    const words = make("span", "");
    words.append(make("b", `${index === 0 && offers.length > 1 ? "Keeps most open: " : ""}${plan.map((piece) => piece.kind).join(" ")}`), make("small", told(offer)));
    button.append(picture, words);
    button.addEventListener("click", () => choose(plan));
    return button;
  }));
  if (document.activeElement?.closest("[data-shop]")) /** @type {HTMLElement | null} */ (box.firstElementChild)?.focus({ preventScroll: true });
}

/** What a packing leaves possible. @param {Offer} offer */
function told(offer) {
  const lines = [];
  if (offer.keeps.length) lines.push(`then ${offer.keeps.map(spoken).join(", ")} of your hand still ${offer.keeps.length === 1 ? "fits" : "fit"}`);
  if (offer.loses.length) lines.push(`no longer ${offer.loses.map(spoken).join(", ")}`);
  lines.push(`${offer.fits} of all ${offer.of} cards would fit`);
  return lines.join("; ");
}
