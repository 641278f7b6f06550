"""A review as a page: the chart, luck and skill, what mattered, and every turn. A document of its own, or a part of a site's."""

import base64
from collections.abc import Callable, Sequence
from typing import Protocol

from freightyard.core.contract import CHANCE, Game, Seat, State
from freightyard.core.record import Record
from freightyard.page.advice import advice
from freightyard.page.assets import COMMON, assets
from freightyard.page.boards import board_for, chance_of
from freightyard.page.contract import Player
from freightyard.page.edition_words import edition_words
from freightyard.page.history import record_players
from freightyard.page.log import name_places, name_seats
from freightyard.page.markup import NEW_TAB, esc
from freightyard.page.players import disc, names_of, without_stand_ins
from freightyard.page.show import document, state_picture
from freightyard.review import sentences as say
from freightyard.review.chart import parts_bars, shares_chart
from freightyard.review.review import Change, Review
from freightyard.review.spans import Course
from freightyard.review.third_person import third_person


class Picture(Protocol):
    """The address of the picture of a ply, as a seat saw it, with a plan; `narrow`: for a phone."""

    def __call__(self, ply: int, seat: Seat | None, plan: Sequence[str], *, narrow: bool = False) -> str: ...


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

    def picture(ply: int, seat: Seat | None, plan: Sequence[str], *, narrow: bool = False) -> str:
        state = next(state for state, span in zip(course.states, course.spans, strict=False) if span.start == ply)
        title = f"{say.TURN} {state.turns + 1}"
        drawn = state_picture(state, seat=seat, players=players, title=title, plan=plan, narrow=narrow)
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
        self.chance = chance_of(review.game)
        self.told: set[int] = set()  # the moments that were told in full: once each

    def body(self) -> str:
        review = self.review
        turning = [self._item(number, picture=True) for number in review.turning]
        bad = [self._item(number, picture=True) for number in review.bad[:MOST_BAD]]
        return (
            f"{self._head()}{self._how_to_read()}"
            f"{_panel(say.OVER_TIME, shares_chart(review, self.names))}"
            f"{_panel(say.LUCK_AND_SKILL, parts_bars(review, self.names) + self._parts())}"
            f"{_panel(say.TURNING_POINTS, _items(turning))}"
            f"{_panel(say.BETTER, _items(bad, say.NO_ERRORS))}"
            f"{_panel(say.LUCKY, _items([self._item(number) for number in review.lucky]))}"
            f"{_panel(say.GOOD, _items([self._item(number) for number in review.good]))}"
            f"{_panel(say.ALL_TURNS, self._all())}"
        )

    def _head(self) -> str:
        first = self.course.states[0]
        words = edition_words(first.edition, first.options)
        won = say.winners([self.names[seat] for seat in self.review.winners])
        return f'<section class="panel"><p><strong>{esc(won)}</strong> {esc(words)} · {self.review.turns} turns</p></section>'

    def _parts(self) -> str:
        heads = "".join([f'<th scope="col">{word}</th>' for word in say.columns(self.chance)])
        rows = []
        for seat, one in enumerate(self.review.parts):
            cells = (
                say.percent(one.start),
                say.with_error(one.chance, one.chance_error),
                say.with_error(one.own, one.own_error),
                say.with_error(one.others, one.others_error),
                say.percent(one.result),
            )
            called = say.columns(self.chance)[1:]
            told = "".join([f'<td data-is="{esc(word)}">{cell}</td>' for word, cell in zip(called, cells, strict=True)])
            rows.append(f'<tr><th scope="row">{disc(seat)}{esc(self.names[seat])}</th>{told}</tr>')
        return _table(say.LUCK_AND_SKILL, heads, rows, kind="parts")

    def _item(self, number: int, *, picture: bool = False) -> str:
        """A moment that is pointed out: when, what became of the share, what was done, and what would have been better."""
        change, before = self.review.changes[number], self.review.moments[number].shares
        seat = _whose(change)
        head = say.at_turn(change.turn, self._who(change))
        moved = seat if change.actor == CHANCE else _most_changed(change)
        share = say.from_to(self.names[moved], before[moved], before[moved] + change.changed[moved])
        verdict = change.verdict
        if verdict is not None and verdict.label:
            # What happened includes luck: beside what the turn cost it would seem a contradiction.
            share = say.compared(verdict.lost, verdict.played)
        if number in self.told:
            cost = say.LABELS[verdict.shown] if verdict is not None and verdict.label else ""
            return (
                f'<li><h3>{disc(seat)}{esc(head)}</h3><p>{esc(cost)} <a href="#ply-{change.start}">{say.SHOWN_ABOVE}</a></p></li>'
            )
        self.told.add(number)
        set_up = change.start or change.actor != CHANCE  # before that there is no board to see
        drawn = self._drawn(change) if picture and set_up else ""
        shares = f'<p class="sub">{esc(share)}</p>' if share else ""
        return (
            f'<li id="ply-{change.start}"><h3>{disc(seat)}{esc(head)}</h3>{shares}'
            f"<p>{esc(self._story(number))}</p>{self._verdict(number)}{drawn}{self.links(change)}</li>"
        )

    def _drawn(self, change: Change) -> str:
        """The board at the beginning of it, with the better plan: for wide screens, and for phones."""
        viewer = None if change.actor == CHANCE else change.actor
        plan = change.verdict.better if change.verdict is not None and change.verdict.label else ()
        wide, narrow = [esc(self.picture(change.start, viewer, plan, narrow=small)) for small in (False, True)]
        inside = wide.startswith("data:")
        lazy = "" if inside else ' loading="lazy"'
        drawn = (
            f'<picture><source media="(max-width: 600px)" srcset="{narrow}">'
            f'<img src="{wide}" alt="{say.ENLARGE if not inside else ""}" width="1200" height="630"{lazy}></picture>'
        )
        if not inside:
            drawn = f'<a class="board" href="{wide}" title="{say.ENLARGE}"{NEW_TAB}>{drawn}</a>'
        green = f'<p class="sub">{say.PLAN_DRAWN}</p>' if self._shows(change, plan) else ""
        return f"{drawn}{green}"

    def _shows(self, change: Change, plan: Sequence[str]) -> bool:
        """Whether anything of a plan can be seen in the picture."""
        if not any(text.partition(" ")[0] in _DRAWN for text in plan):
            return False
        state = next(
            state for state, span in zip(self.course.states, self.course.spans, strict=False) if span.start == change.start
        )
        return state_picture(state, seat=change.actor, plan=plan) != state_picture(state, seat=change.actor)

    def _who(self, change: Change) -> str:
        return self.chance if change.actor == CHANCE else self.names[change.actor]

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
        name = self.names[self.review.changes[number].actor]
        plan = say.better(name_places(self.board, view, advice(self.board, view.edition, found.better)))
        return (
            f'<p class="verdict cost-{found.shown}"><strong>{esc(say.cost(found.shown, found.lost, found.error))}.</strong> '
            f"{esc(third_person(name, f'{plan} {found.why}'))}</p>"
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
            cost = ""
            if change.verdict is not None and change.verdict.label:
                cost = f"{say.percent(change.verdict.lost)} {say.LABELS[change.verdict.shown]}"
            now = say.percent(after[seat]) if change.actor == seat else f"{self.names[seat]} {say.percent(after[seat])}"
            rows.append(
                f'<tr><th scope="row">{change.turn}</th><td class="words">{esc(self._who(change))}</td><td>{esc(now)}</td>'
                f"<td>{say.signed(change.changed[seat])}</td><td>{cost}</td></tr>"
            )
        table = _table(say.ALL_TURNS, heads, rows, kind="turns")
        note = f'<p class="sub">{say.TWO_THINGS}</p>'
        return f'<details class="turnwise"><summary>{say.SHOW_ALL}</summary>{note}{table}</details>'

    def _how_to_read(self) -> str:
        """What one needs is open, the rest folded."""
        short = "".join([f"<li>{esc(words)}</li>" for words in say.reading(self.chance)])
        more = "".join([f"<p>{esc(words)}</p>" for words in self._reading()])
        rest = f"<details><summary>{say.MORE_ABOUT}</summary>{more}</details>"
        return _panel(say.HOW_TO_READ, f'<ul class="reading">{short}</ul>{rest}')

    def _reading(self) -> list[str]:
        review = self.review
        found = [words.format(chance=self.chance.lower()) for words in say.READING]
        if not review.calibrated_on:
            return [*found, say.NOT_FITTED]
        return [*found, *([say.fitted_to(review.calibrated_on)] if review.calibrated_on != review.edition else [])]


def _whose(change: Change) -> Seat:
    """Whose share is told: that of who moved; of what chance did, the one that gained most."""
    if change.actor != CHANCE:
        return change.actor
    return max(range(len(change.changed)), key=lambda seat: change.changed[seat])


def _most_changed(change: Change) -> Seat:
    return max(range(len(change.changed)), key=lambda seat: (abs(change.changed[seat]), seat == change.actor))


def _table(label: str, heads: str, rows: Sequence[str], *, kind: str) -> str:
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{label}"><table class="sheet {kind}">'
        f"<thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _panel(title: str, inside: str) -> str:
    return f'<section class="panel"><header><h2>{title}</h2></header>{inside}</section>'


def _items(found: Sequence[str], nothing: str = say.NOTHING) -> str:
    return f'<ol class="moments">{"".join(found)}</ol>' if found else f'<p class="sub">{nothing}</p>'
