"""Importing records in the browser: what is right is kept and replayed, what is wrong is refused in one sentence."""

import re
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest

from freightyard.core.record import read
from tests.server.running import Browser, Server, serving

GOLDEN = Path(__file__).parents[1] / "golden"
TEXT = (GOLDEN / "freight-cars/greedy-3.txt").read_text(encoding="utf-8")
OTHER = (GOLDEN / "freight-train/whitewind-1993-3.revision-2.txt").read_text(encoding="utf-8")


def sent(browser: Browser, **form: tuple[str, bytes]) -> httpx.Response:
    """A record in a form with a file."""
    return browser._http.post("/import", files=form)


def said(answer: httpx.Response) -> str:
    found = re.search(r'class="problem" id="problem-record">(.*?)</p>', answer.text)
    assert found is not None, answer.text
    assert answer.status_code == 422
    return found[1]


def test_a_file_is_kept_marked_and_replayed(ann: Browser) -> None:
    assert 'href="/import"' in ann.get("/records").text
    assert "multipart/form-data" in ann.get("/import").text
    answer = sent(ann, file=("game.txt", TEXT.replace("\n", "\r\n").encode()))
    assert answer.status_code == 303, answer.text
    home = answer.headers["location"]
    page = ann.get(home, follow_redirects=True)
    assert page.status_code == 200
    assert str(page.url).endswith(f"{home}/at/{len(read(TEXT))}")
    assert "imported record" in page.text
    assert read(ann.get(f"{home}/record").text) == read(TEXT)
    assert "imported" in ann.get("/records").text
    assert sent(ann, text=("", TEXT.encode())).headers["location"] == home, "the same game is kept once"
    assert ann.get(f"{home}/end").status_code == 200
    assert ann.get(f"{home}/play/40").status_code == 200


def test_pasted_text_is_kept_too(ann: Browser) -> None:
    answer = ann.post("/import", text=OTHER)
    assert answer.status_code == 303, answer.text
    assert read(ann.get(f"{answer.headers['location']}/record").text) == read(OTHER)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Choose a file, or paste the text of a record."),
        (b"\xff\xfe\x00", "This file is not text, so it is not a record."),
        (b"hello", "This is not a record: its first line must be"),
        (TEXT.replace("take ", "take x", 1).encode(), "The record was changed after it was written"),
        (re.sub(r"digest:.*", "", TEXT.replace("take ", "take x", 1)).encode(), "Move "),
        (b"freightyard record 1\n" * 20_000, "A record can have at most 256 KB; this one has 411 KB."),
        (
            re.sub(r"(?s)end:.*", "end: unfinished after 0 plies\n", re.sub(r"(?m)^[*123]: .*\n", "", TEXT)).encode(),
            "The game is not",
        ),
        (TEXT.replace("revision: ", 'edition.name: "x"\nrevision: ', 1).encode(), "The record"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(ann: Browser, content: bytes, sentence: str) -> None:
    assert said(sent(ann, file=("game.txt", content))).replace("&#39;", "'").startswith(sentence)


def test_what_is_pasted_cannot_become_markup(ann: Browser) -> None:
    answer = ann.post("/import", text="<script>alert(1)</script></textarea><b>")
    assert said(answer)
    assert "<script>alert" not in answer.text
    assert "</textarea><b>" not in answer.text


def test_too_large_a_form_is_refused_before_it_is_read(ann: Browser) -> None:
    assert ann.post("/import", text="x" * 2_000_000).status_code == 413


def test_a_private_game_is_not_found_by_importing_it(ann: Browser, bob: Browser) -> None:
    home = ann.post("/import", text=OTHER).headers["location"]
    seats = {f"seat-{number}": "bot:random" for number in (1, 2, 3)}
    key = ann.post(f"{home}/play/{len(read(OTHER)) - 5}", name="Ann", **seats).headers["location"].removeprefix("/t/")
    with ann.socket(key) as socket:
        socket.await_end()
    answer = bob.post("/import", text=ann.get(f"/t/{key}/record").text)
    assert answer.status_code == 303
    assert key not in answer.headers["location"]
    assert bob.get(answer.headers["location"], follow_redirects=True).status_code == 200


def test_a_host_can_forbid_imports_and_rates_are_limited(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "yard.db", "--log", "warning", "--no-imports", errors=tmp_path / "log") as server,
        Browser(server.url) as eve,
    ):
        assert eve.get("/import").status_code == 403
        assert eve.post("/import", text=TEXT).status_code == 403
        assert "/import" not in eve.get("/records").text
    with _slow(tmp_path) as server, Browser(server.url) as eve:
        answers = [eve.post("/import", text="x").status_code for _ in range(14)]
        assert answers[0] == 422
        assert answers[-1] == 429


def _slow(folder: Path) -> AbstractContextManager[Server]:
    return serving(folder / "slow.db", "--log", "warning", "--rate", "20", errors=folder / "log")
