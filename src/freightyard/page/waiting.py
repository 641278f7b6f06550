"""The page of a table that has not begun: who sits where, which seats are open, and what the host can do."""

from collections.abc import Sequence

import msgspec

from freightyard.core.contract import Edition
from freightyard.page import table_sentences as say
from freightyard.page.contract import PageContext
from freightyard.page.edition_words import edition_words
from freightyard.page.markup import NEW_TAB, esc
from freightyard.page.players import disc
from freightyard.page.rematch import answers
from freightyard.page.share import code, hand_on_button
from freightyard.page.shell import form, leaving, manual_of, table_document


class WaitingSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat before the game. Names are people's own words: always escaped."""

    name: str | None = None  # who sits there, or for whom it is held; None for an open seat
    bot: bool = False
    you: bool = False  # it is a seat of the one who looks, or held for them
    host: bool = False
    held: bool = False  # for somebody who was invited and has not answered
    declined: str | None = None  # who did not want this open seat
    beside: str | None = None  # the name on an earlier seat of the same person: both are played at one screen

    @property
    def open(self) -> bool:
        return self.name is None


def waiting_page(edition: Edition, options: Sequence[str], seats: Sequence[WaitingSeat], context: PageContext) -> str:
    """The whole document."""
    rows = "".join([_seat(number, seat, seats, context) for number, seat in enumerate(seats, 1)])
    free = sum(seat.open for seat in seats)
    begin = ""
    if "begin" in context.actions:
        begin = form(context, "begin", say.begin_now(free) if free else say.BEGIN, kind="go")
    leave = leaving(context, say.LEAVE_SEAT) if "leave" in context.actions else ""
    drop = form(context, "drop", *say.CLOSE_TABLE, sure=say.CLOSE_TABLE_SURE) if "drop" in context.actions else ""
    body = (
        f'<main id="view" class="waiting-room" data-ply="{context.ply}" data-home="{esc(context.home)}" data-waiting>'
        f'<section class="panel"><header><h2>{say.WAITING}</h2>'
        f'<span class="sub">{esc(edition_words(edition, options))}</span></header>'
        f'<p>{esc(_state(seats, context))}</p>{_branch(context)}<ol class="chairs">{rows}</ol>'
        f'<div class="invite">{code(context.home)}<div><label class="link">{say.SHARE}'
        f'<span><input readonly value="{esc(context.link)}" aria-label="{say.SHARE}">'
        f'<button class="quiet" type="button" data-copy="{esc(context.link)}">{say.COPY}</button></span></label>'
        f'<p class="sub">{say.SCAN}</p>{hand_on_button(context.link)}</div></div>'
        f'<div class="actions">{begin}{leave}{drop}</div></section></main>'
    )
    rules = f'<a class="quiet" href="{esc(manual_of(edition))}"{NEW_TAB}>{say.RULES}</a>'
    bar = f'<span class="grow"></span><span id="net" role="status">{say.CONNECTING}</span>{rules}'
    return table_document(f"{context.title}: {say.WAITING}", body, context, kind="before", bar=bar)


def _branch(context: PageContext) -> str:
    """From where the game plays on, if it does."""
    if context.branch is None:
        return ""
    return f'<p class="sub">{say.PLAYS_ON} <a href="{esc(context.branch)}">{say.PLAYS_ON_FROM}</a>.</p>'


def _state(seats: Sequence[WaitingSeat], context: PageContext) -> str:
    """What the game waits for, and what one can do about it."""
    free = sum(seat.open for seat in seats)
    asked = [seat.name for seat in seats if seat.held and not seat.you and seat.name is not None]
    if any(seat.held and seat.you for seat in seats):
        host = next((seat.name for seat in seats if seat.host), None) or say.SOMEBODY
        return f"{say.wants_to_play(host)} {say.SEAT_IS_HELD}"
    words = []
    if asked:
        words.append(say.waiting_for(asked))
    if free:
        words.append(say.open_seats(free, can_sit="sit" in context.actions and not any(seat.you for seat in seats)))
    return " ".join(words) or say.ALL_TAKEN


def _seat(number: int, seat: WaitingSeat, seats: Sequence[WaitingSeat], context: PageContext) -> str:
    """A seat. Who has one already may add others, who play at the same screen."""
    if seat.held:
        return _held(number, seat, context)
    if seat.name is not None:
        tags = [word for word, so in ((say.BOT, seat.bot), (say.YOU, seat.you), (say.HOST, seat.host)) if so]
        marks = "".join([f'<span class="tag">{word}</span>' for word in tags])
        if seat.beside is not None:
            marks += f'<span class="tag" title="{esc(say.plays_beside(seat.beside))}">{say.SAME_SCREEN}</span>'
        return f"<li>{disc(number - 1)}<strong>{esc(seat.name)}</strong>{marks}</li>"
    declined = "" if seat.declined is None else f'<span class="tag">{esc(say.declined(seat.declined))}</span>'
    if "sit" not in context.actions:
        return f'<li class="free">{disc(number - 1)}<em>{say.OPEN_SEAT}</em>{declined}</li>'
    name, label, button, kind = context.name or "", say.YOUR_NAME, say.SIT_HERE, "go"
    own = any(other.you for other in seats)
    if own:
        name, label, button, kind = "", say.ANOTHER_PLAYER, say.ADD_PLAYER, "quiet"
    field = (
        f'<input type="hidden" name="seat" value="{number}"><label class="vh" for="name-{number}">{label}</label>'
        f'<input id="name-{number}" name="name" value="{esc(name)}" placeholder="{label}" '
        f'maxlength="40" required autocomplete="{"off" if own else "nickname"}">'
    )
    last = sum(other.open or other.held for other in seats) == 1
    starts = f'<span class="sub">{say.STARTS_GAME}</span>' if last else ""
    return f'<li class="free">{disc(number - 1)}{form(context, "sit", button, kind=kind, fields=field)}{declined}{starts}</li>'


def _held(number: int, seat: WaitingSeat, context: PageContext) -> str:
    """A seat that waits for the answer of somebody who was invited."""
    words = f"<em>{esc(say.HELD_FOR_YOU if seat.you or seat.name is None else say.held_for(seat.name))}</em>"
    field = f'<input type="hidden" name="seat" value="{number}">'
    buttons = ""
    if seat.you:
        buttons = answers(context.home)
    elif "release" in context.actions:
        buttons = form(context, "release", *say.RELEASE, fields=field)
    return f'<li class="held">{disc(number - 1)}{words}<span class="grow"></span>{buttons}</li>'
