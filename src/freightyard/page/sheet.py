"""Score sheets: how every point came about."""

from collections.abc import Sequence
from functools import lru_cache

from freightyard.core.contract import Outcome, Seat, Sheet
from freightyard.core.title import POINTS as UNIT
from freightyard.page import table_sentences as say
from freightyard.page.contract import Player
from freightyard.page.markup import NEW_TAB, TIMES, esc, minus
from freightyard.page.players import disc, names_of


def sheet_part(sheet: Sheet, players: Sequence[Player], *, manual: str = "", outcome: Outcome | None = None) -> str:
    """One score sheet as a table: a row a category, a column a player; `manual` is the address that rule slugs are linked to.
    When the game is over the winner's column comes first."""
    whole = outcome is not None and sheet.totals == tuple(outcome.scores)
    return _sheet(sheet, tuple(names_of(tuple(players))), manual, ranking(outcome, len(players)), whole=whole)


@lru_cache(maxsize=512)
def _sheet(sheet: Sheet, names: tuple[str, ...], manual: str, order: tuple[Seat, ...], *, whole: bool) -> str:
    """`whole`: what it adds up to is the score of the game, not something that is added to it."""
    total = minus if whole else signed
    heads = _heads(names, order)
    rows = []
    for row in sheet.rows:
        label = esc(row.label[:1].upper() + row.label[1:])
        if manual:
            label = f'<a href="{esc(manual)}#{esc(row.slug)}"{NEW_TAB}>{label}</a>'
        cells = "".join(_cell(row.amounts[seat], row.points[seat]) for seat in order)
        rows.append(f'<tr><th scope="row">{label}</th>{cells}</tr>')
    totals = "".join(f"<td><b>{total(sheet.totals[seat])}</b></td>" for seat in order)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{esc(sheet.title)}"><table class="sheet stacked">'
        f"<caption>{esc(sheet.title)}</caption>"
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody>"
        f'<tfoot><tr><th scope="row">{say.TOTAL}</th>{totals}</tr></tfoot></table></div>'
    )


def whole_part(sheets: Sequence[Sheet], players: Sequence[Player], outcome: Outcome) -> str:
    """How the sheets of a game add up to everybody's points, where these began with some or were paid away in between."""
    counted = [sum(points) for points in zip(*[sheet.totals for sheet in sheets], strict=True)]
    rest = [score - points for score, points in zip(outcome.scores, counted, strict=True)] if counted else []
    if not any(rest):
        return ""
    rows = [(say.START_AND_COSTS, rest), *[(sheet.title, sheet.totals) for sheet in sheets]]
    order = ranking(outcome, len(players))
    heads = _heads(names_of(tuple(players)), order)
    body = "".join(
        f'<tr><th scope="row">{esc(title)}</th>{"".join(f"<td><b>{signed(row[seat])}</b></td>" for seat in order)}</tr>'
        for title, row in rows
    )
    totals = "".join(f"<td><b>{minus(outcome.scores[seat])}</b></td>" for seat in order)
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{say.WHOLE_GAME}"><table class="sheet stacked">'
        f"<caption>{say.WHOLE_GAME}</caption><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody>"
        f'<tfoot><tr><th scope="row">{say.TOTAL}</th>{totals}</tr></tfoot></table></div>'
    )


def _heads(names: Sequence[str], order: Sequence[Seat]) -> str:
    return "".join(f'<th scope="col">{disc(seat)}{esc(names[seat])}</th>' for seat in order)


def _cell(amount: str, points: int) -> str:
    amount = amount.replace(" × ", TIMES)  # in one line
    what = f"<span>{esc(amount)}</span>" if amount else '<span class="none">–</span>'
    kind = "won" if points > 0 else "lost" if points < 0 else ""
    return f'<td class="{kind}">{what}<b>{signed(points) if points else ""}</b></td>' if kind else f"<td>{what}<b></b></td>"


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else minus(points)


