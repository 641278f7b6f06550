"""The manifest of the site, by which a phone or a desk installs it as an app, and what the head of every document says of it."""

from typing import Any, Final

from freightyard.page import table_sentences as say
from freightyard.page.assets import COMMON

_INK: Final = "#1d272c"  # of the icon
_PAPER: Final = "#eeebe3"  # --paper of colours.css


def manifest(build: str) -> dict[str, Any]:
    """The web app manifest. Its id stays, whatever else changes: by it a browser knows that it is the same app."""
    icons = f"/s/{build}/{COMMON}/icons"
    return {
        "id": "/",
        "name": say.SITE,
        "short_name": say.SITE,
        "description": say.SITE_ABOUT,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _INK,
        "icons": [
            {"src": f"{icons}/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": f"{icons}/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {"src": f"{icons}/maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }


def head_links(build: str) -> str:
    """What stands in the head of every document: the icon of its tab, that of an iPhone, and the manifest."""
    static = f"/s/{build}/{COMMON}"
    return (
        f'<link rel="icon" href="{static}/icon.svg" type="image/svg+xml">'
        f'<link rel="apple-touch-icon" href="{static}/icons/apple-180.png"><link rel="manifest" href="/manifest.webmanifest">'
    )
