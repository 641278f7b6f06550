"""The main yard, a player's yard, and the trains."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from freightyard.games.freight_train.page import sentences as say
from freightyard.games.freight_train.page.cars import CABOOSE, Kind, Kinds, car, names
from freightyard.games.freight_train.page.longest_trains import MIXED
from freightyard.games.freight_train.rules.edition import Rules
from freightyard.games.freight_train.rules.position import SeatBoard
from freightyard.games.freight_train.rules.scoring import yard_award
from freightyard.page.clicks import Clicks
from freightyard.page.markup import KEPT, esc, group, panel
from freightyard.page.players import locomotive

_TURNOUT = (
    '<svg class="turnout" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">'
    '<path d="M0 0 10 10" vector-effect="non-scaling-stroke"/></svg>'
)
_BUMPER = '<i class="bumper" aria-hidden="true"></i>'
_SLOT = '<span class="slot"></span>'


class _Turn(NamedTuple):
    """Of the turn in which a train is drawn: its owner acts, holds cars, and one of another kind would turn the train mixed."""

    acting: bool
    holding: bool
    mixes: bool


def main_yard(kinds: Kinds, main: tuple[str, ...], spaces: int, clicks: Clicks) -> Mapping[str, str]:
    """`ft.take-three`: the sidings of the main yard, each a part, open ends on the left. One that can be filled is a button."""
    first_empty = main.index("") + 1 if "" in main else 0
    tracks = {}
    for number, siding in enumerate(main, 1):
        part = f"main-{number}"
        take = clicks.word(f"take {number}", why=f"take {number}")
        filled = _fill(clicks, number) if number == first_empty else ""
        ident = f' id="{part}" data-part'
        tracks[part] = _track(kinds, number, siding, f"m{number}", take, say.siding(number), spaces, filled, ident)
    return tracks


def main_siding(kinds: Kinds, number: int, siding: str, spaces: int) -> str:
    """A siding of the main yard in which nothing can be clicked."""
    ident = f' id="main-{number}" data-part'
    return _track(kinds, number, siding, f"m{number}", "", say.siding(number), spaces, "", ident)


def whole_main_yard(parts: Mapping[str, str]) -> str:
    """The sidings of the main yard, one below the other."""
    rows = '<ol class="tracks ladder">'
    return group(
        "main-yard", say.MAIN_YARD, parts, "main-", sub=f"{parts['today']}<span>{say.OPEN_ENDS}</span>", rows=rows, kind="yard"
    )


def _fill(clicks: Clicks, number: int) -> str:
    """`ft.fill`: the siding that would be filled, if one may be."""
    click = clicks.word("fill")
    label = say.fill_siding(number)
    return f'<button class="target" type="button"{click} title="{label}" aria-label="{label}"></button>' if click else ""


def yard_words(rules: Rules, yard: tuple[str, ...], day: int, *, over: bool) -> str:
    """`ft.yard-award`: the cars in a yard, the room that is left, and what it earns or costs if the day ends so."""
    cars, today = sum(map(len, yard)), day - 1
    earned = yard_award(rules, today, cars)
    spaces = rules.yard_spaces * len(yard)
    each, worth = rules.yard_cars[today], rules.yard_points[today]
    return say.yard_room(cars, spaces, earned, each=each, worth=worth, day=day, over=over)


def own_yard(
    kinds: Kinds, yard: tuple[str, ...], spaces: int, seat: int, owner: str, clicks: Clicks, *, room: str, cost: int
) -> str:
    """A player's yard; its sidings are places for cars while some lie before the player. `owner` is plain text, `room` what
    `yard_words` says, `cost` the points for which it can be rearranged."""
    tracks = []
    for number, siding in enumerate(yard, 1):
        load = clicks.word(f"load {number}", why=f"load {number}")
        place = _place(clicks, kinds, number)
        ident = f' data-drop="yard-{number}"' if clicks.acting else ""
        at = f"s{seat + 1}y{number}"
        tracks.append(_track(kinds, number, siding, at, load, say.yard_siding(number), spaces, place, ident))
    return panel(
        "own-yard",
        esc(owner),
        f'<ol class="tracks">{"".join(tracks)}</ol>',
        sub=room,
        kind="yard own",
        attributes=f' data-part data-seat="{seat + 1}" data-spaces="{spaces}"{_planning(kinds, clicks, cost)}',
    )


def _planning(kinds: Kinds, clicks: Clicks, cost: int) -> str:
    """What a client must know that plans a turn: the words of the kinds, and what it costs to put the yard in a new order."""
    if not clicks.acting:
        return ""
    words = f' data-kinds="{"|".join([f"{kind.letter} {kind.word}" for kind in kinds.values()])}"'
    return f'{words} data-cost="{say.points(cost)}"' if clicks.word("rearrange") else words


def _siding(kinds: Kinds, siding: str, at: str, click: str, where: str) -> str:
    """The cars of a siding; the first one stands at the open end."""
    last = len(siding) - 1
    parts = []
    for index, letter in enumerate(siding):
        kind = kinds[letter]
        if index == 0 and click:
            parts.append(car(kind, f"{at}.{last}", click, say.car_at(kind.name, where)))
        else:
            parts.append(car(kind, f"{at}.{last - index}"))
    return "".join(parts)


@lru_cache(maxsize=KEPT)
def _track(
    kinds: Kinds, number: int, siding: str, at: str, click: str, where: str, spaces: int, place: str, ident: str
) -> str:  # fmt: skip
    """A siding; `click` belongs to the car at its open end, `place` is a button over all of it, `ident` tells the client which
    siding it is."""
    cars = _siding(kinds, siding, at, click, where)
    return (
        f'<li class="track spaces-{spaces}"{ident}>{_TURNOUT}<span class="num" aria-hidden="true">{number}</span>'
        f'<span class="vh">{say.siding(number)}: {names(kinds, siding)}</span>'
        f'<div class="rails">{_SLOT * (spaces - len(siding))}{cars}{place}</div>{_BUMPER}</li>'
    )


def _place(clicks: Clicks, kinds: Kinds, number: int) -> str:
    """A siding as a place to put a car."""
    click = clicks.word(*[f"put {kind.word} yard-{number}" for kind in kinds.values()])
    if not click:
        return ""
    label = say.to_siding(number)
    return (
        f'<button class="target" type="button"{click} data-place="yard-{number}" data-to="{label}" title="{label}" '
        f'aria-label="{label}"></button>'
    )


def trains(kinds: Kinds, at: SeatBoard, seat: int, owner: str, clicks: Clicks, *, holding: str, rivals: Mapping[str, int]) -> str:
    """`ft.train`, `ft.mixed`: every train with its cars, and the locomotives that wait. `holding`: the cars before the player.
    `rivals`: the longest train of others in each category."""
    with_cabooses = clicks.word("caboose") != ""
    rows = []
    words = [kind.word for kind in kinds.values()]
    for train in at.trains:
        kind = kinds[train.kind]
        name = say.train(kind.name)
        cars = _consist(kind, seat, train.cars)
        moves = [f"put {kind.word} train", *[f"put {word} {kind.word}" for word in words if word != kind.word]]
        shut = _caboose(clicks, kind.word, name) if with_cabooses and not train.closed else ""
        single = clicks.acting and train.cars == 1 and not train.closed and not at.mixed
        turn = _Turn(clicks.acting, bool(holding), single)
        best = rivals.get(train.kind, 0)
        rows.append(_train(seat, name, cars, train.cars, best, train.closed, clicks.word(*moves), kind.word, shut, turn))
    if at.mixed:
        cars = "".join([car(kinds[letter], f"s{seat + 1}tx{letter}.0") for letter in at.mixed])
        moves = [f"put {word} mixed" for word in words]
        shut = _caboose(clicks, "mixed", say.MIXED_TRAIN) if with_cabooses and not at.mixed_closed else ""
        turn = _Turn(clicks.acting, bool(holding), False)
        length, best, closed = len(at.mixed), rivals.get(MIXED, 0), at.mixed_closed
        rows.append(_train(seat, say.MIXED_TRAIN, cars, length, best, closed, clicks.word(*moves), "mixed", shut, turn))
    if at.free:
        rows.append(_roundhouse(kinds, at, seat, clicks))
    return panel(
        "trains",
        esc(owner),
        f'<ol class="trains">{"".join(rows)}</ol>',
        sub=say.locomotives(at.locomotives, at.free, called=at.called, plans=clicks.acting),
    )


@lru_cache(maxsize=KEPT)
def _consist(kind: Kind, seat: int, length: int) -> str:
    return "".join([car(kind, f"s{seat + 1}t{kind.letter}.{index}") for index in range(length)])


@lru_cache(maxsize=KEPT)
def _train(
    seat: int, name: str, cars: str, length: int, best: int, closed: bool, click: str, place: str, shut: str, turn: _Turn
) -> str:  # fmt: skip
    """`best`: the longest train of others, which a phone shows beside the own one: the panel with all is out of sight."""
    label = say.train_label(name, length, closed=closed)
    inside = f'{locomotive(seat)}<span class="consist">{cars}{CABOOSE if closed else ""}</span>'
    mixes = ""
    if place == "mixed":
        inside += f'<span class="tag mix" aria-hidden="true">{say.MIX}</span>'
    elif turn.mixes:
        inside += f'<span class="mixes">{say.MAKES_MIXED}</span>'
        if f" {place}|" in click.replace('"', "|"):  # a car of another kind can join it now
            mixes = f' data-to-place="{say.to_train_mixed(name)}"'
    other = f'<small class="best" aria-hidden="true" title="{say.best_other(best)}">/{best}</small>'
    ahead = " ahead" if length > best else ""
    inside += f'<span class="count{ahead}"><span class="vh">{label}</span><span aria-hidden="true">{length}</span>{other}</span>'
    if click or turn.holding:
        own = f' data-own="put {place} train"' if place != "mixed" else ""
        to = f'data-place="{place}" data-to="{say.to_train(name)}"{mixes}{own}'
        body = f'<button class="train" type="button"{click} {to} title="{label}">{inside}</button>'
    else:
        body = f'<div class="train" title="{label}">{inside}</div>'
    drop = f' data-drop="{place}"' if turn.acting else ""
    return f"<li{drop}>{body}{shut}</li>"


def _caboose(clicks: Clicks, word: str, name: str) -> str:
    click = clicks.word(f"caboose {word}")
    if not click:
        return ""
    label = say.close_train(name)
    return f'<button class="quiet close" type="button"{click} title="{label}" aria-label="{label}">{CABOOSE}</button>'


def _roundhouse(kinds: Kinds, at: SeatBoard, seat: int, clicks: Clicks) -> str:
    """The locomotives that wait for their first car; a car before the player can begin a train of its kind, or the mixed one."""
    running = {train.kind for train in at.trains}
    starts = clicks.word(*[f"put {kind.word} train" for kind in kinds.values() if kind.letter not in running])
    mixed = "" if at.mixed else clicks.word(*[f"put {kind.word} mixed" for kind in kinds.values()])
    buttons = ""
    if starts:
        to = f'data-place="train" data-drop="train" data-to="{say.TO_NEW_TRAIN}"'
        kind = _only(kinds, starts)
        words = say.start_train(kind.name) if kind else say.START_TRAIN
        buttons += f'<button class="start" type="button"{starts} {to}>{words}</button>'
    if mixed:
        to = f'data-place="mixed" data-drop="mixed" data-to="{say.TO_NEW_MIXED}"'
        buttons += f'<button class="start" type="button"{mixed} {to}>{say.START_MIXED}</button>'
    free = f'<span class="free">{say.free_locomotives(at.free)}</span>'
    words = buttons or (f"{say.free_as_planned(at.free)}{_new_trains(at)}" if clicks.acting else free)
    none = '<span class="count" aria-hidden="true">–</span>'
    drop = ' data-drop="new"' if clicks.acting else ""
    first = f'<li class="waiting"{drop}><div class="train">{locomotive(seat)}{words}{none}</div></li>'
    spare = f'<li class="spare" aria-hidden="true"{drop}><div class="train">{locomotive(seat)}{none}</div></li>'
    return first + spare * (at.free - 1)


def _only(kinds: Kinds, starts: str) -> Kind | None:
    """The kind of car that can start a train now, if there is but one: the button names it, and no car need be chosen."""
    found = [kind for kind in kinds.values() if f"put {kind.word} train" in starts]
    return found[0] if len(found) == 1 else None


def _new_trains(at: SeatBoard) -> str:
    """Where a car is dropped that shall begin a train: the client shows them while it is held."""
    mixed = "" if at.mixed else f'<span class="start zone" data-drop="mixed">{say.START_MIXED}</span>'
    return f'<span class="start zone" data-drop="train">{say.START_TRAIN}</span>{mixed}'
