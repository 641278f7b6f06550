"""The board of Freight Cars: cities and cards for all, the own train and hand, the workshop, everybody else."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from freightyard.core.contract import View
from freightyard.core.errors import BadSetup
from freightyard.games.freight_cars.page.market import cities_part, deck_part, places
from freightyard.games.freight_cars.page.own import hand_part, pieces_part, train_part
from freightyard.games.freight_cars.page.packer import hand_of, offers
from freightyard.games.freight_cars.page.players import players
from freightyard.games.freight_cars.page.prompt import ends, prompt
from freightyard.games.freight_cars.page.reading import Reading, credits_of
from freightyard.games.freight_cars.page.sentences import labels
from freightyard.games.freight_cars.page.sentences.client import CLIENT
from freightyard.games.freight_cars.page.sentences.log import advise, phrase, story
from freightyard.games.freight_cars.page.workshop import PASS, SLIP, WORKSHOP
from freightyard.page.contract import Scene
from freightyard.page.markup import group, panel
from freightyard.page.players import scores_part

__all__ = [
    "HANDED_ON",
    "advise",
    "answer",
    "arrange",
    "changes",
    "client_sentences",
    "ends",
    "files",
    "parts",
    "phrase",
    "scores",
    "story",
    "together",
]

HANDED_ON: Final = True  # people who share a screen see their own cards only
_FITS: Final = f'<i class="fit" aria-hidden="true">✓</i> {labels.FITS}'


def files() -> tuple[str, ...]:
    """The look of the cards, and the workshop."""
    return ("freight_cars.css", "freight_cars.js", "tips.js", "hint_drawing.js", "hint_drawing.css")


def client_sentences() -> Mapping[str, str]:
    """What the client of this board says."""
    return CLIENT


def parts(scene: Scene) -> Mapping[str, str]:
    """Every part of the board. Train and hand are those of the seat that looks, or of the one to act."""
    reading = Reading(scene)
    return {
        "scores": scores_part(scene, credits_of(reading.board)),
        "cities": cities_part(reading),
        **dict(places(reading)),
        "deck": deck_part(reading),
        "train": train_part(reading),
        "hand": hand_part(reading),
        "pieces": pieces_part(reading),
        "prompt": prompt(reading),
        **dict(players(reading)),
    }


def answer(view: View, topic: str, words: str) -> object:
    """Ways to fill the card of this name, or the cards of the hand: who shares a screen has handed it on when a card is drawn."""
    if topic == "hand":
        return {"cards": hand_of(view)}
    if topic != "pack":
        raise BadSetup("this board can be asked for ways to fill a card and for one's own hand only")
    return {"offers": offers(view, words)}


def changes(scene: Scene, before: Scene) -> Mapping[str, str]:
    """All parts: they are drawn from what is kept, so those that did not change cost little."""
    return parts(scene)


def together(spectator: View, views: Sequence[View]) -> View:
    """What all seats know together: every hand and every corporation is open."""
    seats = tuple([view.board.seats[seat] for seat, view in enumerate(views)])
    return msgspec.structs.replace(spectator, board=msgspec.structs.replace(spectator.board, seats=seats))


def scores(view: View) -> Sequence[int]:
    """The credits of all, with the bonuses that are known."""
    return credits_of(view.board)


def arrange(parts: Mapping[str, str]) -> str:
    """Three columns: what lies on the table, what lies before the player, the others and the talk."""
    cards = "".join([markup for name, markup in parts.items() if name.startswith("place-")])
    tableau = panel("tableau", labels.TABLEAU, f'<ul class="cards">{cards}</ul>{parts["deck"]}', sub=_FITS, attributes="")
    everybody = group("players", labels.PLAYERS, parts, "player-", sub=labels.CREDITS, rows='<ol class="players">')
    desk = f'<div class="desk">{PASS}{SLIP}{parts["prompt"]}</div>'
    columns = (
        ("c1", parts["cities"] + tableau + WORKSHOP),
        ("c2", parts["train"] + parts["pieces"] + parts["hand"] + desk),
        ("c3", everybody + parts["talk"]),
    )
    return parts["scores"] + "".join([f'<div class="col {name}">{inside}</div>' for name, inside in columns])
