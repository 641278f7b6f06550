"""A deck as a bar: what is gone, what surely comes before the card that ends something, and the part in which that card lies."""

from typing import Final

# The colours of these two parts, before the words that say what they are: so the sentence below the bar is its legend.
SAFE_KEY: Final = '<i class="key safe"></i>'
RISK_KEY: Final = '<i class="key risk"></i>'


def deck_bar(whole: int, left: int, safe: int) -> str:
    """`left` of `whole` cards are in the deck, and the first `safe` of them are before the part in which the card lies."""
    scale = 100 / max(1, whole)
    gone = max(0, whole - left)
    return (
        '<svg class="deckbar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="gone" width="100" height="4"/>'
        f'<rect class="safe" x="{gone * scale:.1f}" width="{safe * scale:.1f}" height="4"/>'
        f'<rect class="risk" x="{(gone + safe) * scale:.1f}" width="{max(0, left - safe) * scale:.1f}" height="4"/></svg>'
    )
