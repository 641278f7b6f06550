"""What stands around a board: the menu, the waiting page, the replay, score sheets, the summary of a game and the chat.

What the prompt, the log and the client say is in `sentences.py`, what a game says in its own `page/sentences.py`.
"""

from collections.abc import Sequence
from typing import Final

from freightyard.core.title import POINTS as POINTS_UNIT

# ---------- the document and its menu ----------

SITE: Final = "Freightyard"
SITE_ABOUT: Final = "Play freight-train board games with friends and with bots."
SKIP: Final = "Skip to the board"
CONNECTING: Final = "connecting"
MENU: Final = "Menu"
RULES: Final = "Rules"
LOBBY: Final = "Lobby"
SCORE_SHEETS: Final = "Score sheets"
SCORE_SHEET: Final = "Score sheet"
LEARN: Final = "Lessons and exercises"
SHOW_TIPS: Final = "Show tips"
REPLAY: Final = "Replay move by move"
REVIEW: Final = "Review mistakes and luck"
SHARE_TABLE: Final = "Share the link of this table"
SHARE_MOMENT: Final = "Share the link of this moment"
CLOSE: Final = "Close"
TO_TABLE: Final = ("Go to the table", "Table")  # the second where there is little room

# A form's button, and what it says to who points at it. {name}: where several share a screen.
LET_BOT_PLAY: Final = ("Let a bot play for me", "A bot plays for you until you take your seat back")
LET_BOT_PLAY_FOR: Final = ("Let a bot play for {name}", "A bot plays for {name} until they take the seat back")
SEAT_BACK: Final = ("Take my seat back", "The bot stops playing for you")
CLOSE_TABLE: Final = ("Close table", "The table is closed for everybody")
CLOSE_TABLE_SURE: Final = "Close the table for everybody? It cannot be opened again."
# ---------- orders ahead ----------

ORDERS: Final = "Orders"
YOUR_ORDER: Final = "Your order:"
ORDER_STOPPED: Final = "Your order stopped:"
WITHDRAW: Final = "Withdraw"
CHANGE_ORDER: Final = "Change the order"
GIVE_ORDER: Final = "Give order"
NOBODY_SEES: Final = "Nobody else sees it."
UP_TO: Final = "up to"
EMPTY_LIMIT: Final = "pass"
FORCED: Final = "Play forced moves for me"
FORCED_TITLE: Final = "When only one move is legal, it is made at once"

NO_HINTS: Final = "There are hints only where all others are bots."
LEAVE_SEAT: Final = "Leave seat"
LEAVE_SEAT_OF: Final = ("Leave seat of {name}", "")

# ---------- a seat that is not lost ----------

KEEP_SEAT: Final = "Keep my seat: recovery link"
LOST_SEAT: Final = "New link for a lost player"
LOST_SEAT_NOTE: Final = "Make a new link to their seat and send it to them. Everybody at the table is told."
NOTICES: Final = "Notices of this table"
BE_TOLD: Final = "Be told when it is your turn"
_TOLD_BY: Final = {"push": "by this browser", "mail": "by e-mail", "webhook": "in a chat"}
SAVE_LINK: Final = "Save your recovery link"
SAVE_LINK_WHY: Final = ": it brings you back to your seat if this browser forgets you."
CANCEL_LINK: Final = "Cancel the link"


def new_link_for(name: str) -> str:
    return f"New link for {name}"


def new_link_sure(name: str) -> str:
    return f"Make a new link to {name}'s seat? Whoever opens it plays there. Everybody at the table is told."


# ---------- typed play ----------

TYPE_MOVES: Final = "Type moves (/)"
TYPED: Final = "Typed play"
SKIP_TO_LINE: Final = "Type moves and questions"
LINE: Final = "Move or command"
LINE_HINT: Final = "a move, or help"
LINE_NOTE: Final = "Type help for what you can type. Arrow keys choose a suggestion, Tab takes it, Escape closes the list."
SUGGESTIONS: Final = "Suggestions"
ANSWERS: Final = "Answers"
CLOSE_LINE: Final = "Close the input line"
TEXT_BOARD: Final = "Board in words"

# ---------- players ----------

YOU: Final = "you"
BOT: Final = "bot"
BOT_CHOICE: Final = "Bot:"
BOT_FOR_OPEN_SEATS: Final = "Who takes the open seats"
HOST: Final = "host"
HERE: Final = "here"
AWAY: Final = "away"
ACTS: Final = "whose turn it is"
SAME_SCREEN: Final = "same screen"


def bot_plays(level: str) -> str:
    return f"a bot is playing ({level})"


def in_place_of(name: str) -> str:
    return f"in place of {name}"


def bot_played(names: Sequence[str]) -> str:
    return f"A bot played for {_and(names)} at the end."


