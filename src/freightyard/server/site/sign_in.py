"""Signing in on a device: by the recovery link, by a passkey, or by the answer to the question whom it shall replace.

To open a link never signs in: chats and mail programs look at links too. The code of a recovery link is in the fragment of its
address, which browsers send to nobody; a button of our own page posts it.
"""

from typing import Final

from litestar import MediaType, Response, get, post
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK

from freightyard.page.document import Visit
from freightyard.page.sign_in import replace_page, sign_in_page
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.identity import change_person, check_sign_in_rate, code_in, use_device_link
from freightyard.server.passkeys import BadPasskey, RelyingParty, request_options, use_passkey
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest, read_answer, sentence
from freightyard.server.site.responses import html, party_of, see_other
from freightyard.store.rows import Person

_QUESTION_SECONDS: Final = 300  # until it is answered whether somebody shall be signed out for it


@get("/sign-in")
async def ask_to_sign_in(services: Services, request: AnyRequest, visit: Visit) -> Response[str]:
    """The ways to sign in."""
    return _page(visit, party_of(services, request))


@post("/sign-in")
async def sign_in(
    services: Services, request: AnyRequest, visit: Visit, visitor: Person | None, secret: str | None, fields: dict[str, str]
) -> Response[str] | Redirect:
    """This device becomes the person of a recovery code; or of a token, if it was asked before whether it should."""
    check_sign_in_rate(services, client_of(request.scope))
    if fields.get("token"):
        cookie = await use_device_link(services, fields["token"], secret)
        return _refused(services, request, visit, say.USED_LINK) if cookie is None else see_other("/me?said=hello", cookie)
    code, store = code_in(fields.get("code", "")), services.store
    person = await store.recovery.whose(code)
    if person is None:
        return _refused(services, request, visit, say.BAD_CODE)
    if visitor is not None and visitor.key == person.key and secret is not None:
        await store.recovery.remember(person.key, secret, code)
        return see_other("/me?said=already")
    if visitor is not None and fields.get("replace") != person.key:
        return html(replace_page(visit, person.name, {"code": code, "replace": person.key}))
    found = await store.recovery.use(code)
    if found is None:  # it was replaced at this moment
        return _refused(services, request, visit, say.BAD_CODE)
    return see_other("/me?said=hello", await change_person(services, secret, found[1]))


@post("/sign-in/passkey/options", status_code=HTTP_200_OK)
async def passkey_options(services: Services, request: AnyRequest) -> Response[bytes]:
    """What the browser's passkey is to sign."""
    check_sign_in_rate(services, client_of(request.scope))
    party = _checked_party(services, request)
    return Response(await request_options(services, party), media_type=MediaType.JSON)


@post("/sign-in/passkey")
async def sign_in_by_passkey(
    services: Services, request: AnyRequest, visit: Visit, visitor: Person | None, secret: str | None
) -> Response[str] | Redirect:
    """This device becomes the person whose passkey has signed."""
    check_sign_in_rate(services, client_of(request.scope))
    try:
        person, new = await use_passkey(services, _checked_party(services, request), await read_answer(request))
    except BadPasskey as error:
        return _refused(services, request, visit, sentence(error))
    if visitor is None or visitor.key == person.key:
        return see_other("/me?said=hello", await change_person(services, secret, new))
    await services.store.people.revoke(new)  # first it is asked, and then a passkey has signed this already
    token = await services.store.people.new_link(person.key, services.now() + _QUESTION_SECONDS)
    return html(replace_page(visit, person.name, {"token": token}))


def _checked_party(services: Services, request: AnyRequest) -> RelyingParty:
    party = party_of(services, request)
    if party is None:
        raise Forbidden(say.NO_PASSKEYS)
    return party


def _refused(services: Services, request: AnyRequest, visit: Visit, words: str) -> Response[str]:
    return _page(visit, party_of(services, request), words)


def _page(visit: Visit, party: RelyingParty | None, problem: str | None = None) -> Response[str]:
    page = sign_in_page(visit, passkeys=party is not None, problem=problem)
    return html(page, NO_PROBLEMS if problem is None else {"code": problem})
