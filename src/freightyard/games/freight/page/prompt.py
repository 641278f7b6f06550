"""What is asked of whom, phase by phase, with what it costs."""

from typing import Final

from freightyard.core.contract import CHANCE, View
from freightyard.games.freight.page.dialogues import tray
from freightyard.games.freight.page.reading import Reading, plural
from freightyard.games.freight.page.sentences import ordinal
from freightyard.games.freight.rules.edition import Edition, rules_for
from freightyard.games.freight.rules.position import Board
from freightyard.page.clicks import Clicks, action
from freightyard.page.markup import esc
from freightyard.page.prompt import prompt_part
from freightyard.page.sheet import winner_words

_CHANCE: Final = {
    "placing": "The map is drawn.",
    "tiling": "The cities get their tiles.",
    "marking": "The cities get their first markers.",
    "boxing": "The boxes are filled.",
    "ordering": "The turn order is drawn.",
    "naming": "The tile of the new city is drawn.",
}
_OTHERS: Final = {
    "building": "builds",
    "starting": "chooses a city for the locomotive",
    "choosing": "chooses the tile of a new city",
    "shipping": "ships",
    "owing": "has to take a loan for the interest",
    "selling": "has to sell track to pay the interest",
    "pairing": "has to sell track to pay the interest",
    "supplying": "puts a marker on a city",
    "shifting": "moves a marker from box 2 to box 1",
    "filling": "puts a marker into box 2",
    "repaying": "may repay loans before the points are counted",
}


def prompt(reading: Reading, clicks: Clicks) -> str:
    """The prompt of a seat or a spectator."""
    return prompt_part(
        reading.scene,
        clicks,
        _ask(reading),
        tray=tray(reading),
        actions=_actions(reading, clicks),
        ends=ends(reading.scene.view),
        phase=reading.board.phase,
        chosen="Where does it go?" if reading.board.phase == "supplying" else "",
    )


def ends(view: View) -> tuple[str, ...]:
    """The moves that end the turn: the last marker for the boxes, or the end of shipping if nothing can be put on a city."""
    board: Board = view.board
    if board.phase == "filling":
        return ("fill",)
    if "done" in view.legal and board.phase in ("building", "shipping") and _nothing_follows(view, board):
        return ("done",)
    return ()


def _nothing_follows(view: View, board: Board) -> bool:
    """Whether a turn is over with `done`: no train to run, the interest at hand, no marker to put anywhere."""
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight has its edition
    rules = rules_for(edition, view.seats, view.options)
    at = board.seats[board.seat - 1]
    if board.phase == "building" and at.locomotive is not None:
        return False
    if at.cash < at.loans * rules.interest:
        return False
    if not rules.boxes:
        return True  # the cities are rolled up, and that is it
    for city in board.cities:
        if city.hex in at.cities and city.tile and len(city.markers) < rules.most_marks:
            shown = city.tile + "".join([letter.upper() for letter in edition.letters if letter not in city.tile])
            if any(letter in shown for letter in board.boxes[0]):
                return False
    return True


def _ask(reading: Reading) -> str:
    view, board = reading.scene.view, reading.board
    if view.outcome is not None:
        return f"The game is over: {esc(winner_words(view.outcome, reading.names))}."
    if view.to_act is None or view.to_act == CHANCE:
        return _CHANCE.get(board.phase, "The colour die is rolled.")
    if reading.acting:
        return _you(reading)
    name = esc(reading.seat_name(board.acts))
    if board.auction is not None:
        return f"{name} is asked for a bid."
    return f"{name} {_OTHERS.get(board.phase, 'is to act')}."


def _you(reading: Reading) -> str:
    """What the player who looks is to do."""
    board, rules = reading.board, reading.rules
    at = board.seats[board.acts - 1]
    match board.phase:
        case "bidding":
            return _bid(reading)
        case "building":
            return _build(reading)
        case "starting":
            return "Your first track touches several cities: where does your locomotive start?"
        case "choosing":
            return f"Which tile does the new city on {board.town} get? Above what it supplies, below what it demands."
        case "shipping":
            return _ship(reading)
        case "owing":
            return f"Interest: you owe {board.owed} and have {at.cash}, so you have to take a loan."
        case "selling":
            return (
                f"Interest: you owe {board.owed} and have {at.cash}. Choose a section of your track to sell; "
                f"the bank opens at {rules.bank_bid} a tile."
            )
        case "pairing":
            return f"You sell the track from {board.town}: to which other city?"
        case "buying":
            return f"{esc(reading.seat_name(board.seat))} has to sell track. Raise by 1, or pass; you have {at.cash}."
        case "supplying":
            return "Put a marker of box 1 on a city of your network: pick the marker, then the city."
        case "shifting":
            return "Move a marker from box 2 to box 1."
        case "filling":
            return "Put any marker into box 2: a cube to be picked up, or a disk to be delivered to."
        case "repaying":
            saved = rules.amount * reading.edition.data.score.money + reading.edition.data.score.loan
            return f"The points are about to be counted: each loan you repay costs {rules.amount} and brings {-saved} points."
    return "Your turn."


