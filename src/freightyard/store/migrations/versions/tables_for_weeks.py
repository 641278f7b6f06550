"""Tables that live for weeks: pace and clock, orders, proposals, ways back to a seat, and more to say about a chat."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    SmallInteger,
    Text,
)

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    _add_columns()
    _add_time()
    _add_table_business()
    _add_identity()


def _add_columns() -> None:
    added = {
        "people": [Column("recovery", Text)],
        "secrets": [Column("recovery", Text)],
        "links": [Column("recovery", Text)],
        "tables": [
            Column("pace", Text),
            Column("clock", Text),
            Column("due_at", Double),
            Column("level", Text),
            Column("substitutes", Boolean),
        ],
        "events": [Column("at", Double)],
        "chat": [Column("audience", Text)],
    }
    for table, columns in added.items():
        for column in columns:
            op.add_column(table, column)
    op.create_index("ix_tables_due_at", "tables", ["due_at"])
    op.create_index("ix_people_recovery", "people", ["recovery"])


def _add_time() -> None:
    op.create_table(
        "person_hours",
        Column("person", Text, nullable=False),
        Column("since", Double, nullable=False),
        Column("hours", Text, nullable=False),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_person_hours_person_people"),
        PrimaryKeyConstraint("person", "since", name="pk_person_hours"),
    )
    op.create_table(
        "holidays",
        Column("person", Text, nullable=False),
        Column("start", Double, nullable=False),
        Column("until", Double, nullable=False),
        Column("made_at", Double, nullable=False),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_holidays_person_people"),
        PrimaryKeyConstraint("person", "start", name="pk_holidays"),
    )
    op.create_table(
        "clock_events",
        Column("table_key", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("ply", Integer, nullable=False),
        Column("at", Double, nullable=False),
        Column("kind", Text, nullable=False),
        Column("seat", SmallInteger),
        Column("data", Text, nullable=False),
        *_of_a_table("clock_events", "number"),
    )


def _add_table_business() -> None:
    op.create_table(
        "proposals",
        Column("table_key", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("kind", Text, nullable=False),
        Column("seat", SmallInteger),
        Column("data", Text, nullable=False),
        Column("made_by", Text, nullable=False),
        Column("at", Double, nullable=False),
        Column("answers", Text, nullable=False),
        Column("result", Text),
        *_of_a_table("proposals", "number"),
    )
    op.create_table(
        "orders",
        Column("table_key", Text, nullable=False),
        Column("seat", SmallInteger, nullable=False),
        Column("person", Text, nullable=False),
        Column("data", Text, nullable=False),
        Column("ply", Integer, nullable=False),
        Column("at", Double, nullable=False),
        *_of_a_table("orders", "seat"),
    )
    op.create_table(
        "mutes",
        Column("table_key", Text, nullable=False),
        Column("person", Text, nullable=False),
        *_of_a_table("mutes", "person"),
    )
    op.create_table(
        "reads",
        Column("table_key", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("line", Integer, nullable=False),
        *_of_a_table("reads", "person"),
    )


def _add_identity() -> None:
    op.create_table(
        "seat_links",
        Column("hash", Text, nullable=False),
        Column("table_key", Text, nullable=False),
        Column("seat", SmallInteger, nullable=False),
        Column("kind", Text, nullable=False),
        Column("until", Double, nullable=False),
        Column("person", Text),
        Column("made_by", Text),
        Column("used_at", Double),
        Column("used_by", Text),
        ForeignKeyConstraint(["table_key"], ["tables.key"], name="fk_seat_links_table_key_tables"),
        PrimaryKeyConstraint("hash", name="pk_seat_links"),
    )
    op.create_index("ix_seat_links_table_key", "seat_links", ["table_key"])
    op.create_table(
        "passkeys",
        Column("key", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("public_key", Text, nullable=False),
        Column("sign_count", BigInteger, nullable=False),
        Column("name", Text, nullable=False),
        Column("made_at", Double, nullable=False),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_passkeys_person_people"),
        PrimaryKeyConstraint("key", name="pk_passkeys"),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        Column("hash", Text, nullable=False),
        Column("person", Text),
        Column("until", Double, nullable=False),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_challenges_person_people"),
        PrimaryKeyConstraint("hash", name="pk_challenges"),
    )
    op.create_index("ix_challenges_person", "challenges", ["person"])
    op.create_index("ix_challenges_until", "challenges", ["until"])


def _of_a_table(name: str, second: str) -> tuple[ForeignKeyConstraint, PrimaryKeyConstraint]:
    """What all have in common that belongs to a table."""
    return (
        ForeignKeyConstraint(["table_key"], ["tables.key"], name=f"fk_{name}_table_key_tables"),
        PrimaryKeyConstraint("table_key", second, name=f"pk_{name}"),
    )
