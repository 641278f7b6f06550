"""Freight Cars by Ben Parmentier, with a card set of our own: all of it is in this folder. README.md is the way in."""

from typing import Final

from freightyard.core.title import Title

TITLE: Final = Title(
    "freight-cars",
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
    observation="observation",
    commands="commands",
    unit=("credit", "credits"),
    compiled=(
        "observation",
        *(f"rules.{name}" for name in ("phases", "packing", "edition", "rules", "sets", "odds", "bonuses", "scoring")),
        *(f"rules.{name}" for name in ("legal", "play", "playout", "state", "imagine")),
        *(f"bot.{name}" for name in ("bonus", "notes", "planning", "judge", "features")),
    ),
    chance="Cards",
)
