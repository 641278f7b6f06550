"""The board of Freight Cars: what is legal can be clicked, secrets are not on it, packings can be laid, screens can be shared."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from freightyard.core.errors import BadSetup
from freightyard.games.freight_cars.page import board as freight_cars
from freightyard.games.freight_cars.page.packer import laid, offers
from freightyard.games.freight_cars.page.pictures import letters_of
from freightyard.games.freight_cars.page.sentences.names import name_of
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.packing import supply_of
from freightyard.games.freight_cars.rules.position import Board
from freightyard.games.freight_cars.rules.state import State
from freightyard.page.contract import Player, Scene
from freightyard.page.table import page_parts
from tests.games.playing import between_bots
from tests.page.markup import read, sayable
from tests.page.scenes import scene_of

EDITION = "quick-simple-fun-2021"


def positions(seats: int, seed: str, *, bot: str = "random", options: tuple[str, ...] = ()) -> Iterator[State]:
    """A game between bots, position by position; the caller must not change them."""
    return between_bots(GAME, GAME.start(GAME.edition(EDITION), seats, options), bot, seed)


def scene(state: State, seat: int | None, *, own: tuple[int, ...] = (), replay: bool = False) -> Scene:
    people = tuple(Player(number, f"Ann {number + 1}") for number in range(state.seats))
    return Scene(state.view(seat), people, own, home="/t/abc", replay=replay)


def drawn(state: State, seat: int | None, *, own: tuple[int, ...] = ()) -> str:
    """Everything that a browser is sent for this seat."""
    return "".join(page_parts(freight_cars, scene(state, seat, own=own), []).values())


def words_on(markup: str) -> str:
    return re.sub(r"<[^>]*>", "", markup)


def test_every_legal_move_can_be_clicked_and_nothing_else() -> None:
    for number in range(3):
        options = ("cities=21",) if number % 2 else ()
        for state in positions(2 + number % 3, f"clicks {number}", bot="greedy" if number % 3 else "random", options=options):
            things = read("".join(freight_cars.parts(scene_of(state)).values()))
            moves = scene_of(state).view.legal
            assert sayable(things, moves) == set(moves)
            for thing in things:
                assert "style" not in thing.attributes
                assert all(any(move == words or move.startswith(f"{words} ") for move in moves) for words in thing.words)
                assert not thing.words or thing.tag == "button"


def test_what_a_seat_may_not_know_is_not_on_its_page(deep: bool) -> None:
    for number in range(20 if deep else 3):
        for state in positions(2 + number % 3, f"secrets {number}"):
            for seat in (*range(state.seats), None):
                page = drawn(state, seat, own=() if seat is None else (seat,))
                page += words_on(page)  # a name can be spread over several elements
                for word in [word for other in range(state.seats) if other != seat for word in _secrets(state, other)]:
                    assert word not in page, (seat, word)
                    assert name_of(state.edition, word) not in page, (seat, word)


def _secrets(state: State, seat: int) -> list[str]:
    """The cards and corporations that only a seat knows."""
    at = state.view(seat).board.seats[seat]
    secret = [*at.hand, *at.aside, *at.offered]
    if at.corporation is not None and at.bonus is None:
        secret.append(at.corporation)
    # A card's name can be the beginning of another's: `coal-1` is in `coal-10`. Those tell nothing here.
    return [word for word in secret if not re.fullmatch(r"[a-z]+-1", word)]


class _Outside(HTMLParser):
    """What can be seen, heard or pointed at of a page while its faces are covered."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._spans: list[bool] = []  # open spans, and whether each is a face
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "span":
            self._spans.append(values.get("class") == "face")
        if True not in self._spans:
            self.seen += [values[name] or "" for name in ("title", "aria-label", "data-ask", "data-go") if name in values]

    def handle_endtag(self, tag: str) -> None:
        if tag == "span":
            self._spans.pop()

    def handle_data(self, data: str) -> None:
        if True not in self._spans:
            self.seen.append(data)


def test_secrets_lie_face_down_on_a_shared_screen() -> None:
    """No label, title or question outside a face names a secret card."""
    for state in positions(3, "shared"):
        seat = state.to_act()
        if seat is None:
            break
        shared = freight_cars.parts(scene(state, seat, own=(0, 1, 2)))["hand"]
        outside = " ".join(_Outside(shared).seen)
        at = state.view(seat).board.seats[seat]
        corporations = [at.corporation] if at.corporation else list(at.offered)
        assert ("covered" in shared) == bool(at.hand or corporations)
        for word in [*at.hand, *at.aside, *corporations]:
            assert not re.search(rf"{name_of(state.edition, word)}\b", outside), word
            assert name_of(state.edition, word) in words_on(shared) or word in at.aside
        assert "covered" not in freight_cars.parts(scene(state, seat, own=(seat,)))["hand"]


def test_nothing_is_covered_when_the_game_is_over() -> None:
    *_, last = positions(2, "over")
    assert "covered" not in freight_cars.parts(scene(last, 0, own=(0, 1)))["hand"]


