"""A review on the site: the page with it, and the page on which one waits for it."""

from collections.abc import Sequence
from urllib.parse import urlencode

from freightyard.core.contract import CHANCE, Seat
from freightyard.page.assets import COMMON
from freightyard.page.branches import branches_section
from freightyard.page.contract import PageContext, Player
from freightyard.page.markup import esc
from freightyard.page.players import names_of
from freightyard.page.shell import form, table_document
from freightyard.page.table_sentences import SUMMARY
from freightyard.review import sentences as say
from freightyard.review.page import pictures_inside, review_body
from freightyard.review.review import Change, Review
from freightyard.review.spans import Course


def review_document(
    review: Review,
    course: Course,
    players: tuple[Player, ...],
    context: PageContext,
    *,
    plies: Sequence[int] = (),
    inside: bool = False,
) -> str:
    """The whole document of a review. Each moment leads to the board, and to a table that plays on from it. `plies`: where each
    move of the record was made, if moves were taken back in between. `inside`: pictures are in the document, since they have no
    address of their own."""
    home = esc(context.home)

    def picture(ply: int, seat: Seat | None, plan: Sequence[str], *, narrow: bool = False) -> str:
        asked = {"seat": "all" if seat is None else str(seat + 1), **({"plan": ",".join(plan)} if plan else {})}
        asked |= {"narrow": "true"} if narrow else {}
        return f"{context.home}/picture/{at(ply)}.svg?{urlencode(asked)}"

    def at(ply: int) -> int:
        return plies[ply] if ply < len(plies) else ply

    def links(change: Change) -> str:
        ply, retry = at(change.start), ""
        if change.actor != CHANCE:
            seat = f'<input type="hidden" name="retry" value="{change.actor + 1}">'
            retry = form(context, f"play/{ply}", say.RETRY, say.RETRY_TITLE, kind="go", fields=seat)
        return (
            f'<div class="actions">{retry}<a class="quiet" href="{home}/play/{ply}" title="{say.WHAT_IF_TITLE}">{say.WHAT_IF}</a>'
            f'<a class="quiet" href="{home}/at/{ply}">{say.OPEN}</a></div>'
        )

    pictures = pictures_inside(course, players) if inside else picture
    body = review_body(review, course, names_of(players), pictures, links)
    return _document(f"{body}{branches_section(context)}", context)


def waiting_document(context: PageContext, *, working: bool, failed: bool) -> str:
    """A page that offers to make a review, or tells how far it is."""
    if working:
        home = esc(context.home)
        inside = (
            f'<p role="status">{say.WORKING}</p>'
            f'<progress data-progress="{home}/review/progress" aria-label="{say.WORKING}"></progress>'
            f'<p class="sub" id="time-left" data-seconds="{say.SECONDS_LEFT}" data-minutes="{say.MINUTES_LEFT}"></p>'
            f'<noscript><p><a href="{home}/review">{say.LOOK_AGAIN}</a></p></noscript>'
        )
    else:
        inside = f'<p class="problem">{say.FAILED}</p>' if failed else ""
        inside += f'<p>{say.OFFER}</p><div class="actions">{form(context, "review", say.MAKE, kind="go")}</div>'
    return _document(f'<section class="panel"><h2>{say.REVIEW}</h2>{inside}</section>', context)


def _document(inside: str, context: PageContext) -> str:
    bar = (
        f'<span class="table">{say.REVIEW}</span><span class="grow"></span>'
        f'<a class="quiet" href="{esc(context.home)}/end">{SUMMARY}</a>'
    )
    body = f'<main id="view" class="ending review">{inside}</main>'
    files = (f"{COMMON}/review.css", f"{COMMON}/review.js")
    return table_document(f"{context.title}: {say.REVIEW}", body, context, kind="ended", bar=bar, files=files)
