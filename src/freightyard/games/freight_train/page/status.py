"""What surrounds the yards: the day and the deck, who leads in each category, and the players."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from freightyard.games.freight_train.page import sentences as say
from freightyard.games.freight_train.page.cars import Kinds, names, row, small
from freightyard.games.freight_train.page.longest_trains import MIXED, Category
from freightyard.games.freight_train.rules.edition import Rules
from freightyard.games.freight_train.rules.position import Board, SeatBoard
from freightyard.games.freight_train.rules.scoring import yard_award
from freightyard.page.contract import Player
from freightyard.page.deck_bar import deck_bar
from freightyard.page.markup import KEPT, esc, panel
from freightyard.page.players import chip, disc, locomotive, who
from freightyard.page.sheet import signed

_SHUT: Final = f'<i class="shut" title="{say.CLOSED}"></i>'
_GONE: Final = ' class="gone"'
_BEFORE: Final = frozenset(("first-seat", "laying", "dealing"))  # the phases before the Trains Leave card is put into the deck
_NO_TRAINS: Final = f'<span class="none">{say.NO_TRAINS}</span>'


def day(rules: Rules, board: Board, players: tuple[str, ...], *, over: bool) -> str:
    """`ft.day-end-card`: how far the day has come, and when it can end."""
    first = None if board.first is None else players[board.first - 1]
    deck, laid = sum(board.deck.values()), board.phase not in _BEFORE
    return _day(rules, board.day, board.round, first, deck, board.leave, board.cabooses, laid, over)


def today(board: Board, *, over: bool) -> str:
    """The day above the main yard: on a phone its panel lies far below."""
    words = say.LAST_TRAINS_LEFT if over else say.today(board.day, board.leave, laid=board.phase not in _BEFORE)
    last = " data-last" if board.leave is None and not over and board.phase not in _BEFORE else ""
    return f'<b id="today" data-part{last}>{words}</b>'


@lru_cache(maxsize=KEPT)
def _day(
    rules: Rules, day: int, round_: int, first: str | None, deck: int, leave: int | None, cabooses: int, laid: bool, over: bool
) -> str:
    facts = [say.LAST_TRAINS_LEFT if over else say.deck_left(deck, leave, laid=laid)]
    if rules.caboose_cards and not over:
        facts.append(say.cabooses_left(cabooses, rules.caboose_cards))
    words = "".join(f"<p>{fact}</p>" for fact in facts)
    note = "" if over else say.day_note(round_, None if first is None else esc(first))
    return panel("day", say.day_title(day, rules.days), _bar(rules, deck, leave) + words, sub=note)


def _bar(rules: Rules, left: int, leave: int | None) -> str:
    """What is gone of the deck, and where the Trains Leave card may lie."""
    return deck_bar(rules.cars * rules.kinds - rules.main_sidings * rules.main_spaces, left, leave or 0)


def types_heads(players: tuple[str, ...], focus: int, own: bool) -> Mapping[str, str]:
    """Whose lengths they are: above the tiles, and above the table."""
    whose = say.YOU if own else esc(players[focus])
    heads = "".join([f'<th scope="col">{disc(seat)}{esc(name)}</th>' for seat, name in enumerate(players)])
    return {
        "types-of": f'<span class="sub" id="types-of" data-part>{say.types_note(whose)}</span>',
        "types-heads": f'<tr id="types-heads" data-part><td>{say.CARS_EARN}</td>{heads}</tr>',
    }


def awards(rules: Rules, day: int) -> Mapping[str, str]:
    """`ft.award`, `ft.yard-award`: what trains earn, in a line below the tiles; in full, with the yards, above the table."""
    two = rules.awards[2]
    rule = say.awards_rule(rules.awards[1], rules.second, rules.awards[2 : rules.seats + 1])
    yard = say.yard_rule(rules.yard_cars[day - 1], rules.yard_points[day - 1])
    return {
        "types-earn": f'<span class="sub" id="types-earn" data-part>{say.awards_note(rules.awards[1], rules.second, two)}</span>',
        "types-rule": f'<caption id="types-rule" data-part>{rule} {yard}</caption>',
    }


def all_types(parts: Mapping[str, str]) -> str:
    """The tiles, and the table behind them."""
    tiles = "".join([markup for part, markup in parts.items() if part.startswith("type-")])
    rows = "".join([markup for part, markup in parts.items() if part.startswith("lengths-")])
    return (
        '<section class="panel" id="types" aria-labelledby="h-types">'
        f'<header><h2 id="h-types">{say.LONGEST}</h2>{parts["types-of"]}</header>'
        f'<ul class="types">{tiles}</ul><div class="earn"><details data-keep="types"><summary>{say.ALL_LENGTHS}</summary>'
        f'<div class="scroll" tabindex="0" role="group" aria-label="{say.LENGTHS}"><table class="sheet small">'
        f"{parts['types-rule']}<thead>{parts['types-heads']}</thead><tbody>{rows}</tbody></table></div></details>"
        f"{parts['types-earn']}</div></section>"
    )


def _name(kinds: Kinds, letter: str) -> str:
    return say.MIXED if letter == MIXED else kinds[letter].name


def _picture(kinds: Kinds, letter: str) -> str:
    return f'<i class="pic p-mixed" aria-hidden="true"><b>{say.MIX}</b></i>' if letter == MIXED else kinds[letter].picture


@lru_cache(maxsize=KEPT)
def tile(kinds: Kinds, category: Category, focus: int, left: int | None) -> str:
    mine = category.lengths[focus]
    best = max([length for seat, length in enumerate(category.lengths) if seat != focus], default=0)
    leaders = [seat for seat, length in enumerate(category.lengths) if seat != focus and length == best and best]
    dots = f'<span class="dots" aria-hidden="true">{"".join([disc(seat) for seat in leaders])}</span>' if leaders else ""
    deck = "" if left is None else f"<small{'' if left else _GONE}>{say.cars_left(left)}</small>"
    ahead = " ahead" if mine > best else " tied" if mine and mine == best else ""
    tied = f'<span class="vh"> {say.TIED}</span>' if mine and mine == best else ""
    return (
        f'<li class="type{ahead}" id="type-{category.letter}" data-part>{_picture(kinds, category.letter)}'
        f'<span class="vh">{_name(kinds, category.letter)} </span>'
        f"<span><b>{mine}</b>/{best}{tied}{dots}{deck}</span></li>"
    )


@lru_cache(maxsize=KEPT)
def lengths(kinds: Kinds, category: Category) -> str:
    cells = []
    for length, points in zip(category.lengths, category.points, strict=True):
        earned = f"<b>{signed(points)}</b>" if points else "<b></b>"
        cells.append(f"<td{' class=won' if points else ''}><span>{length or '–'}</span>{earned}</td>")
    return _row(category.letter, _name(kinds, category.letter), "".join(cells))


def yards(rules: Rules, board: Board) -> str:
    """`ft.yard-award`: the last row of the table, what the cars in everybody's yard would earn or cost."""
    cells = []
    for at in board.seats:
        cars = sum(map(len, at.yard))
        points = yard_award(rules, board.day - 1, cars)
        kind = " class=won" if points > 0 else " class=lost" if points < 0 else ""
        cells.append(f"<td{kind}><span>{cars or '–'}</span><b>{signed(points) if points else ''}</b></td>")
    return _row("yard", say.YARD, "".join(cells))


