// @ts-check
// This browser's part in the cards of a table: it seals random bytes when somebody sits down, remembers what the server had promised
// by then, and sends the bytes when nobody can seal anything any more. Why, tells the page /cards; the same in Python is core/proof.py.

import { sha256 } from "./sha256.js";
import { sentence } from "./sentences.js";
import { request } from "./server.js";

/** @typedef {{commitment: string, closed: boolean, begun: boolean, seals: (string | null)[], sent: boolean[], mine: number[]}} Told what a page tells of the cards */
/** @typedef {{commitment: string, seals?: (string | null)[], sent?: string, taken?: boolean}} Seen what this browser was shown of a table before the game, the bytes that it sent, and whether the server has taken them */

const SEATING = /\/(new|quick|sit|accept|rematch|play\/\d+|seat\/[^/]+)$/; // forms by which somebody sits down
const BYTES = "cards/bytes"; // in this browser: what was sealed, by its seal
const TABLES = "cards/tables";
const KEPT = 200;

/** @template T @param {string} name @returns {Record<string, T>} */
function read(name) {
  try { return JSON.parse(localStorage.getItem(name) ?? "{}"); } catch { return {}; }
}

/** The latest ones are kept. @param {string} name @param {string} key @param {unknown} value @returns {boolean} whether it was stored */
function keep(name, key, value) {
  const { [key]: _, ...others } = read(name);
  try {
    localStorage.setItem(name, JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - KEPT), [key, value]])));
    return true;
  } catch { return false; } // private windows: this browser adds nothing
}

/** What this browser saw of a table. @param {string} home @returns {Seen | undefined} */
export const seen = (home) => /** @type {Record<string, Seen>} */ (read(TABLES))[home];

/** The seal of new bytes, which stay here; empty if they cannot be kept. */
function sealed() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const seal = sha256(`freightyard seal 1: ${bytes}`);
  return keep(BYTES, seal, bytes) ? seal : "";
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || "freightyard" in globalThis) return; // a device alone needs none
  if (!SEATING.test(new URL(form.action).pathname)) return;
  form.querySelector('input[name="seal"]')?.remove();
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "seal";
  field.value = sealed();
  form.append(field);
}, true);

/** @param {string} path @param {Record<string, string>} fields */
const post = (path, fields) => request(path, { method: "POST", body: new URLSearchParams(fields) });

/** What is to be done at a table that has not begun. @param {string} home @param {Told} told */
async function takePart(home, told) {
  const before = seen(home);
  if (before && before.commitment !== told.commitment) return warn();
  if (before?.seals && JSON.stringify(before.seals) !== JSON.stringify(told.seals)) return warn();
  if (!before) keep(TABLES, home, { commitment: told.commitment });
  const [seat] = told.mine; // who has several seats has sealed the same for all of them
  if (seat === undefined || told.begun) return;
  const bytes = /** @type {Record<string, string>} */ (read(BYTES));
  const seal = told.seals[seat] ?? "";
  if (!told.closed) { // somebody who sat down elsewhere, or whose page did not know how to seal
    if (!bytes[seal]) await post(`${home}/seal`, { seal: sealed() });
    return;
  }
  const sent = before?.sent ?? bytes[seal];
  if (!sent || sha256(`freightyard seal 1: ${sent}`) !== seal) return;
  // Bytes are good for one table and one list of seals alone: who knows them before a list is closed could choose what else is on it.
  const now = { commitment: told.commitment, seals: told.seals, sent };
  if (!keep(TABLES, home, { ...now, taken: before?.taken ?? false })) return;
  keep(BYTES, seal, "");
  const answer = await post(`${home}/add`, { addition: sent });
  if (!answer.ok) return;
  keep(TABLES, home, { ...now, taken: true });
  if ((await answer.json()).begun) location.reload();
}

/** The promise was broken: nothing is sent. */
function warn() {
  const box = document.createElement("p");
  box.className = "error";
  box.setAttribute("role", "alert");
  box.textContent = sentence("cards changed");
  document.getElementById("view")?.prepend(box);
}

const view = document.getElementById("view");
if (view?.dataset.cards && view.dataset.home) void takePart(view.dataset.home, JSON.parse(view.dataset.cards)).catch(() => {}); // what is not sent is missing
