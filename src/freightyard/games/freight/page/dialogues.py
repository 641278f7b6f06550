"""What lies before the player in each phase: bids, cubes to load and deliver, sections to sell, markers for the boxes."""

from typing import Final

from freightyard.games.freight.page.cargo import visit
from freightyard.games.freight.page.marks import colour_name, in_order, marker, marker_name, swatch
from freightyard.games.freight.page.panels import wagons
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import map as on_map
from freightyard.games.freight.page.sentences import prompts
from freightyard.games.freight.page.sentences.words import listed, ordinal
from freightyard.games.freight.page.ways import Trip, cost_words, dear_words, too_dear
from freightyard.games.freight.rules.planner import Lot, lots, on_sale
from freightyard.games.freight.rules.position import Auction
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
            # for the client, which tells what a tile leaves
            owes = reading.actor.loans * reading.rules.interest
            return f'<span id="purse" data-interest="{owes}" hidden>{reading.actor.cash}</span>'
        case "selling" | "pairing":
            return _sections(reading)
        case "choosing":
            return _tiles(reading)
        case "supplying":
            return _markers(reading, board.boxes[0], "put", prompts.BOX.format(number=1))
        case "shifting":
            return _markers(reading, board.boxes[1], "shift", prompts.BOX.format(number=2))
        case "filling":
            letters = "".join([letter + letter.upper() for letter in reading.edition.letters])
            return _markers(reading, letters, "fill", prompts.ALL_MARKERS)
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
            bid = prompts.highest(auction.bid)
            items.append(f'<li class="current" aria-current="true"><span class="sub">{ordinal(place)}</span><b>{bid}</b></li>')
        else:
            items.append(f'<li><span class="sub">{ordinal(place)}</span><b>–</b></li>')
    left = [seat for seat in board.order if seat not in auction.places]
    row = f'<ol class="places-row" aria-label="{prompts.PLACES}">{"".join(items)}</ol>'
    return row + _bidders(reading, auction, left[::-1])


def _bidders(reading: Reading, auction: Auction, seats: list[int]) -> str:
    """Who is in, who passed, who has the highest bid; in the order in which they are asked."""
    items = []
    for seat in seats:
        if seat in auction.passed:
            state, word = "passed", prompts.PASSED if auction.sale is None else prompts.OUT  # perhaps for want of tiles
        elif seat == auction.bidder:
            state, word = "high", prompts.bid_of(auction.bid or 0)
        elif seat == reading.board.acts:
            state, word = "asked", prompts.ASKED
        else:
            state, word = "in", prompts.IN
        purse = reading.board.seats[seat - 1].cash
        items.append(
            f'<li class="{state}">{disc(seat - 1)}<span>{esc(reading.seat_name(seat))}</span>'
            f'<span class="sub">{prompts.has(purse)}</span><b>{word}</b></li>'
        )
    return f'<ul class="bidders" aria-label="{prompts.BIDDERS}">{"".join(items)}</ul>'


def _bids(reading: Reading) -> str:
    """Opening bids as a row of numbers; those that hardly anybody bids are folded away."""
    bids = reading.verbs.get("open")
    if not bids:
        return ""
    buttons = [f'<button class="move bid" type="button" data-word="open {bid}">{bid}</button>' for bid in bids]
    more = "".join(buttons[_USUAL_BIDS:])
    folded = f'<details class="more-bids"><summary>{prompts.MORE}</summary>{more}</details>' if more else ""
    shown = "".join(buttons[:_USUAL_BIDS])
    title = prompts.OPEN_AT
    return f'<div class="bids" role="group" aria-label="{title}"><span class="sub">{title}</span>{shown}{folded}</div>'


def _sale(reading: Reading, auction: Auction) -> str:
    """`fr.section`: what is for sale, the bid that stands, and who may still buy."""
    board = reading.board
    sold = on_sale(reading.scene.view)
    hexes = sold.hexes if sold is not None else ()
    bidder = esc(reading.seat_name(auction.bidder)) if auction.bidder else None
    seats = [seat for seat in board.order if seat != board.seat]
    return (
        f'<p class="lot" data-pieces="{" ".join(hexes)}">{swatch(board.seat)}'
        f"{prompts.tiles(_section_name(reading, sold), len(hexes))}. {prompts.standing_bid(auction.bid, bidder)}</p>"
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
            f"{swatch(board.seat)}<span>{prompts.tiles(_section_name(reading, lot), len(lot.hexes))}</span>"
            f"<small>{prompts.bank_opens(lot.bid)}</small></button>"
        )
    return f'<div class="lots" role="group" aria-label="{prompts.SECTIONS}">{"".join(rows)}</div>' if rows else ""


