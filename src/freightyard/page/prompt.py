"""The prompt: what is to be done now, and the buttons that every game has there."""

import re
from collections.abc import Sequence
from html import unescape

from freightyard.core.contract import Seat
from freightyard.core.title import BOT
from freightyard.games import part_of
from freightyard.page import sentences as say
from freightyard.page.clicks import Clicks
from freightyard.page.contract import Scene
from freightyard.page.markup import esc
from freightyard.page.players import disc, names_of


def prompt_part(
    scene: Scene,
    clicks: Clicks,
    ask: str,
    *,
    tray: str = "",
    actions: str = "",
    ends: Sequence[str] = (),
    chosen: str = "",
    phase: str = "",
) -> str:
    """What is to be done now: a sentence, what lies before the player, and buttons. `ask` and `chosen` are markup: `chosen` is
    asked when a first word is said, `ends` are the beginnings of moves that end the turn, `phase` is for the style sheet."""
    back = _undoing(scene) + _coming_back(scene)
    if clicks.acting and may_ask(scene):
        back += f'<button class="quiet" type="button" data-ask-hint title="{say.HINT_TITLE}">{say.HINT}</button>'
    if clicks.acting and scene.view.to_act is not None and len(scene.own_seats) > 1:  # people who share a screen
        ask = say.addressed(esc(names_of(scene.players)[scene.view.to_act]), ask)
    follow = f' data-chosen="{chosen}"' if chosen else ""
    live = f' data-live data-ends="{"|".join(ends)}" data-phase="{phase}"' if clicks.acting else ""
    return _prompt(ask, back, follow, live, tray, actions or _afterwards(scene))


def quiet_prompt(ask: str, *, tray: str = "", actions: str = "") -> str:
    """What others are doing: a sentence, what lies before them, and buttons."""
    return _prompt(ask, "", "", "", tray, actions)


def _prompt(ask: str, back: str, follow: str, live: str, tray: str, actions: str) -> str:
    return (
        f'<section class="prompt" id="prompt" data-part aria-label="{say.WHAT_TO_DO}"{live}>'
        f'<div class="ask"><span class="signal" aria-hidden="true"></span><p id="ask"{follow}>{ask}</p>{back}'
        f'<button class="quiet" type="button" data-back hidden>{say.CANCEL} <kbd>Esc</kbd></button></div>'
        f'{tray}<div class="actions">{actions}</div></section>'
    )


def by_player(seat: Seat, name: str, sentence: str) -> str:
    """A sentence that begins with a player's name, with the colour of the seat before it: the name of a level, such as *First
    trip*, would be read as words. The name is plain text, the sentence markup."""
    called = re.match(rf"{re.escape(esc(name))}(?:['’]s?)?", sentence)
    return sentence if called is None else f"{disc(seat)}<b>{called[0]}</b>{sentence[called.end() :]}"


def asked(prompt: str) -> str:
    """The sentence of a prompt as plain text, for those who listen."""
    start = prompt.find('<p id="ask"')
    start = prompt.find(">", start) + 1
    markup = prompt[start : prompt.find("</p>", start)]
    return " ".join(unescape(re.sub(r"<[^>]*>", "", markup)).split())


def has_left(scene: Scene) -> bool:
    """Whether a bot stands in for the one who looks."""
    for seat in scene.own_seats:
        if scene.players[seat].bot is not None:
            return True
    return False


def may_ask(scene: Scene) -> bool:
    """Whether the one who looks may be given hints: at a table with other people that would not be fair, and where no bot knows
    the game there are none."""
    people = 0
    for player in scene.players:
        people += player.person
    alone = people == 1 and len(scene.own_seats) == 1 and not scene.replay
    return alone and part_of(scene.view.edition.game, BOT) is not None


def _undoing(scene: Scene) -> str:
    """One move back; and beside it, if there are several, the whole turn. Once that is undone, the way back to it."""
    if scene.replay:
        return ""
    if not scene.can_take_back:
        moves, words = len(scene.redo), esc("|".join(scene.redo))
        return f'<button class="quiet" type="button" data-redo="{words}">{say.redo(moves)}</button>' if moves > 1 else ""
    undo = f'<button class="quiet" type="button" data-undo>{say.UNDO}</button>'
    if scene.takebacks < 2:
        return undo
    moves = scene.takebacks
    words, title = say.reset(moves, scene.undoes_turn), say.reset_title(moves, scene.undoes_turn)
    reset = f'<button class="quiet reset" type="button" data-reset="{moves}" title="{title}">{words}</button>'
    return f'<span class="undoing">{undo}{reset}</span>'


def _coming_back(scene: Scene) -> str:
    """What there is to do for somebody who left."""
    if scene.view.outcome is not None or scene.replay:
        return ""
    left = [scene.players[seat] for seat in scene.own_seats if scene.players[seat].bot is not None]
    return "".join(
        f'<form method="post" action="{esc(scene.home)}/back"><input type="hidden" name="seat" value="{player.seat + 1}">'
        f'<button class="go" type="submit">{say.take_seat_back("" if len(left) == 1 else esc(player.name))}</button></form>'
        for player in left
    )


def _afterwards(scene: Scene) -> str:
    """What there is to do when a game is over."""
    if scene.view.outcome is None or scene.replay:
        return ""
    home = esc(scene.home)
    again = f'<form method="post" action="{home}/rematch"><button class="go" type="submit">{say.PLAY_AGAIN}</button></form>'
    return (
        f'{again if scene.own_seats else ""}<a class="quiet" href="{home}/review">{say.REVIEW}</a>'
        f'<a class="quiet" href="{home}/end">{say.SUMMARY}</a><a class="quiet" href="{home}/at/0">{say.REPLAY}</a>'
    )
