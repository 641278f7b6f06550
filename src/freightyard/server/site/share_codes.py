"""QR codes of links of this site, for somebody with a phone in their hand."""

import re
from functools import lru_cache
from typing import Final

from litestar import Response, get
from litestar.exceptions import NotFoundException

from freightyard.page.share import qr_svg
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest
from freightyard.server.site.responses import absolute_url

# What is shared: a table or a record, a moment of it through some eyes, its summary. Nothing else becomes a code of ours.
_SHARED: Final = re.compile(r"/[tr]/[A-Za-z0-9_-]{1,64}(/end|/at/[0-9]{1,9}(\?seat=(all|[0-9]{1,2}))?)?")
_drawn: Final = lru_cache(maxsize=256)(qr_svg)


@get("/qr.svg")
async def qr_code(services: Services, request: AnyRequest, to: str = "") -> Response[str]:
    """The code of the link to a path, as a picture."""
    if not _SHARED.fullmatch(to):
        raise NotFoundException
    return Response(_drawn(absolute_url(services, request, to)), media_type="image/svg+xml")
