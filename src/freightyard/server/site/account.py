"""The visitor's own page: the name, hours and holidays, a link for another device, signing out."""

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Redirect

from freightyard.core.errors import BadSetup, FreightyardError
from freightyard.page.document import Visit
from freightyard.page.sign_in import PasskeyLine, Passkeys
from freightyard.page.site import Problems, hello_page, me_page
from freightyard.page.tokens import TokenLine, Tokens
from freightyard.server import sentences as say
from freightyard.server.identity import (
    BadName,
    clean_name,
    device_link,
    person_or_new,
    sign_out,
    sign_out_others,
    use_device_link,
)
from freightyard.server.passkeys import has_webauthn
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest, sentence
from freightyard.server.site.hours_form import dates_in, hours_form, hours_in, start_in
from freightyard.server.site.listings import ago, exactly, tables_of, visit_with
from freightyard.server.site.responses import absolute_url, html, party_of, see_other
from freightyard.server.site.token_form import new_token, scopes_words
from freightyard.store.rows import Person, Token


@get("/me")
async def account(services: Services, request: AnyRequest, visitor: Person | None, said: str | None = None) -> Response[str]:
    """The page about the visitor; `said` names what a form has just done."""
    return await _account_page(services, request, visitor, said=say.DONE.get(said or ""))


@post("/me/name")
async def set_name(
    services: Services, request: AnyRequest, visitor: Person | None, fields: dict[str, str]
) -> Response[str] | Redirect:
    """Another name, or the first one."""
    try:
        name = clean_name(fields.get("name", ""))
    except BadName as error:
        return await _account_page(services, request, visitor, {"name": sentence(error)}, fields)
    person, cookie = await person_or_new(services, visitor, name)
    await services.store.people.rename(person.key, name)
    return see_other("/me?said=name", cookie)


@post("/me/link")
async def make_link(
    services: Services, request: AnyRequest, visitor: Person | None, secret: str | None
) -> Response[str] | Redirect:
    """A link for another device. It is shown here and nowhere else: an address that is kept would be a key that is kept."""
    if visitor is None:
        return see_other("/me")
    link = absolute_url(services, request, f"/hello/{await device_link(services, visitor, secret)}")
    return await _account_page(services, request, visitor, link=link)


@post("/me/hours")
async def set_hours(
    services: Services, request: AnyRequest, visitor: Person | None, fields: dict[str, str]
) -> Response[str] | Redirect:
    """When the visitor's clocks stand still, from now on."""
    return await _change_hours(services, request, visitor, fields, "hours")


@post("/me/holiday")
async def add_holiday(
    services: Services, request: AnyRequest, visitor: Person | None, fields: dict[str, str]
) -> Response[str] | Redirect:
    """Some days on which they stand still too."""
    return await _change_hours(services, request, visitor, fields, "holiday")


@post("/me/holiday/end")
async def end_holiday(
    services: Services, request: AnyRequest, visitor: Person | None, fields: dict[str, str]
) -> Response[str] | Redirect:
    """A holiday does not come, or ends now."""
    return await _change_hours(services, request, visitor, fields, "holiday-gone")


async def _change_hours(
    services: Services, request: AnyRequest, visitor: Person | None, fields: dict[str, str], what: str
) -> Response[str] | Redirect:
    if visitor is None:
        return see_other("/me")
    calendars, now = services.store.calendars, services.now()
    try:
        if what == "hours":
            await calendars.set_hours(visitor.key, hours_in(fields), now)
        elif what == "holiday":
            await calendars.add_holiday(visitor.key, *dates_in(fields), now, services.settings.holiday_days)
        elif not await calendars.end_holiday(visitor.key, start_in(fields), now):
            raise BadSetup(say.HOLIDAY_OVER)
    except BadSetup as error:
        return await _account_page(services, request, visitor, {what: sentence(error)}, fields)
    await services.hub.keep_time()  # at their tables the time is over at another moment now
    return see_other(f"/me?said={what}#hours")


