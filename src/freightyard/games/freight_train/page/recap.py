"""What changed in Freight Train since somebody's last turn: who leads where, new cars, the deck, the day."""

from collections.abc import Iterator, Sequence

from freightyard.core.contract import View
from freightyard.games.freight_train.page import recap_sentences as say
from freightyard.games.freight_train.page.cars import Kinds, kinds_of
from freightyard.games.freight_train.page.longest_trains import MIXED, categories, rules_of
from freightyard.games.freight_train.rules.position import Board
from freightyard.page.contract import Change, Recap
from freightyard.page.markup import esc, minus
from freightyard.page.players import disc
from freightyard.page.recap import lead_change, named


def recap(before: View, now: View, names: Sequence[str]) -> Recap:
    """From one moment to a later one."""
    kinds = kinds_of(now.edition)  # type: ignore[arg-type]  # a Freight Train view has its edition
    changes: list[Change] = []
    if now.board.day != before.board.day:
        changes.append(_day(before, now, names))
    else:
        changes += _leads(kinds, before, now, names)
    fresh = _fresh_main(before.board, now.board)
    if fresh:
        changes.append(_new_cars(kinds, [letter for _, letter in fresh]))
    changes += _locomotives(before.board, now.board, names)
    if now.outcome is None and sum(now.board.deck.values()) < sum(before.board.deck.values()):
        changes.append(_deck(now.board))
    marks = [f'#main-yard [data-at="{at}"]' for at, _ in fresh]
    return Recap(tuple(changes), (*marks, *_fresh_of_others(before.board, now)))


def _day(before: View, now: View, names: Sequence[str]) -> Change:
    """The day that began, and what everybody earned by the trains that left."""
    rules, day = rules_of(now), now.board.day
    head = f"{say.day_began(day, rules.days)}; {say.days_left(rules.days - day)}"
    won = [at.points - then.points for at, then in zip(now.board.seats, before.board.seats, strict=True)]
    words = ", ".join([f"{name} {minus(points)}" for name, points in zip(names, won, strict=True)])
    shown = " ".join([f"{disc(seat)}{esc(names[seat])} <b>{minus(points)}</b>" for seat, points in enumerate(won)])
    return Change(f"{head}. {words}", f"{esc(head)}: {shown}")


def _leads(kinds: Kinds, before: View, now: View, names: Sequence[str]) -> Iterator[Change]:
    """`ft.award`: who took the lead in a category, and who drew level with the longest. What the one who looks did is not told:
    they have not moved."""
    earlier = {category.letter: category.lengths for category in categories(rules_of(before), before.board)}
    level: list[Change] = []
    for category in categories(rules_of(now), now.board):
        lengths, then = category.lengths, earlier[category.letter]
        best = max(lengths)
        mixed = category.letter == MIXED
        kind = say.MIXED_TRAINS if mixed else kinds[category.letter].name
        picture = "" if mixed else f'<i class="cars">{kinds[category.letter].picture}</i> '
        leader = lead_change(then, lengths)
        if leader is not None and lengths[leader] > then[leader]:
            words = say.took_lead(kind, best)
            yield named(leader, names, words, esc(words).replace(kind, f"{picture}{kind}", 1))
            continue
        for seat, length in enumerate(lengths):
            if best > 1 and length == best > then[seat] and max(then) == best:
                words = say.tied(kind, best)
                level.append(named(seat, names, words, esc(words).replace(kind, f"{picture}{kind}", 1)))
    yield from level


def _fresh_main(before: Board, now: Board) -> list[tuple[str, str]]:
    """`ft.fill`: the places and letters of cars that were not in the main yard. Cars leave a siding at its open end and come
    when it is empty: so a siding that is not the rest of what it was, is new."""
    found = []
    for number, (then, siding) in enumerate(zip(before.main, now.main, strict=True), 1):
        if siding and not then.endswith(siding):
            found += [(f"m{number}.{len(siding) - 1 - place}", letter) for place, letter in enumerate(siding)]
    return found


def _new_cars(kinds: Kinds, letters: Sequence[str]) -> Change:
    words = say.new_cars(len(letters))
    pictures = "".join([f'{kinds[letter].picture}<span class="vh">{kinds[letter].name} </span>' for letter in letters])
    spoken = ", ".join([kinds[letter].name for letter in letters])
    return Change(f"{words}: {spoken}", f'{esc(words)} <i class="cars">{pictures}</i>')


def _locomotives(before: Board, now: Board, names: Sequence[str]) -> Iterator[Change]:
    for seat, (then, at) in enumerate(zip(before.seats, now.seats, strict=True)):
        if at.locomotives > then.locomotives:
            yield named(seat, names, say.locomotives(at.locomotives))


def _deck(board: Board) -> Change:
    words = say.in_deck(sum(board.deck.values()))
    return Change(words if board.leave is None else f"{words}; {say.leave_after(board.leave)}")


def _fresh_of_others(before: Board, now: View) -> Iterator[str]:
    """The trains of others that grew, and the cars that came into their yards, as they are drawn beside the players."""
    for seat, (then, at) in enumerate(zip(before.seats, now.board.seats, strict=True)):
        if seat == now.seat:
            continue
        lengths = {train.kind: train.cars for train in then.trains}
        for train in at.trains:
            if train.cars > lengths.get(train.kind, 0):
                yield f'.mini[data-train="s{seat + 1}t{train.kind}"]'
        if len(at.mixed) > len(then.mixed):
            yield f'.mini[data-train="s{seat + 1}tmixed"]'
        for number, (old, siding) in enumerate(zip(then.yard, at.yard, strict=True), 1):
            kept = _common(old[::-1], siding[::-1])
            yield from [f'.lane [data-at="s{seat + 1}y{number}.{place}"]' for place in range(kept, len(siding))]


def _common(one: str, other: str) -> int:
    """How far two sidings are the same, from their bumpers on."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return same
