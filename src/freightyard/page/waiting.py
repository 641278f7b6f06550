"""The page of a table that has not begun: who sits where, which seats are open, and what the host can do."""

from collections.abc import Sequence

import msgspec

from freightyard.core.contract import Edition
from freightyard.page import card_sentences as cards_say
from freightyard.page import table_sentences as say
from freightyard.page.cards import cards_offer, client_data, mixing_part
from freightyard.page.contract import PageContext
from freightyard.page.edition_words import edition_words
from freightyard.page.markup import NEW_TAB, esc
from freightyard.page.players import disc
from freightyard.page.rematch import answers
from freightyard.page.seat_notices import keep_line, notices_line
from freightyard.page.share import code, hand_on_button
from freightyard.page.shell import form, leaving, manual_of, table_document


class WaitingSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat before the game. Names are people's own words: always escaped."""

    name: str | None = None  # who sits there, or for whom it is held; None for an open seat
    bot: bool = False
    program: bool = False  # somebody's own bot, which plays by a token
    you: bool = False  # it is a seat of the one who looks, or held for them
    host: bool = False
    held: bool = False  # for somebody who was invited and has not answered
    declined: str | None = None  # who did not want this open seat
    by_name: bool = False  # held for a name, or, if that is empty, for who has a link to it
    beside: str | None = None  # the name on an earlier seat of the same person: both are played at one screen

    @property
    def open(self) -> bool:
        return self.name is None


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """What the page says of links to single seats, and of what the host offers."""

    link: str | None = None  # to a seat, just made by the host who looks
    link_seat: int | None = None
    token: str | None = None  # of the link by which the one who looks came
    token_seat: int | None = None
    beginners: bool = False  # they are welcome
    substitutes: bool = False  # others may take the seat of a player who leaves the running game
    allows_bots: bool = False  # other people's bots may sit down uninvited


def waiting_page(
    edition: Edition,
    options: Sequence[str],
    seats: Sequence[WaitingSeat],
    context: PageContext,
    invitation: Invitation | None = None,
) -> str:
    """The whole document."""
    invitation = invitation or Invitation()
    rows = "".join([_seat(number, seat, seats, context, invitation) for number, seat in enumerate(seats, 1)])
    free = sum(seat.open for seat in seats)
    begin = ""
    if "begin" in context.actions:
        begin = form(context, "begin", say.begin_now(free) if free else say.BEGIN, kind="go", fields=_bots(context, free))
    leave = leaving(context, say.LEAVE_SEAT) if "leave" in context.actions else ""
    drop = form(context, "drop", *say.CLOSE_TABLE, sure=say.CLOSE_TABLE_SURE) if "drop" in context.actions else ""
    chairs, invite = f'<ol class="chairs">{rows}</ol>', _invite(context, seats)
    both = invite + chairs if _sits(seats) else chairs + invite  # a guest came to sit down
    if context.cards is not None and context.cards.closed:
        title, inside = cards_say.MIXING, mixing_part(context.cards)
    else:
        title = say.WAITING
        inside = (
            f"<p>{esc(_state(seats, context, invitation))}</p>{_branch(context)}{_pace(context)}{both}"
            f"{_terms(context, invitation)}"
            f'<div class="actions">{begin}{leave}{drop}</div>{keep_line(context)}{notices_line(context)}'
            f"{'' if context.cards is None else cards_offer(context.cards)}"
        )
    body = (
        f'<main id="view" class="waiting-room" data-ply="{context.ply}" data-home="{esc(context.home)}" data-waiting'
        f"{client_data(context.cards)}>"
        f'<section class="panel"><header><h2>{title}</h2>'
        f'<span class="sub">{esc(edition_words(edition, options))}</span></header>'
        f"{inside}</section></main>"
    )
    rules = f'<a class="quiet" href="{esc(manual_of(edition))}"{NEW_TAB}>{say.RULES}</a>'
    bar = f'<span class="grow"></span><span id="net" role="status">{say.CONNECTING}</span>{rules}'
    return table_document(f"{context.title}: {say.WAITING}", body, context, kind="before", bar=bar)


def _bots(context: PageContext, free: int) -> str:
    """Which bot takes the open seats, where there is a choice."""
    if not free or len(context.bots) < 2:
        return ""
    chosen = context.usual_bot
    options = "".join(
        [
            f'<option value="{esc(name)}"{" selected" if name == chosen else ""}>{say.BOT_CHOICE} {esc(words)}</option>'
            for name, words in context.bots
        ]
    )
    return f'<label class="vh" for="bot">{say.BOT_FOR_OPEN_SEATS}</label><select id="bot" name="bot">{options}</select>'


