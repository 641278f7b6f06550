// The little that the pages around the tables do themselves. Everything works without it.

import { isThere, request } from "./server.js";
import "./cards.js";
import { stored } from "./dom.js";
import "./settings.js";
import { askBeforeSending } from "./sure.js";
import { markApp } from "./turn_mark.js";
import { wallTime } from "./wall.js";

/** Until when a turn has time, on this clock. @param {Document} page */
function tellTimes(page) {
  for (const time of page.querySelectorAll("time[data-until]")) {
    const words = { when: wallTime(Date.parse(time.getAttribute("datetime") ?? "") / 1000, Date.now() / 1000, "tomorrow") };
    time.textContent = (time.getAttribute("data-until") ?? "").replace("{when}", words.when);
  }
}
tellTimes(document);

/** Which puzzles were solved in this browser, and which lessons followed to their end. */
const solved = (stored("puzzles") ?? "").split(" ");
for (const mark of document.querySelectorAll("[data-solved]")) {
  if (solved.includes(mark.getAttribute("data-solved") ?? "")) mark.removeAttribute("hidden");
}
for (const mark of document.querySelectorAll("[data-unsolved]")) {
  mark.toggleAttribute("hidden", solved.includes(mark.getAttribute("data-unsolved") ?? ""));
}

/** What a field shows, or where a link leads. @param {HTMLElement | null} place */
const textOf = (place) => (place instanceof HTMLInputElement ? place.value : place instanceof HTMLAnchorElement ? place.href : "");

/** A button that copies what a field shows, or a link. */
for (const button of document.querySelectorAll("[data-copies]")) {
  const field = document.getElementById(button.getAttribute("data-copies") ?? "");
  if (!textOf(field) || !navigator.clipboard) continue;
  button.removeAttribute("hidden");
  button.addEventListener("click", async () => {
    if (field instanceof HTMLInputElement) field.select();
    await navigator.clipboard.writeText(textOf(field));
    button.textContent = button.getAttribute("data-copied");
  });
}

/** A button that hands on the same as the device does; and one that prints the page. */
for (const button of document.querySelectorAll("[data-shares]")) {
  const field = document.getElementById(button.getAttribute("data-shares") ?? "");
  if (!textOf(field) || !("share" in navigator)) continue;
  button.removeAttribute("hidden");
  button.addEventListener("click", () => void navigator.share({ title: document.title, url: textOf(field) }).catch(() => {})); // given up
}
for (const button of document.querySelectorAll("[data-prints]")) {
  button.removeAttribute("hidden");
  button.addEventListener("click", () => window.print());
}

askBeforeSending("Cancel");

/** A name that was typed is there wherever it is asked for next, on this tab: in the lobby, and in the form of whichever game. */
const TYPED_NAME = "typed name";
const typedName = () => { try { return sessionStorage.getItem(TYPED_NAME) ?? ""; } catch { return ""; } }; // private windows
const nameField = document.querySelector('form:is(.quick, [action="/new"]) #name');
if (nameField instanceof HTMLInputElement) {
  const field = nameField;
  field.value ||= typedName();
  field.addEventListener("input", () => { try { sessionStorage.setItem(TYPED_NAME, field.value.trim()); } catch { /* private windows */ } });
}

document.addEventListener("formdata", (event) => { // a lesson asks for no name, and takes the one that was typed
  const to = new URL(/** @type {HTMLFormElement} */ (event.target).action);
  if (`${to.pathname}${to.search}`.includes("/learn/") && typedName()) event.formData.set("name", typedName());
});

// A table of contents is open beside the text and folded above it.
const contents = document.querySelector(".contents > details");
if (contents instanceof HTMLDetailsElement && matchMedia("(max-width: 900px)").matches) contents.open = false;

// The lobby keeps up with the tables while somebody looks at it: parts that have changed are replaced, unless the focus is in them.
const FRESH_EVERY = 10_000;

async function freshen() {
  if (document.hidden) return;
  const answer = await request(`/${location.search}`, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  tellTimes(now);
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const fresh = now.getElementById(part.id);
    if (fresh && fresh.outerHTML !== part.outerHTML && !part.contains(document.activeElement)) part.replaceWith(fresh);
  }
  document.title = now.title;
  markWaiting();
}

/** At how many tables it is the visitor's turn; whoever is nobody here has none. */
function markWaiting() {
  const pages = document.getElementById("pages");
  if (pages) void markApp(Number(pages.dataset.waiting ?? 0));
}
markWaiting();

if (document.querySelector("main.lobby") && isThere) {
  const keepUp = () => void freshen().catch(() => {}); // without a connection the old lists stay, and the next try comes soon
  setInterval(keepUp, FRESH_EVERY);
  document.addEventListener("visibilitychange", keepUp);
}

// The time zone of this browser is offered to who has another one, or none.
const zoneField = document.querySelector("input[data-zone]");
if (zoneField instanceof HTMLInputElement) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const use = document.querySelector("[data-use-zone]");
  if (zone && zoneField.hasAttribute("data-unset")) zoneField.value = zone;
  if (zone && zone !== zoneField.value && use instanceof HTMLButtonElement) {
    use.textContent = (use.dataset.words ?? "").replace("{zone}", zone);
    use.hidden = false;
    use.addEventListener("click", () => {
      zoneField.value = zone;
      use.hidden = true;
    });
  }
  for (const name of Intl.supportedValuesOf?.("timeZone") ?? []) {
    const option = document.createElement("option");
    option.value = name;
    document.getElementById("zones")?.append(option);
  }
}
