"""A text as a frame of the WebSocket protocol. Made once, it is sent as it is to all who see the same."""

from typing import Final

TEXT: Final = 0x81  # a whole text in one frame


def framed(text: bytes) -> bytes:
    """A text as a frame to a browser."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def text_of(frame: bytes) -> bytes:
    """The text in such a frame, for who needs no frames."""
    size = frame[1]
    return frame[2 if size < 126 else 4 if size == 126 else 10 :]
