"""Turns of Freight Cars by hand: car by car and packing by packing as it once was, and with *Ship all* and *Fill it*."""

from hand import SEAT, Counted, Hand, Turn

from freightyard.games.freight_cars.page.packer import offers


def _kind(turn: Turn) -> str:
    verbs = [move.split(" ")[0] for move in turn.moves]
    if "ship" in verbs:
        cars, cities = verbs.count("ship"), verbs.count("claim")
        return f"ship {cars} of {_train(turn)}" + (f", serve {cities}" if cities else "")
    if "load" in verbs:
        return f"load, {verbs.count('lay')} pieces"
    return {"take": "take", "draw": "draw", "decline": "finish"}.get(verbs[0], verbs[0])


def _train(turn: Turn) -> int:
    return len(turn.state.view(SEAT).board.seats[SEAT].train)


def _packing(turn: Turn) -> int | None:
    """Which of the packings that are offered is the one of the record; None if it is not offered."""
    card = turn.moves[0].removeprefix("load ")
    lays = tuple(move.removeprefix("lay ") for move in turn.moves[1:])
    found = [offer.lays for offer in offers(turn.state.view(SEAT), card)]
    return found.index(lays) if lays in found else None


def _counts(turn: Turn) -> bool:
    return not turn.moves[0].startswith("load ") or _packing(turn) is not None


def _before(hand: Hand, turn: Turn) -> None:
    page = hand.page
    if turn.moves[0].startswith("load "):
        _load(hand, turn, fill=False)
    elif turn.moves[0].startswith("ship "):
        for move in turn.moves:
            if move.startswith("ship "):
                hand.click(page.locator(f'#train [data-ship="{move.removeprefix("ship ")}"]'))
        _serve(hand, turn)
    else:
        _sure(hand, turn)


def _now(hand: Hand, turn: Turn) -> None:
    if turn.moves[0].startswith("load "):
        _load(hand, turn, fill=True)
    elif turn.moves[0].startswith("ship ") and sum(move.startswith("ship ") for move in turn.moves) == _train(turn):
        hand.click(hand.page.locator("[data-ship-all]"))
        _serve(hand, turn)
    else:
        _before(hand, turn)


def _load(hand: Hand, turn: Turn, *, fill: bool) -> None:
    """With the packing of the record: the best one is laid out by *Fill it*."""
    page, index = hand.page, _packing(turn) or 0
    hand.click(page.locator(f'#hand [data-plan="{turn.moves[0].removeprefix("load ")}"]'))
    if fill and index == 0:
        hand.click(page.locator('[data-shop="fill"]'))
        page.wait_for_selector('[data-shop="load"]:not(:disabled)')
    else:
        hand.click(page.locator('[data-shop="pack"]'))
        hand.click(page.locator(".offer").nth(index))
    hand.click(page.locator('[data-shop="load"]'))


def _serve(hand: Hand, turn: Turn) -> None:
    """Serve the cities of the record, where they are not the ones that are chosen already, and ship."""
    for city in hand.page.locator("#cities [data-city]").all():
        served = "served" in (city.get_attribute("class") or "").split()
        if served != (f"claim {city.get_attribute('data-city')}" in turn.moves):
            hand.click(city)
    hand.click(hand.page.locator('[data-slip="go"]'))


def _sure(hand: Hand, turn: Turn) -> None:
    """What is a click and a question."""
    hand.click(hand.page.locator(f'#view [data-word="{turn.moves[0]}"]').first)
    hand.click(hand.page.locator(".plan .go"))


COUNTED = Counted("freight-cars", "quick-simple-fun-2021", 3, _counts, _kind, _before, _now)
