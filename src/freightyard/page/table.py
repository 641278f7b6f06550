"""The page of a table: the whole document, and the parts of which a client replaces those that change."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from freightyard.core.contract import Edition, Sheet, View
from freightyard.page import table_sentences as say
from freightyard.page.assets import board_files
from freightyard.page.boards import unit_of
from freightyard.page.chat import chat_lines
from freightyard.page.contract import BoardRenderer, LogEntry, PageContext, Scene
from freightyard.page.edition_words import edition_words
from freightyard.page.log import log_part, older_part, runs, told
from freightyard.page.markup import esc
from freightyard.page.rematch import next_banner
from freightyard.page.sheet import sheets_part
from freightyard.page.shell import manual_of, menu, table_document

_SAY: Final = (
    f'<form class="say" id="chat-form"><label class="vh" for="chat-text">{say.MESSAGE}</label>'
    f'<input id="chat-text" name="text" maxlength="500" autocomplete="off" placeholder="{say.MESSAGE_TO_ALL}">'
    f'<button class="quiet">{say.SEND}</button></form>'
)
# What somebody without a name says would be refused, and what they typed be lost.
_NAMELESS: Final = f'<p class="say sub"><span>{say.NAME_TO_CHAT}</span></p>'


def table_parts(board: BoardRenderer, scene: Scene, sheets: Sequence[Sheet] = ()) -> dict[str, str]:
    """The parts of the board and the score sheets so far."""
    return {
        **board.parts(scene),
        "sheets": _sheets(scene, sheets),
    }


def page_parts(board: BoardRenderer, scene: Scene, log: Sequence[LogEntry], sheets: Sequence[Sheet] = ()) -> dict[str, str]:
    """Everything that can change, as a new page shows it: with the last lines of the log."""
    return {**table_parts(board, scene, sheets), "log": log_part(board, scene, log)}


def _sheets(scene: Scene, sheets: Sequence[Sheet]) -> str:
    edition = scene.view.edition
    return sheets_part(
        sheets,
        scene.players,
        scene.view.outcome,
        manual=manual_of(edition),
        home=scene.home,
        unit=unit_of(edition.game),
    )


def table_changes(
    board: BoardRenderer, scene: Scene, before: Scene, sheets: Sequence[Sheet], sheets_before: int
) -> dict[str, str]:
    """Of the parts of the board and the score sheets those that may look another way than in an earlier scene of this table, when
    there were so many sheets. What is new in the log is another matter: see `news_part`."""
    found = dict(board.changes(scene, before))
    if len(sheets) != sheets_before or scene.players != before.players or scene.view.outcome != before.view.outcome:
        found["sheets"] = _sheets(scene, sheets)
    return found


def table_page(
    board: BoardRenderer, scene: Scene, parts: Mapping[str, str], context: PageContext, log: Sequence[LogEntry] = ()
) -> str:
    """The page of a table that has begun, for a seat or a spectator. `log`: as far back as the page shows it."""
    view = scene.view
    seat = "" if view.seat is None else str(view.seat + 1)
    inside = board.arrange({**parts, "talk": _talk(board, scene, parts, context, log)})
    main = (
        f'<main id="view" class="game-{esc(view.edition.game)}" data-ply="{context.ply}" data-seat="{seat}" '
        f'data-own="{_own(scene)}" data-home="{esc(context.home)}" data-moves="{_moves(view)}">'
        f"{next_banner(context)}{inside}{parts['sheets']}</main>"
    )
    bar = (
        f'<span class="table">{esc(edition_words(view.edition, view.options))}</span><span class="grow"></span>'
        f'<span id="net" role="status">{say.CONNECTING}</span>{menu(context, manual_of(view.edition), note=_no_hints(scene))}'
    )
    return table_document(
        f"{context.title}: {view.edition.title}",
        main,
        context,
        kind="playing",
        bar=bar,
        board=board,
        files=board_files(view.edition.game),
    )


def replay_page(
    board: BoardRenderer,
    scene: Scene,
    parts: Mapping[str, str],
    context: PageContext,
    *,
    last: int,
    turns: Sequence[int] = (),
    turn: tuple[int, int] = (1, 1),
    happened: Sequence[str] = (),
) -> str:
    """The page of one moment of a game, `context.ply`; `last` is the latest ply, `turns` the plies at which a turn is over,
    `turn` which one this is and of how many, `happened` the event that led here in words."""
    view = scene.view
    inside = board.arrange({**parts, "talk": _talk(board, scene, parts, context, (), chat=False)})
    main = (
        f'<main id="view" class="game-{esc(view.edition.game)} past" data-replay data-ply="{context.ply}" '
        f'data-own="{_own(scene)}" data-home="{esc(context.home)}">'
        f"{inside}{parts['sheets']}</main>{_scrubber(context, last, turns, turn, happened)}"
    )
    bar = (
        f'<span class="table">{esc(edition_words(view.edition, view.options))} · replay</span><span class="grow"></span>'
        f'<a class="quiet" href="{esc(context.home)}">{say.TO_TABLE}</a>{menu(context, manual_of(view.edition), replay=True)}'
    )
    return table_document(
        f"{context.title}: replay", main, context, kind="replaying", bar=bar, board=board, files=board_files(view.edition.game)
    )


def sentences(
    board: BoardRenderer, edition: Edition, names: Sequence[str], entries: Sequence[LogEntry], view: View | None = None
) -> list[str]:
    """What happened, a sentence a run of events of one seat, as plain text: for a client to speak. `view`: names the places."""
    lines = [told(board, edition, names, run, view) for run in runs(entries)]
    return [f"{name} {story}".strip() for name, story in lines if story]


def _own(scene: Scene) -> str:
    """The seats of the one who looks, for the style sheet."""
    return " ".join([str(seat + 1) for seat in scene.own_seats])


def _no_hints(scene: Scene) -> str:
    """Why a player finds no hints: they would not be fair to the other people at the table."""
    return say.NO_HINTS if scene.own_seats and sum(player.person for player in scene.players) > 1 else ""


def _moves(view: View) -> str:
    return esc(msgspec.json.encode(view.legal).decode())


def _talk(
    board: BoardRenderer,
    scene: Scene,
    parts: Mapping[str, str],
    context: PageContext,
    log: Sequence[LogEntry],
    *,
    chat: bool = True,
) -> str:
    """The log and the chat, beside each other where there is room. Only the log's last lines are a part."""
    older = talk = ""
    if chat:
        older = older_part(board, scene, log)
        said = chat_lines(context.chat)
        talk = f'<div class="chat" role="log" tabindex="0" aria-label="{say.CHAT}"><ol id="chat">{said}</ol></div>'
        talk += _NAMELESS if context.name is None else _SAY
    lines = f'<div class="lines" tabindex="0" role="group" aria-label="{say.LOG}">{parts["log"]}{older}</div>'
    head = f'<header><h2 id="h-talk">{say.LOG}</h2></header>'
    return f'<section class="panel talk" aria-labelledby="h-talk">{head}{lines}{talk}</section>'


