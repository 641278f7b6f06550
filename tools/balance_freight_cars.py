"""What each corporation of Freight Cars pays in greedy play: python tools/balance_freight_cars.py [GAMES] [EDITION.toml].

Greedy players choose among the three corporations they are dealt at random, so that each is kept about equally often; the
games go round 2, 3 and 4 seats. Printed are how often each corporation was kept, its mean bonus, and the ratio of that to
the mean of these means. Exit status 1 if a ratio is below 0.5 or above 1.5.
"""

import sys
from pathlib import Path
from statistics import mean

from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.core.editions import parse_toml
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.phases import KEEPING
from freightyard.games.freight_cars.rules.scoring import bonus, cars_shipped
from freightyard.games.freight_cars.rules.state import State

LEAST, MOST = 0.5, 1.5


def played(edition: Edition, number: int) -> State:
    """The end of one game."""
    state = GAME.start(edition, edition.seat_counts[number % len(edition.seat_counts)])
    rng = Stream(f"balance/{number}")
    players = [make_bot("greedy", GAME, Stream(f"balance/{number}/{seat}")) for seat in range(state.seats)]
    parse = edition.vocabulary.parse
    actor = state.to_act()
    while actor is not None:
        if actor == CHANCE:
            state.play(state.draw(rng))
        elif state.phase == KEEPING:
            moves = state.legal()
            state.play(moves[rng.below(len(moves))])
        else:
            state.play(parse(players[actor].decide(state.view(actor))))
        actor = state.to_act()
    return state


def main() -> int:
    """Play and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    edition = GAME.edition(GAME.editions[0])
    if len(sys.argv) > 2:
        edition = GAME.edition_from(parse_toml(Path(sys.argv[2]).read_text(), sys.argv[2]), sys.argv[2])
    paid: list[list[int]] = [[] for _ in edition.corporations]
    credits_, cars, shipments, cities = [], [], [], []
    for number in range(games):
        state = played(edition, number)
        for seat in range(state.seats):
            paid[state.corporation[seat]].append(bonus(state, seat))
            credits_.append(state.credits[seat])
            cars.append(cars_shipped(state, seat))
            shipments.append(len(state.shipments[seat]))
            cities.append(state.claimed[seat].bit_count())
    means = [mean(values) for values in paid]
    middle = mean(means)
    out = [f"{'corporation':24} {'kept':>5} {'mean bonus':>10} {'ratio':>6}"]
    for name, values, value in zip(edition.corporations, paid, means, strict=True):
        out.append(f"{name:24} {len(values):5} {value:10.2f} {value / middle:6.2f}")
    out.append(f"{games} games; mean of the means {middle:.2f}; ratios {min(means) / middle:.2f} to {max(means) / middle:.2f}")
    out.append(
        f"a seat: {mean(credits_):.1f} credits without bonus, {mean(cars):.1f} cars in {mean(shipments):.1f} shipments, "
        f"{mean(cities):.1f} cities"
    )
    sys.stdout.write("\n".join(out) + "\n")
    return 0 if min(means) / middle >= LEAST and max(means) / middle <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
