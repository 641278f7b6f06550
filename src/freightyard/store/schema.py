"""The tables of the database. Lists are JSON in a text; times are seconds; seats count from 0, as everywhere in Python.

`migrations/` leads every older database here; a test holds the two against each other.
"""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, SmallInteger, Table, Text, text

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
    Column("recovery", Text, index=True),  # the hash of the code that signs them in on a new device
)

# The hours at which a person's clocks run, since a moment: a change never reaches back.
PERSON_HOURS: Final = Table(
    "person_hours",
    METADATA,
    Column("person", ForeignKey("people.key"), primary_key=True),
    Column("since", Double, primary_key=True),
    Column("hours", Text, nullable=False),
)

HOLIDAYS: Final = Table(
    "holidays",
    METADATA,
    Column("person", ForeignKey("people.key"), primary_key=True),
    Column("start", Double, primary_key=True),
    Column("until", Double, nullable=False),
    Column("made_at", Double, nullable=False),
)

# Secrets and links are random and long, so a plain hash of them is enough: nobody can guess what was hashed.
SECRETS: Final = Table(
    "secrets",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("person", ForeignKey("people.key"), nullable=False, index=True),
    Column("recovery", Text),  # the person's code, to be read only with this secret itself
)

# The bots of people, which play by tokens. A name is one bot's alone on this server, capital letters or not.
BOT_ACCOUNTS: Final = Table(
    "bot_accounts",
    METADATA,
    Column("person", ForeignKey("people.key"), primary_key=True),
    Column("owner", Text, nullable=False, index=True),
    Column("folded", Text, nullable=False, index=True, unique=True),
)

