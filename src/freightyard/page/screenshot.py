"""A page as a PNG. What a browser shows is drawn by a browser: Chromium, Chrome or Edge, if one is on the machine."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from freightyard.core.errors import BadSetup

_BROWSERS: Final = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("msedge", "microsoft-edge"),
)
_SECONDS: Final = 60


def photograph(page: str, wide: int = 1400, high: int = 900) -> bytes:
    """The upper part of a page that needs nothing else, as the picture of a window of this size."""
    browser = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise BadSetup("a .png needs Chromium or Chrome, and neither is installed; .html and .svg work without")
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.png")
        source.write_text(page, encoding="utf-8")
        done = subprocess.run(  # noqa: S603  (a browser that is on the path, and a file of our own)
            [
                browser,
                "--headless",
                "--no-sandbox",  # the page is our own, without a script, and root has no sandbox
                "--disable-gpu",
                "--hide-scrollbars",
                f"--user-data-dir={folder}/browser",
                f"--window-size={wide},{high}",
                f"--screenshot={target}",
                source.as_uri(),
            ],
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        if done.returncode or not target.exists():
            raise BadSetup(f"{Path(browser).name} could not draw the picture")
        return target.read_bytes()
