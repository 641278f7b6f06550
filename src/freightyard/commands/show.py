"""`freightyard show`: a moment of a record as a page or a picture."""

import argparse
import sys
from pathlib import Path
from typing import Final

from freightyard.commands.common import whole_number
from freightyard.core.contract import State
from freightyard.core.errors import BadRecord, BadSetup
from freightyard.core.files import read_text
from freightyard.core.record import Record, verify
from freightyard.games import game_named
from freightyard.page.history import record_players
from freightyard.page.screenshot import png_of
from freightyard.page.show import state_page, state_picture

_ENDINGS: Final = (".html", ".svg", ".png")


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "show",
        help="draw a position of a record as a page or picture",
        description="Draw a position of a record as the players saw it, in one file: .html is the whole board, .svg and .png are "
        "pictures of it. A .png needs the extra freightyard[pictures], or Chromium or Chrome.",
    )
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument(
        "--ply",
        metavar="N",
        type=whole_number(0, 10_000_000),
        help="the position after N moves, chance moves included (default: the last)",
    )
    parser.add_argument(
        "--seat", metavar="N", type=whole_number(1, 99), help="as this seat saw it (default: the seat whose turn it is)"
    )
    parser.add_argument(
        "--to",
        metavar="FILE",
        help="the file to write, ending in .html, .svg or .png, or - for standard output (default: RECORD-N.html here)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write one moment."""
    to = args.to or ""
    if to and to != "-" and not to.endswith(_ENDINGS):
        raise BadSetup(f"--to must name a file that ends in .html, .svg or .png, not {to!r}")
    record, _ = verify(read_text(args.file, BadRecord), game_named)
    ply = len(record.moves) if args.ply is None else args.ply
    if ply > len(record.moves):
        raise BadSetup(f"--ply must be from 0 to {len(record.moves)} for this record, not {ply}")
    if args.seat is not None and args.seat > record.seats:
        raise BadSetup(f"--seat must be from 1 to {record.seats} for this record, not {args.seat}")
    seat = None if args.seat is None else args.seat - 1
    title = f"{game_named(record.game).title}, ply {ply} of {len(record.moves)}"
    draw = state_picture if to.endswith((".svg", ".png")) else state_page
    drawn = draw(_moment(record, ply), seat=seat, players=record_players(record), title=title)
    if to == "-":
        sys.stdout.write(drawn + "\n")
        return 0
    path = Path(to or f"{Path(args.file).stem}-{ply}.html")
    path.write_bytes(png_of(drawn) if to.endswith(".png") else drawn.encode())
    sys.stdout.write(f"{path}: {title}\n")
    return 0


def _moment(record: Record, ply: int) -> State:
    for number, state in enumerate(record.states()):
        if number == ply:
            return state
    raise BadSetup(f"this game has no ply {ply}")
