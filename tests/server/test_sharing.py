"""Sharing: pictures of positions, what links show elsewhere, codes to scan. Nobody is shown more than they may see."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from freightyard.page.screenshot import has_resvg, serves_png
from tests.server.running import Browser, Server, serving

TEXT = (Path(__file__).parents[1] / "golden" / "freight-cars/greedy-3.txt").read_text(encoding="utf-8")
PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def record(server: Server) -> str:
    """The address of an imported record."""
    with Browser(server.url) as browser:
        home: str = browser.post("/import", text=TEXT).headers["location"]
    return home


@pytest.fixture(scope="module")
def table(server: Server) -> Iterator[tuple[Browser, str, int]]:
    """A running game of Ann's with hidden cards, and its ply."""
    with Browser(server.url) as ann:
        key = ann.new_table("freight-cars", "me", "bot:random", "bot:random", name='Ann "<b>"', public="no")
        with ann.socket(key) as socket:
            socket.play("share", 30)
            socket.await_turn()
            yield ann, f"/t/{key}", socket.ply


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', page)
    return {name: unescape(words) for name, words in found}


def test_every_page_of_a_game_tells_what_its_link_shows(
    eve: Browser, server: Server, record: str, table: tuple[Browser, str, int]
) -> None:
    _, home, ply = table
    pages = (home, f"{home}/at/7", f"{record}/at/50", f"{record}/end")
    images = (f"{home}/preview/{ply}.png", f"{home}/preview/7.png", f"{record}/preview/50.png", f"{record}/preview/250.png")
    for path, image in zip(pages, images, strict=True):
        told = tags(eve.get(path).text)
        assert told["og:url"] == server.url + path
        assert told["og:image"] == server.url + image
        assert told["twitter:card"] == "summary_large_image"
        assert told["og:title"].startswith("Freight Cars")
    assert tags(eve.get(home).text)["og:description"] == 'Ann "<b>", Random 1 and Random 2 play.'
    assert re.fullmatch(
        r"Driver \d won: Driver 1 \d+, Driver 2 \d+, Driver 3 \d+\.", tags(eve.get(f"{record}/end").text)["og:description"]
    )


def test_a_table_that_waits_shows_its_game_and_its_open_seats(ann: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "bot:random")
    told = tags(eve.get(f"/t/{key}").text)
    assert told["og:description"] == "1 seat is open. At the table: Ann and Random."
    picture = eve.get(told["og:image"])
    assert picture.content.startswith(PNG)
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"


def test_a_picture_is_drawn_through_the_eyes_of_who_asks(eve: Browser, table: tuple[Browser, str, int]) -> None:
    ann, home, ply = table
    mine = ann.get(f"{home}/picture/{ply}.svg")
    assert mine.headers["content-type"].startswith("image/svg+xml")
    theirs = eve.get(f"{home}/picture/{ply}.svg").text
    assert mine.text != theirs, "only Ann sees her hand"
    for seat in ("1", "2", "all"):
        assert eve.get(f"{home}/picture/{ply}.svg?seat={seat}").text == theirs
        assert ann.get(f"{home}/picture/{ply}.svg?seat={seat}").text == mine.text
    assert "<b>" not in mine.text


def test_of_a_finished_game_all_eyes_can_be_drawn(eve: Browser, record: str) -> None:
    drawn = {eve.get(f"{record}/picture/40.svg?seat={seat}").text for seat in ("1", "2", "3", "all")}
    assert len(drawn) == 4
    for wrong in ("40", "x.svg", "40.gif", "40.svg.png", "9999999999.svg"):
        assert eve.get(f"{record}/picture/{wrong}").status_code == 404
    assert eve.get(f"{record}/picture/99999.svg").status_code == 400


@pytest.mark.skipif(not serves_png(), reason="the extra for pictures is not installed, or no font")
def test_the_picture_beside_a_link_is_the_same_for_everybody(eve: Browser, record: str, table: tuple[Browser, str, int]) -> None:
    ann, home, ply = table
    hers, theirs = ann.get(f"{home}/preview/{ply}.png"), eve.get(f"{home}/preview/{ply}.png")
    assert hers.content == theirs.content, "not even a player is shown a hand there"
    assert hers.headers["cache-control"] == "no-store"
    past = eve.get(f"{record}/preview/40.png")
    assert past.content.startswith(PNG)
    assert "max-age" in past.headers["cache-control"]
    assert eve.get(f"{record}/picture/40.png?seat=2").content.startswith(PNG)


def test_links_become_codes_to_scan_and_nothing_else_does(eve: Browser, record: str) -> None:
    codes = set()
    for path in (record, f"{record}/end", f"{record}/at/40", f"{record}/at/40?seat=all"):
        answer = eve.get("/qr.svg", params={"to": path})
        assert answer.headers["content-type"].startswith("image/svg+xml")
        codes.add(answer.text)
    assert len(codes) == 4
    for wrong in ("", "/", "https://example.org/t/a", "//example.org/t/a", "/t/a/at/4?seat=x", "/t/a/b", "/me", f"/t/{'a' * 65}"):
        assert eve.get("/qr.svg", params={"to": wrong}).status_code == 404


def test_a_code_says_the_link() -> None:
    """The same text in the same code: made once more by the library, from the link that is told."""
    from freightyard.server.site.share_codes import _drawn

    assert _drawn("http://localhost/t/abc") == _drawn("http://localhost/t/abc") != _drawn("http://localhost/t/abd")


# What a Python does first, to be like one on a machine that lacks something.
WITHOUT = {
    "the extra": "import sys\nsys.modules['resvg_py'] = None\n",
    "fonts": "import functools, resvg_py\n"
    "resvg_py.svg_to_bytes = functools.partial(resvg_py.svg_to_bytes, skip_system_fonts=True)\n",
}


@pytest.mark.parametrize("what", WITHOUT)
def test_without_the_extra_or_a_font_a_link_shows_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    if what == "fonts" and not has_resvg():
        pytest.skip("the extra for pictures is not installed")
    blocked = tmp_path / "without"
    blocked.mkdir()
    (blocked / "sitecustomize.py").write_text(WITHOUT[what], encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{blocked}:{Path(__file__).parents[2] / 'src'}")
    with (
        serving(tmp_path / "yard.db", "--log", "warning", errors=tmp_path / "log") as server,
        Browser(server.url) as eve,
    ):
        home = eve.post("/import", text=TEXT).headers["location"]
        general = eve.get(f"{home}/preview/40.png").content
        assert general.startswith(PNG)
        assert eve.get(f"{home}/preview/50.png").content == general, "not the board"
        assert eve.get(f"{home}/picture/40.png").status_code == 404
        assert eve.get(f"{home}/picture/40.svg").status_code == 200
