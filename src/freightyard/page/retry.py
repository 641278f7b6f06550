"""A retry: a turn of a finished game that is played again, told in the strip above the board: which turn it is, what was played
then, and, when the turn is over, whether this was better."""

import re
from typing import Final

import msgspec

from freightyard.page import strip_sentences as say
from freightyard.page.markup import esc

_ADDRESS: Final = re.compile(r"(/[tr]/[^/?#]+)/review\?retry=(\d{1,9})#ply-\d+")


class Retried(msgspec.Struct, frozen=True):
    """The game of which a turn is retried, and the ply at which it begins there."""

    home: str
    ply: int


class RetrySheet(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of a retry. Names and plans are people's own words: always escaped."""

    turn: int
    seat: int
    review: str  # the address of that turn in the review
    origin: Retried
    then: str  # what was played
    best: str = ""  # the best plan that the review found, and what it was worth; empty if that was played
    over: bool = False
    verdict: tuple[str, ...] = ()  # how the two compare, when the turn is over; empty while bots weigh them


def retry_address(home: str, ply: int, start: int) -> str:
    """Where the review tells of a turn: from there a retry begins. `ply`: of the game with the moves that were taken back,
    `start`: without them."""
    return f"{home}/review?retry={ply}#ply-{start}"


def retried(address: str | None) -> Retried | None:
    """What a table retries that plays on from this address; None if it is none."""
    found = _ADDRESS.fullmatch(address or "")
    return None if found is None else Retried(found[1], int(found[2]))


def retry_row(sheet: RetrySheet) -> str:
    """The row of the strip."""
    back = f'<a class="{"go" if sheet.over else "quiet"}" href="{esc(sheet.review)}">{say.TO_REVIEW}</a>'
    if not sheet.over:
        best = f"<details><summary>{say.SHOW_BEST}</summary><p>{esc(sheet.best)}</p></details>" if sheet.best else ""
        return (
            f'<p><strong>{say.retry_of(sheet.turn)}</strong></p>{back}<div class="retry-plans">'
            f"<details><summary>{say.PLAYED_THEN}</summary><p>{esc(sheet.then)}</p></details>{best}</div>"
            f'<p class="sub">{say.RETRY_ENDS}</p>'
        )
    told = "".join([f"<p>{esc(words)}</p>" for words in sheet.verdict]) or f'<p role="status">{say.COMPARING}</p>'
    again = (
        f'<form method="post" action="{esc(sheet.origin.home)}/play/{sheet.origin.ply}">'
        f'<input type="hidden" name="retry" value="{sheet.seat + 1}">'
        f'<button class="quiet" type="submit">{say.TRY_AGAIN}</button></form>'
    )
    on = f'<button class="quiet" type="button" data-play-on>{say.PLAY_ON}</button>'
    return f'<div class="retry-told"><p><strong>{say.retry_of(sheet.turn)}</strong></p>{told}</div>{back}{again}{on}'