def _row(name: str, title: str, cells: str) -> str:
    return f'<tr id="lengths-{name}" data-part><th scope="row">{title}</th>{cells}</tr>'


def players_note(*, over: bool) -> str:
    """What the numbers behind the players are."""
    return f'<span class="sub" id="players-of" data-part>{say.POINTS if over else say.PLAYERS_NOTE}</span>'


def all_players(parts: Mapping[str, str]) -> str:
    """The players, one below the other."""
    seats = [part.removeprefix("who-") for part in parts if part.startswith("who-")]
    rows = "".join([f'<li class="player">{parts[f"who-{seat}"]}{parts[f"rival-{seat}"]}</li>' for seat in seats])
    return (
        '<section class="panel" id="players" aria-labelledby="h-players">'
        f'<header><h2 id="h-players">{say.PLAYERS}</h2>{parts["players-of"]}</header><ol class="players">{rows}</ol></section>'
    )


def who_line(player: Player, name: str, points: int, now: int | None, flags: tuple[bool, bool, bool, bool]) -> str:
    """A player's points and what the trains would earn now. `flags`: holds the marker, leads, is to act, has trains."""
    marker, leads, acts, trains = flags
    extra = ""
    if marker:
        extra = f'<span class="tag first" title="{say.GOES_FIRST}">{say.FIRST}<span class="vh"> {say.THIS_ROUND}</span></span>'
    if now is not None:
        source = "" if trains or not now else f"<small>{say.FOR_YARD}</small> "  # who has no trains wonders what earns it
        extra += f'<span class="now">{source}{signed(now)}<span class="vh"> {say.IF_NOW}</span></span>'
    extra += chip(points, leads=leads)
    attributes = f' id="who-{player.seat + 1}" data-part{" data-acts" if acts else ""}'
    return who(player, name, acting=acts, extra=extra, attributes=attributes)


