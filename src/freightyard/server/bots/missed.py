"""What a bot has missed that was made anew: after a restart, or on the seat of somebody who left in mid-turn."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from freightyard.bots.levels import remembers_game
from freightyard.core.contract import Seat, State
from freightyard.core.errors import FreightyardError
from freightyard.server.bots.pool import Missed
from freightyard.server.bots.process import Decision
from freightyard.server.live.editions import first_state_of
from freightyard.table import standing_moves

if TYPE_CHECKING:
    from freightyard.server.live.room import Room


def missed_by(room: "Room", seat: Seat, bot: str) -> Missed:
    """Tells what the seat was asked until now: all that the bot goes by."""
    row, ply, turn = room.row, room.table.ply, None if remembers_game(bot) else room.table.truth().turns

    async def missed() -> tuple[Decision, ...]:
        events = [stored.event for stored in await room.services.store.moves.events(row.key, 0, ply)]
        return await asyncio.to_thread(decisions, first_state_of(row), standing_moves(events), seat, turn)

    return missed


def decisions(state: State, moves: Sequence[str], seat: Seat, turn: int | None) -> tuple[Decision, ...]:
    """What a seat was asked and did in a turn, or in the whole game. Nothing, if the rules of today do not lead through it."""
    found: list[Decision] = []
    vocabulary = state.edition.vocabulary
    try:
        for text in moves:
            if state.to_act() == seat and turn in (None, state.turns):
                found.append(Decision(state.view(seat), text))
            move = vocabulary.parse(text)
            if state.refuse(move) is not None:
                return ()
            state.play(move)
    except FreightyardError:
        return ()
    return tuple(found)
