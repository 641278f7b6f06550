"""What makes the site an app that can be installed and receives notices: its manifest and its service worker."""

from typing import Final

import msgspec
from litestar import Response, get

from freightyard.page.assets import COMMON, assets
from freightyard.page.table_sentences import SITE
from freightyard.page.web_app import manifest
from freightyard.server import notice_page_sentences as say
from freightyard.server.services import Services

_WORKER: Final = assets()[f"{COMMON}/service_worker.js"].read_bytes()
_HOUR: Final = "public, max-age=3600"
# A worker has the policy of its own script: it loads its parts and asks this server, and nothing else.
_WORKER_CSP: Final = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"


@get("/manifest.webmanifest", sync_to_thread=False)
def web_manifest(services: Services) -> Response[bytes]:
    """The name and the icons of the app."""
    body = msgspec.json.encode(manifest(services.build))
    return Response(body, media_type="application/manifest+json", headers={"Cache-Control": _HOUR})


@get("/service_worker.js", sync_to_thread=False)
def service_worker(services: Services) -> Response[bytes]:
    """The service worker. At the root, because no worker may serve what is above its own address; never cached, because a browser
    that asks for it wants to know whether there is a new one."""
    setup = msgspec.json.encode({"build": services.build, "key": services.notices.push_key, "title": SITE, "unread": say.UNREAD})
    body = b"const SETUP = " + setup + b";\n" + _WORKER
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": _WORKER_CSP, "Service-Worker-Allowed": "/"}
    return Response(body, media_type="text/javascript; charset=utf-8", headers=headers)
