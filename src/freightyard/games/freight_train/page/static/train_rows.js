// @ts-check
// The rows of the trains stay where they are while cars are put on them (row_order.js).

import { onShow } from "../../../../page/static/client.js";
import { $, $$, view } from "../../../../page/static/dom.js";
import { inOrder, withPlanned } from "./row_order.js";

/** @typedef {import("./row_order.js").Row} Row */

/** @type {Row[]} as they stand, those that are planned among them */ let rows = [];

/** @param {Element} row @returns {Row | null} the train of a row */
function trainOf(row) {
  const cars = $$(".consist > .car:not(.planned-car)", row);
  const name = /^s\d+t(x|[^.])/.exec(cars[0]?.dataset.at ?? "")?.[0];
  return name ? { name, kinds: cars.map((car) => car.dataset.car ?? "").join("") } : null;
}

/** A train is planned: it will stand below those that are there. @param {string} kind the letter of its first car @param {boolean} mixed */
export function planRow(kind, mixed) {
  const name = `s${$("#own-yard")?.dataset.seat ?? ""}t${mixed ? "x" : kind}`;
  if (!rows.some((row) => row.name === name)) rows.push({ name, kinds: kind, planned: true });
}

/** Nothing is planned for the cars of a kind any more: no place is kept for a train of theirs. @param {string} kind */
export function forgetRow(kind) {
  const there = new Set($$("#trains .trains > li").map((row) => trainOf(row)?.name));
  rows = rows.filter(({ name, kinds }) => kinds !== kind || there.has(name));
}

function arrange() {
  const list = $("#trains .trains");
  if (!list || view().matches("[data-replay]")) return; // who looks back goes to any moment: there the trains stand in the order of their kinds
  /** @type {Map<string, Element>} */ const there = new Map();
  /** @type {Row[]} */ const now = [];
  for (const row of list.children) {
    const train = trainOf(row);
    if (!train) continue;
    now.push(train);
    there.set(train.name, row);
  }
  const hand = new Set($$("#prompt .tray .car").map((car) => car.dataset.car));
  rows = inOrder(rows, withPlanned(rows, now, hand));
  const order = rows.map(({ name }) => there.get(name)).filter((row) => row !== undefined);
  if (order.some((row, place) => row !== list.children[place])) list.prepend(...order);
}

onShow(arrange);
document.addEventListener("DOMContentLoaded", arrange);
