"""What there is to ask, as an OpenAPI description that is made from the messages themselves."""

from typing import Any, Final, NamedTuple

import msgspec

from freightyard import __version__
from freightyard.bots.protocol import Accepted, Decline, End, Moves, Refused, Start, Turn
from freightyard.server.api import messages
from freightyard.server.api.messages import (
    LINES,
    Accept,
    Add,
    Closing,
    Done,
    Failed,
    Finished,
    Invitation,
    Mixing,
    Moved,
    Page,
    Sit,
    Sparring,
    Watched,
    Whoami,
)
from freightyard.store.rows import PLAY, RECORDS_SCOPE, WATCH

JSON: Final = "application/json"
_KEY: Final = ("key", "path", "string", "the key of the table, which is the end of its link")
_ABOUT: Final = """\
Programs ask by a token: `Authorization: Bearer TOKEN`. Its owner makes and revokes it on the page about them, `/me`.

Streams and lists are lines of JSON, one message each; the field `type` says which. Blank lines in a stream only show that the
server is there. Every answer tells in RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset how much the token may still ask;
429 and Retry-After say when it has asked too often. Whatever is refused is refused with one sentence.

Whatever changes something may be sent again when no answer came: a batch of moves is played once, a seat is taken once."""


class Route(NamedTuple):
    """An address, and what is asked and answered there."""

    method: str
    path: str
    scope: str | None  # that the token needs; None: any token, or with `open` none at all
    summary: str
    answers: tuple[type[msgspec.Struct], ...]
    asks: tuple[type[msgspec.Struct], ...] = ()
    kind: str = JSON
    status: int = 200
    parameters: tuple[tuple[str, str, str, str], ...] = ()


ROUTES: Final = (
    Route("get", "/api/me", None, "What this token is for", (Whoami,)),
    Route(
        "get", "/api/events", PLAY,
        "The stream of a bot: invitations, games, turns. It begins with everything that is under way",
        (Invitation, Mixing, Start, Turn, End, Closing), kind=LINES,
    ),
    Route(
        "post", "/api/moves", PLAY,
        "A batch of moves for the ply that the bot saw, up to the next card, die or other seat; or a dry run",
        (Accepted, Done), (Moves, Decline),
    ),
    Route("post", "/api/tables", PLAY, "Make a table to practise at, not listed anywhere", (Done,), (Sparring,), status=201),
    Route(
        "post", "/api/tables/{key}/accept", PLAY, "Take the seat that is held for the bot",
        (Done,), (Accept,), parameters=(_KEY,),
    ),
    Route("post", "/api/tables/{key}/decline", PLAY, "Leave the held seat to others", (Done,), parameters=(_KEY,)),
    Route("post", "/api/tables/{key}/resign", PLAY, "Leave for good: a bot of the site plays on", (Done,), parameters=(_KEY,)),
    Route(
        "post", "/api/tables/{key}/return", PLAY,
        "Play again where a bot of the site stands in, because the time was over", (Done,), parameters=(_KEY,),
    ),
    Route(
        "post", "/api/tables/{key}/sit", PLAY,
        "Take a seat where bots may sit down, or the seat of a link", (Done,), (Sit,), parameters=(_KEY,),
    ),
    Route(
        "post", "/api/tables/{key}/add", PLAY,
        "Add to the cards what the bot had sealed, when the stream says that they are being mixed",
        (Done,), (Add,), parameters=(_KEY,),
    ),
    Route("get", "/api/tables", WATCH, "The public tables, without their boards", (Watched,), kind=LINES),
    Route(
        "get", "/api/tables/{key}/watch", WATCH, "The live view of a public table, as a spectator sees it",
        (Watched, Moved, Closing), kind=LINES, parameters=(_KEY,),
    ),
    Route(
        "get", "/api/records", RECORDS_SCOPE, "Records of finished games, the latest first, a page at a time",
        (Finished, Page), kind=LINES,
        parameters=(
            ("game", "query", "string", "only this game, such as freight-train"),
            ("edition", "query", "string", "only this edition"),
            ("player", "query", "string", "only games of this player, by the whole name as records write it"),
            ("since", "query", "number", "only records kept then or later, in seconds since 1970"),
            ("until", "query", "number", "only records kept before then"),
            ("limit", "query", "integer", "how many on a page: 1 to 200, 50 if it is left out"),
            ("text", "query", "boolean", "false: without the records themselves, only what a list shows"),
            ("after", "query", "string", "go on behind the page before, whose last line says this as `next`"),
        ),
    ),
    Route(
        "get", "/api/records/{key}", RECORDS_SCOPE, "One record", (Finished,),
        parameters=(("key", "path", "string", "the key of the record"),),
    ),
)  # fmt: skip


def described() -> dict[str, Any]:
    """The description as data."""
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Freightyard for programs", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {
            "schemas": messages.schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(route: Route) -> dict[str, Any]:
    needs = f" Needs the scope `{route.scope}`." if route.scope else " Any token will do."
    found: dict[str, Any] = {
        "summary": route.summary,
        "description": f"{route.summary}.{needs}",
        "security": [{"token": []}],
        "responses": {
            str(route.status): _body(route.answers, route.kind, "The answer, or each of its lines"),
            "default": _body((Failed, Refused), JSON, "It was refused: why, in a sentence"),
        },
    }
    if route.asks:
        found["requestBody"] = {"required": any(_needs_body(kind) for kind in route.asks), **_content(route.asks, JSON)}
    if route.parameters:
        found["parameters"] = [
            {"name": name, "in": place, "required": place == "path", "description": words, "schema": {"type": kind}}
            for name, place, kind, words in route.parameters
        ]
    return found


def _needs_body(kind: type[msgspec.Struct]) -> bool:
    return any(field.required for field in msgspec.structs.fields(kind))


def _body(kinds: tuple[type[msgspec.Struct], ...], kind: str, words: str) -> dict[str, Any]:
    return {"description": words, **_content(kinds, kind)}


def _content(kinds: tuple[type[msgspec.Struct], ...], kind: str) -> dict[str, Any]:
    refs = [{"$ref": f"#/components/schemas/{each.__name__}"} for each in kinds]
    return {"content": {kind: {"schema": refs[0] if len(refs) == 1 else {"oneOf": refs}}}}
