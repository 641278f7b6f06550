"""The form for a token: what a program may do in somebody's name."""

from collections.abc import Mapping, Sequence
from typing import Final

from freightyard.core.bot_names import BOT_NAMES, bot_title
from freightyard.core.errors import BadSetup
from freightyard.server import api_sentences as say
from freightyard.server.identity import clean_name
from freightyard.server.services import Services
from freightyard.store.errors import NotKept
from freightyard.store.rows import SCOPES, Person, Token
from freightyard.store.tokens import NameTaken

MOST_TOKENS: Final = 20  # of one person


async def new_token(services: Services, person: Person, fields: Mapping[str, str]) -> tuple[str, Token]:
    """The token that a form asks for, which is shown once, and what is kept of it."""
    name = clean_name(fields.get("token-name", ""))
    scopes = [scope for scope in SCOPES if fields.get(f"scope-{scope}") == "yes"]
    if not scopes:
        raise BadSetup(say.NO_SCOPES)
    if name.casefold() in (
        *BOT_NAMES,
        *[bot_title(bot).casefold() for bot in BOT_NAMES],
        *[bot.name.casefold() for bot in services.settings.bots],
    ):
        raise BadSetup(say.house_name(name))
    tokens = services.store.tokens
    if len(await tokens.of_owner(person.key)) >= MOST_TOKENS:
        raise BadSetup(say.enough_tokens(MOST_TOKENS))
    try:
        return await tokens.make(person.key, name, scopes, services.now(), most=MOST_TOKENS)
    except NameTaken:
        raise BadSetup(say.name_taken(name)) from None
    except NotKept:
        raise BadSetup(say.enough_tokens(MOST_TOKENS)) from None


def scopes_words(scopes: Sequence[str]) -> str:
    """What a token allows, in words."""
    return "may " + " and ".join([say.SCOPE_WORDS[scope] for scope in SCOPES if scope in scopes])
