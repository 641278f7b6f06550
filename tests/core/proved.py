"""Games whose cards can be proved: played by anybody's choice at a table, and written down."""

from collections.abc import Sequence
from hashlib import sha256

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Edition, Game
from freightyard.core.proof import TOGETHER, Proof, commitment_of, seal_of
from freightyard.core.record import Record
from freightyard.table import Table


def proof_for(name: str, seats: int, nothing: Sequence[int] = ()) -> Proof:
    """What a table with this name is dealt by; the seats in `nothing` add nothing."""
    secret = sha256(f"secret {name}".encode()).hexdigest()
    additions = tuple(None if seat in nothing else sha256(f"{name} {seat}".encode()).hexdigest()[:32] for seat in range(seats))
    seals = tuple(None if addition is None else seal_of(addition) for addition in additions)
    return Proof(commitment=commitment_of(secret), secret=secret, seals=seals, additions=additions)


def played(game: Game, edition: Edition, seats: int, proof: Proof, *, plies: int | None = None, undo: bool = False) -> Record:
    """A game at a table whose cards are drawn by a proof. `undo`: moves are taken back now and then."""
    table = Table(game, edition, seats, seed=proof.seed, stood=0)
    luck = Stream(f"moves of {proof.secret}")
    table.commit(table.begin())
    while (seat := table.to_act()) is not None and (plies is None or table.ply < plies):
        assert seat != CHANCE
        words = table.view(seat).legal
        table.commit(table.move(seat, table.ply, [words[luck.below(len(words))]]))
        if undo and luck.below(4) == 0 and table.can_take_back(seat):
            table.commit(table.take_back(seat, table.ply))
    record = table.record()
    return Record(
        game=record.game, edition=record.edition, revision=record.revision, seats=record.seats, moves=record.moves,
        options=record.options, edition_data=record.edition_data, outcome=record.outcome, dealt=TOGETHER, proof=proof,
    )  # fmt: skip
