"""Which peers there are to measure beside, each optional, and which of them are installed."""

import warnings
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, Final

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


def peer_module(name: str) -> Any:
    """A module without types of its own; what it warns about while it is imported is none of our business."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module(name)


def catan_game(seed: int) -> Any:
    """A new game of catanatron's."""
    catanatron = peer_module("catanatron")
    players = [catanatron.RandomPlayer(colour) for colour in list(catanatron.Color)[:4]]
    return catanatron.Game(players, seed=seed)
