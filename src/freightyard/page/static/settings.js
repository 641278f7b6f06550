// @ts-check
// The settings: what this browser prefers, at every table and on the pages around them. A change holds at once.

import { $, $$, calm, choice, choose, prefer, preference, root } from "./dom.js";
import { cue } from "./sound.js";

const dialog = /** @type {HTMLDialogElement | null} */ ($("#settings"));

/** Whether a switch is on. Vibration is motion too: whoever wants none gets it only if they ask. @param {HTMLInputElement} box */
const isOn = (box) => preference(box.name, box.name === "haptics" ? !calm.matches : box.dataset.usual === "on");

/** Show what is preferred now: it may have been changed elsewhere. */
function fill() {
  if (!dialog) return;
  for (const box of /** @type {HTMLInputElement[]} */ ($$("input", dialog))) {
    box.checked = box.type === "radio" ? choice(box.name, root.getAttribute(`data-${box.name}`) ?? box.dataset.usual ?? "") === box.value : isOn(box);
  }
  for (const row of $$("[data-needs-vibration]", dialog)) row.hidden = !("vibrate" in navigator);
}

dialog?.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.type === "radio") choose(box.name, box.value);
  else prefer(box.name, box.checked);
  if (box.name === "sound" || box.name === "haptics") cue("turn"); // to hear or feel what was chosen
});

dialog?.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); }); // beside it

function speaker() {
  for (const button of $$("[data-sound-toggle]")) button.setAttribute("aria-pressed", String(preference("sound", false)));
}

document.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("[data-settings], [data-sound-toggle]");
  if (button?.matches("[data-settings]")) { fill(); dialog?.showModal(); }
  if (button?.matches("[data-sound-toggle]")) { prefer("sound", !preference("sound", false)); cue("turn"); }
});

for (const name of ["preferred", "visibilitychange"]) document.addEventListener(name, speaker);
speaker();
