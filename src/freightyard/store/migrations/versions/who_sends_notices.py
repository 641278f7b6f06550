"""Who has claimed a delivery: what a killed process was about to send is sent by another one at once."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("deliveries", Column("claimed_by", Text))
