"""The handlers of bots that play: their stream, their moves, their seats, and tables to practise at."""

from typing import Final

from litestar import Response, get, post
from litestar.exceptions import TooManyRequestsException
from litestar.types import ASGIApp

from freightyard.bots.protocol import Decline, decode
from freightyard.core.contract import Seat
from freightyard.core.errors import BadSetup, FreightyardError
from freightyard.core.setup import chosen_edition
from freightyard.games import game_named
from freightyard.server import api_sentences as say
from freightyard.server import sentences as site_say
from freightyard.server.api.access import BURST
from freightyard.server.api.answers import answer, refused
from freightyard.server.api.bot_feed import BotFeed
from freightyard.server.api.messages import Accept, Add, Done, Sit, Sparring, Whoami, read
from freightyard.server.api.requests import AnyRequest, room_of
from freightyard.server.api.streams import LineStream
from freightyard.server.bots.offered import names_offered
from freightyard.server.errors import Forbidden
from freightyard.server.live import hosting, seating
from freightyard.server.live.batches import take_batch
from freightyard.server.live.create import create_table, default_bot
from freightyard.server.live.room import Room
from freightyard.server.services import Services
from freightyard.store.rows import OPEN, OVER, RUNNING, Chair, Person, Token

ME: Final = "me"


@get("/me")
async def whoami(services: Services, token: Token) -> Response[bytes]:
    """What this token is for."""
    settings = services.settings
    told = Whoami(
        name=token.name,
        scopes=token.scopes,
        rate=settings.token_rate,
        burst=int(BURST * settings.token_rate),
        streams=settings.token_streams,
        tables=settings.token_tables,
    )
    return answer(told)


@get("/events")
async def events(services: Services, bot_token: Token) -> ASGIApp:
    """The stream of a bot: it begins with everything that is under way."""
    services.streams.check_room()
    return LineStream(services.streams, bot_token, BotFeed(services, bot_token.person))


@post("/moves", status_code=200)
async def moves(services: Services, request: AnyRequest, bot_token: Token) -> Response[bytes]:
    """A batch of moves, or a dry run: taken whole, or refused."""
    batch = decode(await request.body())
    if isinstance(batch, Decline):
        return await _declined(services, bot_token.person, batch.table)
    async with services.gate.program():
        room = await room_of(services, batch.table)
        try:
            return answer(await take_batch(room, bot_token.person, batch))
        except FreightyardError as error:
            return refused(error, batch.table, batch.ply)


@post("/tables/{key:str}/accept", status_code=200)
async def accept(services: Services, request: AnyRequest, bot_token: Token, key: str) -> Response[bytes]:
    """Take the seat that is held for the bot."""
    asked: Accept = read(await request.body(), Accept)
    room, person = await room_of(services, key), bot_token.person
    if _sits(room, person):  # sent again, it does no harm
        await _seal_again(room, person, asked.seal)
    else:
        await seating.accept(room, person, asked.seal or "")
    return answer(Done(table=key))


@post("/tables/{key:str}/decline", status_code=200)
async def decline(services: Services, bot_token: Token, key: str) -> Response[bytes]:
    """Not take the seat that is held for the bot; or resign one."""
    return await _declined(services, bot_token.person, key)


@post("/tables/{key:str}/resign", status_code=200)
async def resign(services: Services, bot_token: Token, key: str) -> Response[bytes]:
    """Leave a seat for good: a bot of this site plays on."""
    return await _declined(services, bot_token.person, key)


@post("/tables/{key:str}/return", status_code=200)
async def come_back(services: Services, bot_token: Token, key: str) -> Response[bytes]:
    """Play again on a seat on which a bot of this site stands in, because the time was over."""
    room = await room_of(services, key)
    seat = _own_seat(room, bot_token.person)
    if room.row.chairs[seat].bot is not None:
        await seating.come_back(room, bot_token.person, seat)
    return answer(Done(table=key))


@post("/tables/{key:str}/sit", status_code=200)
async def sit(services: Services, request: AnyRequest, bot_token: Token, key: str) -> Response[bytes]:
    """Take a seat at a table at which bots may sit down, or the seat of a link."""
    asked: Sit = read(await request.body(), Sit)
    room, person = await room_of(services, key), bot_token.person
    if asked.link is not None:
        if any(chair.person == person.key for chair in room.row.chairs):
            raise Forbidden(say.SITS_HERE)
        await hosting.come_by_link(room, person, asked.link, person.name, asked.seal or "")
    elif _sits(room, person):
        await _seal_again(room, person, asked.seal)
    else:
        free = next((seat for seat, chair in enumerate(room.row.chairs) if chair.free), 0)
        await seating.sit(room, person, free if asked.seat is None else asked.seat - 1, person.name, asked.seal or "")
    return answer(Done(table=key))


