"""Messages that only one browser can read (RFC 8291, in the coding aes128gcm of RFC 8188). Needs the extra `notices`."""

import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from freightyard.server.notices.vapid import decoded, point

LONGEST: Final = 3800  # bytes of a message: all push services take 4096 with what the coding adds
_RECORD_SIZE: Final = 4096
_LAST_RECORD: Final = b"\x02"  # stands after the message


class BrowserKeys:
    """What a browser gave to encrypt for it."""

    __slots__ = ("auth", "public")

    def __init__(self, p256dh: str, auth: str) -> None:
        """Raises ValueError if these are no keys."""
        self.public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
        self.auth = decoded(auth)
        if len(self.auth) != 16:
            raise ValueError("the secret has 16 bytes")


def encrypted(message: bytes, browser: BrowserKeys) -> bytes:
    """The body of a push request. Each has a key pair and a salt of its own."""
    ours, salt = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    our_point = point(ours.public_key())
    shared = ours.exchange(ec.ECDH(), browser.public)
    secret = _derived(browser.auth, shared, b"WebPush: info\0" + point(browser.public) + our_point, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD_SIZE.to_bytes(4) + len(our_point).to_bytes(1) + our_point
    return head + AESGCM(key).encrypt(nonce, message + _LAST_RECORD, None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
