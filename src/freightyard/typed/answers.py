"""What is answered to a command, from the view of the seat that asks and nothing else.

`answer` is for every command that only tells something. Those that do something (`undo`, `hint`, `say`, `save`, `quit`) are up to
whoever keeps the table: the terminal or the server.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from freightyard.core.bot_names import bot_title
from freightyard.core.contract import CHANCE, State
from freightyard.core.errors import BadSetup, NotAMove
from freightyard.core.manual import rule_lines
from freightyard.core.notation import read_move, tidy
from freightyard.core.text_board import Section
from freightyard.games import title_named
from freightyard.page.boards import unit_of
from freightyard.page.contract import BoardRenderer, LogEntry, Scene
from freightyard.page.log import UNDO, runs, told
from freightyard.page.players import names_of
from freightyard.page.prompt import asked
from freightyard.page.sheet import winner_words
from freightyard.page.table_sentences import AWAY, BOT, HERE, YOU, bot_plays, points
from freightyard.typed import sentences as say
from freightyard.typed.commands import COMMANDS, Command, split_command
from freightyard.typed.text_board import plans_of, sections_of

_MOST_LINES: Final = 30  # of a list of moves
_FOUND: Final = 12  # places that `find` tells
_LAST: Final = 5  # runs of the log
_MOST_RUNS: Final = 50


class Times(msgspec.Struct, frozen=True):
    """Seconds since some moment: now, when the last move was made, and when the table was opened."""

    now: float
    moved: float
    opened: float


class Asking(msgspec.Struct, frozen=True):
    """Somebody who types, and what they may know. `state` is the truth: it is asked for refusals alone, as the table does."""

    scene: Scene
    board: BoardRenderer
    log: Sequence[LogEntry]  # as the seat was told
    state: State
    times: Times | None = None
    prompt: str = ""  # the prompt as the page shows it; drawn if it is not here


def answer(command: Command, rest: str, asking: Asking) -> tuple[str, ...]:
    """What is told, a few plain lines. What cannot be answered is refused."""
    if command.name == "help":
        return _help(rest)
    about, tell = _ABOUT.get(command.name), _ANSWERS.get(command.name)
    if about is not None:
        return about(asking, rest)
    if tell is None:
        raise BadSetup(say.only_at(command.here, command.usage))
    return tell(asking)


# --- help and what is legal ---


def _help(rest: str) -> tuple[str, ...]:
    if not rest:
        return (say.HELP_FIRST, *[say.help_line(command.usage, command.what) for command in COMMANDS])
    found = split_command(rest)
    if found is None:
        raise BadSetup(say.no_command(rest))
    command = found[0]
    lines = [say.help_line(command.usage, command.what)]
    return (*lines, say.known_as(command.aliases)) if command.aliases else tuple(lines)


def _prompt(asking: Asking) -> tuple[str, ...]:
    scene = asking.scene
    sentence = asked(asking.prompt or asking.board.parts(scene)["prompt"])
    verbs = list(dict.fromkeys([move.partition(" ")[0] for move in scene.view.legal]))
    return (sentence, say.you_can_type(verbs)) if verbs else (sentence,)


def _moves(asking: Asking, rest: str) -> tuple[str, ...]:
    view = asking.scene.view
    if not view.legal:
        return (say.OVER if view.outcome is not None else say.NO_LEGAL,)
    words = tidy(rest).split()
    fitting = [move for move in view.legal if _begins(words, move.split())]
    if not fitting:
        raise NotAMove(say.no_such_moves(" ".join(words)))
    lines = grouped(fitting)
    if len(lines) > _MOST_LINES and not words:
        verbs = list(dict.fromkeys([move.partition(" ")[0] for move in fitting]))
        by_verb = [[move for move in fitting if move.partition(" ")[0] == verb] for verb in verbs]
        lines = [
            group[0] if len(group) == 1 else say.moves_of(verb, len(group)) for verb, group in zip(verbs, by_verb, strict=True)
        ]
    elif len(lines) > _MOST_LINES:
        shown = sum([line.count(", ") + 1 for line in lines[:_MOST_LINES]])
        lines = [*lines[:_MOST_LINES], say.more_moves(len(fitting) - shown)]
    return (say.number_of_moves(len(fitting)), *lines)


def _begins(short: Sequence[str], words: Sequence[str]) -> bool:
    return len(short) <= len(words) and all(full.startswith(word) for word, full in zip(short, words, strict=False))


def grouped(moves: Sequence[str]) -> list[str]:
    """Moves with the same beginning in one line: `take 1, 2, 4`."""
    groups: dict[str, list[str]] = {}
    for text in moves:
        head, _, last = text.rpartition(" ")
        groups.setdefault(head, []).append(last)
    singles = groups.pop("", [])
    return singles + [f"{head} {', '.join(last)}" for head, last in groups.items()]


def _why(asking: Asking, rest: str) -> tuple[str, ...]:
    view, state = asking.scene.view, asking.state
    if not tidy(rest):
        raise BadSetup(say.name_a_move(view.legal[0] if view.legal else "MOVE"))
    if not view.legal:
        raise BadSetup(_prompt(asking)[0])
    vocabulary = state.edition.vocabulary
    meant = [move for move in (vocabulary.find(rest),) if move is not None] or vocabulary.starting_with(rest)
    if not meant:
        return (say.are_legal([vocabulary.text(read_move(state, rest))]),)  # shortened; or it is refused
    legal = set(state.legal())
    found = [vocabulary.text(move) for move in meant if move in legal]
    if found:
        more = [say.more_legal(len(found) - _FOUND)] if len(found) > _FOUND else []
        return (say.are_legal([*found[:_FOUND], *more]),)
    refusal = state.refuse(meant[0])
    if refusal is None:
        raise NotAMove(say.no_such_moves(rest))
    raise refusal


def _rule(asking: Asking, rest: str) -> tuple[str, ...]:
    rules = rule_lines(title_named(asking.scene.view.edition.game))
    if not rest:
        return tuple([say.rule(name, words) for name, words in rules.items()])
    short = tidy(rest)
    names = [name for name in rules if short in (name, name.partition(".")[2])]
    if not names:
        raise BadSetup(say.no_rule(short, list(rules)))
    return tuple([say.rule(name, rules[name]) for name in names])


# --- what happened ---


def _told(asking: Asking, entries: Sequence[list[LogEntry]]) -> tuple[str, ...]:
    edition, names = asking.scene.view.edition, names_of(asking.scene.players)
    lines = [told(asking.board, edition, names, run, asking.scene.view) for run in entries if not run[0].undone]
    return tuple([_sentence(f"{name} {story}".strip()) for name, story in lines if story])


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."


def _news(asking: Asking) -> tuple[str, ...]:
    """What others did, and what was drawn, after the own turn that came before it."""
    seat = asking.scene.view.seat
    found = [run for run in runs(asking.log) if run[0].text != UNDO and not run[0].undone]
    if seat is None:
        return _told(asking, found[-_LAST:]) or (say.NO_MOVES_YET,)
    others = [place for place, run in enumerate(found) if run[0].seat not in (seat, CHANCE)]
    until = others[-1] if others else len(found)
    start = max([place for place, run in enumerate(found[:until]) if run[0].seat == seat], default=-1) + 1
    if others and others[-1] < start:
        start = others[-1]
    return _told(asking, [run for run in found[start:] if run[0].seat != seat]) or (say.NOTHING_NEW,)


def _log(asking: Asking, rest: str) -> tuple[str, ...]:
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else _LAST
    return _told(asking, runs(asking.log))[-max(1, min(number, _MOST_RUNS)) :] or (say.NO_MOVES_YET,)


def _clock(asking: Asking) -> tuple[str, ...]:
    times = asking.times
    if times is None:
        raise BadSetup(say.NO_CLOCK)
    return (say.last_move(say.duration(times.now - times.moved)), say.table_opened(say.duration(times.now - times.opened)))


# --- what lies on the table ---


def _sections(asking: Asking) -> tuple[Section, ...]:
    return sections_of(asking.scene.view, names_of(asking.scene.players))


def _board(asking: Asking, rest: str) -> tuple[str, ...]:
    found = _sections(asking)
    if rest:
        short = tidy(rest)
        chosen = [section for section in found if section.name == short] or [
            section for section in found if section.name.startswith(short) or short in section.title.lower()
        ]
        if not chosen:
            raise BadSetup(say.no_part(short, list(dict.fromkeys([section.name for section in found]))))
        found = tuple(chosen)
    return _lines(found)


def _lines(found: Sequence[Section]) -> tuple[str, ...]:
    return tuple([line for section in found for line in (f"{section.title}:", *section.spoken())])


def _hand(asking: Asking) -> tuple[str, ...]:
    if asking.scene.view.seat is None:
        return (say.LOOKING_ON,)
    return _lines([section for section in _sections(asking) if section.own])


def _plan(asking: Asking, rest: str) -> tuple[str, ...]:
    return plans_of(asking.scene.view, tidy(rest))


def _find(asking: Asking, rest: str) -> tuple[str, ...]:
    words = tidy(rest.replace("-", " ")).split()
    if not words:
        legal = asking.scene.view.legal
        raise BadSetup(say.WHAT_TO_FIND.format(example=legal[0].split()[-1] if legal else "THING"))
    found = [
        say.heading(section.title, line)
        for section in _sections(asking)
        for line in section.spoken()
        if all(_has(line.lower().replace("-", " "), word) for word in words)
    ]
    if not found:
        return (say.not_found(tidy(rest)),)
    return tuple(found) if len(found) <= _FOUND else (*found[:_FOUND], say.more_found(len(found) - _FOUND))


def _has(line: str, word: str) -> bool:
    """Whether a word of a line begins so: `tank` is found in `tanks`, `k1` not in `ok1`."""
    place = line.find(word)
    while place >= 0:
        if place == 0 or not line[place - 1].isalnum():
            after = line[place + len(word) : place + len(word) + 1]
            if not (word[-1].isdigit() and after.isdigit()):  # k1 is not k16
                return True
        place = line.find(word, place + 1)
    return False


def _position(asking: Asking) -> tuple[str, ...]:
    # A position is the whole truth: where something is hidden, a player may not see it.
    if title_named(asking.scene.view.edition.game).game.secrets and asking.scene.view.outcome is None:
        raise BadSetup(say.HIDDEN_POSITION)
    return (asking.state.text(),)


# --- who plays, and who leads ---


def _score(asking: Asking) -> tuple[str, ...]:
    view, names = asking.scene.view, names_of(asking.scene.players)
    unit = unit_of(view.edition.game)
    scores = list(asking.board.scores(view))
    if view.outcome is not None:
        first = say.won(winner_words(view.outcome, names, unit))
    else:
        best = max(scores)
        first = say.leads([names[seat] for seat, score in enumerate(scores) if score == best], _amount(best, unit))
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    return (first, *[say.has(names[seat], _amount(scores[seat], unit)) for seat in order])


def _amount(score: int, unit: tuple[str, str]) -> str:
    return f"{score} {points(score, unit)}"


def _players(asking: Asking) -> tuple[str, ...]:
    scene = asking.scene
    names = names_of(scene.players)
    lines = []
    for player in scene.players:
        tags = [YOU] if player.seat in scene.own_seats else []
        if player.bot is not None and not player.person:
            tags.append(BOT)
        elif player.bot is not None:
            tags.append(bot_plays(bot_title(player.bot)))
        elif player.program:
            tags.append(BOT)
        else:
            tags.append(HERE if player.here else AWAY)
        lines.append(say.sits(player.seat + 1, names[player.seat], tags))
    actor = scene.view.to_act
    if actor is None:
        return (*lines, say.OVER)
    if actor == CHANCE:
        return (*lines, say.DRAWING)
    return (*lines, say.turn_of(names[actor], you=actor == scene.view.seat))


_ANSWERS: Final[dict[str, Callable[[Asking], tuple[str, ...]]]] = {
    "prompt": _prompt,
    "news": _news,
    "hand": _hand,
    "score": _score,
    "players": _players,
    "clock": _clock,
    "position": _position,
}
_ABOUT: Final[dict[str, Callable[[Asking, str], tuple[str, ...]]]] = {  # those that say more about what follows them
    "moves": _moves,
    "board": _board,
    "find": _find,
    "log": _log,
    "plan": _plan,
    "why": _why,
    "rule": _rule,
}
