"""All HTTP handlers of the server, and the module of each."""

from typing import Final

from freightyard.server.site import (
    account,
    agreements,
    cards,
    health,
    lobby,
    notice_channels,
    notice_links,
    notices,
    offline_site,
    passkeys,
    pictures,
    programs,
    recovery,
    seat_links,
    share_codes,
    sign_in,
    static,
    table_pages,
    web_app,
)
from freightyard.server.site.local_routes import LOCAL_HANDLERS

HANDLERS: Final = (
    *LOCAL_HANDLERS,
    lobby.join,
    account.account, account.set_name, account.make_link, account.sign_out_here, account.sign_out_elsewhere,
    account.set_hours, account.add_holiday, account.end_holiday, account.make_token, account.revoke_token,
    account.ask_to_use_link, account.use_link,
    sign_in.ask_to_sign_in, sign_in.sign_in, sign_in.passkey_options, sign_in.sign_in_by_passkey,
    recovery.show_recovery_link, recovery.replace_recovery_link,
    passkeys.new_passkey_options, passkeys.keep_passkey, passkeys.remove_passkey,
    notices.notices, notices.set_times, notices.mute,
    notice_channels.subscribe, notice_channels.add_mail, notice_channels.ask_again, notice_channels.add_webhook,
    notice_channels.test, notice_channels.turn_on, notice_channels.remove,
    notice_links.ask_to_confirm, notice_links.confirm, notice_links.ask_to_turn_off, notice_links.turn_off,
    web_app.web_manifest, web_app.service_worker,
    cards.seals, cards.seal, cards.add,
    table_pages.accept, table_pages.decline, table_pages.release,
    agreements.substitute, agreements.resume,
    agreements.offer_seat, agreements.remove, agreements.hold, agreements.set_terms, agreements.invite, agreements.mute,
    agreements.ask_to_sit, agreements.sit_by_link,
    seat_links.make_link, seat_links.cancel_link, seat_links.ask_to_return, seat_links.return_to_seat,
    pictures.table_preview, pictures.record_preview,
    share_codes.qr_code,
    programs.programs,
    offline_site.offline_home, offline_site.offline_file,
    static.static_file, health.health,
)  # fmt: skip
