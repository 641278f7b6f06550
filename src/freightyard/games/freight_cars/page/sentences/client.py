"""What the board's JavaScript says: `sentence(name, values)` finds it by its name, and `{value}` stands for a value."""

from typing import Final

_WORKSHOP: Final = {
    "car full": "The car is full.",
    "car empty": "The car is empty.",
    "cell left": "1 cell left to fill.",
    "cells left": "{count} cells left to fill.",
    "covers another": "{piece} would cover another piece there.",
    "does not fit": "{piece} does not fit.",
    "fits when turned": "{piece} fits nowhere as it lies: turn it (R) or flip it (F).",
    "fits when turned by touch": "{piece} fits nowhere as it lies. Tap it again to turn it, or flip it.",
    "load card": "Load {card}",
    "load later": "Planned: you can load it on your turn",
    "no more loading": "No more loading: the game is ending.",
    "no piece left": "No {piece} left.",
    "pick piece first": "Pick a piece first.",
    "pick piece to place": "Pick a piece, then where it goes on the car.",
    "piece at": "{piece}, row {row}, column {column}",
    "pieces left": "{piece}, {count} left",
    "place by mouse": "Click where {piece} goes. The wheel turns it, a right click flips it.",
    "place by touch": "Tap where {piece} goes, or drag it there. Tap it again to turn it.",
    "plan lost pieces": "Some pieces of your plan are no longer free.",
    "spot fits": "Row {row}, column {column}: {piece} fits.",
    "spot does not fit": "Row {row}, column {column}: {piece} does not fit.",
    "sticks out": "{piece} would stick out of the car there.",
}
_SHARED: Final = {
    "hold to see": "Hold the button down to see your cards.",
    "show to all?": "This shows the card to everybody who looks at the screen.",
    "show it": "Show it",
}
_PLANS: Final = {
    "as planned": "as planned; ends your turn",
    "nth card": "card {number}",
    "planned": "planned",
}
_PACKINGS: Final = {
    "and": "{before} and {last}",
    "all cards fit": "the pieces left can fill any freight car",
    "all cards fit with hand": "the pieces left can fill any freight car, also any card in your hand",
    "best packing": "Leaves the most useful pieces",
    "fewest pieces": "Uses the fewest pieces",
    "can load no longer": "you can no longer load {cards}",
    "can still load": "you can still load {cards}",
    "cards fit": "the pieces left can fill {fits} of the {of} freight cars",
    "or": "{before} or {last}",
    "no card fits": "the pieces left can fill no freight car",
    "no packing": "Your free pieces cannot fill {card}.",
    "no packing of the rest": "Your free pieces cannot fill the rest. Undo a piece.",
    "packing": "Looking for ways to fill {card}…",
    "packing failed": "The ways to fill it could not be loaded. Please try again.",
    "pick packing": "Choose a way to fill it; you can still change it.",
    "with any packing": "With any of them {facts}.",
}
_SHIPMENT: Final = {
    "car already ships": "This car is already in the shipment. Undo to take it out.",
    "car stands before": "Cars join a shipment from the front of the train to its end. Undo to start again.",
    "cars serve another": "{city} needs cars that already serve another city: each car serves one. Undo to free them.",
    "city already served": "This shipment already serves {city}.",
    "city pays": "{credits} for {city}",
    "city bonus": "{sum}, and {credits} more at the end from your corporation",
    "city bonus in short": "{sum} + {credits} from your corporation at the end",
    "city ready": "{city} pays {credits} for {goods}{more}. To serve it, ship these cars of your train.",
    "city wants": "{city} pays {credits} for {goods}{more}. To serve it, load such cars and ship them together.",
    "city wants more": ", and {credits} at the end from your corporation",
    "city alone": "Each car serves one city only.",
    "city shares": "Each car serves one city, so {also}.",
    "instead of": "instead of {city}",
    "instead of several": "instead of {count} cities",
    "credit": "1 credit",
    "credits": "{count} credits",
    "missing goods": "{city} wants {goods}. Add such cars to the shipment.",
    "one more car": "One more car adds {credits}.",
    "ship at start": "You can ship cars only at the start of your turn.",
    "ship for": "Ship for {credits}",
    "shipment of one": "1 car: {sum}.",
    "shipment of several": "{cars} cars: {sum}.",
}
_END: Final = {
    "end has come": "End of Game has come: everybody has one more turn. After it you can only ship once more. Cars that you do"
    " not ship earn nothing.",
    "end read": "Got it",
    "end of game": "End of Game",
}
_TIPS: Final = {
    "tip goal": "Your goal: the most credits. Fill cars with your pieces and ship them; cities and your corporation pay extra.",
    "tip keep": "Keep one of these corporations. Only you see it. At the end of the game it pays you its bonus."
    " In most games you ship about 9 cars, in two or three shipments.",
    "tip discard": "Each card is a freight car: you will fill its cells with your pieces. Discard the card you like least.",
    "tip load": "A turn is one action: take or draw a card, load, or ship."
    " Choose a card with ✓ in your hand to fill it with your pieces.",
    "tip workshop": "Lay pieces on the car until every cell is covered, or choose Fill it or Ways to fill it. Then load the car.",
    "tip ship": "Ship loaded cars and get your pieces back. Or load more first: a longer shipment earns more for each car. Cities"
    " pay too; each car serves one city only.",
    "tip take": "A turn is one action. Take one of these cards, or draw from the deck. Your pieces can fill cards with ✓.",
    "tip end": "When the End of Game card turns up, everybody has one more turn. After it you can only ship once more."
    " Load in time.",
}
CLIENT: Final = {**_WORKSHOP, **_SHARED, **_PLANS, **_PACKINGS, **_SHIPMENT, **_END, **_TIPS}
