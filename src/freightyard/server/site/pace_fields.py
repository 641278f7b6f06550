"""The fields of a form that choose a pace."""

from collections.abc import Mapping
from typing import Final

import msgspec

from freightyard.core.errors import BadSetup
from freightyard.page.pace_form import PaceForm
from freightyard.server import sentences as say
from freightyard.server.site.forms import sentence
from freightyard.table.pace import ANY, DAYS, LIVE, PACES, SAY, ZERO_WORDS, Pace, check_pace, pace_words

OWN: Final = "own"  # other times of a live table
_FIELDS: Final = ("pace", "at-zero", "nights", "weekends", "minutes", "bank", "increment")
_USUAL: Final = {"pace": "any", "at-zero": SAY, "minutes": "3", "bank": "15", "increment": "20"}


def pace_form(fields: Mapping[str, str] | None = None) -> PaceForm:
    """What can be chosen; with what was, if anything."""
    filled = _USUAL if fields is None else fields
    values = {name: filled.get(name, "") for name in _FIELDS}
    found = [(name, pace_words(pace), pace.speed) for name, pace in PACES.items()]
    return PaceForm(
        days=tuple([(name, words) for name, words, speed in found if speed in (ANY, DAYS)]),
        live=(*[(name, words) for name, words, speed in found if speed == LIVE], (OWN, say.OTHER_TIMES)),
        zeros=tuple(ZERO_WORDS.items()),
        values=values,
    )


def pace_in(fields: Mapping[str, str], problems: dict[str, str]) -> Pace:
    """The pace that was chosen; none is no limit."""
    name = fields.get("pace") or "any"
    zero = fields.get("at-zero") or SAY
    try:
        if name == OWN:
            minutes, bank, increment = [_number(fields.get(field, "")) for field in ("minutes", "bank", "increment")]
            chosen = Pace(speed=LIVE, turn=round(minutes * 60), bank=round(bank * 60), increment=round(increment))
        elif name in PACES:
            chosen = PACES[name]
        else:
            raise BadSetup(say.CHOOSE_PACE)
        rests = {"nights": fields.get("nights") == "yes", "weekends": fields.get("weekends") == "yes"} if chosen.rests else {}
        if chosen.limited:
            chosen = msgspec.structs.replace(chosen, **rests, at_zero=zero)
            chosen = msgspec.convert(msgspec.to_builtins(chosen), Pace)  # what happens at its end is one of a few words
        check_pace(chosen)
    except msgspec.ValidationError:
        problems["pace"] = sentence(BadSetup(say.CHOOSE_PACE))
    except BadSetup as error:
        problems["pace"] = sentence(error)
    else:
        return chosen
    return PACES["any"]


def _number(words: str) -> float:
    try:
        number = float(words.replace(",", ".") or 0)
    except ValueError:
        raise BadSetup(say.BAD_MINUTES) from None
    if not 0 <= number <= 10_000:
        raise BadSetup(say.BAD_MINUTES)
    return number
