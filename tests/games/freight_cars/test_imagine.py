"""What is imagined fits what a seat knows, and comes with the right odds."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from freightyard.core.chance import Dice
from freightyard.core.checks import random_move
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.state import State
from tests.games.freight_cars.positions import DEFAULTS, EDITION, at, field

pytestmark = pytest.mark.many_games

FREIGHT, CORPORATIONS, CITIES = EDITION.raw["freight"], EDITION.raw["corporations"], EDITION.raw["cities"]


class Every:
    """Gives every row of numbers in turn, so that odds can be worked out exactly."""

    def __init__(self) -> None:
        self.row: list[list[int]] = []  # number and bound
        self.place = 0

    def below(self, bound: int) -> int:
        if self.place == len(self.row):
            self.row.append([0, bound])
        number, again = self.row[self.place]
        assert again == bound
        self.place += 1
        return number

    def weight(self) -> Fraction:
        weight = Fraction(1)
        for _, bound in self.row:
            weight /= bound
        return weight

    def step(self) -> bool:
        """To the next row; False after the last."""
        self.place = 0
        while self.row:
            self.row[-1][0] += 1
            if self.row[-1][0] < self.row[-1][1]:
                return True
            self.row.pop()
        return False


def exact_odds(ask: Callable[[Every], str]) -> dict[str, Fraction]:
    """The odds of every answer."""
    odds: dict[str, Fraction] = {}
    rng = Every()
    more = True
    while more:
        answer = ask(rng)
        odds[answer] = odds.get(answer, Fraction(0)) + rng.weight()
        more = rng.step()
    assert sum(odds.values()) == 1
    return odds


# So small that every history of a game can be followed.
TINY = GAME.edition_from(
    {
        "extends": "quick-simple-fun-2021",
        "name": "tiny",
        "city_counts": [2],
        "seats": [{"players": 2, "deck": 6, "revealed": 0}],
        "freight": FREIGHT[:5] + FREIGHT[20:22],
        "corporations": CORPORATIONS[:3],
        "cities": CITIES[:3],
        "box": {"freight": 7, "of_each_resource": 0, "corporations": 3, "cities": 3},
        "setup": {"corporations_dealt": 1, "cards_dealt": 2, "cards_kept": 1, "cities_revealed": 1},
    },
    "tiny",
)


def posterior(log: list[str], seats: int, seat: int | None) -> dict[str, Fraction]:
    """The odds of every truth that a seat may be in after what it has seen, from all histories that look so; the choices of
    the others, if they can be made at all, are taken to say nothing about what they hold."""
    truths: dict[str, tuple[State, Fraction]] = {}
    start = GAME.start(TINY, seats)
    truths[start.text()] = (start, Fraction(1))
    for seen in log:
        after: dict[str, tuple[State, Fraction]] = {}
        for state, weight in truths.values():
            total = sum(odds for _, odds in state.chances())
            chances = dict(state.chances()) if total else dict.fromkeys(state.legal(), 1)
            for move, odds in chances.items():
                if state.seen(move, seat) == seen:
                    twin = state.clone()
                    twin.play(move)
                    before = after.get(twin.text(), (twin, Fraction(0)))[1]
                    after[twin.text()] = (twin, before + weight * Fraction(odds, total or 1))
        truths = after
    whole = sum((weight for _, weight in truths.values()), Fraction(0))
    return {text: weight / whole for text, (_, weight) in truths.items()}


@pytest.mark.many_games
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (2, 2), (2, 3)])
def test_imagine_has_exactly_the_odds_of_all_histories_that_look_the_same(seats: int, seed: int) -> None:
    dice = Dice(seed)
    state = GAME.start(TINY, seats)
    logs: dict[int | None, list[str]] = {seat: [] for seat in (*range(seats), None)}
    plies = 0
    while state.to_act() is not None and state.turns < 6:
        if plies % 4 == seed:
            for seat, log in logs.items():
                view = state.view(seat)
                assert exact_odds(lambda rng: GAME.imagine(view, rng).text()) == posterior(log, seats, seat), (  # noqa: B023
                    f"seat {seat}, ply {plies}: {state.text()}"
                )
        move = random_move(state, dice)
        for seat, log in logs.items():
            log.append(state.seen(move, seat))
        state.play(move)
        plies += 1
    assert plies > 15


def test_imagine_never_deals_again_what_everybody_saw() -> None:
    state = at("1 hand coal-1,oil-1 open oil-5,steel-1 | 2 hand coal-3 open coal-4")
    view = state.view(1)
    for seed in range(200):
        truth = GAME.imagine(view, Dice(seed))
        assert field(truth, 1, "open") == "oil-5,steel-1"
        assert field(truth, 2, "hand") == "coal-3"
        assert len(set(field(truth, 1, "hand").split(",")) - {"oil-5", "steel-1", "coal-3", "coal-4"}) == 2


def test_imagine_remembers_the_corporations_that_the_seat_returned() -> None:
    state = at(
        "1 corporation titan-haulage offered medley-lines,shuttle-express | 2 corporation cascade-timber offered valley-growers"
    )
    mine = {"cascade-timber", "valley-growers"}
    for seed in range(300):
        truth = GAME.imagine(state.view(1), Dice(seed))
        assert (field(truth, 2, "corporation"), field(truth, 2, "offered")) == ("cascade-timber", "valley-growers")
        assert not mine & {field(truth, 1, "corporation"), *field(truth, 1, "offered").split(",")}


def test_imagine_is_even_over_cards_and_corporations() -> None:
    """A thousand truths for each of the places that a card can have: none may be far from its share."""
    state = at("1 hand coal-1,oil-1 open oil-5 | 2 hand coal-3 | 3 hand lumber-1,lumber-2,lumber-3", seats=3)
    view = state.view(1)
    first: Counter[str] = Counter()
    third: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    rounds = 6000
    for seed in range(rounds):
        truth = GAME.imagine(view, Dice(seed * 7919 + 13))
        first.update(field(truth, 1, "hand").split(","))
        third.update(field(truth, 3, "hand").split(","))
        kept[field(truth, 1, "corporation")] += 1
    unknown = set(EDITION.cards) - {"oil-5", "coal-3", *DEFAULTS["tableau"].split(",")}
    assert set(first) == set(third) == unknown
    for counts, cards in ((first, 2), (third, 3)):
        share = rounds * cards / len(unknown)
        assert all(abs(count - share) < 5 * share**0.5 for count in counts.values())
    assert set(kept) == set(EDITION.corporations) - {"cascade-timber"}
    assert all(abs(count - rounds / 20) < 5 * (rounds / 20) ** 0.5 for count in kept.values())


def test_imagine_at_the_end_keeps_what_was_revealed() -> None:
    state = at(
        "turns 9 seat 2 | phase unmasking | deck 0 above 0 end final-shipping 2 "
        "| 1 corporation titan-haulage offered medley-lines | 2 corporation cascade-timber | 3 corporation valley-growers",
        seats=3,
    )
    for seed in range(50):
        truth = GAME.imagine(state.view(2), Dice(seed))
        assert field(truth, 1, "corporation") == "titan-haulage"
        assert field(truth, 2, "corporation") not in ("titan-haulage", "valley-growers")
