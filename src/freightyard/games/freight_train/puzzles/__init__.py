"""The puzzles of Freight Train: data, in the TOML files beside this one, made by `freightyard puzzles make`."""

from importlib.resources import files
from typing import Final

from freightyard.core.puzzles import Puzzle, read_puzzles

PUZZLES: Final[tuple[Puzzle, ...]] = read_puzzles("freight-train", files(__name__))
