"""The players of a table: names, colours, who is here, points."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from freightyard.core.bot_names import BOT_NAMES, bot_character, bot_title, bot_word, is_own
from freightyard.core.contract import Seat
from freightyard.core.title import POINTS
from freightyard.page import table_sentences as say
from freightyard.page.contract import Player, Scene
from freightyard.page.markup import KEPT, esc, minus

_LEVELS: Final = "|".join(BOT_NAMES)
_BOT: Final = re.compile(rf"({_LEVELS})(:[0-9a-z.]+)?")  # `hard:0.2` thinks as long as it is told to
_OWN: Final = re.compile(r"(.+) \(bot\)")  # of a server's host, as its records call it
_PLAYED_FOR: Final = re.compile(rf"(.+) \(({_LEVELS})\)")

SEAT_TINTS: Final = 9  # colours of players in the style sheet


def disc(seat: Seat) -> str:
    """The colour of a seat. The name is always beside it."""
    return f'<i class="disc d{seat % SEAT_TINTS + 1}"></i>'


def locomotive(seat: Seat) -> str:
    """The locomotive of a seat, in its colour: a picture as wide as the style sheet says."""
    return f'<i class="pic loco p-loco{seat % SEAT_TINTS + 1}" aria-hidden="true"></i>'


def named_player(seat: Seat, name: str) -> Player:
    """Who played on a seat, as a record names them: a bot by its level, somebody's own bot, a person, or one for whom a bot
    played at the end."""
    if _BOT.fullmatch(name):
        return Player(seat, bot_title(name), bot=bot_word(name), person=False)
    if (own := _OWN.fullmatch(name)) is not None:
        return Player(seat, own[1], bot=own[1], person=False)
    if is_own(name):
        return Player(seat, bot_title(name), bot=bot_word(name), person=False)
    stood_in = _PLAYED_FOR.fullmatch(name)
    return Player(seat, name) if stood_in is None else Player(seat, stood_in[1], bot=bot_word(stood_in[2]))


@lru_cache(maxsize=KEPT)
def without_stand_ins(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players where nobody stands in: when a game is over, and at its earlier moments, of which is not known who played."""
    return tuple(msgspec.structs.replace(player, bot=None) if player.person else player for player in players)


@lru_cache(maxsize=KEPT)
def names_of(players: tuple[Player, ...]) -> tuple[str, ...]:
    """What the players are called, with those told apart who share a name. Not escaped."""
    return told_apart([player.name for player in players])


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Names, with a number behind those that several have: they are counted among themselves, in the order of the seats."""
    found: list[str] = []
    for seat, name in enumerate(names):
        number = names[:seat].count(name) + 1
        while names.count(name) > 1 and (f"{name} {number}" in names or f"{name} {number}" in found):  # somebody else's name
            number += 1
        found.append(f"{name} {number}" if names.count(name) > 1 else name)
    return tuple(found)


def who(player: Player, name: str, *, acting: bool, extra: str = "", attributes: str = "") -> str:
    """A player's line: colour, name, who it is, whether here, and `extra` markup at its end. `name` is plain text. It is the same
    for everybody: the style sheet shows \"you\" to those whose seat it is."""
    tags = f'<span class="tag you y{player.seat + 1}">{say.YOU}</span>' if player.person else ""
    if player.program:
        tags += f'<span class="tag">{say.BOT}</span>'
    if player.bot is not None and player.person:
        words = esc(say.bot_plays(bot_title(player.bot)))
        tags += f'<span class="tag stand" title="{words}">{words}</span>'
    if player.bot is not None and not player.person:
        character = bot_character(player.bot)
        title = f' title="{esc(character)}"' if character else ""
        tags += f'<span class="tag"{title}>{say.BOT}</span>'
    if player.before is not None:
        words = esc(say.in_place_of(player.before))
        tags += f'<span class="tag stand" title="{words}">{words}</span>'
    tags += same_screen(player)
    if acting:
        tags += f'<span class="vh">{say.ACTS}</span>'
    here = "" if player.program or (player.bot is not None and not player.person) else _presence(player)
    time = time_left(player)
    return f'<div class="who"{attributes}>{disc(player.seat)}<strong>{esc(name)}</strong>{here}{tags}{time}{extra}</div>'


def time_left(player: Player) -> str:
    """The place where the client shows a player's time. It is no live region: nobody wants to hear a clock tick."""
    return f'<span class="time" data-time="{player.seat + 1}"></span>' if player.timed else ""


def same_screen(player: Player) -> str:
    """The mark of a seat whose person has an earlier one too, under whatever name: everybody shall know that one plays both."""
    if player.beside is None:
        return ""
    return f'<span class="tag" title="{esc(say.plays_beside(player.beside))}">{say.SAME_SCREEN}</span>'


def _presence(player: Player) -> str:
    state, words = ("here", say.HERE) if player.here else ("away", say.AWAY)
    return f'<span class="here" data-here="{player.seat + 1}" data-is="{state}"><span class="vh">{words}</span></span>'


def chip(points: int, *, leads: bool, unit: tuple[str, str] = POINTS) -> str:
    noun = say.points(points, unit)
    return f'<b class="chip{" lead" if leads else ""}">{minus(points)}<span class="vh"> {noun}</span></b>'


def scores_part(scene: Scene, scores: Sequence[int], notes: Sequence[str] = ()) -> str:
    """The points of all in one line, for small screens; `notes`: what else everybody has, if that is to be in sight."""
    return scores_line(scene.players, tuple(scores), scene.view.to_act, tuple(notes))


@lru_cache(maxsize=KEPT)
def scores_line(players: tuple[Player, ...], scores: tuple[int, ...], actor: Seat | None, notes: tuple[str, ...] = ()) -> str:
    """The same, where there is no scene."""
    names = names_of(players)
    items = [
        f'<li class="y{player.seat + 1}"{" data-acts" if player.seat == actor else ""}>'
        f"{disc(player.seat)}<span>{esc(names[player.seat])}</span><b>{minus(points)}</b>"
        f"{time_left(player) if player.seat == actor else ''}{f'<small>{notes[player.seat]}</small>' if notes else ''}</li>"
        for player, points in zip(players, scores, strict=True)
    ]
    return f'<ul class="scores" id="scores" data-part aria-label="{say.POINTS}">{"".join(items)}</ul>'
