"""Asking a server over HTTP. What is lost on the way is sent again: whatever changes something may be sent twice."""

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, Final, Self, final

import msgspec

try:
    import httpx
except ImportError:  # an extra
    raise ImportError("the client needs httpx: pip install 'freightyard[client]'") from None

from freightyard.bots.protocol import Accepted, BadLine, End, Moves, Refused, Start, Turn, decode_to_bot
from freightyard.client.cards import Additions, Mixing
from freightyard.core.errors import FreightyardError
from freightyard.core.record import verify, verify_cards
from freightyard.games import game_named

_SILENCE: Final = 20.0  # seconds without a line, be it a blank one, after which a stream is given up
_FIRST_WAIT: Final = 0.2  # seconds before something is tried again; longer each time
_LONGEST_WAIT: Final = 10.0
_LONGEST_PAUSE: Final = 60.0  # that a server can ask for


class ServerError(FreightyardError):
    """The server refused a request. `status` is that of HTTP."""

    def __init__(self, why: str, status: int) -> None:
        super().__init__(why)
        self.status = status


class TokenRefused(ServerError):
    """The token is not known, was revoked, or is not for this."""


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """A seat is held for the bot."""

    table: str
    game: str
    seat: int
    seats: int
    host: str | None = None


Event = Start | Turn | End | Invitation


