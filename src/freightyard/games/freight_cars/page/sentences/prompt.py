"""What is to be done now, and what the buttons say."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight_cars.page.sentences.labels import ONLY_SHIP
from freightyard.games.freight_cars.page.sentences.names import listed, plural, possessive

GAME_OVER: Final = "The game is over: {winners}."
CHANCE: Final = {
    "offering": "Corporations are being dealt.",
    "dealing": "Freight cards are being dealt.",
    "uncovering": "The discarded cards are turned up.",
    "revealing": "The cards to take are laid out.",
    "cities": "The first cities are turned up.",
    "first-seat": "The first player is drawn.",
    "drawing": "A card is drawn from the deck.",
    "replacing": "The card that was taken is replaced.",
    "restocking": "New cities are turned up.",
    "unmasking": "The corporations are revealed.",
}
_OTHERS: Final = {
    "keeping": "{name} is choosing a corporation.",
    "discarding": "{name} is choosing a card to discard.",
    "shipping": "{name} is making up a shipment.",
    "claiming": "{name} is choosing cities to serve.",
    "instead": "The deck is empty: {name} takes a face-up card instead.",
    "last-shipping": "Final shipping: {whose} turn.",
}
_YOU: Final = {
    "keeping": "Keep one corporation. At the end of the game it pays you for what it names; nobody else sees it.",
    "discarding": "Discard one card. Large cars and odd shapes are harder to fill. The others stay in your hand.",
    "shipping": "Add cars or serve cities, then ship.",
    "claiming": "Serve another city, or ship.",
    "instead": "The deck had only the End of Game card. Take a face-up card instead.",
}
ALL_AT_ONCE: Final = "Everybody chooses at the same time."
LAST_SHIPPING: Final = "Final shipping: pick the cars to ship, or finish."
NOTHING_TO_SHIP: Final = "Final shipping: you have no loaded cars."
FORFEIT: Final = "You cannot take or draw a card, load or ship."

TAKE: Final = "take a card"
DRAW: Final = "draw from the deck"
TAKE_OR_DRAW: Final = "take or draw a card"
LOAD: Final = "load a card from your hand"
SHIP: Final = "ship cars"

DRAW_BUTTON: Final = "Draw from the deck"
FINISH_BUTTON: Final = "Finish"
FORFEIT_BUTTON: Final = "Skip your turn"
LAYS: Final = "Pieces for the first open cell"


def others_turn(phase: str, name: str, loading: str | None) -> str:
    """What somebody else is doing; `loading` is the card that they load."""
    if loading is not None:
        return f"{name} is loading {loading}."
    return _OTHERS.get(phase, "{whose} turn.").format(name=name, whose=possessive(name))


def waiting_for(names: Sequence[str]) -> str:
    """While all choose at once: who has not chosen."""
    return f"Waiting for {listed(names)} to choose."


def your_phase(phase: str, *, together: bool = False) -> str | None:
    """What is asked of you in a phase that leaves one thing to do; `together`: each at a screen of their own."""
    asked = _YOU.get(phase)
    return f"{asked} {ALL_AT_ONCE}" if asked and together and phase in ("keeping", "discarding") else asked


def fill(card: str) -> str:
    """A card was played and is not full."""
    return f"Fill {card}: choose a piece for its first open cell, or use the workshop."


def your_turn(offers: Sequence[str], *, last: bool) -> str:
    """What can be done in your turn; `last`: only the final shipping comes after it, and a card that is taken is of no use."""
    if not last:
        return f"Your turn: {listed(offers, 'or')}."
    useful = [offer for offer in offers if offer in (LOAD, SHIP)]
    late = "A card that you take now comes too late." if useful and len(useful) < len(offers) else ""
    pointless = "" if useful else ", though it comes too late"
    said = f"Your last turn: {listed(useful or offers, 'or')}{pointless}."
    return " ".join([words for words in (said, late, ONLY_SHIP) if words])


def ship_all(cars: int) -> str:
    """The whole train goes."""
    return "Ship your car" if cars == 1 else f"Ship {'both' if cars == 2 else f'all {cars}'} cars"


def ship_button(credits_: int) -> str:
    """Send the shipment off, and what it earns."""
    return f"Ship for {plural(credits_, 'credit')}"


def shipment_note(cars: int, length: int, served: int, later: int = 0) -> str:
    """How a shipment earns what it earns; `later`: what the own corporation pays for it at the end."""
    at_end = f", at the end: {later} more from your corporation" if later else ""
    return f"{plural(cars, 'car')}: {length}" + (f", cities: {served}" if served else "") + at_end


def finish_note(cars: int) -> str:
    """What is lost by shipping nothing more."""
    return f"{plural(cars, 'loaded car')} will earn nothing" if cars else ""


def look_button(title: str) -> str:
    """Scroll to the panel of this title."""
    return f"{title} ↕"


def way(piece: str, number: int, ways: int) -> str:
    """One of the ways in which a piece can lie."""
    return f"{piece}, way {number} of {ways}" if ways > 1 else piece
