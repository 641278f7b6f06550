"""Reading the forms of the site: their fields, and what one of them names."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from litestar import Request

from freightyard.core.bot_names import bot_word
from freightyard.core.contract import Seat
from freightyard.core.errors import BadSetup
from freightyard.server import sentences as say
from freightyard.server.bots.offered import choices_offered, names_offered
from freightyard.server.live.create import default_bot
from freightyard.server.live.room import Room
from freightyard.server.passkeys import LONGEST_ANSWER

AnyRequest = Request[Any, Any, Any]
NO_PROBLEMS: Final[Mapping[str, str]] = MappingProxyType({})
MOST_BYTES: Final = 32 * 1024  # of a form: more than any of ours has
_LONGEST: Final = 1000  # of a field that is shown again


async def read_fields(request: AnyRequest) -> dict[str, str]:
    """The fields of a form that was sent, the last of each name; what is no text is left out."""
    form = await request.form()
    return {name: value[:_LONGEST].replace("\x00", "") for name, value in form.multi_items() if isinstance(value, str)}


async def read_answer(request: AnyRequest) -> str:
    """What a browser's passkey answered, as a form sends it: longer than what people type."""
    answer = (await request.form()).get("credential")
    return answer if isinstance(answer, str) and len(answer) <= LONGEST_ANSWER else ""


def seat_in(fields: Mapping[str, str], default: Seat) -> Seat:
    """The seat that a form names, counted from 1 there."""
    word = fields.get("seat", "")
    if not word:
        return default
    if not (word.isascii() and word.isdecimal() and len(word) < 3):
        raise BadSetup(say.SEAT_NUMBER)
    return int(word) - 1


def number_in(fields: Mapping[str, str], name: str) -> int | None:
    """The number that a form names; None if it names none."""
    word = fields.get(name, "")
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 9 else None


def bot_in(fields: Mapping[str, str], room: Room) -> str:
    """The bot that a form names, or the default one."""
    bot, offered = fields.get("bot") or default_bot(room.game), room.services.settings.bots
    if bot not in names_offered(offered, room.game):
        raise BadSetup(say.no_bot(room.game.title, choices_offered(offered, room.game)))
    return bot_word(bot)


def sentence(error: Exception | str) -> str:
    """What an error says, as a sentence."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"
