// @ts-check
// Going about by arrow keys.

/** The neighbour in a direction: the next row or the next thing in the row of the same panel, and only where that ends the nearest
 * thing of another one, which to the left and right lies beside this panel, not below or above it. @param {Element} here @param {HTMLElement[]} live @param {[number, number]} way */
export function nearest(here, live, [right, down]) {
  const home = here.closest(".panel, .prompt");
  const from = here.getBoundingClientRect();
  let best = null, cost = Infinity;
  for (const element of live) {
    const to = element.getBoundingClientRect();
    if (element === here || !beyond(from, to, right, down)) continue;
    const along = Math.abs(right ? middle(to) - middle(from) : to.y + to.height / 2 - from.y - from.height / 2);
    const off = Math.abs(right ? to.y + to.height / 2 - from.y - from.height / 2 : middle(to) - middle(from));
    const beside = home?.contains(element) ?? false;
    if (beside && right && gap(from.top, from.bottom, to.top, to.bottom) > 0) continue; // another row
    if (!beside && right && home && !sideways(home.getBoundingClientRect(), to, right)) continue;
    const aslant = down && home && apart(home.getBoundingClientRect(), to) ? 1e6 : 0; // up and down lead to what lies above and below this panel first
    const price = beside ? along + off / 1e4 : 1e6 + aslant + along + 3 * off;
    if (price < cost) { best = element; cost = price; }
  }
  return best;
}

/** Where the eye looks for a thing: wide ones begin on the left. @param {DOMRect} box */
const middle = (box) => box.x + Math.min(box.width, 60) / 2;

/** Whether a box lies on one side of a panel. @param {DOMRect} home @param {DOMRect} to @param {number} right */
const sideways = (home, to, right) => (right > 0 ? to.left >= home.right - 1 : to.right <= home.left + 1);

/** Whether a box lies wholly to the left or to the right of a panel. @param {DOMRect} home @param {DOMRect} to */
const apart = (home, to) => gap(home.left, home.right, to.left, to.right) > 0;

/** How far two spans are apart. @param {number} a @param {number} b @param {number} c @param {number} d */
const gap = (a, b, c, d) => Math.max(c - b, a - d);

/** Whether a box lies in a direction from another, overlapping it by less than half. @param {DOMRect} from @param {DOMRect} to @param {number} right @param {number} down */
function beyond(from, to, right, down) {
  if (right) return right * (middle(to) - middle(from)) > 4 && gap(from.left, from.right, to.left, to.right) > -Math.min(from.width, to.width) / 2;
  return down * (to.y + to.height / 2 - from.y - from.height / 2) > 4 && gap(from.top, from.bottom, to.top, to.bottom) > -Math.min(from.height, to.height) / 2;
}
