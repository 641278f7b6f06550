"""The schema of every database is that of the program."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from freightyard.store import StoreError, open_store
from freightyard.store.address import read_address
from freightyard.store.database import Database
from freightyard.store.migrate import migrate, scripts
from freightyard.store.schema import METADATA

pytestmark = pytest.mark.anyio


async def test_the_migrations_and_the_table_definitions_agree(database: str) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, METADATA))

    def keys(connection: Connection) -> dict[str, tuple[object, ...]]:
        """What Alembic does not compare: primary and foreign keys, and their names."""
        seen = inspect(connection)
        return {
            table.name: (
                seen.get_pk_constraint(table.name)["constrained_columns"],
                sorted(str(key["name"]) for key in seen.get_foreign_keys(table.name)),
            )
            for table in METADATA.sorted_tables
        }

    raw = Database(read_address(database))
    async with raw.writing() as connection:
        await connection.run_sync(migrate)
        assert await connection.run_sync(differences) == []
        migrated = await connection.run_sync(keys)
        await connection.run_sync(METADATA.drop_all)
        await connection.run_sync(METADATA.create_all)
        assert await connection.run_sync(keys) == migrated
    await raw.close()


async def test_a_database_is_brought_up_to_date_once_and_keeps_what_it_holds(database: str) -> None:
    store = await open_store(database)
    ada, secret = await store.people.new("Ada")
    await store.close()
    store = await open_store(database)
    assert await store.people.by_secret(secret) == ada
    await store.close()


async def test_a_migration_that_fails_leaves_nothing(database: str) -> None:
    raw = Database(read_address(database))
    async with raw.writing() as connection:
        await connection.execute(text("CREATE TABLE records (something INTEGER)"))  # the last one that the migration makes
    with pytest.raises(StoreError, match="records"):
        await open_store(database)
    async with raw.reading() as connection:
        assert await connection.run_sync(lambda sync: inspect(sync).get_table_names()) == ["records"]
    await raw.close()


async def test_a_newer_database_is_refused(database: str) -> None:
    await (await open_store(database)).close()
    raw = Database(read_address(database))
    async with raw.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await raw.close()
    with pytest.raises(StoreError, match=r"^the database was made by a newer freightyard \(its schema is 9999\)"):
        await open_store(database)


def test_the_changes_are_one_row_without_branches() -> None:
    changes = scripts()
    assert len(changes.get_heads()) == 1
    assert [script.revision for script in changes.walk_revisions()][-1] == "0001"
