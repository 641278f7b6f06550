"""Lines that somebody types at a table: moves, or a command that is answered to them alone, from what their seat may know.

The words are read by the code that the terminal has too. Whoever shares a screen is shown in words only what everybody may know,
since it stays on the page when the device is passed on; what the seat itself has is told when it is asked for.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, final

from freightyard.core.errors import BadSetup, NotAMove
from freightyard.core.notation import read_moves
from freightyard.page.players import names_of
from freightyard.page.text_board import section_parts
from freightyard.server import sentences as say
from freightyard.server.bots.hints import hint_for
from freightyard.server.errors import Forbidden
from freightyard.server.live.recap import recap_of
from freightyard.server.thinking_limits import HINTS_ASKED, QUESTION_THREADS, QUESTIONS_ASKED, check_hint_rate
from freightyard.server.wire import messages
from freightyard.server.wire.connection import Connection
from freightyard.store.rows import OPEN
from freightyard.table.errors import NotYourTurn, StalePly
from freightyard.typed import sentences as typed_say
from freightyard.typed.answers import Asking, Times, answer
from freightyard.typed.commands import TERMINAL, Command, shortened_command, split_command
from freightyard.typed.text_board import sections_of

if TYPE_CHECKING:
    from freightyard.server.live.room import Room
    from freightyard.server.services import Services


@final
class TypedLines:
    """What one connection types."""

    def __init__(
        self, services: "Services", room: "Room", connection: Connection, client: str, check_chat_rate: Callable[[], None]
    ) -> None:
        """`client`: the address, by which hints are counted."""
        self._services = services
        self._room = room
        self._connection = connection
        self._client = client
        self._check_chat_rate = check_chat_rate

    async def type_line(self, line: str, ply: int | None) -> None:
        """Do what a line says, or answer it. What is wrong with it is raised."""
        if self._room.row.phase == OPEN:
            raise Forbidden(say.NOT_BEGUN)
        try:
            found = split_command(line)
            if found is None:
                found = await self._play(line, ply)
            if found is not None:
                await self._do(*found, ply)
        except NotAMove as error:  # of a page that clicks it would be a fault; people mistype
            raise BadSetup(str(error)) from None

    def send_text_board(self) -> None:
        """The board in words, as it is kept beside the board: it is sent anew whenever the page asks for it."""
        room = self._room
        if room.row.phase == OPEN:
            raise Forbidden(say.NOT_BEGUN)
        scene = room.broadcast.shown(self._connection).scene
        view = room.table.view(None) if room.game.secrets and len(scene.own_seats) > 1 else scene.view
        self._connection.send(messages.text_board(section_parts(sections_of(view, names_of(scene.players)))))

    async def _play(self, line: str, ply: int | None) -> tuple[Command, str] | None:
        """Make the moves of a line; or the command that it begins, if it is no move."""
        room, person = self._room, self._connection.person
        short = shortened_command(line)
        seat = room.broadcast.viewer(person).seat
        if seat is None:
            if short is None:
                raise Forbidden(say.NOT_AT_TABLE)
            return short
        if ply is None:
            raise messages.BadMessage(say.NO_PLY_NAMED)
        state = room.orders.state_for(seat)
        if state.to_act() != seat:
            if short is None:
                room.why(person, seat, line)  # it is raised whose turn it is
                raise NotYourTurn(say.NOT_YOUR_TURN)
            return short
        if ply != room.table.ply:
            raise StalePly(say.FASTER)
        try:
            moves = read_moves(state, line)
        except NotAMove:
            if short is None:
                raise
            return short
        await room.move(person, seat, ply, moves)
        return None

    async def _do(self, command: Command, rest: str, ply: int | None) -> None:
        room, person = self._room, self._connection.person
        if command.here == TERMINAL:
            raise BadSetup(typed_say.only_at(TERMINAL, command.usage))
        match command.name:
            case "say":
                self._check_chat_rate()
                await room.chat.say(person, rest)
                self._send(())  # everybody has heard it already
            case "undo" | "reset":
                seat = room.broadcast.viewer(person).seat
                if seat is None or ply is None:
                    raise Forbidden(say.NOT_AT_TABLE)
                await (room.take_back if command.name == "undo" else room.reset_turn)(person, seat, ply)
            case "ahead" | "forced":
                self._send((await self._order(command.name, rest),))
            case "hint":
                self._send(await self._hint())
            case "plan":
                self._send(await self._plan(command, rest))
            case "news":
                self._send((*answer(command, rest, self._asking()), *await self._changes()))
            case _:
                self._send(answer(command, rest, self._asking()))

    async def _order(self, name: str, rest: str) -> str:
        """Give an order or withdraw it, or say what was ordered."""
        room, person, words = self._room, self._connection.person, rest.strip().lower()
        seat = room.broadcast.viewer(person).seat
        if seat is None:
            raise Forbidden(say.NOT_AT_TABLE)
        if name == "forced":
            if words not in ("", "on", "off"):
                raise BadSetup(typed_say.FORCED_HOW)
            if words:
                await room.orders.set_forced(person, seat, forced=words == "on")
        elif words:
            await room.orders.give(person, seat, "" if words == "off" else words)
        sheet = room.orders.sheet(seat)
        if sheet is None:
            raise Forbidden(say.NO_ORDERS_SHARED)
        return typed_say.forced(on=sheet.forced) if name == "forced" else typed_say.ordered(sheet.told, sheet.stopped)

    def _send(self, lines: tuple[str, ...]) -> None:
        self._connection.send(messages.answer(lines))

    async def _plan(self, command: Command, rest: str) -> tuple[str, ...]:
        asking = self._asking()
        with QUESTIONS_ASKED.one(self._client):  # it takes a moment to find ways
            async with QUESTION_THREADS:
                return await asyncio.to_thread(answer, command, rest, asking)

    async def _changes(self) -> tuple[str, ...]:
        """What changed since the own last turn."""
        room = self._room
        recap = await recap_of(room, room.broadcast.shown(self._connection).viewer, self._services.now())
        return () if recap is None else tuple([f"{words}." for words in recap.changed])

    async def _hint(self) -> tuple[str, ...]:
        check_hint_rate(self._services, self._client)
        with HINTS_ASKED.one(self._client):
            hint = await hint_for(self._room, self._connection.person)
        return (typed_say.hint(hint.words, "; ".join(hint.plan), hint.why),)

    def _asking(self) -> Asking:
        room = self._room
        shown = room.broadcast.shown(self._connection)
        return Asking(
            shown.scene,
            room.board,
            room.broadcast.log(shown.viewer),
            room.table.truth() if shown.viewer.seat is None else room.orders.state_for(shown.viewer.seat),
            Times(room.services.now(), room.row.moved_at, room.row.made_at),
            shown.parts["prompt"],
        )
