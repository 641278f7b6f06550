"""What rooms work with, and why they refuse."""

import msgspec

from freightyard.server.bots.pool import BotPool
from freightyard.server.log import Log
from freightyard.server.settings import Settings
from freightyard.store.contract import Store
from freightyard.table.errors import StalePly, TableError


class RoomServices(msgspec.Struct, frozen=True):
    """What rooms work with."""

    store: Store
    bot_pool: BotPool
    settings: Settings
    log: Log


class Forbidden(TableError):
    """What was asked for is not for this person, or not now."""


class LostRace(StalePly):
    """Another process has kept something at this ply first."""
