"""Who wrote a line of a chat: so a host can mute somebody who has no seat."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("chat", Column("person", Text))
