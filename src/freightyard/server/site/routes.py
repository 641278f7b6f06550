"""The routes of everything around the tables."""

from typing import Final

from litestar import Router

from freightyard.server.site import account, library, lobby, new_table
from freightyard.server.site.forms import MOST_BYTES

SITE: Final = Router(
    path="/",
    request_max_body_size=MOST_BYTES,
    include_in_schema=False,
    route_handlers=[
        lobby.lobby,
        lobby.quick,
        lobby.join,
        new_table.new,
        new_table.make,
        account.me,
        account.set_name,
        account.make_link,
        account.out_here,
        account.out_elsewhere,
        account.hello,
        account.use_link,
        library.manuals,
        library.manual,
        library.records,
        library.about,
    ],
)
