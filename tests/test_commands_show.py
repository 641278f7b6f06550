"""`freightyard show`."""

from functools import partial
from pathlib import Path

import pytest

from freightyard.cli import main
from freightyard.page import screenshot
from freightyard.page.screenshot import has_resvg, serves_png
from tests.chromium import program

RECORD = str(Path(__file__).parent / "golden" / "freight-cars" / "greedy-3.txt")


def test_a_moment_as_a_page_and_as_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, picture = tmp_path / "moment.html", tmp_path / "moment.svg"
    assert main(["show", RECORD, "--ply", "60", "--to", str(page)]) == 0
    assert main(["show", RECORD, "--ply", "60", "--to", str(picture)]) == 0
    assert "ply 60 of" in capsys.readouterr().out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


def test_a_moment_for_programs_that_are_no_browsers(tmp_path: Path) -> None:
    if not (serves_png() if has_resvg() else program()):
        pytest.skip("there is neither resvg with a font nor Chromium on this machine")
    picture = tmp_path / "moment.png"
    assert main(["show", RECORD, "--ply", "60", "--to", str(picture)]) == 0
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (1200, 630)
    assert len(data) > 20_000  # not an empty sheet


def test_without_a_browser_a_png_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(screenshot, "has_resvg", lambda: False)
    assert main(["show", RECORD, "--to", "moment.png"]) == 2
    assert "a .png needs resvg" in capsys.readouterr().err


@pytest.mark.skipif(not has_resvg(), reason="the extra for pictures is not installed")
def test_without_a_font_a_png_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import resvg_py

    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, skip_system_fonts=True))
    monkeypatch.setattr(screenshot, "has_fonts", screenshot.has_fonts.__wrapped__)
    assert main(["show", RECORD, "--to", str(tmp_path / "moment.png")]) == 2
    assert "no font was found" in capsys.readouterr().err
    assert main(["show", RECORD, "--to", str(tmp_path / "moment.svg")]) == 0


def test_without_a_name_the_page_lies_beside_you(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["show", RECORD]) == 0
    (written,) = tmp_path.iterdir()
    assert written.name in capsys.readouterr().out
    assert "The game is over" in written.read_text(encoding="utf-8")


def test_a_seat_sees_its_own_hand(capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for seat in ("1", "2"):
        assert main(["show", RECORD, "--ply", "60", "--seat", seat, "--to", "-"]) == 0
        pages.append(capsys.readouterr().out)
    assert pages[0] != pages[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--ply", "99999"], "--ply must be from 0 to"),
        (["--ply", "-1"], "must be a whole number"),
        (["--seat", "9"], "--seat must be from 1 to"),
        (["--to", "moment.gif"], "ends in .html"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["show", RECORD, *arguments])
    except SystemExit as error:
        status = int(error.code or 0)
    assert status == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_what_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.txt"
    file.write_text("hello\n", encoding="utf-8")
    assert main(["show", str(file)]) == 2
    assert "this is not a record" in capsys.readouterr().err
