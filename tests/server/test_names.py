"""Names are people's own words: they are shown as they were written, on every page, escaped once."""

import pytest

from freightyard.games import all_games
from tests.server.running import Browser
from tests.site.reading import Document

NAME = "Tom & Jerry <b>"
FRIEND = "\"Bea\" & 'Co'"


def shown(markup: str, where: str, name: str = NAME) -> None:
    """A name is there, and neither markup nor escaped twice: what a reader sees is what was written."""
    text = Document(markup).text
    assert name in text, where
    for wrong in ("&amp;amp;", "&amp;lt;", "&amp;#"):
        assert wrong not in markup, f"{where}: {wrong}"
    assert "Jerry <b>" not in markup, where


def test_a_name_is_escaped_once_while_a_table_waits(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", name=NAME, public="yes")
    assert ann.post(f"/t/{key}/sit", seat="2", name=FRIEND).status_code == 303
    key = ann.new_table("freight-train", "me", "open", "open", public="yes")
    assert ann.post(f"/t/{key}/sit", seat="2", name=FRIEND).status_code == 303
    for browser in (ann, bob):
        for path in (f"/t/{key}", "/"):
            page = browser.get(path).text
            shown(page, path)
            shown(page, path, FRIEND)
    taken = bob.post(f"/t/{key}/sit", seat="1", name="Bob")
    assert f"Seat 1 is taken by {NAME}." in Document(taken.text).text


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_a_name_is_escaped_once_at_a_table(ann: Browser, bob: Browser, game: str) -> None:
    key = ann.new_table(game, "me", "open", "bot:random", name=NAME)
    assert bob.post(f"/t/{key}/sit", name=FRIEND).status_code == 303
    with ann.socket(key) as socket:
        socket.update()
        ply = socket.ply
        socket.send(chat="Fish & chips")
        socket.until(lambda message: "chat" in message)
    for browser in (ann, bob):
        for path in (f"/t/{key}", f"/t/{key}/at/{ply}"):
            page = browser.get(path).text
            shown(page, path)
            shown(page, path, FRIEND)
    assert "Fish & chips" in Document(bob.get(f"/t/{key}").text).text
    bob.post(f"/t/{key}/leave", bot="random")
    page = bob.get(f"/t/{key}").text
    shown(page, "a bot plays for them", FRIEND)
    assert "a bot is playing (Random)" in Document(page).text


def test_a_name_is_escaped_once_at_the_end_and_in_records(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "bot:random", name=NAME, public="yes")
    with ann.socket(key) as socket:
        socket.update()
        socket.play("names")
    for path in (f"/t/{key}", f"/t/{key}/end", f"/t/{key}/chart", "/records", "/", f"/r/{key}/end"):
        shown(bob.get(path).text, path)
    shown(ann.get("/me").text, "/me")
