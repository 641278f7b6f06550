"""What a page owes to whoever looks at it: to be read by other means than eyes, light or dark, and on a narrow screen."""

from typing import Any, Final, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

SCHEMES: Final[tuple[Literal["light"], Literal["dark"]]] = ("light", "dark")

# Where everything on the board is, by its way through the document.
BOXES = """() => {
  for (const scrolled of document.querySelectorAll('#view, #view *')) if (scrolled.scrollTop) scrolled.scrollTop = 0;
  const found = [...document.querySelectorAll('#view [id], #view button, #view .car, #view .card')];
  return found.filter((element) => element.checkVisibility()).map((element) => {
    const box = element.getBoundingClientRect();
    return [element.id || element.className, ...[box.x, box.y + scrollY, box.width, box.height].map(Math.round)];
  });
}"""

# Layout shifts from now on, by the Layout Instability API: how large, whether all of it was in the prompt or on the desk, which
# is what a player acts on, and the names of what shifted.
NOTE_SHIFTS = """() => {
  window.shifts = [];
  const element = (node) => node?.nodeType === 1 ? node : node?.parentElement;
  const name = (node) => node.id || element(node)?.getAttribute('class') || node.nodeName;
  const acted = (node) => Boolean(element(node)?.closest('.prompt, .desk'));
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const nodes = sources.map((source) => source.node).filter(Boolean); // what is gone already is nowhere
      shifts.push([value, nodes.every(acted), nodes.map(name)]);
    }
  }).observe({ type: 'layout-shift' });
}"""

# What can be clicked, is on the screen or can be brought there, and yet something else would get the click.
COVERED = """() => {
  const found = [];
  for (const element of document.querySelectorAll('#view .can, #view [data-ask-hint], #menu > summary, .note button')) {
    if (!element.getClientRects().length || element.closest('svg')) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!there?.closest('.note') || element.closest('.note')) continue;
    found.push(element.dataset.word ?? element.textContent);
  }
  return found;
}"""


def violations(page: Page, *rules: str) -> list[str]:
    """What axe has to say against the page, by all its rules or by these."""
    if not page.evaluate("'axe' in window"):  # half a megabyte, which stays while the document does
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found: list[dict[str, Any]] = page.evaluate("(options) => axe.run(options).then((found) => found.violations)", options)
    return [f"{each['id']}: {[(node['target'], node['html'][:120]) for node in each['nodes']]}" for each in found]


def accessible(page: Page, where: str = "") -> None:
    """Axe finds nothing, light or dark: the scheme changes colours alone."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        rules = () if scheme == "light" else ("color-contrast",)
        assert violations(page, *rules) == [], f"{where} {scheme}"


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
