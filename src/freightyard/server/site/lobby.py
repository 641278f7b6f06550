"""The lobby: what there is to play, to join and to watch; a game against bots with one click; the way to a table by its link."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from litestar import Response, get, post
from litestar.response import Redirect

from freightyard.bots.levels import built_in_names
from freightyard.core.bot_names import LEVELS, bot_offer, bot_word, is_level, offered_level
from freightyard.core.contract import Game
from freightyard.core.errors import BadSetup
from freightyard.games import all_games, quick_edition
from freightyard.page.site import Filters, Lobby, Opponents, Problems, lobby_page
from freightyard.server import sentences as say
from freightyard.server.identity import BadName, player_or_new
from freightyard.server.live.create import check_chairs, create_quick_table, default_bot, usual_bots
from freightyard.server.live.lesson_keeper import is_lesson
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest, sentence
from freightyard.server.site.listings import lines_of, rows_of, table_line, visit_with
from freightyard.server.site.responses import html, see_other
from freightyard.store.rows import BEGINNERS, OPEN, OVER, RUNNING, Chair, Person, TableRow
from freightyard.table.pace import ANY, DAYS, LIVE, read_pace

_MOST_LISTED: Final = 60
_MOST_SEARCHED: Final = 300  # where somebody looks for open tables of a kind
_ALL: Final = Filters()
_OF_EACH: Final = 12
_FINISHED_OF_MINE: Final = 3
# The key of a table, by itself or within its address, whatever else the address says.
_KEY: Final = re.compile(r"(?:\S*/t/)?([a-z0-9]{6,40})(?:[/?#]\S*)?")


@get("/")
async def lobby(
    services: Services,
    request: AnyRequest,
    visitor: Person | None,
    game: str = "",
    pace: str = "",
    seats: str = "",
    level: str = "",
) -> Response[str]:
    """The lobby, with those open tables that somebody looks for. What no table can be is not looked for."""
    filters = Filters(
        game=game if any(game == each.name for each in all_games()) else "",
        pace=pace if pace in (LIVE, DAYS, ANY) else "",
        seats=seats if seats in ("2", "3") else "",
        level=level if level == BEGINNERS else "",
    )
    return await _lobby_page(services, request, visitor, filters=filters)


def is_like(row: TableRow, filters: Filters) -> bool:
    """Whether an open table is one that somebody looks for. One without a pace has no limit."""
    pace = read_pace(row.pace)
    return (
        filters.game in ("", row.game)
        and filters.pace in ("", ANY if pace is None else pace.speed)
        and sum(chair.free for chair in row.chairs) >= int(filters.seats or 1)
        and filters.level in ("", row.level)
    )


@post("/quick")
async def quick_game(
    services: Services, request: AnyRequest, visitor: Person | None, fields: dict[str, str]
) -> Response[str] | Redirect:
    """A table against bots, with one click: against those that the form names, or else the usual ones."""
    game = next((game for game in all_games() if game.name == fields.get("game")), None)
    if game is None:
        return await _lobby_page(services, request, visitor, {"game": say.CHOOSE_GAME}, fields)
    try:
        bot = _opponent(game, fields)
    except BadSetup as error:
        return await _lobby_page(services, request, visitor, {"bot": sentence(error)}, fields)
    try:
        person, cookie = await player_or_new(services, visitor, fields.get("name", "").strip())
    except BadName as error:
        return await _lobby_page(services, request, visitor, {"name": sentence(error)}, fields)
    row = await create_quick_table(services, game, person, bot, _how_many(game, fields), fields.get("seal", ""))
    return see_other(f"/t/{row.key}", cookie)


def _opponent(game: Game, fields: Mapping[str, str]) -> str:
    """The bot that the form names. A game that does not know a level has its own usual one."""
    bot = fields.get(f"bot-{game.name}") or fields.get("bot") or default_bot(game)
    if is_level(bot) and bot not in built_in_names(game):
        return default_bot(game)
    check_chairs(game, [Chair(bot=bot)])
    return bot_word(bot)


def _how_many(game: Game, fields: Mapping[str, str]) -> int:
    """The number of bots that the form names, if so many can play."""
    word = fields.get(f"bots-{game.name}", "")
    fitting = [count - 1 for count in quick_edition(game).seat_counts if str(count - 1) == word]
    return fitting[0] if fitting else usual_bots(game)


@post("/join")
async def join(
    services: Services, request: AnyRequest, visitor: Person | None, fields: dict[str, str]
) -> Response[str] | Redirect:
    """To the table that a pasted link leads to."""
    match = _KEY.fullmatch(fields.get("link", "").strip())
    if match is not None and await services.store.tables.get(match[1]) is not None:
        return see_other(f"/t/{match[1]}")
    if match is None:
        problem = say.NO_LINK
    elif await services.store.tables.why_closed(match[1]) is not None:
        problem = say.CLOSED_LINK
    else:
        problem = say.NO_TABLE
    return await _lobby_page(services, request, visitor, {"link": problem}, fields)


def quick_choice(played: Sequence[TableRow] = (), person: Person | None = None) -> dict[str, Opponents]:
    """Whom one click leads to, by game: those against whom somebody played last, of the tables `played`."""
    return {game.name: _opponents(game, played, person) for game in all_games()}


def _opponents(game: Game, played: Sequence[TableRow], person: Person | None) -> Opponents:
    known = built_in_names(game)
    levels = tuple([(level.name, bot_offer(level.name)) for level in LEVELS if level.name in known])
    met = sorted([row for row in played if row.game == game.name and _against_bots(row, person)], key=lambda row: row.made_at)
    last = [chair.bot or "" for chair in met[-1].chairs if not chair.belongs_to(person)] if met else []
    named = [offered_level(bot) for bot in last]
    level = named[0] if len(set(named)) == 1 and named[0] in dict(levels) else default_bot(game)
    bots = len(last) if len(last) + 1 in quick_edition(game).seat_counts else usual_bots(game)
    counts = tuple([count - 1 for count in quick_edition(game).seat_counts if count > 1])
    return Opponents(bots, level if levels else "", levels, counts)


def _against_bots(row: TableRow, person: Person | None) -> bool:
    """Whether a person made a table to play against bots alone. Lessons have the bots that they need."""
    mine = [chair.belongs_to(person) for chair in row.chairs]
    bots = all(own or (chair.bot is not None and chair.person is None) for own, chair in zip(mine, row.chairs, strict=True))
    return bots and sum(mine) == 1 and person is not None and row.made_by == person.key and not is_lesson(row)


async def _lobby_page(
    services: Services,
    request: AnyRequest,
    visitor: Person | None,
    problems: Problems = NO_PROBLEMS,
    typed: Mapping[str, str] = NO_PROBLEMS,
    filters: Filters = _ALL,
) -> Response[str]:
    played = await rows_of(services, visitor)
    mine = await lines_of(services, visitor, played)
    now = services.now()
    own = {line.href for line in mine}
    rows = await services.store.tables.public(_MOST_SEARCHED if filters.active else _MOST_LISTED)
    any_open = any(row.phase == OPEN and f"/t/{row.key}" not in own for row in rows)
    rows = [row for row in rows if row.phase != OPEN or not filters.active or is_like(row, filters)]
    public = [table_line(row, visitor, now) for row in rows]
    others = [line for line in public if line.href not in own and (line.phase != OPEN or line.free)]
    others.sort(key=lambda line: not line.seat_to_take)  # the others stay in their order
    listed = {phase: tuple([line for line in others if line.phase == phase][:_OF_EACH]) for phase in (OPEN, RUNNING, OVER)}
    current = [line for line in mine if line.phase in (OPEN, RUNNING)]
    shown = tuple([*current, *[line for line in mine if line.phase not in (OPEN, RUNNING)][:_FINISHED_OF_MINE]][:_OF_EACH])
    page = lobby_page(
        visit_with(services, request, visitor, mine),
        Lobby(
            mine=shown,
            open=listed[OPEN],
            running=listed[RUNNING],
            over=listed[OVER],
            filters=filters,
            any_open=any_open,
            more_of_mine=len(mine) - len(shown),
            others_only=frozenset(line.phase for line in mine if line.public),
        ),
        quick_choice(played, visitor),
        problems,
        typed,
    )
    return html(page, problems)