@post("/tables/{key:str}/add", status_code=200)
async def add(services: Services, request: AnyRequest, bot_token: Token, key: str) -> Response[bytes]:
    """Add to the cards what the bot had sealed. Sent again, it does no harm while the cards are being mixed."""
    asked: Add = read(await request.body(), Add)
    room = await room_of(services, key)
    if not await room.mixer.add(bot_token.person, asked.addition):
        raise Forbidden(site_say.NOT_ADDED)
    return answer(Done(table=key))


@post("/tables", status_code=201)
async def sparring(services: Services, request: AnyRequest, bot_token: Token) -> Response[bytes]:
    """A table for the bot, against bots of this site or other people's."""
    asked: Sparring = read(await request.body(), Sparring)
    game = game_named(asked.game)
    if asked.edition is not None and asked.edition not in game.editions:
        raise BadSetup(say.no_edition(game.editions))
    names = names_offered(services.settings.bots, game)
    chairs = [await _chair(services, name, bot_token.person, names) for name in asked.seats]
    if sum(chair.person == bot_token.person.key for chair in chairs) != 1:
        raise BadSetup(say.ONE_ME)
    invited = [chair.person for chair in chairs if chair.held]
    if len(set(invited)) != len(invited):
        raise BadSetup(say.ONE_SEAT_EACH)
    if invited and asked.seed is not None:
        raise BadSetup(say.SEED_ALONE)
    await _check_tables(services, bot_token)
    edition = chosen_edition(game, asked.edition)
    row = await create_table(
        services,
        game,
        edition,
        asked.options,
        chairs,
        made_by=bot_token.person,
        public=False,
        seed=asked.seed,
        seal=asked.seal or "",
    )
    return answer(Done(table=row.key), 201)


async def _check_tables(services: Services, token: Token) -> None:
    """Refuse a table more to a bot that has enough of them."""
    rate, most = services.settings.token_rate, services.settings.token_tables
    if not services.rates.take("sparring", token.key, rate / 10, rate):
        raise TooManyRequestsException(say.TOO_MANY_TABLES, headers={"Retry-After": "10"})
    if await services.store.tables.count_running_made_by(token.person.key) >= most:
        raise BadSetup(say.enough_tables(most))


async def _chair(services: Services, name: str, person: Person, names: tuple[str, ...]) -> Chair:
    """The chair for a name: the bot itself, one of this site, or somebody else's, which is invited."""
    if name == ME:
        return Chair(person.key, called=person.name)
    if name in names:
        return Chair(bot=name)
    bot = await services.store.tokens.bot_named(name)
    if bot is None or bot.key == person.key:
        raise BadSetup(say.no_such_bot(name, names))
    return Chair(bot.key, called=bot.name, held=True)


async def _declined(services: Services, person: Person, key: str) -> Response[bytes]:
    """The bot leaves a table, whatever is going on there. Sent again, it does no harm."""
    room = await room_of(services, key)
    chairs = room.row.chairs
    if any(chair.held and chair.person == person.key for chair in chairs):
        await seating.decline(room, person)
    elif _sits(room, person) and room.row.phase == OPEN:
        await seating.leave(room, person, _own_seat(room, person), default_bot(room.game))
    elif _sits(room, person) and room.row.phase == RUNNING:
        await hosting.give_up(room, person, _own_seat(room, person))
    elif room.row.phase == OVER:
        raise Forbidden(say.GAME_OVER)
    return answer(Done(table=key))


async def _seal_again(room: Room, person: Person, seal: str | None) -> None:
    """The bot sits down once more: perhaps the server ended before it had kept the seal, and before the game began."""
    if seal is not None:
        await room.mixer.seal(person, seal)
    await room.chairs.begin_if_full()


def _sits(room: Room, person: Person) -> bool:
    return any(chair.belongs_to(person) for chair in room.row.chairs)


def _own_seat(room: Room, person: Person) -> Seat:
    for seat, chair in enumerate(room.row.chairs):
        if chair.belongs_to(person):
            return seat
    raise Forbidden(say.NOT_SEATED)
