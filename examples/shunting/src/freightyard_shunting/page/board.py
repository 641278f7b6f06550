"""The board in the browser. Without it there is a plain one: facts as lists, moves as buttons."""

from collections.abc import Mapping, Sequence

from freightyard.core.contract import CHANCE, View
from freightyard.page.clicks import Clicks, action, no_answer
from freightyard.page.contract import Scene
from freightyard.page.markup import esc, panel
from freightyard.page.players import chip, names_of, scores_part, who
from freightyard.page.prompt import prompt_part
from freightyard.page.sheet import winner_words
from freightyard_shunting.page.words import advise, phrase, story
from freightyard_shunting.rules.edition import Edition
from freightyard_shunting.rules.position import Board

__all__ = [
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
]

_SPACE = '<span class="space"></span>'

answer = no_answer  # the client of this board asks the server nothing


def files() -> tuple[str, ...]:
    """Files of `page/static` that the page of a table loads."""
    return ("shunting.css",)


def client_sentences() -> Mapping[str, str]:
    """None: the board has no client of its own."""
    return {}


def parts(scene: Scene) -> Mapping[str, str]:
    """The board in parts, by their ids: the client replaces those that have changed."""
    clicks, board, edition = Clicks(scene), _board(scene.view), _edition(scene.view)
    return {
        "scores": scores_part(scene, scores(scene.view)),
        "yard": _yard(board, edition, clicks),
        "prompt": _prompt(scene, board, edition, clicks),
        "trains": _trains(scene, board, edition),
    }


def changes(scene: Scene, before: Scene) -> Mapping[str, str]:
    """All parts: the board is small."""
    return parts(scene)


def arrange(parts: Mapping[str, str]) -> str:
    """The parts in their places; `talk` is the platform's own, with the log and the chat."""
    return (
        f'{parts["scores"]}<div class="col c1">{parts["yard"]}{parts["prompt"]}</div>'
        f'<div class="col c2">{parts["trains"]}</div><div class="col c3">{parts["talk"]}</div>'
    )


def scores(view: View) -> Sequence[int]:
    """Everybody's points as they stand."""
    return [at.points for at in _board(view).seats]


def ends(view: View) -> tuple[str, ...]:
    """Moves that end the turn: the client asks before it sends them."""
    last = _board(view).done + 1 == _edition(view).data.actions
    return ("take", "shunt", "pass") if last else ()


def _yard(board: Board, edition: Edition, clicks: Clicks) -> str:
    """A siding a line. A click on its first car begins a shunt, one on another siding ends it."""
    lines = []
    for number, siding in enumerate(board.yard, 1):
        cars = [siding[first : first + 2] for first in range(0, len(siding), 2)]
        others = [other for other in range(1, len(board.yard) + 1) if other != number]
        click = clicks.word(f"shunt {number}", why=f"shunt {number} {others[0]}")
        drawn = [_car(edition, car, click if place == 0 else "") for place, car in enumerate(cars)]
        to = clicks.word(*[f"shunt {other} {number}" for other in others])
        target = (
            f'<button class="to" type="button"{to} title="siding {number}"></button>' if to else ""
        )
        braked = " braked" if board.braked == number else ""
        space = _SPACE * (edition.data.spaces - len(cars))
        lines.append(
            f'<li class="siding{braked}"><b>{number}</b>{space}{"".join(drawn)}{target}</li>'
        )
    return panel("yard", "The sidings", f"<ol>{''.join(lines)}</ol>", sub="open ends on the left")


def _prompt(scene: Scene, board: Board, edition: Edition, clicks: Clicks) -> str:
    """What is to be done now, and the buttons for what is no car to click."""
    view, names = scene.view, names_of(scene.players)
    if view.outcome is not None:
        ask = f"The game is over: {esc(winner_words(view.outcome, names))}."
    elif view.to_act is None or view.to_act == CHANCE:
        ask = "The cars are being dealt."
    elif clicks.acting:
        left = edition.data.actions - board.done
        ask = f"Your turn, {left} {'action' if left == 1 else 'actions'} left: take or shunt a car."
    else:
        ask = f"{esc(names[view.to_act])}’s turn."
    buttons = ""
    if clicks.acting:
        at = board.seats[board.seat - 1]
        wanted = f"{edition.letters[board.seat - 1]}{at.train + 1}"
        siding = next(number for number, cars in enumerate(board.yard, 1) if wanted in cars)
        buttons = action(
            clicks, f"take {siding}", f"Take {_name(edition, wanted)}", f"siding {siding}"
        )
        buttons += action(clicks, "pass", "Stop" if board.done else "Pass", f"{at.coal} coal left")
    return prompt_part(
        scene, clicks, ask, actions=buttons, ends=ends(view), chosen="To which siding?"
    )


def _trains(scene: Scene, board: Board, edition: Edition) -> str:
    """Everybody's train and coal."""
    best, names = max(scores(scene.view)), names_of(scene.players)
    lines = []
    for player, at in zip(scene.players, board.seats, strict=True):
        line = who(
            player,
            names[player.seat],
            acting=scene.view.to_act == player.seat,
            extra=chip(at.points, leads=at.points == best),
        )
        letter = edition.letters[player.seat]
        cars = "".join(_car(edition, f"{letter}{number + 1}") for number in range(at.train))
        train = f'<div class="train">{cars}{_SPACE * (edition.data.cars - at.train)}</div>'
        lines.append(f'<li class="player">{line}{train}<p class="sub">{at.coal} coal</p></li>')
    return panel("trains", "Trains", f'<ul class="players">{"".join(lines)}</ul>')


def _car(edition: Edition, word: str, click: str = "") -> str:
    kind, name = edition.letters.index(word[0]) + 1, _name(edition, word)
    inside = f'<b aria-hidden="true">{word}</b><span class="vh">{name}</span>'
    if not click:
        return f'<span class="car k{kind}">{inside}</span>'
    return f'<button class="car k{kind}" type="button"{click} title="{name}">{inside}</button>'


def _name(edition: Edition, word: str) -> str:
    return f"{edition.data.kinds[edition.letters.index(word[0])]} {word[1]}"


def _board(view: View) -> Board:
    board: Board = view.board
    return board


def _edition(view: View) -> Edition:
    assert isinstance(view.edition, Edition)
    return view.edition
