"""Tokens for programs, the bots that play by them, and tables at which such bots are welcome."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, ForeignKeyConstraint, PrimaryKeyConstraint, Text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tables", Column("allows_bots", Boolean))
    op.create_table(
        "bot_accounts",
        Column("person", Text, nullable=False),
        Column("owner", Text, nullable=False),
        Column("folded", Text, nullable=False),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_bot_accounts_person_people"),
        PrimaryKeyConstraint("person", name="pk_bot_accounts"),
    )
    op.create_index("ix_bot_accounts_owner", "bot_accounts", ["owner"])
    op.create_index("ix_bot_accounts_folded", "bot_accounts", ["folded"], unique=True)
    op.create_table(
        "tokens",
        Column("key", Text, nullable=False),
        Column("hash", Text, nullable=False),
        Column("owner", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("scopes", Text, nullable=False),
        Column("made_at", Double, nullable=False),
        Column("used_at", Double),
        ForeignKeyConstraint(["owner"], ["people.key"], name="fk_tokens_owner_people"),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_tokens_person_people"),
        PrimaryKeyConstraint("key", name="pk_tokens"),
    )
    op.create_index("ix_tokens_hash", "tokens", ["hash"], unique=True)
    op.create_index("ix_tokens_owner", "tokens", ["owner"])
    op.create_index("ix_tokens_person", "tokens", ["person"])
