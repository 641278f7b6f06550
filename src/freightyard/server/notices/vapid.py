"""VAPID (RFC 8292): the server's key pair, by which push services know who sends. Needs the extra `notices`."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from freightyard.core.errors import FreightyardError

_HOURS: Final = 12  # for which a signature is good; push services accept 24 at most
_HEAD: Final = b'{"typ":"JWT","alg":"ES256"}'


def encoded(data: bytes) -> str:
    """base64url without padding, as all of Web Push writes bytes."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Raises ValueError."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as its uncompressed point: 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class VapidKeys:
    """The key pair of a server. Browsers bind their subscriptions to it: with another one, all of them are lost."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public: Final = encoded(point(private.public_key()))  # what a page hands to `pushManager.subscribe`

    @classmethod
    def new(cls) -> "VapidKeys":
        return cls(ec.generate_private_key(ec.SECP256R1()))

    @classmethod
    def read(cls, text: str) -> "VapidKeys":
        """Keys from what `text` gave. Raises FreightyardError."""
        try:
            return cls(ec.derive_private_key(int.from_bytes(decoded(text)), ec.SECP256R1()))
        except ValueError as error:
            raise FreightyardError("This is not a VAPID key: a private key of P-256 in base64url.") from error

    @property
    def text(self) -> str:
        """The private key, to be kept: base64url."""
        return encoded(self._private.private_numbers().private_value.to_bytes(32))

    def authorization(self, origin: str, contact: str, now: float) -> str:
        """The header for a push service: a token that is good for this service alone, for some hours."""
        claims = {"aud": origin, "exp": int(now) + _HOURS * 3600, "sub": contact}
        signed = f"{encoded(_HEAD)}.{encoded(msgspec.json.encode(claims))}"
        first, second = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{encoded(first.to_bytes(32) + second.to_bytes(32))}, k={self.public}"
