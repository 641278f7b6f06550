"""Cards that nobody could have stacked: the secret of a table, and what everybody who sits there added to it."""

from alembic import op
from sqlalchemy import Column, Double, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, SmallInteger, Text

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", Column("dealt", Text))
    op.add_column("tables", Column("secret", Text))
    op.add_column("tables", Column("sealed_at", Double))
    op.add_column("tables", Column("taken_over", Integer))
    op.add_column("tables", Column("card_seed", Text))
    op.create_table(
        "additions",
        Column("table_key", Text, nullable=False),
        Column("seat", SmallInteger, autoincrement=False, nullable=False),
        Column("person", Text),
        Column("seal", Text, nullable=False),
        Column("addition", Text),
        ForeignKeyConstraint(["table_key"], ["tables.key"], name=op.f("fk_additions_table_key_tables")),
        PrimaryKeyConstraint("table_key", "seat", name=op.f("pk_additions")),
    )
