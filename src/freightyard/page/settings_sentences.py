"""What the settings say: what this browser prefers, at every table and on the pages around them."""

from typing import Final

SETTINGS: Final = "Settings"
CLOSE: Final = "Close"
KEPT: Final = "Changes hold at once. This browser keeps them, for all tables."

PLAYING: Final = "Playing"
LOOK: Final = "Look"
WORDS: Final = "Words"

ASK_FIRST: Final = ("Ask before a turn ends", "Off: your last move ends the turn. Undo may still be possible.")
SOUNDS: Final = ("Sounds", "For your turn, moves, money, points and chat")
VIBRATION: Final = ("Vibration", "On phones: your turn, and moves that are refused")
TYPED: Final = ("Input line", "Type moves and questions below the board; the key / opens it too")
TEXT_BOARD: Final = ("Board in words", "Beside the input line, for those who listen or prefer to read")
LARGER: Final = ("Larger pieces", "Cars, tiles and cards; some boards then scroll")
LEFT_HANDED: Final = ("Left-handed layout", "Panels, buttons and menu change sides")

NEXT_TABLE: Final = "After your turn, if it is your turn at another table"
NEXT_TABLES: Final = {"off": "Stay", "offer": "Offer to go there", "go": "Go there"}

MOTION: Final = "Motion"
MOTIONS: Final = {"off": "Off", "slow": "Slow", "normal": "Normal", "fast": "Fast"}
REDUCED: Final = "Your system asks for less motion, so nothing moves."
THEME: Final = "Theme"
THEMES: Final = {"system": "System", "light": "Light", "dark": "Dark"}
COLOURS: Final = "Board colours"
COLOUR_SETS: Final = {"classic": "Classic", "contrast": "High contrast", "safe": "Colour-blind safe"}
