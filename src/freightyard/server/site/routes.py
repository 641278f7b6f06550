"""All HTTP handlers of the server, and the module of each."""

from typing import Final

from freightyard.server.site import (
    account,
    endings,
    health,
    hints,
    imports,
    library,
    lobby,
    new_table,
    pictures,
    play_on,
    questions,
    replays,
    share_codes,
    static,
    table_pages,
)

HANDLERS: Final = (
    lobby.lobby, lobby.quick_game, lobby.join,
    new_table.new_table, new_table.make_table,
    account.account, account.set_name, account.make_link, account.sign_out_here, account.sign_out_elsewhere,
    account.ask_to_use_link, account.use_link,
    library.manuals, library.manual, library.records, library.about,
    imports.ask_for_record, imports.import_record,
    table_pages.table, table_pages.sit, table_pages.leave, table_pages.come_back, table_pages.begin, table_pages.rematch,
    table_pages.accept, table_pages.decline, table_pages.release, table_pages.drop,
    questions.ask, hints.hint,
    replays.table_at, replays.table_moment_parts, replays.table_sheets, replays.table_record,
    replays.record_start, replays.record_at, replays.record_moment_parts, replays.record_text,
    play_on.ask_table, play_on.play_on_table, play_on.ask_record, play_on.play_on_record,
    endings.table_end, endings.table_chart, endings.record_end, endings.record_chart,
    pictures.table_picture, pictures.record_picture, pictures.table_preview, pictures.record_preview,
    share_codes.qr_code,
    static.static_file, health.health,
)  # fmt: skip
