"""The state of a Freight game: its fields, its copies, and the doors to what it may do."""

from typing import Any, final

from freightyard.core import states
from freightyard.core.chance import Dice, Rng
from freightyard.core.contract import CHANCE, Move, Outcome, Seat, Sheet, View, check_seat, view_of
from freightyard.core.errors import IllegalMove
from freightyard.core.flat import filled, no_rows, sum_of, zeros
from freightyard.core.notebook import html_of
from freightyard.core.vectors import append, i64, vec
from freightyard.games.freight.rules.choose import chosen
from freightyard.games.freight.rules.data import COLOURS
from freightyard.games.freight.rules.edition import MARKERS, Edition, Rules
from freightyard.games.freight.rules.hexes import SORTS
from freightyard.games.freight.rules.legal import legal
from freightyard.games.freight.rules.network import NO_NEAR, WALL, piece_edges, piece_owner, piece_sort
from freightyard.games.freight.rules.phases import BIDDING, NOBODY, OVER, PLACING
from freightyard.games.freight.rules.play import NOT_YET, play
from freightyard.games.freight.rules.position import board_of, write
from freightyard.games.freight.rules.refuse import refuse
from freightyard.games.freight.rules.rounds import NO_BID
from freightyard.games.freight.rules.scoring import outcome, sheet
from freightyard.games.freight.rules.setup import chance_moves, drawn, find_room
from freightyard.games.freight.rules.shipping import IN_CITY


@final
class State:
    """The truth at one moment."""

    __slots__ = (
        "actor",
        "asked",
        "bank",
        "bid",
        "bidder",
        "box1",
        "box2",
        "cargo",
        "cash",
        "cell",
        "cities",
        "delivering",
        "ending",
        "entry",
        "front",
        "heads",
        "last",
        "loading",
        "loans",
        "locomotive",
        "marks",
        "near",
        "net",
        "order",
        "out",
        "over",
        "owed",
        "own",
        "paid",
        "passed",
        "phase",
        "places",
        "room",
        "round",
        "rules",
        "sale",
        "simple",
        "sites",
        "stock",
        "tiles",
        "took",
        "total",
        "touches",
        "town",
        "tries",
        "turns",
        "used",
        "wagons",
    )

    def __init__(
        self,
        rules: Rules,
        round: i64,  # noqa: A002  (the rulebook's word)
        turns: i64,
        phase: i64,
        actor: i64,
        asked: i64,
        tries: i64,
        town: i64,
        used: i64,
        entry: i64,
        loading: i64,
        delivering: i64,
        paid: i64,
        owed: i64,
        bid: i64,
        bidder: i64,
        passed: i64,
        sale: i64,
        last: i64,
        ending: i64,
        bank: i64,
        sites: vec[i64],
        near: vec[i64],
        room: vec[i64],
        order: vec[i64],
        places: vec[i64],
        cell: vec[i64],
        cities: vec[i64],
        tiles: vec[i64],
        marks: vec[i64],
        total: vec[i64],
        cash: vec[i64],
        loans: vec[i64],
        took: vec[i64],
        wagons: vec[i64],
        locomotive: vec[i64],
        cargo: vec[i64],
        out: vec[i64],
        net: vec[i64],
        stock: vec[i64],
        own: vec[vec[i64]],
        heads: vec[vec[i64]],
        touches: vec[vec[i64]],
        front: vec[vec[i64]],
        over: vec[vec[i64]],
        simple: vec[vec[i64]],
        box1: vec[i64],
        box2: vec[i64],
    ) -> None:
        self.rules = rules
        self.round = round  # from 1; 0 before the first
        self.turns = turns  # finished so far
        self.phase = phase
        self.actor = actor  # the seat whose turn it is
        self.asked = asked  # the seat that decides: in auctions and at the end another one than the actor
        self.tries = tries  # maps that were out of range
        self.town = town  # the city, by number, that chance or the builder is busy with
        self.used = used  # points, or runs, in this turn
        self.entry = entry  # the edge by which the actor's train came into its hex; IN_CITY in a city
        self.loading = loading  # in this visit
        self.delivering = delivering
        self.paid = paid  # a bit for each colour that is paid as demanded in this delivery
        self.owed = owed  # interest
        self.bid = bid
        self.bidder = bidder
        self.passed = passed  # a bit for each seat that is out of the auction
        self.sale = sale  # what is auctioned: a connected piece or what lies between two cities; in STARTING: the track just laid
        self.last = last  # family rules: the seat that connected a sixth city first
        self.ending = ending
        self.bank = bank  # what the bank has got less what it has paid
        self.sites = sites  # of new cities, as far as the others allow them; empty: not looked for yet
        self.near = near  # what nearest() has found since track was last laid: where from, and the answer
        self.room = room  # where the next city of the map may be placed
        self.order = order  # of turns, bankrupt seats left out
        self.places = places  # of the new order, as far as they are auctioned
        self.cell = cell  # a number a hex: network.py
        self.cities = cities  # their hexes
        self.tiles = tiles  # their tiles
        self.marks = marks  # markers of each colour on the first city, then on the second, …
        self.total = total  # markers on each city
        self.cash = cash
        self.loans = loans
        self.took = took  # loans taken in this round
        self.wagons = wagons
        self.locomotive = locomotive  # its hex
        self.cargo = cargo  # cubes of each colour of seat 0, then of seat 1, …
        self.out = out  # 1 for the first seat that went bankrupt, 2 for the second, …; 0 for those in the game
        self.net = net  # a bit for each city in the network
        self.stock = stock  # tiles of each sort of seat 0, then of seat 1, …
        self.own = own  # pieces of track on the map, in order
        self.heads = heads  # network.py tells what these five are
        self.touches = touches
        self.front = front
        self.over = over
        self.simple = simple
        self.box1 = box1
        self.box2 = box2

    @property
    def edition(self) -> Edition:
        return self.rules.edition

    @property
    def options(self) -> tuple[str, ...]:
        return self.rules.options

    @property
    def seats(self) -> int:
        return self.rules.seats

    def clone(self) -> "State":
        return State(
            self.rules,
            self.round,
            self.turns,
            self.phase,
            self.actor,
            self.asked,
            self.tries,
            self.town,
            self.used,
            self.entry,
            self.loading,
            self.delivering,
            self.paid,
            self.owed,
            self.bid,
            self.bidder,
            self.passed,
            self.sale,
            self.last,
            self.ending,
            self.bank,
            self.sites,
            # Rows in rows are shared, as are those that seldom change: they are never changed, but replaced.
            self.near,
            self.room[:],
            self.order,
            self.places,
            self.cell[:],
            self.cities,
            self.tiles,
            self.marks[:],
            self.total[:],
            self.cash[:],
            self.loans[:],
            self.took[:],
            self.wagons[:],
            self.locomotive[:],
            self.cargo[:],
            self.out[:],
            self.net[:],
            self.stock[:],
            self.own[:],
            self.heads[:],
            self.touches[:],
            self.front[:],
            self.over[:],
            self.simple[:],
            self.box1[:],
            self.box2[:],
        )

    def to_act(self) -> Seat | None:
        if self.phase >= BIDDING:
            return self.asked if self.phase != OVER else None
        return CHANCE

    def legal(self) -> list[Move]:
        return legal(self)

    def words(self) -> list[str]:
        return states.words(self)

    def chances(self) -> list[tuple[Move, int]]:
        return [(move, 1) for move in chance_moves(self)] if self.phase < BIDDING else []

    def draw(self, rng: Rng) -> Move:
        return drawn(self, rng)

    def refuse(self, move: Move) -> IllegalMove | None:
        return refuse(self, move)

    def play(self, move: Move) -> None:
        play(self, move)

    def say(self, text: str) -> str:
        return states.say(self, text)

    def deal(self, rng: Rng) -> Seat | None:
        return states.deal(self, rng)

    def playout(self, dice: Dice) -> int:
        decisions = 0
        while True:
            phase = self.phase
            if phase < BIDDING:
                self.play(drawn(self, dice))
            elif phase == OVER:
                return decisions
            else:
                self.play(chosen(self, dice))
                decisions += 1

    def view(self, seat: Seat | None) -> View:
        return view_of(self, seat, board_of(self))

    def seen(self, move: Move, seat: Seat | None) -> str:
        check_seat(self, seat)
        return self.rules.edition.vocabulary.texts[move]

    def reveals(self, move: Move) -> bool:  # nothing is hidden in this game
        return False

    def text(self) -> str:
        return write(board_of(self))

    def pieces(self) -> dict[str, int]:
        """Tiles of the players by sort, in the supply and on the map; city tiles; and the money of purses and bank together."""
        counts = [sum_of(self.stock[sort::4]) for sort in range(4)]
        seats = self.rules.seats
        for number in range(self.rules.hexes):
            for piece in (number * 2, number * 2 + 1):
                edges = piece_edges(self, piece)
                if edges and piece_owner(self, piece) < seats:
                    counts[piece_sort(piece, edges)] += 1
        named = [tile for tile in self.tiles if tile >= 0]
        tiles = [tile for tile in range(self.rules.tiles) if tile not in named]
        money = sum_of(self.cash) + self.bank
        return dict(zip(SORTS, counts, strict=True)) | {"city tile": len(tiles) + len(named), "money": money}

    def sheet(self) -> Sheet | None:
        return sheet(self)

    def outcome(self) -> Outcome | None:
        return outcome(self)

    def __repr__(self) -> str:
        return states.pasteable(self)

    def __eq__(self, other: object) -> bool:
        return states.same(self, other)

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, _memo: dict[int, Any]) -> "State":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        from freightyard.games.freight.rules import GAME  # it makes states, so it is loaded after them

        return GAME.position, (self.edition, self.text())

    def _repr_html_(self) -> str:
        return html_of(self)


