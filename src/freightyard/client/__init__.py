"""A client of a Freightyard server for bots and other programs: `pip install 'freightyard[client]'`.

`Client` asks a server by a token; `BotRunner` lets a bot play at all tables to which it is invited. The command is
`freightyard bot run mybot:MyBot --server URL`.
"""

from freightyard.client.http import Client, ServerError, TokenRefused
from freightyard.client.runner import BotRunner

__all__ = ["BotRunner", "Client", "ServerError", "TokenRefused"]