@final
class Client:
    """A program with a token. It can be used by several threads at once."""

    def __init__(self, server: str, token: str, *, note: Callable[[str], None] = lambda _: None) -> None:
        """`server`: its address. `note` is told what happens on the way, a sentence each."""
        headers = {"Authorization": f"Bearer {token}", "User-Agent": "freightyard"}
        timeout = httpx.Timeout(_SILENCE, pool=None)
        try:
            self._http = httpx.Client(base_url=server.rstrip("/"), headers=headers, timeout=timeout)
        except (httpx.InvalidURL, UnicodeError):
            raise ServerError(f"{server} is no address of a server", 0) from None
        self._note = note
        self._closed = threading.Event()
        self._additions = Additions()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Hang up. Whatever waits for the server ends soon."""
        self._closed.set()
        self._http.close()

    # --- asking ---

    def whoami(self) -> dict[str, Any]:
        """What the token is for, and how much it may ask."""
        return self._ask("GET", "/api/me")

    def send(self, batch: Moves) -> Accepted | Refused:
        """Send a batch of moves until there is an answer to it."""
        response = self._request("POST", "/api/moves", content=msgspec.json.encode(batch))
        try:
            message = decode_to_bot(response.content)
        except BadLine:
            raise _failure(response) from None
        if not isinstance(message, Accepted | Refused):
            raise _failure(response)
        return message

    def spar(self, game: str, seats: Sequence[str] = ("me", "driver"), **more: Any) -> str:
        """Make a table to practise at; its key. It is not made twice by one call only if the first answer arrives."""
        asked = {"game": game, "seats": list(seats), "seal": self._additions.seal(), **more}
        made: str = self._ask("POST", "/api/tables", json=asked)["table"]
        return made

    def accept(self, table: str) -> None:
        """Take the seat that is held for the bot."""
        self._ask("POST", f"/api/tables/{table}/accept", json={"seal": self._additions.seal()})

    def decline(self, table: str) -> None:
        """Leave the held seat to others."""
        self._ask("POST", f"/api/tables/{table}/decline")

    def resign(self, table: str) -> None:
        """Leave a seat for good."""
        self._ask("POST", f"/api/tables/{table}/resign")

    def sit(self, table: str, seat: int | None = None, link: str | None = None) -> None:
        """Take a seat where bots may sit down, or the seat of a link."""
        self._ask("POST", f"/api/tables/{table}/sit", json={"seat": seat, "link": link, "seal": self._additions.seal()})

    def tables(self) -> list[dict[str, Any]]:
        """The public tables."""
        return [msgspec.json.decode(line) for line in self._checked("GET", "/api/tables").content.splitlines()]

    def watch(self, table: str) -> Iterator[dict[str, Any]]:
        """The live view of a public table, until its game is over. After a break it goes on with the whole table."""
        for line in self._lines(f"/api/tables/{table}/watch", forever=False):
            yield msgspec.json.decode(line)

    def records(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Finished games, the latest first, as many as there are."""
        after: str | None = None
        while True:
            query = {**filters, **({} if after is None else {"after": after})}
            *found, page = map(msgspec.json.decode, self._checked("GET", "/api/records", params=query).content.splitlines())
            yield from found
            after = page["next"]
            if after is None:
                return

    def events(self) -> Iterator[Event]:
        """Everything that concerns the bot, whatever breaks on the way, until the client is closed."""
        for line in self._lines("/api/events", forever=True):
            message = _event(line)
            if isinstance(message, Mixing):
                self._add(message)
            elif message is not None:
                yield message

    def check_cards(self, table: str) -> int | None:
        """Draw every card of a finished game again, by what this program was shown and sent before it: how many there were.
        None if it has added nothing to them. Raises BadProof if something is not as it was promised."""
        if not self._additions.added(table):
            return None
        record, _ = verify(self._checked("GET", f"/t/{table}/record").text, game_named)
        self._additions.check(table, record.proof)
        return len(verify_cards(record, game_named(record.game)))

    # --- inside ---

    def _add(self, mixing: Mixing) -> None:
        """Send to a table what was sealed for it."""
        addition = self._additions.take(mixing)
        if addition is None:  # a program that was started anew has forgotten its bytes: then it has added nothing
            self._note(f"adds nothing to the cards at {mixing.table}: its seal is not of this program, or the list has changed")
            return
        try:
            self._ask("POST", f"/api/tables/{mixing.table}/add", json={"addition": addition})
            self._additions.taken(mixing.table)
        except TokenRefused:
            raise
        except ServerError as error:
            self._note(f"has not added to the cards at {mixing.table}: {error}")

    def _lines(self, path: str, *, forever: bool) -> Iterator[bytes]:
        """The lines of a stream that are not blank: of one after the other."""
        wait = _FIRST_WAIT
        while not self._closed.is_set():
            again, why = True, "the stream ended"
            try:
                with self._http.stream("GET", path) as response:
                    if response.status_code != 200:
                        response.read()
                        self._check(response)
                        why = _why(response)
                    else:
                        for text in response.iter_lines():
                            wait = _FIRST_WAIT
                            if not text.strip():
                                continue
                            closing = _closing(text)
                            if closing is None:
                                yield text.encode()
                            else:
                                why, again = closing
                        if not forever and why == "the stream ended":
                            return
            except (httpx.TransportError, RuntimeError) as error:  # a closed client is a RuntimeError
                why = str(error) or type(error).__name__
            if not again:
                raise TokenRefused(why, 401)
            if not self._closed.is_set():
                self._note(f"no stream: {why}; connecting again")
            wait = self._pause(wait)

    def _ask(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(self._checked(method, path, **options).content)
        return found

    def _checked(self, method: str, path: str, **options: Any) -> "httpx.Response":
        response = self._request(method, path, **options)
        if response.status_code >= 300:
            raise _failure(response)
        return response

    def _request(self, method: str, path: str, **options: Any) -> "httpx.Response":
        """The answer to a request, which is sent until there is one that is not about the moment."""
        wait = _FIRST_WAIT
        while True:
            try:
                response = self._http.request(method, path, **options)
            except httpx.TransportError as error:
                why = str(error) or type(error).__name__
            else:
                self._check(response)
                if response.status_code < 500 and response.status_code != 429:
                    return response
                why = _why(response)
                asked = response.headers.get("retry-after", "")
                if asked.isascii() and asked.isdecimal():
                    wait = max(wait, min(float(asked), _LONGEST_PAUSE))
            self._note(f"{method} {path}: {why}; trying again")
            wait = self._pause(wait)
            if self._closed.is_set():
                raise ServerError("the client was closed", 0)

    def _check(self, response: "httpx.Response") -> None:
        if response.status_code in (401, 403) and "www-authenticate" in response.headers:
            raise TokenRefused(_why(response), response.status_code)

    def _pause(self, wait: float) -> float:
        """Wait; how long to wait the next time. Not all at the same moment: a server that is back has enough to do."""
        self._closed.wait(wait * random.uniform(0.7, 1.0))  # noqa: S311
        return min(2 * wait, _LONGEST_WAIT)


def _event(line: bytes) -> Event | Mixing | None:
    """The message in a line; None for one of a kind that this version does not know."""
    try:
        kind = msgspec.json.decode(line).get("type")
        if kind == "invitation":
            return msgspec.json.decode(line, type=Invitation)
        if kind == "mixing":
            return msgspec.json.decode(line, type=Mixing)
        found = decode_to_bot(line) if kind in ("start", "turn", "end") else None
    except (msgspec.DecodeError, AttributeError, BadLine):
        return None
    return found if isinstance(found, Start | Turn | End) else None


def _closing(text: str) -> tuple[str, bool] | None:
    """Why the server ends a stream, and whether to connect again; None for any other line."""
    if not text.startswith('{"type":"closing"'):
        return None
    found = msgspec.json.decode(text)
    return str(found["why"]), bool(found["again"])


def _why(response: "httpx.Response") -> str:
    try:
        return str(msgspec.json.decode(response.content)["why"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return f"the server answered {response.status_code}"


def _failure(response: "httpx.Response") -> ServerError:
    return ServerError(_why(response), response.status_code)
