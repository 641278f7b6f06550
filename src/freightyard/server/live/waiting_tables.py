"""Whether a table waits for somebody: it is their turn, or all choose at once and they have not chosen."""

from freightyard.core.errors import FreightyardError
from freightyard.core.orders import Orders
from freightyard.core.title import ORDERS
from freightyard.games import find_title, part_of
from freightyard.server.live.lesson_keeper import is_lesson
from freightyard.server.services import Services
from freightyard.store.rows import RUNNING, Person, TableRow


async def waits_for(services: Services, row: TableRow, person: Person) -> bool:
    """Whether a table waits for a person. One at which a bot plays for them does not, and nobody waits
    in a lesson that was left."""
    seats = [seat for seat, chair in enumerate(row.chairs) if chair.belongs_to(person) and chair.bot is None]
    if row.phase != RUNNING or not seats or is_lesson(row) or find_title(row.game) is None:
        return False
    if row.to_act in seats:
        return True
    part: Orders = part_of(row.game, ORDERS) or Orders()
    if row.ply >= part.blind_plies or len(seats) > 1:  # who has several seats is asked for one after the other
        return False
    try:
        room = await services.hub.room(row.key)
    except FreightyardError:  # a table that cannot be opened must not take the whole list away
        return False
    return room is not None and room.orders.state_for(seats[0]).to_act() == seats[0]
