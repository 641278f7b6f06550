"""What the parts of the board are called, what their labels say, and what is asked before a move that cannot be undone."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight_cars.page.sentences.names import goods, listed, plural, possessive

# --- panels ---
CITIES: Final = "Cities"
CITIES_LATER: Final = "First everybody chooses a corporation and discards a card. Then cities are turned up here."
CARDS_LATER: Final = "First everybody chooses a corporation and discards a card. Then cards to take are laid out here."
HAND_LATER: Final = "Freight cards are dealt when everybody has chosen a corporation."
TABLEAU: Final = "Cards to take"
FITS: Final = "fits your free pieces"
DECK: Final = "Deck"
HAND: Final = "Hand"
PIECES: Final = "Free pieces"
PLAYERS: Final = "Players"
CREDITS: Final = "credits"
CARD_NUMBER: Final = "Its number among the cards of this resource"
EMPTY_PLACE: Final = "empty place"
NO_CARS: Final = "no loaded cars yet"
NO_CARS_LEFT: Final = "no loaded cars left"
NO_CARDS: Final = "no cards"
FACE_DOWN: Final = "a card, face down"
CORPORATION: Final = "Corporation"
CORPORATION_DOWN: Final = "a corporation, face down"
YOUR_CORPORATION: Final = "your corporation"
SO_FAR: Final = "so far"
SHIPPED_SO_FAR: Final = "Shipped:"
SERVED_SO_FAR: Final = "Served:"
BONUS: Final = "bonus"
BONUS_TITLE: Final = "Credits of the bonus"
PEEK: Final = "Hold to peek"
PEEK_TITLE: Final = "You share this screen: hold this button or the P key to see your secret cards"
DETAILS: Final = "Hand, cities and shipments"
DRAWN: Final = "Hold to see the card you drew"
PASSING: Final = "Pass the device"


def pass_to(name: str) -> str:
    """Between the turns of two people who share a screen."""
    return f"Pass the device to {name}."


def open_hand(name: str) -> str:
    """The button of the one who has the device now."""
    return f"{name}, show my board"


def train_title(owner: str | None) -> str:
    """Whose train it is; None is the one who looks."""
    return f"{'Your' if owner is None else possessive(owner)} train"


def hand_title(owner: str | None) -> str:
    """Whose hand it is; None is the one who looks."""
    return f"{'Your' if owner is None else possessive(owner)} hand"


# --- what lies on the table ---
SERVED: Final = "will be served"  # by one's own shipment
SERVABLE: Final = "could be served"
INSTEAD: Final = "possible instead"


def served_by(name: str) -> str:
    """A city that somebody else is about to serve."""
    return f"{name} serves it"


def cities_left(count: int, *, ended: bool, over: bool) -> str:
    """How many cities are still to come; none are once the end has begun."""
    if over:
        return ""
    if ended:
        return "no more: the game is ending"
    return f"{count} more to come" if count else "no more to come"


def city_bonuses(credits_: Sequence[int]) -> str:
    """What the `+4` beside cities is: what the own corporation adds to each of them, where it adds anything."""
    added = {each for each in credits_ if each}
    return f"+{added.pop() if len(added) == 1 else ''} from your corporation" if added else ""


def city_label(name: str, wants: Sequence[str], credits_: int, region: str, *, needs: str, served: bool, bonus: int = 0) -> str:
    """A city in one breath; `needs`: what `city_needs` says of it; `bonus`: what the own corporation adds."""
    more = ", served by this shipment" if served else f"; {needs}" if needs else ""
    added = f", and {city_bonus(bonus)}" if bonus else ""
    return f"{name}, {region}: pays {plural(credits_, 'credit')} for {goods(wants)}{added}{more}"


def city_bonus(credits_: int) -> str:
    """What the own corporation pays for a city."""
    return f"{credits_} more at the end from your corporation"


def same_goods(cities: Sequence[str], shared: str) -> str:
    """That other cities want the same cars of your train."""
    return f"{listed(cities)} {'wants' if len(cities) == 1 else 'want'} the same {shared}"


def not_too(cities: Sequence[str]) -> str:
    """What is given up when another city is served with the same cars."""
    return f"not {listed(cities)} too"


def serves_either(cities: Sequence[str]) -> str:
    """Where room is short: your train has all that this city wants, but not for one of these cities too."""
    return f"either this or {cities[0]}" if len(cities) == 1 else "either this or another city"


def city_needs(missing: Sequence[str], *, of: int, also: str = "") -> str:
    """What a city still needs, as your train does not carry it, `of` so many cars that it wants; `also`: see `same_goods`."""
    if not missing:
        return f"your train has it all, but {also}" if also else "your train has it all"
    return f"{'needs' if len(missing) == of else 'still needs'} {goods(missing)}"


def region_name(region: str) -> str:
    """Where a city lies."""
    return region.title()


def card_label(name: str, cells: int, *, fits: bool) -> str:
    """A freight card in one breath."""
    return f"{name}: {plural(cells, 'cell')}{f', {FITS}' if fits else ''}"


def cell_count(cells: int) -> str:
    """The number on a card."""
    return plural(cells, "cell")


CELLS: Final = "cells"  # below that number


def back_label(number: str) -> str:
    """A card of one's own that lies face down on a shared screen."""
    return f"card {number}, face down"


