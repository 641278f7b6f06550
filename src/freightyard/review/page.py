"""A review as a page: the chart, luck and skill, what mattered, and every turn. A document of its own, or a part of a site's."""

import base64
from collections.abc import Callable, Sequence

from freightyard.core.contract import CHANCE, Game, Seat, State
from freightyard.core.record import Record
from freightyard.page.advice import advice
from freightyard.page.assets import COMMON, assets
from freightyard.page.boards import board_for
from freightyard.page.contract import Player
from freightyard.page.edition_words import edition_words
from freightyard.page.history import record_players
from freightyard.page.log import name_places, name_seats
from freightyard.page.markup import esc
from freightyard.page.players import disc, names_of, without_stand_ins
from freightyard.page.show import document, state_picture
from freightyard.review import sentences as say
from freightyard.review.chart import parts_bars, shares_chart
from freightyard.review.review import Change, Review
from freightyard.review.spans import Course

Picture = Callable[[int, Seat | None, Sequence[str]], str]  # the address of the picture of a ply, as a seat saw it, with a plan
Links = Callable[[Change], str]  # markup that leads on from the beginning of a change

_DRAWN = {"fill", "take", "load", "lay", "ship", "claim", "discard", "build", "upgrade", "bridge", "city", "go"}  # in pictures
MOST_BAD = 8  # of what could have been better, with a picture each


def review_page(review: Review, record: Record, game: Game) -> str:
    """The whole document: nothing outside it is needed."""
    course = Course(record, game)
    players = without_stand_ins(record_players(record))

    body = f'<main class="review">{review_body(review, course, names_of(players), pictures_inside(course, players))}</main>'
    style = assets()[f"{COMMON}/review.css"].read_text(encoding="utf-8")
    return document(say.title(game.title), body, record.game, style)


def pictures_inside(course: Course, players: tuple[Player, ...]) -> Picture:
    """Pictures that are within the page itself."""

    def picture(ply: int, seat: Seat | None, plan: Sequence[str]) -> str:
        state = next(state for state, span in zip(course.states, course.spans, strict=False) if span.start == ply)
        title = f"{say.TURN_COLUMNS[0]} {state.turns + 1}"
        drawn = state_picture(state, seat=seat, players=players, title=title, plan=plan)
        return f"data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode('ascii')}"

    return picture


def review_body(review: Review, course: Course, names: Sequence[str], picture: Picture, links: Links = lambda _change: "") -> str:
    """What is inside: sections, each a panel. `links`: what else can be done with a moment, below it."""
    return _Teller(review, course, names, picture, links).body()