def plays_beside(name: str) -> str:
    return f"plays at the same screen as {name}"


def points(number: int, unit: tuple[str, str] = POINTS_UNIT) -> str:
    one, several = unit
    return one if number in (1, -1) else several


# ---------- log and chat ----------

LOG: Final = "Log"
CHAT: Final = "Chat"
MESSAGE: Final = "Message"
UNREAD: Final = "unread in the chat"
MESSAGE_TO_ALL: Final = "Message to everybody"
MESSAGE_TO_SPECTATORS: Final = "Message to the other spectators"
AMONG_SPECTATORS: Final = "spectators"
SEND: Final = "Send"
NAME_TO_CHAT: Final = '<a href="/me">Choose a name</a> to chat.'  # markup

# ---------- before the game ----------

WAITING: Final = "Waiting for players"
SHARE: Final = "Share the link"
COPY: Final = "Copy"
LINK: Final = "Link"
SHARE_BY: Final = "Share…"
SCAN: Final = "Or scan the code with a phone."
QR_CODE: Final = "QR code of the link"
PICTURE: Final = "Save picture:"
BEGIN: Final = "Begin"
ALL_TAKEN: Final = "All seats are taken."
OPEN_SEAT: Final = "Open seat"
YOUR_NAME: Final = "Your name"
SIT_HERE: Final = "Sit here"
ANOTHER_PLAYER: Final = "Another player at this screen"
ADD_PLAYER: Final = "Add player"
STARTS_GAME: Final = "This is the last open seat: the game starts when it is taken."
RELEASE: Final = ("Release seat", "Anybody can take the seat then, or a bot")
OFFER: Final = "Invite one person"
HOLD: Final = ("Hold for this name", "Who comes with this name may take the seat. A name is no password")
HOLD_NAME: Final = "Name of a friend, or of a bot"
INVITE: Final = ("Make a link for one person", "Who has the link takes this seat. It works once")
INVITE_ANEW: Final = ("Make a new link", "The link before it does not work any more")
SEAT_LINK: Final = "Link to this seat: for one person, it works once. Copy it now, it is not shown again."
HELD_FOR_LINK: Final = "Held for whoever has its link"
YOUR_LINK: Final = "You are invited: your seat is held for you."
WAITING_FOR_LINKS: Final = "Waiting for those who have a link to their seat."
REMOVE: Final = ("Remove", "The seat is open again")
BEGINNERS: Final = "Beginners are welcome."
SUBSTITUTES: Final = "If a player leaves the running game, somebody else may take the seat."
BOTS_WELCOME: Final = "Other people's bots may sit down here."
# Of what the host chooses: the button to switch it on, to switch it off, how it is now if it is on, if it is off.
BEGINNERS_CHOICE: Final = ("Welcome beginners", "For everybody", BEGINNERS, "The table is for players of any level.")
SUBSTITUTES_CHOICE: Final = (
    "Offer them to others",
    "Offer them to nobody",
    SUBSTITUTES,
    "Seats of players who leave stay with bots.",
)
BOTS_WELCOME_CHOICE: Final = ("Let bots sit down", "Keep bots out", BOTS_WELCOME, "Other people's bots sit down only if invited.")
HELD_FOR_YOU: Final = "Held for you"
SEAT_IS_HELD: Final = "Your seat is held for you."
SOMEBODY: Final = "Somebody"


def begin_now(free: int) -> str:
    return "Begin now: a bot takes the open seat" if free == 1 else f"Begin now: bots take the {free} open seats"


def open_seats(number: int, *, can_sit: bool) -> str:
    how = "Sit down, or share the link" if can_sit else "Share the link"
    return f"{number} {'seat is' if number == 1 else 'seats are'} open. {how} to invite somebody."


def preview_waits(names: Sequence[str], free: int) -> str:
    seats = f"{free} {'seat is' if free == 1 else 'seats are'} open."
    return f"{seats} At the table: {_and(names)}." if names else seats


def preview_plays(names: Sequence[str]) -> str:
    return f"{_and(names)} {'plays' if len(names) == 1 else 'play'}."


def preview_over(names: Sequence[str], scores: Sequence[int], winners: Sequence[int]) -> str:
    points_ = ", ".join([f"{name} {score}".replace("-", "−") for name, score in zip(names, scores, strict=True)])
    return f"{_and([names[seat] for seat in winners])} won: {points_}." if winners else f"{points_}."


def waiting_for(names: Sequence[str]) -> str:
    return f"Waiting for {_and(names)} to answer."


def i_am(name: str) -> str:
    return f"I am {name}: sit here"


def remove_sure(name: str) -> str:
    return f"Remove {name} from the table?"


def held_for(name: str) -> str:
    return f"Held for {name}"


def declined(name: str) -> str:
    return f"{name} declined"


# ---------- looking back, and puzzles ----------


