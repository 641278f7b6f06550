// @ts-check
// The dialog with all score sheets so far.

import { $, make } from "./dom.js";
import { sentence } from "./sentences.js";
import { request } from "./server.js";

/** All score sheets so far, in a dialog. */
export function sheets() {
  const dialog = /** @type {HTMLDialogElement | null} */ ($("#dialog"));
  const body = $("#dialog-body"), source = $("#sheets");
  if (!dialog || !body || !source) return;
  body.replaceChildren(...[...source.childNodes].map((node) => node.cloneNode(true)));
  if (!source.childElementCount) body.append(make("p", sentence("no sheets")));
  const place = $("[data-chart]", body);
  if (place) void draw(place);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0; // a new sheet begins with who won, also where an older one was being read
}

/** Fetch the chart of a game that is over; without it the sheets tell enough. @param {HTMLElement} place */
async function draw(place) {
  try {
    const answer = await request(place.dataset.chart ?? "");
    if (answer.ok) place.innerHTML = await answer.text();
  } catch { /* no connection */ }
}
