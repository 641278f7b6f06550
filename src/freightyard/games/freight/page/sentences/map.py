"""What the map says to those who point at it or hear it, the bench where tiles are chosen, and the trips of the train."""

from collections.abc import Sequence
from typing import Final

from freightyard.games.freight.page.sentences.words import BANK, a, cubes, listed, plural

MAP: Final = "Map"
HELP: Final = (
    "Map. Arrow keys go to the next city or lit hex, after X to any hex, Shift and an arrow move the map; plus and minus zoom, "
    "0 shows what matters now, 9 the whole map."
)
ZOOM_IN: Final = "Zoom in (+)"
ZOOM_OUT: Final = "Zoom out (−)"
FIT: Final = "Show what matters now (0)"
WHOLE: Final = "Show the whole map (9)"

# --- the legend ---

LEGEND: Final = "Legend"
LOAD_HERE: Final = "cube: load here"
NONE_NOW: Final = "dotted: none now"
SEVERAL: Final = "small number: how many"
TRACK: Final = "track: the number is its owner's, as on the trains"
WANTS_FULL: Final = "gold frame: pays {price} for the cube you chose"
WANTS_LITTLE: Final = "dashed: pays {price}"


def disk_pays(price: int) -> str:
    return f"disk: pays {price}"


def dotted_pays(price: int) -> str:
    return f"dotted: pays {price}"


# --- cities and trains ---


def new_city(name: str) -> str:
    return f"{name}: a new city"


def disks(colour: str, count: int) -> str:
    """The small number at a disk, in words."""
    return f"{colour} ({count} disks)"


def city(name: str, take: Sequence[str], full: Sequence[str], little: Sequence[str], prices: tuple[int, int]) -> str:
    """`Elmford k16: take yellow, black; pays 5 for white; 1 for red`. `take`: cubes that are there, `full`: with a disk."""
    parts = [f"take {', '.join(take)}" if take else "nothing to take"]
    high = f"pays {prices[0]} for {', '.join(full)}" if full else ""
    low = f"{'' if full else 'pays '}{prices[1]} for {', '.join(little)}" if little else ""
    return f"{name}: {'; '.join([*parts, *filter(None, (high, low))])}"


def train(name: str, hexagon: str) -> str:
    return f"{name}'s train at {hexagon}"


# --- hexes that can be clicked ---

_THINGS: Final = {"build": "track", "upgrade": "a switch", "bridge": "a bridge", "city": "a city"}


def buildable(verb: str) -> bool:
    """Whether a verb builds something on a hex."""
    return verb in _THINGS


def does(beginnings: Sequence[str], markers: Sequence[str] = ()) -> str:
    """What a click on a hex does, by the beginnings of moves that it stands for. `markers`: what can be put there, as
    `red cube`."""
    words = [beginning.split(" ") for beginning in beginnings]
    match words[0][0]:
        case "locomotive":
            return "start your locomotive here"
        case "sell":
            return "sell track that ends here"
        case "to":
            return "sell the track to this city"
        case "put":
            return f"put {listed([a(marker) for marker in markers], 'or')} here"
    return f"build {listed([_THINGS[word[0]] for word in words], 'or')}"


LINE_TO: Final = "show the cheapest line there"


def step(extra: int, tolls: Sequence[tuple[str, int]]) -> str:
    """What a click that moves the train by one hex does, and what it costs; nobody is the bank."""
    costs = [f"{extra} for the extra action point"] if extra else []
    costs += [f"toll {toll} to {name or BANK}" for name, toll in tolls]
    return f"go one step: {', '.join(costs)}" if costs else "go one step"


def labelled(name: str, what: str) -> str:
    return f"{name}: {what}"


# --- the bench ---

