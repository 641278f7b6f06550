// @ts-check
// Whether the server can be heard, who is here, and when the page is loaded anew.

import { $, $$, make, view } from "./dom.js";
import { sentence } from "./sentences.js";

/** @type {ReturnType<typeof setTimeout> | undefined} */ let soon;
/** Whether the server can be heard, as a sign, and after a while as a banner. @param {boolean} ok @param {string} [reason] */
export function banner(ok, reason) {
  const sign = $("#net");
  sign?.toggleAttribute("data-ok", ok);
  if (sign) sign.textContent = ok ? sentence("connected") : sentence("reconnecting");
  if (ok) {
    clearTimeout(soon);
    soon = undefined;
    $(".offline")?.remove();
    return;
  }
  soon ??= setTimeout(() => { // from the first loss on: what is tried meanwhile does not put it off
    const line = make("p", reason || sentence("no connection"), "offline");
    line.setAttribute("role", "status");
    document.body.prepend(line);
  }, 1500);
}

/** @type {number[] | null} the seats whose people are here */ let present = null;
/** Show who is here. @param {number[]} [seats] if it has changed */
export function presence(seats) {
  present = seats ?? present;
  if (!present) return;
  for (const dot of $$("[data-here]")) {
    const here = present.includes(Number(dot.dataset.here));
    dot.dataset.is = here ? "here" : "away";
    const words = $(".vh", dot);
    if (words) words.textContent = here ? sentence("here") : sentence("away");
  }
}

/** A form that was just sent brings the new page itself: a reload on top of it would throw its answer away, cookie and all. */
let leaving = 0;
document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) leaving = Date.now();
});

/** A new page, though not under the fingers of somebody who types. */
export function reload() {
  if (Date.now() - leaving < 10_000) return;
  const field = /** @type {HTMLInputElement | null} */ (document.activeElement?.closest("input:not([type=checkbox])") ?? null);
  if (field?.value && field.value !== field.defaultValue) field.addEventListener("blur", () => setTimeout(again, 300), { once: true });
  else again();
}

/** A link to a seat stands on the answer to a form, which would be sent once more by a reload: back to the table instead. */
function again() {
  if (location.pathname.endsWith("/invite")) location.replace(view().dataset.home ?? "/");
  else location.reload();
}
