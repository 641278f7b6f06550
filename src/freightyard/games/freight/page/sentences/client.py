"""What the client's JavaScript says, by name: `{value}` stands for a value."""

from collections.abc import Mapping
from typing import Final

from freightyard.games.freight.page.sentences.prompts import DELIVER_NOTHING

CLIENT: Final[Mapping[str, str]] = {
    "build": "Build",
    "found": "Found {city}",
    "build for": "{what} for {price}, leaves {left}",
    "build for price": "{what} for {price}",
    "build for short": "{what} for {price}, leaves {left} for {interest} interest",
    "deliver for": "Deliver for {price}",
    "deliver nothing": DELIVER_NOTHING,
    "tile costs": "{tile}, costs {price}",
    "found where": "Choose a hex with a ring for your new city: inside a triangle of cities and beside none.",
    "found by line": "Choose a lit hex for your new city: inside a triangle of cities and beside none. First you see its track.",
    "found here": "found a city here",
    "found nowhere": "You cannot reach any hex that takes a new city with the money and the tiles that you can have now.",
    "marker first": "First choose the cube or disk, then the city.",
    "other form": "{city} does not take a {marker}. Choose a city that is lit.",
    "no city": "Choose a city that is lit for the {marker}.",
    "line failed": "The lines could not be found. Please try again.",
    "wanted": "{marker}: pays {where}",
    "wanted disk": "{marker}, which makes a city pay {demanded}. A cube of its colour now pays {where}",
    "not wanted": "{marker}: no city wants it",
    "pays in": "{price} in {cities}",
    "pays in framed": "{price} in {cities} (framed)",
    "pays in dashed": "{price} in {cities} (dashed)",
    "frames": "{colour} cube: framed cities pay {demanded}. {said}",
    "frames dashed": "{colour} cube: dashed cities pay {other}. {said}",
    "frames of both": "{colour} cube: framed cities pay {demanded}, dashed ones {other}. {said}",
    "pointed at": "{city}. Click: {does}",
    "pointed at tap": "{city}. Tap: {does}",
    "tip goal": "Your goal: the most points at the end. Money counts {money} each, a city on your track {city}, a loan that you "
    "have not repaid −{loan}.",
    "tip auction": "Bid for a place in the turn order. Going early matters when others want the same track or the same cubes; "
    "passing costs nothing.",
    "tip loan": "Each city has cubes (square) to take, and wants the colours of its round places. Choose one of "
    "two cities that are close and can trade: you see the cheapest line between them.",
    "tip build": "Each city has cubes (square) to take, and wants the colours of its round places. Click a city to "
    "see the cheapest line there, or a lit hex to lay a single tile.",
    "tip build tap": "Each city has cubes (square) to take, and wants the colours of its round places. Tap a city to "
    "see the cheapest line there, or a lit hex to lay a single tile.",
    "tip bench": "Click the hex again, or press R, to turn the tile. The button says what it costs and what you have left.",
    "tip bench tap": "Tap the hex again to turn the tile. The button says what it costs and what you have left.",
    "tip found": "A hex with a ring takes a new city. It counts {city} points for you, and you choose what it supplies.",
    "tip locomotive": "Start where you can take a cube that the other city wants.",
    "tip load": "Load a cube whose colour another city on your track wants.",
    "tip several": "One disk pays {demanded} for each cube of its colour that you deliver together.",
    "tip go": "Go where your cubes are wanted: with a disk of their colour a city pays {demanded} for each, without only "
    "{other}.",
    "tip deliver": "Deliver: cubes whose colour has a disk here pay {demanded} each, the others "
    "{other}. However many cubes of a colour you deliver together, one disk pays for them and goes.",
    "tip interest": "You have too little for the interest. A loan brings {amount} now, and counts −{loan} points until you "
    "repay {amount}.",
    "tip sale": "Auction the section that you need least: you lose its track, and the cities that only it reaches.",
    "tip supply": "Put one where it helps you: a cube that you can take, or a disk that makes a city pay {demanded}.",
    "tip boxes": "At the end of a turn one of box 1 goes to a city, one of box 2 to box 1, and any cube or disk into box 2.",
    "tip finish": "Nothing left to do here: finish. The button says what comes next.",
    "tip last family": "That was a turn: build, ship, pay interest. Loans cost interest every round. The rules are in the menu.",
    "tip last": "That was a turn: build, ship, pay interest, supply. Loans cost interest every round. The rules are in the menu.",
}
