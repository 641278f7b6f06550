"""A batch of moves: what a bot sends at once for the ply that it saw. It is taken whole, or refused with the rule."""

from collections.abc import Sequence

import msgspec

from freightyard.bots.protocol import Accepted, Moves
from freightyard.core.contract import CHANCE, Seat, State
from freightyard.core.errors import FreightyardError


class BatchRefused(FreightyardError):
    """A batch that does not fit the moment: too late, too early, or too long."""


class Checked(msgspec.Struct, frozen=True):
    """What a batch comes to."""

    moves: tuple[str, ...]  # in full words
    again: bool  # whether they have been played already, so that nothing is to be done

    def answer(self, batch: Moves) -> Accepted:
        """What the bot is told."""
        return Accepted(table=batch.table, ply=batch.ply, moves=self.moves, again=self.again, dry_run=batch.dry_run)


def check_batch(batch: Moves, state: State, seat: Seat, ply: int, since: Sequence[tuple[Seat, str]] = ()) -> Checked:
    """Whether a batch can be taken by a seat at a ply. Nothing is changed.

    `since`: who made which move from the batch's ply on; the batch that was played there is harmless when it is sent again.
    Raises IllegalMove with the rule, NotAMove, or BatchRefused.
    """
    vocabulary = state.edition.vocabulary
    if batch.ply != ply:
        played = since[: len(batch.moves)]
        if len(played) == len(batch.moves) and all(
            who == seat and (move := vocabulary.find(sent)) is not None and move == vocabulary.find(text)
            for sent, (who, text) in zip(batch.moves, played, strict=True)
        ):
            return Checked(tuple([text for _, text in played]), again=True)
        if batch.ply > ply:
            raise BatchRefused(f"the game is at ply {ply} and has not come to {batch.ply} yet")
        raise BatchRefused(f"the game is at ply {ply}, not {batch.ply}: answer the latest turn")
    ahead, texts = state.clone(), list[str]()
    for sent in batch.moves:
        _check_turn(ahead, seat, texts)
        move = vocabulary.parse_strictly(sent)
        refusal = ahead.refuse(move)
        if refusal is not None:
            raise refusal
        texts.append(vocabulary.text(move))
        ahead.play(move)
    return Checked(tuple(texts), again=False)


def _check_turn(state: State, seat: Seat, before: Sequence[str]) -> None:
    """The seat must be to act: a batch ends at the next card, die or other seat."""
    actor = state.to_act()
    if actor == seat:
        return
    if actor is None:
        raise BatchRefused(f"the game is over after {before[-1]!r}: end the batch there" if before else "the game is over")
    if actor == CHANCE:
        if before:
            raise BatchRefused(f"chance draws after {before[-1]!r}: end the batch there, and see what comes")
        raise BatchRefused("chance is drawing: wait for your turn")
    if before:
        raise BatchRefused(f"seat {actor + 1} acts after {before[-1]!r}: end the batch there")
    raise BatchRefused(f"it is seat {actor + 1}'s turn")
