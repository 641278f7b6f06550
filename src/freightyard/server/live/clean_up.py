"""What a server does once an hour: remove what nobody will miss, archive games in which nobody moves, let proposals lapse."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from freightyard.core.errors import FreightyardError
from freightyard.server import note_sentences as notes
from freightyard.server.live import proposals
from freightyard.store.errors import StoreError
from freightyard.store.rows import NEVER_BEGAN

if TYPE_CHECKING:
    from freightyard.server.services import Services

_DAY: Final = 24 * 3600
_CLOSED_DAYS: Final = 365  # for which whoever has the link of a closed table is told that it was closed
_MOST: Final = 500  # at once, of each sort


async def clean_up(services: "Services", is_looked_at: Callable[[str], bool]) -> None:
    """After the times that the host has set: remove tables that never began, tables at which only bots sat, people who are at no
    table and did not come back; archive tables in which nobody moves. A game in which a person has a seat is never removed."""
    settings, store, now = services.settings, services.store, services.now()
    done = dict.fromkeys(("waiting", "bots", "people", "archived"), 0)
    if settings.waiting_days:
        for key in await store.tables.never_begun(now - settings.waiting_days * _DAY, _MOST):
            done["waiting"] += not is_looked_at(key) and await store.tables.drop(key, NEVER_BEGAN, now)
    if settings.bot_table_days:
        for key in await store.tables.bots_only(now - settings.bot_table_days * _DAY, _MOST):
            done["bots"] += not is_looked_at(key) and await store.tables.drop_bots_only(key, now)
    if settings.silent_days:
        silent = now - settings.silent_days * _DAY
        note = notes.archived(max(1, round(settings.silent_days)))
        for key in await store.tables.silent(silent, _MOST):
            done["archived"] += not is_looked_at(key) and await store.tables.archive(key, silent, note, now)
    if settings.people_days:
        done["people"] = await store.people.forget(now - settings.people_days * _DAY, _MOST)
    await services.notices.clean_up()
    await store.tables.forget_closed(now - _CLOSED_DAYS * _DAY)
    if any(done.values()):
        services.log.info("cleaned up", **done)
    await _settle_proposals(services)


async def _settle_proposals(services: "Services") -> None:
    """What has been asked for too long lapses, and what was agreed and not done, because a process died, is done."""
    for key in await services.store.proposals.tables_with_open(_MOST):
        try:
            room = await services.hub.room(key)
            if room is not None:
                await proposals.settle(room)
        except StoreError:
            raise  # the next sweep tries again
        except FreightyardError as error:  # a game that is not installed here must not keep the others waiting
            services.log.failure("proposals not settled", error, table=key)
