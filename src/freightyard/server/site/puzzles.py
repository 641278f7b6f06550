"""The puzzle of the day, and those of earlier days. What a puzzle's answer is stays here until it is solved or asked for."""

from datetime import UTC, date, datetime
from typing import Final

from litestar import Response, get

from freightyard.core.puzzles import by_edition, days_before, puzzle_of
from freightyard.games import all_games
from freightyard.page.document import Visit
from freightyard.page.site import DayOfPuzzles, PuzzleLine, puzzles_page
from freightyard.server.live.lesson_keeper import puzzles_of
from freightyard.server.services import Services
from freightyard.server.site.responses import html

_DAYS: Final = 14  # earlier ones that are listed


@get("/puzzles")
async def puzzles(services: Services, visit: Visit, day: str = "") -> Response[str]:
    """A puzzle of each game: today's, or those of an earlier day."""
    today = datetime.fromtimestamp(services.now(), UTC).date()
    shown = _day_in(day, today)
    earlier = [DayOfPuzzles(each, puzzles_on(each)) for each in days_before(shown, _DAYS)]
    return html(puzzles_page(visit, DayOfPuzzles(shown, puzzles_on(shown)), today, earlier))


def puzzles_on(day: date) -> tuple[PuzzleLine, ...]:
    """The puzzles of a day: one of each edition of each game that has some."""
    found = []
    for game in all_games():
        sets = by_edition(puzzles_of(game.name))
        for edition, of_edition in sets.items():
            puzzle = puzzle_of(of_edition, day)
            if puzzle is not None:
                rules = game.edition(edition).title if len(sets) > 1 else ""
                found.append(PuzzleLine(game, rules, puzzle.theme, puzzle.difficulty, puzzle.goal, puzzle.address))
    return tuple(found)


def _day_in(words: str, today: date) -> date:
    """The day that somebody asks for; today, if there is none such or it has not come yet."""
    try:
        day = date.fromisoformat(words)
    except ValueError:
        return today
    return min(day, today)
