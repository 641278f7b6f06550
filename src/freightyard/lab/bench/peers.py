"""The peers that are installed, each optional, driven as our own games are: ask for the legal moves, choose one, play it.

Each is driven by its quickest public way, without pictures of the state for learners; the choice is ours, the same small
generator for all.
"""

import io
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from time import process_time as clock
from typing import Any, Final

from freightyard.core.chance import Dice
from freightyard.lab.bench.entries import Entry, Timed, Work, timed, timed_clones

OPENSPIEL: Final = "OpenSpiel"
CATANATRON: Final = "catanatron"
RLCARD: Final = "RLCard"
CHESS: Final = "python-chess"
PETTINGZOO: Final = "PettingZoo"

# What to import, and what to install.
PACKAGES: Final = {
    OPENSPIEL: ("pyspiel", "open_spiel"),
    CATANATRON: ("catanatron", "catanatron"),
    RLCARD: ("rlcard", "rlcard"),
    CHESS: ("chess", "chess"),
    PETTINGZOO: ("pettingzoo.classic", "pettingzoo"),
}
# What a peer's games need besides, and what its package alone does not bring.
_BESIDES: Final = {PETTINGZOO: ("pygame", "rlcard")}
# Card games for several players with chance, as ours are. Not gin_rummy from a fresh state nor bridge with its solver: both
# spend milliseconds on setting up, and would flatter whatever stands beside them.
OPENSPIEL_GAMES: Final = ("hearts", "euchre", "crazy_eights", "cribbage", "spades")
RLCARD_GAMES: Final = ("uno", "leduc-holdem", "limit-holdem")
PETTINGZOO_GAMES: Final = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4")
CATANATRON_TURNS: Final = 1000  # the limit that its own simulator has


def is_there(peer: str) -> bool:
    """Whether a peer is installed."""
    module = PACKAGES[peer][0]
    besides = all(find_spec(name) is not None for name in _BESIDES.get(peer, ()))
    return besides and find_spec(module.partition(".")[0]) is not None and find_spec(module) is not None


def installed() -> dict[str, str]:
    """The peers that are there, with their versions."""
    return {peer: version(package) for peer, (_, package) in PACKAGES.items() if is_there(peer)}


def missing() -> list[str]:
    """The peers that are not installed."""
    return [peer for peer in PACKAGES if not is_there(peer)]


