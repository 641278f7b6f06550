// @ts-check
// The map of Freight: what is pointed at, where the train could go, and where track could lie.

import { onAdvice } from "../../../../page/static/advice.js";
import { benchClick, benchKey, close, pick, picked } from "./bench.js";
import { cargoClick } from "./cargo.js";
import { legal, onShow, send, waiting } from "../../../../page/static/client.js";
import { $, $$, root, toast, view } from "../../../../page/static/dom.js";
import { onMarked } from "../../../../page/static/fresh_marks.js";
import { sentence } from "../../../../page/static/sentences.js";
import { soundBy } from "../../../../page/static/sound.js";
import { glow } from "./glow.js";
import { makeWay, sayHere } from "./here.js";
import { ROW, WIDE, hexAt, place } from "./hexes.js";
import { legend } from "./legend.js";
import { building, cityHexes, closeLine, lineClick, lineGoal, lineKey, showLine } from "./lines.js";
import { MapView, SMALL } from "./map.js";
import { minimap } from "./minimap.js";
import { moving } from "./motion.js";
import { keepRows } from "./rows.js";

/** @typedef {import("./map.js").Point} Point */

const map = /** @type {SVGSVGElement} */ (/** @type {unknown} */ ($("#map")));
const atlas = new MapView(map, /** @type {SVGGElement} */ (/** @type {unknown} */ ($("#world"))));
const overview = minimap(atlas);
const showLegend = legend();
const lighting = glow(atlas, map);
moving(atlas);
const FINGER = matchMedia("(pointer: coarse)"); // which points at nothing once it is lifted
const past = () => view().matches("[data-replay]");

soundBy((message, gained) => (gained ? "money" : message.parts?.["map-trains"] ? "train" : "put"));

// The ghost and the marks lie in the same numbers as the layers.
for (const drawing of $$("#ghost, #glow, #motion, #advice-marks, #fresh-marks")) drawing.setAttribute("viewBox", $("#map-ground")?.getAttribute("viewBox") ?? "");

// On a phone the desk lies over the foot of the page: the style sheet must know how high it is.
const desk = $(".desk");
if (desk) new ResizeObserver(() => {
  tellMore();
  if (getComputedStyle(desk).position !== "fixed") return; // it costs a look at every style of the page
  root.style.setProperty("--desk", `${desk.offsetHeight}px`);
  requestAnimationFrame(revealReach); // a note lies higher now
}).observe(desk);
desk?.addEventListener("scroll", tellMore);
document.addEventListener("click", () => requestAnimationFrame(tellMore)); // which may open something in it

/** Whether a part of the desk lies below what is seen of it: the style sheet shows that there is more. */
function tellMore() {
  if (!desk) return;
  const { offsetTop } = desk; // places in the layout: a panel that still slides to its own counts as there
  const foots = [...desk.children].map((each) => each instanceof HTMLElement ? each.offsetTop + each.offsetHeight - (each.offsetParent === desk ? 0 : offsetTop) : 0);
  desk.toggleAttribute("data-more", Math.max(...foots) - desk.scrollTop - desk.clientHeight > 16);
}

/* ---------- where the train could go ---------- */

/** Show the way to a city, on the map and in the list. @param {string} city */
function showWay(city) {
  for (const element of $$("[data-way]")) element.classList.toggle("on", element.dataset.way === city);
}

/** Bring a way into sight, its end last, since that is what matters. @param {string} city */
function revealWay(city) {
  for (const element of [$(`#map-ways .way[data-way="${city}"]`), $(`#map-spots [data-go="${city}"]`)]) if (element) atlas.reveal(element);
}

/** A city was picked on the map: go to its line in the list, where one commits. @param {string} city */
function pickTrip(city) {
  showWay(city);
  revealWay(city);
  const line = $(`#trips [data-way="${city}"]`);
  line?.scrollIntoView({ block: "nearest" });
  $("button", line ?? undefined)?.focus({ preventScroll: true });
  makeWay(city);
}

/* ---------- sections, and what is pointed at ---------- */

/** Outline the hexes of a section. @param {string} pieces */
function outline(pieces) {
  const ghost = $("#ghost");
  if (ghost && !picked() && !lineGoal()) outlineIn(ghost, pieces.split(" ").filter(Boolean), "lit");
}

