"""The games that play on from a finished one, for those who may see them."""

from typing import Final

import msgspec

from freightyard.page import table_sentences as page_say
from freightyard.page.contract import BranchLine, PageContext
from freightyard.page.players import names_of
from freightyard.server.live.viewer import players_of
from freightyard.server.services import Services
from freightyard.store.rows import ENDED, Person, TableRow

_MOST: Final = 30


async def with_branches(services: Services, context: PageContext, key: str, visitor: Person | None) -> PageContext:
    """The page around a finished game, with the games that play on from it."""
    found = await services.store.tables.playing_on(key, None if visitor is None else visitor.key, _MOST)
    return msgspec.structs.replace(context, branches=[_line(row) for row in found])


def _line(row: TableRow) -> BranchLine:
    names = names_of(players_of(row.chairs, ()))
    words = page_say.branch_words(names, row.scores, row.winners, ended=row.phase == ENDED)
    return BranchLine(f"/t/{row.key}", row.taken_over or 0, words)
