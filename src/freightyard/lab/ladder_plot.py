"""The plot of a ladder: each bot's share of the wins with its interval, and the share that chance alone would give."""

from collections.abc import Sequence
from html import escape
from typing import Final

import msgspec

WIDTH: Final = 760
NAMES: Final = 150
RIGHT: Final = 170
ROW: Final = 26
HEAD: Final = 62
_STYLE: Final = (
    "svg{background:#fff;color-scheme:light dark}text{font:13px system-ui,sans-serif;fill:#222}"
    ".title{font-weight:600;font-size:15px}.bar{fill:#2a6f97}.grid{stroke:#ddd}.whisker{stroke:#111;stroke-width:2}"
    ".fair{stroke:#c1440e;stroke-dasharray:4 3}.tick{fill:#666;font-size:11px}"
    "@media(prefers-color-scheme:dark){svg{background:#16181c}text{fill:#ddd}.bar{fill:#61a5c2}.grid{stroke:#333}"
    ".whisker{stroke:#eee}.fair{stroke:#f08a5d}.tick{fill:#999}}"
)


class Bar(msgspec.Struct, frozen=True):
    """One bot: its share of the wins from 0 to 1, its interval, and a few words more."""

    name: str
    share: float
    low: float
    high: float
    note: str


def plot(title: str, caption: str, bars: Sequence[Bar], fair: float) -> str:
    """The bars below each other, as SVG."""
    across = WIDTH - NAMES - RIGHT
    bottom = HEAD + ROW * len(bars)
    parts = [f'<text class="title" x="12" y="22">{escape(title)}</text>']
    for tenth in range(0, 11, 2):
        x = NAMES + across * tenth / 10
        parts.append(f'<path class="grid" d="M{x:.1f} {HEAD - 6}V{bottom}"/>')
        parts.append(f'<text class="tick" x="{x:.1f}" y="{HEAD - 11}" text-anchor="middle">{tenth * 10} %</text>')
    for number, bar in enumerate(bars):
        y = HEAD + ROW * number
        middle = y + 10
        low, high = NAMES + across * bar.low, NAMES + across * bar.high
        parts.append(f'<text x="{NAMES - 8}" y="{y + 15}" text-anchor="end">{escape(bar.name)}</text>')
        parts.append(f'<rect class="bar" x="{NAMES}" y="{y + 2}" width="{across * bar.share:.1f}" height="16" rx="2"/>')
        parts.append(
            f'<path class="whisker" d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 4}v8M{high:.1f} {middle - 4}v8"/>'
        )
        parts.append(f'<text x="{NAMES + across + 10}" y="{y + 15}">{escape(bar.note)}</text>')
    x = NAMES + across * fair
    parts.append(f'<path class="fair" d="M{x:.1f} {HEAD - 6}V{bottom}"/>')
    parts.append(f'<text class="tick" x="12" y="{bottom + 20}">{escape(caption)}</text>')
    height = bottom + 32
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>{''.join(parts)}</svg>\n"
    )