@post("/me/out")
async def sign_out_here(services: Services, secret: str | None) -> Redirect:
    """This browser forgets the visitor."""
    return see_other("/", await sign_out(services, secret))


@post("/me/out-elsewhere")
async def sign_out_elsewhere(services: Services, visitor: Person | None, secret: str | None) -> Redirect:
    """All other browsers forget the visitor."""
    if visitor is not None and secret is not None:
        await sign_out_others(services, visitor, secret)
    return see_other("/me?said=out")


@post("/me/tokens")
async def make_token(
    services: Services, request: AnyRequest, visitor: Person | None, fields: dict[str, str]
) -> Response[str] | Redirect:
    """A token for a program. It is shown here and nowhere else."""
    if visitor is None or not services.settings.api:
        return see_other("/me")
    try:
        made = await new_token(services, visitor, fields)
    except FreightyardError as error:
        return await _account_page(services, request, visitor, {"token": sentence(error)}, fields)
    return await _account_page(services, request, visitor, made=made)


@post("/me/tokens/revoke")
async def revoke_token(services: Services, visitor: Person | None, fields: dict[str, str]) -> Redirect:
    """A token is worth nothing any more. The news ends its streams."""
    if visitor is None or not await services.store.tokens.revoke(visitor.key, fields.get("key", "")):
        return see_other("/me")
    return see_other("/me?said=token-gone#tokens")


@get("/hello/{token:str}")
async def ask_to_use_link(visit: Visit, token: str = Parameter(max_length=200)) -> Response[str]:
    """A question, so that nothing that only looks at links uses one up."""
    return html(hello_page(visit, token))


@post("/hello/{token:str}")
async def use_link(services: Services, secret: str | None, token: str = Parameter(max_length=200)) -> Redirect:
    """This device becomes the person who made the link."""
    cookie = await use_device_link(services, token, secret)
    if cookie is None:
        raise NotFoundException(say.USED_LINK)
    return see_other("/me?said=hello", cookie)


async def _account_page(
    services: Services,
    request: AnyRequest,
    visitor: Person | None,
    problems: Problems = NO_PROBLEMS,
    typed: Problems = NO_PROBLEMS,
    *,
    link: str | None = None,
    said: str | None = None,
    made: tuple[str, Token] | None = None,
) -> Response[str]:
    mine = await tables_of(services, visitor)
    visit, passkeys = visit_with(services, request, visitor, mine), await _passkeys(services, request, visitor)
    hours = await hours_form(services, visitor)
    tokens = await _tokens(services, visitor, made)
    page = me_page(visit, mine, problems, typed, passkeys=passkeys, hours=hours, link=link, said=said, tokens=tokens)
    return html(page, problems)


async def _tokens(services: Services, visitor: Person | None, made: tuple[str, Token] | None) -> Tokens | None:
    """The tokens of the visitor; `made`: one that was made just now, with what is kept of it."""
    if visitor is None or not services.settings.api:
        return None
    now, lines = services.now(), []
    for token in await services.store.tokens.of_owner(visitor.key):
        used = None if token.used_at is None else ago(now, token.used_at)
        line = TokenLine(
            key=token.key,
            name=token.name,
            bot=token.person.is_bot,
            allows=scopes_words(token.scopes),
            made=ago(now, token.made_at),
            made_at=exactly(token.made_at),
            used=used,
        )
        lines.append(line)
    return Tokens(lines=tuple(lines), made=None if made is None else made[0], made_for="" if made is None else made[1].name)


async def _passkeys(services: Services, request: AnyRequest, visitor: Person | None) -> Passkeys:
    """The passkeys of the visitor. Those of somebody who added them at another address of this server can be removed here."""
    if visitor is None or not has_webauthn():
        return Passkeys()
    now, kept = services.now(), await services.store.passkeys.of_person(visitor.key)
    lines = tuple([PasskeyLine(each.key, each.name, ago(now, each.made_at), exactly(each.made_at)) for each in kept])
    return Passkeys(offered=party_of(services, request) is not None, lines=lines)