def of_100_games(change: float, error: float = 0.0) -> str:
    """A change of the chance to win as people count it. It is a guess of bots, and called one by `about`."""
    games, off = max(1, round(abs(change) * 100)), round(error * 200)
    more = "more" if change > 0 else "fewer"
    return f"about {games} {more} of 100 games{f', give or take {off}' if off else ''}"


# ---------- playing again ----------

PLAY_AGAIN: Final = "Play again"
JOIN: Final = "Join"
NO_THANKS: Final = "No thanks"
NEXT_GAME: Final = "Go to the next game"


def wants_to_play(name: str) -> str:
    return f"{name} wants to play again."


# ---------- replay ----------

MOMENTS: Final = "Moments of the game"
MOMENT: Final = "Moment"
WHERE: Final = "move {ply} of {last}"
WHICH_TURN: Final = "turn {turn} of {turns}"
BETWEEN_TURNS: Final = "between turns {turn} and {after} of {turns}"
GAME_STARTS: Final = "The game starts."
FIRST_MOMENT: Final = "Start of the game (Home)"
TURN_BACK: Final = "Previous turn (Page Up)"
MOVE_BACK: Final = "Previous move (left arrow)"
MOVE_ON: Final = "Next move (right arrow)"
TURN_ON: Final = "Next turn (Page Down)"
LAST_MOMENT: Final = "End of the game (End)"
REPLAY_OF: Final = "replay"
IMPORTED: Final = "imported record"
AUTOPLAY: Final = "Play the moves (space)"
SPEED: Final = "Speed"
SLOWER: Final = "Slower (<)"
FASTER: Final = "Faster (>)"
SEEN_BY: Final = "Seen by"
SEEN_BY_TITLE: Final = "Whose cards are open (A for everybody, or the number of a seat)"
EVERYBODY: Final = "Everybody"
SHOW: Final = "Show"
PLAY_ON: Final = "Play on from here"
PLAYED_ON_FROM: Final = "The game it plays on from"
PLAYS_ON: Final = "It plays on from"
PLAYS_ON_FROM: Final = "a moment of another game"
PLAY_ON_TITLE: Final = "Make a new table that starts at this position"
BRANCHES: Final = "Played on from this game"


def branch_at(ply: int) -> str:
    """A game that plays on from a moment of this one."""
    return f"From move {ply}:"


def branch_words(names: Sequence[str], scores: Sequence[int], winners: Sequence[int], *, ended: bool) -> str:
    """Who plays there, and what came of it."""
    return preview_over(names, scores, winners) if winners else f"{_and(names)}{', ended' if ended else ', still playing'}."


# ---------- score sheets and the summary ----------

RESULT: Final = "Result"
TOTAL: Final = "Total"
START_AND_COSTS: Final = "Starting points minus costs"
WHOLE_GAME: Final = "Whole game"
SUMMARY: Final = "See points and chart"
SUMMARY_SHORT: Final = "Points"
NOBODY_WINS: Final = "Nobody wins"
DOWNLOAD: Final = "Download record"
PACE: Final = "Pace:"
POINTS: Final = "Points"
CHOOSE_TURN: Final = "Choose a turn to see its board"
TURN_BY_TURN: Final = "Turn by turn"
TURN: Final = "Turn"
END: Final = "End"
AT_END: Final = "At the end"
NO_TURNS: Final = "No turn was finished, so there is nothing to draw."


def told_by(kinds: Sequence[str]) -> str:
    """After `BE_TOLD`: the kinds of channels that this server has."""
    *first, last = [_TOLD_BY[kind] for kind in kinds]
    return f": {', '.join(first)} or {last}." if first else f": {last}."


def turns_in_all(number: int) -> str:
    """Those of all players together."""
    return f"{turns(number)} in all"


def turns(number: int) -> str:
    return f"{number} {'turn' if number == 1 else 'turns'}"


def after_turn(number: int) -> str:
    return f"After turn {number}"


def over_time(unit: tuple[str, str]) -> str:
    return f"{unit[1].capitalize()} over time"


def by_turn(unit: tuple[str, str]) -> str:
    return f"{unit[1].capitalize()} turn by turn"


def chart_label(number: int, ends: str, unit: tuple[str, str]) -> str:
    return f"{unit[1].capitalize()} over {turns(number)}; at the end {ends}"


def wins(names: Sequence[str], score: str) -> str:
    return f"{names[0]} wins with {score}" if len(names) == 1 else f"{_and(names)} share the win with {score}"


def tie_words(by: str, had: Sequence[tuple[str, int]]) -> str:
    """What decided between equal points, and how much of it they had; without that, it was equal, too."""
    if not had:
        return f"{by} are equal, too"
    return f"tie decided by {by}: {', '.join([f'{name} {number}' for name, number in had])}"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
