"""Whole documents from templates: the lobby, the manual and everything else around the tables.

Jinja escapes everything that is not markup of our own; a name that is not there is an error, never an empty place.
"""

from typing import Any, Final

import jinja2
import msgspec
from markupsafe import Markup

from freightyard.games import find_title
from freightyard.page.settings import BUTTONS, settings_dialog
from freightyard.page.web_app import head_links


def _of_a_game(name: str) -> str | None:
    """A template that a game brings: `games/NAME/FILE` is FILE in the folder `page` of the game's package."""
    folder, _, rest = name.partition("/")
    game, _, file = rest.partition("/")
    title = find_title(game) if folder == "games" else None
    if title is None:
        return None
    found = title.file("page", file)
    return found.read_text(encoding="utf-8") if found.is_file() else None


ENVIRONMENT: Final = jinja2.Environment(
    loader=jinja2.ChoiceLoader([jinja2.PackageLoader("freightyard.page", "templates"), jinja2.FunctionLoader(_of_a_game)]),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def shown(value: Any) -> str:
    """A value as people read it: numbers with a real minus sign, flags and lists as words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return (" / " if all(isinstance(item, int) for item in value) else ", ").join(map(shown, value)) or "–"
    if isinstance(value, int) and value < 0:
        return f"−{-value}"
    return str(value)


ENVIRONMENT.globals["shown"] = shown
ENVIRONMENT.globals["head_links"] = lambda build: Markup(head_links(build))  # noqa: S704  (our own)
ENVIRONMENT.globals["settings_buttons"] = Markup(BUTTONS)  # noqa: S704  (our own)
ENVIRONMENT.globals["settings_dialog"] = Markup(settings_dialog())  # noqa: S704  (our own)


NEWCOMER: Final = "Guest"  # what somebody is called who plays or learns before giving a name: one click is enough


class Visit(msgspec.Struct, frozen=True):
    """What every document needs to know: who looks at it, and where the static files are."""

    build: str  # the static files are under /s/BUILD/
    name: str | None = None  # of the visitor, if they have one
    waiting: int = 0  # tables at which it is their turn
    path: str = "/"  # of this document
    offline_site: str = ""  # the address of the site without a server, if one is served
    offline: bool = False  # whether it is of a site without a server: nobody else can come

    @property
    def unnamed(self) -> bool:
        """Whether the visitor has not said yet what they are called."""
        return self.name is None or self.name == NEWCOMER


def site_document(template: str, visit: Visit, **values: Any) -> str:
    """A template as a whole document."""
    return ENVIRONMENT.get_template(template).render(visit=visit, **values)
