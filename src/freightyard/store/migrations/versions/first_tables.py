"""The first schema."""

from alembic import op
from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    SmallInteger,
    Text,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    _people()
    _tables()
    _what_happens_at_tables()
    _records()


def _people() -> None:
    op.create_table(
        "people",
        Column("key", Text, nullable=False),
        Column("name", Text, nullable=False),
        PrimaryKeyConstraint("key", name="pk_people"),
    )
    op.create_table(
        "secrets",
        Column("hash", Text, nullable=False),
        Column("person", Text, nullable=False),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_secrets_person_people"),
        PrimaryKeyConstraint("hash", name="pk_secrets"),
    )
    op.create_index("ix_secrets_person", "secrets", ["person"])
    op.create_table(
        "links",
        Column("hash", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("until", Double, nullable=False),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_links_person_people"),
        PrimaryKeyConstraint("hash", name="pk_links"),
    )
    op.create_index("ix_links_until", "links", ["until"])


def _tables() -> None:
    op.create_table(
        "editions",
        Column("digest", Text, nullable=False),
        Column("raw", Text, nullable=False),
        PrimaryKeyConstraint("digest", name="pk_editions"),
    )
    op.create_table(
        "tables",
        Column("key", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("edition", Text, nullable=False),
        Column("digest", Text, nullable=False),
        Column("options", Text, nullable=False),
        Column("seed", Text, nullable=False),
        Column("public", Boolean, nullable=False),
        Column("made_by", Text),
        Column("made_at", Double, nullable=False),
        Column("earlier", Text),
        Column("phase", Text, nullable=False),
        Column("ply", Integer, nullable=False),
        Column("to_act", SmallInteger),
        Column("moved_at", Double, nullable=False),
        Column("scores", Text, nullable=False),
        Column("winners", Text, nullable=False),
        ForeignKeyConstraint(["digest"], ["editions.digest"], name="fk_tables_digest_editions"),
        PrimaryKeyConstraint("key", name="pk_tables"),
    )
    op.create_index("ix_tables_made_by", "tables", ["made_by"])
    op.create_index("ix_tables_phase_moved_at", "tables", ["phase", "moved_at"])
    op.create_index("ix_tables_public_phase_moved_at", "tables", ["public", "phase", "moved_at"])
    op.create_table(
        "chairs",
        Column("table_key", Text, nullable=False),
        Column("seat", SmallInteger, autoincrement=False, nullable=False),
        Column("person", Text),
        Column("bot", Text),
        Column("called", Text),
        ForeignKeyConstraint(["table_key"], ["tables.key"], name="fk_chairs_table_key_tables"),
        PrimaryKeyConstraint("table_key", "seat", name="pk_chairs"),
    )
    op.create_index("ix_chairs_person", "chairs", ["person"])


def _what_happens_at_tables() -> None:
    op.create_table(
        "events",
        Column("table_key", Text, nullable=False),
        Column("ply", Integer, autoincrement=False, nullable=False),
        Column("seat", SmallInteger, nullable=False),
        Column("text", Text, nullable=False),
        Column("seen", Text, nullable=False),
        ForeignKeyConstraint(["table_key"], ["tables.key"], name="fk_events_table_key_tables"),
        PrimaryKeyConstraint("table_key", "ply", name="pk_events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "marks",
        Column("table_key", Text, nullable=False),
        Column("ply", Integer, autoincrement=False, nullable=False),
        Column("kind", Text, nullable=False),
        Column("text", Text, nullable=False),
        ForeignKeyConstraint(["table_key"], ["tables.key"], name="fk_marks_table_key_tables"),
        PrimaryKeyConstraint("table_key", "ply", "kind", name="pk_marks"),
    )
    op.create_table(
        "chat",
        Column("table_key", Text, nullable=False),
        Column("number", Integer, autoincrement=False, nullable=False),
        Column("seat", SmallInteger),
        Column("name", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("at", Double, nullable=False),
        ForeignKeyConstraint(["table_key"], ["tables.key"], name="fk_chat_table_key_tables"),
        PrimaryKeyConstraint("table_key", "number", name="pk_chat"),
    )


def _records() -> None:
    op.create_table(
        "records",
        Column("key", Text, nullable=False),
        Column("digest", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("edition", Text, nullable=False),
        Column("players", Text, nullable=False),
        Column("scores", Text, nullable=False),
        Column("winners", Text, nullable=False),
        Column("at", Double, nullable=False),
        Column("text", Text, nullable=False),
        PrimaryKeyConstraint("key", name="pk_records"),
    )
    op.create_index("ix_records_digest", "records", ["digest"])
    op.create_index("ix_records_at_key", "records", ["at", "key"])
