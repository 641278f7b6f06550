"""`freightyard export` and `freightyard import`, as people use them."""

from pathlib import Path

import pytest

from freightyard.store import open_store
from tests import commands
from tests.store.play import begun, play_on

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(path for path in GOLDEN.rglob("*-2.txt") if ".revision-" not in path.name)


def run(*words: str | Path, status: int = 0) -> tuple[str, str]:
    """What a command says: to standard output and standard error."""
    done = commands.run(*map(str, words))
    out, err = done.stdout.decode(), done.stderr.decode()
    assert done.returncode == status, (out, err)
    assert "Traceback" not in err
    return out, err


def test_records_come_out_as_they_went_in(database: str, tmp_path: Path) -> None:
    out, err = run("import", *RECORDS, "--database", database)
    assert (out, err) == (f"{len(RECORDS)} records added, 0 already there, 0 refused\n", "")
    out, _ = run("export", "--all", "--to", tmp_path / "a" / "b", "--database", database)
    assert out == f"{len(RECORDS)} records written to {tmp_path / 'a' / 'b'}\n"
    written = sorted((tmp_path / "a" / "b").iterdir())
    assert {file.suffix for file in written} == {".txt"}
    assert sorted(file.read_bytes() for file in written) == sorted(file.read_bytes() for file in RECORDS)
    out, _ = run("import", tmp_path, "--database", database)  # a folder, and folders in it
    assert out == f"0 records added, {len(RECORDS)} already there, 0 refused\n"


def test_a_record_that_does_not_replay_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    good = RECORDS[0].read_text()
    body = good.rpartition("digest:")[0]
    cases = {
        "a-changed": good.replace("seats: 2", "seats: 3"),
        "b-cut": good[:500],
        "c-empty": "",
        "d-notes": "Dear diary,",
        "e-score": body.replace("winners 1;", "winners 1 2;").replace("winners 2;", "winners 1 2;"),
        "f-unfinished": "\n".join(
            [*good.partition("\n\n")[0].split("\n"), "", "end: unfinished after 0 plies"],
        ),
        "g-game": body.replace("game: ", "game: un"),
    }
    folder = tmp_path / "records"
    folder.mkdir()
    for name, text in cases.items():
        (folder / f"{name}.txt").write_text(text)
    (folder / "h-bytes.txt").write_bytes(b"\xff\xfe\x00")
    (folder / "good.txt").write_text(good)
    (folder / "ignored.md").write_text("Dear diary,")
    out, err = run("import", folder, tmp_path / "nowhere.txt", "--database", tmp_path / "yard.db", status=1)
    assert out == "1 record added, 0 already there, 9 refused\n"
    lines = err.splitlines()
    reasons = [
        "changed after it was written",
        "incomplete",
        "is empty",
        "not a record",
        "its moves lead to",
        "not finished",
        "no game",
        "not a text file",
        "no such file",
    ]
    for line, name, reason in zip(lines, [*cases, "h-bytes", "nowhere"], reasons, strict=True):
        assert line.startswith("freightyard import: ")
        assert f"{name}.txt" in line
        assert reason in line, line


@pytest.mark.anyio
async def test_a_finished_table_is_exported_by_its_key_while_the_database_is_in_use(database: str, tmp_path: Path) -> None:
    store = await open_store(database)
    table = await begun(store, "over")
    await play_on(store, "over", table, at_once=100)
    await begun(store, "running", 20)
    words = ("export", "over", "running", "../never", "--to", tmp_path / "out", "--database", database)
    out, err = run(*words, status=1)
    assert out == f"1 record written to {tmp_path / 'out'}\n"
    assert err == "freightyard export: the game running is not finished\nfreightyard export: no game has the key '../never'\n"
    kept = await store.records.get("over")
    assert kept is not None
    assert (tmp_path / "out" / "over.txt").read_text() == kept.text
    await store.close()
    out, _ = run("replay", tmp_path / "out" / "over.txt")
    assert "Every move is legal" in out
    out, _ = run("import", tmp_path / "out", "--database", database)
    assert out == "0 records added, 1 already there, 0 refused\n"  # it is the record of a table of ours


def test_what_to_export_and_where_must_be_said(tmp_path: Path) -> None:
    for words in (["export", "--to", "x"], ["export", "--all", "key", "--to", "x"]):
        _, err = run(*words, status=2)
        assert err == "freightyard: name the games to export, or give --all, but not both\n"
    _, err = run("export", "--all", status=2)
    assert "--to" in err
    _, err = run("export", "--all", "--to", tmp_path, "--database", tmp_path / "none.db", status=2)
    assert err == f"freightyard: the database {tmp_path / 'none.db'} does not exist\n"
    assert not (tmp_path / "none.db").exists()
    run("import", RECORDS[0], "--database", tmp_path / "yard.db")
    (tmp_path / "file").touch()
    _, err = run("export", "--all", "--to", tmp_path / "file", "--database", tmp_path / "yard.db", status=2)
    assert "cannot write records to" in err
