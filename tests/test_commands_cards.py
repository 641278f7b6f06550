"""`freightyard cards`, as a person uses it."""

from pathlib import Path

import pytest

from freightyard.cli import main

LIST = '{ name = "Gotham", region = "south", wants = ["kryptonite"], credits = 3 }'


def test_cards_check_finds_nothing_wrong_with_our_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edition", "freight-cars"]) == 0
    path = tmp_path / "mine.toml"
    path.write_text(capsys.readouterr().out)
    assert main(["cards", "check", str(path)]) == 0
    assert "no problems in 50 freight cards" in capsys.readouterr().out


def test_cards_check_prints_every_problem_on_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "quick-simple-fun-2021"\nname = "mine"\ncity_counts = [1]\ncities = [{LIST}]\n')
    assert main(["cards", "check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert f"{path}: there are 1 cities, but box.cities says 25" in lines
    assert f"{path}: the city Gotham wants 'kryptonite', but must want some of coal, lumber, oil, produce, steel" in lines
    assert lines[-1] == f"{len(lines) - 1} problems"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('extends = "nothing"', "extends is 'nothing', but must be one of quick-simple-fun-2021"),
        ('extends = "quick-simple-fun-2021"\nfright = []', "there is no field 'fright'"),
        (
            'extends = "quick-simple-fun-2021"\nfreight = [{ name = "coal-1", resource = "coal", shape = ["xo"] }]',
            "freight[0].shape[0]",
        ),
    ],
)
def test_cards_check_tells_of_a_field_that_cannot_be_read(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert main(["cards", "check", str(path)]) == 1
    problem, count = capsys.readouterr().out.splitlines()
    assert problem.startswith(f"{path}: ")
    assert sentence in problem
    assert problem.endswith("; fix this first, then check again")
    assert count == "1 problem"


def test_cards_check_refuses_what_is_no_toml(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("freight = [")
    assert main(["cards", "check", str(path)]) == 2
    said = capsys.readouterr().err
    assert "is not valid TOML" in said
    assert said.count("\n") == 1


def test_cards_show_writes_a_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cards.svg"
    assert main(["cards", "show", "--out", str(path)]) == 0
    assert path.read_text().startswith("<svg ")
    assert main(["cards", "show", "--out", "-"]) == 0
    assert capsys.readouterr().out.endswith(path.read_text())
    assert main(["cards", "show", "--out", str(tmp_path / "no" / "cards.svg")]) == 2
    assert main(["cards", "show", "--edition", "nothing"]) == 2
