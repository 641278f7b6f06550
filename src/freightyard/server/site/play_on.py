"""Playing on: a new table that starts at a moment of a finished game, with the moves that led there as its own past.

What was drawn until then stays; what comes after is drawn anew at the new table, from what the position leaves open. Or the same
cards and dice come as there: to try a turn again. Everybody sees what their own seat may know. A game that still runs cannot be
played on elsewhere: its cards are secret.
"""

import asyncio
from collections.abc import Mapping, Sequence

import msgspec
from litestar import Response, get, post
from litestar.response import Redirect

from freightyard.core.bot_names import offered_level
from freightyard.core.contract import CHANCE, Edition, Game, Seat, State
from freightyard.core.record import edition_of, first_state
from freightyard.page.contract import Player
from freightyard.page.document import Visit
from freightyard.page.edition_words import edition_words
from freightyard.page.game_links import SERVED, app_address, is_known, play_path
from freightyard.page.history import record_players
from freightyard.page.players import names_of
from freightyard.page.retry import retry_address
from freightyard.page.site import MomentLine, NewTable, Problems, SeatChoice, play_on_page
from freightyard.server import sentences as say
from freightyard.server.bots.offered import Offered
from freightyard.server.identity import person_or_new
from freightyard.server.live import restore
from freightyard.server.live.create import Branch, create_table, default_bot, only_bots
from freightyard.server.live.editions import first_state_of, stored_game
from freightyard.server.live.room import Room
from freightyard.server.live.viewer import players_of
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest
from freightyard.server.site.moments import parsed
from freightyard.server.site.responses import html, see_other
from freightyard.server.site.seat_choices import bots_of, chair_of, check_choices, check_visitor, seats_in
from freightyard.server.thinking_limits import check_bot_table_rate
from freightyard.store.rows import KeptRecord, Person
from freightyard.table import Standing, standing_moves
from freightyard.table.errors import TableError
from freightyard.table.step import Step, StepMaker


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a finished game from which a new table can play on."""

    game: Game
    edition: Edition
    options: tuple[str, ...]
    players: tuple[Player, ...]
    mine: tuple[bool, ...]  # the seats on which the visitor sat
    branch: Branch
    line: MomentLine
    home: str  # of that game


@get("/t/{key:str}/play/{ply:int}")
async def ask_table(finished_room: Room, visit: Visit, visitor: Person | None, ply: int) -> Response[str]:
    """The form, for a moment of a table's game."""
    origin = await _of_table(finished_room, visitor, ply)
    return _form_page(finished_room.services, visit, origin, _suggested(origin, finished_room.services.settings.bots))


@post("/t/{key:str}/play/{ply:int}")
async def play_on_table(
    finished_room: Room, request: AnyRequest, visit: Visit, visitor: Person | None, fields: dict[str, str], ply: int
) -> Response[str] | Redirect:
    """A new table, from a moment of a table's game."""
    origin = await _of_table(finished_room, visitor, ply)
    return await _make(finished_room.services, request, visit, visitor, fields, origin)


@get("/r/{key:str}/play/{ply:int}")
async def ask_record(services: Services, record: KeptRecord, visit: Visit, ply: int) -> Response[str]:
    """The form, for a moment of a record."""
    origin = await _of_record(services, record, ply)
    return _form_page(services, visit, origin, _suggested(origin, services.settings.bots))


@post("/r/{key:str}/play/{ply:int}")
async def play_on_record(
    services: Services,
    request: AnyRequest,
    record: KeptRecord,
    visit: Visit,
    visitor: Person | None,
    fields: dict[str, str],
    ply: int,
) -> Response[str] | Redirect:
    """A new table, from a moment of a record."""
    return await _make(services, request, visit, visitor, fields, await _of_record(services, record, ply))


async def _make(
    services: Services,
    request: AnyRequest,
    visit: Visit,
    visitor: Person | None,
    fields: Mapping[str, str],
    origin: Origin,
) -> Response[str] | Redirect:
    form = _filled_in(origin, services.settings.bots, fields)
    problems: dict[str, str] = {}
    check_visitor(visitor, form, problems)
    check_choices(origin.game, form, problems, services.settings.bots)
    for number, choice in enumerate(form.seats, 1):
        if choice.who == "none":  # the position has so many seats
            problems[f"seat-{number}"] = say.CHOOSE_PLAYER
    if form.same and form.public:
        problems["public"] = say.SAME_FOR_FEW
    if problems:
        return _form_page(services, visit, origin, form, problems)
    person, cookie = await person_or_new(services, visitor, form.name)
    chairs = [chair_of(choice, person) for choice in form.seats]
    if only_bots(chairs):
        check_bot_table_rate(services, client_of(request.scope))
    told = origin.branch.told or not form.public  # the link of a private table is not for everybody
    branch = msgspec.structs.replace(origin.branch, told=told, futures=origin.branch.futures if form.same else ())
    if form.retry and (form.same or not origin.line.futures):
        at = retry_address(origin.home, origin.line.ply, len(origin.branch.past.events))
        branch = msgspec.structs.replace(branch, at=at)
    row = await create_table(
        services,
        origin.game,
        origin.edition,
        origin.options,
        chairs,
        made_by=person,
        public=form.public,
        branch=branch,
        seal=fields.get("seal", ""),
    )
    return see_other(f"/t/{row.key}", cookie)


def _form_page(
    services: Services, visit: Visit, origin: Origin, form: NewTable, problems: Problems = NO_PROBLEMS
) -> Response[str]:
    bots = bots_of(origin.game, services.settings.bots)
    return html(play_on_page(visit, origin.line, form, bots, problems, _link(visit, origin)), problems)


