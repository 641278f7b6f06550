"""Notices: where people want to be told, of what and when, and what is still to be told."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Text, text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", Column("tell_at", Double))
    told = text("tell_at IS NOT NULL")
    op.create_index("ix_tables_tell_at", "tables", ["tell_at"], sqlite_where=told, postgresql_where=told)
    _add_choices()
    _add_outbox()
    op.create_table(
        "presence",
        Column("table_key", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("at", Double, nullable=False),
        PrimaryKeyConstraint("table_key", "person", name="pk_presence"),
    )
    op.create_table(
        "host_values",
        Column("key", Text, nullable=False),
        Column("value", Text, nullable=False),
        PrimaryKeyConstraint("key", name="pk_host_values"),
    )


def _add_choices() -> None:
    op.create_table(
        "channels",
        Column("key", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("person", Text),
        Column("table_key", Text),
        Column("name", Text, nullable=False),
        Column("address", Text, nullable=False),
        Column("kinds", Text, nullable=False),
        Column("token", Text, nullable=False),
        Column("confirm", Text, nullable=False),
        Column("made_at", Double, nullable=False),
        Column("confirmed_at", Double),
        Column("off_at", Double),
        Column("failure", Text, nullable=False),
        Column("failed_at", Double),
        Column("told_at", Double),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_channels_person_people"),
        ForeignKeyConstraint(["table_key"], ["tables.key"], name="fk_channels_table_key_tables"),
        PrimaryKeyConstraint("key", name="pk_channels"),
    )
    for column in ("person", "table_key", "token", "confirm"):
        op.create_index(f"ix_channels_{column}", "channels", [column])
    op.create_table(
        "notice_settings",
        Column("person", Text, nullable=False),
        Column("data", Text, nullable=False),
        ForeignKeyConstraint(["person"], ["people.key"], name="fk_notice_settings_person_people"),
        PrimaryKeyConstraint("person", name="pk_notice_settings"),
    )
    op.create_table(
        "notice_tables",
        Column("table_key", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("choice", Text, nullable=False),
        ForeignKeyConstraint(["table_key"], ["tables.key"], name="fk_notice_tables_table_key_tables"),
        PrimaryKeyConstraint("table_key", "person", name="pk_notice_tables"),
    )


def _add_outbox() -> None:
    op.create_table(
        "outbox",
        Column("key", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("table_key", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("at", Double, nullable=False),
        Column("due_at", Double, nullable=False),
        Column("gathered", Boolean),
        PrimaryKeyConstraint("key", name="pk_outbox"),
    )
    for column in ("table_key", "person", "due_at"):
        op.create_index(f"ix_outbox_{column}", "outbox", [column])
    op.create_table(
        "deliveries",
        Column("key", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("table_key", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("channel", Text, nullable=False),
        Column("lane", Text, nullable=False),
        Column("topic", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("lines", Text, nullable=False),
        Column("at", Double, nullable=False),
        Column("due_at", Double, nullable=False),
        Column("tries", Integer, nullable=False),
        Column("claimed_until", Double, nullable=False),
        Column("state", Text),
        Column("reason", Text, nullable=False),
        Column("done_at", Double),
        PrimaryKeyConstraint("key", name="pk_deliveries"),
    )
    waits = text("state IS NULL")
    op.create_index("ix_deliveries_due_at", "deliveries", ["due_at"], sqlite_where=waits, postgresql_where=waits)
    op.create_index("ix_deliveries_channel", "deliveries", ["channel"])
    op.create_index("ix_deliveries_done_at", "deliveries", ["done_at"])
    op.create_index("ix_deliveries_table_key_person", "deliveries", ["table_key", "person"])
