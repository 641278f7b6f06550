// @ts-check
// Sharing a link: its code to scan, the way of the device to hand it on, a copy of it, and a picture of what is to be seen there.

import { $, $$, toast, view } from "./dom.js";
import { sentence } from "./sentences.js";

const dialog = /** @type {HTMLDialogElement | null} */ ($("#share"));

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(sentence("copied"));
  } catch {
    toast(text);
  }
}

/** The path of the picture of what the page shows, without its ending. @param {URL} link */
function picture(link) {
  const { home, ply } = view()?.dataset ?? {};
  if (!home || ply === undefined || view().matches("[data-waiting], [data-ended]")) return null;
  return { path: `${home}/picture/${ply}`, search: link.search };
}

/** @param {string} text the link */
export function share(text) {
  const field = /** @type {HTMLInputElement | null} */ ($("input", dialog ?? document));
  if (!dialog || !field) return void copy(text);
  const link = new URL(text, location.href);
  field.value = link.href;
  const code = /** @type {HTMLImageElement} */ ($(".qr", dialog));
  code.hidden = link.origin !== location.origin;
  if (!code.hidden) code.src = `/qr.svg?to=${encodeURIComponent(link.pathname + link.search)}`;
  const drawn = picture(link);
  for (const save of /** @type {HTMLAnchorElement[]} */ ($$("[data-picture]", dialog))) {
    if (drawn) save.href = `${drawn.path}.${save.dataset.picture}${drawn.search}`;
  }
  const pictures = $(".pictures", dialog);
  if (pictures) pictures.hidden = !drawn;
  dialog.showModal();
  field.select();
}

dialog?.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target), field = /** @type {HTMLInputElement} */ ($("input", dialog));
  if (target === dialog) dialog.close(); // beside it
  else if (target.closest("[data-copy]")) { dialog.close(); void copy(field.value); }
});

for (const button of $$("[data-hand-on]")) {
  button.hidden = !("share" in navigator);
  button.addEventListener("click", () => {
    const url = button.dataset.handOn || /** @type {HTMLInputElement} */ ($("input", dialog ?? document)).value;
    navigator.share({ title: document.title, url }).catch(() => {}); // given up
  });
}