def _link(visit: Visit, origin: Origin) -> str:
    """Where anybody plays on from the same position without a server; nothing if no such site is known from here."""
    if not (visit.offline or visit.offline_site) or not is_known(origin.game, origin.edition):
        return ""
    path = play_path(origin.game.name, origin.edition.name, position=origin.branch.past.state.text())
    return path if visit.offline else f"{SERVED}/{app_address(path)}"


def _filled_in(origin: Origin, offered: Offered, fields: Mapping[str, str]) -> NewTable:
    """The form as it was sent; where a review asks to try a turn again (`retry`, a seat), as it is suggested for that seat."""
    retry = fields.get("retry", "")
    seat = int(retry) - 1 if retry.isascii() and retry.isdecimal() and len(retry) < 3 else None
    if seat is not None and 0 <= seat < len(origin.players):
        if "seat-1" not in fields:  # asked for with one button
            return msgspec.structs.replace(
                _suggested(origin, offered, seat), same=True, name=fields.get("name", ""), retry=seat + 1
            )
    else:
        seat = None
    return msgspec.structs.replace(
        _suggested(origin, offered),
        seats=seats_in(fields, len(origin.players)),
        public=fields.get("public") == "yes",
        same=fields.get("cards") == "same",
        retry=0 if seat is None else seat + 1,
        name=fields.get("name", ""),
    )


def _suggested(origin: Origin, offered: Offered, seat: Seat | None = None) -> NewTable:
    """The visitor on this seat, on the one that was theirs, or else on the one that is to act; bots on the others, as strong as
    they were."""
    bots = [name for name, _ in bots_of(origin.game, offered)]
    acts = origin.line.acts or 0
    me = seat if seat is not None else origin.mine.index(True) if any(origin.mine) else acts
    seats = [
        SeatChoice("me" if seat == me else f"bot:{_as_strong(player, bots) or default_bot(origin.game)}")
        for seat, player in enumerate(origin.players)
    ]
    return NewTable(game=origin.game.name, edition=origin.edition.name, options={}, seats=tuple(seats), public=False)


def _as_strong(player: Player, bots: Sequence[str]) -> str | None:
    """The bot that is offered in the place of a player, if that was a bot."""
    bot = None if player.bot is None else offered_level(player.bot)
    return bot if bot in bots else None


async def _of_table(room: Room, visitor: Person | None, ply: int) -> Origin:
    """A moment of the game of a table that is over."""
    row = room.row
    if not 0 <= ply <= row.ply:
        raise TableError(say.no_move(row.ply, ply))
    events = await restore.all_events(room.services.store, row)
    past = await asyncio.to_thread(_played, first_state_of(row), standing_moves(events[:ply]))
    stood = [events[number] for number in Standing(events).plies if number >= ply]
    futures = tuple([event.text for event in stood if event.seat == CHANCE])
    branch = Branch(f"{room.home}/at/{ply}", row.start, past, told=row.public, origin=row.key, futures=futures)
    mine = tuple([chair.belongs_to(visitor) for chair in row.chairs])
    players = players_of(row.chairs, ())
    return _origin(room.game, room.edition, row.options, players, mine, branch, room.home, ply, row.ply)


async def _of_record(services: Services, kept: KeptRecord, ply: int) -> Origin:
    """A moment of a record: imported, or of a table of ours."""
    table = await services.store.tables.get(kept.key)
    record = parsed(kept.text)
    if not 0 <= ply <= len(record.moves):
        raise TableError(say.no_move(len(record.moves), ply))
    game = stored_game(record.game)
    past = await asyncio.to_thread(_played, first_state(record, game), record.moves[:ply])
    home = f"/r/{kept.key}"
    told = table is None or table.public
    futures = await asyncio.to_thread(_chances, past.state, record.moves[ply:])
    branch = Branch(f"{home}/at/{ply}", record.start, past, told=told, origin=kept.key, futures=futures)
    players = record_players(record)
    mine = (False,) * record.seats
    edition = edition_of(record, game)
    return _origin(game, edition, record.options, players, mine, branch, home, ply, len(record.moves))


def _origin(
    game: Game,
    edition: Edition,
    options: tuple[str, ...],
    players: tuple[Player, ...],
    mine: tuple[bool, ...],
    branch: Branch,
    home: str,
    ply: int,
    last: int,
) -> Origin:
    actor = branch.past.state.to_act()
    if actor is None:
        raise TableError(say.ENDS_HERE)
    line = MomentLine(
        href=branch.at,
        action=f"{home}/play/{ply}",
        game=game.title,
        edition=edition_words(edition, options),
        ply=ply,
        last=last,
        players=names_of(players),
        acts=actor if actor >= 0 else None,
        futures=bool(branch.futures),
    )
    return Origin(game=game, edition=edition, options=options, players=players, mine=mine, branch=branch, line=line, home=home)


def _chances(state: State, moves: Sequence[str]) -> tuple[str, ...]:
    """The moves of chance among those that follow a state."""
    state, parse, found = state.clone(), state.edition.vocabulary.parse, []
    for text in moves:
        if state.to_act() == CHANCE:
            found.append(text)
        state.play(parse(text))
    return tuple(found)


def _played(first: State, moves: Sequence[str]) -> Step:
    """What happened from the first state on, as every seat was told of it."""
    maker = StepMaker(first.clone(), 0)
    parse = first.edition.vocabulary.parse
    for text in moves:
        move, actor = parse(text), maker.state.to_act()
        if actor is None or maker.state.refuse(move) is not None:  # by rules that have been changed since
            raise TableError(say.NO_MOMENT)
        maker.play(actor, move)
    return maker.step(())
