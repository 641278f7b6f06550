"""Seats that are held for somebody who was invited, and why tables are gone that were closed."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, PrimaryKeyConstraint, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("chairs", Column("held", Boolean))
    op.create_table(
        "closed_tables",
        Column("key", Text, nullable=False),
        Column("why", Text, nullable=False),
        Column("at", Double, nullable=False),
        PrimaryKeyConstraint("key", name="pk_closed_tables"),
    )
    op.create_index("ix_closed_tables_at", "closed_tables", ["at"])
