"""Playing again: an offer to those who played, and the way to the table that came after this one."""

from freightyard.page import table_sentences as say
from freightyard.page.contract import NextTable, PageContext
from freightyard.page.markup import esc


def next_table(later: NextTable) -> str:
    """The table after this one: an offer to who has not answered it yet, else the way there."""
    if later.offered_by is None:
        return f'<a class="go" href="{esc(later.home)}">{say.NEXT_GAME}</a>'
    return f"<span>{esc(say.wants_to_play(later.offered_by))}</span>{answers(later.home)}"


def answers(home: str) -> str:
    """The two answers to an offer to play at a table."""
    return (
        f'<form method="post" action="{esc(home)}/accept"><button class="go" type="submit">{say.JOIN}</button></form>'
        f'<form method="post" action="{esc(home)}/decline"><button class="quiet" type="submit">{say.NO_THANKS}</button></form>'
    )


def next_banner(context: PageContext) -> str:
    """What stands above the board of a game that is over, if there is a table after it."""
    return "" if context.rematch is None else f'<div class="banner">{next_table(context.rematch)}</div>'