def _section_name(reading: Reading, lot: Lot | None) -> str:
    """What is sold, in words: the two cities that it connects, or where it begins."""
    if lot is None:
        return prompts.A_SECTION
    if lot.cities:
        return prompts.between(*[reading.called(city) for city in lot.cities])
    return prompts.section_at(lot.hexes[0])


# --- a new city ---


def _tiles(reading: Reading) -> str:
    """`fr.build-city`: the tiles that no city has yet."""
    edition = reading.edition
    buttons = []
    for tile in reading.verbs.get("tile", ()):
        supplied, demanded = in_order(edition, tile)
        names = [listed([colour_name(edition, letter) for letter in letters]) for letters in (supplied, demanded)]
        label = prompts.tile_label(*names)
        rows = "".join(
            [f"<span>{''.join([marker(edition, letter, 0) for letter in letters])}</span>" for letters in (supplied, demanded)]
        )
        buttons.append(
            f'<button class="move citytile" type="button" data-word="tile {tile}" title="{label}" aria-label="{label}">'
            f"{rows}</button>"
        )
    if reading.may("random"):
        buttons.append(f'<button class="move citytile" type="button" data-word="random">{prompts.AT_RANDOM}</button>')
    return f'<div class="citytiles" role="group" aria-label="{prompts.CITY_TILES}">{"".join(buttons)}</div>' if buttons else ""


# --- shipping ---


def _freight(reading: Reading) -> str:
    """`fr.load`, `fr.deliver`: the points or runs used, the wagons, and what can be done in this city."""
    board, rules = reading.board, reading.rules
    at = reading.actor
    used = board.trip.used if board.trip else 0
    if rules.points_move:
        free = rules.free_points
        pips = "".join([f'<i class="{"used" if number < used else ""}"></i>' for number in range(free)])
        meter = f'<span class="pips" role="img" aria-label="{prompts.points_used(used, free)}">{pips}</span>'
        words = prompts.points_left(used, free, rules.extra_point)
    else:
        pips = "".join([f'<i class="{"used" if number < used else ""}"></i>' for number in range(rules.runs)])
        meter = f'<span class="pips" role="img" aria-label="{prompts.runs_used(used, rules.runs)}">{pips}</span>'
        words = prompts.runs_left(rules.runs - used)
    body = f'<div class="meter">{meter}<span class="sub">{words}</span>{wagons(reading, at)}</div>'
    town = next((city for city in board.cities if city.hex == at.locomotive), None)
    if reading.acting and town is not None:
        body += visit(reading, town)
    return f'<div class="freight">{body}</div>'


def trips_part(reading: Reading, found: list[Trip]) -> str:
    """The ways to the cities that the train can reach: each with its cost, and buttons that go there, and deliver there. Behind
    them the cities that it cannot reach, and why."""
    rows = []
    for trip in found:
        other = trip.name != trip.city
        to = f'<span class="to">{on_map.OR}</span>' if other else _city_name(reading, trip.city)
        go = _go(trip.moves, on_map.GO, on_map.go_label(reading.called(trip.city)))
        short = _short(reading, trip)
        costs = esc(cost_words(reading, trip)) + (f".{short}" if short else "")
        kinds = " ".join(["other"] * other + ["costs"] * bool(trip.money or short))  # what it costs takes a line of its own
        kind = f' class="{kinds}"' if kinds else ""
        rows.append(
            f'<li data-way="{trip.name}" data-row="{trip.name}"{kind}>{to}<span class="sub">{costs}</span>'
            f'{_brings(trip)}<span class="ways-go">{_deliver(reading, trip)}{go}</span>{_deliver_all(reading, trip)}</li>'
        )
    rows += [
        f'<li class="dear" data-row="{dear.city}">{_city_name(reading, dear.city)}'
        f'<span class="sub">{esc(dear_words(reading, dear))}</span></li>'
        for dear in (too_dear(reading, found) if reading.board.phase == "shipping" else ())
    ]
    if not rows:
        return '<div id="trips" data-part hidden></div>'
    rules = reading.rules
    legend = ""
    if found and rules.points_move:
        legend = f'<span class="sub takes">{on_map.takes(rules.step, rules.deliver_points)}</span>'
    title = f'<header><h2 id="h-trips">{on_map.REACH if found else on_map.BEYOND_REACH}</h2>{legend}</header>'
    return f'<section id="trips" data-part aria-labelledby="h-trips">{title}<ul>{"".join(rows)}</ul></section>'


