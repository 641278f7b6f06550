"""`freightyard verify`: draw every card of a record again."""

import argparse
import sys

import msgspec

from freightyard.commands.common import record_in
from freightyard.core.proof import BadProof, Proof
from freightyard.core.record import verify, verify_cards
from freightyard.games import game_named


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "verify",
        help="check that nobody chose the cards of a record",
        description="Draw every card of a record again, from the server's secret and what everybody added, and say whether it is "
        "true. If not, the exit status is 1.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, or - to read standard input")
    parser.add_argument("--json", action="store_true", help="print JSON, with every draw")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check one record."""
    record, _ = verify(record_in(args.file), game_named)
    try:
        draws = verify_cards(record, game_named(record.game))
    except BadProof as error:
        _write(args, {"true": False, "why": str(error)}, f"False: {error}.")
        return 1
    if args.json:
        first = 0 if record.proof is None else record.proof.first
        _write(args, {"true": True, "first": first, "draws": [msgspec.structs.asdict(draw) for draw in draws]}, "")
    elif record.proof is not None:
        _write(args, {}, sentence(record.proof, len(draws)))
    return 0


def sentence(proof: Proof, draws: int) -> str:
    """That the cards are those that they should be, and who had a part in them."""
    added = [seat for seat, addition in enumerate(proof.additions, 1) if addition is not None]
    withheld = [
        seat for seat, addition in enumerate(proof.additions, 1) if addition is None and proof.seals[seat - 1] is not None
    ]
    nothing = [seat for seat, seal in enumerate(proof.seals, 1) if seal is None]
    whole = f"all {draws:,} draws" if not proof.first else f"all {draws:,} draws after move {proof.first}"
    who = f" and from what {_seats(added)} added" if added else ", and nobody added anything"
    words = [f"True: {whole} follow from the secret that was promised{who}"]
    if proof.first:
        words.append(f"the first {proof.first:,} moves are those of an earlier game, and their draws are not checked")
    if nothing and added:
        words.append(f"{_seats(nothing)} added nothing")
    if withheld:
        words.append(f"{_seats(withheld)} sealed something and did not send it")
    return "; ".join(words) + "."


def _seats(numbers: list[int]) -> str:
    *others, last = map(str, numbers)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"


def _write(args: argparse.Namespace, data: dict[str, object], words: str) -> None:
    sys.stdout.write((msgspec.json.encode(data).decode() if args.json else words) + "\n")
