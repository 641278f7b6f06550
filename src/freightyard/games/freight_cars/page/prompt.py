"""What is to be done now: the sentence, and the actions with what they cost or bring."""

from typing import Final

from freightyard.core.contract import CHANCE, View
from freightyard.games.freight_cars.page.market import draw_ask
from freightyard.games.freight_cars.page.reading import Reading
from freightyard.games.freight_cars.page.sentences import labels
from freightyard.games.freight_cars.page.sentences import prompt as say
from freightyard.games.freight_cars.page.sentences.names import name_of
from freightyard.games.freight_cars.rules.position import Board
from freightyard.page.boards import unit_of
from freightyard.page.clicks import action
from freightyard.page.markup import esc
from freightyard.page.prompt import by_player, prompt_part
from freightyard.page.sheet import winner_words

# Nothing of these can be undone once the next card is drawn.
_ENDS: Final = ("keep", "discard", "take", "draw", "done", "decline", "forfeit")


def prompt(reading: Reading) -> str:
    """The prompt of a seat or a spectator."""
    return prompt_part(
        reading.scene,
        reading.clicks,
        _by_whom(reading, esc(_ask(reading))),
        tray=_lays(reading),
        actions=_actions(reading),
        ends=ends(reading.scene.view),
        phase=reading.board.phase,
    )


def _by_whom(reading: Reading, ask: str) -> str:
    """What others do, with the colour of who it is."""
    acts = reading.scene.view.to_act
    return ask if acts is None or acts == CHANCE or reading.clicks.acting else by_player(acts, reading.names[acts], ask)


def ends(view: View) -> tuple[str, ...]:
    """The moves that end the turn."""
    if view.legal == ("decline",):  # nothing can be shipped, and nothing is asked
        return ()
    return tuple([verb for verb in _ENDS if any(move.partition(" ")[0] == verb for move in view.legal)])


def _ask(reading: Reading) -> str:
    view, board = reading.scene.view, reading.board
    if view.outcome is not None:
        return say.GAME_OVER.format(winners=winner_words(view.outcome, reading.names, unit_of(view.edition.game)))
    if view.to_act is None or view.to_act == CHANCE:
        return say.CHANCE[board.phase]
    loading = None if board.loading is None else name_of(reading.edition, board.loading.card)
    if not reading.clicks.acting and reading.scene.waited_for:
        return say.waiting_for([reading.names[seat] for seat in reading.scene.waited_for])
    if not reading.clicks.acting:
        return say.others_turn(board.phase, reading.names[view.to_act], loading)
    return say.fill(loading) if loading is not None else _you(reading, board)


def _you(reading: Reading, board: Board) -> str:
    clicks = reading.clicks
    if board.phase == "last-shipping":
        return say.LAST_SHIPPING if reading.at.train else say.NOTHING_TO_SHIP
    if clicks.legal == ("forfeit",):
        return say.FORFEIT
    asked = say.your_phase(board.phase, together=not reading.covered)
    if asked is not None:
        return asked
    found = ((clicks.word("take"), say.TAKE), (clicks.word("load"), say.LOAD), (clicks.word("ship"), say.SHIP))
    offers = [words for possible, words in found if possible]
    if clicks.word("draw deck"):
        offers[: len(offers) and offers[0] == say.TAKE] = [say.TAKE_OR_DRAW if say.TAKE in offers else say.DRAW]
    return say.your_turn(offers, last=board.end == "final-turns")


def _lays(reading: Reading) -> str:
    """`fc.load`: when a card was played and is not full, the pieces that may cover its first open cell, as they would lie."""
    loading = reading.board.loading
    if loading is None:
        return ""
    rows = "/".join(loading.rows)
    shape = f'<div class="part-loaded" data-loading="{loading.card}" data-rows="{rows}"></div>' if reading.clicks.acting else ""
    moves = [move for move in reading.clicks.legal if move.startswith("lay ")]
    kinds = [move.split()[1].upper() for move in moves]
    buttons = []
    for number, (move, kind) in enumerate(zip(moves, kinds, strict=True)):
        label = esc(say.way(kind, kinds[: number + 1].count(kind), kinds.count(kind)))
        picture = reading.pictures.lays[move.removeprefix("lay ")]
        click = reading.clicks.word(move)
        buttons.append(
            f'<button class="layer-piece" type="button"{click} title="{label}" aria-label="{label}">{picture}</button>'
        )
    return f'{shape}<div class="lays" role="group" aria-label="{say.LAYS}">{"".join(buttons)}</div>'


def _actions(reading: Reading) -> str:
    clicks, board = reading.clicks, reading.board
    if not clicks.acting:
        return ""
    found = []
    if any(board.cities):  # on a phone they lie below the fold, as the cards to take do, and only there these buttons are shown
        found.append(look("cities", labels.CITIES))
    if clicks.word("take"):
        found.append(look("tableau", labels.TABLEAU))
    if clicks.word("load"):
        found.append(look("hand", labels.HAND))
    if clicks.word("draw deck"):
        note = labels.in_deck(board.deck, ended=board.end != "in-deck")
        found.append(action(clicks, "draw deck", say.DRAW_BUTTON, note, question=(draw_ask(board), labels.DRAW_GO)))
    if clicks.word("ship") and board.phase in ("turn", "last-shipping"):
        found.append(_ship_all(reading))
    if clicks.word("done"):
        found.append(_ship(reading))
    if clicks.word("decline"):
        cars = len(reading.at.train)
        finish = (labels.finish_ask(cars), labels.FINISH_GO) if cars else None  # there is nothing to think about then
        found.append(action(clicks, "decline", say.FINISH_BUTTON, say.finish_note(cars), question=finish))
    if clicks.word("forfeit"):
        found.append(action(clicks, "forfeit", say.FORFEIT_BUTTON, question=(labels.FORFEIT_ASK, labels.FORFEIT_GO)))
    return "".join(found)


def look(part: str, title: str) -> str:
    """A button that brings a panel into sight."""
    return f'<button class="quiet look" type="button" data-look="{part}">{say.look_button(title)}</button>'


def _ship_all(reading: Reading) -> str:
    """`fc.ship`: the whole train in one go. The client knows the cities that pay most, and says below what it earns."""
    label = say.ship_all(len(reading.at.train))
    return f'<button class="action can" type="button" data-ship-all><span>{label}</span><small></small></button>'


def _ship(reading: Reading) -> str:
    """`fc.ship`, `fc.demand`: the shipment that is being made up goes, for so many credits."""
    board, rules, edition = reading.board, reading.rules, reading.edition
    cars = len(board.shipping)
    length = rules.credits[min(cars, len(rules.credits)) - 1] if cars else 0
    served = sum([rules.city_credits[edition.city_number[word]] for word in board.claims])
    note = say.shipment_note(cars, length, served, reading.gain_of(board.shipping, board.claims))
    question = (labels.ship_ask(length + served), labels.SHIP_GO)
    return action(reading.clicks, "done", say.ship_button(length + served), note, kind="forth", question=question)