def test_a_packing_that_is_offered_loads_the_car(deep: bool) -> None:
    tried = 0
    for state in positions(2, "packing", bot="greedy"):
        seat = state.to_act()
        if seat is None:
            break
        view = state.view(seat)
        for card in [move.removeprefix("load ") for move in view.legal if move.startswith("load ")]:
            found = offers(view, card)
            assert found
            assert len({offer.lays for offer in found}) == len(found)
            keeps = [len(offer.keeps) for offer in found]
            assert keeps == sorted(keeps, reverse=True)
            for offer in found if deep else found[:2]:
                after = state.clone()
                for text in (f"load {card}", *[f"lay {lay}" for lay in offer.lays]):
                    move = after.edition.vocabulary.parse(text)
                    assert after.refuse(move) is None, text
                    after.play(move)
                assert [car.card for car in after.view(seat).board.seats[seat].train][-1] == card
                again = {move.removeprefix("load ") for move in _loads(after, seat)}
                assert set(offer.keeps) == again & set(offer.keeps)
                assert not set(offer.loses) & again
                tried += 1
    assert tried > 10


def _loads(state: State, seat: int) -> list[str]:
    """What a seat could load if it were its turn."""
    at = state.view(seat).board.seats[seat]
    edition = state.edition
    cards = [*at.hand, *at.open]
    mask = sum([1 << edition.card_number[word] for word in cards])
    found = edition.packing.loadable(mask, state.free[seat])
    return [f"load {word}" for word in cards if found >> edition.card_number[word] & 1]


def test_a_half_filled_car_is_packed_to_its_end() -> None:
    for state in positions(2, "halves"):
        view = state.view(state.to_act())
        board: Board = view.board
        if board.loading is None or not board.loading.pieces or state.to_act() is None:
            continue
        for offer in offers(view, board.loading.card):
            after = state.clone()
            for lay in offer.lays:
                after.play(after.edition.vocabulary.parse(f"lay {lay}"))
            assert after.view(None).board.loading is None
        return
    raise AssertionError("no car was half filled")


def test_the_rest_of_a_planned_car_is_packed_around_the_pieces_that_lie_there() -> None:
    state = next(state for state in positions(2, "rest") if any(move.startswith("load ") for move in state.view(0).legal))
    view = state.view(0)
    card = next(move.removeprefix("load ") for move in view.legal if move.startswith("load "))
    shape = state.edition.packing.shapes[state.edition.card_number[card]]
    best = offers(view, card)[0]
    lay, cells = laid(state.edition, shape, 0, _supply(state, best.lays))[0]
    rows = [list(row) for row in shape.rows]
    for number, (row, column) in enumerate(shape.cells):
        if cells >> number & 1:
            rows[row][column] = "o"
    picture, piece = "/".join("".join(row) for row in rows), state.edition.data.pieces[lay.kind].name
    assert best.lays[1:] in [offer.lays for offer in offers(view, f"{card} {picture} {piece}")]
    with pytest.raises(BadSetup, match="do not have these pieces"):
        offers(view, f"{card} {picture} {'+'.join([piece] * 9)}")
    with pytest.raises(BadSetup, match="not the shape"):
        offers(view, f"{card} o {piece}")


def _supply(state: State, lays: tuple[str, ...]) -> int:
    kinds = [lay.split(" ")[0].upper() for lay in lays]
    return supply_of([kinds.count(piece.name) for piece in state.edition.data.pieces])


def test_only_who_holds_a_card_can_pack_it() -> None:
    state = next(state for state in positions(2, "whose") if state.view(None).board.phase == "turn")
    theirs = state.view(1).board.seats[1].hand[0]
    with pytest.raises(BadSetup, match="not in your hand"):
        offers(state.view(0), theirs)
    with pytest.raises(BadSetup, match="not in your hand"):
        offers(state.view(0), "no-such-card")
    with pytest.raises(BadSetup, match="only players"):
        offers(state.view(None), theirs)


def test_resources_are_told_apart_by_letters() -> None:
    assert letters_of(["coal", "lumber", "oil"]) == ["C", "L", "O"]
    assert letters_of(["coal", "copper", "corn"]) == ["Coa", "Cop", "Cor"]


def test_a_turn_is_told_in_one_breath() -> None:
    edition = GAME.edition(EDITION)
    story = freight_cars.story
    assert story(edition, ["load coal-3", "lay i3 xxx", "lay l4 xxx/x.."]) == "loads coal #3 with 2 pieces"
    assert story(edition, ["ship coal-3", "ship oil-2", "claim boston", "done"]) == "ships coal #3 and oil #2 and serves Boston"
    assert story(edition, ["draw ?", "draw coal-1", "draw ?"]) == "Dealt: coal #1 and 2 face-down cards."
    assert story(edition, ["reveal end-of-game", "reveal coal-1"]) == (
        "End of Game is turned up: everybody has one more turn. After it you can only ship once more. Coal #1 is turned up."
    )
    assert story(edition, ["reveal anthracite-union", "reveal cascade-timber"]) == (
        "Corporations: Seat 1 has Anthracite Union and Seat 2 has Cascade Timber."
    )
    assert freight_cars.phrase(edition, "reveal cascade-timber") == "Cascade Timber is turned up."
    assert story(edition, ["keep ?"]) == "keeps a corporation"
