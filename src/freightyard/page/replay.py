"""The page of one moment of a game, and the bar that leads to every other one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from freightyard.page import table_sentences as say
from freightyard.page.assets import board_files
from freightyard.page.contract import BoardRenderer, PageContext, Scene
from freightyard.page.edition_words import edition_words
from freightyard.page.markup import esc
from freightyard.page.shell import manual_of, menu, table_document, to_table
from freightyard.page.strip_sentences import ENDED_TAG
from freightyard.page.table import own_words, talk_panel

_PLAY = (
    '<svg viewBox="0 0 16 16" aria-hidden="true"><path class="start" d="M4 2l10 6-10 6z"/>'
    '<path class="stop" d="M3 2h4v12H3zM9 2h4v12H9z"/></svg>'
)


class BackWords(NamedTuple):
    """What the button says by which the game goes back, its title, and what is asked first."""

    label: str
    title: str
    sure: str


class ReplayBar(msgspec.Struct, frozen=True, kw_only=True):
    """What the bar below a moment shows: where it is in the game, through whose eyes it is seen, and what can be done there."""

    last: int  # the latest ply
    turns: Sequence[int] = ()  # the plies at which a turn is over
    turn: tuple[int, int] = (1, 1)  # which one this is, and of how many
    happened: Sequence[str] = ()  # the event that led here in words
    eyes: str = ""  # through whose eyes, as the address names them: a seat from 1 on, or ALL; empty where there is no choice
    viewers: Sequence[tuple[str, str]] = ()  # the eyes that may be chosen, and who they belong to; names are not escaped
    play_on: bool = False  # whether a new table can begin at this moment
    back: BackWords | None = None  # how one asks to go back to this moment; None if one cannot


ALL = "all"  # the eyes of everybody together


def replay_page(board: BoardRenderer, scene: Scene, parts: Mapping[str, str], context: PageContext, bar: ReplayBar) -> str:
    """The whole document of one moment, `context.ply`."""
    view = scene.view
    inside = board.arrange({**parts, "talk": talk_panel(board, scene, parts, context, (), chat=False)})
    eyes = f' data-eyes="{esc(bar.eyes)}"' if bar.eyes else ""
    main = (
        f'<main id="view" class="game-{esc(view.edition.game)} past" data-replay data-ply="{context.ply}" '
        f'data-own="{own_words(scene)}" data-home="{esc(context.home)}"{eyes}>'
        f"{inside}{parts['sheets']}</main>{_bar(context, bar)}"
    )
    what = say.REPLAY_OF if context.live else say.IMPORTED
    if context.ended:
        what += f" · {ENDED_TAG}"
    top = (
        f'<span class="table">{esc(edition_words(view.edition, view.options))} · {what}</span><span class="grow"></span>'
        f"{to_table(context)}"
        f"{menu(context, manual_of(view.edition), replay=True)}"
    )
    files = board_files(view.edition.game)
    return table_document(f"{context.title}: {say.REPLAY_OF}", main, context, kind="replaying", bar=top, board=board, files=files)


def turn_words(turn: tuple[int, int], *, ended: bool = False) -> str:
    """Which turn it is: turn 12 of 60. `ended`: the move that led here ended it."""
    if ended and turn[0] < turn[1]:
        return say.BETWEEN_TURNS.format(turn=turn[0], after=turn[0] + 1, turns=turn[1])
    return say.WHICH_TURN.format(turn=turn[0], turns=turn[1])


def _bar(context: PageContext, bar: ReplayBar) -> str:
    """Every moment of the game within reach; links where there is no JavaScript, which plays by itself and shows the rest."""
    ply, last = context.ply, bar.last
    before = [turn for turn in bar.turns if turn < ply]
    after = [turn for turn in bar.turns if turn > ply]
    steps = (
        ("first", 0, "|‹", say.FIRST_MOMENT),
        ("turn-back", before[-1] if before else 0, "«", say.TURN_BACK),
        ("back", max(0, ply - 1), "‹", say.MOVE_BACK),
        ("on", min(last, ply + 1), "›", say.MOVE_ON),
        ("turn-on", after[0] if after else last, "»", say.TURN_ON),
        ("last", last, "›|", say.LAST_MOMENT),
    )
    through = f"?seat={esc(bar.eyes)}" if bar.eyes else ""
    links = [
        f'<a class="quiet" data-step="{name}" href="{esc(context.home)}/at/{to}{through}" title="{title}" aria-label="{title}">'
        f"{sign}</a>"
        for name, to, sign, title in steps
    ]
    marks = msgspec.json.encode(list(bar.turns)).decode()
    return (
        f'<nav class="scrub" id="scrub" aria-label="{say.MOMENTS}" data-last="{last}" data-turns="{marks}">'
        f'<p id="happened">{esc(" ".join(bar.happened) if ply else say.GAME_STARTS)}</p>'
        f'<div class="count"><span id="turn">{turn_words(bar.turn, ended=context.ply in bar.turns)}</span>'
        f'<output id="where" data-words="{say.WHERE}">{say.WHERE.format(ply=ply, last=last)}</output></div>'
        f'<input type="range" id="ply" min="0" max="{last}" value="{ply}" aria-label="{say.MOMENT}">'
        f'<div class="steps">{"".join(links[:3])}{_player()}{"".join(links[3:])}</div>'
        f'<div class="ways">{_speed()}{_eyes(context, bar)}{_play_on(context, bar)}{_go_back(context, bar)}</div></nav>'
    )


def _player() -> str:
    return (
        f'<button class="go play" type="button" data-autoplay aria-pressed="false" title="{say.AUTOPLAY}" '
        f'aria-label="{say.AUTOPLAY}" hidden>{_PLAY}</button>'
    )


def _speed() -> str:
    """Slower and faster: the client says how fast it is now."""
    slower, faster = [
        f'<button class="quiet" type="button" data-speed="{by}" title="{esc(words)}" aria-label="{esc(words)}">{sign}</button>'
        for by, words, sign in ((-1, say.SLOWER, "−"), (1, say.FASTER, "+"))
    ]
    output = '<output id="speed"></output>'
    return f'<div class="speed" role="group" aria-label="{say.SPEED}" hidden>{slower}{output}{faster}</div>'


def _eyes(context: PageContext, bar: ReplayBar) -> str:
    """Whose eyes one looks through: a form, so that it works without JavaScript, which does without its button."""
    if not bar.viewers:
        return ""
    options = "".join(
        [f'<option value="{word}"{" selected" if word == bar.eyes else ""}>{esc(name)}</option>' for word, name in bar.viewers]
    )
    return (
        f'<form class="eyes" id="eyes" action="{esc(context.home)}/at/{context.ply}"><label for="seat">{say.SEEN_BY}</label>'
        f'<select id="seat" name="seat" title="{say.SEEN_BY_TITLE}">{options}</select>'
        f'<button class="quiet" type="submit">{say.SHOW}</button></form>'
    )


def _play_on(context: PageContext, bar: ReplayBar) -> str:
    if not bar.viewers:  # the game goes on at its table
        return ""
    ends = "" if bar.play_on else " hidden"
    return (
        f'<a class="quiet" id="play-on" href="{esc(context.home)}/play/{context.ply}" title="{say.PLAY_ON_TITLE}"{ends}>'
        f"{say.PLAY_ON}</a>"
    )


def _go_back(context: PageContext, bar: ReplayBar) -> str:
    """The running game goes back to this moment, if all agree; the client says to which."""
    if bar.back is None:
        return ""
    words, now = bar.back, " hidden" if context.ply == bar.last else ""
    return (
        f'<form method="post" action="{esc(context.home)}/propose" id="go-back" data-sure="{words.sure}"{now}>'
        f'<input type="hidden" name="kind" value="back"><input type="hidden" name="ply" value="{context.ply}">'
        f'<button class="quiet" type="submit" title="{words.title}">{words.label}</button></form>'
    )