def _invite(context: PageContext, seats: Sequence[WaitingSeat]) -> str:
    """The link, first and large while somebody is waited for: to copy, to hand on as the device does, to scan."""
    waits = any(seat.open or seat.held for seat in seats)
    return (
        f'<div class="invite{" first" if waits else ""}">{code(context.home)}<div><label class="link">{say.SHARE}'
        f'<span><input readonly value="{esc(context.link)}" aria-label="{say.SHARE}">'
        f'<button class="quiet" type="button" data-copy="{esc(context.link)}">{say.COPY}</button></span></label>'
        f'{hand_on_button(context.link)}<p class="sub">{say.SCAN}</p></div></div>'
    )


def _terms(context: PageContext, invitation: Invitation) -> str:
    """For whom the table is meant; the host can change it."""
    if "drop" not in context.actions:
        terms = (
            (say.BEGINNERS, invitation.beginners),
            (say.SUBSTITUTES, invitation.substitutes),
            (say.BOTS_WELCOME, invitation.allows_bots),
        )
        words = [sentence for sentence, so in terms if so]
        return f'<p class="sub">{" ".join(words)}</p>' if words else ""
    choices = (
        ("level", "beginners", "none", say.BEGINNERS_CHOICE, invitation.beginners),
        ("substitutes", "yes", "no", say.SUBSTITUTES_CHOICE, invitation.substitutes),
        ("bots", "yes", "no", say.BOTS_WELCOME_CHOICE, invitation.allows_bots),
    )
    rows = []
    for name, on, off, (turn_on, turn_off, is_on, is_off), now in choices:
        field = f'<input type="hidden" name="{name}" value="{off if now else on}"><span>{is_on if now else is_off}</span>'
        rows.append(form(context, "terms", turn_off if now else turn_on, fields=field))
    return f'<div class="terms">{"".join(rows)}</div>'


def _pace(context: PageContext) -> str:
    """How much time people have."""
    return f'<p class="sub pace"><b>{say.PACE}</b> {esc(context.pace)}</p>' if context.pace else ""


def _branch(context: PageContext) -> str:
    """From where the game plays on, if it does."""
    if context.branch is None:
        return ""
    return f'<p class="sub">{say.PLAYS_ON} <a href="{esc(context.branch)}">{say.PLAYS_ON_FROM}</a>.</p>'


def _state(seats: Sequence[WaitingSeat], context: PageContext, invitation: Invitation) -> str:
    """What the game waits for, and what one can do about it."""
    if invitation.token_seat is not None:
        return say.YOUR_LINK
    free = sum(seat.open for seat in seats)
    asked = [seat.name for seat in seats if seat.held and not seat.you and seat.name]
    if any(seat.held and seat.you and not seat.by_name for seat in seats):
        host = next((seat.name for seat in seats if seat.host), None) or say.SOMEBODY
        return f"{say.wants_to_play(host)} {say.SEAT_IS_HELD}"
    words = []
    if asked:
        words.append(say.waiting_for(asked))
    if not asked and not free and any(seat.held for seat in seats):
        words.append(say.WAITING_FOR_LINKS)
    if free:
        words.append(say.open_seats(free, can_sit="sit" in context.actions and not any(seat.you for seat in seats)))
    return " ".join(words) or say.ALL_TAKEN


def _seat(number: int, seat: WaitingSeat, seats: Sequence[WaitingSeat], context: PageContext, invitation: Invitation) -> str:
    """A seat. Who has one already may add others, who play at the same screen."""
    if invitation.token_seat == number - 1:
        return _by_link(number, seat, context, invitation)
    if seat.held:
        return _held(number, seat, seats, context, invitation)
    if seat.name is not None:
        tags = [word for word, so in ((say.BOT, seat.bot or seat.program), (say.YOU, seat.you), (say.HOST, seat.host)) if so]
        marks = "".join([f'<span class="tag">{word}</span>' for word in tags])
        if seat.beside is not None:
            marks += f'<span class="tag" title="{esc(say.plays_beside(seat.beside))}">{say.SAME_SCREEN}</span>'
        if "remove" in context.actions and not seat.bot and not seat.you:
            removal = _host_form(context, "remove", number, *say.REMOVE, sure=say.remove_sure(seat.name))
            marks += f'<span class="grow"></span>{removal}'
        return f"<li>{disc(number - 1)}<strong>{esc(seat.name)}</strong>{marks}</li>"
    declined = "" if seat.declined is None else f'<span class="tag">{esc(say.declined(seat.declined))}</span>'
    hold = _hold(number, context)
    if "sit" not in context.actions:
        return f'<li class="free">{disc(number - 1)}<em>{say.OPEN_SEAT}</em>{declined}{hold}</li>'
    last = sum(other.open or other.held for other in seats) == 1
    starts = f'<span class="sub">{say.STARTS_GAME}</span>' if last else ""
    if _sits(seats):  # to invite somebody comes first; the shared screen is folded
        here = _sit_form(number, context, "", own=True)
        folded = f'<details class="offer"><summary>{say.ANOTHER_PLAYER}</summary><div>{here}</div></details>'
        return f'<li class="free">{disc(number - 1)}<em>{say.OPEN_SEAT}</em>{declined}{starts}{hold}{folded}</li>'
    sits = _sit_form(number, context, context.name or "")
    return f'<li class="free">{disc(number - 1)}{sits}{declined}{starts}{hold}</li>'


