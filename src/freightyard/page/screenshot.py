"""A picture as a PNG: by resvg, which the extra `pictures` installs, or else by a browser that is on the machine."""

import shutil
import subprocess
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from freightyard.core.errors import BadSetup
from freightyard.page.picture import HIGH, WIDE

_BROWSERS: Final = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("msedge", "microsoft-edge"),
)
_SECONDS: Final = 60


# A picture with a letter, and without.
_LETTER: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" font-family="sans-serif"><text x="9" y="30">{}</text></svg>'
)


@cache
def has_resvg() -> bool:
    """Whether a PNG can be made without a browser, fast enough for a server."""
    return find_spec("resvg_py") is not None


@cache
def has_fonts() -> bool:
    """Whether resvg finds a font: without one it leaves out every word of a picture, and says nothing."""
    return _rendered(_LETTER.format("M")) != _rendered(_LETTER.format(""))


def serves_png() -> bool:
    """Whether a server can make a PNG that has words."""
    return has_resvg() and has_fonts()


def png_of(svg: str, *, scale: float = 1) -> bytes:
    """A picture of ours as a PNG. Other threads go on meanwhile."""
    if not has_resvg():
        return _photograph(svg)
    if not has_fonts():
        raise BadSetup(
            "no font was found on this machine, and a .png would have no words; install one (on Debian: apt install "
            "fonts-dejavu-core); .html and .svg work without"
        )
    return _rendered(svg, scale)


def _rendered(svg: str, scale: float = 1) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale, sans_serif_family="DejaVu Sans"))


def _photograph(svg: str) -> bytes:
    """The picture in a window that is as large as it is."""
    browser = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise BadSetup(
            "a .png needs resvg (pip install 'freightyard[pictures]') or Chromium or Chrome, and none of them is installed; "
            ".html and .svg work without"
        )
    page = f"<!doctype html><style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}"
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
                f"--window-size={WIDE},{HIGH}",
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
