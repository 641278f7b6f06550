"""The same futures: a table that plays on from a moment of another game, where the cards and dice come that came there.

What came there is known as moves of chance, in their order. The next one that can come now comes, whatever was played since; what
has come does not come again. Where none of them can come, chance draws.
"""

from collections.abc import Iterable, Sequence

from freightyard.core.contract import Move, State


def next_future(futures: Sequence[str], drawn: Iterable[str], state: State) -> Move | None:
    """What comes next of these futures at a moment of chance, when so much was drawn already; None: none of them can come."""
    left = list(futures)
    for text in drawn:
        if text in left:
            left.remove(text)
    texts = state.edition.vocabulary.texts
    can_come = {texts[move]: move for move, _ in state.chances()}
    return next((can_come[text] for text in left if text in can_come), None)