def card_count(cards: int) -> str:
    """How many cards there are."""
    return plural(cards, "card")


def pieces_left(free: int, of: int) -> str:
    """How many pieces lie on no car."""
    return f"{free} of {of}"


def in_deck(cards: int, *, ended: bool) -> str:
    """What is left to draw: `cards` does not count the End of Game card, which lies among them until the end has begun."""
    if ended:
        return plural(cards, "card")
    return f"{plural(cards, 'card')} and End of Game" if cards else "only End of Game is left"


def end_near(cards: int, above: int) -> tuple[str, str]:
    """When the End of Game card can come, by the cards in the deck: what stands out, and the rest of the sentence."""
    if above:
        return "End of Game", f"can come after {plural(above, 'more card')}."
    return "End of Game", f"{'could be next' if cards else 'is the next card'}. Then everybody has one more turn. {ONLY_SHIP}"


def end_come(stage: str, who: str) -> tuple[str, str]:
    """What comes after the End of Game card, which `who` turned up."""
    if stage == "final-shipping":
        return "Final shipping:", "everybody may ship once more, then the game ends."
    if stage == "final-turns":
        return "End of Game", f"has come: everybody has one last turn, {who} last. {ONLY_SHIP}"
    return "End of Game", f"has come. After this turn everybody has one more, {who} last. {ONLY_SHIP}"


ONLY_SHIP: Final = "After it you can only ship once more."
GAME_OVER: Final = "The game is over."


# --- the own train and hand ---
def pays_by_length(table: Sequence[int]) -> list[tuple[str, int]]:
    """What shipments of 1, 2, 3… cars earn; the last is for longer ones too."""
    cars = ["1 car", *[str(number) for number in range(2, len(table) + 1)]]
    if len(table) > 1:
        cars[-1] += "+"
    return list(zip(cars, table, strict=True))


PAYS_TITLE: Final = "What a shipment earns by its number of cars"


def car_label(name: str, pieces: int, *, going: bool) -> str:
    """A loaded car in one breath."""
    return f"{name}, loaded with {plural(pieces, 'piece')}{', in the shipment' if going else ''}"


def corporation_back(number: int) -> str:
    """A corporation to choose that lies face down on a shared screen."""
    return f"corporation {number}, face down"


# --- questions before a move, with their buttons ---
TAKE_GO: Final = "Take it"
DRAW_GO: Final = "Draw"
DISCARD_GO: Final = "Discard it"
KEEP_GO: Final = "Keep it"


TOO_LATE: Final = " You can no longer load it: this is your last turn."
FINISH_GO: Final = "Finish"
FORFEIT_ASK: Final = "Skip your turn?"
FORFEIT_GO: Final = "Skip"
SHIP_GO: Final = "Ship"


