"""What handlers answer with: documents, redirects, JSON, plain text."""

from collections.abc import Mapping

import msgspec
from litestar import MediaType, Response
from litestar.datastructures import Cookie
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER, HTTP_422_UNPROCESSABLE_ENTITY

from freightyard.server.passkeys import RelyingParty, relying_party
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest


def html(page: str, problems: Mapping[str, str] = NO_PROBLEMS) -> Response[str]:
    """A document; one that tells what was wrong with a form says so to programs too."""
    return Response(page, media_type=MediaType.HTML, status_code=HTTP_422_UNPROCESSABLE_ENTITY if problems else HTTP_200_OK)


def see_other(path: str, cookie: Cookie | None = None) -> Redirect:
    """A redirect to the next document, after a form was accepted."""
    return Redirect(path, status_code=HTTP_303_SEE_OTHER, cookies=[] if cookie is None else [cookie])


def as_json(value: object) -> Response[bytes]:
    """A value as JSON, for our own client."""
    return Response(msgspec.json.encode(value), media_type=MediaType.JSON)


def as_text(record: str) -> Response[str]:
    """A record to read or to save."""
    return Response(record, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": "inline"})


def absolute_url(services: Services, request: AnyRequest, path: str) -> str:
    """A path as a link to hand to others. Behind a proxy the scheme is the one that the host was told of."""
    scheme = "https" if services.settings.secure else request.url.scheme
    return f"{scheme}://{request.headers.get('host', '')}{path}"


def party_of(services: Services, request: AnyRequest) -> RelyingParty | None:
    """For whom passkeys are good at the address by which this page was asked for; None if there are none. Whoever asks by a host
    name that is not ours gets keys for that name, which are of no use here."""
    return relying_party(absolute_url(services, request, ""))