class _Teller:
    """Says what is in a review of a game with these names."""

    def __init__(self, review: Review, course: Course, names: Sequence[str], picture: Picture, links: Links) -> None:
        self.review = review
        self.course = course
        self.names = names
        self.picture = picture
        self.links = links
        self.board = board_for(review.game)

    def body(self) -> str:
        review = self.review
        bad = [self._item(number, picture=True) for number in review.bad[:MOST_BAD]]
        return (
            f"{self._head()}"
            f"{_panel(say.OVER_TIME, shares_chart(review, self.names))}"
            f"{_panel(say.LUCK_AND_SKILL, parts_bars(review, self.names) + self._parts())}"
            f"{_panel(say.TURNING_POINTS, _items([self._item(number, picture=True) for number in review.turning]))}"
            f"{_panel(say.BETTER, _items(bad, say.NO_ERRORS))}"
            f"{_panel(say.LUCKY, _items([self._item(number) for number in review.lucky]))}"
            f"{_panel(say.GOOD, _items([self._item(number) for number in review.good]))}"
            f"{_panel(say.ALL_TURNS, self._all())}"
            f"{_panel(say.HOW_TO_READ, ''.join([f'<p>{esc(words)}</p>' for words in self._reading()]))}"
        )

    def _head(self) -> str:
        first = self.course.states[0]
        words = edition_words(first.edition, first.options)
        won = say.winners([self.names[seat] for seat in self.review.winners])
        return f'<section class="panel"><p><strong>{esc(won)}</strong> {esc(words)} · {self.review.turns} turns</p></section>'

    def _parts(self) -> str:
        heads = "".join([f'<th scope="col">{word}</th>' for word in say.COLUMNS])
        rows = []
        for seat, one in enumerate(self.review.parts):
            cells = (
                say.percent(one.start),
                say.with_error(one.chance, one.chance_error),
                say.with_error(one.own, one.own_error),
                say.with_error(one.others, one.others_error),
                say.percent(one.result),
            )
            told = "".join([f"<td>{cell}</td>" for cell in cells])
            rows.append(f'<tr><th scope="row">{disc(seat)}{esc(self.names[seat])}</th>{told}</tr>')
        return _table(say.LUCK_AND_SKILL, heads, rows)

    def _item(self, number: int, *, picture: bool = False) -> str:
        """A moment that is pointed out: when, what became of the share, what was done, and what would have been better."""
        change, before = self.review.changes[number], self.review.moments[number].shares
        seat = _whose(change)
        head = say.at_turn(change.turn, say.CHANCE if change.actor == CHANCE else self.names[change.actor])
        share = say.from_to(self.names[seat], before[seat], before[seat] + change.changed[seat])
        drawn = ""
        if picture:
            viewer = None if change.actor == CHANCE else change.actor
            plan = change.verdict.better if change.verdict is not None and change.verdict.label else ()
            address = esc(self.picture(change.start, viewer, plan))
            lazy = "" if address.startswith("data:") else ' loading="lazy"'
            drawn = f'<img src="{address}" alt="" width="1200" height="630"{lazy}>'
            if any(text.partition(" ")[0] in _DRAWN for text in plan):
                drawn += f'<p class="sub">{say.PLAN_DRAWN}</p>'
        return (
            f'<li id="ply-{change.start}"><h3>{disc(seat)}{esc(head)}</h3><p class="sub">{esc(share)}</p>'
            f"<p>{esc(self._story(number))}</p>{self._verdict(number)}{drawn}{self.links(change)}</li>"
        )

    def _story(self, number: int) -> str:
        """What was done, as the log tells it."""
        change, view = self.review.changes[number], self._state(number).view(None)
        words = name_places(self.board, view, self.board.story(view.edition, change.moves))
        if change.actor != CHANCE:
            return f"{self.names[change.actor]} {words}."
        return name_seats(words, self.names)

    def _verdict(self, number: int) -> str:
        found = self.review.changes[number].verdict
        if found is None:
            return ""
        if not found.label:
            return f'<p class="sub">{say.ABOUT_EQUAL if found.better else say.AS_GOOD}.</p>'
        view = self._state(number).view(None)
        change = self.review.changes[number]
        before = self.review.moments[number].shares[change.actor]
        unknown = f" {esc(say.could_not_know(self.names[change.actor]))}" if found.lost > before else ""
        plan = say.better(name_places(self.board, view, advice(self.board, view.edition, found.better)))
        return (
            f'<p class="verdict cost-{found.label}"><strong>{esc(say.cost(found.label, found.lost, found.error))}.</strong> '
            f"{esc(plan)} {esc(found.why)}{unknown}</p>"
        )

    def _state(self, number: int) -> State:
        return self.course.states[number]

    def _all(self) -> str:
        """Every turn in a row of a table, to unfold."""
        heads = "".join([f'<th scope="col">{word}</th>' for word in say.TURN_COLUMNS])
        rows = []
        for number, change in enumerate(self.review.changes):
            after = self.review.moments[number + 1].shares
            seat = _whose(change)
            who = say.CHANCE if change.actor == CHANCE else self.names[change.actor]
            lost, told = "", ""
            if change.verdict is not None and change.verdict.label:
                lost, told = say.percent(change.verdict.lost), say.LABELS[change.verdict.label]
            now = f"{esc(self.names[seat])} {say.percent(after[seat])}"
            rows.append(
                f'<tr><th scope="row">{change.turn}</th><td>{esc(who)}</td><td>{now}</td>'
                f"<td>{say.signed(change.changed[seat])}</td><td>{lost}</td><td>{told}</td></tr>"
            )
        table = _table(say.ALL_TURNS, heads, rows)
        return f'<details class="turnwise"><summary>{say.SHOW_ALL}</summary>{table}</details>'

    def _reading(self) -> list[str]:
        review = self.review
        if not review.calibrated_on:
            return [*say.READING, say.NOT_FITTED]
        return [*say.READING, *([say.fitted_to(review.calibrated_on)] if review.calibrated_on != review.edition else [])]


def _whose(change: Change) -> Seat:
    """Whose share is told: that of who moved; of what chance did, the one that gained most."""
    if change.actor != CHANCE:
        return change.actor
    return max(range(len(change.changed)), key=lambda seat: change.changed[seat])


def _table(label: str, heads: str, rows: Sequence[str]) -> str:
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{label}"><table class="sheet"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _panel(title: str, inside: str) -> str:
    return f'<section class="panel"><header><h2>{title}</h2></header>{inside}</section>'


def _items(found: Sequence[str], nothing: str = say.NOTHING) -> str:
    return f'<ol class="moments">{"".join(found)}</ol>' if found else f'<p class="sub">{nothing}</p>'
