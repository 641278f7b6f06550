"""The review of a finished game: asked for, waited for, and looked at."""

import asyncio
from collections.abc import Sequence

import msgspec
from litestar import Response, get, post
from litestar.exceptions import TooManyRequestsException
from litestar.response import Redirect

from freightyard.bots.levels import judge_of
from freightyard.page.contract import PageContext
from freightyard.page.history import record_players
from freightyard.page.players import without_stand_ins
from freightyard.review.review import Review
from freightyard.review.site import review_document, waiting_document
from freightyard.review.spans import Course
from freightyard.server import sentences as say
from freightyard.server.live import restore
from freightyard.server.live.editions import stored_game
from freightyard.server.live.room import Room
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.branches import with_branches
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.moments import parsed
from freightyard.server.site.page_context import record_context, table_context
from freightyard.server.site.responses import as_json, html, see_other
from freightyard.server.thinking_limits import check_review_rate
from freightyard.store.rows import KeptRecord, Person
from freightyard.table import Standing
from freightyard.table.errors import TableError


@get("/t/{key:str}/review")
async def table_review(request: AnyRequest, finished_room: Room, visitor: Person | None) -> Response[str]:
    """The review of a table's game, or a page that offers to make it."""
    room = finished_room
    context = await with_branches(room.services, await table_context(request, room, visitor), room.key, visitor)
    events = await restore.all_events(room.services.store, room.row)
    return await _page(room.services, room.key, await _text_of(room), context, Standing(events).plies)


@post("/t/{key:str}/review")
async def review_table(request: AnyRequest, finished_room: Room) -> Redirect:
    """Let bots review a table's game."""
    room = finished_room
    return await _begin(room.services, request, room.key, await _text_of(room), room.home)


@get("/t/{key:str}/review/progress")
async def table_review_progress(finished_room: Room) -> Response[bytes]:
    """How far they are."""
    return as_json(finished_room.services.reviews.progress(finished_room.key))


@get("/r/{key:str}/review")
async def record_review(services: Services, request: AnyRequest, record: KeptRecord, visitor: Person | None) -> Response[str]:
    """The review of a record, or a page that offers to make it."""
    game = parsed(record.text)
    around = record_context(services, request, record.key, game, len(game.moves), visitor)
    context = await with_branches(services, around, record.key, visitor)
    return await _page(services, record.key, record.text, context)


@post("/r/{key:str}/review")
async def review_record(services: Services, request: AnyRequest, record: KeptRecord) -> Redirect:
    """Let bots review a record."""
    return await _begin(services, request, record.key, record.text, f"/r/{record.key}")


@get("/r/{key:str}/review/progress")
async def record_review_progress(services: Services, record: KeptRecord) -> Response[bytes]:
    """How far they are."""
    return as_json(services.reviews.progress(record.key))


async def _text_of(room: Room) -> str:
    """The record of a finished table."""
    kept = await room.services.store.records.get(room.key)
    if kept is not None:
        return kept.text
    whole = await restore.all_events(room.services.store, room.row)
    return await restore.record_text(room.row, whole, proof=await restore.proof_of(room.services.store, room.row))


async def _page(services: Services, key: str, text: str, context: PageContext, plies: Sequence[int] = ()) -> Response[str]:
    _check_finished(text)
    data = await services.store.reviews.get(key)
    if data is not None:
        try:
            review = msgspec.json.decode(data, type=Review)
        except msgspec.ValidationError:  # of an earlier version: it is made anew
            review = None
        if review is not None:
            return html(await asyncio.to_thread(_drawn, review, text, context, plies, inside=services.settings.offline))
    far = services.reviews.progress(key)
    return html(waiting_document(context, working=far.working, failed=far.failed))


def _drawn(review: Review, text: str, context: PageContext, plies: Sequence[int], *, inside: bool) -> str:
    record = parsed(text)
    course = Course(record, stored_game(record.game))
    players = without_stand_ins(record_players(record))
    return review_document(review, course, players, context, plies=plies, inside=inside)


async def _begin(services: Services, request: AnyRequest, key: str, text: str, home: str) -> Redirect:
    _check_finished(text)
    if not services.reviews.progress(key).working:
        client = client_of(request.scope)
        check_review_rate(services, client)
        if services.reviews.full:
            raise TooManyRequestsException(say.TOO_MANY_REVIEWS, headers={"retry-after": "60"})
        services.reviews.begin(key, text, client)
    return see_other(f"{home}/review")


def _check_finished(text: str) -> None:
    record = parsed(text)
    if record.outcome is None:
        raise TableError(say.NOT_FINISHED)
    if judge_of(stored_game(record.game)) is None:
        raise TableError(say.NO_REVIEW)
