"""Draw the general pictures of the games, which links show where a server draws no boards: `python -m tools.previews`.

Each is a position of a recorded game. It needs the extra `pictures`.
"""

from pathlib import Path
from typing import Final

from freightyard.core.record import read
from freightyard.page.contract import Player, Scene
from freightyard.page.picture import HIGH, INK, PAPER, SIGNAL, WIDE, Canvas, picture_of
from freightyard.page.screenshot import png_of

_ROOT: Final = Path(__file__).parents[1]
_SOURCE: Final = _ROOT / "src" / "freightyard"
_NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
_POSITIONS: Final = (
    ("freight_train", "freight-train/mayfair-1996-3.revision-2", 0.5),
    ("freight_cars", "freight-cars/greedy-3", 0.48),
    ("freight", "freight/greedy-ends-after-ten-rounds.revision-2", 0.9),
)
_SCALE: Final = 0.75


def main() -> None:
    """Write all of them."""
    for game, name, part in _POSITIONS:
        record = read((_ROOT / "tests" / "golden" / f"{name}.txt").read_text(encoding="utf-8"))
        ply = int(len(record) * part)
        state = next(state for number, state in enumerate(record.states()) if number == ply)
        players = tuple([Player(seat, _NAMES[seat]) for seat in range(state.seats)])
        scene = Scene(view=state.view(None), players=players, replay=True)
        (_SOURCE / "games" / game / "page" / "static" / "preview.png").write_bytes(png_of(picture_of(scene), scale=_SCALE))
    (_SOURCE / "page" / "static" / "preview.png").write_bytes(png_of(_house(), scale=_SCALE))


def _house() -> str:
    """The sign of the house, for games that bring no picture."""
    canvas = Canvas()
    canvas.rect(0, 0, WIDE, HIGH, PAPER)
    for number in range(12):
        canvas.rect(240 + number * 66, 200, 22, 130, INK)
    for y in (222, 290):
        canvas.rect(220, y, 770, 18, SIGNAL)
    canvas.text(WIDE / 2, 450, "Freightyard", 72, bold=True, anchor="middle")
    size = f'width="{WIDE}" height="{HIGH}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="DejaVu Sans, sans-serif">{canvas.markup()}</svg>'


if __name__ == "__main__":
    main()
