"""Who sits where at a new table, as a form says it: what can be chosen, what was chosen, and what is wrong with it."""

from collections.abc import Mapping, Sequence

from freightyard.core.bot_names import bot_word
from freightyard.core.contract import Game
from freightyard.page.site import NewTable, SeatChoice
from freightyard.server import sentences as say
from freightyard.server.bots.offered import Offered, choices_offered, names_offered
from freightyard.server.identity import BadName, clean_name
from freightyard.server.services import Services
from freightyard.server.site.forms import sentence
from freightyard.store.rows import Chair, Person


def bots_of(game: Game, offered: Offered = ()) -> tuple[tuple[str, str], ...]:
    """The bots that can be chosen for a game, and what they are like."""
    return tuple([(name, say.bot_choice(name)) for name in choices_offered(offered, game)])


def seats_in(fields: Mapping[str, str], most: int) -> tuple[SeatChoice, ...]:
    """Who was chosen for each of so many seats."""
    names = range(1, most + 1)
    return tuple([SeatChoice(fields.get(f"seat-{name}", "none"), fields.get(f"called-{name}", "")) for name in names])


def check_visitor(visitor: Person | None, form: NewTable, problems: dict[str, str]) -> None:
    """Somebody unknown must have typed a name."""
    if visitor is None:
        try:
            clean_name(form.name)
        except BadName as error:
            problems["name"] = sentence(error)


def check_choices(game: Game, form: NewTable, problems: dict[str, str], offered: Offered = ()) -> None:
    """What was chosen for each seat must be something that can sit there, and Me only once."""
    bots = [f"bot:{name}" for name in names_offered(offered, game)]
    for number, choice in enumerate(form.seats, 1):
        if choice.who not in ("me", "open", "here", "held", "none", *bots):
            problems[f"seat-{number}"] = say.CHOOSE_PLAYER
        elif choice.who in ("here", "held"):
            try:
                clean_name(choice.name)
            except BadName as error:
                problems[f"seat-{number}"] = sentence(error)
    if sum(choice.who == "me" for choice in form.seats) > 1:
        problems["seats"] = say.ONE_SEAT


def chair_of(choice: SeatChoice, person: Person) -> Chair:
    """The chair that was chosen for a seat."""
    if choice.who == "me":
        return Chair(person.key, called=person.name)
    if choice.who == "here":
        return Chair(person.key, called=clean_name(choice.name))
    if choice.who == "held":
        return Chair(called=clean_name(choice.name), held=True)
    if choice.who == "open":
        return Chair()
    return Chair(bot=bot_word(choice.who.removeprefix("bot:")))


async def with_bots_invited(services: Services, chairs: Sequence[Chair]) -> list[Chair]:
    """The chairs, where one that is held for the name of somebody's bot is held for that bot: once, it plays on one seat."""
    found: list[Chair] = []
    for chair in chairs:
        invited = chair
        if chair.held and chair.person is None and chair.called is not None and not services.settings.offline:
            bot = await services.store.tokens.bot_named(chair.called)
            if bot is not None and all(other.person != bot.key for other in found):
                invited = Chair(bot.key, called=bot.name, held=True)
        found.append(invited)
    return found
