"""Where the links in notices lead: confirming an address, and turning a channel off. They sign nobody in.

Programs that look at mail open every link in it. So a link alone does nothing: it leads to a page with a button. A program that
unsubscribes for its reader posts to the same address at once (RFC 8058), without a cookie and from nowhere.
"""

from typing import Final

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK

from freightyard.page.document import Visit
from freightyard.page.notices import confirm_page, link_used_page, turn_off_page
from freightyard.server import notice_page_sentences as say
from freightyard.server.notices.contract import MAIL, Channel
from freightyard.server.security import ANY_ORIGIN
from freightyard.server.services import Services
from freightyard.server.site.notices_form import what_of
from freightyard.server.site.responses import html

_LONGEST: Final = 200


@get("/notices/confirm/{code:str}")
async def ask_to_confirm(visit: Visit, code: str = Parameter(max_length=_LONGEST)) -> Response[str]:
    """A question, so that nothing that only looks at links confirms an address."""
    return html(confirm_page(visit, code))


@post("/notices/confirm/{code:str}", status_code=HTTP_200_OK)
async def confirm(services: Services, visit: Visit, code: str = Parameter(max_length=_LONGEST)) -> Response[str]:
    """The address is its person's."""
    if await services.store.channels.confirm(code, services.now()) is None:
        raise NotFoundException(say.USED_CONFIRMATION)
    return html(link_used_page(visit, "confirm"))


@get("/notices/off/{token:str}")
async def ask_to_turn_off(services: Services, visit: Visit, token: str = Parameter(max_length=_LONGEST)) -> Response[str]:
    """A question, for the same reason."""
    channel = await services.store.channels.by_token(token)
    if channel is None:
        raise NotFoundException(say.UNKNOWN_OFF)
    return html(turn_off_page(visit, token, _shortened(channel)))


@post("/notices/off/{token:str}", status_code=HTTP_200_OK, opt={ANY_ORIGIN: True})
async def turn_off(services: Services, visit: Visit, token: str = Parameter(max_length=_LONGEST)) -> Response[str]:
    """Nothing more is sent there."""
    if await services.store.channels.turn_off(token, services.now()) is None:
        raise NotFoundException(say.UNKNOWN_OFF)
    return html(link_used_page(visit, "off"))


def _shortened(channel: Channel) -> str:
    """The channel, for whoever has the link: a mail may have been handed on."""
    if channel.kind != MAIL:
        return what_of(channel)
    name, _, host = channel.address.get("address", "").rpartition("@")
    return f"{name[:1]}…@{host}"
