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
from freightyard.page.orders import order_parts
from freightyard.page.rematch import next_banner
from freightyard.page.seat_notices import seat_notices
from freightyard.page.sheet import sheets_part
from freightyard.page.shell import manual_of, menu, table_document
from freightyard.page.typed import typed_section

_UNREAD: Final = (
    f'<button class="quiet unread" id="unread" type="button" title="{say.UNREAD}" hidden>'
    '<svg viewBox="0 0 18 18" aria-hidden="true"><path d="M2 3h14v9H9l-4 4v-4H2z"/></svg>'
    f'<b></b><span class="vh">{say.UNREAD}</span></button>'
)
# What somebody without a name says would be refused, and what they typed be lost.
_NAMELESS: Final = f'<p class="say sub"><span>{say.NAME_TO_CHAT}</span></p>'


def table_parts(board: BoardRenderer, scene: Scene, sheets: Sequence[Sheet] = ()) -> dict[str, str]:
    """The parts of the board and the score sheets so far."""
    return {
        **board.parts(scene),
        "sheets": _sheets(scene, sheets),
        **order_parts(scene),
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
    if scene.orders != before.orders:
        found.update(order_parts(scene))
    return found


def table_page(
    board: BoardRenderer, scene: Scene, parts: Mapping[str, str], context: PageContext, log: Sequence[LogEntry] = ()
) -> str:
    """The page of a table that has begun, for a seat or a spectator. `log`: as far back as the page shows it."""
    view = scene.view
    seat = "" if view.seat is None else str(view.seat + 1)
    inside = board.arrange({**parts, "talk": talk_panel(board, scene, parts, context, log)})
    if parts["orders"] not in inside:  # a board that has no place of its own for them
        inside += parts["orders"]
    main = (
        f'{parts.get("strip", "")}<main id="view" class="game-{esc(view.edition.game)}" '
        f'data-ply="{context.ply}" data-seat="{seat}" '
        f'data-own="{own_words(scene)}" data-home="{esc(context.home)}" data-moves="{_moves(view)}">'
        f"{next_banner(context)}{inside}{parts['sheets']}</main>{seat_notices(context)}{typed_section(context)}"
    )
    bar = (
        f'<span class="table">{esc(edition_words(view.edition, view.options))}</span>{parts.get("lesson", "")}'
        '<span class="grow"></span>'
        f'<span id="net" role="status">{say.CONNECTING}</span>{_UNREAD}{_menu(scene, parts, context)}'
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


def sentences(
    board: BoardRenderer, edition: Edition, names: Sequence[str], entries: Sequence[LogEntry], view: View | None = None
) -> list[str]:
    """What happened, a sentence a run of events of one seat, as plain text: for a client to speak. `view`: names the places."""
    lines = [told(board, edition, names, run, view) for run in runs(entries)]
    return [f"{name} {story}".strip() for name, story in lines if story]


def own_words(scene: Scene) -> str:
    """The seats of the one who looks, for the style sheet."""
    return " ".join([str(seat + 1) for seat in scene.own_seats])


def _no_hints(scene: Scene) -> str:
    """Why a player finds no hints: they would not be fair to the other people at the table."""
    return say.NO_HINTS if scene.own_seats and sum(player.person for player in scene.players) > 1 else ""


def _menu(scene: Scene, parts: Mapping[str, str], context: PageContext) -> str:
    return menu(context, manual_of(scene.view.edition), note=_no_hints(scene), switches=parts["forced"])


def _moves(view: View) -> str:
    return esc(msgspec.json.encode(view.legal).decode())


def _say(scene: Scene) -> str:
    """Where a message is written: whoever only looks on writes to the other spectators while the game runs."""
    among = not scene.own_seats and scene.view.outcome is None
    return (
        f'<form class="say" id="chat-form"><label class="vh" for="chat-text">{say.MESSAGE}</label>'
        f'<input id="chat-text" name="text" maxlength="500" autocomplete="off" '
        f'placeholder="{say.MESSAGE_TO_SPECTATORS if among else say.MESSAGE_TO_ALL}">'
        f'<button class="quiet">{say.SEND}</button></form>'
    )


def talk_panel(
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
        read = "" if context.read is None else f' data-read="{context.read}"'
        talk = f'<div class="chat" role="group" tabindex="0" aria-label="{say.CHAT}"><ol id="chat"{read}>{said}</ol></div>'
        talk = f'<div class="chatting">{talk}{_NAMELESS if context.name is None else _say(scene)}</div>'
    turns = f'<div class="log-turns">{parts["log"]}{older}</div>'  # which moves as a whole when a line comes on top
    lines = f'<div class="lines" tabindex="0" role="group" aria-label="{say.LOG}">{turns}</div>'
    head = f'<header><h2 id="h-talk">{say.LOG}</h2></header>'
    return f'<section class="panel talk" aria-labelledby="h-talk">{head}{lines}{talk}</section>'
