"""Creating tables."""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec

from freightyard.bots.budget import read_budget
from freightyard.bots.levels import built_in_names
from freightyard.core.bot_names import DRIVER, MEDIUM
from freightyard.core.contract import Edition, Game, check_seats, read_options
from freightyard.core.errors import BadSetup
from freightyard.core.proof import AGAIN, BY_DEVICE, BY_LINK, BY_WORD, SECRET_BYTES, TOGETHER, is_hash
from freightyard.games import quick_edition
from freightyard.server import sentences as say
from freightyard.server.bots.offered import Offered, choices_offered, names_offered
from freightyard.server.live.editions import raw_text
from freightyard.store.rows import OPEN, Append, Chair, Person, TableRow
from freightyard.table import Step

if TYPE_CHECKING:
    from freightyard.server.services import Services

_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # none that is mistaken for another: 60 bits in twelve
_KEY_LETTERS: Final = 12
_USUAL_BOTS: Final = 2


class Branch(msgspec.Struct, frozen=True):
    """A moment of a game from which a new table plays on: the moves that led there become the first of its own."""

    at: str  # the address of the moment
    start: str | None  # the position at which that game began, if not at its beginning
    past: Step  # all that happened from there to the moment
    told: bool = True  # whether those at the new table may know the address
    origin: str | None = None  # the key of that game
    futures: tuple[str, ...] = ()  # the moves of chance that came there after the moment, if they are to come again


def new_key() -> str:
    """The key of a table, which is its name in its link. Whoever does not know it cannot guess it."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_KEY_LETTERS))


def default_bot(game: Game) -> str:
    """The bot that plays where nobody chose one."""
    names = built_in_names(game)
    return DRIVER if DRIVER in names else names[-1]


def check_chairs(game: Game, chairs: Sequence[Chair], offered: Offered = (), *, playouts: bool = False) -> None:
    """Refuse bots that do not play this game. `playouts`: hard may be told how many, as `hard:200it`."""
    names = names_offered(offered, game)
    for chair in chairs:
        if chair.bot is not None and chair.bot not in names and not (playouts and _counts_playouts(chair.bot)):
            raise BadSetup(say.no_bot(game.title, choices_offered(offered, game)))


def _counts_playouts(bot: str) -> bool:
    """Whether it is hard with a number of playouts that is one. On a server that would be a way to keep a bot busy."""
    level, _, budget = bot.partition(":")
    return level == "hard" and budget.endswith("it") and read_budget(budget).playouts is not None


def new_seed(
    cards: str | None, game: Game, edition: Edition, options: Sequence[str], chairs: Sequence[Chair], before: str
) -> str:
    """The seed of a table's cards: chance, or what follows from the word of the host and from how the table is set up. Whoever
    sets up a table in the same way sees the same cards: where cards are secret, that needs the host's leave. `before`: what tells
    a table after another one from it, so that nobody meets again the cards that they have seen."""
    if cards is None:
        return secrets.token_hex(16)
    bots = [MEDIUM if chair.bot == DRIVER else chair.bot or "" for chair in chairs]  # as it was called before: the same cards
    words = [cards, game.name, raw_text(edition), *options, *bots, before]
    return sha256("\n".join(words).encode()).hexdigest()[:32]


def only_bots(chairs: Sequence[Chair]) -> bool:
    """Whether nobody but bots plays on these chairs."""
    return all(chair.bot is not None for chair in chairs)


async def check_bot_tables(services: "Services", person: Person) -> None:
    """Refuse one more table of bots alone to somebody who has enough of them running."""
    most = services.settings.bot_tables
    if await services.store.tables.count_running_bots_only(person.key) >= most:
        raise BadSetup(say.enough_bot_tables(most))


async def create_table(
    services: "Services",
    game: Game,
    edition: Edition,
    options: Sequence[str],
    chairs: Sequence[Chair],
    *,
    made_by: Person | None,
    public: bool,
    level: str | None = None,
    substitutes: bool = False,
    allows_bots: bool = False,
    key: str | None = None,
    earlier: TableRow | None = None,
    branch: Branch | None = None,
    pace: str | None = None,
    seed: str | None = None,
    seal: str = "",
) -> TableRow:
    """Store a new table. Its game begins at once if it waits for nobody; with a `branch` it plays on from there. `pace`: as
    it is stored; None is as much time as anybody wants. `seed`: of its cards, if whoever makes it may know them. `seal`: of what
    whoever makes it adds to the cards."""
    check_seats(edition, len(chairs))
    check_chairs(game, chairs, services.settings.bots, playouts=services.settings.offline)
    if made_by is not None and only_bots(chairs):
        await check_bot_tables(services, made_by)
    cards = services.settings.cards if not game.secrets or services.settings.cards_of_secret_games else None
    now, chosen = services.now(), read_options(edition, options)
    before = branch.at if branch is not None else "" if earlier is None else earlier.seed
    past = None if branch is None else branch.past
    futures = () if branch is None else branch.futures
    dealt = BY_LINK if seed else BY_WORD if cards is not None else BY_DEVICE if services.settings.offline else TOGETHER
    if futures:
        dealt = AGAIN
    row = TableRow(
        key=key or new_key(),
        game=game.name,
        edition=edition.name,
        raw=raw_text(edition),
        options=chosen,
        dealt=dealt,
        secret=secrets.token_hex(SECRET_BYTES) if dealt == TOGETHER else None,
        taken_over=None if past is None else len(past.events) or None,
        seed=seed or new_seed(cards, game, edition, chosen, chairs, before),
        public=public,
        made_by=None if made_by is None else made_by.key,
        made_at=now,
        earlier=None if earlier is None else earlier.key,
        chairs=tuple(chairs),
        phase=OPEN,
        ply=0 if past is None else len(past.events),
        to_act=None if past is None else past.state.to_act(),
        moved_at=now,
        level=level,
        substitutes=True if substitutes else None,
        allows_bots=True if allows_bots else None,
        start=None if branch is None else branch.start,
        branch=None if branch is None or not branch.told else branch.at,
        origin=None if branch is None else branch.origin,
        futures=futures,
        pace=pace,
    )
    await services.store.tables.add(row, None if past is None else _append(row, past))
    if made_by is not None and row.secret is not None and is_hash(seal):
        await services.store.additions.seal(row.key, made_by.key, seal)
    services.notices.alert_host("A new table", f"{game.title}: {services.settings.address}/t/{row.key}")
    if not any(chair.waits for chair in chairs):
        await begin_table(services, row.key)
    return row


async def create_quick_table(services: "Services", game: Game, person: Person, bot: str, bots: int, seal: str = "") -> TableRow:
    """A table of one person against so many bots of one kind, as one click makes it."""
    chairs = (Chair(person.key, called=person.name), *[Chair(bot=bot)] * bots)
    return await create_table(services, game, quick_edition(game), (), chairs, made_by=person, public=False, seal=seal)


def usual_bots(game: Game) -> int:
    """How many bots one plays against with one click."""
    counts = quick_edition(game).seat_counts
    return _USUAL_BOTS if _USUAL_BOTS + 1 in counts else counts[0] - 1


async def begin_table(services: "Services", key: str) -> None:
    """Begin the game of a table, if it waits for nobody and has not begun."""
    room = await services.hub.room(key)
    if room is not None:
        await room.chairs.begin_if_full()


def _append(row: TableRow, past: Step) -> Append:
    """What happened before a table was made, as it is stored."""
    return Append(table=row.key, ply=0, events=past.events, seen=past.seen, marks=past.marks, to_act=row.to_act, at=row.made_at)
