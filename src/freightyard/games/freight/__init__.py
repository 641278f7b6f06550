"""Freight by Papercut Games, standard and family rules: all of it is in this folder. README.md is the way in."""

from typing import Final

from freightyard.core.title import Title

TITLE: Final = Title(
    "freight",
    __name__,
    rules="rules:GAME",
    bot="bot.judge:JUDGE",
    page="page.board",
    picture="page.picture",
    manual="page.manual",
    terminal="terminal",
    text="text",
    watch="watch:Watch",
    turn_lines="page.turn_line",
    orders="orders:ORDERS",
    recap="page.recap",
    lessons="lessons:LESSONS",
    puzzles="puzzles:PUZZLES",
    themes="bot.themes:theme_of",
    features="bot.features:FEATURES",
    quick="family",
    observation="observation",
    compiled=(
        "observation",
        *(f"rules.{name}" for name in ("phases", "hexes", "edition", "network", "sections", "shipping", "setup", "rounds")),
        *(f"rules.{name}" for name in ("scoring", "legal", "play", "choose", "state")),
        *(f"bot.{name}" for name in ("track", "branches", "ways", "trips", "supply", "worth", "judge", "features")),
    ),
    chance="Dice",
)