/** Draw the outlines of some hexes, and of no others. @param {HTMLElement} drawing @param {readonly string[]} names @param {string} kind @param {boolean} [more] besides what is drawn */
function outlineIn(drawing, names, kind, more) {
  if (!more) drawing.replaceChildren();
  drawing.append(...names.map((name) => {
    const path = document.createElementNS(drawing.namespaceURI, "path");
    const { x, y } = place(name);
    // around a city, so that its name and its colours can be read
    path.setAttribute("d", kind === "advised" && $(`#map-cities [data-hex="${name}"]`) ? `M${x} ${y - 56}l49 28v56l-49 28-49-28v-56z` : `M${x} ${y - 40}l35 20v40l-35 20-35-20v-40z`);
    path.setAttribute("class", kind);
    path.setAttribute("data-hex", name);
    return path;
  }));
}

let advised = ""; // the move that a hint begins with

// A hint that names hexes shows where they are.
onAdvice((advice) => {
  const drawing = $("#advice-marks");
  if (!drawing) return;
  if (advice && FINGER.matches) sayHere(""); // what was touched before is no longer the question
  advised = advice?.move ?? "";
  const told = advice ? (advised.startsWith("go ") ? advice.words : `${advised} ${advice.words}`) : ""; // of a trip its end, not every hex on the way
  outlineIn(drawing, [...new Set(told.match(/\b[a-z]{1,2}\d{1,2}\b/g) ?? [])], "advised");
  const [verb, , city = ""] = advice?.move.split(" ") ?? [];
  if (verb === "put") for (const marker of $$("#prompt .advised[data-places]")) marker.classList.toggle("advised", (marker.dataset.places ?? "").split(" ").includes(city)); // a cube and a disk have the same words
  atlas.revealAll([...drawing.children]);
});

// Track that is new since one's last turn.
onMarked((places) => {
  const drawing = $("#fresh-marks");
  if (drawing) outlineIn(drawing, places, "fresh");
});

/** What is pointed at, in words. @param {string} name */
function tell(name) {
  const spot = name ? $(`#map-spots [data-hex="${name}"]`) : null;
  const city = name && $(`#map-cities [data-hex="${name}"]`)?.getAttribute("aria-label");
  const does = name && name === lineGoal() ? undefined : spot?.dataset.does; // its line is shown already
  sayHere(city && does ? pointedAt({ city: lighting.framed(city), does }) : lighting.framed(city || "") || spot?.getAttribute("aria-label") || name, name);
}

/** A city, and what a click on it does; a finger taps. @param {{city: string, does: string}} words */
const pointedAt = (words) => FINGER.matches ? sentence("pointed at tap", words) : sentence("pointed at", words);

/** The city whose badge lies at a point of the window, or "": its numbers are told in words like the city itself. @param {number} x @param {number} y */
const badgeAt = (x, y) => $$("#map-ways .flag").find((flag) => { const { left, right, top, bottom } = flag.getBoundingClientRect(); return left <= x && x <= right && top <= y && y <= bottom; })?.dataset.way ?? "";

/** @param {Element | null} target */
function point(target) {
  const way = target?.closest("[data-way], [data-go]");
  const city = way?.getAttribute("data-way") ?? way?.getAttribute("data-go");
  if (city) showWay(city);
  const lot = target?.closest("[data-pieces]");
  if (lot) outline(lot.getAttribute("data-pieces") ?? "");
}

document.addEventListener("pointerover", (event) => point(/** @type {Element} */ (event.target)));
document.addEventListener("focusin", (event) => {
  const target = /** @type {Element} */ (event.target);
  point(target);
  const hex = target.closest("#map [data-hex]");
  if (hex) { atlas.reveal(hex); tell(hex.getAttribute("data-hex") ?? ""); }
  const line = target.closest("#trips [data-way]");
  if (line) revealWay(line.getAttribute("data-way") ?? "");
});
map.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse") tell(badgeAt(event.clientX, event.clientY) || hexAt(atlas.at(event.clientX, event.clientY))); });
map.addEventListener("pointerleave", () => tell(""));

