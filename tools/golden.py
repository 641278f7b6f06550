"""Write golden records: python tools/golden.py GAME [FILTER]. Existing files are never overwritten.

Each game has a list of wishes: a name for the file, what to play, and a condition that a finished game must meet. Random
games, or greedy ones if the name begins so, are played, seed by seed, until one meets it. From revision 2 of an edition on the
name of a file ends with the revision, so that the records of earlier ones stay beside it.
"""

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from freightyard.core.contract import Game, State
from freightyard.core.record import states, write
from freightyard.games import game_named
from freightyard.lab.match import Match, Result, play_match

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
Wish = tuple[str, str, tuple[str, ...], int, Callable[[list[State]], bool]]


def anything(game: list[State]) -> bool:
    """Any game will do."""
    return bool(game)


def freight_train(game: Game) -> list[Wish]:
    """One for each edition and seat count, and one for each way in which a day can end."""
    wishes: list[Wish] = [
        (f"{name}-{seats}", name, (), seats, anything) for name in game.editions for seats in game.edition(name).seat_counts
    ]
    for name in game.editions:
        for option in game.edition(name).options:
            wishes.append((f"{name}-{option.name}", name, (option.name,), 3, anything))
    wishes += [
        ("day-ends-card-on-first-players-turn", "mayfair-1996", (), 4, card_drawn_by(first=True)),
        ("day-ends-card-on-last-players-turn", "whitewind-1993", (), 4, card_drawn_by(first=False)),
        ("day-ends-with-an-exhausted-deck", "whitewind-nl", (), 2, deck_exhausted),
        ("day-ends-by-a-stuck-round", "mayfair-1996", (), 2, stuck_round),
    ]
    return wishes


def card_drawn_by(*, first: bool) -> Callable[[list[State]], bool]:
    """The Trains Leave card comes up on the turn of the first, or the last, player of a round."""

    def condition(game: list[State]) -> bool:
        for before, after in pairwise(game):
            old, new = before.view(None).board, after.view(None).board
            if old.phase == "filling" and old.leave is not None and new.leave is None:
                distance = (old.seat - old.first) % before.seats
                if distance == (0 if first else before.seats - 1):
                    return True
        return False

    return condition


def deck_exhausted(game: list[State]) -> bool:
    """A day ends when no card at all is left in the deck."""
    boards = [state.view(None).board for state in game]
    return any(board.phase == "leaving" and not sum(board.deck.values()) and board.leave is None for board in boards)


def stuck_round(game: list[State]) -> bool:
    """A day ends with the Trains Leave card still in the deck."""
    boards = [state.view(None).board for state in game]
    return any(board.phase == "leaving" and board.leave is not None for board in boards)


def freight(game: Game) -> list[Wish]:
    """One for each edition and seat count, and one for each way in which a game can end."""
    wishes: list[Wish] = [
        (f"{name}-{seats}", name, (), seats, anything) for name in game.editions for seats in game.edition(name).seat_counts
    ]
    wishes += [(f"{name}-rolled", name, ("rolled",), 3, anything) for name in game.editions]
    wishes += [
        ("greedy-ends-after-ten-rounds", "standard", (), 4, ended_by("fr.score")),
        ("ends-with-all-but-one-bankrupt", "standard", (), 3, ended_by("fr.bankrupt")),
        ("opens-above-ten", "standard", (), 3, opened_above_ten),
        ("sells-between-cities-and-the-rest", "standard", (), 4, sold_both_ways),
        ("greedy-ends-with-a-sixth-city", "family", (), 3, ended_by("fr.family-end")),
        ("ends-at-the-cap", "family", (), 2, ended_by("fr.family-cap")),
    ]
    return wishes


def ended_by(slug: str) -> Callable[[list[State]], bool]:
    """The game ends by this rule."""

    def condition(game: list[State]) -> bool:
        outcome = game[-1].outcome()
        return outcome is not None and outcome.ended_by == slug

    return condition


def opened_above_ten(game: list[State]) -> bool:
    """Somebody opens the bidding for a place higher than the first revision allowed."""
    boards = [state.view(None).board for state in game]
    return any(
        new.auction is not None and old.auction is not None and old.auction.bid is None and (new.auction.bid or 0) > 10
        for old, new in pairwise(boards)
        if old.phase == new.phase == "bidding"
    )


