"""Freight Train by Alan R. Moon, in three editions: all of it is in this folder. README.md is the way in."""

from typing import Final

from freightyard.core.title import Title

TITLE: Final = Title(
    "freight-train",
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
    recap="page.recap",
    lessons="lessons:LESSONS",
    puzzles="puzzles:PUZZLES",
    themes="bot.themes:theme_of",
    features="bot.features:FEATURES",
    observation="observation",
    compiled=(
        "observation",
        *(f"rules.{name}" for name in ("phases", "sidings", "edition", "trains", "scoring", "legal", "play", "board", "state")),
        *(f"bot.{name}" for name in ("worth", "planning", "judge", "features")),
        # What a server draws at every move.
        *(f"page.{name}" for name in ("cars", "longest_trains", "board_change", "yards", "status", "shared_parts")),
        *(f"page.{name}" for name in ("prompt", "sentences", "log_sentences", "turn_line", "board")),
    ),
    chance="Cards",
)
