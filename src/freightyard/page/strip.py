"""The strip above a board: what those who sit there are asked, who could be replaced, which seat is free, why a game stands.

It is a part of the page, drawn for each who looks: answers are offered to those who are asked alone.
"""

from collections.abc import Sequence

import msgspec

from freightyard.page import strip_sentences as say
from freightyard.page.markup import esc
from freightyard.page.prompt import quiet_prompt
from freightyard.page.retry import RetrySheet, retry_row


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that is open. Names are people's own words: always escaped."""

    number: int
    words: str  # who proposes what
    yes: Sequence[str] = ()  # who agrees
    waiting: Sequence[str] = ()  # who has not answered
    asked: bool = False  # whether the one who looks is
    answer: bool | None = None  # what they said
    look: int | None = None  # the moment that it is about


class Late(msgspec.Struct, frozen=True, kw_only=True):
    """A player who does not come, and whom the one who looks may do without."""

    seat: int
    name: str
    days: int  # for which they have not moved, where there is no clock; or for which a bot has played
    bot: bool = False  # whether one has played for them
    offers: bool = False  # whether the one who looks may offer the seat without a vote


class Strip(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that stands there for one who looks."""

    home: str
    asks: Sequence[Ask] = ()
    overdue: Sequence[Late] = ()
    free: Sequence[tuple[int, str]] = ()  # the seats that they may take, and who left them
    paused: bool = False  # nobody's time runs
    resumes: bool = False  # whether they can let it run again
    stopped: str = ""  # why the game stands still
    wakes: bool = False  # whether they can wake it up
    retry: RetrySheet | None = None


def strip_part(strip: Strip) -> str:
    """The strip, empty if there is nothing to say."""
    rows = [_ask(strip, ask) for ask in strip.asks]
    rows += [_overdue(strip, late) for late in strip.overdue]
    rows += [_free(strip, seat, name) for seat, name in strip.free]
    if strip.paused:
        rows.append(f"<p>{say.PAUSED}</p>{_form(strip, 'resume', say.RESUME, '') if strip.resumes else ''}")
    if strip.stopped:
        wake = _form(strip, "wake", say.WAKE, "", kind="go") if strip.wakes else ""
        rows.append(f"<p>{esc(strip.stopped)}</p>{wake}")
    inside = "".join([f"<li>{row}</li>" for row in rows])
    if strip.retry is not None:
        inside = f'<li class="retry">{retry_row(strip.retry)}</li>{inside}'
    label = f' aria-label="{say.ASKED if rows else say.retry_of(strip.retry.turn) if strip.retry else ""}"' if inside else ""
    return f'<ul class="strip" id="strip" data-part{label}>{inside}</ul>'


def stopped_prompt(strip: Strip, *, again: bool) -> str:
    """The prompt of a game that stands still: nobody is asked for a move."""
    home = esc(strip.home)
    buttons = f'<a class="quiet" href="{home}/at/0">{say.REPLAY}</a>'
    if again:
        buttons = f'<form method="post" action="{home}/rematch"><button class="go">{say.PLAY_AGAIN}</button></form>' + buttons
    if strip.wakes:
        buttons = _form(strip, "wake", say.WAKE, "", kind="go") + buttons
    return quiet_prompt(esc(strip.stopped), actions=buttons)


def _ask(strip: Strip, ask: Ask) -> str:
    votes = f'<span class="sub">{esc(say.votes(ask.yes, ask.waiting))}</span>'
    look = "" if ask.look is None else f' <a href="{esc(strip.home)}/at/{ask.look}">{say.LOOK_BACK}</a>'
    words = f"<p>{esc(ask.words)} {votes}{look}</p>"
    if not ask.asked:
        return words
    number = f'<input type="hidden" name="number" value="{ask.number}">'
    yes = f'{number}<input type="hidden" name="answer" value="yes">'
    no = f'{number}<input type="hidden" name="answer" value="no">'
    if ask.answer is None:
        return words + _form(strip, "answer", say.AGREE, yes, kind="go") + _form(strip, "answer", say.REFUSE, no)
    said = say.YOUR_ANSWER[0 if ask.answer else 1]
    other = say.CHANGE[0 if ask.answer else 1]
    return f'{words}<span class="sub">{said}</span>{_form(strip, "answer", other, no if ask.answer else yes)}'


def _overdue(strip: Strip, late: Late) -> str:
    seat = f'<input type="hidden" name="seat" value="{late.seat + 1}">'
    words = f"<p>{esc((say.bot_has_played if late.bot else say.does_not_come)(late.name, late.days))}</p>"
    if late.offers:
        return words + _form(strip, "offer-seat", say.offer_seat(late.name), seat, sure=say.offer_seat_sure(late.name))
    kind = '<input type="hidden" name="kind" value="replace">'
    return words + _form(strip, "propose", say.replace(late.name), kind + seat)


def _free(strip: Strip, seat: int, before: str) -> str:
    fields = (
        f'<input type="hidden" name="seat" value="{seat + 1}">'
        f'<label class="vh" for="substitute-{seat + 1}">{say.YOUR_NAME}</label>'
        f'<input id="substitute-{seat + 1}" name="name" placeholder="{say.YOUR_NAME}" '
        'maxlength="40" autocomplete="nickname">'
    )
    return f"<p>{esc(say.free_seat(before))}</p>{_form(strip, 'substitute', say.TAKE_SEAT, fields, kind='go')}"


def _form(strip: Strip, action: str, label: str, fields: str, *, kind: str = "quiet", sure: str = "") -> str:
    ask = f' data-sure="{esc(sure)}"' if sure else ""
    return (
        f'<form method="post" action="{esc(strip.home)}/{action}"{ask}>{fields}'
        f'<button class="{kind}" type="submit">{esc(label)}</button></form>'
    )
