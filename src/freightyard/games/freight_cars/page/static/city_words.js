// @ts-check
// What is said of a city that is clicked before any car is chosen.

import { sentence } from "../../../../page/static/sentences.js";

/** @typedef {{city: string, goods: string, credits: string}} About */

/** `later`: what one's corporation pays for it at the end; `ready`: whether the train has what it wants; `also`: which other cities
 * want the same cars, in words. @param {About} about @param {{later: number, ready: boolean, also: string}} facts */
export function cityWords(about, { later, ready, also }) {
  const more = later ? sentence("city wants more", { credits: later }) : "";
  const wants = ready ? sentence("city ready", { ...about, more }) : sentence("city wants", { ...about, more });
  return `${wants} ${ready && also ? sentence("city shares", { also }) : sentence("city alone")}`; // there is no choice before the cars are there
}
