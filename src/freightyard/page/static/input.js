// @ts-check
// Clicks and keys on the board.

import { back, click, currentMode, forget, isPlanned, mark } from "./choosing.js";
import { $, quiet, view } from "./dom.js";
import { goBy } from "./focus.js";
import { send, takeBack } from "./sending.js";

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const element = /** @type {HTMLElement | null} */ (target.closest("[data-word], [data-why], [data-place], [data-back], [data-undo], [data-reset], [data-redo]"));
  if (!element) return;
  const data = element.dataset;
  if ("back" in data) back();
  else if ("undo" in data) takeBack({ undo: true });
  else if ("reset" in data) takeBack({ reset: true }, Number(data.reset));
  else if ("redo" in data) send((data.redo ?? "").split("|"));
  else if (!currentMode() && !view().matches("[data-replay]")) {
    if (isPlanned()) { forget(); mark(); }
    click(element);
  }
});

// What was said about the last click is no longer so with the next one, whatever the board does with it.
document.addEventListener("click", (event) => { if (!/** @type {Element} */ (event.target).closest("#oops")) quiet(); }, true);

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || view().matches("[data-replay]")) return;
  if ($("dialog:modal")) return; // what is asked there is not the board's business
  if (currentMode()?.key(event)) return event.preventDefault();
  const typing = /** @type {Element} */ (event.target).closest("input, textarea, select, dialog");
  if (typing) return;
  if (event.key === "Escape") return back();
  goBy(event);
});