def first_state(rules: Rules) -> State:
    """`fr.start`: no money, one wagon, all track; the map is still empty."""
    seats = rules.seats
    state = State(
        rules,
        round=0,
        turns=0,
        phase=PLACING,
        actor=0,
        asked=0,
        tries=0,
        town=0,
        used=0,
        entry=IN_CITY,
        loading=NOT_YET,
        delivering=NOT_YET,
        paid=0,
        owed=0,
        bid=NO_BID,
        bidder=NOBODY,
        passed=0,
        sale=NOBODY,
        last=NOBODY,
        ending=0,
        bank=-seats * rules.start_cash,
        sites=zeros(0),
        near=NO_NEAR,
        room=zeros(0),
        order=zeros(0),
        places=zeros(0),
        cell=append(zeros(rules.hexes), WALL),
        cities=zeros(0),
        tiles=zeros(0),
        marks=zeros(0),
        total=zeros(0),
        cash=filled(seats, rules.start_cash),
        loans=zeros(seats),
        took=zeros(seats),
        wagons=filled(seats, rules.start_wagons),
        locomotive=filled(seats, NOBODY),
        cargo=zeros(seats * COLOURS),
        out=zeros(seats),
        net=zeros(seats),
        stock=rules.start_stocks[:],
        own=no_rows(seats),
        heads=no_rows(seats),
        touches=no_rows(seats),
        front=no_rows(seats + 1),
        over=no_rows(seats + 1),
        simple=no_rows(seats),
        box1=zeros(MARKERS),
        box2=zeros(MARKERS),
    )
    find_room(state)
    return state
