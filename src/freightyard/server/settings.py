"""How a server was told to run."""

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server was told to run."""

    database: str | None = None  # a file or an address; None is the file in the user's data folder
    host: str = "127.0.0.1"
    port: int = 0
    secure: bool = False  # reached by https: cookies are sent on nothing else
    bot_processes: int = 1
    bot_seconds: float = 30.0  # a bot that thinks longer about one move is replaced for it
    pace: float = 0.7  # seconds between the moves of bots, so that people can follow; only where somebody watches
    rate: float = 20.0  # messages and requests a second that one client may send for long
    cards: str | None = None  # the word from which all cards follow; None is chance
    processes: int = 1
    relay: str | None = None  # the folder through which several processes reach each other
    level: str = "info"  # of the log lines
