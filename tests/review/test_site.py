"""A review on the site: its links lead to the moments that they name."""

import re
from collections.abc import Sequence

import msgspec

from freightyard.core.contract import CHANCE
from freightyard.games import game_named
from freightyard.page.contract import PageContext
from freightyard.page.history import record_players
from freightyard.review.review import Budget, Review, review
from freightyard.review.site import review_document
from freightyard.review.spans import Course
from tests.review.games import end_of_a_game

CONTEXT = PageContext(title="Freight Cars", home="/t/KEY", link="", ply=0, build="b")


def test_links_lead_to_where_a_move_was_made_though_others_were_taken_back_before() -> None:
    record, game = end_of_a_game(), game_named("freight-cars")
    found, course = review(record, game, Budget(4, 8, 24, 4)), Course(record, game)
    turns = [number for number, change in enumerate(found.changes) if change.actor != CHANCE][:2]
    found = msgspec.structs.replace(found, turning=tuple(turns), lucky=(), good=(), bad=())
    told = [found.changes[number] for number in turns]
    page = document(found, course)
    for change in told:
        assert f'href="/t/KEY/at/{change.start}"' in page
    later = document(found, course, [2 * ply + 7 for ply in range(len(record.moves))])
    for change in told:
        at = 2 * change.start + 7
        assert f'href="/t/KEY/at/{at}"' in later
        assert f'action="/t/KEY/play/{at}"' in later
    assert set(re.findall(r"/t/KEY/picture/(\d+)", later)) == {str(2 * change.start + 7) for change in told}


def document(found: Review, course: Course, plies: Sequence[int] = ()) -> str:
    return review_document(found, course, record_players(course.record), CONTEXT, plies=plies)
