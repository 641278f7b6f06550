// @ts-check
// Where a toast lies: over nothing that has to be read. Boards fill the page in many ways, so its place is looked for.

const READ = "h1, h2, h3, #ask, .plan, .note, .lesson, .scores li, .banner, #here, #trips li, .action, .line-facts, .line-warning"; // what somebody may be reading
const PRESSED = "button, summary, input, select, textarea"; // and what it should cover only if it cannot help it
const EDGE = 12, STEP = 8; // pixels

/** @param {string} selector @param {HTMLElement} box @returns {DOMRect[]} what of it is in sight */
const seen = (selector, box) => [...document.querySelectorAll(selector)]
  .filter((each) => !box.contains(each) && each.checkVisibility({ visibilityProperty: true }))
  .map((each) => each.getBoundingClientRect())
  .filter((each) => each.width && each.bottom > 0 && each.top < innerHeight);

/** Put a toast that is shown where it covers least: as high as it can be, in the middle rather than aside. @param {HTMLElement} box */
export function placeToast(box) {
  box.removeAttribute("style");
  const { width, height } = box.getBoundingClientRect();
  const read = seen(READ, box), pressed = seen(PRESSED, box);
  const middle = (innerWidth - width) / 2, lefts = [...new Set([middle, EDGE, innerWidth - width - EDGE].map((left) => Math.max(0, Math.min(left, innerWidth - width))))];
  let best = { left: middle, top: EDGE }, least = Infinity;
  for (let top = EDGE; top + height <= innerHeight - EDGE && least; top += STEP) {
    for (const left of lefts) {
      const over = (/** @type {DOMRect} */ each) => each.left < left + width && each.right > left && each.top < top + height && each.bottom > top;
      const cost = 100 * read.filter(over).length + pressed.filter(over).length;
      if (cost < least) { best = { left, top }; least = cost; }
    }
  }
  Object.assign(box.style, { left: `${best.left}px`, right: "auto", top: `${best.top}px`, margin: "0" });
}
