"""Who I am here: the name, a link for another device, signing out."""

from typing import Final

from litestar import Response, get, post
from litestar.params import Parameter
from litestar.response import Redirect

from freightyard.page.site import Problems, hello_page, me_page
from freightyard.server.identity import (
    BadName,
    clean_name,
    device_link,
    known,
    rename,
    sign_out,
    sign_out_others,
    use_device_link,
    who,
)
from freightyard.server.services import services_of
from freightyard.server.site.errors import Refused
from freightyard.server.site.forms import NO_PROBLEMS, Asked, fields_of, html, see_other, sentence
from freightyard.server.site.listings import tables_of, visit_of

_SAID: Final = {
    "name": "That is your name from now on.",
    "out": "All other devices are signed out.",
    "hello": "This device is yours now.",
}


@get("/me")
async def me(request: Asked, said: str | None = None) -> Response[str]:
    """The page about me."""
    return await _me(request, said=_SAID.get(said or ""))


@post("/me/name")
async def set_name(request: Asked) -> Response[str] | Redirect:
    """Another name, or the first one."""
    fields = await fields_of(request)
    try:
        name = clean_name(fields.get("name", ""))
    except BadName as error:
        return await _me(request, {"name": sentence(error)}, fields)
    _, cookie = await known(request, name)
    await rename(request, name)
    return see_other("/me?said=name", cookie)


@post("/me/link")
async def make_link(request: Asked) -> Response[str] | Redirect:
    """A link for another device. It is shown here and nowhere else: an address that is kept would be a key that is kept."""
    token = await device_link(request)
    if token is None:
        return see_other("/me")
    scheme = "https" if services_of(request).settings.secure else request.url.scheme
    return await _me(request, link=f"{scheme}://{request.headers.get('host', '')}/hello/{token}")


@post("/me/out")
async def out_here(request: Asked) -> Redirect:
    """This browser forgets me."""
    return see_other("/", await sign_out(request))


@post("/me/out-elsewhere")
async def out_elsewhere(request: Asked) -> Redirect:
    """All other browsers forget me."""
    await sign_out_others(request)
    return see_other("/me?said=out")


@get("/hello/{token:str}")
async def hello(request: Asked, token: str = Parameter(max_length=200)) -> Response[str]:
    """A question, so that nothing that only looks at links uses one up."""
    return html(hello_page(await visit_of(request), token))


@post("/hello/{token:str}")
async def use_link(request: Asked, token: str = Parameter(max_length=200)) -> Redirect:
    """This device becomes the person who made the link."""
    found = await use_device_link(request, token)
    if found is None:
        raise Refused(
            404, "This link was used already, is older than 15 minutes, or never was one. Make a new one on the other device."
        )
    return see_other("/me?said=hello", found[1])


async def _me(
    request: Asked,
    problems: Problems = NO_PROBLEMS,
    typed: Problems = NO_PROBLEMS,
    *,
    link: str | None = None,
    said: str | None = None,
) -> Response[str]:
    person = await who(request)
    mine = () if person is None else await tables_of(request, person)
    return html(me_page(await visit_of(request, mine), mine, problems, typed, link=link, said=said), problems)
