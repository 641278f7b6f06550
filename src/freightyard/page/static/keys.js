// @ts-check
// Going about by arrow keys.

/** The nearest thing in a direction. @param {Element} here @param {HTMLElement[]} live @param {[number, number]} way */
export function nearest(here, live, [right, down]) {
  const middle = (/** @type {Element} */ element) => { const box = element.getBoundingClientRect(); return /** @type {[number, number]} */ ([box.x + Math.min(box.width, 60) / 2, box.y + box.height / 2]); };
  const [x, y] = middle(here);
  let best = null, cost = Infinity;
  for (const element of live) {
    const [a, b] = middle(element);
    const along = (a - x) * right + (b - y) * down, off = Math.abs((a - x) * down) + Math.abs((b - y) * right);
    if (element !== here && along > 4 && along + 3 * off < cost) { best = element; cost = along + 3 * off; }
  }
  return best;
}
