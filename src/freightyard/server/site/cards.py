"""The cards of a table: what was promised, what people seal and send, and, when the game is over, what was drawn from what."""

import asyncio
from collections.abc import Sequence

import msgspec
from litestar import Response, get, post

from freightyard.core.contract import CHANCE
from freightyard.core.record import Record, states
from freightyard.page.cards_page import cards_page
from freightyard.page.document import Visit
from freightyard.page.site import about_cards_page
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.live.editions import stored_game
from freightyard.server.live.restore import all_events, proof_of, record_text
from freightyard.server.live.room import Room
from freightyard.server.site.card_facts import cards_of
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.moments import parsed
from freightyard.server.site.page_context import table_context
from freightyard.server.site.responses import as_json, html
from freightyard.store.rows import ENDED, OVER, KeptRecord, Person
from freightyard.table.errors import TableError


class Draw(msgspec.Struct, frozen=True):
    """What could be drawn before a move of a record, each with its weight."""

    ply: int
    urn: Sequence[tuple[str, int]]


@get("/cards")
async def about_cards(visit: Visit) -> Response[str]:
    """Who chooses the cards, for people who do not trust us."""
    return html(about_cards_page(visit))


@get("/t/{key:str}/cards")
async def table_cards(request: AnyRequest, started_room: Room, visitor: Person | None) -> Response[str]:
    """What is known of the cards of a game that runs or is over."""
    return html(cards_page(await table_context(request, started_room, visitor)))


@get("/t/{key:str}/seals")
async def seals(room: Room, visitor: Person | None) -> Response[bytes]:
    """What was promised and sealed at a table, for bots and for the page."""
    return as_json(await _told(room, visitor))


@post("/t/{key:str}/seal")
async def seal(room: Room, person: Person, fields: dict[str, str]) -> Response[bytes]:
    """Somebody who sits at a table that has not begun seals what they will add to its cards."""
    if not await room.mixer.seal(person, fields.get("seal", "")):
        raise Forbidden(say.NOT_SEALED)
    return as_json(await _told(room, person))


@post("/t/{key:str}/add")
async def add(room: Room, person: Person, fields: dict[str, str]) -> Response[bytes]:
    """Somebody sends what they had sealed, when nobody can seal anything any more."""
    if not await room.mixer.add(person, fields.get("addition", "")):
        raise Forbidden(say.NOT_ADDED)
    return as_json(await _told(room, person))


@get("/t/{key:str}/cards/draws")
async def table_draws(started_room: Room) -> Response[bytes]:
    """What every card of a finished game was drawn from."""
    room = started_room
    if room.row.phase not in (OVER, ENDED):
        raise TableError(say.NOT_OVER)
    store = room.services.store
    text = await record_text(room.row, await all_events(store, room.row), room.table.outcome(), await proof_of(store, room.row))
    return as_json({"draws": await asyncio.to_thread(urns, parsed(text))})


@get("/r/{key:str}/cards/draws")
async def record_draws(record: KeptRecord) -> Response[bytes]:
    """What every card of a record was drawn from."""
    return as_json({"draws": await asyncio.to_thread(urns, parsed(record.text))})


def urns(record: Record) -> list[Draw]:
    """What could be drawn before every move of chance that its record proves."""
    if record.proof is None:
        return []
    found = []
    for ply, state in enumerate(states(record, stored_game(record.game))):
        if state.to_act() == CHANCE and record.proof.first <= ply < len(record.moves):
            texts = state.edition.vocabulary.texts
            found.append(Draw(ply, [(texts[move], weight) for move, weight in state.chances()]))
    return found


async def _told(room: Room, visitor: Person | None) -> dict[str, object]:
    cards = await cards_of(room, visitor)
    return {
        "dealt": cards.dealt,
        "commitment": cards.commitment,
        "closed": cards.closed,
        "begun": cards.begun,
        "seats": [{"seat": number, "seal": seat.seal, "state": seat.state} for number, seat in enumerate(cards.seats, 1)],
    }