BENCH: Final = "Build here"
BUILD_ON: Final = "Build on"
CANCEL: Final = "Cancel"
TURN: Final = "Turn"
BUILD: Final = "Build"
SORTS: Final = ("Straight", "Curve", "Switch")
UPGRADE: Final = "Upgrade to a switch"
BRIDGE: Final = "Bridge"
NEW_CITY: Final = "New city"
NEW_CITY_LABEL: Final = "a new city"
SIDES: Final = ("right", "lower right", "lower left", "left", "upper left", "upper right")  # of the edges


def tile_label(name: str, sides: Sequence[str]) -> str:
    return f"{name}: {listed(sides)}"


def group_label(title: str, price: int) -> str:
    return f"{title}, costs {price}"


# --- trips ---

REACH: Final = "Your train can reach"
BEYOND_REACH: Final = "Too far for now"
GO: Final = "Go"
GO_DELIVER: Final = "Go, deliver"
OR: Final = "or"


def badge(*, by_points: bool) -> tuple[str, str]:
    """What stands above a city that the train can reach, and what it means."""
    return ("3 −1 +5", "3 steps, costs 1, pays 5") if by_points else ("2 +5", "2 runs, pays 5")


def takes(step: int, deliver: int) -> str:
    """The action points of a step and of delivering."""
    return f"a step takes {plural(step, 'action point')}, delivering takes {deliver}"


def steps(count: int, extra: int, tolls: Sequence[tuple[str, int]], deliver: int = 0) -> str:
    """`6 steps; pay 2 for extra action points, 1 more to deliver, toll 2 to Bob`; nobody is the bank."""
    costs = [f"{extra} for extra action points"] * bool(extra)
    if deliver:
        costs.append(f"{deliver} more to deliver" if extra else f"{deliver} for extra action points to deliver")
    costs += [f"toll {toll} to {name or BANK}" for name, toll in tolls]
    return f"{plural(count, 'step')}; pay {', '.join(costs)}" if costs else plural(count, "step")


def too_dear(count: int, extra: int, tolls: int, cash: int) -> str:
    """Why the train cannot go to a city that track leads to."""
    costs = [f"{extra} for extra action points"] * bool(extra) + [f"toll {tolls}"] * bool(tolls)
    return f"{plural(count, 'step')}, {' and '.join(costs)}: too dear, you have {cash}"


def too_far(count: int, left: int) -> str:
    return f"{plural(count, 'run')} away, and you have {left or 'none'} left"


def short(left: int, interest: int) -> str:
    """A trip after which the interest cannot be paid."""
    return f"Leaves {left} for {interest} interest."


def at_a_loss(price: int, pays: int) -> str:
    """Going there and delivering costs what it brings, or more."""
    return f"No gain: costs {price}, pays {pays}."


def no_delivery(price: int, left: int) -> str:
    return f"Delivering there costs {price} more, and you would have {left}."


def runs(count: int) -> str:
    return plural(count, "run")


def go_label(city: str) -> str:
    return f"Go to {city}"


def deliver_label(city: str, pays: Sequence[int], points: int, price: int) -> str:
    """The label of a button that goes and delivers: what it pays, and what delivering takes."""
    costs = f", costs {price}" if price else ""
    takes = f" ({plural(points, 'action point')} to deliver{costs})" if points else ""
    return f"Go to {city} and deliver for {sum(pays)}{takes}"


def pays(amounts: Sequence[int]) -> str:
    """What delivering in a city pays."""
    return f"pays {sum(amounts)}"


def keeps(colours: Sequence[str], price: int) -> str:
    """Why some cubes stay in the wagons, unless the player wants to deliver them too."""
    pays = f"they pay only {price} each" if len(colours) > 1 else f"it pays only {price}"
    return f"Keeps {cubes(colours)}: {pays} here"


def deliver_all(pays: Sequence[int]) -> str:
    return f"Go, deliver all for {sum(pays)}"


def trip(cost: str, pays: Sequence[int]) -> str:
    """What a click on a city that the train can reach is about."""
    return f"show the way; {cost}" + (f", deliver for {sum(pays)}" if pays else "")
