"""Tables that play on from a game can be listed there, and can have the cards and dice that came there."""

import re

from alembic import op
from sqlalchemy import Column, Text, column, select, table, update

revision = "0011"
down_revision = "0010"

_MOMENT = re.compile(r"/[tr]/([A-Za-z0-9_-]+)/at/\d+")


def upgrade() -> None:
    op.add_column("tables", Column("origin", Text))
    op.add_column("tables", Column("futures", Text))
    tables = table("tables", column("key", Text), column("branch", Text), column("origin", Text))
    connection = op.get_bind()
    for key, branch in connection.execute(select(tables.c.key, tables.c.branch).where(tables.c.branch.is_not(None))).all():
        found = _MOMENT.fullmatch(branch)
        if found:
            connection.execute(update(tables).where(tables.c.key == key).values(origin=found[1]))
    op.create_index("ix_tables_origin", "tables", ["origin"])
