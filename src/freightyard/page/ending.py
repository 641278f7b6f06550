"""The summary of a finished game: who won, how every point came about, how the points grew, and the ways to the game itself."""

from collections.abc import Sequence

from freightyard.core.contract import Outcome, Sheet
from freightyard.core.title import POINTS as UNIT
from freightyard.page import table_sentences as say
from freightyard.page.branches import branches_section
from freightyard.page.cards import cards_section
from freightyard.page.chart import chart
from freightyard.page.contract import PageContext, Player, TurnScores
from freightyard.page.history import turns_played
from freightyard.page.markup import esc
from freightyard.page.rematch import next_banner
from freightyard.page.share import share_button
from freightyard.page.sheet import result, sheet_part, whole_part
from freightyard.page.shell import form, table_document


def ending_page(
    outcome: Outcome,
    sheets: Sequence[Sheet],
    history: Sequence[TurnScores],
    players: Sequence[Player],
    context: PageContext,
    *,
    manual: str,
    edition: str,
    unit: tuple[str, str] = UNIT,
) -> str:
    """The whole document. `unit`: the game's word for points."""
    home = esc(context.home)
    counted = "".join([sheet_part(sheet, players, manual=manual, outcome=outcome) for sheet in reversed(sheets)])
    again = (
        form(context, "rematch", say.PLAY_AGAIN, kind="go") if context.rematch is None and "rematch" in context.actions else ""
    )
    hears = f' data-ended data-ply="{context.ply}" data-home="{home}"' if context.live else ""  # of an offer to play again
    body = (
        f'<main id="view" class="ending"{hears}>'
        f'<section class="panel" aria-labelledby="h-result"><h2 id="h-result" class="vh">{say.RESULT}</h2>'
        f'{result(outcome, players, unit)}<p class="sub">{esc(edition)} · {say.turns_in_all(turns_played(history))}</p>'
        f'{next_banner(context)}<div class="actions">{again}<a class="quiet" href="{home}/review">{say.REVIEW}</a>'
        f'<a class="quiet" href="{home}/at/0">{say.REPLAY}</a>'
        f"{record_link(context.home)}"
        f"{share_button(say.SHARE, f'{context.link}/end')}"
        f'<a class="quiet" href="/">{say.LOBBY}</a>'
        "</div></section>"
        f'<section class="panel" aria-labelledby="h-chart"><header><h2 id="h-chart">{esc(say.over_time(unit))}</h2>'
        f'<span class="sub">{say.CHOOSE_TURN}</span></header>{chart(history, players, context.home, unit)}</section>'
        f'<section class="panel" aria-labelledby="h-counted"><header><h2 id="h-counted">{say.SCORE_SHEETS}</h2></header>'
        f"{whole_part(sheets, players, outcome)}{counted}</section>"
        f"{branches_section(context)}{cards_section(context.cards, context.home)}</main>"
    )
    back = f'<a class="quiet" href="{home}">{say.TO_TABLE[0]}</a>' if context.live else ""
    what = edition if context.live else f"{edition} · {say.IMPORTED}"
    bar = f'<span class="table">{esc(what)}</span><span class="grow"></span>{back}'
    return table_document(f"{context.title}: {say.SUMMARY}", body, context, kind="ended", bar=bar)


def record_link(home: str) -> str:
    """The record of a game, to keep."""
    name = home.strip("/").replace("/", "-")
    return f'<a class="quiet" href="{esc(home)}/record" download="{esc(name)}.txt">{say.DOWNLOAD}</a>'