/* ---------- clicks ---------- */

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const zoom = target.closest("[data-zoom]")?.getAttribute("data-zoom");
  if (zoom) return zoom === "fit" ? atlas.reset("now") : zoom === "whole" ? atlas.reset("all") : atlas.zoom(zoom === "in" ? 1.35 : 1 / 1.35);
  if (past() || waiting()) return;
  const batch = target.closest("[data-batch]");
  if (batch) { event.stopPropagation(); return send((batch.getAttribute("data-batch") ?? "").split("|")); }
  if (target.closest('#line [data-line="cancel"]')) endFounding();
  if (benchClick(target) || lineClick(target) || cargoClick(target)) {
    if (FINGER.matches && !picked() && !lineGoal()) tell(""); // it was put away, and what was said of its place with it
    return event.stopPropagation();
  }
  const found = target.closest("[data-found]");
  if (found) { event.stopPropagation(); return foundCity(event.detail === 0); } // by a key
  const city = target.closest("#map") && badgeAt(event.clientX, event.clientY);
  const spot = (city && $(`#map-spots [data-go="${city}"]`)) || target.closest("#map .spot");
  if (spot) return clickSpot(spot, event);
  if (target.closest("#map")) {
    const name = hexAt(atlas.at(event.clientX, event.clientY));
    tell(name);
    close();
    if (name && building()) void lineTo(name, false, founding());
    else closeLine();
    if (supplying()) toast(chosenMarker() ? sentence("no city", { marker: chosenMarker()?.title ?? "" }) : sentence("marker first"));
  }
}, true);

/** Show the line to a place; what is said of the place no longer offers it then. @param {string} name @param {boolean} focus @param {boolean} [city] only lines that end with a new city there */
async function lineTo(name, focus, city = false) {
  await showLine(atlas, name, focus, city);
  if (name !== lineGoal()) return;
  if ($("#here")?.textContent) tell(name);
  makeWay(name); // its line lies on the map now
}

/** Whether a place for a new city is being chosen. */
const founding = () => map.classList.contains("founding");

/** No place for a new city is chosen any more. */
function endFounding() {
  map.classList.remove("founding");
  for (const hex of $$("#map-spots .by-line")) hex.remove();
  $("[data-found]")?.setAttribute("aria-pressed", "false");
}

/** Light the hexes on which a line can end with a new city. @param {boolean} focus */
async function foundByLine(focus) {
  const hexes = await cityHexes(), spots = $("#map-spots");
  if (!hexes || !spots) return;
  if (!hexes.length) return toast(sentence("found nowhere"));
  map.classList.add("founding");
  $("[data-found]")?.setAttribute("aria-pressed", "true");
  outlineIn(spots, hexes, "spot can by-line", true);
  const train = locomotives().get(view().dataset.seat ?? "");
  const lit = nearest($$("#map-spots .by-line"), train);
  for (const hex of lit) for (const [attribute, value] of /** @type {[string, string][]} */ ([["tabindex", "-1"], ["role", "button"], ["aria-label", `${hex.dataset.hex}: ${sentence("found here")}`]])) hex.setAttribute(attribute, value);
  toast(sentence("found by line"));
  atlas.revealAll(lit);
  if (focus) lit[0]?.focus({ preventScroll: true });
}

/** Show where a city can be founded: if that is one hex, with the city on it to look at. @param {boolean} focus whether the keyboard goes on there */
function foundCity(focus) {
  const sites = $$("#map-spots .site[data-city]"), [first] = sites;
  const again = founding(); // who presses it again wants none
  closeLine();
  close();
  endFounding();
  if (again) return;
  if (!first) return void foundByLine(focus);
  if (sites.length === 1) return pick(atlas, first.dataset.hex ?? "", focus, `city ${first.dataset.hex}`);
  map.classList.add("founding");
  toast(sentence("found where"));
  atlas.revealAll(sites);
  if (focus) first.focus({ preventScroll: true });
}

