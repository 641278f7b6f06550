"""What lies before the player in each phase: bids, cubes to load and deliver, sections to sell, markers for the boxes."""

from typing import Final

from freightyard.games.freight.page.marks import colour_name, in_order, marker, marker_name, swatch
from freightyard.games.freight.page.panels import wagons
from freightyard.games.freight.page.reading import Reading, plural
from freightyard.games.freight.page.sentences import listed, ordinal
from freightyard.games.freight.page.ways import Trip, cost_words
from freightyard.games.freight.rules.planner import Lot, lots, on_sale
from freightyard.games.freight.rules.position import Auction, City
from freightyard.page.markup import esc
from freightyard.page.players import disc

_USUAL_BIDS: Final = 11  # 0 to 10


def tray(reading: Reading) -> str:
    """The dialogue of the phase. Auctions and shipping are shown to all, what is only to be chosen to who chooses."""
    board = reading.board
    match board.phase:
        case "bidding" if board.auction is not None:
            return _places(reading, board.auction) + _bids(reading)
        case "buying" if board.auction is not None:
            return _sale(reading, board.auction)
        case "shipping":
            return _freight(reading)
    return _choices(reading) if reading.acting else ""


def _choices(reading: Reading) -> str:
    board = reading.board
    match board.phase:
        case "building":
            return f'<span id="purse" hidden>{reading.actor.cash}</span>'  # for the client, which tells what a tile leaves
        case "selling" | "pairing":
            return _sections(reading)
        case "choosing":
            return _tiles(reading)
        case "supplying":
            return _markers(reading, board.boxes[0], "put", "Box 1")
        case "shifting":
            return _markers(reading, board.boxes[1], "shift", "Box 2")
        case "filling":
            letters = "".join([letter + letter.upper() for letter in reading.edition.letters])
            return _markers(reading, letters, "fill", "All markers")
    return ""


# --- auctions ---


def _places(reading: Reading, auction: Auction) -> str:
    """`fr.auction`: the places of the new order, those still in, and the bid that stands."""
    board = reading.board
    count = len(board.order)
    items = []
    for place in range(1, count + 1):
        if place <= len(auction.places):
            seat = auction.places[place - 1]
            who = f"{disc(seat - 1)}{esc(reading.seat_name(seat))}"
            items.append(f'<li class="taken"><span class="sub">{ordinal(place)}</span><b>{who}</b></li>')
        elif place == len(auction.places) + 1:
            bid = "no bid yet" if auction.bid is None else f"bid {auction.bid}"
            items.append(f'<li class="current" aria-current="true"><span class="sub">{ordinal(place)}</span><b>{bid}</b></li>')
        else:
            items.append(f'<li><span class="sub">{ordinal(place)}</span><b>–</b></li>')
    left = [seat for seat in board.order if seat not in auction.places]
    row = f'<ol class="places-row" aria-label="Places in the turn order">{"".join(items)}</ol>'
    return row + _bidders(reading, auction, left[::-1])


def _bidders(reading: Reading, auction: Auction, seats: list[int]) -> str:
    """Who is in, who passed, who has the highest bid; in the order in which they are asked."""
    items = []
    for seat in seats:
        if seat in auction.passed:
            state, word = "passed", "passed" if auction.sale is None else "out"  # perhaps for want of tiles
        elif seat == auction.bidder:
            state, word = "high", f"bid {auction.bid}"
        elif seat == reading.board.acts:
            state, word = "asked", "to bid"
        else:
            state, word = "in", "in"
        purse = reading.board.seats[seat - 1].cash
        items.append(
            f'<li class="{state}">{disc(seat - 1)}<span>{esc(reading.seat_name(seat))}</span>'
            f'<span class="sub">has {purse}</span><b>{word}</b></li>'
        )
    return f'<ul class="bidders" aria-label="Bidders">{"".join(items)}</ul>'


def _bids(reading: Reading) -> str:
    """Opening bids as a row of numbers; those that hardly anybody bids are folded away."""
    bids = reading.verbs.get("open")
    if not bids:
        return ""
    buttons = [f'<button class="move bid" type="button" data-word="open {bid}">{bid}</button>' for bid in bids]
    more = "".join(buttons[_USUAL_BIDS:])
    folded = f'<details class="more-bids"><summary>more</summary>{more}</details>' if more else ""
    shown = "".join(buttons[:_USUAL_BIDS])
    return f'<div class="bids" role="group" aria-label="Open with"><span class="sub">open with</span>{shown}{folded}</div>'


