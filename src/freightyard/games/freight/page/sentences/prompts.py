"""What is asked of whom, what the buttons say, and what is asked before something is done that cannot be undone."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight.page.sentences.words import BANK, a, listed, loan_counts, ordinal, plural

# --- what goes on, for everybody else ---

DRAWN: Final = {  # in phases of chance
    "placing": "The cities are being placed.",
    "tiling": "The cities get their colours.",
    "marking": "The cities get their first cubes and disks.",
    "boxing": "The boxes are being filled.",
    "ordering": "The turn order is being drawn.",
    "naming": "The tile of the new city is being drawn.",
}
ROLLED: Final = "The colour die is being rolled."
_OTHERS: Final = {
    "bidding": "{name} is bidding.",
    "buying": "{name} is bidding.",
    "building": "{name} is building.",
    "starting": "{name} is choosing where the locomotive starts.",
    "choosing": "{name} is choosing what the new city supplies.",
    "shipping": "{name} is shipping.",
    "owing": "{name} has to take a loan to pay the interest.",
    "selling": "{name} has to auction track to pay the interest.",
    "pairing": "{name} has to auction track to pay the interest.",
    "supplying": "{name} is putting a cube or a disk on a city.",
    "shifting": "{name} is moving a cube or a disk from box 2 to box 1.",
    "filling": "{name} is putting a cube or a disk into box 2.",
    "repaying": "{name} may repay loans before the scoring.",
}


def other(phase: str, name: str) -> str:
    """What somebody else is doing."""
    return _OTHERS.get(phase, "{name}'s turn.").format(name=name)


def over(winners: str, why: str) -> str:
    return f"The game is over: {winners}. {why}"


def ended_by_cities(name: str, needed: int) -> str:
    return f"It ended because {name} connected {plural(needed, 'city')}."


def ended_by_rounds(rounds: int) -> str:
    return f"It ended after {plural(rounds, 'round')}."


ENDED_BY_BANKRUPTS: Final = "It ended because all others are bankrupt."


# --- what you are asked ---

YOUR_TURN: Final = "Your turn."


def last_turn(name: str, needed: int) -> str:
    return f"Your last turn: {name} has connected {plural(needed, 'city')}."


def last_round(number: int) -> str:
    return f"Round {number} of {number}, the last."


STARTING: Final = "In which city does your locomotive start? Choose one that your first track touches."
SUPPLYING: Final = "Put a cube or a disk from box 1 on one of your cities. Choose it first."
WHICH_CITY: Final = "On which city? Those that take it are lit."
SHIFTING: Final = "Now choose what moves from box 2 to box 1."
LAST_SUPPLY: Final = "The last supply of the game: no train runs after it, so it changes nothing."


def filling(demanded: int) -> str:
    return f"Put any cube or disk into box 2: a cube to be loaded, or a disk that makes a city pay {demanded}."


def choosing(town: str) -> str:
    return f"Choose what {town}, your new city, supplies (cubes) and wants (disks). A die then brings the first one."


def owing(owed: int, cash: int) -> str:
    return f"Interest: you owe {owed} and have {cash}. You have to take a loan."


def selling(owed: int, cash: int, bank_bid: int) -> str:
    return (
        f"Interest: you owe {owed} and have {cash}. Choose a section of your track to auction; the bank bids {bank_bid} a tile."
    )


def pairing(town: str) -> str:
    return f"You are selling track from {town}. To which city?"


def buying(seller: str, bid: int, *, may_raise: bool, may_borrow: bool) -> str:
    if may_raise:
        return f"{seller} has to sell track. Raise the bid to {bid + 1}, or pass."
    return f"{seller} has to sell track. You cannot pay {bid + 1}: {_pass(may_borrow)}."


def _pass(may_borrow: bool) -> str:
    return "pass, or take a loan" if may_borrow else "pass"


def repaying(amount: int, gain: int) -> str:
    return f"Last chance before the scoring: repay a loan for {amount}, and you have {plural(gain, 'point')} more."


WHY_EARLY: Final = "Who is earlier builds first, and has the first choice of cubes and of box 1."


def bidding(place: int, bidder: str, bid: int | None, *, may_raise: bool, may_borrow: bool, first: bool = False) -> str:
    """`first`: in the first round, in which it is told what an early place is good for."""
    what = f"{ordinal(place).capitalize()} place in the turn order"
    why = f" {WHY_EARLY}" if first else ""
    if bid is None:
        return f"{what}: open the bidding, or pass.{why}"
    if may_raise:
        return f"{what}: {bidder} bids {bid}. Raise to {bid + 1}, or pass.{why}"
    return f"{what}: {bidder} bids {bid}. You cannot pay {bid + 1}: {_pass(may_borrow)}.{why}"


def you_have(cash: int) -> str:
    """At the end of whatever is asked while money can be paid, borrowed or repaid: on a phone it stands nowhere else in sight."""
    return f"Money: {cash}."


_CHOOSE_LINE: Final = "choose where a line should lead. A lit hex takes one tile."


BUILD: Final = "Build."  # to who has built for a whole game, and is told something that weighs more


def building(*, first: bool, lost: bool) -> str:
    """`first`: no track yet; `lost`: none any more."""
    if lost:
        return f"You have no track left, build again from any city: {_CHOOSE_LINE}"
    return f"Build your first track, from any city: {_CHOOSE_LINE}" if first else f"Build: {_CHOOSE_LINE}"


def one_more_city(needed: int) -> str:
    """`fr.family-end`, for who has all but one of the cities that end the game."""
    return f"Your {ordinal(needed)} city will end the game: all others then have one last turn."


def no_building(cash: int, cheapest: int, *, may_borrow: bool, loan: tuple[int, int]) -> str:
    """`loan`: what one brings, and costs each round."""
    if cash >= cheapest:
        return "There is nothing you can build now."
    if may_borrow:
        return f"Choose where a line should lead. Building it takes a loan: +{loan[0]}, {loan[1]} interest a round."
    return f"The cheapest track costs {cheapest}: finish building."


def on_the_way(hexagon: str) -> str:
    return f"Your train is on the way, on {hexagon}: go on to a city."


def shipping(*, runs_left: int | None, idle: bool) -> str:
    """`runs_left`: where trains make runs; `idle`: nothing is left to load, to deliver or to reach."""
    if idle:
        return "No runs left." if runs_left == 0 else "Nothing left to ship."
    return "No runs left. You can still load and deliver here." if runs_left == 0 else "Ship: load and deliver cubes."


# --- buttons: a label, and what it costs or brings ---

RAISE_NOTE: Final = "you have {cash}"
NO_BIDDING: Final = "Pass"
NO_MORE_BIDS: Final = "no more bids from you for this place"
NOT_BOUGHT: Final = "you do not buy it"
WAGON: Final = "Buy a wagon"
LOAN: Final = "Take a loan"
REPAY: Final = "Repay a loan"
FINISH: Final = {"building": "Finish building", "shipping": "Finish shipping", "repaying": "Finish"}
THEN_SHIP: Final = "then ship"
THEN_SCORE: Final = "then the points are counted"
END_TURN: Final = "End turn"
END_GAME: Final = "Finish the supply"
END_GAME_NOTE: Final = "any cubes and disks: it makes no difference"
REPAY_AND_END: Final = "Repay"
FOUND: Final = "Found a city"


def raise_to(bid: int) -> str:
    return f"Raise to {bid}"


def found_note(price: int, cash: int, sites: int) -> str:
    """`sites`: the hexes that take one now."""
    if cash < price:
        return f"costs {price}, you have {cash}"
    return f"costs {price}, on a hex with a ring" if sites else f"costs {price}, and the track to it"


def wagon_note(price: int, has: int, most: int) -> tuple[str, str]:
    """What it costs; and what gives way to a warning."""
    return f"costs {price}", f"you have {has} of {most}"


def short_loan_note(amount: int, worth: int) -> str:
    """Where hardly anybody borrows."""
    return f"+{amount}; {loan_counts(amount, -worth)}"


def loan_note(amount: int, interest: int, worth: int) -> str:
    return f"+{amount}, {interest} interest a round; {loan_counts(amount, -worth)}"


def no_loan_note(limit: int, first: int) -> str:
    """Why no loan can be taken now."""
    return f"no more this round: {plural(limit, 'loan')} a round, {first} in the first"


def repay_note(amount: int, gain: int, loans: int) -> tuple[str, str]:
    """What it costs; and what gives way to a warning. `gain`: the points that repaying brings, which is the same whenever it is
    done."""
    return f"costs {amount}, brings {plural(gain, 'point')}", f"you have {plural(loans, 'loan')}"


def repay_last_note(amount: int, gain: int) -> str:
    """Before the scoring, if the player has nothing to choose after it."""
    return f"costs {amount}, brings {plural(gain, 'point')}; {THEN_SCORE}"


def repay_last_question(amount: int) -> str:
    return f"Repay a loan for {amount}? It is your last move of the game."


def unpaid_question(loans: int, gain: int) -> str:
    """Before somebody leaves loans that could be repaid."""
    return f"You can still repay {plural(loans, 'loan')} and have {plural(loans * gain, 'point')} more. Finish without?"


def no_train_note(interest: int) -> str:
    """Who has no train yet does not ship."""
    return f"no train yet: pay {interest} interest" if interest else "no train yet: turn ends"


def interest_note(interest: int) -> str:
    return f"then pay {interest} interest" if interest else "you owe no interest"


# What comes when the interest cannot be paid (`fr.interest`).
_COMES: Final = {
    "loan": "you will have to take a loan",
    "sale": "a section of your track will be auctioned",
    "bankrupt": "you have no track to sell: you will be bankrupt and out of the game",
}


def short_note(interest: int, cash: int, comes: str) -> str:
    """What the button says before somebody who cannot pay ends the turn."""
    return f"interest {interest}, you have {cash}: {_COMES[comes]}"


def short_question(phase: str, interest: int, cash: int, comes: str, sections: Sequence[str], loan: tuple[int, int]) -> str:
    """`sections`: those that can be sold; `loan`: what one brings and counts at the end."""
    link = "but" if comes == "bankrupt" else "so"
    what = _COMES[comes]
    if comes == "loan":
        what += f" (+{loan[0]}; {loan_counts(loan[0], -loan[1])})"
    elif comes == "sale" and sections:
        what += f": {listed(sections, 'or')}"
    return f"The interest is {interest} and you have {cash}, {link} {what}. {FINISH[phase]}?"


def section_for_sale(section: str, bid: int) -> str:
    return f"{section}, for which the bank bids {bid}"


def plain_section(one: str, other: str) -> str:
    return f"{one} to {other}"


def then_ship_short(missing: int) -> str:
    """Building is over, and the train has yet to earn the interest."""
    return f"then earn {missing} more for interest"


def leaves_short(note: str, cash: int, interest: int) -> str:
    """A purchase after which the interest cannot be paid."""
    return f"{note}; leaves {cash} for {interest} interest"


def end_question(phase: str, interest: int, *, last: bool, connected: int = 0) -> str:
    """`connected`: the cities with which this turn brings about the end."""
    pay = f", pay {interest} interest" if interest else ""
    then = f"You have {plural(connected, 'city')}: everybody else has one more turn, then the game is over. " if connected else ""
    return f"{then}{FINISH[phase]}{pay} and end your {'last ' if last else ''}turn?"


def fill_question(marker: str) -> str:
    return f"Put {a(marker)} into box 2 and end your turn?"


# --- auctions ---

PLACES: Final = "Places in the turn order"
BIDDERS: Final = "Bidders"
NO_BID: Final = "no bid"
PASSED: Final = "passed"
OUT: Final = "out"
ASKED: Final = "bidding"
IN: Final = "still in"
OPEN_AT: Final = "Open the bidding at"
MORE: Final = "more"


def bid_of(bid: int) -> str:
    return f"bids {bid}"


def highest(bid: int | None) -> str:
    return NO_BID if bid is None else f"bid {bid}"


def has(cash: int) -> str:
    return f"has {cash}"


SECTIONS: Final = "Sections of your track"
A_SECTION: Final = "A section"


def between(one: str, other: str) -> str:
    return f"From <b>{one}</b> to <b>{other}</b>"


def section_at(hexagon: str) -> str:
    return f"The section at <b>{hexagon}</b>"


def tiles(section: str, count: int) -> str:
    return f"{section}: {plural(count, 'tile')}"


def standing_bid(bid: int | None, bidder: str | None) -> str:
    return f"Highest bid: <b>{bid}</b> by {bidder or BANK}."


def bank_opens(bid: int) -> str:
    return f"the bank bids {bid}"


# --- a new city, cubes, markers ---

CITY_TILES: Final = "Colours of the new city"
AT_RANDOM: Final = "at random"
BOX: Final = "Box {number}"
ALL_MARKERS: Final = "All cubes and disks"
LOADING: Final = "Load"
DELIVERING: Final = "Deliver"


def tile_label(supplied: str, wanted: str) -> str:
    return f"supplies {supplied}; wants {wanted}"


def visit_cost(points: int, price: int, after: str) -> str:
    """What loading or delivering costs in this visit, in one line; `price`: the money for points beyond the free ones; `after`:
    what was done here before, which makes it cheaper."""
    if not points:
        return "free, in the same stop"
    costs = plural(points, "action point") + (f" for {price} money" if price else "")
    if after:
        return f"only {costs}" if price else f"only {costs}: {after}"
    return f"{costs}, any number of cubes"


AFTER_LOADING: Final = "you loaded here"
AFTER_DELIVERING: Final = "you delivered here"


def load_label(
    colour: str, count: int, cities: Sequence[str], price: int, later: Sequence[str] = (), *, too_late: bool = False
) -> str:
    """`cities`: those that pay the most for it, of those that the train can get to in this turn; `price`: how much; `later`: if
    there are none, those that it can get to in another; `too_late`: whether there is no other."""
    if too_late:
        return f"Load {a(colour)} cube, {here(count)}: too late to deliver it"
    if later:
        want = "wants" if len(later) == 1 else "want"
        return f"Load {a(colour)} cube, {here(count)}: {listed(later)} {want} it, too far for this turn"
    where = f"{listed(cities)} {'pays' if len(cities) == 1 else 'pay'} {price}" if cities else "no city on your way wants it"
    return f"Load {a(colour)} cube, {here(count)}: {where}"


def no_load_label(colour: str, count: int) -> str:
    return f"Your wagons are full: no room for {a(colour)} cube" if count else f"No {colour} cube here now"


NOT_WANTED: Final = "unwanted"
TOO_LATE: Final = "too late"
NONE_HERE: Final = "none"
WAGONS_FULL: Final = "your wagons are full"
ALL_LOADED: Final = "nothing left to load"
CANNOT_LOAD: Final = "not now"
ALL_DELIVERED: Final = "You have nothing left that this city takes."


def load_note(price: int, later: Sequence[str], *, too_late: bool) -> str:
    """What a cube pays in this turn where it pays the most; or else which cities want it."""
    if price:
        return f"pays {price}"
    if later:
        return f"for {later[0] if len(later) == 1 else f'{len(later)} cities'}"
    return TOO_LATE if too_late else NOT_WANTED


def deliver_label(colour: str, price: int) -> str:
    return f"Deliver {a(colour)} cube for {price}"


DELIVER_NOTHING: Final = "Choose cubes to deliver"


def deliver_for(prices: Sequence[int]) -> str:
    return f"Deliver for {sum(prices)}"


def here(count: int) -> str:
    return f"{count} here"


def pays(price: int) -> str:
    return f"+{price}"


def points_used(used: int, free: int) -> str:
    beyond = f" and {used - free} paid for" if used > free else ""
    return f"{min(used, free)} of {plural(free, 'free action point')} used{beyond}"


def points_left(used: int, free: int, extra: int) -> str:
    if used < free:
        return f"{plural(free - used, 'free action point')} left"
    paid = f" (paid: {(used - free) * extra})" if used > free else ""
    return f"No free action points left: each costs {extra}{paid}"


def runs_used(used: int, runs: int) -> str:
    return f"{used} of {plural(runs, 'run')} used"


def runs_left(left: int) -> str:
    return f"{plural(left, 'run')} left" if left else "no runs left"
