"""Write a counts file: python tools/counts.py GAME EDITION NAME DEPTH 'POSITION'. An existing file is never overwritten."""

import sys
from pathlib import Path

from freightyard.core.counts import count
from freightyard.games import game_named


def main() -> None:
    """Count to the depth and write tests/counts/GAME/NAME.txt."""
    name, edition, file, depth, position = sys.argv[1:]
    game = game_named(name)
    chosen = game.edition(edition)
    state = game.position(chosen, position)
    lines = [f"game: {name}", f"edition: {chosen.name}", f"revision: {chosen.revision}", f"position: {state.text()}"]
    lines += [f"{number}: {count(state, number)}" for number in range(1, int(depth) + 1)]
    path = Path(__file__).parents[1] / "tests" / "counts" / name / f"{file}.txt"
    if path.exists():
        sys.exit(f"{path} is there already")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    sys.stdout.write(path.read_text())


if __name__ == "__main__":
    main()
