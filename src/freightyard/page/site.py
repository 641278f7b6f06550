"""The documents around the tables: lobby, new table, me, records, about, and what is said when something is wrong.

Everything here is drawn from plain values. Names are people's own words; the templates escape them.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

import msgspec

from freightyard.core.bot_names import LEVELS, bot_offer
from freightyard.core.contract import Edition, Game
from freightyard.core.lessons import EXERCISE, Lesson
from freightyard.core.title import LESSONS, PUZZLES
from freightyard.core.title import POINTS as UNIT
from freightyard.games import all_games, part_of, quick_edition, titles
from freightyard.page.assets import picture_sheets
from freightyard.page.document import Visit, site_document
from freightyard.page.lesson_sentences import DIFFICULTIES
from freightyard.page.manual import seats_words
from freightyard.page.pace_form import HoursForm, PaceForm
from freightyard.page.sign_in import Passkeys
from freightyard.page.tokens import Tokens

_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
Problems = Mapping[str, str]  # a sentence by the name of the field that it is about


class SeatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a table in a list."""

    name: str | None  # None: nobody sits there yet
    bot: bool = False
    you: bool = False
    held: bool = False  # for somebody who was invited and has not answered
    to_act: bool = False
    score: int | None = None
    won: bool = False


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    href: str
    game: str  # titles
    edition: str
    options: tuple[str, ...] = ()
    seats: tuple[SeatLine, ...]
    phase: str  # open, running or over
    when: str  # in words: 5 minutes ago
    at: str  # the same, exactly
    waited: str = ""  # the same as a span: 5 minutes; empty if it is less than one
    public: bool = True
    level: str | None = None  # for whom it is meant
    unread: int = 0  # lines of its chat that the visitor has not read
    installed: bool = True  # the game is: else the table waits until it is again
    unit: tuple[str, str] = UNIT  # what its scores count: one of them, several
    offered_by: str | None = None  # who wants to play again with the visitor, who has not answered yet
    pace: str = ""  # in words
    time: str = ""  # until when the turn has time, or that it has none, in words
    due: str = ""  # until when, exactly: the page tells it by the reader's clock
    late: bool = False  # nothing is
    your_turn: bool = False  # it waits for the visitor
    lesson: str = ""  # what somebody learns there: a lesson or a puzzle; empty at a table where people play
    seat_to_take: bool = False  # a player has left the running game, and the visitor may have the seat

    @property
    def yours(self) -> bool:
        return any(seat.you for seat in self.seats)

    @property
    def turn_of(self) -> str | None:
        """Whose turn it is."""
        return next((seat.name for seat in self.seats if seat.to_act), None)

    @property
    def free(self) -> int:
        return sum(seat.name is None for seat in self.seats)


