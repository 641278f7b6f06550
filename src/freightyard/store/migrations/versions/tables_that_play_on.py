"""Tables that play on from a moment of another game."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", Column("start", Text))
    op.add_column("tables", Column("branch", Text))
