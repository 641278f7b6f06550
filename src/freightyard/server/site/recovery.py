"""The recovery link of the visitor: to be shown again at any time, and replaced."""

from litestar import Response, get, post
from litestar.response import Redirect

from freightyard.page.document import Visit
from freightyard.page.sign_in import recovery_page
from freightyard.server import sentences as say
from freightyard.server.identity import sign_out_others
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.responses import absolute_url, html, see_other
from freightyard.store.rows import Person


@get("/me/recovery")
async def show_recovery_link(
    services: Services, request: AnyRequest, visit: Visit, visitor: Person | None, secret: str | None
) -> Response[str] | Redirect:
    """The link, if this device has ever seen it: the server itself does not know it."""
    if visitor is None or secret is None:
        return see_other("/me")
    found = await services.store.recovery.read(secret)
    link = None if found.code is None else _link(services, request, found.code)
    return html(recovery_page(visit, link, made=found.made))


@post("/me/recovery")
async def replace_recovery_link(
    services: Services,
    request: AnyRequest,
    visit: Visit,
    visitor: Person | None,
    secret: str | None,
    fields: dict[str, str],
) -> Response[str] | Redirect:
    """A new link; the old one is worth nothing any more."""
    if visitor is None or secret is None:
        return see_other("/me")
    out = fields.get("out") == "yes"
    if out:  # before there is a new one, which another device could replace in turn
        await sign_out_others(services, visitor, secret)
    code = await services.store.recovery.replace(visitor.key, secret)
    said = say.NEW_RECOVERY_OUT if out else say.NEW_RECOVERY
    return html(recovery_page(visit, _link(services, request, code), made=True, said=said))


def _link(services: Services, request: AnyRequest, code: str) -> str:
    """The code is behind the #: browsers send that to no server, so no log and no other site has it."""
    return absolute_url(services, request, f"/sign-in#{code}")