class RecordLine(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in a list."""

    href: str  # its replay
    text: str  # the record itself
    game: str
    edition: str
    options: tuple[str, ...] = ()
    seats: tuple[SeatLine, ...]
    when: str
    at: str
    unit: tuple[str, str] = UNIT  # what its scores count: one of them, several
    imported: bool = False  # from elsewhere: nobody here knows who played


class Filters(msgspec.Struct, frozen=True, kw_only=True):
    """Which open tables somebody looks for; empty: any."""

    game: str = ""
    pace: str = ""  # live, days or any
    seats: str = ""  # how many must be open: 1, 2 or 3
    level: str = ""

    @property
    def active(self) -> bool:
        return bool(self.game or self.pace or self.seats or self.level)


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """What there is to play, to join and to watch."""

    mine: tuple[TableLine, ...] = ()
    open: tuple[TableLine, ...] = ()
    running: tuple[TableLine, ...] = ()
    over: tuple[TableLine, ...] = ()
    more_of_mine: int = 0  # tables of mine that are not listed
    filters: Filters = Filters()
    any_open: bool = False  # whether there are open tables at all
    others_only: frozenset[str] = frozenset()  # of open, running and over: where public tables of mine are left out


class SeatChoice(msgspec.Struct, frozen=True):
    """What was chosen for a seat of a new table: me, open, here (somebody in this browser, `name`), held (for a `name`),
    bot:NAME or none."""

    who: str
    name: str = ""


class NewTable(msgspec.Struct, frozen=True, kw_only=True):
    """The form for a new table as it was filled in."""

    game: str
    edition: str
    options: Mapping[str, str]  # by EDITION.OPTION
    seats: tuple[SeatChoice, ...]
    public: bool
    same: bool = False  # the cards and dice come that came in the game from which it plays on
    retry: int = 0  # the number of the seat whose turn is tried again
    beginners: bool = False  # they are welcome
    substitutes: bool = False  # others may take the seat of a player who leaves
    allows_bots: bool = False  # other people's bots may sit down uninvited
    name: str = ""
    pace: PaceForm | None = None  # None: it has none to choose


class MomentLine(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a game, from which a new table can play on."""

    href: str  # its replay
    action: str  # where the form is sent
    game: str  # titles
    edition: str
    ply: int
    last: int
    players: tuple[str, ...]  # who played
    acts: int | None  # the seat that is to act
    futures: bool = False  # whether cards or dice came after it


class Opponents(msgspec.Struct, frozen=True):
    """Whom one plays a game against with one click."""

    bots: int  # how many
    level: str  # the name of one of the levels; empty where the game knows none
    levels: tuple[tuple[str, str], ...] = ()  # their names, and what people call them
    counts: tuple[int, ...] = ()  # of how many one can choose


def lobby_page(visit: Visit, lobby: Lobby, quick: Mapping[str, Opponents], problems: Problems, typed: Mapping[str, str]) -> str:
    """The lobby. `quick`: by game."""
    return site_document(
        "lobby.html",
        visit,
        lobby=lobby,
        games=all_games(),
        sheets=picture_sheets(*[game.name for game in all_games()]),
        quick=quick,
        bot_offer=bot_offer,
        levels=LEVELS if any(opponents.levels for opponents in quick.values()) else (),
        lessons={lesson.game: lesson for game in all_games() for lesson in (part_of(game.name, LESSONS) or ())[:1]},
        puzzles=_has_puzzles(),
        editions={game.name: _quick_words(game) for game in all_games()},
        seats_words=seats_words,
        problems=problems,
        typed=typed,
    )


def _quick_words(game: Game) -> str:
    """Which edition one plays with one click, where it is not the usual one."""
    quick = quick_edition(game)
    return "" if quick.name == game.editions[0] else quick.title


def new_table_page(
    visit: Visit, game: Game, form: NewTable, bots: tuple[tuple[str, str], ...], problems: Problems, link: str = ""
) -> str:
    """The form for a new table. `bots`: the names of the bots and what they are like; `link`: what carries this set-up."""
    editions: list[Edition] = [game.edition(name) for name in game.editions]
    return site_document(
        "new.html", visit, game=game, games=all_games(), editions=editions, form=form, bots=bots, problems=problems, link=link
    )


def lessons_page(visit: Visit, lessons: Mapping[str, Sequence[Lesson]]) -> str:
    """All lessons and exercises, by the name of their game."""
    games = [game for game in all_games() if lessons.get(game.name)]
    return site_document("learn.html", visit, games=games, lessons=lessons, exercise=EXERCISE, puzzles=_has_puzzles())


def _has_puzzles() -> bool:
    """Whether any game brings puzzles."""
    return any(PUZZLES in title.parts for title in titles())


class PuzzleLine(msgspec.Struct, frozen=True):
    """A puzzle as it is listed."""

    game: Game
    rules: str  # its edition, where a game has puzzles of several
    theme: str
    difficulty: int
    goal: str
    address: str


class DayOfPuzzles(msgspec.Struct, frozen=True):
    """The puzzles of a day."""

    day: date
    puzzles: tuple[PuzzleLine, ...]

    @property
    def words(self) -> str:
        """`Thursday, 19 November 2026`."""
        return f"{_WEEKDAYS[self.day.weekday()]}, {self.day.day} {_MONTHS[self.day.month - 1]} {self.day.year}"


def puzzles_page(visit: Visit, shown: DayOfPuzzles, today: date, earlier: Sequence[DayOfPuzzles]) -> str:
    """The puzzles of a day, and the way to those before it."""
    after = None if shown.day >= today else shown.day + timedelta(days=1)
    return site_document("puzzles.html", visit, shown=shown, today=today, after=after, earlier=earlier, difficulties=DIFFICULTIES)


def play_on_page(
    visit: Visit, moment: MomentLine, form: NewTable, bots: tuple[tuple[str, str], ...], problems: Problems, link: str
) -> str:
    """The form for a table that plays on from a moment of another game. `link`: what carries the position."""
    return site_document("play_on.html", visit, moment=moment, form=form, bots=bots, problems=problems, link=link)


def me_page(
    visit: Visit,
    mine: tuple[TableLine, ...],
    problems: Problems,
    typed: Mapping[str, str],
    *,
    passkeys: Passkeys,
    hours: HoursForm | None = None,
    link: str | None = None,
    said: str | None = None,
    tokens: Tokens | None = None,
) -> str:
    """Who I am here; `link`: the one that was just made for another device; `tokens`: None where programs cannot ask."""
    values = {"mine": mine, "problems": problems, "typed": typed, "passkeys": passkeys, "hours": hours, "tokens": tokens}
    return site_document("me.html", visit, **values, link=link, said=said)


def hello_page(visit: Visit, token: str) -> str:
    """What a link for another device leads to: a question, so that no program that only looks at links uses it up."""
    return site_document("hello.html", visit, token=token)


def records_page(
    visit: Visit, records: tuple[RecordLine, ...], game: Game | None, older: str | None, *, imports: bool = False
) -> str:
    """Finished games; `older`: the address of the next page; `imports`: whether records may be imported here."""
    return site_document("records.html", visit, records=records, games=all_games(), game=game, older=older, imports=imports)


def import_page(visit: Visit, text: str, problems: Problems) -> str:
    """The form to import a record; `text`: what was pasted."""
    return site_document("import.html", visit, text=text, problems=problems)


def api_page(visit: Visit, routes: Sequence[Any], address: str, rate: float, burst: int) -> str:
    """How programs ask this server. `routes` have a method, a path, a scope and a summary."""
    return site_document("api.html", visit, routes=routes, address=address, rate=f"{rate:g}", burst=burst)


def about_page(visit: Visit, version: str) -> str:
    """What this is, whose games these are, and the licence."""
    return site_document("about.html", visit, version=version, games=all_games())


def about_cards_page(visit: Visit) -> str:
    """Who chooses the cards, and how anybody can check that."""
    return site_document("cards.html", visit)


def error_page(visit: Visit, status: int, title: str, sentence: str, *, back: str | None = None) -> str:
    """Something was wrong with a request, or with us. `back` is the address of the table that it was about."""
    return site_document("error.html", visit, status=status, title=title, sentence=sentence, back=back)
