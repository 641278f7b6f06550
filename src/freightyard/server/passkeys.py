"""Passkeys (WebAuthn): what a browser is asked to sign, and whether it did. The extra `passkeys` brings the library for it.

A passkey belongs to a host name, and browsers have them on secure pages only: by https, or on localhost. A page that has neither
an extra nor such an address offers none.
"""

import ipaddress
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from importlib.util import find_spec
from typing import Final
from urllib.parse import urlsplit

import msgspec

from freightyard.core.errors import FreightyardError
from freightyard.server import sentences as say
from freightyard.server.services import Services
from freightyard.store.errors import NotKept
from freightyard.store.rows import Passkey, Person

LONGEST_NAME: Final = 40
MOST_PASSKEYS: Final = 20  # of one person
LONGEST_ANSWER: Final = 16 * 1024
_CHALLENGE_SECONDS: Final = 300
_LONGEST_KEY: Final = 1000  # characters of an id: as many as a form sends back
_SITE: Final = "Freightyard"


class BadPasskey(FreightyardError):
    """An answer of a browser that does not prove what it should."""


class RelyingParty(msgspec.Struct, frozen=True):
    """For whom a passkey is good: the host name, and the origin of the page."""

    id: str
    origin: str


@cache
def has_webauthn() -> bool:
    """Whether the extra is installed."""
    return find_spec("webauthn") is not None


def relying_party(origin: str) -> RelyingParty | None:
    """For whom passkeys of a page of this origin are good; None if there can be none there."""
    if not has_webauthn():
        return None
    try:
        parts = urlsplit(origin)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return None
    local = host == "localhost" or host.endswith(".localhost")
    if not host or _is_address(host) or not (parts.scheme == "https" or local):
        return None
    return RelyingParty(host, f"{parts.scheme}://{parts.netloc.lower()}")


async def creation_options(services: Services, party: RelyingParty, person: Person) -> bytes:
    """What a browser needs to make a passkey for a person: JSON."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    known = await services.store.passkeys.of_person(person.key)
    options = generate_registration_options(
        rp_id=party.id,
        rp_name=_SITE,
        user_id=person.key.encode(),
        user_name=person.name,
        challenge=await _challenge(services, person.key),
        timeout=_CHALLENGE_SECONDS * 1000,
        # Nobody types a name to sign in: the device must know by itself whose key it is.
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_decoded(passkey.key)) for passkey in known],
    )
    return options_to_json(options).encode()


async def add_passkey(services: Services, party: RelyingParty, person: Person, answer: str, name: str) -> None:
    """A browser has made a passkey for the person: check and keep it."""
    from webauthn import verify_registration_response

    challenge = await _used_challenge(services, answer, person.key)
    try:
        verified = verify_registration_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=party.id, expected_origin=party.origin
        )
    except Exception as error:  # strangers can send anything, and the library raises what it likes
        raise BadPasskey(say.PASSKEY_NOT_ADDED) from error
    key, public_key = _encoded(verified.credential_id), _encoded(verified.credential_public_key)
    if len(key) > _LONGEST_KEY:
        raise BadPasskey(say.PASSKEY_NOT_ADDED)
    try:
        passkey = Passkey(key, person.key, public_key, verified.sign_count, name, services.now())
        await services.store.passkeys.add(passkey, MOST_PASSKEYS)
    except NotKept as error:
        raise BadPasskey(say.PASSKEY_NOT_ADDED) from error


async def request_options(services: Services, party: RelyingParty) -> bytes:
    """What a browser needs to sign somebody in, whoever they are: JSON."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=party.id,
        challenge=await _challenge(services, None),
        timeout=_CHALLENGE_SECONDS * 1000,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return options_to_json(options).encode()


async def use_passkey(services: Services, party: RelyingParty, answer: str) -> tuple[Person, str]:
    """Whose passkey has signed, and the secret for a new device of theirs."""
    from webauthn import verify_authentication_response

    challenge = await _used_challenge(services, answer, None)
    read = _read(answer)
    passkey = await services.store.passkeys.get(read.id) if len(read.id) <= _LONGEST_KEY and read.id.isascii() else None
    if passkey is None or read.response.userHandle not in (None, _encoded(passkey.person.encode())):
        raise BadPasskey(say.UNKNOWN_PASSKEY)
    try:
        verified = verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=_decoded(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception as error:  # strangers can send anything, and the library raises what it likes
        raise BadPasskey(say.UNKNOWN_PASSKEY) from error
    found = await services.store.passkeys.use(passkey, verified.new_sign_count)
    if found is None:
        raise BadPasskey(say.UNKNOWN_PASSKEY)
    return found


# --- challenges: kept in the store, so that any process knows them, and each is used once ---


async def _challenge(services: Services, person: str | None) -> bytes:
    now = services.now()
    return await services.store.passkeys.new_challenge(person, now, now + _CHALLENGE_SECONDS)


async def _used_challenge(services: Services, answer: str, person: str | None) -> bytes:
    """The challenge that an answer says it has signed, if it is one of ours that nobody has used."""
    refusal = say.UNKNOWN_PASSKEY if person is None else say.PASSKEY_NOT_ADDED
    try:
        signed = msgspec.json.decode(_decoded(_read(answer).response.clientDataJSON), type=_ClientData)
        challenge = _decoded(signed.challenge)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadPasskey(refusal) from error
    if not await services.store.passkeys.use_challenge(challenge, person, services.now()):
        raise BadPasskey(refusal)
    return challenge


# --- what a browser answers: the library checks it; we read what is needed before ---


class _Response(msgspec.Struct):
    clientDataJSON: str  # noqa: N815  (the name in the standard)
    userHandle: str | None = None  # noqa: N815


class _Answer(msgspec.Struct):
    id: str
    response: _Response


class _ClientData(msgspec.Struct):
    challenge: str


def _read(answer: str) -> _Answer:
    return msgspec.json.decode(answer, type=_Answer)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