def sold_both_ways(game: list[State]) -> bool:
    """Track between two cities is sold, another time a connected piece; and each time somebody raises."""
    auctions = [state.view(None).board.auction for state in game]
    sales = [auction for auction in auctions if auction is not None and auction.sale is not None and auction.bidder]
    pairs = {"/" in auction.sale.removesuffix("/bridge") for auction in sales}
    return pairs == {True, False}


def freight_cars(game: Game) -> list[Wish]:
    """One for each seat count, among random and among greedy players; and the ways in which a game can end and be won."""
    name, heavy = "quick-simple-fun-2021", "heavy-goods"
    seats = game.edition(name).seat_counts
    return [
        *((f"{name}-{count}", name, (), count, anything) for count in seats),
        *((f"greedy-{count}", name, (), count, anything) for count in seats),
        (f"{name}-cities-21", name, ("cities=21",), 3, anything),
        *((f"{heavy}-{count}", heavy, (), count, anything) for count in game.edition(heavy).seat_counts),
        *((f"greedy-{heavy}-head-start-{count}", heavy, ("head-start",), count, anything) for count in (2, 4)),
        (f"{heavy}-cities-21", heavy, ("cities=21", "head-start"), 3, anything),
        ("end-card-drawn-from-the-deck", name, (), 2, phases_in_a_row("drawing", "drawing")),
        ("end-card-as-a-replacement", name, (), 3, phases_in_a_row("replacing", "replacing")),
        ("end-card-last-in-the-deck", name, (), 2, phases_in_a_row("drawing", "instead")),
        ("greedy-two-cities-in-a-shipment", name, (), 4, two_claims),
        ("tie-won-by-cars", name, (), 2, tied(cars_differ=True, winners=1)),
        ("tie-won-by-bonus", name, (), 2, tied(cars_differ=False, winners=1)),
        ("tie-shared", name, (), 2, tied(cars_differ=False, winners=2)),
    ]


def phases_in_a_row(first: str, second: str) -> Callable[[list[State]], bool]:
    """These two phases follow each other in one turn."""

    def condition(game: list[State]) -> bool:
        phases = [(state.turns, state.view(None).board.phase) for state in game]
        return any(old[0] == new[0] and (old[1], new[1]) == (first, second) for old, new in pairwise(phases))

    return condition


def two_claims(game: list[State]) -> bool:
    """A shipment claims two cities."""
    return any(len(state.view(None).board.claims) == 2 for state in game)


def tied(*, cars_differ: bool, winners: int) -> Callable[[list[State]], bool]:
    """All have the same credits at the end."""

    def condition(game: list[State]) -> bool:
        outcome = game[-1].outcome()
        if outcome is None or len(set(outcome.scores)) > 1 or len(outcome.winners) != winners or not outcome.scores[0]:
            return False
        cars = {sum(len(shipment.cards) for shipment in at.shipments) for at in game[-1].view(None).board.seats}
        return (len(cars) > 1) == cars_differ

    return condition


WISHES: dict[str, Callable[[Game], list[Wish]]] = {
    "freight-train": freight_train,
    "freight-cars": freight_cars,
    "freight": freight,
}


def find(game: Game, wish: Wish) -> Result | None:
    """The first seed whose game meets the wish."""
    name, edition, options, seats, condition = wish
    player = "greedy" if name.startswith("greedy") else "random"
    for seed in range(1, 20_000):
        match = Match(game=game, edition=game.edition(edition), options=options, players=(player,) * seats, seed=seed)
        result = play_match(match)
        if condition is anything or condition([state.clone() for state in states(result.record(), game)]):
            return result
    return None


def main() -> None:
    """Write what is missing."""
    game = game_named(sys.argv[1])
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    for wish in WISHES[game.name](game):
        revision = game.edition(wish[1]).revision
        path = FOLDER / game.name / f"{wish[0]}{f'.revision-{revision}' if revision > 1 else ''}.txt"
        if path.exists() or wanted not in wish[0]:
            continue
        result = find(game, wish)
        if result is None:
            sys.stdout.write(f"{path.name}: no game found\n")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(result.record(), game))
        sys.stdout.write(f"{path.name}: seed {result.match.seed}\n")


if __name__ == "__main__":
    main()
