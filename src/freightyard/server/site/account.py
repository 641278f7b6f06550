"""The visitor's own page: the name, a link for another device, signing out."""

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Redirect

from freightyard.page.document import Visit
from freightyard.page.site import Problems, hello_page, me_page
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
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest, sentence
from freightyard.server.site.listings import tables_of, visit_with
from freightyard.server.site.responses import absolute_url, html, see_other
from freightyard.store.rows import Person


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
async def make_link(services: Services, request: AnyRequest, visitor: Person | None) -> Response[str] | Redirect:
    """A link for another device. It is shown here and nowhere else: an address that is kept would be a key that is kept."""
    if visitor is None:
        return see_other("/me")
    link = absolute_url(services, request, f"/hello/{await device_link(services, visitor)}")
    return await _account_page(services, request, visitor, link=link)


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


@get("/hello/{token:str}")
async def ask_to_use_link(visit: Visit, token: str = Parameter(max_length=200)) -> Response[str]:
    """A question, so that nothing that only looks at links uses one up."""
    return html(hello_page(visit, token))


@post("/hello/{token:str}")
async def use_link(services: Services, token: str = Parameter(max_length=200)) -> Redirect:
    """This device becomes the person who made the link."""
    cookie = await use_device_link(services, token)
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
) -> Response[str]:
    mine = await tables_of(services, visitor)
    return html(me_page(visit_with(services, request, visitor, mine), mine, problems, typed, link=link, said=said), problems)
