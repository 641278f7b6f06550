"""Importing a record in the browser: from a file or pasted, checked from its first move to its last, kept in the library.

The command `freightyard import` checks and keeps records by the same functions. Here strangers bring them, so it has limits: of
size, of rate, and to editions that this server has itself, since a changed one can be made to take long.
"""

import asyncio
from typing import Final

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.response import Redirect

from freightyard.core.errors import BadRecord, FreightyardError
from freightyard.core.record import read
from freightyard.page.document import Visit
from freightyard.page.site import import_page
from freightyard.server import sentences as say
from freightyard.server.errors import Forbidden
from freightyard.server.security import client_of
from freightyard.server.services import Services
from freightyard.server.site.forms import NO_PROBLEMS, AnyRequest, sentence
from freightyard.server.site.responses import html, see_other
from freightyard.server.thinking_limits import InFlight, check_import_rate
from freightyard.store.record_files import checked_record
from freightyard.store.rows import KeptRecord

MOST_BYTES: Final = 256 * 1024  # of a record: several times that of the longest game
_MOST_MOVES: Final = 20_000
_FORM_BYTES: Final = 4 * MOST_BYTES  # of the form, in which a text is written with more letters than it has
_IN_FLIGHT: Final = InFlight(1)


@get("/import")
async def ask_for_record(services: Services, visit: Visit) -> Response[str]:
    """The form."""
    _check_allowed(services)
    return html(import_page(visit, "", NO_PROBLEMS))


@post("/import", request_max_body_size=_FORM_BYTES)
async def import_record(services: Services, request: AnyRequest, visit: Visit) -> Response[str] | Redirect:
    """Check a record and keep it, or the form again with what is wrong; then its replay."""
    _check_allowed(services)
    client = client_of(request.scope)
    check_import_rate(services, client)
    form = await request.form()
    file, typed = form.get("file"), form.get("text")
    text = typed if isinstance(typed, str) else ""
    try:
        if isinstance(file, UploadFile) and (content := await file.read()):
            source = _decoded(content)
        else:
            source = _decoded(text.encode(errors="replace"))
        with _IN_FLIGHT.one(client):
            record = await asyncio.to_thread(_checked, source, services.now())
    except FreightyardError as error:
        return html(import_page(visit, text[:MOST_BYTES], {"record": sentence(error)}), {"record": ""})
    await services.store.records.add(record)
    kept = await services.store.records.same_as(record)
    return see_other(f"/r/{(kept or record).key}{'/end' if form.get('show') == 'end' else ''}")


def _check_allowed(services: Services) -> None:
    if not services.settings.imports:
        raise Forbidden(say.NO_IMPORTS)


def _decoded(content: bytes) -> str:
    if not content.strip():
        raise BadRecord(say.NO_RECORD_GIVEN)
    if len(content) > MOST_BYTES:
        raise BadRecord(say.long_record(MOST_BYTES // 1024, -(-len(content) // 1024)))
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise BadRecord(say.NOT_TEXT) from None


def _checked(text: str, now: float) -> KeptRecord:
    """The record in a text, with the ends of lines as we write them: a form has others."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").strip() + "\n"
    record = read(text)
    if record.edition_data is not None:
        raise BadRecord(say.CHANGED_EDITION)
    if len(record.moves) > _MOST_MOVES:
        raise BadRecord(say.too_many_moves(_MOST_MOVES, len(record.moves)))
    return checked_record(text, now)
