"""The form for a new table."""

import secrets
from collections.abc import Mapping
from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect

from freightyard.core.contract import Edition, Game, counts_words, read_options
from freightyard.core.errors import BadSetup
from freightyard.games import all_games
from freightyard.page.document import Visit
from freightyard.page.game_links import play_path
from freightyard.page.manual import seats_words
from freightyard.page.site import NewTable, Problems, SeatChoice, new_table_page
from freightyard.server import sentences as say
from freightyard.server.identity import LONGEST_NAME, person_or_new
from freightyard.server.live.create import create_table, default_bot, only_bots
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest, sentence
from freightyard.server.site.pace_fields import pace_form, pace_in
from freightyard.server.site.responses import html, see_other
from freightyard.server.site.seat_choices import bots_of, chair_of, check_choices, check_visitor, seats_in, with_bots_invited
from freightyard.server.thinking_limits import check_bot_table_rate
from freightyard.store.rows import BEGINNERS, Person
from freightyard.table import pace_text

_MOST_TABLES: Final = 60  # of the visitor's that are looked at
_SEED_BYTES: Final = 4  # of a link: enough that no two people make the same one


@get("/new")
async def new_table(
    services: Services, visit: Visit, visitor: Person | None, game: str | None = None, name: str = ""
) -> Response[str]:
    """An empty form, for the game that the address names, or else the one that was played last, or else the first. `name`: what
    the visitor typed as theirs elsewhere."""
    wanted = (game, await _last_played(services, visitor) if game is None else None)
    chosen = next((each for each in all_games() if each.name in wanted), all_games()[0])
    return _form_page(
        services, visit, chosen, msgspec.structs.replace(empty_form(chosen, alone=visit.offline), name=name[:LONGEST_NAME])
    )


@post("/new")
async def make_table(
    services: Services, request: AnyRequest, visit: Visit, visitor: Person | None, fields: dict[str, str]
) -> Response[str] | Redirect:
    """A table as the form says, or the form again with what is wrong."""
    game = next((game for game in all_games() if game.name == fields.get("game")), None)
    if game is None:
        game = all_games()[0]
        return _form_page(services, visit, game, empty_form(game, alone=visit.offline), {"game": say.CHOOSE_GAME})
    form = _filled(game, fields, alone=visit.offline)
    problems: dict[str, str] = {}
    edition = _edition(game, form, problems)
    options = _options(edition, form, problems)
    only_link = visit.offline and fields.get("link") == "yes"
    if not only_link:  # which has nobody's name in it
        check_visitor(visitor, form, problems)
    check_choices(game, form, problems, services.settings.bots)
    _check_count(game, edition, form, problems)
    pace = pace_in(fields, problems)
    if problems:
        return _form_page(services, visit, game, form, problems)
    if only_link:
        return _form_page(services, visit, game, form, link=_link(game, edition, options, form))
    person, cookie = await person_or_new(services, visitor, form.name)
    chairs = await with_bots_invited(services, [chair_of(choice, person) for choice in form.seats if choice.who != "none"])
    if only_bots(chairs):
        check_bot_table_rate(services, client_of(request.scope))
    row = await create_table(
        services,
        game,
        edition,
        options,
        chairs,
        made_by=person,
        public=form.public,
        level=BEGINNERS if form.beginners else None,
        substitutes=form.substitutes,
        allows_bots=form.allows_bots,
        pace=pace_text(pace),
        seal=fields.get("seal", ""),
    )
    return see_other(f"/t/{row.key}", cookie)


async def _last_played(services: Services, visitor: Person | None) -> str | None:
    """The game of the visitor's table at which something happened last."""
    rows = [] if visitor is None else await services.store.tables.of_person(visitor.key, _MOST_TABLES)
    return max(rows, key=lambda row: row.moved_at).game if rows else None


def _form_page(
    services: Services, visit: Visit, game: Game, form: NewTable, problems: Problems = NO_PROBLEMS, link: str = ""
) -> Response[str]:
    return html(new_table_page(visit, game, form, bots_of(game, services.settings.bots), problems, link), problems)


def _link(game: Game, edition: Edition, options: tuple[str, ...], form: NewTable) -> str:
    """What carries this set-up, and a seed: so all who open it have the same cards. People at one device are all `me`."""
    seats = [choice.who.removeprefix("bot:") for choice in form.seats if choice.who != "none"]
    words = ["me" if seat == "here" else seat for seat in seats]
    return play_path(game.name, edition.name, options=options, seats=words, seed=secrets.token_hex(_SEED_BYTES))


def _most_seats(game: Game) -> int:
    return max(count for name in game.editions for count in game.edition(name).seat_counts)


def empty_form(game: Game, *, alone: bool = False) -> NewTable:
    """The form before anybody has filled it in; `alone`: where nobody else can come."""
    bot = SeatChoice(f"bot:{default_bot(game)}")
    seats = [SeatChoice("me"), bot if alone else SeatChoice("open"), bot]
    seats += [SeatChoice("none")] * (_most_seats(game) - len(seats))
    return NewTable(
        game=game.name,
        edition=game.editions[0],
        options={},
        seats=tuple(seats[: _most_seats(game)]),
        public=not alone,
        pace=None if alone else pace_form(),
    )


def _filled(game: Game, fields: Mapping[str, str], *, alone: bool) -> NewTable:
    """The form as it was sent."""
    return NewTable(
        game=game.name,
        edition=fields.get("edition", ""),
        options={name: value for name, value in fields.items() if "." in name},
        seats=seats_in(fields, _most_seats(game)),
        public=fields.get("public") == "yes",
        beginners=fields.get("beginners") == "yes",
        substitutes=fields.get("substitutes") == "yes",
        allows_bots=fields.get("bots") == "yes",
        name=fields.get("name", ""),
        pace=None if alone else pace_form(fields),
    )


def _edition(game: Game, form: NewTable, problems: dict[str, str]) -> Edition:
    if form.edition in game.editions:
        return game.edition(form.edition)
    problems["edition"] = say.CHOOSE_EDITION
    return game.edition(game.editions[0])


def _options(edition: Edition, form: NewTable, problems: dict[str, str]) -> tuple[str, ...]:
    """The options of the chosen edition; what was ticked for another one does not count."""
    begin = f"{edition.name}."
    words = [f"{name.removeprefix(begin)}={value}" for name, value in form.options.items() if name.startswith(begin)]
    try:
        return read_options(edition, words)
    except BadSetup as error:
        problems["options"] = sentence(error)
        return ()


def _check_count(game: Game, edition: Edition, form: NewTable, problems: dict[str, str]) -> None:
    taken = sum(choice.who != "none" for choice in form.seats)
    counts = edition.seat_counts
    if taken not in counts:
        can = counts_words(counts)
        what = game.title if can == seats_words(game) else f"{game.title}, {edition.title},"  # another edition may do
        problems["seats"] = say.players_needed(what, can, taken)
