// @ts-check
// Looking back at the board of a table that goes on: earlier moments take its place for a while, and what comes meanwhile waits.
// The prompt, and what stands beside it, stays as it is and cannot be used: so nothing moves under the hand that steps.

import { catchUp, step } from "./follow.js";
import { divert, legal } from "./client.js";
import { $$, view } from "./dom.js";
import { drawn, put } from "./parts.js";
import { request } from "./server.js";

/** @typedef {import("./wire.js").Message} Message */

const KEPT = "#prompt, .desk"; // what belongs to the present alone
const TALK = ["log", "older", "sheets"]; // these are never of the past here: the log grows, and points stay counted

/** @type {Message | null} what is shown again afterwards; null while nobody looks back */ let present = null;
/** @type {Map<number, Promise<Message>>} */ const known = new Map();
let latest = 0; // of the moments that were asked for: a later one counts

/** Whether the board shows an earlier moment. */
export const lookingBack = () => present !== null;

/** What came while somebody looks back: the log is shown, the rest waits. @param {Message} message */
function wait(message) {
  if (!present) return false;
  const talk = Object.fromEntries(Object.entries(message.parts ?? {}).filter(([id]) => id === "log" || id === "older"));
  put(talk);
  present = { ...present, ...message, parts: { ...present.parts, ...message.parts }, say: [...(present.say ?? []), ...(message.say ?? [])], moves: message.moves ?? [] };
  for (const id of Object.keys(talk)) delete present.parts?.[id];
  return true;
}

function begin() {
  if (present) return;
  catchUp();
  const parts = Object.fromEntries([...drawn].filter(([id]) => !TALK.includes(id)));
  present = { ply: Number(view().dataset.ply), parts, moves: [...legal()], say: [] };
  divert(wait);
  view().dataset.replay = "";
  view().classList.add("past", "looking-back");
  for (const part of $$(KEPT)) part.inert = true;
}

/** A moment, asked for once. @param {number} ply */
function moment(ply) {
  const found = known.get(ply);
  if (found) return found;
  const asked = request(`${view().dataset.home}/moment/${ply}`).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  });
  asked.catch(() => known.delete(ply));
  known.set(ply, asked);
  return asked;
}

/** Show the board as it was at a ply, and what led there from another one move by move, if it is not far. It throws if that cannot be loaded.
 * @param {number} ply @param {number} [from] */
export async function lookAt(ply, from = ply) {
  const mine = ++latest;
  const plies = from < ply ? Array.from({ length: ply - from }, (_, index) => from + index + 1) : [ply];
  const first = await moment(plies[0] ?? ply);
  if (mine !== latest) return;
  begin();
  for (const at of plies) {
    void moment(at + (at < ply ? 1 : 0)).catch(() => {});
    const message = at === plies[0] ? first : await moment(at);
    if (mine !== latest || !present) return;
    await step({ ply: at, parts: shownParts(message.parts ?? {}), moves: [], say: [] }, plies.length > 1 ? undefined : 0);
    if (mine !== latest || !present) return;
  }
}

/** @param {Record<string, string>} parts */
const shownParts = (parts) => Object.fromEntries(Object.entries(parts).filter(([id]) => !TALK.includes(id) && !document.getElementById(id)?.closest(KEPT)));

/** Back to now, with all that came meanwhile. */
export function lookAtNow() {
  latest += 1;
  if (!present) return;
  const message = present;
  present = null;
  divert(null);
  delete view().dataset.replay;
  view().classList.remove("past", "looking-back");
  for (const part of $$(KEPT)) part.inert = false;
  void step(message, 0);
}
