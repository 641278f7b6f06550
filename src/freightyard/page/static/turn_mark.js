// @ts-check
// How one sees from elsewhere that it is one's turn: the title and the icon of the tab, the badge of the installed app. And notices
// of the system go away once their table is looked at.

import { sentence } from "./sentences.js";

const plain = document.title;

/** It is the reader's turn at this table, or it is not. @param {boolean} mine */
export function markTurn(mine) {
  document.title = mine ? sentence("turn title", { table: plain }) : plain;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (icon) {
    const { href } = icon, marked = href.replace(/icon(_turn)?\.svg$/, mine ? "icon_turn.svg" : "icon.svg");
    if (marked !== href) icon.href = marked;
  }
}

const installed = matchMedia("(display-mode: standalone)");

/** At how many tables it is the reader's turn, on the icon of the installed app. @param {number} tables */
export async function markApp(tables) {
  if (!("setAppBadge" in navigator) || !installed.matches) return;
  await (tables ? navigator.setAppBadge(tables) : navigator.clearAppBadge()).catch(() => {}); // a system without badges
}

/** The same, asked of the server. */
export async function countForApp() {
  if (!("setAppBadge" in navigator) || !installed.matches) return;
  const answer = await fetch("/waiting").catch(() => null); // without a connection the old number stays
  if (answer?.ok) await markApp((await answer.json()).tables);
}

/** Notices that lead to this page have been seen when it is. */
export async function closeNotices() {
  if (document.hidden || !("serviceWorker" in navigator)) return; // there are no workers on insecure pages
  const worker = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  for (const notice of (await worker?.getNotifications?.()) ?? []) {
    const url = notice.data?.url;
    if (typeof url === "string" && new URL(url, location.origin).pathname === location.pathname) notice.close();
  }
}
