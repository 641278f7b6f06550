"""The tables of the database. Lists are JSON in a text; times are seconds; seats count from 0, as everywhere in Python.

`migrations/` leads every older database here; a test holds the two against each other.
"""

from typing import Final

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, SmallInteger, Table, Text, text

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("seen_at", Double, nullable=False, server_default=text("0")),  # to the day
)

# Secrets and links are random and long, so a plain hash of them is enough: nobody can guess what was hashed.
SECRETS: Final = Table(
    "secrets",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("person", ForeignKey("people.key"), nullable=False, index=True),
)

LINKS: Final = Table(
    "links",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("person", ForeignKey("people.key"), nullable=False),
    Column("until", Double, nullable=False, index=True),
)

# Thousands of tables share a few editions: each one's data are kept once, under their digest.
EDITIONS: Final = Table(
    "editions",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("raw", Text, nullable=False),
)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("digest", ForeignKey("editions.digest"), nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("made_by", Text, index=True),
    Column("made_at", Double, nullable=False),
    Column("earlier", Text),
    Column("phase", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("to_act", SmallInteger),
    Column("moved_at", Double, nullable=False),
    Column("scores", Text, nullable=False),
    Column("winners", Text, nullable=False),
    Column("start", Text),  # the position at which it began, if not at the beginning of the game
    Column("branch", Text),  # the moment of another game from which it plays on
    Index(None, "public", "phase", "moved_at"),  # the lobby
    Index(None, "phase", "moved_at"),  # tables that wait for a bot
)

CHAIRS: Final = Table(
    "chairs",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", Text, index=True),
    Column("bot", Text),
    Column("called", Text),
    Column("held", Boolean),  # for this person, who has not answered yet
)

# What is left of a table that was closed: whoever has its link is told so.
CLOSED_TABLES: Final = Table(
    "closed_tables",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("why", Text, nullable=False),
    Column("at", Double, nullable=False, index=True),
)

EVENTS: Final = Table(
    "events",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("seen", Text, nullable=False),
    sqlite_with_rowid=False,  # the rows of a table lie together, in order
)

MARKS: Final = Table(
    "marks",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("text", Text, nullable=False),
)

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)

RECORDS: Final = Table(
    "records",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False, index=True),  # of the text: the same game is not imported twice
    Column("game", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("winners", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("text", Text, nullable=False),
    Index(None, "at", "key"),  # the list of finished games
)
