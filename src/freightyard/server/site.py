"""The routes of everything around the tables."""

from typing import Final

from litestar import Router

from freightyard.server import site_lobby, site_me, site_new, site_reading
from freightyard.server.site_forms import MOST_BYTES

SITE: Final = Router(
    path="/",
    request_max_body_size=MOST_BYTES,
    include_in_schema=False,
    route_handlers=[
        site_lobby.lobby,
        site_lobby.quick,
        site_lobby.join,
        site_new.new,
        site_new.make,
        site_me.me,
        site_me.set_name,
        site_me.make_link,
        site_me.out_here,
        site_me.out_elsewhere,
        site_me.hello,
        site_me.use_link,
        site_reading.manuals,
        site_reading.manual,
        site_reading.records,
        site_reading.about,
    ],
)
