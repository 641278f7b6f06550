"""The greedy player of Freight Train: what a car is worth where, and what the day has left.

For every category it guesses what a train of a length will earn when the trains leave: the longer the day still lasts, the
less a lead of a car is worth. Each decision is made anew from the view, so it keeps no plan that could go stale.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, final

from freightyard.rules.chance import Rng
from freightyard.rules.contract import View
from freightyard.rules.freight_train.edition import Edition
from freightyard.rules.freight_train.position import Board, SeatBoard

# What the guesses rest on, tuned against each other by simulation.
LOCOMOTIVE: Final = 0.55  # what a free locomotive is worth early in the day
LAST_LOCOMOTIVE: Final = 0.5  # more, when it is the last one
KEEP: Final = 0.45  # how much of its worth on a train a car keeps in the yard
CALL: Final = 1.1
FILL_BELOW: Final = 2.6  # fill if nothing better can be done


@final
class GreedyFreightTrain:
    """Plays the action that earns most by its own guess."""

    __slots__ = ()

    def __init__(self, rng: Rng) -> None:
        """The bot needs no random numbers: equal views get equal answers."""

    def decide(self, view: View) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        guess = Guess(view)
        if guess.board.phase in ("turn", "filled"):
            return guess.action(view.legal)
        if guess.board.phase == "taking":
            return guess.best_take(view.legal)[1]
        if guess.board.phase == "loading":
            return guess.load_or_put(view.legal)
        if guess.board.phase == "rearranging":
            return guess.put_back(view.legal)
        return guess.best_put(view.legal)


@final
class Guess:
    """What one seat makes of a view."""

    __slots__ = (
        "board",
        "closed",
        "day",
        "edition",
        "free",
        "horizon",
        "lengths",
        "letters",
        "me",
        "mixed",
        "others",
        "words",
        "worths",
    )

    def __init__(self, view: View) -> None:
        board: Board = view.board
        edition: Edition = view.edition  # type: ignore[assignment]  # this bot plays no other game
        seat = view.seat or 0
        self.board = board
        self.edition = edition
        self.day = edition.data.days[board.day - 1]
        self.me = board.seats[seat]
        self.letters = edition.letters
        self.words = {kind.word: kind.letter for kind in edition.data.kinds}
        self.lengths, self.closed = _trains(self.me)
        self.others = [_trains(other)[0] for number, other in enumerate(board.seats) if number != seat]
        self.mixed = self.me.mixed
        self.free = self.me.free
        self.horizon = self._horizon(len(board.seats))
        self.worths: dict[tuple[str, int], float] = {}

    def _horizon(self, seats: int) -> float:
        """About how many turns this seat has left today."""
        if self.board.leave is None:
            return 0.0
        in_sight = sum(len(siding) for siding in self.board.main)
        deck = sum(self.board.deck.values())
        to_come = self.board.leave + (deck - self.board.leave) / 2
        return (in_sight + to_come) / (2.2 * seats)

    # --- what things are worth ---

    def worth(self, category: str, length: int) -> float:
        """What a train of this length will earn when the trains leave; `*` is the mixed train."""
        if length == 0 or (category == "*" and not self.edition.data.award.mixed):
            return 0.0
        known = self.worths.get((category, length))
        if known is not None:
            return known
        award = self.edition.data.award
        spread = 0.25 + 0.55 * self.horizon**0.5
        ahead = []
        for lengths in self.others:
            # Whoever has no such train yet may still begin one.
            lead = length - lengths.get(category, 0) + (0.0 if lengths.get(category) else 0.8)
            ahead.append(1 / (1 + exp(-max(-30.0, min(30.0, lead / spread)))))
        first = 1.0
        for chance in ahead:
            first *= chance
        second = sum(first / chance * (1 - chance) for chance in ahead if chance > 1e-9)
        value = award.longest * first + award.second * second
        self.worths[category, length] = value
        return value

    def locomotive_cost(self, free: int) -> float:
        """What it costs to use up a free locomotive: nothing when the day is nearly over."""
        if self.horizon < 1.5:
            return 0.0
        return LOCOMOTIVE + (LAST_LOCOMOTIVE if free == 1 else 0.0)

    def yard_worth(self, letter: str) -> float:
        """What a car is worth in the yard: the day's yard award, and what it may do on a train later."""
        length = self.lengths.get(letter, 0)
        later = 0.0
        if letter not in self.closed and (length or self.free):
            later = self.worth(letter, length + 1) - self.worth(letter, length)
        sure = self.day.yard_points / self.day.yard_cars
        last_day = self.board.day == len(self.edition.data.days)
        if last_day:
            # What is not on a train when the last trains leave costs its points; what has a train may still get there.
            return sure * (1.0 if self.horizon < 1.5 else 0.45 if later else 0.9) + KEEP * later
        if self.horizon < 1.5:
            return max(sure, 0.3)  # a full yard is a good start into the next day
        return 0.4 * sure + KEEP * later + 0.2

    def place(self, cars: Sequence[str], *, yard: bool) -> float:
        """What a handful of cars earns, each in turn where it earns most. Below zero if one has no place."""
        lengths = dict(self.lengths)
        mixed, free = self.mixed, self.free
        room = sum(self.edition.data.own_yard.spaces - len(siding) for siding in self.me.yard) if yard else 0
        total = 0.0
        for letter in cars:
            length = lengths.get(letter, 0)
            best, how = (self.yard_worth(letter), "yard") if room else (-99.0, "")
            if (length and letter not in self.closed) or (not length and free):
                gain = self.worth(letter, length + 1) - self.worth(letter, length)
                gain -= 0.0 if length else self.locomotive_cost(free)
                if gain > best:
                    best, how = gain, "train"
            if "*" not in self.closed and letter not in mixed and (mixed or free):
                gain = self.worth("*", len(mixed) + 1) - self.worth("*", len(mixed))
                gain -= 0.0 if mixed else self.locomotive_cost(free)
                if gain > best:
                    best, how = gain, "mixed"
            if how == "train":
                free -= not length
                lengths[letter] = length + 1
            elif how == "mixed":
                free -= not mixed
                mixed += letter
            elif how == "yard":
                room -= 1
            total += best
        return total

    # --- the decisions ---

    def action(self, legal: Sequence[str]) -> str:
        """The best action of the turn, or a siding filled first if nothing is good enough."""
        best, move = -100.0, legal[0]
        if any(text.startswith("take") for text in legal):
            best, move = self.best_take(legal)
        if any(text.startswith("load") for text in legal):
            value, text = self.best_load(legal)
            if value > best:
                best, move = value, text
        for text in legal:
            value = self.other_action(text)
            if value > best:
                best, move = value, text
        if "fill" in legal and best < FILL_BELOW:
            return "fill"
        return move

    def other_action(self, text: str) -> float:
        """What calling, closing a train, or rearranging is worth."""
        if text == "call":
            return CALL if self.free == 0 and self.horizon > 4 else 0.2
        if text == "rearrange":
            return self.rearranging()
        if text.startswith("caboose"):
            category = "*" if text == "caboose mixed" else self.words[text.split()[1]]
            length = len(self.mixed) if category == "*" else self.lengths[category]
            patience = 1.0 if self.horizon == 0 else 0.5 if self.horizon < 2 else 0.2
            return (self.edition.data.caboose.factor - 1) * self.worth(category, length) * patience
        return -50.0

    def rearranging(self) -> float:
        """Next turn the best cars stand at the open end; this turn is spent, and the points."""
        if self.horizon < 2:
            return -1.0
        cars = sorted("".join(self.me.yard), key=self.train_gain)
        if not cars:
            return -1.0
        most = self.edition.data.action.load
        return 0.5 * self.place(cars[-most:], yard=False) - 0.4 * self._now(most) - self.edition.data.action.rearrange_cost

    def _now(self, most: int) -> float:
        return max(0.0, *(self.place(siding[:most], yard=False) for siding in self.me.yard))

    def best_take(self, legal: Sequence[str]) -> tuple[float, str]:
        """The best cars that can be taken with those that lie before the player, and the next siding for that."""
        hand = list(self.board.hand)
        missing = self.edition.data.action.take - len(hand)
        sidings = self.board.main
        offered = {int(text.split()[1]) - 1: text for text in legal if text.startswith("take")}
        best, move = -100.0, next(iter(offered.values()))

        def search(first: int, picks: list[int], cars: list[str]) -> None:
            nonlocal best, move
            if len(picks) == missing:
                value = self.place(cars, yard=True)
                if value > best:
                    for pick in picks:
                        if pick in offered:
                            best, move = value, offered[pick]
                            break
                return
            for index in range(first, len(sidings)):
                depth = picks.count(index)
                if depth < len(sidings[index]):
                    search(index, [*picks, index], [*cars, sidings[index][depth]])

        search(0, [], hand)
        return best, move

    def best_load(self, legal: Sequence[str]) -> tuple[float, str]:
        """The best cars that can be loaded with those that lie before the player, and the next siding for that."""
        hand = list(self.board.hand)
        missing = self.edition.data.action.load - len(hand)
        offered = {int(text.split()[1]) - 1: text for text in legal if text.startswith("load")}
        best, move = -100.0, ""
        for index, text in offered.items():
            for count in range(1, missing + 1):
                for other in range(missing - count + 1):
                    cars = hand + list(self.me.yard[index][:count])
                    for rest in range(len(self.me.yard)):
                        if rest != index:
                            cars = cars + list(self.me.yard[rest][:other])
                            break
                    if len(cars) != len(hand) + count + other:
                        continue
                    value = self.place(cars, yard=False) - sum(self.yard_worth(car) for car in cars)
                    if value > best:
                        best, move = value, text
        return best, move

    def load_or_put(self, legal: Sequence[str]) -> str:
        """Another car if that is worth more than those that lie before the player; else put them on trains."""
        if any(text.startswith("load") for text in legal):
            value, move = self.best_load(legal)
            hand = list(self.board.hand)
            if move and value > self.place(hand, yard=False) - sum(self.yard_worth(car) for car in hand):
                return move
        return self.best_put(legal)

    def best_put(self, legal: Sequence[str]) -> str:
        """The car and the place that earn most."""
        return max((text for text in legal if text.startswith("put")), key=self.put_value)

    def put_value(self, text: str) -> float:
        """What it earns to put a car somewhere."""
        _, car, where = text.split()
        letter = self.words[car]
        length = self.lengths.get(letter, 0)
        if where.startswith("yard-"):
            return self.yard_worth(letter) + 0.01 * len(self.me.yard[int(where[5:]) - 1])
        if where == "train":
            cost = 0.0 if length else self.locomotive_cost(self.free)
            return self.worth(letter, length + 1) - self.worth(letter, length) - cost
        if where == "mixed":
            if self.mixed == letter:  # turns into a train of its kind
                return self.worth(letter, 2) - self.worth("*", 1)
            cost = 0.0 if self.mixed else self.locomotive_cost(self.free)
            return self.worth("*", len(self.mixed) + 1) - self.worth("*", len(self.mixed)) - cost
        return self.worth("*", 2) - self.worth(self.words[where], 1)  # a single car turns mixed

    def train_gain(self, letter: str) -> float:
        """What one more car earns its own train."""
        if letter in self.closed:
            return 0.0
        length = self.lengths.get(letter, 0)
        return self.worth(letter, length + 1) - self.worth(letter, length)

    def put_back(self, legal: Sequence[str]) -> str:
        """The worst half deep into the first siding, the best cars to the open end of the last."""
        placed = sum(len(siding) for siding in self.me.yard)
        half = (placed + len(self.board.hand)) // 2
        hand = sorted(self.board.hand, key=lambda letter: (self.train_gain(letter), letter))
        word = next(word for word, letter in self.words.items() if letter == hand[0])
        places = [text for text in legal if text.split()[1] == word]
        return places[0] if placed < half else places[-1]


def _trains(at: SeatBoard) -> tuple[dict[str, int], set[str]]:
    """The lengths of a seat's trains, and which are closed; `*` is the mixed train."""
    lengths = {train.kind: train.cars for train in at.trains}
    closed = {train.kind for train in at.trains if train.closed}
    if at.mixed:
        lengths["*"] = len(at.mixed)
    if at.mixed_closed:
        closed.add("*")
    return lengths, closed
