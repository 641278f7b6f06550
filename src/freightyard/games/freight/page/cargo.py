"""A train in a city: the cubes that it can load and deliver there, with what they cost and bring."""

from freightyard.games.freight.page.marks import marker
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import prompts
from freightyard.games.freight.page.ways import price_of
from freightyard.games.freight.rules.position import City


def visit(reading: Reading, town: City) -> str:
    """Cubes to load and to deliver."""
    return _loads(reading, town) + _deliveries(reading, town)


def _loads(reading: Reading, town: City) -> str:
    buttons = []
    for colour in reading.verbs.get("load", ()):
        letter = _letter(reading, colour)
        count = town.markers.count(letter)
        label = prompts.load_label(colour, count)
        shown = f"{marker(reading.edition, letter)}<small>{prompts.here(count)}</small>"
        said = f'title="{label}" aria-label="{label}"'
        buttons.append(f'<button class="move cube" type="button" data-word="load {colour}" {said}>{shown}</button>')
    return _cubes(prompts.LOADING, _points(reading, "load"), "".join(buttons)) if buttons else ""


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
    if not buttons:
        return ""
    words = prompts.deliver_for(prices) if prices else prompts.DELIVER_NOTHING
    off = "" if prices else " disabled"
    go = f'<button class="move pays deliver" type="button" data-deliver{off}>{words}</button>'
    return _cubes(prompts.DELIVERING, _points(reading, "deliver"), "".join(buttons) + go)


def _letter(reading: Reading, colour: str) -> str:
    return next(each.letter for each in reading.edition.data.colours if each.name == colour)


def _points(reading: Reading, what: str) -> str:
    """What loading or delivering costs in this visit."""
    rules, trip = reading.rules, reading.board.trip
    if not rules.points_move or trip is None:
        return ""
    mine, other = (trip.loading, trip.delivering) if what == "load" else (trip.delivering, trip.loading)
    first, second = (rules.load_points, rules.second_load) if what == "load" else (rules.deliver_points, rules.second_deliver)
    points = 0 if mine == "open" else first if other == "no" else second
    return f' <span class="sub">{prompts.visit_cost(points, price_of(rules, trip.used, points))}</span>'


def _cubes(title: str, cost: str, buttons: str) -> str:
    return f'<div class="cubes" role="group" aria-label="{title}"><b class="label">{title}{cost}</b>{buttons}</div>'