def sheets_part(
    sheets: Sequence[Sheet],
    players: Sequence[Player],
    outcome: Outcome | None,
    *,
    manual: str = "",
    home: str = "",
    unit: tuple[str, str] = UNIT,
) -> str:
    """All score sheets so far, the latest first; the client shows them in a dialog. When the game is over, with a place for its
    chart and a link to the page of its end."""
    return _sheets(tuple(sheets), tuple(players), outcome, manual, home, unit)


@lru_cache(maxsize=512)
def _sheets(
    sheets: tuple[Sheet, ...],
    players: tuple[Player, ...],
    outcome: Outcome | None,
    manual: str,
    home: str,
    unit: tuple[str, str],
) -> str:
    parts = [sheet_part(sheet, players, manual=manual, outcome=outcome) for sheet in reversed(sheets)]
    head = "" if outcome is None else result(outcome, players, unit)
    if outcome is not None:  # why somebody won comes before how it grew
        head += whole_part(sheets, players, outcome) or (parts.pop() if len(parts) == 1 else "")
    if outcome is not None and home:
        head += (
            f'<div data-chart="{esc(home)}/chart"></div>'
            f'<p class="actions"><a class="quiet" href="{esc(home)}/review">{say.REVIEW}</a>'
            f'<a class="quiet" href="{esc(home)}/end">{say.SUMMARY}</a></p>'
        )
    over = " data-over" if outcome else ""
    return f'<div id="sheets" data-part hidden data-count="{len(sheets)}"{over}>{head}{"".join(parts)}</div>'


def result(outcome: Outcome, players: Sequence[Player], unit: tuple[str, str] = UNIT) -> str:
    """Who won, and everybody's points in order."""
    names = names_of(players)
    won = ' class="winner"'
    rows = "".join(
        f"<li{won if seat in outcome.winners else ''}><i>{place(outcome, seat)}.</i>{disc(seat)}<span>{esc(names[seat])}</span>"
        f"<b>{minus(outcome.scores[seat])}</b></li>"
        for seat in ranking(outcome, len(names))
    )
    helped = [names[player.seat] for player in players if player.person and player.bot is not None]
    stood_in = f'<p class="sub">{esc(say.bot_played(helped))}</p>' if helped else ""
    return f'<h3 class="result">{esc(winner_words(outcome, names, unit))}</h3><ol class="places">{rows}</ol>{stood_in}'


def ranking(outcome: Outcome | None, seats: int) -> tuple[Seat, ...]:
    """The seats in the order in which they are shown: the winners first, then by points. While a game goes on, as they sit."""
    if outcome is None:
        return tuple(range(seats))
    return tuple(sorted(range(seats), key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat], seat)))


def place(outcome: Outcome, seat: Seat) -> int:
    """Which place a seat came in. An outcome breaks ties for the win alone: behind it equal points share a place."""
    if seat in outcome.winners:
        return 1
    others = [score for other, score in enumerate(outcome.scores) if other not in outcome.winners]
    return 1 + len(outcome.winners) + sum(score > outcome.scores[seat] for score in others)


def winner_words(outcome: Outcome, names: Sequence[str], unit: tuple[str, str] = UNIT) -> str:
    """Who won, as plain text; and by what, where the best have equal points."""
    won = [names[seat] for seat in outcome.winners]
    most = max((outcome.scores[seat] for seat in outcome.winners), default=0)
    if not won:
        return say.NOBODY_WINS
    tie = tie_words(outcome, names)
    return say.wins(won, f"{minus(most)} {say.points(most, unit)}") + (f" ({tie})" if tie else "")


def tie_words(outcome: Outcome, names: Sequence[str]) -> str:
    """What decided between equal points, as plain text; nothing where it was not needed."""
    if not outcome.tie_by:
        return ""
    most = max(outcome.scores[seat] for seat in outcome.winners)
    tied = [seat for seat in ranking(outcome, len(names)) if outcome.scores[seat] == most]
    return say.tie_words(outcome.tie_by, [(names[seat], outcome.tie_had[seat]) for seat in tied] if outcome.tie_had else [])
