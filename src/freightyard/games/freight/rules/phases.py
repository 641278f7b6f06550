"""The phases of a Freight game, in the order in which a game goes through them."""

from typing import Final

# Chance acts.
PLACING: Final = 0  # the cities of the map are placed
TILING: Final = 1  # each city gets its tile
MARKING: Final = 2  # each city gets its first markers
BOXING: Final = 3  # the boxes get their first cubes
ORDERING: Final = 4  # the first turn order is drawn
ROLLING: Final = 5  # at the start of a round, cities with few markers get one
NAMING: Final = 6  # the tile of a new city is drawn
FOUNDING: Final = 7  # a new city gets its first marker
RESTOCKING: Final = 8  # family rules: the cities of the own network are rolled up
# A seat acts.
BIDDING: Final = 9  # for a place in the turn order
BUILDING: Final = 10
STARTING: Final = 11  # the locomotive is put on a city
CHOOSING: Final = 12  # the tile of a new city is chosen
SHIPPING: Final = 13
OWING: Final = 14  # the interest cannot be paid without a loan
SELLING: Final = 15  # the interest cannot be paid without a sale
PAIRING: Final = 16  # the seller has named a city and names the other end of the section
BUYING: Final = 17  # a section of track is auctioned
SUPPLYING: Final = 18  # a marker goes from box 1 to a city
SHIFTING: Final = 19  # a marker goes from box 2 to box 1
FILLING: Final = 20  # a marker goes into box 2
REPAYING: Final = 21  # before the scoring
# Nobody acts.
OVER: Final = 22

NAMES: Final = (
    "placing",
    "tiling",
    "marking",
    "boxing",
    "ordering",
    "rolling",
    "naming",
    "founding",
    "restocking",
    "bidding",
    "building",
    "starting",
    "choosing",
    "shipping",
    "owing",
    "selling",
    "pairing",
    "buying",
    "supplying",
    "shifting",
    "filling",
    "repaying",
    "over",
)

# How a game ended, or will after the last repayments.
ENDINGS: Final = ("", "fr.score", "fr.bankrupt", "fr.family-end", "fr.family-cap")
ROUNDS_OVER: Final = 1
ONE_LEFT: Final = 2
CITIES_CONNECTED: Final = 3
CAP_REACHED: Final = 4

NOBODY: Final = -1
BANK: Final = 7  # the owner of track that the bank bought; seats are 0 to 5
