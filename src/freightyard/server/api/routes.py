"""All HTTP handlers for programs, below /api. They go by the token of a request alone, so they may be asked from anywhere."""

from typing import Final

from litestar import Router

from freightyard.server.api import description, playing, watching
from freightyard.server.api.answers import EXCEPTION_HANDLERS
from freightyard.server.api.requests import API_DEPENDENCIES, MOST_BYTES
from freightyard.server.security import ANY_ORIGIN

API_HANDLERS: Final = (
    description.openapi, description.schema,
    playing.whoami, playing.events, playing.moves,
    playing.accept, playing.decline, playing.resign, playing.come_back, playing.sit, playing.add, playing.sparring,
    watching.tables, watching.watch, watching.records, watching.record,
)  # fmt: skip

API: Final = Router(
    path="/api",
    route_handlers=API_HANDLERS,
    dependencies=API_DEPENDENCIES,
    exception_handlers=EXCEPTION_HANDLERS,
    request_max_body_size=MOST_BYTES,
    opt={ANY_ORIGIN: True},
)