def _sits(seats: Sequence[WaitingSeat]) -> bool:
    """Whether the one who looks has a seat."""
    return any(seat.you and not seat.held for seat in seats)


def _sit_form(number: int, context: PageContext, name: str, *, own: bool = False, action: str = "sit", button: str = "") -> str:
    """A form to sit down under a name."""
    label, words, kind = (say.ANOTHER_PLAYER, say.ADD_PLAYER, "quiet") if own else (say.YOUR_NAME, button or say.SIT_HERE, "go")
    field = (
        f'<input type="hidden" name="seat" value="{number}"><label class="vh" for="name-{number}">{label}</label>'
        f'<input id="name-{number}" name="name" value="{esc(name)}" placeholder="{label}" '
        f'maxlength="40" required autocomplete="{"off" if own else "nickname"}">'
    )
    return form(context, action, words, kind=kind, fields=field)


def _hold(number: int, context: PageContext) -> str:
    """What the host can do with an open seat: hold it for a name, or make a link for one person."""
    if "hold" not in context.actions:
        return ""
    field = (
        f'<input type="hidden" name="seat" value="{number}"><label class="vh" for="hold-{number}">{say.HOLD_NAME}</label>'
        f'<input id="hold-{number}" name="name" placeholder="{say.HOLD_NAME}" maxlength="40" required autocomplete="off">'
    )
    forms = form(context, "hold", *say.HOLD, fields=field) + _host_form(context, "invite", number, *say.INVITE)
    return f'<details class="offer"><summary>{say.OFFER}</summary><div>{forms}</div></details>'


def _host_form(context: PageContext, action: str, number: int, label: str, title: str, *, sure: str = "") -> str:
    return form(context, action, label, title, fields=f'<input type="hidden" name="seat" value="{number}">', sure=sure)


def _by_link(number: int, seat: WaitingSeat, context: PageContext, invitation: Invitation) -> str:
    """The seat to which a link has led the one who looks."""
    name = seat.name or context.name or ""
    sits = _sit_form(number, context, name, action=f"seat/{invitation.token}")
    return f'<li class="held">{disc(number - 1)}<em>{say.HELD_FOR_YOU}</em>{sits}</li>'


def _held(number: int, seat: WaitingSeat, seats: Sequence[WaitingSeat], context: PageContext, invitation: Invitation) -> str:
    """A seat that waits for somebody: who was invited and has not answered, who goes by a name, or who has a link to it."""
    held = say.HELD_FOR_LINK if seat.by_name and not seat.name else say.held_for(seat.name or "")
    words = f"<em>{esc(say.HELD_FOR_YOU if seat.you and not seat.by_name else held)}</em>"
    words += f'<span class="tag">{say.BOT}</span>' if seat.program else ""
    buttons = ""
    if seat.you and not seat.by_name:
        buttons = answers(context.home)
    elif seat.by_name and seat.name and (seat.you or context.name is None) and not _sits(seats):
        buttons = _sit_form(number, context, seat.name, button="" if seat.you else say.i_am(seat.name))
    if "release" in context.actions and not (seat.you and not seat.by_name):
        if seat.by_name:
            buttons += _host_form(context, "invite", number, *(say.INVITE if seat.name else say.INVITE_ANEW))
        buttons += _host_form(context, "release", number, *say.RELEASE)
    link = ""
    if invitation.link is not None and invitation.link_seat == number - 1:
        link = (
            f'<label class="link">{say.SEAT_LINK}<span><input readonly value="{esc(invitation.link)}">'
            f'<button class="quiet" type="button" data-copy="{esc(invitation.link)}">{say.COPY}</button>'
            f"{hand_on_button(invitation.link)}</span></label>"
        )
    return f'<li class="held">{disc(number - 1)}{words}<span class="grow"></span>{buttons}{link}</li>'
