"""The rules against an independent recount of the position text."""

from collections import Counter
from itertools import combinations

import pytest

from freightyard.core.chance import Dice
from freightyard.core.contract import CHANCE
from freightyard.core.flat import find, numbers
from freightyard.games.freight.rules import GAME
from freightyard.games.freight.rules.edition import DONE, Edition
from freightyard.games.freight.rules.network import collect
from freightyard.games.freight.rules.phases import BANK, PAIRING, SELLING
from freightyard.games.freight.rules.planner import _lot, routes
from freightyard.games.freight.rules.sections import between, for_sale, hand_over, pieces_for, sections
from freightyard.games.freight.rules.state import State
from tests.games.freight.positions import LINE, seat, shipping
from tests.games.freight.recount import Point, Recount, name_of, point

pytestmark = pytest.mark.many_games


def wealthy(name: str) -> Edition:
    """The edition with money at the start, so that random players lay much track and travel far over that of others; and with
    openings so low that they do not spend it all on the turn order."""
    raw = {"extends": name, "name": "wealthy", "start": {"cash": 70}, "auction": {"opening_bid_max": 10}}
    return GAME.edition_from(raw, "wealthy")


EDITIONS = {"standard": wealthy("standard"), "family": wealthy("family")}


def thrifty_move(state: State, rng: Dice) -> int:
    """A random move of somebody who rarely borrows and bids, and keeps something for the next turns."""
    moves = state.legal()
    text = state.edition.vocabulary.text
    if state.view(None).board.phase == "building" and rng.below(6) == 0:
        return DONE
    for _ in range(9):
        move = moves[rng.below(len(moves))]
        if not text(move).startswith(("loan", "open", "raise", "wagon")) or rng.below(20) == 0:
            return move
    return move


def positions(edition: str, seats: int, seed: int) -> list[State]:
    """Positions of one game, at every turn and often when a train is on its way."""
    rng = Dice(seed)
    state = GAME.start(EDITIONS[edition], seats)
    found: list[State] = []
    turns = -1
    while state.to_act() is not None:
        state.play(state.draw(rng) if state.to_act() == CHANCE else thrifty_move(state, rng))
        shipping_now = state.view(None).board.phase == "shipping"
        if state.round and (state.turns != turns or (shipping_now and rng.below(4) == 0)):
            turns = state.turns
            found.append(state.clone())
    found.append(state)
    return found


def test_networks_and_sections_agree_with_the_recount() -> None:
    checked = 0
    for edition, seats, seed in (("standard", 2, 1), ("standard", 4, 2), ("standard", 6, 3), ("family", 3, 4), ("family", 5, 5)):
        for state in positions(edition, seats, seed)[::5]:
            recount = Recount(state.text())
            names = state.edition.grid.names
            for number, at in enumerate(state.view(None).board.seats):
                assert set(at.cities) == recount.network(number + 1)
                ours = sorted(sorted(point(names[piece >> 1]) for piece in pieces) for pieces in sections(state, number))
                theirs = sorted(sorted(piece.hex for piece in group) for group in recount.sections_of(number + 1))
                assert ours == theirs
                checked += len(at.cities)
    assert checked > 300


def test_sections_for_sale_agree_with_the_recount() -> None:
    checked = branched = 0
    for seats, seed in ((2, 1), (3, 6), (4, 2), (6, 3)):
        for state in positions("standard", seats, seed)[::4]:
            recount = Recount(state.text())
            for number in range(seats):
                state.actor = number
                state.phase = SELLING
                theirs: dict[tuple[str, ...], list[Point]] = {}
                for group in recount.sections_of(number + 1):
                    towns = sorted(recount.cities_of(group))
                    for one, other in combinations(towns, 2):
                        pieces = recount.between(number + 1, one, other)
                        theirs[one, other] = sorted(piece.hex for piece in pieces)
                        branched += len(pieces & group) < len(group)
                    if len(towns) < 2:
                        hexes = sorted(piece.hex for piece in group)
                        theirs[tuple(name_of(hex_) for hex_ in hexes)] = hexes
                ours = {
                    tuple(sorted(lot.cities)) or tuple(name_of(hex_) for hex_ in sorted(map(point, lot.hexes))): sorted(
                        map(point, lot.hexes)
                    )
                    for lot in (_lot(state, sale) for sale in for_sale(state, number))
                }
                assert ours == theirs, state.text()
                checked += len(ours)
                _sold(state, number)
    assert checked > 200
    assert branched > 20


def _sold(state: State, number: int) -> None:
    """The moves that are offered sell exactly these sections, and the map agrees with what is kept of it afterwards."""
    state.owed = 1000
    sales = set()
    for move in state.legal():
        named = state.clone()
        named.play(move)
        if named.phase != PAIRING:
            sales.add(move - state.rules.sell)
            continue
        for other in named.legal():
            sales.add(between(named.town, find(state.cities, other - state.rules.to)))
    assert sales == set(for_sale(state, number))
    for sale in sorted(sales):
        after = state.clone()
        before = after.pieces()
        after.near = numbers([0, 0])  # the way to a city over track that changes hands
        hand_over(after, pieces_for(after, number, sale), number, BANK)
        assert not len(after.near)
        fresh = after.clone()
        collect(fresh)
        for kept, anew in (
            (after.own, fresh.own),
            (after.front, fresh.front),
            (after.over, fresh.over),
            (after.heads, fresh.heads),
        ):
            assert kept == anew, state.text()
        assert (after.net, after.stock, after.simple) == (fresh.net, fresh.stock, fresh.simple), state.text()
        assert after.touches == fresh.touches, state.text()
        assert after.pieces() == before
        assert sections(after, number) == sections(fresh, number)