def _module(name: str) -> Any:
    """A module without types of its own; what it warns about while it is imported is none of our business."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module(name)


# --- random playouts driven from Python ---


def driven() -> Iterator[Entry]:
    """Whole random games."""
    if is_there(OPENSPIEL):
        for name in OPENSPIEL_GAMES:
            yield Entry(f"{OPENSPIEL} {name}", OPENSPIEL, timed(_openspiel(name)))
    if is_there(CATANATRON):
        yield Entry(CATANATRON, CATANATRON, timed(_catanatron))
    if is_there(RLCARD):
        for name in RLCARD_GAMES:
            yield Entry(f"{RLCARD} {name}", RLCARD, timed(_rlcard(name)))
    if is_there(CHESS):
        yield Entry(CHESS, CHESS, timed(_chess))
    if is_there(PETTINGZOO):
        for name in PETTINGZOO_GAMES:
            yield Entry(f"{PETTINGZOO} {name}", PETTINGZOO, timed(_pettingzoo(name)))


def _openspiel(name: str) -> Work:
    game = _module("pyspiel").load_game(name)

    def playout(dice: Dice) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                # Everything is dealt with equal chances in these games, so there is no need to add up probabilities.
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[dice.below(len(outcomes))][0])
            else:
                moves = state.legal_actions()
                state.apply_action(moves[dice.below(len(moves))])
                decisions += 1
        return decisions

    return playout


def _catanatron(dice: Dice) -> int:
    game = _catan_game(dice)
    decisions = 0
    while game.winning_color() is None and game.state.num_turns < CATANATRON_TURNS:
        moves = game.state.playable_actions
        game.execute(moves[dice.below(len(moves))])
        decisions += 1
    return decisions


def _catan_game(dice: Dice) -> Any:
    catanatron = _module("catanatron")
    players = [catanatron.RandomPlayer(colour) for colour in list(catanatron.Color)[:4]]
    return catanatron.Game(players, seed=dice.below(1 << 30))


def _rlcard(name: str) -> Work:
    # The game itself, without the environment that encodes each state for a learner.
    game = _module("rlcard").make(name, config={"seed": 1}).game

    def playout(dice: Dice) -> int:
        game.init_game()
        decisions = 0
        while not game.is_over():
            moves = game.get_legal_actions()
            game.step(moves[dice.below(len(moves))])
            decisions += 1
        return decisions

    return playout


def _chess(dice: Dice) -> int:
    board = _module("chess").Board()
    decisions = 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[dice.below(len(moves))])
        decisions += 1
    return decisions


def _pettingzoo(name: str) -> Work:
    environment = _module(f"pettingzoo.classic.{name}").env().unwrapped  # without the wrappers that check every call

    def playout(dice: Dice) -> int:
        environment.reset(seed=dice.below(1 << 30))
        decisions = 0
        for _ in environment.agent_iter():
            observation, _, ended, cut_off, _ = environment.last()
            if ended or cut_off:
                environment.step(None)
                continue
            moves = observation["action_mask"].nonzero()[0]
            environment.step(int(moves[dice.below(len(moves))]))
            decisions += 1
        return decisions

    return playout


# --- random playouts inside a library ---


def inside() -> Iterator[Entry]:
    """OpenSpiel's own loop in C++, with its random bots: whole games, and games whose cards are dealt before the clock runs."""
    if is_there(OPENSPIEL):
        for name in ("hearts", "cribbage"):
            yield Entry(f"{OPENSPIEL} {name}", f"{OPENSPIEL} whole", _timed_bots(name, dealt=False))
            yield Entry(f"{OPENSPIEL} {name}, dealt before", f"{OPENSPIEL} dealt", _timed_bots(name, dealt=True))


def _timed_bots(name: str, *, dealt: bool) -> Timed:
    pyspiel = _module("pyspiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def run(dice: Dice, seconds: float) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        while spent < seconds:
            begin = clock()
            state = game.new_initial_state()
            if dealt:
                _deal(state, dice)
                begin = clock()
            pyspiel.evaluate_bots(state, bots, dice.below(1 << 30))
            spent += clock() - begin
            decisions += sum(step.player >= 0 for step in state.full_history())  # the clock stands still
        return decisions, spent

    return run


def _deal(state: Any, dice: Dice) -> None:
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[dice.below(len(outcomes))][0])


# --- copies ---


def sampled() -> Iterator[tuple[str, str, Callable[[], list[Callable[[], Any]]]]]:
    """Name, group, and what makes the ways to copy states from the course of a game."""
    if is_there(OPENSPIEL):
        for name in OPENSPIEL_GAMES:
            yield f"{OPENSPIEL} {name}", OPENSPIEL, partial(_openspiel_copies, name)
    if is_there(CATANATRON):
        yield CATANATRON, CATANATRON, _catanatron_copies
    if is_there(CHESS):
        yield CHESS, CHESS, _chess_copies


def clones() -> Iterator[Entry]:
    """The same for the clock."""
    for name, group, copies in sampled():
        yield Entry(name, group, timed_clones(copies()))