/** @param {Element} spot @param {Event} event */
function clickSpot(spot, event) {
  const name = spot.getAttribute("data-hex") ?? "";
  tell(name);
  const founds = founding() && spot.matches("[data-city]");
  if (founding() && !founds && spot.matches(".by-line, .cursor, .site")) {
    event.stopPropagation();
    close();
    if (!spot.matches(".by-line")) tell(""); // the track that it takes is not what is asked about
    return void lineTo(name, event instanceof KeyboardEvent, true);
  }
  endFounding();
  if (spot.matches(".site")) { event.stopPropagation(); closeLine(); pick(atlas, name, event instanceof KeyboardEvent, founds ? `city ${name}` : advised); }
  else if (spot.matches(".line-to, .cursor") && building()) { event.stopPropagation(); close(); void lineTo(name, event instanceof KeyboardEvent); }
  else if (spot.matches(".far")) { event.stopPropagation(); pickTrip(name); }
  else if (supplying() && (spot.matches(".on-town:not(.can)") || !chosenMarker())) refuseMarker(name, event);
}

/** Whether a cube or a disk of box 1 is to be put on a city; and which was chosen. */
const supplying = () => $("#prompt")?.dataset.phase === "supplying" && legal().length > 0;
const chosenMarker = () => $('#prompt [data-places][aria-pressed="true"]');

/** A city that the marker does not fit, or that several fit. The server knows why not, unless only the form is the wrong one: then the move is legal. @param {string} name @param {Event} event */
function refuseMarker(name, event) {
  const marker = chosenMarker();
  if (marker && !legal().includes(`${marker.dataset.word} ${name}`)) return;
  event.stopPropagation();
  toast(marker ? sentence("other form", { marker: marker.title, city: $(`#map-cities [data-hex="${name}"]`)?.dataset.name ?? name }) : sentence("marker first"));
}

/* ---------- keys ---------- */

/** The things on the map that focus can go to. */
const stops = () => $$("#map-spots .spot:not(.cursor, .refused), #map-cities .city").filter((element) => element.matches(".spot") || !$(`#map-spots .spot:not(.refused)[data-hex="${element.dataset.hex}"]`));

/** @param {Element} here @param {[number, number]} way */
function next(here, [right, down]) {
  const from = place(here.getAttribute("data-hex") ?? "");
  let best = null, cost = Infinity;
  for (const element of stops()) {
    const to = place(element.dataset.hex ?? "");
    const along = (to.x - from.x) * right + (to.y - from.y) * down, off = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
    if (element !== here && along > 4 && along + 2 * off < cost) { best = element; cost = along + 2 * off; }
  }
  return best;
}

/** Where the keys begin on the map: near what was built last, or at the own train, or anywhere. */
function first() {
  const train = $$("#map-trains [data-loco]").find((element) => element.dataset.loco === view().dataset.seat);
  const lit = $$("#map-spots .spot:not(.line-to, .cursor, .refused)"); // what can have the focus
  return (built || train ? near(lit, built ? place(built) : locomotives().get(train?.dataset.loco ?? "")) : lit[0]) ?? stops()[0];
}

/** One hex at a time, to where nothing is: a line may lead there, or a city be founded. @param {Element} here @param {[number, number]} [way] */
function creep(here, [right, down] = [0, 0]) {
  const spots = $("#map-spots"), { x, y } = place(here.getAttribute("data-hex") ?? "");
  const name = hexAt({ x: x + WIDE * right + (down ? (Math.round(y / ROW) % 2 ? -WIDE / 2 : WIDE / 2) : 0), y: y + ROW * down });
  if (!name || !spots) return;
  $("#map-spots .cursor")?.remove();
  outlineIn(spots, [name], "spot cursor", true);
  const cursor = $("#map-spots .cursor");
  const there = $(`#map-cities [data-hex="${name}"]`) ?? $(`#map-spots .spot:not(.cursor)[data-hex="${name}"]`);
  for (const [attribute, value] of /** @type {[string, string][]} */ ([["tabindex", "-1"], ["role", "button"], ["aria-label", there?.getAttribute("aria-label") ?? name]])) cursor?.setAttribute(attribute, value);
  cursor?.focus({ preventScroll: true });
}

