"""Draw the icons of the installed app and of its notices from `page/static/icon.svg`: `python -m tools.icons`.

It needs the extra `pictures`. Phones and desks want PNGs, each in its own way; browsers' tabs take the SVG itself.
"""

import re
from pathlib import Path
from typing import Final

from freightyard.page.screenshot import png_of

_STATIC: Final = Path(__file__).parents[1] / "src" / "freightyard" / "page" / "static"
_SIDE: Final = 32  # of the icon as it is drawn
_SAFE: Final = 0.72  # of a side: what is further out may be cut off, where a phone has icons of another shape


def main() -> None:
    """Write all of them, and the icon with a dot for the tab of a table where it is one's turn."""
    icon = (_STATIC / "icon.svg").read_text(encoding="utf-8").strip()
    found = re.fullmatch(r"<svg[^>]*>(<rect[^>]*/>)(.*)</svg>", icon)
    if found is None:
        raise SystemExit("icon.svg is not a square with tracks on it any more: look at tools/icons.py")
    square, tracks = found[1], found[2]
    whole = re.sub(r' rx="\d+"', "", square)  # no corners: the phone cuts its own
    folder = _STATIC / "icons"
    folder.mkdir(exist_ok=True)
    within = f'<g transform="translate({_SIDE / 2} {_SIDE / 2}) scale({_SAFE}) translate({-_SIDE / 2} {-_SIDE / 2})">{tracks}</g>'
    shape = re.sub(r"#[0-9a-f]{6}", "#ffffff", tracks)  # a system draws it in one colour: only what is covered counts
    drawn = (
        ("icon-192", square + tracks, 192),
        ("icon-512", square + tracks, 512),
        ("maskable-512", whole + within, 512),
        ("apple-180", whole + within.replace(str(_SAFE), "0.86"), 180),
        ("badge-96", shape, 96),
    )
    for name, inside, side in drawn:
        (folder / f"{name}.png").write_bytes(png_of(_svg(inside), scale=side / _SIDE))
    dot = '<circle cx="24" cy="8" r="7.5" fill="#58cfae" stroke="#1d272c" stroke-width="2"/>'
    (_STATIC / "icon_turn.svg").write_text(_svg(square + tracks + dot).replace(f' width="{_SIDE}" height="{_SIDE}"', "") + "\n")


def _svg(inside: str) -> str:
    size = f'width="{_SIDE}" height="{_SIDE}" viewBox="0 0 {_SIDE} {_SIDE}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inside}</svg>'


if __name__ == "__main__":
    main()
