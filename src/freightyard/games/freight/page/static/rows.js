// @ts-check
// The list of cities that the train can reach: it is sorted anew when the train has moved. As long as it stands, rows keep their
// places, whatever is loaded: a second click must not send the train to another city.

import { $, $$, view } from "../../../../page/static/dom.js";

let stood = ""; // whose train it was, and where
/** @type {string[]} */ let places = [];

/** Put the rows where they were. */
export function keepRows() {
  const list = $("#trips ul"), seat = view().dataset.seat ?? "";
  const here = list ? `${seat} ${$(`#map-trains [data-loco="${seat}"]`)?.dataset.at ?? ""}` : "";
  const rows = $$("#trips [data-row]"), name = (/** @type {HTMLElement} */ row) => row.dataset.row ?? "";
  if (list && here === stood) {
    const last = places.length, rank = (/** @type {HTMLElement} */ row) => { const at = places.indexOf(name(row)); return at < 0 ? last : at; };
    const kept = [...rows].sort((one, other) => rank(one) - rank(other));
    if (kept.some((row, index) => row !== rows[index])) list.append(...kept);
  }
  stood = here;
  places = $$("#trips [data-row]").map(name);
}

keepRows();
