"""The handlers that tell what there is to ask: the OpenAPI description, and the JSON schema of the lines of bots."""

from functools import cache

import msgspec
from litestar import Response, get

from freightyard.bots import protocol
from freightyard.server.api.openapi import JSON, described


@get("/openapi.json", sync_to_thread=False)
def openapi() -> Response[bytes]:
    """The OpenAPI description."""
    return Response(_openapi(), media_type=JSON)


@get("/schema.json", sync_to_thread=False)
def schema() -> Response[bytes]:
    """The JSON schema of the lines of bots alone, by whichever way they come."""
    return Response(_schema(), media_type="application/schema+json")


@cache
def _openapi() -> bytes:
    return msgspec.json.format(msgspec.json.encode(described()), indent=1)


@cache
def _schema() -> bytes:
    return msgspec.json.format(msgspec.json.encode(protocol.schema()), indent=1)