def no_rival(seat: int) -> str:
    """Nothing for the one who is drawn large."""
    return f'<div class="rival" id="rival-{seat + 1}" data-part></div>'


def rival(kinds: Kinds, at: SeatBoard, seat: int) -> str:
    """Another player's trains and yard, small; large on demand, which the style sheet does."""
    head = f'<div class="rival" id="rival-{seat + 1}" data-part>'
    trains = "".join(
        [
            _mini(f"s{seat + 1}t{train.kind}", kinds[train.kind].picture, kinds[train.kind].name, train.cars, closed=train.closed)
            for train in at.trains
        ]
    )
    mixed = ""
    if at.mixed:
        coupled = "".join([small(kinds[letter], f"s{seat + 1}tx{letter}.0") for letter in at.mixed])
        trains += _mini(f"s{seat + 1}tmixed", _picture(kinds, MIXED), say.MIXED, len(at.mixed), closed=at.mixed_closed)
        mixed = f'<div class="lane mixedlane">{coupled}<span class="vh">{names(kinds, at.mixed)}</span></div>'
    lanes = "".join(
        [
            f'<div class="lane yardlane">{row(kinds, siding, f"s{seat + 1}y{number}")}'
            f'<span class="vh">{say.yard_siding(number)}: {names(kinds, siding)}</span></div>'
            for number, siding in enumerate(at.yard, 1)
        ]
    )
    cars = sum(map(len, at.yard))
    free, short = say.free_of(at.free, at.locomotives), say.free_in_short(at.free, at.locomotives)
    return (
        f'{head}<details class="more" data-keep="rival-{seat + 1}"><summary title="{free}">{locomotive(seat)}'
        f'<span aria-hidden="true">{short}</span><span class="vh">{free}</span></summary>'
        f"<p>{say.rival(at.locomotives, at.free, cars, called=at.called)}</p></details>"
        f'<div class="minis">{trains or _NO_TRAINS}</div>{mixed}{lanes}</div>'
    )


def _mini(train: str, picture: str, name: str, cars: int, *, closed: bool) -> str:
    """A train as a picture and its length; by its name `train` the client knows which one got longer."""
    shut = _SHUT if closed else ""
    return f'<span class="mini" data-train="{train}">{picture}<b>{cars}{shut}</b><span class="vh"> {name},</span></span>'
