// @ts-check
// What a packing leaves possible, in words. Each card is looked at alone: what is left may fill any of them, but seldom all.

import { sentence } from "../../../../page/static/sentences.js";

/** @typedef {{keeps: string[], loses: string[], fits: number, of: number}} Left */

/** @param {Left} offer @param {(card: string) => string} called @returns {string[]} */
export function factsOf(offer, called) {
  if (offer.fits === offer.of) return [offer.keeps.length ? sentence("all cards fit with hand") : sentence("all cards fit")];
  const found = [];
  if (offer.keeps.length) found.push(sentence("can still load", { cards: listed(offer.keeps.map(called), "or") }));
  if (offer.loses.length) found.push(sentence("can load no longer", { cards: listed(offer.loses.map(called), "or") }));
  found.push(offer.fits ? sentence("cards fit", { fits: offer.fits, of: offer.of }) : sentence("no card fits"));
  return found;
}

/** Several things in one breath. @param {readonly string[]} words @param {"and" | "or"} last */
export function listed(words, last) {
  if (words.length < 2) return words.join("");
  const values = { before: words.slice(0, -1).join(", "), last: words.at(-1) ?? "" };
  return last === "or" ? sentence("or", values) : sentence("and", values);
}
