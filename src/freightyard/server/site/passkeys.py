"""The passkeys of the visitor: adding one, and removing it."""

from litestar import MediaType, Response, post
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK

from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.identity import check_sign_in_rate
from freightyard.server.passkeys import LONGEST_NAME, RelyingParty, add_passkey, creation_options
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import AnyRequest, read_answer
from freightyard.server.site.responses import party_of, see_other
from freightyard.server.visible_text import visible_text
from freightyard.store.rows import Person


@post("/me/passkeys/options", status_code=HTTP_200_OK)
async def new_passkey_options(services: Services, request: AnyRequest, person: Person) -> Response[bytes]:
    """What the browser needs to make a passkey."""
    check_sign_in_rate(services, client_of(request.scope))
    return Response(await creation_options(services, _party(services, request), person), media_type=MediaType.JSON)


@post("/me/passkeys")
async def keep_passkey(services: Services, request: AnyRequest, person: Person, fields: dict[str, str]) -> Redirect:
    """The browser has made a passkey."""
    check_sign_in_rate(services, client_of(request.scope))
    name = visible_text(fields.get("name", ""))[:LONGEST_NAME] or say.PASSKEY
    await add_passkey(services, _party(services, request), person, await read_answer(request), name)
    return see_other("/me?said=passkey#keep")


@post("/me/passkeys/remove")
async def remove_passkey(services: Services, person: Person, fields: dict[str, str]) -> Redirect:
    """A passkey signs nobody in any more."""
    await services.store.passkeys.remove(person.key, fields.get("key", "")[:2000])
    return see_other("/me?said=passkey-gone#keep")


def _party(services: Services, request: AnyRequest) -> RelyingParty:
    party = party_of(services, request)
    if party is None:
        raise Forbidden(say.NO_PASSKEYS)
    return party
