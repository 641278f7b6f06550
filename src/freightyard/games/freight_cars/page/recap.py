"""What changed in Freight Cars since somebody's last turn: credits, cities, cards to take, trains, the deck."""

from collections.abc import Iterator, Sequence

from freightyard.core.contract import View
from freightyard.games.freight_cars.page.pictures import pictures_of
from freightyard.games.freight_cars.page.sentences import labels
from freightyard.games.freight_cars.page.sentences import recap as say
from freightyard.games.freight_cars.page.sentences.names import name_of
from freightyard.games.freight_cars.rules.edition import Edition
from freightyard.games.freight_cars.rules.names import spoken
from freightyard.games.freight_cars.rules.position import Board
from freightyard.page.contract import Change, Recap
from freightyard.page.markup import esc
from freightyard.page.recap import lead_change, named


def recap(before: View, now: View, names: Sequence[str]) -> Recap:
    """From one moment to a later one. All that is compared lies open to everybody."""
    edition: Edition = now.edition  # type: ignore[assignment]  # a Freight Cars view has its edition
    then: Board = before.board
    board: Board = now.board
    cities = [city for city in board.cities if city is not None and city not in then.cities]
    cards = [card for card in board.tableau if card is not None and card not in then.tableau]
    changes = [*_credits(then, board, names), *_end(then, board, names), *_cities(edition, cities), *_cards(edition, cards)]
    changes += _trains(then, board, names)
    if board.deck < then.deck and board.end == "in-deck":
        changes.append(Change(say.in_deck(board.deck, board.above)))
    marks = [f'#cities [data-town="{city}"]' for city in cities]
    marks += [f'#tableau [data-car="{card}"]' for card in cards]
    return Recap(tuple(changes), (*marks, *_fresh_cars(then, now)))


def _credits(before: Board, now: Board, names: Sequence[str]) -> Iterator[Change]:
    """`fc.ship`: who earned credits, and who took the lead by it."""
    earlier, credits_ = ([at.credits for at in board.seats] for board in (before, now))
    leader = lead_change(earlier, credits_)
    if leader is not None:
        yield named(leader, names, say.leads(credits_[leader]))
    for seat, (then, amount) in enumerate(zip(earlier, credits_, strict=True)):
        if amount > then and seat != leader:
            yield named(seat, names, say.earned(amount - then, amount))


def _end(before: Board, now: Board, names: Sequence[str]) -> Iterator[Change]:
    """`fc.end-card`: that the end came into sight."""
    if now.end != before.end and now.end != "in-deck":
        first, rest = labels.end_come(now.end, names[(now.revealer or 1) - 1])
        yield Change(f"{first} {rest}".rstrip("."))


def _cities(edition: Edition, cities: Sequence[str]) -> Iterator[Change]:
    if not cities:
        return
    words = say.new_cities([name_of(edition, city) for city in cities])
    wants = pictures_of(edition).wants
    pictures = ", ".join([f'{esc(name_of(edition, city))} <i class="goods">{wants[city]}</i>' for city in cities])
    yield Change(words, f"{esc(words.partition(':')[0])}: {pictures}")


def _cards(edition: Edition, cards: Sequence[str]) -> Iterator[Change]:
    if not cards:
        return
    words, pictures = say.new_cards(len(cards)), pictures_of(edition)
    goods = "".join([pictures.badges[edition.data.freight[edition.card_number[card]].resource] for card in cards])
    yield Change(f"{words}: {', '.join([spoken(card) for card in cards])}", f'{esc(words)} <i class="goods">{goods}</i>')


def _trains(before: Board, now: Board, names: Sequence[str]) -> Iterator[Change]:
    earlier, lengths = ([len(at.train) for at in board.seats] for board in (before, now))
    leader = lead_change(earlier, lengths)
    if leader is not None and lengths[leader] > earlier[leader]:
        yield named(leader, names, say.longest_train(lengths[leader]))


def _fresh_cars(before: Board, now: View) -> Iterator[str]:
    """The cars that others loaded, as they are drawn beside the players."""
    for seat, (then, at) in enumerate(zip(before.seats, now.board.seats, strict=True)):
        if seat != now.seat:
            known = {car.card for car in then.train}
            yield from [f'.mincar[data-mini="{car.card}"]' for car in at.train if car.card not in known]
