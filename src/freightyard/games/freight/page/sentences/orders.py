"""What is said about orders ahead: bids for places, and for a section."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight.page.sentences.words import ordinal

AUCTION_TITLE: Final = "Bid for me up to a limit"
SALE_TITLE: Final = "Bid for me up to a limit"
THIS_SECTION: Final = "This section"
PLACES_NOTE: Final = (
    "Leave a place empty to pass there. Your order opens at 0 and raises by 1 up to your limit. It stops if a player goes "
    "bankrupt, if track is sold, or if you cannot pay a limit."
)
SALE_NOTE: Final = "Your order raises by 1 up to your limit, then passes."
PASS_PLACES: Final = "Pass from here on"  # noqa: S105  (a bidder's word)
PASS_SALE: Final = "Pass"  # noqa: S105
NOTHING_TO_BID_FOR: Final = "There is nothing to bid for now."
STOPPED_BANKRUPT: Final = "a player went bankrupt, so there are fewer places now."
STOPPED_SALE: Final = "track was sold since you gave it."


def next_title(number: int) -> str:
    return f"Bid ahead for round {number}"


def place(number: int) -> str:
    return f"{ordinal(number).capitalize()} place"


def too_little(cash: int) -> str:
    return f"You have {cash}: a limit can be {cash} at most. For more, take a loan first when you are asked."


def how_to_say(places: int, most: int) -> str:
    if places == 1:
        return f"Say a limit from 0 to {most}, or pass."
    return f"Say up to {places} limits from 0 to {most}, one for each place, with - to pass in one; or pass."


def sale_order(limit: int | None) -> str:
    return "Pass in this sale." if limit is None else f"Bid up to {limit} for this section, then pass."


def places_order(limits: Sequence[tuple[int, int]], coming: int | None) -> str:
    """`coming`: the round of an auction that has not begun."""
    when = f"Round {coming}: " if coming is not None else ""
    if not limits:
        return f"{when}pass from here on." if when else "Pass from here on."
    (first, most), *others = limits
    words = f"up to {most} for {ordinal(first)} place"
    for number, limit in others:
        words += f", else up to {limit} for {ordinal(number)}"
    words = f"{when}{words}, else pass."
    return words[0].upper() + words[1:]


def stopped_cash(cash: int, limit: int) -> str:
    return f"you have {cash}, too little for your limit of {limit}."