def _short(reading: Reading, trip: Trip) -> str:
    """What a trip leaves, if that is too little for the interest or for delivering at its end."""
    at = reading.actor
    left = at.cash - trip.money + sum(trip.pays)
    words = ""
    if trip.undelivered:
        words += f' <b class="short">{on_map.no_delivery(trip.undelivered, at.cash - trip.extra - trip.tolls)}</b>'
    if trip.brings and trip.money >= sum(trip.brings):
        words += f' <b class="short">{on_map.at_a_loss(trip.money, sum(trip.brings))}</b>'
    if trip.money and left < at.loans * reading.rules.interest:
        words += f' <b class="short">{on_map.short(left, at.loans * reading.rules.interest)}</b>'
    return words


def _city_name(reading: Reading, city: str) -> str:
    """A city in the list of trips: its name, and smaller where it lies."""
    return f'<b class="to">{reading.cities[city]} <small>{city}</small></b>'


def _brings(trip: Trip) -> str:
    """What delivering there pays."""
    if trip.pays:
        return f'<b class="brings">{on_map.pays(trip.pays)}</b>'
    return f'<b class="brings little">{on_map.pays(trip.little)}</b>' if trip.little else ""


def _deliver(reading: Reading, trip: Trip) -> str:
    """Go and deliver what the city pays in full for. Cubes that pay little stay in the wagons, unless there are no others:
    somewhere else they may pay more. What is paid stands beside the city, so that the buttons are all of one width."""
    if trip.deliveries:
        moves, pays, kind = trip.deliveries, trip.pays, "move pays" if trip.gains else "move"
    elif trip.giveaways:
        moves, pays, kind = trip.giveaways, trip.little, "move"
    else:
        return ""
    label = on_map.deliver_label(reading.called(trip.city), pays, trip.deliver_points, trip.deliver_extra)
    return _go((*trip.moves, *moves), on_map.GO_DELIVER, label, kind)


def _deliver_all(reading: Reading, trip: Trip) -> str:
    """The same with those that pay little: a button of its own, and why the other one leaves them in the wagons."""
    if not (trip.deliveries and trip.giveaways):
        return ""
    pays = (*trip.pays, *trip.little)
    moves = (*trip.moves, *trip.deliveries, *trip.giveaways)
    label = on_map.deliver_label(reading.called(trip.city), pays, trip.deliver_points, trip.deliver_extra)
    keeps = on_map.keeps([move.partition(" ")[2] for move in trip.giveaways], trip.little[0])
    return f'<span class="ways-all"><span>{keeps}</span>{_go(moves, on_map.deliver_all(pays), label)}</span>'


def _go(moves: tuple[str, ...], words: str, label: str, kind: str = "move") -> str:
    said = f'aria-label="{label}" title="{label}"'
    return f'<button class="{kind}" type="button" data-batch="{"|".join(moves)}" {said}>{words}</button>'


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
            # a cube and a disk of one colour are put with the same words: `data-at` tells which one was chosen
            word = f' data-word="put {colour}" data-at="{letter}"' if fits else ""
            where = f' data-places="{" ".join([move.partition(" ")[2] for move in fits])}"' if fits else " disabled"
        else:
            word, where = (f' data-word="{verb} {name}"', "") if name in reading.verbs.get(verb, ()) else ("", " disabled")
        ask = f' data-ask="{prompts.fill_question(name)}" data-go="{prompts.END_TURN}"' if verb == "fill" else ""
        buttons.append(
            f'<button class="move cube" type="button"{word}{where}{ask} title="{name}">{marker(edition, letter, count)}</button>'
        )
    return f'<div class="cubes" role="group" aria-label="{title}"><b class="label">{title}</b>{"".join(buttons)}</div>'


def _shows(reading: Reading, move: str, letter: str) -> bool:
    """Whether the city of a `put` takes this marker: a cube where the colour is supplied, a disk where it is demanded."""
    name = move.partition(" ")[2]
    town = next(city for city in reading.board.cities if city.hex == name)
    return town.tile is not None and (letter.lower() in town.tile) == letter.islower()
