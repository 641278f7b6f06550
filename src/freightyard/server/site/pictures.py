"""Pictures of positions: to save, through the eyes of who asks, and beside links to tables, as anybody with the link sees them.

An SVG is drawn here; a PNG needs the extra `pictures` and a font. Without them the picture beside a link is a general one of
the game.
"""

import asyncio
import re
from functools import lru_cache
from typing import Final

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException

from freightyard.core.errors import FreightyardError
from freightyard.page.assets import COMMON, assets, folder_of
from freightyard.page.picture import narrow_picture_of, picture_of
from freightyard.page.screenshot import png_of, serves_png
from freightyard.page.table_sentences import WHERE
from freightyard.server import sentences as say
from freightyard.server.live.room import Room
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.moments import Moment, parsed, record_moment, table_moment
from freightyard.server.thinking_limits import check_picture_rate
from freightyard.store.rows import OPEN, OVER, KeptRecord, Person

PREVIEW: Final = "preview.png"  # among the static files of a game: what a link shows where no board can be drawn
_FILE: Final = re.compile(r"([0-9]{1,9})\.(svg|png)")
_LONGEST: Final = 100  # moves of a plan
_DRAWING: Final = asyncio.Semaphore(2)  # a PNG takes a processor for a fifth of a second
_FOR_ALL: Final = {"Cross-Origin-Resource-Policy": "cross-origin"}  # others show it beside the link
_KEPT: Final = {**_FOR_ALL, "Cache-Control": "public, max-age=86400"}  # a moment that is past stays as it is


@get("/t/{key:str}/picture/{file:str}")
async def table_picture(
    request: AnyRequest,
    started_room: Room,
    visitor: Person | None,
    file: str,
    seat: str | None = None,
    plan: str | None = None,
    narrow: bool = False,
) -> Response[str] | Response[bytes]:
    """A moment of a table, as the visitor may see it: `60.svg`, `60.png`; `narrow`: for a phone."""
    ply, kind = _named(file)
    check_picture_rate(started_room.services, client_of(request.scope))
    moment = _planned(await table_moment(started_room, visitor, ply, seat), plan)
    return await _answer(moment, started_room.table.ply, kind, narrow=narrow)


@get("/r/{key:str}/picture/{file:str}")
async def record_picture(
    services: Services,
    request: AnyRequest,
    record: KeptRecord,
    file: str,
    seat: str | None = None,
    plan: str | None = None,
    narrow: bool = False,
) -> Response[str] | Response[bytes]:
    """A moment of a record."""
    ply, kind = _named(file)
    check_picture_rate(services, client_of(request.scope))
    game = parsed(record.text)
    moment, _ = await asyncio.to_thread(record_moment, record.key, game, ply, seat)
    return await _answer(_planned(moment, plan), len(game.moves), kind, narrow=narrow)


@get("/t/{key:str}/preview/{file:str}")
async def table_preview(request: AnyRequest, room: Room, file: str) -> Response[bytes]:
    """What is shown beside the link of a table: what a spectator sees, whoever asks."""
    ply, _ = _named(file)
    check_picture_rate(room.services, client_of(request.scope))
    if not serves_png() or (room.row.phase == OPEN and not room.row.ply):
        return _general(room.row.game)
    moment = await table_moment(room, None, min(ply, room.table.ply), None)
    return await _preview(moment, room.table.ply, over=room.row.phase == OVER)


@get("/r/{key:str}/preview/{file:str}")
async def record_preview(services: Services, request: AnyRequest, record: KeptRecord, file: str) -> Response[bytes]:
    """What is shown beside the link of a record."""
    ply, _ = _named(file)
    check_picture_rate(services, client_of(request.scope))
    if not serves_png():
        return _general(record.game)
    game = parsed(record.text)
    moment, _ = await asyncio.to_thread(record_moment, record.key, game, min(ply, len(game.moves)), None)
    return await _preview(moment, len(game.moves), over=True)


def _named(file: str) -> tuple[int, str]:
    found = _FILE.fullmatch(file)
    if found is None:
        raise NotFoundException
    return int(found[1]), found[2]


def _planned(moment: Moment, plan: str | None) -> Moment:
    """The moment with moves that are drawn into it. They are somebody's words: what is no move of the game is not drawn."""
    if not plan:
        return moment
    vocabulary, found = moment.edition.vocabulary, []
    try:
        for text in plan.split(",")[:_LONGEST]:
            vocabulary.parse(text)
            found.append(text)
    except FreightyardError:
        raise NotFoundException from None
    return msgspec.structs.replace(moment, scene=msgspec.structs.replace(moment.scene, plan=tuple(found)))


async def _answer(moment: Moment, last: int, kind: str, *, narrow: bool) -> Response[str] | Response[bytes]:
    svg = _drawn(moment, last, narrow=narrow)
    if kind == "svg":
        return Response(svg, media_type="image/svg+xml")
    if not serves_png():
        raise NotFoundException(say.NO_PNG)
    return Response(await _png(svg), media_type="image/png")


async def _preview(moment: Moment, last: int, *, over: bool) -> Response[bytes]:
    return Response(await _png(_drawn(moment, last)), media_type="image/png", headers=_KEPT if over else _FOR_ALL)


def _drawn(moment: Moment, last: int, *, narrow: bool = False) -> str:
    draw = narrow_picture_of if narrow else picture_of
    return draw(moment.scene, WHERE.format(ply=moment.ply, last=last))


async def _png(svg: str) -> bytes:
    async with _DRAWING:
        return await asyncio.to_thread(_png_of, svg)


@lru_cache(maxsize=32)
def _png_of(svg: str) -> bytes:
    return png_of(svg)


def _general(game: str) -> Response[bytes]:
    """A picture of the game, or of the house if it brings none."""
    files = assets()
    found = files.get(f"{folder_of(game)}/{PREVIEW}") or files[f"{COMMON}/{PREVIEW}"]
    return Response(found.read_bytes(), media_type="image/png", headers=_KEPT)
