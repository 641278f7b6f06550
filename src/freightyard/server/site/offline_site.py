"""The site without a server, served by one: a folder that `freightyard site` has written."""

import mimetypes
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from freightyard.page.offline import CSP
from freightyard.server.services import Services

HOME: Final = "/offline/index.html"
_KINDS: Final = {".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".gz": "application/gzip"}
# A file cannot say of itself who may frame it; a server can.
_CSP: Final = f"{CSP}; frame-ancestors 'none'"
_FOREVER: Final = "public, max-age=31536000, immutable"


@get("/offline", sync_to_thread=False)
def offline_home() -> Redirect:
    """The lobby of that site."""
    return Redirect(HOME)


@get("/offline/{path:path}", sync_to_thread=True)
def offline_file(services: Services, path: str) -> Response[bytes]:
    """A file of the folder. These pages alone may run WebAssembly; names that tell their contents are kept for good."""
    folder = services.settings.offline_site
    if folder is None:
        raise NotFoundException
    root = Path(folder).resolve()
    found = (root / path.lstrip("/")).resolve()
    if not found.is_relative_to(root) or not found.is_file():
        raise NotFoundException
    kind = _KINDS.get(found.suffix) or mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    kept = _FOREVER if path.lstrip("/").startswith(("s/", "runtime/")) else "no-cache"
    return Response(found.read_bytes(), media_type=kind, headers={"Cache-Control": kept, "Content-Security-Policy": _CSP})
