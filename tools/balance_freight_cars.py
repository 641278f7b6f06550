"""How fair a card set of Freight Cars is: python -m tools.balance_freight_cars [GAMES] [EDITION].

    python -m tools.balance_freight_cars 3000                                   the first edition, driver against driver
    python -m tools.balance_freight_cars 3000 heavy-goods --option head-start   another one, with an option
    python -m tools.balance_freight_cars 300 my.toml --bot hard:100it --seeds second

The games go round 2, 3 and 4 seats, with the same bot on all of them. Each player keeps one of the three corporations that it
is dealt at random, so that each is kept about equally often. Printed are, each with its 95 % interval:

- of the cards of each size that came up (into the tableau or a hand), how many were shipped; the same of those that somebody
  took from the tableau;
- how many shipments have so many cars;
- the wins of each corporation and of each place in the order of first turns, as a multiple of their share.

`--seeds` names a set of games: cards that were chosen by looking at one set are judged by another. The exit status is 1 if a
figure misses its aim.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Final

from freightyard.bots import make_bot
from freightyard.core.bot_names import DRIVER
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.core.editions import parse_toml
from freightyard.games.freight_cars.bot.judge import JUDGE
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.edition import FIRST, TAKE, Edition
from freightyard.games.freight_cars.rules.phases import KEEPING, NONE
from freightyard.games.freight_cars.rules.play import CARD
from freightyard.games.freight_cars.rules.scoring import bonus, cars_shipped, outcome
from freightyard.games.freight_cars.rules.sets import numbers, set_of
from freightyard.games.freight_cars.rules.state import State

LARGEST: Final = (0.65, 1.0)  # of the largest cards that came up, so many are shipped
FULL: Final = (0.30, 0.45)  # so many shipments have as many cars as the table of credits has lines, or more
CORPORATION: Final = (0.75, 1.3)  # times its share of the wins
PLACE: Final = (0.85, 1.15)

Pairs = list[tuple[float, float]]


class Counts:
    """What was counted, a pair a game: how often something was so, and how often it could have been."""

    def __init__(self) -> None:
        self.came_up: dict[int, Pairs] = defaultdict(list)  # by cells: shipped, of the cards that came up
        self.taken: dict[int, Pairs] = defaultdict(list)  # by cells: shipped, of the cards that somebody took
        self.lengths: dict[int, Pairs] = defaultdict(list)  # by cars: such shipments, of all
        self.corporations: dict[int, Pairs] = defaultdict(list)  # wins, and their share
        self.places: dict[tuple[int, int], Pairs] = defaultdict(list)  # by seats and place: the same
        self.bonuses: dict[int, list[int]] = defaultdict(list)
        self.scores: dict[tuple[int, int], list[int]] = defaultdict(list)
        self.cars: list[int] = []
        self.cities: list[int] = []
        self.shipments: list[int] = []


def played(edition: Edition, number: int, bot: str, seeds: str, options: Iterable[str], counts: Counts) -> None:
    """Play one game and count."""
    state = GAME.start(edition, edition.seat_counts[number % len(edition.seat_counts)], options)
    rng = Stream(f"{seeds}/{number}")
    players = [make_bot(bot, GAME, Stream(f"{seeds}/{number}/{seat}")) for seat in range(state.seats)]
    first, came_up, taken = 0, 0, [0] * state.seats
    actor = state.to_act()
    while actor is not None:
        came_up |= set_of([card for card in state.tableau if card != NONE])
        if actor == CHANCE:
            plan = [state.draw(rng)]
        elif state.phase == KEEPING:
            moves = state.legal()
            plan = [moves[rng.below(len(moves))]]
        elif bot == DRIVER:  # it plays the first plan of its judge, which looks only at what its seat knows: thirty times faster
            plan = JUDGE.plans(state, 1)[0].moves
        else:
            plan = [edition.vocabulary.parse(players[actor].decide(state.view(actor)))]
        for move in plan:
            if edition.verbs[move] == FIRST:
                first = move - edition.first
            elif edition.verbs[move] == TAKE:
                taken[state.actor] |= 1 << move - edition.take
            state.play(move)
        actor = state.to_act()
    count(state, first, came_up, taken, counts)


def count(state: State, first: int, came_up: int, taken: list[int], counts: Counts) -> None:
    """Count what became of a game that is over."""
    found = outcome(state)
    if found is None:
        raise AssertionError("the game is not over")
    seats = state.seats
    shipped = [set_of([card for shipment in state.shipments[seat] for card in numbers(shipment)]) for seat in range(seats)]
    for seat in range(seats):
        came_up |= state.hands[seat] | shipped[seat] | set_of([car & CARD for car in state.trains[seat]])
        place = (seat - first) % seats
        won = (seat in found.winners) / len(found.winners)
        counts.corporations[state.corporation[seat]].append((won, 1 / seats))
        counts.places[seats, place].append((won, 1 / seats))
        counts.scores[seats, place].append(found.scores[seat])
        counts.bonuses[state.corporation[seat]].append(bonus(state, seat))
        counts.cars.append(cars_shipped(state, seat))
        counts.cities.append(state.claimed[seat].bit_count())
        counts.shipments.append(len(state.shipments[seat]))
    edition = state.rules.edition
    by_cells: dict[int, int] = defaultdict(int)  # as sets of cards
    for number, card in enumerate(edition.data.freight):
        by_cells[card.cells] |= 1 << number
    everything = set_of([card for cards in shipped for card in numbers(cards)])
    for cells, cards in by_cells.items():
        counts.came_up[cells].append(((everything & cards).bit_count(), (came_up & cards).bit_count()))
        pairs = [((taken[seat] & shipped[seat] & cards).bit_count(), (taken[seat] & cards).bit_count()) for seat in range(seats)]
        counts.taken[cells].append((sum([one for one, _ in pairs]), sum([all_ for _, all_ in pairs])))
    last = len(edition.data.credits)
    lengths = Counter([min(shipment.bit_count(), last) for shipments in state.shipments for shipment in shipments])
    for cars in range(1, last + 1):
        counts.lengths[cars].append((lengths[cars], lengths.total()))


def ratio(pairs: Pairs) -> tuple[float, float]:
    """How often something was so, of how often it could have been, and half of the 95 % interval. What happened in one game
    belongs together, so games are what varies."""
    whole = sum([there for _, there in pairs])
    if not whole:
        return 0.0, 0.0
    share = sum([so for so, _ in pairs]) / whole
    games = len(pairs)
    spread = sum([(so - share * there) ** 2 for so, there in pairs]) * games / max(1, games - 1)
    return share, 1.96 * sqrt(spread) / whole


class Report:
    """Lines, and whether a figure missed its aim."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.missed = 0

    def figure(self, label: str, pairs: Pairs, aim: tuple[float, float] | None = None, more: str = "") -> None:
        """A figure, its interval, and whether it is as it should be."""
        share, half = ratio(pairs)
        words = ""
        if aim is not None:
            words = f"  aim {aim[0]:.2f} to {aim[1]:.2f}"
            if not aim[0] <= share <= aim[1]:
                words += ": missed"
                self.missed += 1
        self.lines.append(f"{label:26} {share:5.2f} ± {half:4.2f}{more}{words}")


