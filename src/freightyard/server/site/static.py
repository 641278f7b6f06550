"""Static files, under an address that changes with their content, so that browsers cache them for good."""

import gzip
import mimetypes
from hashlib import sha256
from typing import Final

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from freightyard.page.assets import assets

_KINDS: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
_COMPRESSED: Final = (".js", ".css", ".svg", ".txt", ".json")


class StaticFile(msgspec.Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    body: bytes
    gzipped: bytes | None


def _read_files() -> dict[str, StaticFile]:
    found: dict[str, StaticFile] = {}
    for path, entry in assets().items():
        body = entry.read_bytes()
        ending = path[path.rfind(".") :] if "." in path else ""
        kind = _KINDS.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        found[path] = StaticFile(kind, body, gzip.compress(body, mtime=0) if ending in _COMPRESSED else None)
    return found


FILES: Final = _read_files()
BUILD: Final = sha256(b"".join(path.encode() + b"\0" + FILES[path].body for path in sorted(FILES))).hexdigest()[:12]


@get("/s/{build:str}/{path:path}", sync_to_thread=False)
def static_file(request: Request[None, None, None], build: str, path: str) -> Response[bytes]:  # type: ignore[type-var]
    """A file. One of another build is gone: what refers to it must be loaded anew."""
    found = FILES.get(path.lstrip("/"))
    if found is None or build != BUILD:
        raise NotFoundException("there is no such file")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    if found.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.gzipped, media_type=found.kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(found.body, media_type=found.kind, headers=headers)
