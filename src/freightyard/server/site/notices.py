"""The page about notices, and what a person chooses on it: of what they are told and when, quiet hours, tables that are muted."""

from litestar import Response, get, post
from litestar.response import Redirect

from freightyard.core.errors import BadSetup
from freightyard.server import notice_page_sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.notices.contract import CHOICES, NEVER, TIMES
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest, sentence
from freightyard.server.site.notices_form import notices_answer
from freightyard.server.site.responses import see_other
from freightyard.store.notice_rows import NoticeSettings
from freightyard.store.rows import Person


@get("/notices")
async def notices(
    services: Services, request: AnyRequest, visitor: Person | None, said: str | None = None
) -> Response[str] | Redirect:
    """The page; `said` names what a form has just done. Whoever has no name yet chooses one first."""
    if visitor is None:
        return see_other("/me")
    return await notices_answer(services, request, visitor, said=say.DONE.get(said or ""))


@post("/notices/times")
async def set_times(services: Services, request: AnyRequest, person: Person, fields: dict[str, str]) -> Response[str] | Redirect:
    """Of what the person is told, and when."""
    try:
        chosen = settings_in(fields)
    except BadSetup as error:
        return await notices_answer(services, request, person, {"times": sentence(error)}, fields)
    await services.store.notice_settings.put(person.key, chosen)
    return see_other("/notices?said=times#when")


@post("/notices/mute")
async def mute(services: Services, person: Person, fields: dict[str, str]) -> Redirect:
    """A table of which the person wants to hear nothing, or does again."""
    table, muted = fields.get("table", ""), fields.get("muted") == "yes"
    row = await services.store.tables.get(table)
    if row is None or not (row.made_by == person.key or any(chair.person == person.key for chair in row.chairs)):
        raise Forbidden(say.NOT_AT_TABLE)
    await services.store.notice_settings.put_table(person.key, table, NEVER if muted else "")
    return see_other(f"/notices?said={'muted' if muted else 'unmuted'}#table-{row.key}")


def settings_in(fields: dict[str, str]) -> NoticeSettings:
    """What was chosen."""
    times = {kind: fields.get(kind, "") for kind in CHOICES}
    if not set(times.values()) <= set(TIMES):
        raise BadSetup(say.BAD_TIME)
    quiet = fields.get("quiet") == "yes"
    begin, end = _hour(fields, "quiet-from"), _hour(fields, "quiet-until")
    if quiet and begin == end:
        raise BadSetup(say.SAME_HOURS)
    return NoticeSettings(
        times=times,
        quiet_from=begin if quiet else None,
        quiet_until=end if quiet else None,
        digest_hour=_hour(fields, "digest-hour"),
    )


def _hour(fields: dict[str, str], name: str) -> int:
    word = fields.get(name, "")
    if not (word.isascii() and word.isdecimal() and len(word) < 3 and int(word) < 24):
        raise BadSetup(say.BAD_TIME)
    return int(word)
