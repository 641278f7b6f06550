"""Turns of Freight Train by hand: click by click as it once was, and by drag."""

from hand import Counted, Hand, Turn
from playwright.sync_api import Locator, Page


def _counts(turn: Turn) -> bool:
    return turn.moves[-1].split(" ")[0] in ("put", "call") and "rearrange" not in turn.moves


def _kind(turn: Turn) -> str:
    verbs = [move.split(" ")[0] for move in turn.moves]
    filled = "fill, " if "fill" in verbs else ""
    if "take" in verbs:
        return f"{filled}take {verbs.count('take')}"
    if "load" in verbs:
        return f"{filled}load {verbs.count('load')}"
    return f"{filled}call"


def _before(hand: Hand, turn: Turn) -> None:
    """All cars are clicked, then each and its place. A place is enough where only one of the cars can go there."""
    page = hand.page
    waiting = [move for move in turn.moves if move.startswith("put ")]
    for move in turn.moves:
        if not move.startswith("put "):
            _click_word(hand, move)
    while waiting:
        if page.locator(".plan").count():  # the last car went by itself: once it had to be put
            hand.count += 1
            break
        legal = _lit(page)
        direct = next((move for move in waiting if move in legal), None)
        if direct is None:
            direct = next(move for move in waiting if page.locator(f'.tray .can[data-word="{_car(move)}"]').count())
            hand.click(page.locator(f'.tray .can[data-word="{_car(direct)}"]').first)
        hand.click(_place(page, direct))
        waiting.remove(direct)
    hand.click(page.locator(".plan .go"))


def _now(hand: Hand, turn: Turn) -> None:
    """Each car is dragged to its place."""
    page = hand.page
    waiting = [move for move in turn.moves if move.startswith("put ")]
    for move in turn.moves:
        if move.startswith(("take ", "load ")):
            car = page.locator(f'#view .rails button.car[data-word="{move}"]')
            letter = car.get_attribute("data-car")
            kinds = dict(pair.split(" ") for pair in (page.locator("#own-yard").get_attribute("data-kinds") or "").split("|"))
            put = next(each for each in waiting if each.startswith(f"put {kinds[str(letter)]} "))
            waiting.remove(put)
            hand.drag(car, lambda put=put: _zone(page, put))  # type: ignore[misc]
        elif not move.startswith("put "):
            _click_word(hand, move)
    hand.click(page.locator(".plan .go"))


def _click_word(hand: Hand, move: str) -> None:
    hand.click(hand.page.locator(f'#view [data-word="{move}"]:is(.car, .action)').first)


def _car(move: str) -> str:
    return move.rpartition(" ")[0]


def _lit(page: Page) -> set[str]:
    """The moves that a click on a place would make, though no car is chosen."""
    return {str(each.get_attribute("data-means")) for each in page.locator("#view .can[data-place][data-means]").all()}


def _place(page: Page, move: str) -> Locator:
    return page.locator(f'#view .can[data-place][data-means="{move}"]').first


def _zone(page: Page, put: str) -> Locator:
    _, kind, place = put.split(" ")
    if place.startswith("yard-"):
        return page.locator(f'#own-yard [data-drop="{place}"] .rails')
    train = page.locator(f'#trains li[data-drop="{kind if place == "train" else place}"] .loco')
    return train if train.count() else page.locator(f'#trains .start[data-drop="{place}"]')


COUNTED = Counted("freight-train", "mayfair-1996", 4, _counts, _kind, _before, _now)
