// @ts-check
// The documents of a site of files that need no Python: their forms are handed on, and the lobby lists what this browser has kept.

import { get } from "./keep.js";
import { sendPost } from "./addresses.js";
import { keepSite } from "./update.js";

document.documentElement.classList.add("offline-site");

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.method !== "post") return;
  event.preventDefault();
  const target = new URL(form.action).searchParams.get("go") ?? "/";
  const found = [...new FormData(form, event.submitter)];
  const fields = await Promise.all(found.map(async ([name, value]) =>
    /** @type {[string, string]} */ ([name === "file" ? "text" : name, value instanceof File ? await value.text() : value])));
  sendPost(target, fields.filter(([name, value], index) => value || !fields.some(([other, more], place) => place !== index && other === name && more)));
});

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const SPANS = [["day", 86_400], ["hour", 3600], ["minute", 60]];

/** @param {string} moment */
function ago(moment) {
  const seconds = (Date.now() - Date.parse(moment)) / 1000;
  const [unit, length] = SPANS.find(([, length]) => seconds >= length) ?? ["second", 0];
  return length ? new Intl.RelativeTimeFormat("en", { numeric: "always" }).format(-Math.floor(seconds / length), unit) : "just now";
}

/** The opponents of the last game. @param {Element} game as the lobby that was kept shows it */
function offerAgain(game) {
  const here = document.getElementById(game.id);
  const [level, again] = [here, game].map((place) => place?.querySelector("select"));
  if (level && again) level.value = again.value;
  for (const part of ["input[type=hidden]", ".go"]) here?.querySelector(part)?.replaceWith(.../** @type {Element[]} */ ([game.querySelector(part)].filter(Boolean)));
}

async function list() {
  const place = document.getElementById("mine");
  const kept = place ? await get("lobby").catch(() => undefined) : undefined;
  if (!place || !kept) return;
  const lobby = new DOMParser().parseFromString(kept, "text/html"), found = lobby.getElementById("mine");
  if (!found) return;
  for (const game of lobby.querySelectorAll(".games > li")) offerAgain(game);
  for (const time of found.querySelectorAll("time")) time.textContent = ago(time.dateTime);
  place.replaceWith(found);
  for (const field of document.querySelectorAll(".quick > .field, .welcome")) field.remove(); // this browser knows who plays here
}
void list();
addEventListener("pageshow", (event) => { if (event.persisted) void list(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) void list(); }); // another tab may have played on

void keepSite();
