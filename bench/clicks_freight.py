"""Turns of Freight by hand: tile by tile and cube by cube as it once was, and with the line builder."""

from collections.abc import Sequence
from typing import Final

from hand import Counted, Hand, Turn

from freightyard.games.freight.page.lines import lines_to
from freightyard.games.freight.page.shapes import place
from freightyard.games.freight.rules.state import State

TRACK: Final = ("build ", "upgrade ", "bridge ", "city ")
ONWARD: Final = ("go ", "deliver ")
# Where a point of the map is in the window.
POINT: Final = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector("#map-ground").getScreenCTM());
  return [at.x, at.y];
}"""


def _counts(turn: Turn) -> bool:
    """Whole turns; not the bids before them, nor parts of turns between which a die is rolled."""
    return turn.moves.count("done") == 2 and turn.moves[-1].startswith("fill ")


def _kind(turn: Turn) -> str:
    verbs = [move.partition(" ")[0] for move in turn.moves]
    words = [
        f"{count} {name}{'s' * (count > 1)}"
        for name, count in (
            ("tile", sum(verb in ("build", "upgrade", "bridge") for verb in verbs)),
            ("loan", verbs.count("loan")),
            ("load", verbs.count("load")),
            ("drop", verbs.count("deliver")),
        )
        if count
    ]
    return ", ".join(words) or "nothing"


def _before(hand: Hand, turn: Turn) -> None:
    """Each tile: its hex, the tile unless it is the one that is offered, *Build*. Each cube by a click of its own."""
    _make(hand, turn, lines=False)


def _now(hand: Hand, turn: Turn) -> None:
    """A line: where it leads, and *Build*; cubes that pay in full at once."""
    _make(hand, turn, lines=True)


def _make(hand: Hand, turn: Turn, *, lines: bool) -> None:
    state: State = turn.state.clone()
    moves = list(turn.moves)
    hand.page.keyboard.press("9")  # all of the map
    while moves:
        length = _line(hand, state, moves) if lines else 0
        length = length or _one(hand, state, moves, ticks=lines)
        for move in moves[:length]:
            state.play(state.edition.vocabulary.parse(move))
        hand.page.wait_for_selector("html[data-turn], #prompt:not([data-phase])", state="attached")
        del moves[:length]


def _line(hand: Hand, state: State, moves: Sequence[str]) -> int:
    """Build what the line builder offers of the next moves. How many moves that were."""
    most = next((number for number, move in enumerate(moves) if not move.startswith((*TRACK, "loan", "locomotive "))), len(moves))
    grid, names = state.edition.grid, state.edition.grid.names
    for length in range(most, 1, -1):
        wanted = moves[:length]
        last = next((move.split(" ")[1] for move in reversed(wanted) if move.startswith(TRACK)), "")
        after = state.clone()
        for move in wanted:
            after.play(after.edition.vocabulary.parse(move))
        for name in [*[names[city] for city in state.cities], last]:
            if not name:
                continue
            for number, line in enumerate(lines_to(state.view(0), name).lines):
                if sorted(line.moves) == sorted(wanted) and _after(state, line.moves) == after.text():
                    hand.page.mouse.click(*hand.page.evaluate(POINT, [*place(grid, name)]))
                    hand.count += 1
                    hand.page.wait_for_selector("#line:not([hidden])")
                    if number:
                        hand.click(hand.page.locator(f'#line [data-choice="{number}"]'))
                    hand.click(hand.page.locator('[data-line="build"]'))
                    return length
    return 0


def _after(state: State, moves: Sequence[str]) -> str:
    after = state.clone()
    for move in moves:
        after.play(after.edition.vocabulary.parse(move))
    return str(after.text())


def _one(hand: Hand, state: State, moves: Sequence[str], *, ticks: bool) -> int:
    """Make the next move, or the next ones that one button makes. How many that were."""
    page, move = hand.page, moves[0]
    verb, *rest = move.split(" ")
    if move.startswith(TRACK):
        page.mouse.click(*page.evaluate(POINT, [*place(state.edition.grid, rest[0])]))
        hand.count += 1
        tile = page.locator(f'#bench [data-verb="{verb}"][data-tail="{" ".join(rest[1:])}"]')
        if tile.get_attribute("aria-pressed") != "true":
            hand.click(tile)
        hand.click(page.locator("[data-build]"))
    elif verb == "go":
        return _trip(hand, state, moves)
    elif verb == "deliver":
        return _deliver(hand, moves, ticks=ticks)
    elif verb in ("put", "locomotive"):
        if verb == "put":
            hand.click(page.locator(f'#prompt [data-word="put {rest[0]}"][data-places~="{rest[-1]}"]'))  # a cube or a disk
        page.mouse.click(*page.evaluate(POINT, [*place(state.edition.grid, rest[-1])]))
        hand.count += 1
        hand.settle()
    else:
        hand.click(page.locator(f'#prompt [data-word="{move}"]'))
    if page.locator(".plan .go").count():
        hand.click(page.locator(".plan .go"))
    return 1


def _trip(hand: Hand, state: State, moves: Sequence[str]) -> int:
    """Go where the next moves go, and deliver there if the same button does."""
    most = next((number for number, move in enumerate(moves) if not move.startswith(ONWARD)), len(moves))
    buttons = {str(button.get_attribute("data-batch")): button for button in hand.page.locator("#trips [data-batch]").all()}
    for length in range(most, 0, -1):
        for batch, button in buttons.items():
            if sorted(batch.split("|")) == sorted(moves[:length]):
                hand.click(button)
                return length
    hand.page.mouse.click(*hand.page.evaluate(POINT, [*place(state.edition.grid, moves[0].split(" ")[1])]))
    hand.count += 1
    hand.settle()
    return 1


def _deliver(hand: Hand, moves: Sequence[str], *, ticks: bool) -> int:
    """Deliver the next cubes. `ticks`: all at once; else as if each took a click, and no more."""
    length = next((number for number, move in enumerate(moves) if not move.startswith("deliver ")), len(moves))
    count = hand.count
    left = list(moves[:length])
    for cube in hand.page.locator("#prompt [data-tick]").all():
        wanted = cube.get_attribute("data-word") in left
        if wanted:
            left.remove(str(cube.get_attribute("data-word")))
        if (cube.get_attribute("aria-pressed") == "true") != wanted:
            hand.click(cube)
    hand.click(hand.page.locator("#prompt [data-deliver]"))
    if not ticks:
        hand.count = count + length
    return length


COUNTED = Counted("freight", "standard", 3, _counts, _kind, _before, _now)