# What lets programs ask in somebody's name: the hash of each, as of secrets.
TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("hash", Text, nullable=False, index=True, unique=True),
    Column("owner", ForeignKey("people.key"), nullable=False, index=True),
    Column("person", ForeignKey("people.key"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("used_at", Double),
)

PASSKEYS: Final = Table(
    "passkeys",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("person", ForeignKey("people.key"), nullable=False, index=True),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("made_at", Double, nullable=False),
)

# What a passkey must sign, once: to be added to a person, or, if it is nobody's, to sign in.
CHALLENGES: Final = Table(
    "challenges",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("person", ForeignKey("people.key"), index=True),
    Column("until", Double, nullable=False, index=True),
)

LINKS: Final = Table(
    "links",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("person", ForeignKey("people.key"), nullable=False),
    Column("until", Double, nullable=False, index=True),
    Column("recovery", Text),  # the person's code, to be read only with the link itself
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
    Column("origin", Text, index=True),  # the key of that game, to list what plays on from it
    Column("futures", Text),  # the moves of chance that came there, if they come here again
    Column("pace", Text),  # how much time a turn has; none: as much as anybody wants
    Column("clock", Text),  # the clock as it stood at `moved_at`
    Column("due_at", Double, index=True),  # when the time of the seat to act is over
    Column("level", Text),  # for whom it is meant
    Column("substitutes", Boolean),  # whether strangers may take the seat of somebody who left
    Column("allows_bots", Boolean),  # whether bot accounts may sit down uninvited
    Column("dealt", Text),  # how its cards are drawn, one of core.proof.WAYS; none: before there were proofs
    Column("secret", Text),  # which nobody knows before the game is over; a commitment to it is shown to everybody
    Column("sealed_at", Double),  # since when nobody can seal anything any more: the game begins when all have sent it
    Column("taken_over", Integer),  # how many of its first moves are those of another game
    Column("card_seed", Text),  # made of the secret and of what was added, when the game began
    Column("tell_at", Double),  # when to tell whose turn it is, or that the game is over; none once that is told or over
    Index(None, "public", "phase", "moved_at"),  # the lobby
    Index(None, "phase", "moved_at"),  # tables that wait for a bot
    Index(None, "tell_at", sqlite_where=text("tell_at IS NOT NULL"), postgresql_where=text("tell_at IS NOT NULL")),
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

# What people and bots add to the cards of a table: see `core/proof.py`.
ADDITIONS: Final = Table(
    "additions",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", Text),  # none: a bot
    Column("seal", Text, nullable=False),
    Column("addition", Text),  # none: not sent yet, or never
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
    Column("at", Double),
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
    Column("audience", Text),  # none: everybody at the table; else spectators, or a note of the table itself
    Column("person", Text),  # who said it, for the host who mutes them: for nobody's eyes
)

# What changed a clock beside the moves: the pace, a pause, who plays for whom.
CLOCK_EVENTS: Final = Table(
    "clock_events",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", SmallInteger),
    Column("data", Text, nullable=False),
)

# What those who sit at a table are asked: another pace, to replace somebody, to end the game.
PROPOSALS: Final = Table(
    "proposals",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", SmallInteger),
    Column("data", Text, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("answers", Text, nullable=False),
    Column("result", Text),  # none while it is open
)

# Secret: an order is for nobody's eyes but its person's.
ORDERS: Final = Table(
    "orders",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("ply", Integer, nullable=False),  # up to which they were looked at while the seat was to act
    Column("at", Double, nullable=False),
)

# One-use links to a seat: an invitation, or its own person's way back.
SEAT_LINKS: Final = Table(
    "seat_links",
    METADATA,
    Column("hash", Text, primary_key=True),
    Column("table_key", ForeignKey("tables.key"), nullable=False, index=True),
    Column("seat", SmallInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("until", Double, nullable=False),
    Column("person", Text),  # whose seat it was when the link was made
    Column("made_by", Text),
    Column("used_at", Double),
    Column("used_by", Text),
)

MUTES: Final = Table(
    "mutes",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("person", Text, primary_key=True),
)

# How far somebody has read the chat of a table.
READS: Final = Table(
    "reads",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("line", Integer, nullable=False),
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

REVIEWS: Final = Table(
    "reviews",
    METADATA,
    Column("record", ForeignKey("records.key"), primary_key=True),
    Column("made_at", Double, nullable=False),
    Column("data", Text, nullable=False),
)

# --- notices: see docs/inside/notices.md ---

# Where people want to be told. Tokens are in addresses that are sent there.
CHANNELS: Final = Table(
    "channels",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("person", ForeignKey("people.key"), index=True),
    Column("table_key", ForeignKey("tables.key"), index=True),
    Column("name", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("token", Text, nullable=False, index=True),
    Column("confirm", Text, nullable=False, index=True),
    Column("made_at", Double, nullable=False),
    Column("confirmed_at", Double),
    Column("off_at", Double),
    Column("failure", Text, nullable=False),
    Column("failed_at", Double),
    Column("told_at", Double),
)

NOTICE_SETTINGS: Final = Table(
    "notice_settings",
    METADATA,
    Column("person", ForeignKey("people.key"), primary_key=True),
    Column("data", Text, nullable=False),
)

# What somebody wants to be told of one table, where that is another than of all.
NOTICE_TABLES: Final = Table(
    "notice_tables",
    METADATA,
    Column("table_key", ForeignKey("tables.key"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("choice", Text, nullable=False),
)

# What a person is to be told, beside the hand-overs: those are `tables.tell_at`.
OUTBOX: Final = Table(
    "outbox",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("table_key", Text, nullable=False, index=True),
    Column("person", Text, nullable=False, index=True),
    Column("number", Integer, nullable=False),  # the ply, or the line of the chat
    Column("at", Double, nullable=False),
    Column("due_at", Double, nullable=False, index=True),
    Column("gathered", Boolean),  # it waits for the next digest
)

# What is sent to a channel, and what came of it.
DELIVERIES: Final = Table(
    "deliveries",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("table_key", Text, nullable=False),
    Column("person", Text, nullable=False),  # who is to act, or whom it is for
    Column("channel", Text, nullable=False, index=True),
    Column("lane", Text, nullable=False),  # the host that it goes to: one that hangs delays nobody else
    Column("topic", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("lines", Text, nullable=False),  # of a digest
    Column("at", Double, nullable=False),
    Column("due_at", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("claimed_until", Double, nullable=False),
    Column("claimed_by", Text),  # the process that sends it: see `living.py`
    Column("state", Text),  # none while it is to be sent
    Column("reason", Text, nullable=False),
    Column("done_at", Double, index=True),
    Index(None, "due_at", sqlite_where=text("state IS NULL"), postgresql_where=text("state IS NULL")),
    Index(None, "table_key", "person"),
)

# When somebody last had the page of a table before their eyes.
PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("table_key", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("at", Double, nullable=False),
)

# What the server itself remembers: the keys of its pushes, whether notices are paused.
HOST_VALUES: Final = Table(
    "host_values",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

RECORD_COLUMNS: Final = tuple(column.name for column in RECORDS.columns)  # in the order of `record_rows.row_of`
