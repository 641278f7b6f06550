"""Every document of the site: whole, escaped, without secrets; and what is said when something is wrong."""

import re

import httpx
import msgspec
import pytest

from freightyard import __version__
from freightyard.games import all_games
from freightyard.server.site.listings import ago, record_line, table_line
from freightyard.store.rows import OVER, Chair, KeptRecord, Person, TableRow
from tests.server.running import Browser, Server
from tests.site.reading import Document

PAGES = (
    "/",
    "/new",
    "/me",
    "/hello/abc",
    "/records",
    "/learn",
    "/manual",
    "/about",
    *(f"/manual/{game.name}" for game in all_games()),
)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole(ann: Browser, path: str) -> None:
    answer = ann.get(path)
    page = Document(answer.text)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.text.endswith("</html>")
    assert answer.text.count("<h1") == 1
    assert len(page.ids) == len(set(page.ids))
    assert "style" not in page.attributes
    assert not [name for name in page.attributes if name.startswith("on")]
    assert not re.search(r"<script(?![^>]* src=)|<style", answer.text)


@pytest.mark.parametrize("path", PAGES)
def test_every_link_and_file_of_a_page_is_there(ann: Browser, path: str) -> None:
    text = ann.get(path).text
    for link in sorted(set(re.findall(r'(?:href|src)="(/[^"#]*)', text))):
        assert ann.get(link).status_code == 200, link


def test_rules_are_reached_by_their_slugs(ann: Browser) -> None:
    assert "ft.take-three" in Document(ann.get("/manual/freight-train").text).ids


def test_about_tells_the_version_the_licence_and_whose_games_these_are(ann: Browser) -> None:
    text = Document(ann.get("/about").text).text
    assert __version__ in text
    assert "MIT" in text
    for game in all_games():
        assert game.credit in text


def test_no_seed_and_no_secret_is_on_any_page(ann: Browser, bob: Browser, server: Server) -> None:
    key = ann.new_table("freight-cars", "me", "open", public="yes")
    bob.post(f"/t/{key}/sit", name="Bob")
    with bob.socket(key) as socket:
        socket.update()
    secrets = [ann.cookie or "", bob.cookie or ""]
    for browser in (ann, bob):
        for path in PAGES:
            text = browser.get(path).text
            assert not [secret for secret in secrets if secret in text], path
            assert "seed" not in text.lower(), path
    log = server.logged(f"/t/{key}/ws")
    assert not [secret for secret in secrets if secret in log]


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/nope", 404, "Page not found"),
        ("/manual/chess", 404, "There is no manual for this game."),
        ("/records?game=chess", 404, "There is no such game here."),
        ("/records?before=soon", 400, "The address of this list is mistyped"),
        ("/records?before=nan x", 400, "The address of this list is mistyped"),
        ("/t/abcdefghijkl", 404, "There is no table with this link."),
        ("/s/x/style.css", 404, "There is no such file"),
        (f"/hello/{'x' * 300}", 400, "That did not work"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(ann: Browser, path: str, status: int, words: str) -> None:
    answer = ann.get(path)
    assert answer.status_code == status
    assert words in Document(answer.text).text
    assert "/" in Document(answer.text).links
    plain = httpx.get(ann.url + path, headers={"accept": "*/*"})
    assert plain.headers["content-type"].startswith("text/plain")
    assert len(plain.text.strip().splitlines()) == 1


def test_a_request_of_the_wrong_kind_is_told_so(ann: Browser) -> None:
    answer = ann.post("/about")
    assert answer.status_code == 405
    assert "GET" in answer.headers["allow"]
    assert "That is not possible here" in answer.text


def test_how_long_ago() -> None:
    seconds = [0, 59, 60, 3599, 3600, 7200, 86400, 86400 * 400, -5]
    assert [ago(1e9, 1e9 - second) for second in seconds] == [
        *("just now", "just now", "1 minute ago", "59 minutes ago", "1 hour ago", "2 hours ago"),
        *("1 day ago", "400 days ago", "just now"),
    ]


def test_a_table_whose_edition_cannot_be_read_is_still_listed() -> None:
    chairs = (Chair("ann", "greedy", "Ann"), Chair(bot="random"), Chair())
    row = TableRow(
        key="k",
        game="chess",
        edition="fide",
        raw="{}",
        options=("blind", "pace=fast"),
        seed="s3cret",
        public=True,
        made_by="ann",
        made_at=0,
        chairs=chairs,
        moved_at=0,
        phase=OVER,
        scores=(3, -4),
        winners=(0,),
    )
    line = table_line(row, Person("ann", "Ann"), 60.0)
    assert (line.game, line.edition, line.when) == ("chess", "fide", "1 minute ago")
    assert [(seat.name, seat.you, seat.bot, seat.score, seat.won) for seat in line.seats] == [
        ("Ann", True, True, 3, True),
        ("Random", False, True, -4, False),
        (None, False, False, None, False),
    ]
    assert b"s3cret" not in msgspec.json.encode(line)


def test_an_imported_record_leads_to_its_own_replay() -> None:
    kept = KeptRecord(
        key="k", game="freight-train", edition="mayfair-1996", players=("A", "B"), scores=(1, 2), winners=(1,), at=0.0, text="…"
    )
    line = record_line(kept, None, 0.0)
    assert (line.href, line.text, line.edition) == ("/r/k", "/r/k/record", "Mayfair, 1996")
    assert [seat.won for seat in line.seats] == [False, True]
    assert line.imported
