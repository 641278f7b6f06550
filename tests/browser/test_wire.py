"""What a page shows that was told of every move is what a new page shows: cars, cards, numbers, what can be clicked, the log."""

import re
from collections.abc import Callable
from difflib import unified_diff

import pytest
from playwright.sync_api import Page

from freightyard.core.chance import Stream
from freightyard.games import game_named
from tests.browser.driving import connected, new_table
from tests.depth import deep_except
from tests.server.running import Browser, Server, Socket

Window = Callable[..., Page]

# What stands in every part, without the marks that the client makes for who has followed the game, and in whichever order they
# have seen trains begin; then the lines of the log, the newest first.
SHOWN = """() => {
  const plain = (part) => {
    const copy = part.cloneNode(true);
    for (const element of [copy, ...copy.querySelectorAll('*')]) {
      for (const name of ['tabindex', 'hidden', 'style', 'open', 'aria-pressed']) element.removeAttribute(name);
      element.classList.remove('can', 'fresh', 'tipped', 'lit', 'now');
      if (!element.classList.length) element.removeAttribute('class');
    }
    for (const list of copy.querySelectorAll('.trains')) {
      list.append(...[...list.children].sort((one, other) => (one.outerHTML < other.outerHTML ? -1 : 1)));
    }
    return copy.outerHTML.replaceAll('><', '>\\n<');
  };
  const lines = [...document.querySelectorAll('#log > li, #older > li:not(.earlier)')].map((line) => plain(line));
  const parts = [...document.querySelectorAll('[data-part]')].filter(({ id }) => id !== 'log' && id !== 'older');
  return [parts.map(plain), lines];
}"""
AT = "ply => Number(document.querySelector('#view').dataset.ply) >= ply"


def ply_of(line: str) -> int:
    """That at which a line of the log begins."""
    found = re.match(r'<li data-ply="(\d+)"', line)
    assert found is not None, line
    return int(found[1])


def check(page: Page, ply: int) -> None:
    """The page shows what a new one in the same browser does."""
    page.wait_for_function(AT, arg=ply)
    other = page.context.new_page()
    other.goto(page.url)
    connected(other)
    other.wait_for_function(AT, arg=ply)
    (parts, lines), (fresh_parts, fresh_lines) = page.evaluate(SHOWN), other.evaluate(SHOWN)
    other.close()
    # Who has followed the game keeps older lines. What a new page has may begin in the middle of a turn: that turn is left out.
    oldest = min(map(ply_of, fresh_lines), default=0)
    compared = sum(ply_of(line) > oldest for line in lines)
    shown, fresh = "\n".join(parts + lines[:compared]), "\n".join(fresh_parts + fresh_lines[:compared])
    assert shown == fresh, "\n".join(
        unified_diff(fresh.split("\n"), shown.split("\n"), "a new page", "this page", n=1, lineterm="")
    )


def has_turn(socket: Socket) -> bool:
    """Wait for one's turn; whether it came before the game was over."""
    while not socket.turn and not socket.over:
        socket.update()
    return not socket.over


@pytest.mark.usual
@pytest.mark.parametrize("seed", deep_except(1, among=range(1, 5)))
@pytest.mark.parametrize("game", ["freight-train", "freight-cars", "freight"])
def test_a_page_that_followed_shows_what_a_new_page_shows(
    window: Window, server: Server, game: str, seed: int, deep: bool
) -> None:
    page, looker, luck = window(), window(), Stream(f"{game} {seed}")
    new_table(page, "me", "bot:random", "bot:random", game=game, edition=game_named(game).editions[0])
    looker.goto(page.url)
    for each in (page, looker):
        connected(each)
    with Browser(server.url) as browser:  # the same person at another device, who makes the moves
        browser.cookie = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "freightyard")
        with browser.socket(page.url.rpartition("/")[2]) as socket:
            socket.update()
            for _ in range(40 if deep else 2):
                for _ in range(1 + luck.below(12)):
                    if not has_turn(socket):  # others have ended the game
                        break
                    before = socket.ply
                    if "data-undo" in socket.parts["prompt"] and not luck.below(4):
                        socket.send(undo=True, ply=before, seat=socket.seat)
                    else:
                        socket.move(socket.moves[luck.below(len(socket.moves))])
                    while socket.ply == before and not socket.over:
                        socket.update()
                    if socket.over:
                        break
                while not socket.turn and not socket.over:
                    socket.update()
                for each in (page, looker):
                    check(each, socket.ply)
                if socket.over:
                    return