def _sale(reading: Reading, auction: Auction) -> str:
    """`fr.section`: what is for sale, the bid that stands, and who may still buy."""
    board = reading.board
    sold = on_sale(reading.scene.view)
    hexes = sold.hexes if sold is not None else ()
    bidder = "the bank" if not auction.bidder else esc(reading.seat_name(auction.bidder))
    seats = [seat for seat in board.order if seat != board.seat]
    return (
        f'<p class="lot" data-pieces="{" ".join(hexes)}">{swatch(board.seat)}'
        f"{_section_name(sold)}: {plural(len(hexes), 'tile')}. Highest bid: <b>{auction.bid}</b> by {bidder}.</p>"
        f"{_bidders(reading, auction, seats)}"
    )


def _sections(reading: Reading) -> str:
    """`fr.section`: the own sections, each with what the bank opens at; once a city is named, those that begin there."""
    board = reading.board
    rows = []
    for lot in lots(reading.scene.view):
        moves = lot.moves
        if board.phase == "pairing":
            if board.town not in lot.cities:
                continue
            moves = (f"to {lot.cities[lot.cities[0] == board.town]}",)
        rows.append(
            f'<button class="move lot" type="button" data-batch="{"|".join(moves)}" data-pieces="{" ".join(lot.hexes)}">'
            f"{swatch(board.seat)}<span>{_section_name(lot)}: {plural(len(lot.hexes), 'tile')}</span>"
            f"<small>the bank opens at {lot.bid}</small></button>"
        )
    return f'<div class="lots" role="group" aria-label="Sections of your track">{"".join(rows)}</div>' if rows else ""


def _section_name(lot: Lot | None) -> str:
    """What is sold, in words: the two cities that it connects, or where it begins."""
    if lot is None:
        return "A section"
    if lot.cities:
        return f"From <b>{lot.cities[0]}</b> to <b>{lot.cities[1]}</b>"
    return f"The section at <b>{lot.hexes[0]}</b>"


# --- a new city ---


def _tiles(reading: Reading) -> str:
    """`fr.build-city`: the tiles that no city has yet."""
    edition = reading.edition
    buttons = []
    for tile in reading.verbs.get("tile", ()):
        supplied, demanded = in_order(edition, tile)
        names = [listed([colour_name(edition, letter) for letter in letters]) for letters in (supplied, demanded)]
        label = f"supplies {names[0]}, demands {names[1]}"
        rows = "".join(
            [f"<span>{''.join([marker(edition, letter) for letter in letters])}</span>" for letters in (supplied, demanded)]
        )
        buttons.append(
            f'<button class="move citytile" type="button" data-word="tile {tile}" title="{label}" aria-label="{label}">'
            f"{rows}</button>"
        )
    if reading.may("random"):
        buttons.append('<button class="move citytile" type="button" data-word="random">at random</button>')
    return f'<div class="citytiles" role="group" aria-label="City tiles">{"".join(buttons)}</div>' if buttons else ""


# --- shipping ---


def _freight(reading: Reading) -> str:
    """`fr.load`, `fr.deliver`: the points or runs used, the wagons, and what can be done in this city."""
    board, rules = reading.board, reading.rules
    at = reading.actor
    used = board.trip.used if board.trip else 0
    if rules.points_move:
        free = rules.free_points
        pips = "".join([f'<i class="{"used" if number < used else ""}"></i>' for number in range(free)])
        beyond = f" and {used - free} beyond" if used > free else ""
        meter = f'<span class="pips" role="img" aria-label="{min(used, free)} of {free} free points used{beyond}">{pips}</span>'
        words = f"{max(0, free - used)} free points left" + (f", {used - free} paid for" if used > free else "")
    else:
        pips = "".join([f'<i class="{"used" if number < used else ""}"></i>' for number in range(rules.runs)])
        meter = f'<span class="pips" role="img" aria-label="{used} of {rules.runs} runs used">{pips}</span>'
        words = f"{plural(rules.runs - used, 'run')} left"
    body = f'<div class="meter">{meter}<span class="sub">{words}</span>{wagons(reading, at)}</div>'
    town = next((city for city in board.cities if city.hex == at.locomotive), None)
    if reading.acting and town is not None:
        body += _visit(reading, town)
    return f'<div class="freight">{body}</div>'


def _visit(reading: Reading, town: City) -> str:
    """Cubes to load and to deliver, with what they cost and bring."""
    groups = []
    letters = {colour.name: colour.letter for colour in reading.edition.data.colours}
    loading = reading.verbs.get("load", ())
    if loading:
        buttons = [
            _cube(reading, f"load {colour}", letters[colour], f"{town.markers.count(letters[colour])} here") for colour in loading
        ]
        groups.append(_cubes(f"Load{_points(reading, 'load')}", "Load", buttons))
    delivering = reading.verbs.get("deliver", ())
    if delivering:
        paid = reading.board.trip.paid if reading.board.trip else ""
        buttons = []
        for colour in delivering:
            letter = letters[colour]
            high = letter.upper() in town.markers or letter in paid
            price = reading.rules.demanded if high else reading.rules.not_demanded
            buttons.append(_cube(reading, f"deliver {colour}", letter, f"+{price}"))
        groups.append(_cubes(f"Deliver{_points(reading, 'deliver')}", "Deliver", buttons))
    return "".join(groups)


