"""The players of a table: names, colours, who is here, points."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from freightyard.core.contract import Seat
from freightyard.page.contract import Player, Scene
from freightyard.page.markup import KEPT, esc, minus

SEAT_TINTS: Final = 9  # colours of players in the style sheet


def disc(seat: Seat) -> str:
    """The colour of a seat. The name is always beside it."""
    return f'<i class="disc d{seat % SEAT_TINTS + 1}"></i>'


def locomotive(seat: Seat) -> str:
    """The locomotive of a seat, in its colour: a picture as wide as the style sheet says."""
    return f'<i class="pic loco p-loco{seat % SEAT_TINTS + 1}" aria-hidden="true"></i>'


@lru_cache(maxsize=KEPT)
def names_of(players: tuple[Player, ...]) -> tuple[str, ...]:
    """What the players are called, with those told apart who share a name. Not escaped."""
    names = [player.name for player in players]
    return tuple([f"{name} {seat + 1}" if names.count(name) > 1 else name for seat, name in enumerate(names)])


def who(player: Player, name: str, *, acting: bool, extra: str = "", attributes: str = "") -> str:
    """A player's line: colour, name, who it is, whether here, and `extra` markup at its end. `name` is plain text. It is the same
    for everybody: the style sheet shows \"you\" to those whose seat it is."""
    tags = f'<span class="tag you y{player.seat + 1}">you</span>' if player.person else ""
    if player.bot is not None and player.person:
        words = f"{esc(player.bot)} stands in"
        tags += f'<span class="tag stand" title="{words}">{words}</span>'
    tags += same_screen(player)
    if acting:
        tags += '<span class="vh">to act</span>'
    here = "" if player.bot is not None and not player.person else _presence(player)
    return f'<div class="who"{attributes}>{disc(player.seat)}<strong>{esc(name)}</strong>{here}{tags}{extra}</div>'


def same_screen(player: Player) -> str:
    """The mark of a seat whose person has an earlier one too, under whatever name: everybody shall know that one plays both."""
    if player.beside is None:
        return ""
    return f'<span class="tag" title="plays at the same screen as {esc(player.beside)}">same screen</span>'


def _presence(player: Player) -> str:
    state = "here" if player.here else "away"
    return f'<span class="here" data-here="{player.seat + 1}" data-is="{state}"><span class="vh">{state}</span></span>'


def chip(points: int, *, leads: bool) -> str:
    noun = "point" if points in (1, -1) else "points"
    return f'<b class="chip{" lead" if leads else ""}">{minus(points)}<span class="vh"> {noun}</span></b>'


def scores_part(scene: Scene, scores: Sequence[int]) -> str:
    """The points of all in one line, for small screens."""
    return scores_line(scene.players, tuple(scores), scene.view.to_act)


@lru_cache(maxsize=KEPT)
def scores_line(players: tuple[Player, ...], scores: tuple[int, ...], actor: Seat | None) -> str:
    """The same, where there is no scene."""
    names = names_of(players)
    items = [
        f'<li class="y{player.seat + 1}"{" data-acts" if player.seat == actor else ""}>'
        f"{disc(player.seat)}<span>{esc(names[player.seat])}</span><b>{minus(points)}</b></li>"
        for player, points in zip(players, scores, strict=True)
    ]
    return f'<ul class="scores" id="scores" data-part aria-label="Points">{"".join(items)}</ul>'
