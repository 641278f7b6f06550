"""The handlers of programs that watch: public tables, and the live view of one; and finished games."""

import re
from typing import Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.types import ASGIApp

from freightyard.bots.protocol import BadLine
from freightyard.games import game_named
from freightyard.server import api_sentences as say
from freightyard.server.api.access import check_scope
from freightyard.server.api.answers import answer
from freightyard.server.api.messages import LINES, Finished, Page, encode
from freightyard.server.api.spectator_feed import SpectatorFeed, watched
from freightyard.server.api.streams import LineStream
from freightyard.server.services import Services
from freightyard.store.records import RecordFilter
from freightyard.store.rows import RECORDS_SCOPE, WATCH, KeptRecord, Token

_TABLES: Final = 100  # of each sort: those that are open, that run, that are over
MOST_ON_A_PAGE: Final = 200
_CURSOR: Final = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,20})?(?:e[+-]?[0-9]{1,3})?)~([A-Za-z0-9_-]{1,100})")


@get("/tables")
async def tables(services: Services, token: Token) -> Response[bytes]:
    """The public tables, a line each."""
    check_scope(token, WATCH)
    async with services.gate.program():
        lines = [encode(watched(row)) for row in await services.store.tables.public(_TABLES)]
    return Response(b"".join(lines), media_type=LINES)


@get("/tables/{key:str}/watch")
async def watch(services: Services, token: Token, key: str) -> ASGIApp:
    """The live view of a public table, as a spectator sees it."""
    check_scope(token, WATCH)
    services.streams.check_room()
    row = await services.hub.row(key)
    if row is None or not row.public:  # whoever has the link of another table has a page to look at
        raise NotFoundException(say.NO_PUBLIC_TABLE)
    return LineStream(services.streams, token, SpectatorFeed(services, key))


@get("/records")
async def records(
    services: Services,
    token: Token,
    game: str | None = None,
    edition: str | None = None,
    player: str | None = None,
    since: float | None = None,
    until: float | None = None,
    after: str | None = None,
    limit: int = Parameter(default=50, ge=1, le=MOST_ON_A_PAGE),
    text: bool = True,
) -> Response[bytes]:
    """Finished games, the latest first, a line each; the last line tells how to ask for more."""
    check_scope(token, RECORDS_SCOPE)
    wanted = RecordFilter(
        game=None if game is None else game_named(game).name,
        edition=edition,
        player=player,
        since=since,
        until=until,
        before=None if after is None else _cursor(after),
    )
    async with services.gate.program():
        found = await services.store.records.find(wanted, limit + 1)
        lines = [encode(finished(record, whole=text)) for record in found[:limit]]
        last = found[limit - 1] if len(found) > limit else None
        lines.append(encode(Page(records=len(lines), next=None if last is None else f"{last.at!r}~{last.key}")))
    return Response(b"".join(lines), media_type=LINES)


@get("/records/{key:str}")
async def record(services: Services, token: Token, key: str) -> Response[bytes]:
    """One finished game."""
    check_scope(token, RECORDS_SCOPE)
    found = await services.store.records.public(key)
    if found is None:
        raise NotFoundException(say.NO_RECORD)
    return answer(finished(found, whole=True))


def finished(record: KeptRecord, *, whole: bool) -> Finished:
    """A record as it is told."""
    return Finished(
        key=record.key,
        game=record.game,
        edition=record.edition,
        players=record.players,
        scores=record.scores,
        winners=tuple([seat + 1 for seat in record.winners]),
        at=record.at,
        text=record.text if whole else None,
    )


def _cursor(words: str) -> tuple[float, str]:
    found = _CURSOR.fullmatch(words)
    if found is None:
        raise BadLine(say.BAD_CURSOR)
    return float(found[1]), found[2]