def turn_words(turn: tuple[int, int]) -> str:
    """Which turn it is: turn 12 of 60."""
    return say.WHICH_TURN.format(turn=turn[0], turns=turn[1])


def _scrubber(context: PageContext, last: int, turns: Sequence[int], turn: tuple[int, int], happened: Sequence[str]) -> str:
    """Every moment of the game within reach; links where there is no JavaScript."""
    ply = context.ply
    before = [turn for turn in turns if turn < ply]
    after = [turn for turn in turns if turn > ply]
    steps = (
        ("first", 0, "|‹", say.FIRST_MOMENT),
        ("turn-back", before[-1] if before else 0, "«", say.TURN_BACK),
        ("back", max(0, ply - 1), "‹", say.MOVE_BACK),
        ("on", min(last, ply + 1), "›", say.MOVE_ON),
        ("turn-on", after[0] if after else last, "»", say.TURN_ON),
        ("last", last, "›|", say.LAST_MOMENT),
    )
    links = [
        f'<a class="quiet" data-step="{name}" href="{esc(context.home)}/at/{to}" title="{title}" aria-label="{title}">{sign}</a>'
        for name, to, sign, title in steps
    ]
    marks = msgspec.json.encode(list(turns)).decode()
    return (
        f'<nav class="scrub" id="scrub" aria-label="{say.MOMENTS}" data-last="{last}" data-turns="{marks}">'
        f'<p id="happened">{esc(" ".join(happened) if ply else say.GAME_STARTS)}</p>'
        f'{"".join(links[:3])}<input type="range" id="ply" min="0" max="{last}" value="{ply}" aria-label="{say.MOMENT}">'
        f"{''.join(links[3:])}"
        f'<div class="count"><span id="turn">{turn_words(turn)}</span>'
        f'<output id="where" data-words="{say.WHERE}">{say.WHERE.format(ply=ply, last=last)}</output></div></nav>'
    )