def draw_ask(*, end_near: bool, end_next: bool = False, late: bool = False) -> str:
    """`end_near`: the End of Game card could come next; `end_next`: it does; `late`: no card can be loaded after this turn."""
    if end_next:
        return "Draw from the deck? Only End of Game is left and turns up; then you take a face-up card."
    return f"Draw a card from the deck?{' End of Game could turn up.' if end_near else ''}{TOO_LATE if late else ''}"


def finish_ask(cars: int) -> str:
    """`cars`: those that could still be shipped."""
    lost = f" Your {plural(cars, 'loaded car')} will earn nothing." if cars else ""
    return f"Ship nothing and finish?{lost}"


def ship_ask(credits_: int) -> str:
    return f"Ship for {plural(credits_, 'credit')}?"


def take_ask(card: str, *, fits: bool, late: bool = False) -> str:
    """`fits`: it can be loaded with the pieces that are free now, or it can never be; `late`: this turn is the last."""
    later = TOO_LATE if late else "" if fits else " Your free pieces cannot fill it yet."
    return f"Take {card} and end your turn?{later}"


def discard_ask(card: str) -> str:
    return f"Discard {card}?"


def keep_ask(corporation: str) -> str:
    return f"Keep {corporation}?"


def nth_card(number: str) -> str:
    """A secret card on a shared screen, for a question that everybody sees."""
    return f"card {number}"


def nth_corporation(number: int) -> str:
    """The same for a corporation."""
    return f"corporation {number}"


# --- the players ---
def in_hand(cards: int) -> tuple[int, str]:
    """A number, and what it counts."""
    return cards, "card" if cards == 1 else "cards"


def free_pieces(count: int) -> tuple[int, str]:
    return count, f"free {'piece' if count == 1 else 'pieces'}"


def cars_shipped(count: int) -> tuple[int, str]:
    return count, f"{'car' if count == 1 else 'cars'} shipped"


def cities_served(count: int) -> tuple[int, str]:
    return count, f"{'city' if count == 1 else 'cities'} served"


def train_label(cars: int) -> str:
    return plural(cars, "loaded car")


def known_hand(cards: Sequence[str], unknown: int) -> str:
    """The cards of a hand that everybody saw being taken."""
    if not cards and not unknown:
        return "No cards in hand."
    return f"In hand: {listed([*cards, *([plural(unknown, 'unknown card')] if unknown else [])])}."


def known_cities(names: Sequence[str]) -> str:
    return f"Cities: {listed(names)}."


def known_shipments(shipments: Sequence[Sequence[str]]) -> str:
    return f"Shipments: {'; '.join([listed(cards) for cards in shipments])}."


def bonus_paid(corporation: str, credits_: int) -> str:
    return f"{corporation} pays {plural(credits_, 'credit')}."


def bonus_now(corporation: str, credits_: int) -> str:
    return f"{corporation} would pay {plural(credits_, 'credit')} now."


# --- the workshop and the shipment ---
WORKSHOP: Final = "Workshop"
CLOSE: Final = "Close"
CLOSE_TITLE: Final = "Close the workshop; your plan is kept (Esc)"
BED: Final = (
    "The car. Pick a piece; then arrow keys move it, R turns it, F flips it, Enter puts it down, Escape puts it back, "
    "Control Z undoes the last piece."
)
TRAY: Final = "Your free pieces"
TURN: Final = "Turn"
FLIP: Final = "Flip"
UNDO: Final = "Undo"
UNDO_TITLE: Final = "Undo the last piece (Ctrl+Z)"
CLEAR: Final = "Empty it"
FILL: Final = "Fill it"
FILL_TITLE: Final = "Fill the rest of the car so that the most useful pieces stay"
PACK: Final = "Ways to fill it"
LOAD: Final = "Load it"
SHIPMENT: Final = "Shipment"
SHIP: Final = "Ship"
CANCEL: Final = "Cancel"
