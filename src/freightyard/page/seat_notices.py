"""What stands at a table about losing a seat: what its person is told, and what the menu offers."""

from typing import Final

from freightyard.page import table_sentences as say
from freightyard.page.contract import PageContext
from freightyard.page.markup import NEW_TAB, esc

_RECOVERY: Final = "/me/recovery"
_NOTICES: Final = "/notices"


def seat_notices(context: PageContext) -> str:
    """What is told to somebody whose seat was given a new link. The client shows it as a note, so that no board moves for it: see
    static/seat_notes.js."""
    if context.notice is None:
        return ""
    words, cancel = context.notice.words, context.notice.cancel
    form = ""
    if cancel is not None:
        form = (
            f'<form method="post" action="{esc(context.home)}/seat-link/cancel">'
            f'<input type="hidden" name="seat" value="{cancel + 1}"><button type="submit">{say.CANCEL_LINK}</button></form>'
        )
    about = f"{context.home} {context.notice.about}"
    return f'<div id="seat-notice" data-about="{esc(about)}" hidden><p>{esc(words)}</p>{form}</div>'


def keep_line(context: PageContext) -> str:
    """The same before the game, where people wait and have time to read."""
    if not context.keep:
        return ""
    return f'<p class="sub"><a href="{_RECOVERY}"{NEW_TAB}>{say.SAVE_LINK}</a>{say.SAVE_LINK_WHY}</p>'


def keep_link(context: PageContext) -> str:
    """The way to the recovery link. The client makes a note of it once, at a table with others."""
    if not context.keep:
        return ""
    note = " data-keep-seat" if context.with_others else ""
    return f'<a class="quiet" href="{_RECOVERY}"{NEW_TAB}{note}>{say.KEEP_SEAT}</a>'


def notices_line(context: PageContext) -> str:
    """The offer to be told of one's turns, before the game. The client shows it to those who have not declined it."""
    if not context.tell:
        return ""
    return (
        '<p class="sub offer-line" data-offer-line hidden>'
        f'<span><a href="{_NOTICES}"{NEW_TAB}>{say.BE_TOLD}</a>{say.told_by(context.tell)}</span>'
        f'<button class="quiet" type="button" data-offer-hide>{say.NO_THANKS}</button></p>'
    )


def notices_link(context: PageContext) -> str:
    """The way to the page about notices, for who has a seat. The client makes a note of it once, after a first turn."""
    if not context.keep:
        return ""
    offer = f' data-offer-notices="{say.BE_TOLD}{say.told_by(context.tell)}"' if context.tell else ""
    return f'<a class="quiet" href="{_NOTICES}#table-{esc(context.home.rpartition("/")[2])}"{NEW_TAB}{offer}>{say.NOTICES}</a>'


def new_links(context: PageContext) -> str:
    """What the host can do for players who lost their way back: in the menu, folded."""
    if not context.returns:
        return ""
    forms = "".join(
        [
            f'<form method="post" action="{esc(context.home)}/seat-link" data-sure="{esc(say.new_link_sure(name))}">'
            f'<input type="hidden" name="seat" value="{seat + 1}">'
            f'<button class="quiet" type="submit">{esc(say.new_link_for(name))}</button></form>'
            for seat, name in context.returns
        ]
    )
    note = f'<p class="sub">{say.LOST_SEAT_NOTE}</p>'
    return f'<details class="lost"><summary class="quiet">{say.LOST_SEAT}</summary>{note}{forms}</details>'
