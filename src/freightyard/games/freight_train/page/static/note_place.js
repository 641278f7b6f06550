// @ts-check
// On a phone a note lies over the cars of the main yard while others are put in their places (layout.css): below everybody's points and
// the title of the yard, and nearer to the top when the page is scrolled, so that it never lies over the trains.

import { onShow } from "../../../../page/static/client.js";
import { $ } from "../../../../page/static/dom.js";

const phone = matchMedia("(max-width: 700px)");

function place() {
  const rows = $("#main-yard .tracks"), around = /** @type {HTMLElement | null} */ ($(".top .grow"));
  if (!phone.matches || !rows || !around) return;
  const least = ($("#scores")?.offsetHeight ?? 0) + 2; // they stay at the top
  around.style.setProperty("--rows", `${Math.max(least, Math.round(rows.getBoundingClientRect().top))}px`); // for the note alone
}

addEventListener("scroll", place, { passive: true });
addEventListener("resize", place);
onShow(place);
place();