def report(edition: Edition, counts: Counts) -> Report:
    """All the figures."""
    found = Report()
    say = found.lines.append
    largest = max(counts.came_up)
    for words, by_cells in (("came up", counts.came_up), ("were taken", counts.taken)):
        say(f"shipped, of the cards that {words}")
        for cells, pairs in sorted(by_cells.items()):
            each = sum([there for _, there in pairs]) / len(pairs)
            found.figure(f"  {cells} cells", pairs, LARGEST if cells == largest else None, f"  {each:5.2f} a game")
    say("shipments")
    last = max(counts.lengths)
    for cars, pairs in sorted(counts.lengths.items()):
        label = f"{cars} car{'s' if cars > 1 else ''}{' or more' if cars == last else ''}"
        found.figure(f"  {label}", pairs, FULL if cars == last else None)
    say("wins by the order of first turns, times their share")
    for (seats, place), pairs in sorted(counts.places.items()):
        score = f"  {mean(counts.scores[seats, place]):5.1f} credits"
        found.figure(f"  {seats} seats, place {place + 1}", pairs, PLACE, score)
    say("wins of a corporation, times their share")
    for number, pairs in sorted(counts.corporations.items()):
        kept = f"  kept {len(pairs):5}, mean bonus {mean(counts.bonuses[number]):5.2f}"
        found.figure(f"  {edition.corporations[number]}", pairs, CORPORATION, kept)
    shares = [ratio(pairs)[0] for pairs in counts.corporations.values()]
    say(f"corporations from {min(shares):.2f} to {max(shares):.2f}")
    say(
        f"a seat: {mean(counts.cars):.1f} cars in {mean(counts.shipments):.1f} shipments, {mean(counts.cities):.1f} cities; "
        f"{found.missed} aim{'s' if found.missed != 1 else ''} missed"
    )
    return found


def edition_of(word: str) -> Edition:
    """A built-in edition by its name, or one in a file."""
    if word.endswith(".toml"):
        return GAME.edition_from(parse_toml(Path(word).read_text(), word), word)
    return GAME.edition(word)


def main(arguments: list[str] | None = None) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="?", type=int, default=2000)
    parser.add_argument("edition", nargs="?", default=GAME.editions[0], help="a built-in edition or a file")
    parser.add_argument("--bot", default=DRIVER, help="on all seats (default driver)")
    parser.add_argument("--option", action="append", default=[], help="such as head-start; may be given several times")
    parser.add_argument("--seeds", default="balance", help="the name of a set of games (default balance)")
    args = parser.parse_args(arguments)
    edition = edition_of(args.edition)
    counts = Counts()
    for number in range(args.games):
        played(edition, number, args.bot, args.seeds, args.option, counts)
    found = report(edition, counts)
    options = "".join([f", {option}" for option in args.option])
    sys.stdout.write("\n".join([f"{edition.name}{options}: {args.games} games of {args.bot}", *found.lines]) + "\n")
    return 1 if found.missed else 0


if __name__ == "__main__":
    sys.exit(main())
