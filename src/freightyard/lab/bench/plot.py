"""The plot of a benchmark: a bar a row on a logarithmic scale, ours in colour, the peers in grey, a whisker for the spread."""

import math
from collections.abc import Sequence
from html import escape
from typing import Final

import msgspec

WIDTH: Final = 920
NAMES: Final = 350  # the width of the column of names
RIGHT: Final = 90  # room for the figures
ROW: Final = 20
HEAD: Final = 46
_STYLE: Final = (
    "svg{background:#fff;color-scheme:light dark}text{font:12px system-ui,sans-serif;fill:#222}"
    ".title{font-weight:600;font-size:14px}.ours{fill:#2a6f97}.peer{fill:#b8b8b8}.grid{stroke:#ddd}.whisker{stroke:#222}"
    ".tick{fill:#666;font-size:11px}"
    "@media(prefers-color-scheme:dark){svg{background:#16181c}text{fill:#ddd}.ours{fill:#61a5c2}.peer{fill:#666}"
    ".grid{stroke:#333}.whisker{stroke:#ddd}.tick{fill:#999}}"
)


class Bar(msgspec.Struct, frozen=True):
    """One row of a panel."""

    name: str
    is_peer: bool
    value: float
    lowest: float
    highest: float


class Panel(msgspec.Struct, frozen=True):
    """One measure."""

    title: str
    unit: str
    bars: tuple[Bar, ...]


def plot(panels: Sequence[Panel], caption: str) -> str:
    """The panels below each other, as one SVG."""
    parts = []
    top = 10
    for panel in panels:
        if panel.bars:
            parts.append(_panel(panel, top))
            top += HEAD + ROW * len(panel.bars) + 24
    parts.append(f'<text class="tick" x="10" y="{top + 6}">{escape(caption)}</text>')
    height = top + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">'
        f"<title>{escape('; '.join(panel.title for panel in panels))}</title><style>{_STYLE}</style>{''.join(parts)}</svg>\n"
    )


def _panel(panel: Panel, top: int) -> str:
    low = 10 ** math.floor(math.log10(min(bar.lowest for bar in panel.bars) / 1.001))
    high = 10 ** math.ceil(math.log10(max(bar.highest for bar in panel.bars)))
    decades = max(1, round(math.log10(high / low)))
    across = WIDTH - NAMES - RIGHT

    def place(value: float) -> float:
        return NAMES + across * math.log10(max(value, low) / low) / decades

    bottom = top + HEAD + ROW * len(panel.bars)
    parts = [f'<text class="title" x="10" y="{top + 16}">{escape(panel.title)}, {escape(panel.unit)}</text>']
    for decade in range(decades + 1):
        value = low * 10**decade
        x = place(value)
        parts.append(f'<path class="grid" d="M{x:.1f} {top + HEAD - 6}V{bottom}"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{top + HEAD - 10}" text-anchor="middle">{short(value)}</text>')
    for number, bar in enumerate(panel.bars):
        y = top + HEAD + ROW * number
        end = place(bar.value)
        middle = y + 8
        parts.append(f'<text x="{NAMES - 8}" y="{y + 12}" text-anchor="end">{escape(bar.name)}</text>')
        parts.append(
            f'<rect class="{"peer" if bar.is_peer else "ours"}" x="{NAMES}" y="{y + 1}" width="{end - NAMES:.1f}" height="14"/>'
        )
        parts.append(f'<path class="whisker" d="M{place(bar.lowest):.1f} {middle}H{place(bar.highest):.1f}"/>')
        parts.append(f'<text x="{place(bar.highest) + 6:.1f}" y="{y + 12}">{short(bar.value)}</text>')
    return "".join(parts)


def short(value: float) -> str:
    """1,234,567 as 1.23 M."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"
