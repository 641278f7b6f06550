"""The HTTP handlers that need nobody else: a page without a server has these and no others (`freightyard.offline`)."""

from typing import Final

from freightyard.server.site import (
    agreements,
    cards,
    endings,
    hints,
    imports,
    lessons,
    library,
    lobby,
    new_table,
    next_table,
    pictures,
    play_on,
    puzzles,
    questions,
    recaps,
    replays,
    reviews,
    table_pages,
)

LOCAL_HANDLERS: Final = (
    lobby.lobby, lobby.quick_game,
    new_table.new_table, new_table.make_table, next_table.waiting, next_table.next_table,
    library.manuals, library.manual, library.records, library.about,
    lessons.lessons, lessons.begin_lesson, lessons.play_on, lessons.play_against_bots, lessons.leave_lesson,
    lessons.answer_of_puzzle, puzzles.puzzles,
    imports.ask_for_record, imports.import_record,
    table_pages.table, table_pages.sit, table_pages.leave, table_pages.come_back, table_pages.begin, table_pages.rematch,
    table_pages.drop,
    agreements.propose, agreements.answer, agreements.give_up, agreements.wake,
    questions.ask, hints.hint, recaps.table_recap,
    replays.table_at, replays.table_moment_parts, replays.table_sheets, replays.table_record,
    replays.record_start, replays.record_at, replays.record_moment_parts, replays.record_text,
    play_on.ask_table, play_on.play_on_table, play_on.ask_record, play_on.play_on_record,
    endings.table_end, endings.table_chart, endings.record_end, endings.record_chart,
    reviews.table_review, reviews.review_table, reviews.table_review_progress,
    reviews.record_review, reviews.review_record, reviews.record_review_progress,
    cards.about_cards, cards.table_cards, cards.table_draws, cards.record_draws,
    pictures.table_picture, pictures.record_picture,
)  # fmt: skip
