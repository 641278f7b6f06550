"""Freight Train in words: what the page asks, offers and shows, what its client says, and what the log tells.

Names of players and kinds come in as markup where the page draws with them, and as plain text in the log.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from freightyard.page.deck_bar import RISK_KEY, SAFE_KEY
from freightyard.page.sheet import signed

# ---------- what the client says, by name: `{value}` stands for a value ----------

CLIENT: Final[Mapping[str, str]] = {
    "no sheets": "No score sheet yet: the first is made when the first day ends.",
    "arrange": "Drag the cars into a new order. Or tap a car, then its new place.",
    "arrange keys": "With keys: Enter, then the arrows.",
    "arrange cost": "This costs {cost} and ends your turn.",
    "arrange car": "{name} car, siding {siding}, place {place} from the open end",
    "arrange done": "Done: pay {cost} and end your turn",
    "again": "Your turn again: after each round the first place passes left, and now it is yours.",
    "becomes mixed": "becomes mixed",
    "blocked": "The {first} car must go first: you can only take the car at the open end, on the left.",
    "blocked in yard": "The {first} car must go first: you can only load the car at the open end, on the left.",
    "car picked up": "Picked up. Move it with the arrow keys.",
    "car put down": "Put down.",
    "choose a car": "Choose a car first.",
    "car or answer": "Answer the question, or choose the car that shall go there instead.",
    "last round": "The Trains Leave card came: this is the last round of the day.",
    "mix": "mix",
    "load done": "End your turn with these cars on their trains? Or load more first.",
    "load done one": "End your turn with the {name} car {to}? Or load more first.",
    "plan lost": "The plan could not be checked. Please choose the place again.",
    "planned": "{name} car: {to}, once all cars are taken.",
    "planned load": "{name} car: {to}, once you end your turn.",
    "where below": "Where does it go? More trains are below.",
    "to own train": "on its own train",
    "to new train": "on a new train",
    "to mixed": "on the mixed train",
    "to other": "on the {train} train, which becomes mixed",
    "to yard": "into yard siding {siding}",
    "tip goal": "Your goal: the longest train of each kind. They earn points when a day ends, and the most points win.",
    "tip goal mixed": "Your goal: the longest train of each kind, and the longest mixed train (no kind twice). They earn points"
    " when a day ends, and the most points win.",
    "tip take": "Choose a car at the left end of a siding to take it, or drag it to its place. Or double-click or double-tap"
    " it: then it goes to the train of its own kind. You can undo it.",
    "tip taking": "Each car you take frees the one behind it: for you, and for the next player.",
    "tip put": "You took these cars. Choose one, then the place where it goes.",
    "tip place": "Put it on a train of its kind, on your mixed train (at most one car of each kind), or into your yard for"
    " later. Lit places are possible; choose any other to see why it is not.",
    "tip load": "Put what you load on trains. You can load more cars from your yard first.",
    "tip action": "A turn is one action. The buttons show what each one costs or brings; choose a grey one to see why it is not"
    " possible now.",
    "tip end": "That was a turn! Your yard counts too: above it you see what it earns or costs when the day ends. Call a"
    " locomotive when none is free. The rules are in the menu.",
}

# ---------- the prompt ----------

TRAINS_LEAVE: Final = "The trains leave. Points are being counted."
CARDS_DRAWN: Final = "Cards are being drawn."
WHERE: Final = "Where does it go?"
PUT_LAST: Final = "Put the last car on a train or into your yard."
PUT_LAST_ON_TRAIN: Final = "Put the last car on a train: your yard is full."
PUT_LAST_IN_YARD: Final = "Put the last car into your yard: none of your trains can take it."
PUT_LAST_NOT_MIXED: Final = "Put the last car into your yard: your mixed train already has one of its kind."
PUT_LAST_NO_LOCOMOTIVE: Final = "Put the last car into your yard: no locomotive is free for a new train."
PUT_ONE: Final = "Pick a car, then a train or a siding of your yard."
PUT_ONE_ON_TRAIN: Final = "Pick a car, then the train it joins: your yard is full."
COUPLE_LAST: Final = "Put the car on a train."
COUPLE_ONE: Final = "Pick a car, then the train it joins."
PUT_BACK: Final = "Put the cars back, one siding after the other, starting at the bumper."
STUCK: Final = "No action is possible: pass."
FILL_FIRST: Final = "No action is possible yet: fill a siding first."
TRAY: Final = "Cars to place"
PLAN_FAILS: Final = "the cars planned before would have no place to go"


def game_over(result: str) -> str:
    return f"The game is over: {result}."


def genitive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def others(name: str, phase: str, held: int, take: int) -> str:
    """What another player does, who holds so many cars."""
    if phase == "taking":
        return f"{name} is taking cars: {held} of {take}."
    if phase == "placing":
        return f"{name} has {count(held, 'car')} left to place."
    if phase == "coupling":
        return f"{name} has {count(held, 'car')} left to put on trains."
    if phase == "loading":
        return f"{name} is loading: {count(held, 'car')} so far."
    if phase == "rearranging":
        return f"{name} is rearranging the yard."
    return f"{genitive(name)} turn."


def take_more(more: int) -> str:
    return f"Take {more} more {'car' if more == 1 else 'cars'}. Choose places now or later."


def load_more(held: int, most: int) -> str:
    """`held`: the cars loaded so far, of `most` in a turn."""
    put = "Put this car on a train" if held == 1 else "Put these cars on trains"
    return f"{put}, or load up to {most} in all."


def your_turn(take: int, *, no_take: str, no_load: str, only: str, filled: bool, again: bool) -> str:
    """What can be done at the start of a turn: what is clicked on the board is named, the rest are buttons. `no_take`, `no_load`:
    why that is not possible, or nothing. `only`: the move that alone is, or nothing. `again`: the turn before was theirs, too."""
    begin = "You filled a siding. Now" if filled else f"Your turn again{_AGAIN}:" if again else "Your turn:"
    words = f"{begin} {_offers(take, no_take, no_load, only)}."
    if again and not filled:  # beside what undoes the turn before there is no room for more
        return words
    return f"{words} {no_take or no_load}" if bool(no_take) != bool(no_load) else words  # who misses one of them sees why


# Markup: on a phone, where no toast says it.
_AGAIN: Final = '<span class="why">, now you are first</span>'


def _offers(take: int, no_take: str, no_load: str, only: str) -> str:
    if only in _ONLY:
        return f"you can only {_ONLY[only]}"
    named = [*([] if no_take else [f"take {take} cars"]), *([] if no_load else ["load from your yard"])]
    return ", ".join([*named, "or choose below"]) if named else "choose an action below"


_ONLY: Final = {"rearrange": "rearrange your yard", "call": "call a locomotive"}


def too_few(take: int) -> str:
    return f"The main yard has fewer than {take} cars."


def no_room(take: int) -> str:
    return f"You have no room for {take} cars."


YARD_EMPTY: Final = "Your yard is empty."
NO_TRAIN_FOR_YARD: Final = "None of your trains can take a car of your yard now."


def your_last_turn(take: int, *, no_take: str, no_load: str, only: str, over: bool) -> str:
    """The last turn of a day, or of the game: what can be done. What the yard earns then, its title says."""
    begin = "Your last turn" if over else "Last turn before the trains leave"
    return f"{begin}: {_offers(take, no_take, no_load, only)}."


def last_round(words: str) -> str:
    return f"{words} It is the last round of the day."


# ---------- buttons: a verb, and what it costs or brings ----------

FILL: Final = "Fill any siding"
REARRANGE: Final = "Rearrange"
CALL: Final = "Call a locomotive"
GIVE_UP: Final = "Pass"
GIVE_UP_NOTE: Final = "no action is possible"
START_TRAIN: Final = "Start a train"
START_MIXED: Final = "Start a mixed train"


def start_train(kind: str) -> str:
    return f"Start {'an' if kind[:1] in 'aeiou' else 'a'} {kind} train"


def all_to_trains(kinds: Sequence[str], cars: int, *, new: bool) -> tuple[str, str]:
    """Cars of these kinds, each to the train of its kind: the button and what stands below it. `new`: of one kind, of which there
    is no train yet."""
    if len(kinds) > 1:
        return "All to their own trains", ", ".join(kinds)
    words = "Both" if cars == 2 else f"All {cars}"
    return f"{words} on {'a new' if new else 'your'} {kinds[0]} train", ""


def fill_note(cards: int) -> str:
    return f"{count(cards, 'car')} {'comes' if cards == 1 else 'come'}, then act"


FILL_ONCE: Final = "once a turn"


def fill_needs(sidings: int) -> str:
    return f"once {sidings} {'is' if sidings == 1 else 'are'} empty"


def rearrange_note(cost: int) -> str:
    return f"costs {points(cost)}"


def points(cost: int) -> str:
    return count(cost, "point")


CALL_TOO_LATE: Final = "too late for today"
CALL_GO: Final = "End turn"


def call_note(locomotives: int) -> str:
    return f"{locomotives + 1} for the rest of today"


def call_question(locomotives: int, *, last: bool) -> str:
    """What a called locomotive is worth: the others get theirs when the next day begins."""
    if last:
        return f"Call a locomotive. End your turn? It gains nothing: tomorrow you have {locomotives + 1} anyway."
    return f"Call a locomotive. End your turn? You have {locomotives + 1} today; tomorrow you have {locomotives + 1} anyway."


def call_closed(day: int, *, called: bool) -> str:
    return "one a day" if called else f"not on day {day}"


# ---------- labels: yards and trains ----------

MAIN_YARD: Final = "Main yard"
OPEN_ENDS: Final = "open ends on the left"
CLOSED: Final = "closed by a caboose"
EMPTY: Final = "empty"
MIXED_TRAIN: Final = "mixed train"
MAKES_MIXED: Final = CLIENT["becomes mixed"]
TO_NEW_TRAIN: Final = "on a new train"
TO_NEW_MIXED: Final = "on a new mixed train"


YOUR: Final = "Your"
YOU: Final = "you"


def yard_of(whose: str) -> str:
    return f"{whose} yard"


def trains_of(whose: str) -> str:
    return f"{whose} trains"


def siding(number: int) -> str:
    return f"siding {number}"


def yard_siding(number: int) -> str:
    return f"yard siding {number}"


def car_at(name: str, where: str) -> str:
    return f"{name} car, {where}"


def a_car(name: str) -> str:
    return f"{name} car"


def fill_siding(number: int) -> str:
    return f"Fill siding {number} from the deck"


def to_siding(number: int) -> str:
    return f"into yard siding {number}"


def to_train(name: str) -> str:
    return f"on the {name}"


def to_train_mixed(name: str) -> str:
    return f"on the {name}, which becomes mixed,"


def train(kind: str) -> str:
    return f"{kind} train"


def train_label(name: str, length: int, *, closed: bool) -> str:
    return f"{name}, {count(length, 'car')}{', ' + CLOSED if closed else ''}"


def close_train(name: str) -> str:
    return f"Close the {name} with a caboose"


def yard_room(cars: int, spaces: int, earned: int, *, each: int, worth: int, day: int, over: bool) -> str:
    """`earned`: what the yard would earn, or cost, if the day ended now: so much, `worth`, for every so many cars, `each`. On a
    phone it is one line, as cars are chosen below it."""
    room = f"{cars} of {count(spaces, 'car')}"
    return room if over else f"{room} · {_yard_earns(earned, each, worth, day)}"


def _yard_earns(earned: int, each: int, worth: int, day: int) -> str:
    if not worth:
        return f"earn 0 on day {day}"
    if each > 1 and worth > 0:
        return f"{worth} for every {each}: {signed(earned)}"
    verb = "earns" if worth > 0 else "costs"
    return f"{'each' if each == 1 else f'every {each}'} {verb} {abs(worth)}: {signed(earned)}"


def yard_rule(cars: int, earned: int) -> str:
    """What the yards earn or cost at the end of this day: so much for every so many cars."""
    if not earned:
        return "Yards earn nothing when this day ends."
    verb = "costs" if earned < 0 else "earns"
    one = f"Every car in a yard {verb}" if cars == 1 else f"Every {cars} cars in a yard {verb.removesuffix('s')}"
    return f"{one} {count(abs(earned), 'point')} when this day ends."


def best_other(cars: int) -> str:
    return f"best other: {cars}"


def locomotives(number: int, free: int, *, called: bool, plans: bool) -> str:
    """`plans`: the client follows the trains that are planned with the number of free ones."""
    left = f'<span data-free="{_fewer(free, _free)}">{_free(free)}</span>' if plans and free else _free(free)
    return f"{count(number, 'locomotive')}, {left} free{' · 1 called today' if called else ''}"


def _free(free: int) -> str:
    return str(free or "none")


def _fewer(free: int, words: Callable[[int], str]) -> str:
    """What is said when fewer are free: of none, of one, and so on."""
    return "|".join([words(fewer) for fewer in range(free)])


def free_locomotives(free: int) -> str:
    return f"{count(free, 'locomotive')} free"


def free_as_planned(free: int) -> str:
    """The same for who plans trains."""
    return f'<span class="free" data-free="{_fewer(free, free_locomotives)}">{free_locomotives(free)}</span>'


# ---------- labels: the day, the standings, the players ----------

LAST_TRAINS_LEFT: Final = "The last trains have left."
LONGEST: Final = "Longest trains"
ALL_LENGTHS: Final = "All trains and points"
LENGTHS: Final = "All trains"
CARS_EARN: Final = "cars, points"
YARD: Final = "yard"
TIED: Final = "tied for the longest"
PLAYERS: Final = "Players"
PLAYERS_NOTE: Final = "trains and yard today · points"
POINTS: Final = "points"
FIRST: Final = "first"
THIS_ROUND: Final = "this round"
GOES_FIRST: Final = f"goes {FIRST} {THIS_ROUND}"
IF_NOW: Final = "if the day ended now"
FOR_YARD: Final = "yard"  # short: the name stands before it
NO_TRAINS: Final = "no trains yet"
MIX: Final = CLIENT["mix"]
MIXED: Final = "mixed"


def day_title(day: int, days: int) -> str:
    return f"Day {day} of {days}"


def day_note(round_: int, first: str | None) -> str:
    return f"round {round_}" if first is None else f"round {round_} · {first} first"


def deck_left(cars: int, leave: int | None, *, laid: bool) -> str:
    """The deck, and when the Trains Leave card can come: after so many cards; None if it is out; not `laid` into the deck yet."""
    deck = f"{count(cars, 'car')} in the deck."
    if not laid:
        return f"{deck} The <b>Trains Leave</b> card goes into it when the yards are filled."
    if leave is None:
        return f"{deck} The <b>Trains Leave</b> card has come: the day ends after this round."
    if leave:
        return f"{deck} The {RISK_KEY}<b>Trains Leave</b> card can come after {SAFE_KEY}{count(leave, 'more car')}."
    return f"{deck} Any card can be the {RISK_KEY}<b>Trains Leave</b> card now."


def today(day: int, leave: int | None, *, laid: bool) -> str:
    """The day in a few words, where there is no room for its panel."""
    if not laid:
        return f"Day {day}"
    if leave is None:
        return f"Day {day} · last round"
    return f"Day {day}: at least {count(leave, 'more car')}" if leave else f"Day {day} can end any time"


def cabooses_left(left: int, cards: int) -> str:
    return f"{left} of {cards} cabooses left."


def awards_note(longest: int, second: int, tied: int) -> str:
    """What trains earn, where there is room for a line."""
    return f"longest {points(longest)}, second {second}, two tied {tied} each"


def awards_rule(longest: int, second: int, tied: Sequence[int]) -> str:
    """The same in full; `tied`: what each gets if two, three and more are tied for the longest."""
    words = ("two", "three", "four", "five")
    ties = [f"{words[number]} get {each} each" for number, each in enumerate(tied[: len(words)]) if each]
    shared = f" Tied: {', '.join(ties)}." if ties else ""
    alone = f"If one leads alone, the second longest gets {second}; two tied for second get nothing."
    return f"In each row the longest train earns {points(longest)}.{shared} {alone}"


def types_note(whose: str) -> str:
    return f"{whose} / best other · left in the deck"


def cars_left(left: int) -> str:
    return f"{left} left"


def rival(locomotives: int, free: int, cars: int, *, called: bool) -> str:
    once = " (1 called today)" if called else ""
    return f"{count(locomotives, 'locomotive')}{once}, {free or 'none'} free. {count(cars, 'car')} in the yard."


def free_of(free: int, locomotives: int) -> str:
    return f"{free} of {count(locomotives, 'locomotive')} free"


def free_in_short(free: int, locomotives: int) -> str:
    """Beside the picture of a locomotive; of how many only where there is room for it."""
    return f'{free}<small class="of">/{locomotives}</small> free'


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
