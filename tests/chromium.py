"""The system's Chromium, for tests that look at pages."""

import shutil
from typing import Final

from playwright.sync_api import Browser, Playwright

# The headless shell draws the same pages for half of the processor time: it has no window, no tabs and no menus of its own.
_PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def program() -> str | None:
    """Where it is, or None if there is none on this machine."""
    return next((path for name in _PROGRAMS if (path := shutil.which(name)) is not None), None)


def launch(playwright: Playwright, *more: str) -> Browser:
    """Start it; `more`: further arguments."""
    return playwright.chromium.launch(executable_path=program(), args=[*_ARGUMENTS, *more])