let keys = false; // whether the reader goes about by keys: then focus is kept on the map
document.addEventListener("pointerdown", () => { keys = false; }, true);

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  keys = true;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, textarea, select, dialog")) return;
  if (!past() && !waiting() && (benchKey(event) || lineKey(event))) { event.preventDefault(); event.stopPropagation(); return; }
  if (event.key === "Escape" && founding()) endFounding();
  else if (event.key === "+" || event.key === "=") atlas.zoom(1.35);
  else if (event.key === "-") atlas.zoom(1 / 1.35);
  else if (event.key === "0") atlas.reset("now");
  else if (event.key === "9") atlas.reset("all");
  else {
    const way = /** @type {[number, number] | undefined} */ ({ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key]);
    const here = target.closest("#map [data-hex]");
    const onMap = target === /** @type {unknown} */ (map);
    if (way && event.shiftKey && (here || onMap)) atlas.pan(-60 * way[0], -60 * way[1]);
    else if (here && (event.key === "x" || event.key === "X")) here.matches(".cursor") ? near(stops(), place(here.getAttribute("data-hex") ?? ""))?.focus({ preventScroll: true }) : creep(here);
    else if (here?.matches(".cursor") && way) creep(here, way);
    else if (here && way) next(here, way)?.focus({ preventScroll: true });
    else if (onMap && (way || event.key === "Enter")) first()?.focus({ preventScroll: true });
    else if (here && (event.key === "Enter" || event.key === " ") && !past() && !waiting() && here.matches(".spot")) {
      const meant = here.matches(".cursor") ? $(`#map-spots .spot:not(.cursor)[data-hex="${here.getAttribute("data-hex")}"]`) ?? here : here;
      if (meant.matches(".site, .far, .line-to, .cursor, .by-line")) clickSpot(meant, event);
      else meant.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else return;
  }
  event.preventDefault();
  event.stopPropagation();
}, true);

/* ---------- a new moment ---------- */

let built = ""; // the hex on which something was built last

/** @returns {Map<string, Point>} */
function locomotives() {
  return new Map($$("#map-trains [data-loco]").map((element) => {
    const [, x = "0", y = "0"] = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(element.getAttribute("transform") ?? "") ?? [];
    return [element.dataset.loco ?? "", { x: Number(x), y: Number(y) }];
  }));
}

/** The section that is for sale is outlined for all. */
function outlineSale() {
  const lot = $("p.lot");
  if (lot) outline(lot.dataset.pieces ?? "");
}

let mine = legal().length > 0; // whether it was the turn of the one who looks

onShow(() => {
  keepRows();
  built = picked() || lineGoal() || built;
  close();
  closeLine();
  endFounding();
  showLegend();
  atlas.follow();
  overview();
  if (mine ? !legal().length : legal().length && SMALL.matches) atlas.settle(); // the own turn is over; or begins, where others were followed
  mine = legal().length > 0;
  tell(document.activeElement?.closest("#map [data-hex]")?.getAttribute("data-hex") ?? "");
  lighting.refresh();
  tellMore();
  outlineSale();
  const lot = $("#ghost .lit");
  if (lot && legal().length) atlas.reveal(lot); // what one bids for
  requestAnimationFrame(() => { revealReach(); revealNetwork(); }); // once a tip lies where it will lie
  if (keys && built && $("#map-spots .site")) first()?.focus({ preventScroll: true }); // lines go on where they end
});

/** Where a trip begins and where it can lead is not left under the desk or a tip. */
function revealReach() {
  const own = $(`#map-trains [data-loco="${view().dataset.seat}"]`);
  if (own && legal().some((move) => move.startsWith("go "))) atlas.revealAll([own, ...$$("#map-spots [data-go]")]);
}

/** On a small screen, where the desk grows with what can be done, the own network is not left under it; unless somebody moved the map. */
function revealNetwork() {
  if (!$("#map-trains")?.dataset.network) return; // before the first track a tile may lie beside any city
  if (SMALL.matches && building() && !atlas.touched) atlas.revealAll([...$$(`#map-trains [data-loco="${view().dataset.seat}"]`), ...$$("#map-spots .site")]);
}

/** The hex that is nearest to a point. @param {HTMLElement[]} hexes @param {Point} [from] */
const near = (hexes, from) => nearest(hexes, from)[0];

/** Hexes, the nearest to a point first. @param {HTMLElement[]} hexes @param {Point} [from] */
function nearest(hexes, from) {
  const far = (/** @type {HTMLElement} */ element) => { const { x, y } = place(element.dataset.hex ?? ""); return from ? Math.hypot(x - from.x, y - from.y) : 0; };
  return [...hexes].sort((one, other) => far(one) - far(other));
}

outlineSale();
