"""Links that carry a game: a set-up, or a position to play on from. Whoever opens one has a new table of it.

`/play?game=freight-train&edition=mayfair-1996&options=cabooses=yes&seats=me,planner,driver&seed=7`, and `&position=…` with the
text of a position. Everything but the game may be left out. All levels but the old hand, and `hard:200it`, do not go by a clock:
they play the same on any machine.
"""

from collections.abc import Sequence

from freightyard.bots import bot_names
from freightyard.core.contract import Game
from freightyard.core.errors import BadSetup
from freightyard.games import all_games
from freightyard.offline.litestar_stand_in import Redirect, get
from freightyard.page.document import NEWCOMER
from freightyard.server.identity import person_or_new
from freightyard.server.live.create import Branch, create_table, default_bot, usual_bots
from freightyard.server.services import Services
from freightyard.server.site.responses import see_other
from freightyard.store.rows import Chair, Person
from freightyard.table.step import StepMaker


@get("/play")
async def play_link(
    services: Services,
    visitor: Person | None,
    game: str,
    edition: str = "",
    options: str = "",
    seats: str = "",
    seed: str = "",
    position: str = "",
) -> Redirect:
    """A table as the link says, and the way there."""
    wanted = next((each for each in all_games() if each.name == game), None)
    if wanted is None:
        raise BadSetup(f"there is no game {game!r}; choose {', '.join(each.name for each in all_games())}")
    chosen = wanted.edition(edition or wanted.editions[0])
    first = wanted.position(chosen, position) if position else None
    person, cookie = await person_or_new(services, visitor, NEWCOMER)
    count = None if first is None else first.seats
    words = [word for word in seats.split(",") if word] or _usual(wanted, count, None if first is None else first.to_act())
    chairs = _chairs(words, person)
    branch = None if first is None else Branch("", position, StepMaker(first, 0).step(()), told=False)
    told = first.options if first is not None else [word for word in options.split(",") if word]
    row = await create_table(
        services, wanted, chosen, told, chairs, made_by=person, public=False, branch=branch, seed=seed or None
    )
    return see_other(f"/t/{row.key}", cookie)  # type: ignore[return-value]  # of the stand-in's kind, as everything here


def _chairs(words: Sequence[str], person: Person) -> list[Chair]:
    """Who sits where: several who are `me` sit at one device, and are called by numbers."""
    several = words.count("me") > 1
    found: list[Chair] = []
    for word in words:
        number = sum(chair.person is not None for chair in found) + 1
        name = f"{person.name} {number}" if several else person.name
        found.append(Chair(person.key, called=name) if word == "me" else Chair(bot=word))
    return found


def _usual(game: Game, count: int | None, actor: int | None) -> list[str]:
    """Who plays where the link does not say it: the visitor on the seat that is to act, and bots."""
    seats = usual_bots(game) + 1 if count is None else count
    me = actor if actor is not None and actor >= 0 else 0
    bot = default_bot(game) if bot_names(game) else "random"
    return ["me" if seat == me else bot for seat in range(seats)]
