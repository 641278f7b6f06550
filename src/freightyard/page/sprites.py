"""Our own small pictures for any program that shows SVG: their style sheets become plain attributes.

In a browser the pictures follow its theme by variables and mixed colours (`color-mix`), unknown to other programs. Here all
of it is worked out once, for light paper.
"""

import re
from functools import cache
from typing import Final

from freightyard.page.assets import assets

_DARK: Final = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE: Final = re.compile(r"var\((--[a-z0-9]+)\)")
_MIX: Final = re.compile(r"color-mix\(in oklab,\s*(#[0-9a-fA-F]{3,8}) (\d+)%,\s*(#[0-9a-fA-F]{3,8})\)")
_CLASS: Final = re.compile(r' class="([^"]*)"')
_HEX: Final = re.compile(r"#[0-9a-fA-F]{8}")

Numbers = tuple[float, float, float]


@cache
def sprite(path: str) -> tuple[str, float, float]:
    """The inside of a picture among our static files, and how wide and high it is."""
    text = assets()[path].read_text(encoding="utf-8")
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
    if box is None:
        raise ValueError(f"{path} has no viewBox that begins at 0 0")
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    inside = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    inside = re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", inside, flags=re.DOTALL)
    classes = _classes("" if style is None else style[1])

    def plain(found: re.Match[str]) -> str:
        merged: dict[str, str] = {}
        for name in found[1].split():
            merged |= classes.get(name, {})
        return "".join([f' {name}="{value}"' for name, value in merged.items()])

    inside = inside.replace(' href="#', ' xlink:href="#')  # as older programs write it
    return _CLASS.sub(plain, inside), float(box[1]), float(box[2])


def _classes(style: str) -> dict[str, dict[str, str]]:
    """The attributes of each class, with all values worked out."""
    variables: dict[str, str] = {}
    rules: dict[str, dict[str, str]] = {}
    for selectors, body in _RULE.findall(_DARK.sub("", style)):
        pairs = [part.partition(":") for part in body.split(";") if ":" in part]
        values = {name.strip(): value.strip() for name, _, value in pairs}
        for selector in selectors.split(","):
            if selector.strip() == "svg":
                variables |= values
            else:
                rules.setdefault(selector.strip().removeprefix("."), {}).update(values)
    return {name: _attributes(values, variables) for name, values in rules.items()}


def _attributes(values: dict[str, str], variables: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in values.items():
        value = _resolved(value, variables)
        if _HEX.fullmatch(value):  # not every program knows colours that one can see through
            found[f"{name}-opacity"] = f"{int(value[7:], 16) / 255:.2g}"
            value = value[:7]
        found[name] = value
    return found


def _resolved(value: str, variables: dict[str, str]) -> str:
    while "var(" in value:
        value = _VARIABLE.sub(lambda found: variables.get(found[1], "#888"), value)
    return _MIX.sub(lambda found: mixed(found[1], found[3], int(found[2]) / 100), value)


def mixed(colour: str, other: str, share: float) -> str:
    """Two colours mixed as browsers mix them in Oklab; `share` of the first one."""
    one, two = _oklab(colour), _oklab(other)
    lightness, a, b = [share * x + (1 - share) * y for x, y in zip(one, two, strict=True)]
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    return "#" + "".join([f"{round(255 * _encoded(part)):02x}" for part in (red, green, blue)])


def _oklab(colour: str) -> Numbers:
    digits = colour[1:7] if len(colour) > 5 else "".join([digit * 2 for digit in colour[1:4]])
    red, green, blue = [_linear(int(digits[place : place + 2], 16) / 255) for place in (0, 2, 4)]
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _encoded(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return 12.92 * part if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)