def _bid(reading: Reading) -> str:
    auction, at = reading.board.auction, reading.board.seats[reading.board.acts - 1]
    place = ordinal(len(auction.places) + 1) if auction else "next"
    if auction is None or auction.bid is None:
        return f"Who goes {place}? Open the bidding, or pass. You have {at.cash}."
    raised = f"Raise to {auction.bid + 1}, or pass" if reading.may("raise") else "You cannot raise"
    return f"Who goes {place}? {esc(reading.seat_name(auction.bidder or 1))} bids {auction.bid}. {raised}. You have {at.cash}."


def _build(reading: Reading) -> str:
    at, rules = reading.actor, reading.rules
    if reading.tails:
        first = "Your first track begins at any city" if at.locomotive is None else "You have no track left: build from any city"
        return f"{first if not at.cities else 'Build'}: pick a lit hex. You have {at.cash}."
    cheapest = min(*rules.price[:3], rules.upgrade_price)
    if at.cash < cheapest:
        loan = "take a loan, or go on" if reading.may("loan") else "go on without building"
        return f"Build: you have {at.cash} and the cheapest track costs {cheapest}; {loan}."
    return f"Nothing can be built now. You have {at.cash}."


def _ship(reading: Reading) -> str:
    at, rules, board = reading.actor, reading.rules, reading.board
    if at.entry is not None:
        return f"Your train is on its way at {at.locomotive}: go on to a city."
    if rules.points_move:
        left = rules.free_points - (board.trip.used if board.trip else 0)
        free = f"{plural(left, 'free point')} left" if left > 0 else f"each further point costs {rules.extra_point}"
        return f"Ship: load, go to a city, deliver. {free.capitalize()}; you have {at.cash}."
    left = rules.runs - (board.trip.used if board.trip else 0)
    return f"Ship: load, run to a city, deliver. {plural(left, 'run').capitalize()} left."


def _actions(reading: Reading, clicks: Clicks) -> str:
    """Buttons for the moves of a single word, with what they cost or bring."""
    if not reading.acting:
        return ""
    board, rules = reading.board, reading.rules
    at = board.seats[board.acts - 1]
    buttons = []
    auction = board.auction
    if auction is not None:
        if auction.bid is not None:
            buttons.append(action(clicks, "raise", f"Raise to {auction.bid + 1}", f"you have {at.cash}"))
        buttons.append(action(clicks, "pass", "Pass", "out of this auction"))
    if board.phase == "building":
        most = f"{at.wagons} of {rules.wagon_most} so far"
        buttons.append(action(clicks, "wagon", "Buy a wagon", f"costs {rules.wagon_price}; {most}"))
    if reading.may("loan") or board.phase in ("building", "bidding"):
        worth = reading.edition.data.score.loan
        note = f"+{rules.amount} now, {rules.interest} a round, {worth} in the end".replace("-", "−")
        buttons.append(action(clicks, "loan", "Take a loan", note))
    if reading.may("repay") or (board.phase == "building" and at.loans):
        buttons.append(action(clicks, "repay", "Repay a loan", f"−{rules.amount}; {plural(at.loans, 'loan')}"))
    if reading.may("done"):
        buttons.append(action(clicks, "done", *_done(reading), kind="forth"))
    return "".join(buttons)


def _done(reading: Reading) -> tuple[str, str]:
    """What `done` ends, and what comes next."""
    board, rules = reading.board, reading.rules
    at = reading.actor
    interest = f"interest: {at.loans * rules.interest}"
    if board.phase == "repaying":
        return "Done", "count the points"
    if board.phase == "building" and at.locomotive is not None:
        return "Done building", "now ship"
    return ("Done building" if board.phase == "building" else "Done shipping"), interest
