"""What the server says to people: refusals, what is wrong with a form, and what stands on the pages of errors.

The pages themselves are templates (`page/templates/`); what stands at a table is in `page/sentences.py`. A refusal begins with a
small letter and has no full stop, as all errors do: whoever shows it makes a sentence of it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from freightyard.core.bot_names import bot_character, bot_offer
from freightyard.store.rows import ARCHIVED, BOTS_ONLY, BY_HOST, ENDED, LESSON_LEFT, NEVER_BEGAN
from freightyard.table.pace import PLAY_TURN, SAY, TAKE_SEAT, VOTE, AtZero, duration

# ---------- names ----------

NO_NAME: Final = "please enter a name"
WHO_ARE_YOU: Final = "choose a name first: take a seat, or open your own page"


def long_name(most: int, has: int) -> str:
    return f"a name can have at most {most} characters; this one has {has}"


# ---------- the tables ----------

NOT_BEGUN: Final = "the game has not begun yet"
BEGUN: Final = "this game has begun already"
MIXING: Final = "the cards are being mixed, and the game begins in a moment"
NOT_SEALED: Final = "nothing can be sealed here any more, or it was not 64 digits of 0 to 9 and a to f"
NOT_ADDED: Final = "this is not what you had sealed, or it is not the time to send it"
ALL_TAKEN: Final = "this game has begun, and all its seats are taken"
OVER: Final = "the game is over"
NOT_OVER: Final = "this game is not over yet"
NO_RESULT: Final = "this game was ended by agreement, so it has no result: replay it instead"
NO_REVIEW: Final = "no bot knows this game well enough to review it"
NOT_FINISHED: Final = "this game was not played to its end"
STANDS_STILL: Final[Mapping[str, str]] = {
    ENDED: "this game was ended by agreement",
    ARCHIVED: "this table was archived: wake it up first",
}
CLOSED: Final = "this table was closed"
NOT_OPEN: Final = "this table is not open"
UNREADABLE: Final = "this table cannot be opened: its moves do not fit the rules of this version"
NO_MOMENT: Final = "this moment cannot be shown"
ENDS_HERE: Final = "the game is over at this moment: choose an earlier one to play on from"
SAME_FOR_FEW: Final = "Somebody may know which cards come, so this table cannot be listed. Choose “Anyone with the link”."
NO_TABLE: Final = "There is no table with this link. Check that the whole link was copied."
NO_RECORD: Final = "There is no record with this link. Check that the whole link was copied."
HIDDEN_RECORD: Final = "you can read the record when the game is over: it shows what is still hidden"
WHY_CLOSED: Final[Mapping[str, str]] = {
    BY_HOST: "The host closed this table before the game began.",
    NEVER_BEGAN: "The game at this table never began, so the table was closed.",
    BOTS_ONLY: "Only bots played at this table, so it was removed after a while.",
    LESSON_LEFT: "You left this lesson. You can begin it again under Learn.",
}
LESSON_LINE: Final = "lesson"  # in a list of tables, in the place of whose turn it is
PUZZLE_LINE: Final = "puzzle"
NO_LESSON: Final = "There is no such lesson. All lessons are listed under Learn"
NOT_YOUR_LESSON: Final = "This is not your lesson. Begin one of your own under Learn"
LESSON_GOES_ON: Final = "The lesson is not over yet: do what it asks for first"
LESSON_UNDO: Final = "From here the lesson cannot go on. Undo your last move, and look again"
NO_ANSWER: Final = "Only a puzzle has an answer to show"
PUZZLE_OVER: Final = "The puzzle is over. Choose Play on from here, or another puzzle"
PUZZLE_WRONG: Final = "That is not the best plan. Undo, and look again"
LESSON_OVER: Final = "The lesson is over. Choose Play on from here, or another lesson"


def not_installed(game: str) -> str:
    return f"{game} is not installed on this server. The game is kept, and can continue once it is installed"


def no_move(moves: int, ply: int) -> str:
    return f"this game has {moves} moves; there is no move {ply}"


# ---------- time ----------

PAUSED: Final = "paused"
PAUSED_ALREADY: Final = "the clock is paused already"
NOT_PAUSED: Final = "the clock is not paused"
NO_CLOCK: Final = "this table has no clock that could be paused"
BAD_HOURS: Final = "choose full hours from 0 to 23"
BAD_DATE: Final = "choose the first and the last day"
OTHER_TIMES: Final = "Live, other times…"
CHOOSE_PACE: Final = "choose a pace"
BAD_MINUTES: Final = "write minutes and seconds as numbers"
HOLIDAY_OVER: Final = "this holiday is over"


def overdue(ago: str) -> str:
    return f"time was up {ago}"


def until(moment: datetime) -> str:
    """Until when there is time; a browser tells it by its own clock."""
    return f"until {moment:%a} {moment.day} {moment:%b}, {moment:%H:%M} UTC"


def time_over(name: str, at_zero: AtZero) -> str:
    after = {
        SAY: "The game waits.",
        PLAY_TURN: "A bot plays this turn.",
        TAKE_SEAT: "A bot plays on until they are back.",
        VOTE: "The others may replace them.",
    }
    return f"{name}'s time is up. {after[at_zero]}"


# ---------- asking too much, or what cannot be understood ----------

TOO_FAST: Final = "too many messages at once: wait a moment, then try again"
NOT_UNDERSTOOD: Final = "the server does not understand this page: load it again"
TYPING_TOO_FAST: Final = "you are typing too fast: wait a few seconds, then send it again"
NOT_SAVED: Final = "this could not be saved just now: try again in a moment"
WENT_WRONG: Final = "something went wrong here: try again"
TOO_MANY_HINTS: Final = "too many hints: wait a few seconds, then ask again"
TOO_MANY_BOT_TABLES: Final = "too many tables at which only bots play: wait a minute, or take a seat yourself"
NOT_ANSWERED_YET: Final = "your last questions are not answered yet: wait for them, then ask again"
# What a page of ours never sends.
ONE_VERB: Final = "a message has one verb"
HELLO_FIRST: Final = "hello comes first"
NO_SEAT_NAMED: Final = "the message does not say for which seat it is"
NO_PLY_NAMED: Final = "the message does not say at which ply it was made"

# ---------- why a socket is closed: the page shows it while it tries again, and the protocol allows 123 bytes ----------

TOO_SLOW: Final = "Your connection is too slow to keep up. Reconnecting…"
TABLE_CLOSED: Final = "The server has closed this table for a moment. Reconnecting…"
SIGNED_OUT: Final = "You have signed out on this device. Load the page again."
PAGE_NOT_UNDERSTOOD: Final = "The server does not understand this page. Load it again."
TOO_MUCH: Final = "Too many messages came from this page. Reconnecting…"

# ---------- hints ----------

NO_HINT: Final = "the bot gave no hint in time; ask again"
NO_HINTS_NOW: Final = "the bot gives no hints now; you can play on without, and the log of the server tells its host why"
BOTS_ONLY_HINTS: Final = "hints are only for games in which all others are bots"
NOT_YOUR_TURN: Final = "it is not your turn"

# ---------- what was missed ----------


def missed(number: int) -> str:
    return f"While you were away: {number} earlier {'turn' if number == 1 else 'turns'} that the log tells."


# ---------- playing ----------

NOT_AT_TABLE: Final = "you do not sit at this table"
NO_ORDERS_SHARED: Final = "you play several seats here: orders are for those who have one"
ORDER_BACK: Final = "the game went back to an earlier moment."
ORDER_UNDONE: Final = "you undid a move."
CARDS_SHOWN: Final = "you have seen the cards that came after this choice: it cannot be undone"
BOT_PLAYS: Final = "a bot is playing for you: take your seat back first"
DRAWING: Final = "cards are being drawn"
FASTER: Final = "somebody else moved first: look at the board again"


def turn_of(name: str) -> str:
    return f"it is {name}'s turn"


# ---------- seats ----------


def bot_sits_here(name: str) -> str:
    return f"{name} has a seat at this table, and a bot plays on one seat"


SEAT_NUMBER: Final = "the seat must be a number"
HOST_BEGINS: Final = "only the host can begin with bots"
HOST_CLOSES: Final = "only the host can close the table"
HOST_RELEASES: Final = "only the host can release a seat"
HOST_ONLY: Final = "only the host can do that"
VOTE_INSTEAD: Final = "this game has begun: only a vote of the others can replace a player"
LEAVE_YOURSELF: Final = "this is your own seat: leave it instead"
LINK_USED: Final = "this link was used already or is too old: ask the host for a new one"
NO_SUBSTITUTES: Final = "the host offers free seats to nobody"
HAS_SEAT: Final = "you have a seat at this table already"
BOTS_BY_INVITATION: Final = "bots sit down here only by invitation: ask the host to hold a seat for the name of your bot"
SEAT_NOT_FREE: Final = "this seat is not free"
NOBODY_WROTE: Final = "nobody whom you could mute wrote that line"
NOT_MUTE_YOURSELF: Final = "you cannot mute yourself"
NOT_ARCHIVED: Final = "this table is not archived"
PLAYERS_ONLY: Final = "only those who played can ask to play again"
NOT_HELD_FOR_YOU: Final = "no seat is held for you at this table"


def no_seat(number: int) -> str:
    return f"there is no seat {number} at this table"


def not_yours(number: int) -> str:
    return f"seat {number} is not yours"


def nobody_on(number: int) -> str:
    return f"nobody sits on seat {number}"


def taken(number: int, name: str) -> str:
    return f"seat {number} is taken by {name}"


def held(number: int, name: str) -> str:
    return f"seat {number} is held for {name}"


def not_held(number: int) -> str:
    return f"seat {number} is held for nobody"


def not_answered(name: str) -> str:
    return f"{name} has not answered yet: wait, or release the seat first"


def no_bot(game: str, names: Iterable[str]) -> str:
    return f"there is no such bot for {game}; choose {', '.join(names)}"


def enough_bot_tables(most: int) -> str:
    tables = "table" if most == 1 else "tables"
    return f"you can have {most} running {tables} with bots only: wait until one is over, or take a seat yourself"


# ---------- proposals ----------

NOT_RUNNING: Final = "the game does not run"
PLAYERS_PROPOSE: Final = "only those who have a seat can propose something"
NO_SUCH_PROPOSAL: Final = "nothing like this can be proposed"
NOBODY_TO_REPLACE: Final = "nobody sits there who could be replaced"
NOT_YOURSELF: Final = "you cannot replace yourself: give up your seat instead"
SAME_PACE: Final = "this is the pace of the table already"
BACK_TO_NOW: Final = "the game is at this moment now"
BACK_TO_DEALING: Final = "before this moment nobody has moved: choose a later one"
MOMENT_UNDONE: Final = "this moment was undone: choose another one"
OF_ANOTHER_GAME: Final = "this moment is of the game from which this table plays on: choose a later one"
ASKED_ALREADY: Final = "this is being asked already: answer it at the top of the table"
NOT_ASKED_NOW: Final = "this is not asked any more"
YOU_ARE_NOT_ASKED: Final = "you are not asked"


def not_away(name: str) -> str:
    return f"{name} was here in the last days: ask {name} to give up the seat"


def still_has_time(name: str) -> str:
    return f"{name} still has time"


def asked_too_soon(name: str, seconds: float) -> str:
    """Where the table was to say only that a time is over."""
    return f"{name}'s time is up, but this table waits: you can propose to replace {name} in {duration(seconds)}"


# ---------- a new link to a seat ----------

HOST_SENDS_LINKS: Final = "only the host can make a new link to a seat"
NOBODYS_SEAT: Final = "there is no player on this seat who could have lost it"
OWN_LINK: Final = "this is your own seat: your recovery link is on your own page"
USED_SEAT_LINK: Final = "This link was used already, is too old or was replaced. Ask the host of the table for a new one."
SITS_ALREADY: Final = "you have a seat at this table already: the link is for the player who lost theirs"


THE_HOST: Final = "the host"


def link_waits(host: str) -> str:
    """On the page of the person whose seat it is."""
    return f"{host[:1].upper()}{host[1:]} made a new link to your seat. Whoever opens it takes the seat from you."


def seat_lost(host: str) -> str:
    """On the page of the person whose seat it was."""
    return (
        f"You had a seat here. {host[:1].upper()}{host[1:]} made a new link to it, and the link was used on another device. "
        "If that was not you, ask the others at the table."
    )


def link_made(host: str, player: str) -> str:
    return f"{host[:1].upper()}{host[1:]} made a new link to {player}'s seat. Whoever opens it plays there."


def link_used(host: str, player: str, *, by_same: bool) -> str:
    if by_same:
        return f"{player} came back by the link that {host} made."
    return f"{player}'s seat was taken by the link that {host} made. Whoever played there before does not any more."


def link_cancelled(player: str) -> str:
    return f"{player} cancelled the new link to their seat."


# ---------- the chat ----------

WRITING_TOO_FAST: Final = "you are writing too fast: wait a few seconds, then send it again"
NAME_TO_CHAT: Final = "choose a name first to chat"
MUTED: Final = "the host has muted you in this chat"
EMPTY_MESSAGE: Final = "the message is empty"


def long_message(most: int, has: int) -> str:
    return f"a message can have at most {most} characters; this one has {has}"


# ---------- forms: beside their fields ----------

CHOOSE_GAME: Final = "Please choose one of these games."
CHOOSE_EDITION: Final = "Please choose one of these editions."
CHOOSE_PLAYER: Final = "Please choose who sits here."
ONE_SEAT: Final = "You can choose Me for one seat only. For another player here, choose Another player at this screen."
NO_LINK: Final = "This is not the link of a table. Such a link ends in /t/ and some letters and digits."
CLOSED_LINK: Final = "This table was closed."


def players_needed(what: str, counts: str, chosen: int) -> str:
    return f"{what} is for {counts} players; you chose {chosen}."


def bot_choice(bot: str) -> str:
    """A bot in a form: what people call it, how strong it is, and how it plays."""
    character = bot_character(bot)
    return f"{bot_offer(bot)}: {character}" if character else bot_offer(bot)


# ---------- one's own page ----------

DONE: Final[Mapping[str, str]] = {
    "name": "Your name was saved.",
    "hours": "Your hours were saved. They count from now on, at all your tables.",
    "holiday": "Your holiday was saved. Your clocks stand still then, at all tables that count days.",
    "holiday-gone": "Your holiday was cancelled. The days that you have had of it are taken.",
    "out": "All your other devices were signed out.",
    "hello": "You are signed in on this device.",
    "already": "You were signed in on this device already.",
    "token-gone": "The token was revoked. No program can use it any more.",
    "passkey": "The passkey was added. It signs you in on every device that has it.",
    "passkey-gone": "The passkey was removed. It signs nobody in any more.",
}
NEW_RECOVERY: Final = "This is your new link. The old one does not work any more."
NEW_RECOVERY_OUT: Final = "This is your new link. The old one does not work any more, and your other devices were signed out."
BAD_CODE: Final = "This is not a recovery link, or a newer one was made since. Check that the whole link was copied."
UNKNOWN_PASSKEY: Final = "This passkey is not known here, or it took too long. Try again, or use your recovery link."
PASSKEY_NOT_ADDED: Final = "The passkey could not be added. Try again."
PASSKEY: Final = "Passkey"  # if its person gives it no name
NO_PASSKEYS: Final = "there are no passkeys at this address"
TOO_MANY_SIGN_INS: Final = "too many attempts to sign in: wait a minute, then try again"
USED_LINK: Final = "This link was used already or is older than 15 minutes. Make a new one on the other device."

# ---------- manuals and records ----------

BAD_LIST: Final = "the address of this list is mistyped: open Records again"


NO_IMPORTS: Final = "the host of this server does not let records be imported here"
TOO_MANY_PICTURES: Final = "too many pictures: wait a few seconds, then try again"
NO_PNG: Final = "This server makes no PNG pictures; save the SVG instead."
TOO_MANY_REVIEWS: Final = "too many reviews: wait a minute, then ask for the next one"
TOO_MANY_IMPORTS: Final = "too many records: wait a minute, then import the next one"
NO_RECORD_GIVEN: Final = "choose a file, or paste the text of a record"
NOT_TEXT: Final = "this file is not text, so it is not a record"
CHANGED_EDITION: Final = (
    "this game was played with a changed edition, and only the host can import those, by the command freightyard import"
)


def long_record(most: int, has: int) -> str:
    return f"a record can have at most {most} KB; this one has {has} KB"


def too_many_moves(most: int, has: int) -> str:
    return f"a record can have at most {most:,} moves; this one has {has:,}"


def no_manual(titles: str) -> str:
    return f"There is no manual for this game. There are manuals for {titles}."


def no_game(titles: str) -> str:
    return f"There is no such game here. The games are {titles}."


# ---------- pages of errors, by their status ----------

NOT_INSTALLED: Final = "This game is not installed"
TITLES: Final[Mapping[int, str]] = {
    400: "That did not work",
    401: "Choose a name first",
    403: "That is not possible",
    404: "Page not found",
    405: "That is not possible here",
    409: "The board has changed",
    410: "This table was closed",
    413: "That is too large",
    429: "Too many requests",
    500: "Something went wrong",
    503: "The server is not available",
}
ERRORS: Final[Mapping[int, str]] = {
    400: "The server could not understand the request. Go back and try again.",
    401: "Choose a name in the lobby first.",
    403: "This is not allowed. If you used a form on this site, reload its page and try again.",
    404: "The address may be mistyped, or the page is gone.",
    405: "This address cannot be used in this way.",
    410: "The table was closed.",
    413: "You sent more than this site accepts.",
    429: "You sent too many requests in a short time. Wait a moment, then reload the page.",
    500: "This is our mistake, and it has been logged. All moves that were made are safe.",
    503: "Please try again in a moment.",
}
