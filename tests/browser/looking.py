"""What a page owes to whoever looks at it: to be read by other means than eyes, light or dark, and on a narrow screen."""

from typing import Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCHEMES: Final[tuple[Literal["light"], Literal["dark"]]] = ("light", "dark")


def violations(page: Page, *rules: str) -> list[str]:
    """What axe has to say against the page, by all its rules or by these."""
    options = {"runOnly": list(rules)} if rules else None
    found = Axe().run(page, options=options).response["violations"]
    return [f"{each['id']}: {[(node['target'], node['html'][:120]) for node in each['nodes']]}" for each in found]


def accessible(page: Page, where: str = "") -> None:
    """Axe finds nothing, light or dark."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], f"{where} {scheme}"


def fits(page: Page) -> bool:
    """Whether nothing scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
