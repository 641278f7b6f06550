"""Freightyard: play and study freight-train board games."""

from importlib.util import find_spec
from typing import Final

from freightyard.core.notebook import drawn_by

__version__: Final = "0.1.0"


def build() -> str:
    """Whether the inner loops run compiled or interpreted."""
    spec = find_spec("freightyard.core.chance")
    return "interpreted" if spec is None or (spec.origin or "").endswith(".py") else "compiled"


def _draw(thing: object) -> str:
    """Positions and records are drawn by the page; it is loaded when a notebook first asks."""
    from freightyard.page.show import html_of

    return html_of(thing)


drawn_by(_draw)
