"""Bring a database to the schema of this program."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from freightyard.store.errors import StoreError

_FOLDER: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 7_347_829  # names the lock under which one of several processes changes the schema; any number will do


def scripts() -> ScriptDirectory:
    """The changes that this program knows."""
    return ScriptDirectory(str(_FOLDER))


def revision_of(connection: Connection) -> str | None:
    """The last change that was made to a database; None before the first. A newer database than this program is refused."""
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is not None and revision not in {script.revision for script in scripts().walk_revisions()}:
        raise StoreError(
            f"the database was made by a newer freightyard (its schema is {revision}): install that version or a newer one"
        )
    return revision


def is_current(connection: Connection) -> bool:
    """Whether there is nothing to change."""
    return revision_of(connection) == scripts().get_current_head()


def migrate(connection: Connection) -> None:
    """Make all changes that are missing, within the connection's transaction: all or none."""
    if connection.dialect.name == "postgresql":
        # Several processes may start at once: the first one changes, the others wait and find it done.
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    if is_current(connection):
        return
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