def _points(reading: Reading, what: str) -> str:
    """What loading or delivering costs in this visit."""
    rules, trip = reading.rules, reading.board.trip
    if not rules.points_move or trip is None:
        return ""
    mine, other = (trip.loading, trip.delivering) if what == "load" else (trip.delivering, trip.loading)
    first, second = (rules.load_points, rules.second_load) if what == "load" else (rules.deliver_points, rules.second_deliver)
    points = 0 if mine == "open" else first if other == "no" else second
    return f' <span class="sub">{plural(points, "point") if points else "no more points"}</span>'


def _cubes(title: str, label: str, buttons: list[str]) -> str:
    return f'<div class="cubes" role="group" aria-label="{label}"><b class="label">{title}</b>{"".join(buttons)}</div>'


def _cube(reading: Reading, move: str, letter: str, note: str) -> str:
    shown = f'<span class="vh">{move}</span>{marker(reading.edition, letter)}<small>{note}</small>'
    return f'<button class="move cube" type="button" data-word="{move}">{shown}</button>'


def trips_part(reading: Reading, found: list[Trip]) -> str:
    """The ways to the cities that the train can reach: each with its cost, and buttons that go there, and deliver there."""
    rows = []
    for trip in found:
        brings = f'<b class="brings">+{trip.brought}</b>' if trip.brought else ""
        go = f'<button class="move" type="button" data-batch="{"|".join(trip.moves)}" aria-label="Go to {trip.city}">Go</button>'
        both = ""
        if trip.deliveries:
            note = f" for {plural(trip.deliver_points, 'point')} more" if trip.deliver_points else ""
            moves = "|".join((*trip.moves, *trip.deliveries))
            both = (
                f'<button class="move pays" type="button" data-batch="{moves}" '
                f'aria-label="Go to {trip.city} and deliver for {trip.brought}" '
                f'title="Go there and deliver everything{note}">Go, deliver</button>'
            )
        other = trip.name != trip.city
        kind = ' class="other"' if other else ""
        to = '<span class="to">or</span>' if other else f'<b class="to">{trip.city}</b>'
        rows.append(
            f'<li data-way="{trip.name}"{kind}>{to}'
            f'<span class="sub">{esc(cost_words(reading, trip))}</span>{brings}<span class="ways-go">{both}{go}</span></li>'
        )
    if not rows:
        return '<div id="trips" data-part hidden></div>'
    flags = "on the map: points −cost +takings" if reading.rules.points_move else "on the map: runs +takings"
    title = f'<header><h2 id="h-trips">Your train can reach</h2><span class="sub">{flags}</span></header>'
    return f'<section id="trips" data-part aria-labelledby="h-trips">{title}<ul>{"".join(rows)}</ul></section>'


# --- supply ---


def _markers(reading: Reading, letters: str, verb: str, title: str) -> str:
    """`fr.supply`: markers to choose from, each sort once."""
    edition = reading.edition
    buttons = []
    for letter in dict.fromkeys(letters):
        name = marker_name(edition, letter)
        colour = colour_name(edition, letter)
        count = 1 if verb == "fill" else letters.count(letter)
        if verb == "put":
            fits = [
                move for move in reading.verbs.get("put", ()) if move.startswith(f"{colour} ") and _shows(reading, move, letter)
            ]
            word = f' data-word="put {colour}"' if fits else ""
            where = f' data-cities="{" ".join([move.partition(" ")[2] for move in fits])}"' if fits else " disabled"
        else:
            word, where = (f' data-word="{verb} {name}"', "") if name in reading.verbs.get(verb, ()) else ("", " disabled")
        buttons.append(
            f'<button class="move cube" type="button"{word}{where} title="{name}">{marker(edition, letter, count)}</button>'
        )
    return f'<div class="cubes" role="group" aria-label="{title}"><b class="label">{title}</b>{"".join(buttons)}</div>'


def _shows(reading: Reading, move: str, letter: str) -> bool:
    """Whether the city of a `put` takes this marker: a cube where the colour is supplied, a disk where it is demanded."""
    name = move.partition(" ")[2]
    town = next(city for city in reading.board.cities if city.hex == name)
    return town.tile is not None and (letter.lower() in town.tile) == letter.islower()
