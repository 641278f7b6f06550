"""Prints the tables of observation layouts in docs/observations.md: `python -m tools.layouts`."""

import sys

from freightyard.adapters.observation import layout_of
from freightyard.core.contract import Game
from freightyard.core.observation import MANY
from freightyard.games import all_games


def table(game: Game) -> str:
    """The layout of a game's usual edition for two seats."""
    edition = game.edition(game.editions[0])
    layout = layout_of(edition, 2)
    lines = [
        f"### {game.title}: {edition.name}, 2 seats, {layout.size} numbers",
        "",
        "| from | part | size | values | what |",
        "|---|---|---|---|---|",
    ]
    for part in layout.parts:
        if part.name.startswith("left "):
            continue  # the same parts once more for each other seat
        high = "any" if part.high == MANY else str(part.high)
        low = "any" if part.low == -MANY else str(part.low)
        lines.append(f"| {layout.slice(part.name).start} | {part.name} | {part.size} | {low} to {high} | {part.words} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write("\n".join(table(game) for game in all_games()))