def _spread(states: list[Any]) -> list[Any]:
    return states[:: max(1, len(states) // 16)]


def _openspiel_copies(name: str) -> list[Callable[[], Any]]:
    dice = Dice(5)
    state = _module("pyspiel").load_game(name).new_initial_state()
    states = []
    while not state.is_terminal():
        states.append(state.clone())
        moves = state.legal_actions()
        state.apply_action(moves[dice.below(len(moves))])
    return [state.clone for state in _spread(states)]


def _catanatron_copies() -> list[Callable[[], Any]]:
    dice = Dice(5)
    game = _catan_game(dice)
    games = []
    while game.winning_color() is None and game.state.num_turns < CATANATRON_TURNS:
        games.append(game.copy())
        moves = game.state.playable_actions
        game.execute(moves[dice.below(len(moves))])
    return [game.copy for game in _spread(games)]


def _chess_copies() -> list[Callable[[], Any]]:
    dice = Dice(5)
    board = _module("chess").Board()
    boards = []
    while not board.is_game_over():
        boards.append(board.copy(stack=False))
        moves = list(board.legal_moves)
        board.push(moves[dice.below(len(moves))])
    # Its past moves are not part of a state of ours either.
    return [partial(board.copy, stack=False) for board in _spread(boards)]


# --- replays ---


def replays() -> Iterator[Entry]:
    """Written games: OpenSpiel's serialised states, and games of chess in PGN."""
    if is_there(OPENSPIEL):
        for name in OPENSPIEL_GAMES:
            yield Entry(f"{OPENSPIEL} {name}", OPENSPIEL, timed(_openspiel_replay(name)))
    if is_there(CHESS):
        yield Entry(CHESS, CHESS, timed(_chess_replay()))


def _openspiel_replay(name: str) -> Work:
    game = _module("pyspiel").load_game(name)
    dice = Dice(5)
    state = game.new_initial_state()
    while not state.is_terminal():
        moves = state.legal_actions()
        state.apply_action(moves[dice.below(len(moves))])
    text, moves_made = state.serialize(), len(state.history())

    def replay(dice: Dice) -> int:  # there is one game
        game.deserialize_state(text)
        return moves_made

    return replay


def _chess_replay() -> Work:
    pgn = _module("chess.pgn")
    board = _module("chess").Board()
    dice = Dice(5)
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[dice.below(len(moves))])
    text, moves_made = str(pgn.Game.from_board(board)), len(board.move_stack)

    def replay(dice: Dice) -> int:
        game = pgn.read_game(io.StringIO(text))
        game.end().board()
        return moves_made

    return replay


# --- search ---

HEARTS_DECISIONS_BEFORE: Final = 16  # three cards passed by each, and one trick: every seat has twelve cards
SIMULATIONS: Final = 500


def search() -> Iterator[Entry]:
    """OpenSpiel's search for games with hidden cards, on hearts. Every simulation plays to the end, so the decisions made in
    it are as many as the game still has."""
    if is_there(OPENSPIEL):
        yield Entry(f"{OPENSPIEL} ISMCTSBot, hearts", OPENSPIEL, _timed_ismcts(whole=False))


def simulations() -> Iterator[Entry]:
    """The same, but a simulation counts as one, however many decisions it has."""
    if is_there(OPENSPIEL):
        yield Entry(f"{OPENSPIEL} ISMCTSBot, hearts", OPENSPIEL, _timed_ismcts(whole=True))


def _timed_ismcts(*, whole: bool) -> Timed:
    pyspiel = _module("pyspiel")
    game = pyspiel.load_game("hearts")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 1.4, SIMULATIONS, -1, visits, False, True)

    def run(dice: Dice, seconds: float) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        while spent < seconds:
            state = _hearts_with_choice(game, dice)
            left = _decisions_left(state)
            begin = clock()
            bot.step(state)
            spent += clock() - begin
            decisions += SIMULATIONS if whole else SIMULATIONS * left
        return decisions, spent

    return run


def _hearts_with_choice(game: Any, dice: Dice) -> Any:
    """A position in the second trick or soon after, where more than one card may be played: else the bot need not think."""
    state = game.new_initial_state()
    decisions = 0
    while True:
        moves = state.legal_actions()
        if not state.is_chance_node():
            if decisions >= HEARTS_DECISIONS_BEFORE and len(moves) > 1:
                return state
            decisions += 1
        state.apply_action(moves[dice.below(len(moves))])


def _decisions_left(state: Any) -> int:
    twin = state.clone()
    decisions = 0
    while not twin.is_terminal():
        twin.apply_action(twin.legal_actions()[0])
        decisions += 1
    return decisions
