"""The page that tells people how programs ask this server."""

from litestar import Response, get
from litestar.exceptions import NotFoundException

from freightyard.page.document import Visit
from freightyard.page.site import api_page
from freightyard.server import api_sentences as say
from freightyard.server.api.access import BURST
from freightyard.server.api.openapi import ROUTES
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.responses import absolute_url, html


@get("/api")
async def programs(services: Services, request: AnyRequest, visit: Visit) -> Response[str]:
    """What there is to ask, and how."""
    if not services.settings.api:
        raise NotFoundException(say.NO_API)
    rate = services.settings.token_rate
    return html(api_page(visit, ROUTES, absolute_url(services, request, ""), rate, int(BURST * rate)))