def test_building_moves_agree_with_the_recount() -> None:
    prices = {"build": (3, 3, 5), "bridge": (0, 0, 0, 5), "upgrade": (0, 0, 3)}
    checked: Counter[str] = Counter()
    for edition, seats, seed in (
        ("standard", 2, 31),
        ("standard", 4, 32),
        ("family", 3, 33),
        ("family", 6, 34),
        ("family", 2, 35),
    ):
        for state in positions(edition, seats, seed):
            who = state.actor
            at = state.view(None).board.seats[who]
            if state.view(None).board.phase != "building":
                continue
            places = Recount(state.text()).places(who + 1)
            affordable = {
                words for words, sort in places.items() if at.supply[sort] and at.cash >= prices[words.split()[0]][sort]
            }
            offered = {words for words in state.view(who).legal if words.split()[0] in prices}
            assert offered <= affordable, state.text()
            for words in sorted(affordable - offered):
                assert _blocks(state, words), (words, state.text())
            checked.update(words.split()[0] for words in offered)
    assert min(checked[verb] for verb in prices) > 100


def _blocks(state: State, words: str) -> bool:
    """Whether somebody who has a place for new track would have none after this move."""
    after = state.clone()
    after.play(state.edition.vocabulary.parse(words))
    before, then = Recount(state.text()), Recount(after.text())
    return any(before.places(seat_ + 1) and not then.places(seat_ + 1) for seat_ in state.order if seat_ != state.actor)


def test_reachable_cities_and_their_price_agree_with_the_recount() -> None:
    checked = tolls = 0
    for seats, seed in ((2, 1), (3, 2), (4, 3), (6, 4), (4, 5), (5, 6)):
        for state in positions("standard", seats, seed):
            if state.view(None).board.phase != "shipping":
                continue
            who = state.actor
            trip = state.view(None).board.trip
            assert trip is not None
            expected = Recount(state.text()).reachable(who + 1, trip.used, 10)
            here = state.view(None).board.seats[who]
            found = {route.city: (route.money, route.points) for route in routes(state.view(who))}
            if here.entry is None:
                expected.pop(here.locomotive or "", None)
            assert found == expected, state.text()
            checked += len(found)
            tolls += sum(money > 0 for money, _ in found.values())
            for route in routes(state.view(who)):
                _travel(state.clone(), route.moves, route.money)
    assert checked > 200
    assert tolls > 10


def _travel(state: State, moves: tuple[str, ...], money: int) -> None:
    """The moves of a route are legal one after the other and cost what the route says."""
    seat_, cash = state.actor, state.cash[state.actor]
    for words in moves:
        move = state.edition.vocabulary.parse(words)
        assert move in state.legal(), words
        state.play(move)
    assert cash - state.cash[seat_] == money


def test_steps_are_offered_exactly_when_a_city_can_be_reached_afterwards() -> None:
    for seats, seed in ((2, 11), (4, 12), (6, 13)):
        for state in positions("standard", seats, seed):
            if state.view(None).board.phase != "shipping":
                continue
            recount = Recount(state.text())
            who = state.actor
            offered = {words.split()[1] for words in state.view(who).legal if words.startswith("go ")}
            assert bool(offered) == bool(recount.reachable(who + 1, state.used, 10)), state.text()
            for words in sorted(offered):
                after = state.clone()
                after.play(state.edition.vocabulary.parse(f"go {words}"))
                standing = after.view(None).board.seats[who].entry is None
                assert standing or Recount(after.text()).reachable(who + 1, after.used, 10), after.text()


def test_final_scores_agree_with_the_recount() -> None:
    seen = set()
    for edition, seats, seed in [("standard", 3, seed) for seed in range(6)] + [("family", 3, seed) for seed in range(4)]:
        state = positions(edition, seats, seed)[-1]
        outcome = state.outcome()
        assert outcome is not None
        seen.add(outcome.ended_by)
        recount = Recount(state.text())
        for number in range(seats):
            if "out" not in recount.seat(number + 1):
                assert outcome.scores[number] == recount.points(number + 1)
    assert len(seen) >= 2


def test_lists_kept_piece_by_piece_agree_with_the_map() -> None:
    for edition, seats, seed in (("standard", 4, 21), ("family", 4, 22), ("standard", 6, 23)):
        for state in positions(edition, seats, seed):
            fresh = state.clone()
            collect(fresh)
            for kept, anew in (
                (state.own, fresh.own),
                (state.heads, fresh.heads),
                (state.touches, fresh.touches),
                (state.front, fresh.front),
                (state.over, fresh.over),
                (state.simple, fresh.simple),
            ):
                assert kept == anew, state.text()
            assert (state.net, state.stock) == (fresh.net, fresh.stock), state.text()


def test_recount_can_disagree() -> None:
    state = shipping(seat(cash=0, at="n14"), track=LINE)
    assert Recount(state.text()).reachable(1, 0, 10) == {"n18": (0, 4), "n14": (0, 8)}
    assert Recount(state.text()).reachable(1, 8, 10) == {}
