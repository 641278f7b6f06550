"""A train in a city: the cubes that it can load and deliver there, with what they cost and bring."""

from freightyard.games.freight.page.marks import colour_name, marker
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import prompts
from freightyard.games.freight.page.ways import cities_by_track, cities_in_this_turn, price_of
from freightyard.games.freight.rules.position import City, Trip


def visit(reading: Reading, town: City) -> str:
    """Cubes to load and to deliver."""
    return _loads(reading, town) + _deliveries(reading, town)


def _loads(reading: Reading, town: City) -> str:
    """A place for each colour that the city supplies, whether or not there is a cube: so the buttons stay where they are. What a
    cube would bring in this turn stands on it, or else which city wants it, since it leaves the wagon only there."""
    may = reading.verbs.get("load", ())
    trip = reading.board.trip
    if not (may or any(letter in town.markers for letter in town.tile or "") or (trip and trip.loading != "no")):
        return ""  # there was nothing to load from the first
    points = _load_points(reading)
    now, ever = cities_in_this_turn(reading, points), cities_by_track(reading)
    buttons = []
    for letter in town.tile or "":
        colour = colour_name(reading.edition, letter)
        count = town.markers.count(letter)
        if colour in may:
            price, cities = _best(reading, now, letter)
            later = [] if cities or reading.last_turn else _best(reading, ever, letter)[1]
            too_late = reading.last_turn and not cities  # what is loaded now is never delivered
            label = prompts.load_label(colour, count, cities, price, later, too_late=too_late)
            note = prompts.load_note(price, later, too_late=too_late)
            kind, click = "" if price == reading.rules.demanded else " little", f'data-word="load {colour}"'
        else:
            label, note = prompts.no_load_label(colour, count), prompts.here(count) if count else prompts.NONE_HERE
            kind, click = " off", f'data-why="load {colour}" aria-disabled="true"'
        shown = f"{marker(reading.edition, letter, count)}<small>{note}</small>"
        buttons.append(
            f'<button class="move cube load{kind}" type="button" {click} title="{label}" aria-label="{label}">{shown}</button>'
        )
    return _cubes(prompts.LOADING, _points(reading, "load", "" if may else _why_not(reading, town)), "".join(buttons))


def _why_not(reading: Reading, town: City) -> str:
    """Why nothing can be loaded now, in the place of what it costs."""
    if len(reading.actor.cargo) >= reading.actor.wagons * reading.rules.slots:
        return prompts.WAGONS_FULL
    return prompts.CANNOT_LOAD if any(letter in town.markers for letter in town.tile or "") else prompts.ALL_LOADED


def _best(reading: Reading, reach: frozenset[str], letter: str) -> tuple[int, list[str]]:
    """The most that a cube of a colour pays in one of these cities, and which of them pay it."""
    rules = reading.rules
    paid: dict[int, list[str]] = {}
    for city in reading.board.cities:
        if city.hex in reach and city.tile and letter not in city.tile:
            price = rules.demanded if letter.upper() in city.markers else rules.not_demanded
            paid.setdefault(price, []).append(reading.cities[city.hex])
    return max(paid.items(), default=(0, []))


def _deliveries(reading: Reading, town: City) -> str:
    """`fr.pay`: each cube to be ticked or not, and one button that delivers those that are. A cube that pays little is not ticked
    at first: somewhere else it may pay more."""
    board, rules = reading.board, reading.rules
    paid = board.trip.paid if board.trip else ""
    buttons, prices = [], []
    for colour in reading.verbs.get("deliver", ()):
        letter = _letter(reading, colour)
        full = letter.upper() in town.markers or letter in paid
        price = rules.demanded if full else rules.not_demanded
        label = prompts.deliver_label(colour, price)
        shown = f"{marker(reading.edition, letter)}<small>{prompts.pays(price)}</small>"
        count = reading.actor.cargo.count(letter)
        prices += [price] * count if full else []
        buttons += [
            f'<button class="move cube tick" type="button" data-word="deliver {colour}" data-tick="{price}" title="{label}" '
            f'aria-label="{label}" aria-pressed="{"true" if full else "false"}">{shown}</button>'
        ] * count
    if not buttons:  # what was delivered in this visit leaves its place empty, so that nothing else comes to lie there
        return f'<p class="sub delivered">{prompts.ALL_DELIVERED}</p>' if paid_here(board.trip) else ""
    words = prompts.deliver_for(prices) if prices else prompts.DELIVER_NOTHING
    off = "" if prices else " disabled"
    go = f'<button class="move pays deliver" type="button" data-deliver{off}>{words}</button>'
    return _cubes(prompts.DELIVERING, _points(reading, "deliver"), "".join(buttons) + go)


def paid_here(trip: Trip | None) -> bool:
    """Whether cubes were delivered in this visit."""
    return trip is not None and trip.delivering != "no"


def _letter(reading: Reading, colour: str) -> str:
    return next(each.letter for each in reading.edition.data.colours if each.name == colour)


def _load_points(reading: Reading) -> int:
    """What loading costs in this visit."""
    rules, trip = reading.rules, reading.board.trip
    if trip is None or trip.loading == "open":
        return 0
    return rules.load_points if trip.delivering == "no" else rules.second_load


def _points(reading: Reading, what: str, why_not: str = "") -> str:
    """What loading or delivering costs in this visit; or why it cannot be done."""
    rules, trip = reading.rules, reading.board.trip
    if not rules.points_move or trip is None:
        return ""
    if why_not:
        return f' <span class="sub">{why_not}</span>'
    if what == "load":
        points, other, dear = _load_points(reading), trip.delivering, rules.load_points != rules.second_load
    else:
        other, dear = trip.loading, rules.deliver_points != rules.second_deliver
        points = 0 if trip.delivering == "open" else rules.deliver_points if other == "no" else rules.second_deliver
    after = "" if other == "no" or not dear else prompts.AFTER_DELIVERING if what == "load" else prompts.AFTER_LOADING
    return f' <span class="sub">{prompts.visit_cost(points, price_of(rules, trip.used, points), after)}</span>'


def _cubes(title: str, cost: str, buttons: str) -> str:
    return f'<div class="cubes" role="group" aria-label="{title}"><b class="label">{title}{cost}</b>{buttons}</div>'
