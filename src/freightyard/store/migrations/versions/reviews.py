"""Reviews of finished games."""

from alembic import op
from sqlalchemy import Column, Double, ForeignKeyConstraint, PrimaryKeyConstraint, Text

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "reviews",
        Column("record", Text, nullable=False),
        Column("made_at", Double, nullable=False),
        Column("data", Text, nullable=False),
        ForeignKeyConstraint(["record"], ["records.key"], name="fk_reviews_record_records"),
        PrimaryKeyConstraint("record", name="pk_reviews"),
    )
