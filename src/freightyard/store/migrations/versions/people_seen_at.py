"""When people were last here, so that those can be forgotten who never came back."""

import time

from alembic import op
from sqlalchemy import Column, Double, text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("people", Column("seen_at", Double, nullable=False, server_default=text("0")))
    # Nobody knows when those were here who are known by now: their time begins today.
    op.get_bind().execute(text("UPDATE people SET seen_at = :now"), {"now": time.time()})
