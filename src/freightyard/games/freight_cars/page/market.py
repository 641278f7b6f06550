"""What lies on the table for all: the cities, the cards to take, the deck."""

from collections.abc import Iterator, Sequence
from typing import Final

from freightyard.games.freight_cars.page.reading import Reading
from freightyard.games.freight_cars.page.sentences import labels
from freightyard.games.freight_cars.page.sentences.names import goods
from freightyard.games.freight_cars.rules.names import spoken
from freightyard.games.freight_cars.rules.position import Board
from freightyard.page.deck_bar import deck_bar
from freightyard.page.markup import esc, panel

_SETUP: Final = ("offering", "keeping", "dealing", "discarding", "uncovering", "revealing", "cities")
_FITS: Final = '<i class="fit">✓</i>'


def cities_part(reading: Reading) -> str:
    """`fc.demand`: the cities that can be served, with what they want and pay."""
    board = reading.board
    items = [_city(reading, word) for word in board.cities]
    body = f'<p class="later">{labels.CITIES_LATER}</p>' if _to_come(board) else f'<ul class="cities">{"".join(items)}</ul>'
    over = board.phase in ("unmasking", "over")
    left = labels.cities_left(board.city_deck, ended=board.end != "in-deck", over=over)
    added = labels.city_bonuses(
        [reading.bonus_of(word) for word in board.cities if word is not None and word not in board.claims]
    )
    return panel("cities", labels.CITIES, body, sub=" · ".join([words for words in (left, added) if words]))


def _to_come(board: Board) -> bool:
    """`fc.setup`: whether nothing lies on the table yet, which is laid out when all have chosen what is theirs."""
    return board.phase in _SETUP and not any(board.cities) and not any(board.tableau)


def _city(reading: Reading, word: str | None) -> str:
    if word is None:
        return f'<li class="city gone"><span class="vh">{labels.EMPTY_PLACE}</span></li>'
    edition = reading.edition
    city = edition.data.cities[edition.city_number[word]]
    name = esc(city.name)
    claimed = word in reading.board.claims
    region = labels.region_name(city.region)
    missing = _missing(reading, city.wants)
    rivals = () if not reading.own or claimed or missing else _rivals(reading, word)
    shared = goods(_lacking(reading, word, rivals)) if rivals else ""
    others = [edition.data.cities[edition.city_number[other]].name for other in rivals]
    also = labels.same_goods(others, shared) if rivals else ""
    needs = "" if not reading.own or claimed else labels.city_needs(missing, of=len(city.wants), also=also)
    bonus = 0 if claimed else reading.bonus_of(word)
    label = esc(labels.city_label(city.name, city.wants, city.credits, region, needs=needs, served=claimed, bonus=bonus))
    seen = labels.serves_either(others) if rivals else needs
    where = f'{esc(region)}<span class="needs"> · {esc(seen)}</span>' if seen else esc(region)
    theirs = claimed and not (reading.own and reading.board.seat - 1 == reading.focus)
    served = esc(labels.served_by(reading.names[reading.board.seat - 1])) if theirs else labels.SERVED
    marks = f'data-served="{served}" data-servable="{labels.SERVABLE}" data-instead="{labels.INSTEAD}"'
    inside = (
        f'<span class="place"><b class="name">{name}</b><small {marks}>{where}</small></span>'
        f'<span class="wants">{reading.pictures.wants[word]}</span>'
        f'<span class="pays"><b>{city.credits}</b>{_bonus(bonus)}</span>'
    )
    kind = "city claimed" if claimed else "city"
    data = f' data-town="{word}" data-wants="{",".join(city.wants)}"'
    if not reading.mine:
        return (
            f'<li class="{kind}"><span class="vh">{label}</span><span class="box" aria-hidden="true"{data}>{inside}</span></li>'
        )
    data += f' data-city="{word}" data-credits="{city.credits}" data-name="{name}" data-goods="{esc(goods(city.wants))}"'
    if bonus:
        data += f' data-bonus="{bonus}"'
    if rivals:
        data += f' data-also="{esc(labels.not_too(others))}"'
    mark = " data-claimed" if claimed else ""
    return (
        f'<li class="{kind}"><button class="box" type="button"{reading.clicks.word(f"claim {word}")}{data}{mark} '
        f'aria-label="{label}">{inside}</button></li>'
    )


def _bonus(credits_: int) -> str:
    """What the own corporation adds to what a city pays."""
    return f'<small title="{labels.city_bonus(credits_)}">+{credits_}</small>' if credits_ else ""


def _missing(reading: Reading, wants: Sequence[str]) -> list[str]:
    """Of what a city wants, what the train of the one who looks does not carry."""
    edition = reading.edition
    carried = [edition.data.freight[edition.card_number[car.card]].resource for car in reading.at.train]
    missing = []
    for good in wants:
        if good in carried:
            carried.remove(good)
        else:
            missing.append(good)
    return missing


def _rivals(reading: Reading, word: str) -> tuple[str, ...]:
    """`fc.demand`: the cities that the train could serve too, but not beside this one, as a car serves one city only."""
    others = [other for other in reading.board.cities if other not in (None, word, *reading.board.claims)]
    ready = [other for other in others if other is not None and not _missing(reading, _wants(reading, other))]
    return tuple([other for other in ready if _lacking(reading, word, (other,))])


