"""How fast the hard bot thinks: playouts of its search, and the turns (nodes) in them, with all that it does around them."""

from typing import Final

from freightyard.bots import bot_names, make_bot
from freightyard.core.chance import Dice, Stream
from freightyard.core.contract import CHANCE, Edition, Game
from freightyard.lab.bench.entries import OURS, BenchEntry, Work, samples, timed, usual_games

PLAYOUTS: Final = 60  # of a turn


def playouts(only: str) -> list[BenchEntry]:
    """Playouts of the hard bot."""
    return [
        BenchEntry(f"{title}, hard bot", OURS, timed(_thinking(game, edition, seats, nodes=False)))
        for title, game, edition, seats in usual_games(only)
        if "hard" in bot_names(game)
    ]


def nodes(only: str) -> list[BenchEntry]:
    """Turns that are played in the playouts of the hard bot, the plans that race included."""
    return [
        BenchEntry(f"{title}, hard bot", OURS, timed(_thinking(game, edition, seats, nodes=True)))
        for title, game, edition, seats in usual_games(only)
        if "hard" in bot_names(game)
    ]


def _thinking(game: Game, edition: Edition, seats: int, *, nodes: bool) -> Work:
    """Let a new bot think about one of some views."""
    views = []
    for state in samples(game, edition, seats):
        actor = state.to_act()
        if actor is not None and actor != CHANCE and len(state.legal()) > 1:
            views.append(state.view(actor))

    def think(dice: Dice) -> int:
        # Where only one plan makes sense the bot does not search; then it is asked about another view.
        for _ in range(50):
            bot = make_bot(f"hard:{PLAYOUTS}it", game, Stream(f"{dice.below(1 << 30)}"))
            bot.decide(views[dice.below(len(views))])
            thought = bot.thought
            if thought is not None and thought.playouts:
                return int(thought.nodes if nodes else thought.playouts)
        return 0

    return think
