"""What rooms work with, and why they refuse."""

import msgspec

from freightyard.server.log import Log
from freightyard.server.settings import Settings
from freightyard.server.workers import Workers
from freightyard.store.contract import Store
from freightyard.table.errors import StalePly, TableError


class Means(msgspec.Struct, frozen=True):
    """What rooms work with."""

    store: Store
    workers: Workers
    settings: Settings
    log: Log


class NotHere(TableError):
    """What was asked for is not for this person, or not now."""


class Overtaken(StalePly):
    """Another process has kept something at this ply first."""
