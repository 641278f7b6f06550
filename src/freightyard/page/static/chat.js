// @ts-check
// The chat of a table.

import { $, announce, make, view } from "./dom.js";
import { cue } from "./sound.js";

/** The last line of the chat that is here; none if there is no chat on this page. */
export function lastLine() {
  const list = $("#chat");
  return list ? Number(/** @type {HTMLElement | null} */ (list.lastElementChild)?.dataset.line ?? 0) : undefined;
}

/** @param {{number: number, seat?: number | null, name: string, text: string}} line */
export function chat(line) {
  const list = $("#chat");
  if (!list || line.number <= (lastLine() ?? 0)) return;
  const item = document.createElement("li");
  item.dataset.line = String(line.number);
  if (line.seat) item.append(make("i", "", `disc d${((line.seat - 1) % 9) + 1}`));
  item.append(make("strong", line.name), " ", make("span", line.text));
  list.append(item);
  announce(`${line.name}: ${line.text}`);
  bottom();
  if (!(view().dataset.own ?? "").split(" ").includes(String(line.seat))) cue("chat");
}

/** What was said last is to be seen. */
export function bottom() {
  const box = $(".chat");
  if (box) box.scrollTop = box.scrollHeight;
}
