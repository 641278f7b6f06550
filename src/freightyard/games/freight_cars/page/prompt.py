"""What is to be done now: the sentence, and the actions with what they cost or bring."""

from typing import Final

from freightyard.core.contract import CHANCE, View
from freightyard.games.freight_cars.page.reading import Reading, plural
from freightyard.games.freight_cars.page.sentences import name_of
from freightyard.games.freight_cars.rules.position import Board
from freightyard.page.clicks import action
from freightyard.page.markup import esc
from freightyard.page.prompt import prompt_part
from freightyard.page.sheet import winner_words

# Nothing of these can be taken back once the next card is drawn.
_ENDS: Final = ("keep", "discard", "take", "draw", "done", "decline", "forfeit")
_CHANCE: Final = {
    "offering": "Corporations are being dealt.",
    "uncovering": "The cards that were put aside come up.",
    "cities": "The first cities come up.",
    "restocking": "New cities come up.",
    "unmasking": "The corporations are revealed.",
}
_OTHERS: Final = {
    "keeping": "chooses a corporation",
    "discarding": "puts a card aside",
    "turn": "draws, loads or ships",
    "shipping": "makes up a shipment",
    "claiming": "chooses cities to serve",
    "instead": "takes a card, since the deck had none",
    "last-shipping": "may ship once more",
}


def prompt(reading: Reading) -> str:
    """The prompt of a seat or a spectator."""
    return prompt_part(
        reading.scene,
        reading.clicks,
        _ask(reading),
        tray=_lays(reading),
        actions=_actions(reading),
        ends=ends(reading.scene.view),
        phase=reading.board.phase,
    )


def ends(view: View) -> tuple[str, ...]:
    """The moves that end the turn."""
    return tuple([verb for verb in _ENDS if any(move.partition(" ")[0] == verb for move in view.legal)])


def _ask(reading: Reading) -> str:
    view, board = reading.scene.view, reading.board
    if view.outcome is not None:
        return f"The game is over: {esc(winner_words(view.outcome, reading.names))}."
    if view.to_act is None or view.to_act == CHANCE:
        return _CHANCE.get(board.phase, "Cards are being drawn.")
    if not reading.clicks.acting:
        doing = (
            f"loads {name_of(reading.edition, board.loading.card)}" if board.loading else _OTHERS.get(board.phase, "is to act")
        )
        return f"{esc(reading.names[view.to_act])} {esc(doing)}."
    return _you(reading, board)


def _you(reading: Reading, board: Board) -> str:
    match board.phase:
        case "keeping":
            return "Keep one corporation, in secret. It pays its bonus at the end of the game."
        case "discarding":
            return "Put one card aside: it comes up for everybody. The others are your hand."
        case "loading":
            card = "" if board.loading is None else name_of(reading.edition, board.loading.card)
            return f"Fill {card}: pick what covers its first open cell, or use the workshop."
        case "shipping":
            return "Add cars or serve cities, then let the shipment go."
        case "claiming":
            return "Serve another city, or let the shipment go."
        case "instead":
            return "The deck had only the End of Game card: take a card that lies face up instead."
        case "last-shipping":
            return "Last chance: ship any of your cars, or decline." if reading.at.train else "You have nothing left to ship."
    if reading.clicks.legal == ("forfeit",):
        return "Nothing can be drawn, loaded or shipped."
    offers = ["take a card" if reading.clicks.word("take") else ""]
    if reading.clicks.word("load"):
        offers.append("load one of your hand")
    if reading.clicks.word("ship"):
        offers.append("ship cars")
    offers = [offer for offer in offers if offer]
    return f"Your turn: {', '.join(offers[:-1])} or {offers[-1]}." if len(offers) > 1 else "Your turn: draw a card."


def _lays(reading: Reading) -> str:
    """`fc.load`: when a card was played and is not full, the pieces that may cover its first open cell, as they would lie."""
    loading = reading.board.loading
    if loading is None:
        return ""
    rows = "/".join(loading.rows)
    shape = f'<div class="part-loaded" data-loading="{loading.card}" data-rows="{rows}"></div>' if reading.clicks.acting else ""
    buttons = [
        f'<button class="layer-piece" type="button"{reading.clicks.word(move)} title="{move[4:].split()[0].upper()}" '
        f'aria-label="{move}">{reading.pictures.lays[move[4:]]}</button>'
        for move in reading.clicks.legal
        if move.startswith("lay ")
    ]
    return f'{shape}<div class="lays" role="group" aria-label="Pieces for the first open cell">{"".join(buttons)}</div>'


def _actions(reading: Reading) -> str:
    clicks, board = reading.clicks, reading.board
    if not clicks.acting:
        return ""
    found = []
    if clicks.word("draw deck"):
        note = plural(board.deck, "card") if board.deck else "only the End of Game card"
        found.append(action(clicks, "draw deck", "Draw from the deck", note))
    if clicks.word("done"):
        found.append(action(clicks, "done", "Let it go", _shipment_note(reading), kind="forth"))
    if clicks.word("decline"):
        found.append(action(clicks, "decline", "Decline", "ship nothing more"))
    if clicks.word("forfeit"):
        found.append(action(clicks, "forfeit", "Forfeit the turn", "nothing is possible"))
    return "".join(found)


def _shipment_note(reading: Reading) -> str:
    board, rules, edition = reading.board, reading.rules, reading.edition
    cars = len(board.shipping)
    earned = rules.credits[min(cars, len(rules.credits)) - 1] if cars else 0
    served = sum([rules.city_credits[edition.city_number[word]] for word in board.claims])
    return f"{plural(cars, 'car')}: {earned}{f' + {served}' if served else ''} credits"