def _lacking(reading: Reading, word: str, others: Sequence[str]) -> list[str]:
    """The goods of which the train has too few for a city and one of some others, each once."""
    own = _wants(reading, word)
    return list(dict.fromkeys(good for other in others for good in _missing(reading, own + _wants(reading, other))))


def _wants(reading: Reading, word: str) -> tuple[str, ...]:
    return tuple(reading.edition.data.cities[reading.edition.city_number[word]].wants)


def places(reading: Reading) -> Iterator[tuple[str, str]]:
    """`fc.draw`: the face-up cards, each place a part of its own, since a turn changes one of them."""
    for number, word in enumerate(reading.board.tableau, 1):
        part = f"place-{number}"
        if _to_come(reading.board):  # one sentence has the room of all places
            said = f'<span class="later">{labels.CARDS_LATER}</span>' if number == 1 else ""
            yield part, f'<li id="{part}" data-part{"" if said else " hidden"}>{said}</li>'
        else:
            yield part, f'<li id="{part}" data-part>{_taken(reading, word)}</li>'


def _taken(reading: Reading, word: str | None) -> str:
    if word is None:
        return f'<span class="card gone"><span class="vh">{labels.EMPTY_PLACE}</span></span>'
    click = reading.clicks.word(f"take {word}", why=f"take {word}")
    fits = word in reading.fits or reading.board.end not in ("in-deck", "revealed")
    late = reading.board.end == "final-turns"
    ask = f' data-ask="{esc(labels.take_ask(spoken(word), fits=fits, late=late))}" data-go="{labels.TAKE_GO}"' if click else ""
    return card(reading, word, "m", click, ask)


def card(reading: Reading, word: str, at: str, click: str = "", more: str = "", *, back: str = "", told: bool = False) -> str:
    """A freight card. With `click` or `more`, attributes, it is a button; with `back` it lies face down and shows that. `told`:
    it says what the number of its cells is."""
    edition = reading.edition
    data = edition.data.freight[edition.card_number[word]]
    name = esc(spoken(word))
    good, _, number = name.partition(" #")
    fits = word in reading.fits
    label = esc(labels.card_label(spoken(word), data.cells, fits=fits))
    cells = f"{data.cells}<small>{labels.CELLS}</small>" if told else data.cells
    face = (
        f'<span class="face"><span class="cap">{reading.pictures.badges[data.resource]}<b>{good}</b>{_number(number)}'
        f'<b class="cells" title="{labels.cell_count(data.cells)}">{cells}</b>'
        f"{_FITS if fits else ''}</span>{reading.pictures.cards[word]}</span>"
    )
    if back:
        face += f'<span class="back">{back}</span>'
        label = labels.back_label(back)
    # The good of a card that lies face down is nobody's business: it would light cities.
    good_of = "" if back else f' data-good="{data.resource}"'
    attributes = f'class="card {reading.pictures.tints[word]}" data-car="{word}" data-at="{at}"{good_of}'
    if click or more:
        return f'<button {attributes} type="button"{click}{more} aria-label="{label}">{face}</button>'
    return f'<span {attributes} role="img" aria-label="{label}">{face}</span>'


def _number(number: str) -> str:
    """What tells the cards of a resource apart: only a part of their names, so it stands small in a corner."""
    return f' <small class="no" title="{labels.CARD_NUMBER}">#{number}</small>' if number else ""


def deck_part(reading: Reading) -> str:
    """`fc.end-card`: how many cards are left, and when the game can end."""
    board, rules = reading.board, reading.rules
    click = reading.clicks.word("draw deck", why="draw deck")
    tag, kind = ("button", ' type="button"') if click else ("div", "")
    ask = f' data-ask="{draw_ask(board)}" data-go="{labels.DRAW_GO}"' if click else ""
    bar = deck_bar(rules.deck, board.deck, board.above) if board.end == "in-deck" else ""
    return (
        f'<div class="deck" id="deck" data-part data-end="{board.end}"><{tag} class="pile"{kind}{click}{ask}>'
        '<span class="stack" aria-hidden="true"></span>'
        f"<span><b>{labels.DECK}</b> <small>{labels.in_deck(board.deck, ended=board.end != 'in-deck')}</small></span></{tag}>"
        f"<div>{bar}<p>{_end(reading)}</p></div></div>"
    )


def draw_ask(board: Board) -> str:
    """What is asked before a card is drawn."""
    near = board.end == "in-deck" and board.above == 0
    return labels.draw_ask(end_near=near, end_next=near and not board.deck, late=board.end == "final-turns")


def _end(reading: Reading) -> str:
    board = reading.board
    if board.phase in ("unmasking", "over"):
        return labels.GAME_OVER
    if board.end == "in-deck":
        first, rest = labels.end_near(board.deck, board.above)
    else:
        first, rest = labels.end_come(board.end, reading.names[(board.revealer or 1) - 1])
    return f"<b>{first}</b> {esc(rest)}"
