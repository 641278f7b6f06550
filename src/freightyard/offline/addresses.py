"""The addresses of a site of files. What the server has under a path is a file here, or what `app.html` shows.

All files that link to others are in one folder, and link to each other by their names alone: so the folder works wherever it is.
"""

import re
from functools import cache
from html import escape, unescape
from typing import Final

from freightyard.games import all_games
from freightyard.page.game_links import app_address

_LINKS: Final = re.compile(r'((?:href|src|action)=|"href":)(\\?")(/(?!/)[^"\\]*)')


@cache
def pages() -> dict[str, str]:
    """The paths whose documents are files: nobody needs to wait for Python to read them."""
    found = {
        "/": "index.html",
        "/learn": "learn.html",
        "/manual": "manual.html",
        "/about": "about.html",
        "/import": "import.html",
    }
    for game in all_games():
        found[f"/manual/{game.name}"] = f"manual-{game.name}.html"
        found[f"/new?game={game.name}"] = f"new-{game.name}.html"
    found["/new"] = f"new-{all_games()[0].name}.html"
    return found


def address(path: str) -> str:
    """Where a path of the server is found in a site of files."""
    place, mark, part = path.partition("#")
    if place.startswith(("/s/", "/manifest.webmanifest")):
        return path[1:]
    known = pages().get(place)
    return f"{known or app_address(place)}{mark}{part}"


def rewritten(text: str) -> str:
    """Markup, or JSON with markup in it, whose links lead to files."""
    return _LINKS.sub(_led, text)


def _led(found: re.Match[str]) -> str:
    """A link that leads to a file; what a form is sent to needs the server, though a file shows the form."""
    path = unescape(found[3])
    there = app_address(path) if found[1] == "action=" else address(path)
    return f"{found[1]}{found[2]}{escape(there)}"
