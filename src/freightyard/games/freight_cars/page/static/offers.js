// @ts-check
// Packings: ways to fill a card, each with what it leaves possible. The server finds them.

import { $, make, toast, view } from "../../../../page/static/dom.js";
import { sentence } from "../../../../page/static/sentences.js";
import { firstBy, placed, rest } from "./packing.js";
import { factsOf, listed } from "./packing_facts.js";
import { pieceOf, shape, spoken } from "./pieces.js";
import { called } from "./plans.js";
import { request } from "../../../../page/static/server.js";

/** @typedef {import("./packing.js").Laid} Laid */
/** @typedef {{lays: string[], keeps: string[], loses: string[], fits: number, of: number}} Offer */

/** @typedef {{name: string, rows: readonly string[], laid: readonly Laid[]}} Car what is to be filled, and what lies on it already */

/** Ask the server for packings of a car: the best one, or several to choose from.
 * @param {Car} car @param {() => boolean} same whether it is still as it was @param {boolean} first whether the best one is taken at once
 * @param {(text: string) => void} says @param {(plan: Laid[]) => void} choose */
export async function askOffers(car, same, first, says, choose) {
  const { name, rows, laid } = car;
  says(sentence("packing", { card: spoken(name) }));
  const words = laid.length ? `${name} ${rest(rows, laid, "o").join("/")} ${laid.map(({ kind }) => kind).join("+")}` : name;
  try {
    const answer = await request(`${view().dataset.home}/ask`, { method: "POST", body: new URLSearchParams({ topic: "pack", words }) });
    if (!answer.ok) throw new Error(String(answer.status));
    const { offers } = /** @type {{offers: Offer[]}} */ (await answer.json());
    if (!same()) return;
    const best = offers[0];
    if (first && best) choose(plan(car, best));
    else show(offers, car, says, choose);
  } catch {
    says("");
    toast(sentence("packing failed"));
  }
}

/** What lies on a car when a packing is laid out. @param {Car} car @param {Offer} offer */
const plan = ({ rows, laid }, offer) => [...laid, ...placed(rest(rows, laid, "."), offer.lays)];

/** The car is shown again, in whose place they were. */
export function hideOffers() {
  const box = $("#offers");
  if (box) box.hidden = true;
}

/** @param {Offer[]} offers @param {Car} car @param {(text: string) => void} says @param {(plan: Laid[]) => void} choose */
function show(offers, car, says, choose) {
  const { name, rows, laid } = car;
  const box = $("#offers");
  if (!box) return;
  box.hidden = !offers.length;
  const told = offers.map((offer) => factsOf(offer, called)), common = offers.length < 2 ? [] : (told[0] ?? []).filter((fact) => told.every((others) => others.includes(fact)));
  const once = common.length ? ` ${sentence("with any packing", { facts: listed(common, "and") })}` : "";
  says(offers.length ? sentence("pick packing") + once : laid.length ? sentence("no packing of the rest") : sentence("no packing", { card: spoken(name) }));
  box.replaceChildren(...offers.map((offer, index) => {
    const button = /** @type {HTMLButtonElement} */ (make("button", "", "offer"));
    button.type = "button";
    const whole = plan(car, offer), wide = Math.max(...rows.map((line) => line.length)), high = rows.length;
    const picture = shape("svg", { viewBox: `-1 -1 ${wide * 10 + 2} ${high * 10 + 2}`, "aria-hidden": "true" });
    for (const piece of whole) {
      const group = pieceOf(piece.kind, piece.rows);
      group.setAttribute("transform", `translate(${piece.column * 10} ${piece.row * 10})`);
      picture.append(group);
    }
    const words = make("span", "");
    words.append(make("b", whole.map((piece) => piece.kind).join(" + ")));
    const why = index === 0 ? firstBy(offers) : "";
    if (why) words.append(make("small", why === "pieces" ? sentence("fewest pieces") : sentence("best packing"), "best"));
    for (const fact of (told[index] ?? []).filter((each) => !common.includes(each))) words.append(make("small", fact));
    button.append(picture, words);
    button.addEventListener("click", () => choose(whole));
    return button;
  }));
  const no = /** @type {HTMLButtonElement} */ (make("button", sentence("cancel"), "quiet"));
  no.type = "button";
  no.addEventListener("click", () => { hideOffers(); says(""); });
  if (offers.length) box.append(no);
  box.scrollTop = 0;
  if (document.activeElement?.closest("[data-shop]")) /** @type {HTMLElement | null} */ (box.firstElementChild)?.focus({ preventScroll: true });
}
