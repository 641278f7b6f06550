"""The cards of a table: promised before anybody sits, mixed from what everybody adds, hidden until the end, true afterwards."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from freightyard.core.proof import TOGETHER, Proof, commitment_of, seal_of
from freightyard.core.record import read, verify, verify_cards
from freightyard.games import game_named
from freightyard.server.live.mixing import SECONDS
from freightyard.server.live.restore import restore_table
from freightyard.store import open_store
from tests.server.running import CARDS, Browser, Server, play_together, serving, until

ADDITIONS = {name: sha256(name.encode()).hexdigest()[:32] for name in ("ann", "bob", "cid")}
SEALS = {name: seal_of(addition) for name, addition in ADDITIONS.items()}


@contextmanager
def by_chance_on(database: Path, errors: Path) -> Iterator[Server]:
    """A server that deals by chance."""
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(CARDS, "")
            running = stack.enter_context(serving(database, errors=errors))
        yield running


@pytest.fixture(scope="module")
def by_chance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that deals by chance, as people have one."""
    folder = tmp_path_factory.mktemp("chance")
    with by_chance_on(folder / "yard.db", folder / "log") as running:
        yield running


@pytest.fixture
def ann(by_chance: Server) -> Iterator[Browser]:
    with Browser(by_chance.url) as browser:
        yield browser


@pytest.fixture
def bob(by_chance: Server) -> Iterator[Browser]:
    with Browser(by_chance.url) as browser:
        yield browser


def told(browser: Browser, key: str) -> dict[str, object]:
    """What a table tells of its cards."""
    found: dict[str, object] = browser.get(f"/t/{key}/seals").json()
    return found


def states(browser: Browser, key: str) -> list[str]:
    seats = told(browser, key)["seats"]
    assert isinstance(seats, list)
    return [seat["state"] for seat in seats]


def secret_of(server: Server, key: str) -> tuple[str, str | None]:
    """What nobody may know: the secret, and the seed of the cards."""
    with closing(sqlite3.connect(server.database)) as database:
        found: tuple[str, str | None] = database.execute("SELECT secret, card_seed FROM tables WHERE key = ?", [key]).fetchone()
        return found


def begin(ann: Browser, bob: Browser, game: str = "freight-train", *more: str, **fields: str) -> str:
    """A table of Ann and Bob that has begun: both have sealed something and sent it."""
    key = ann.new_table(game, "me", "open", *more, seal=SEALS["ann"], **fields)
    assert bob.post(f"/t/{key}/sit", name="Bob", seal=SEALS["bob"]).status_code == 303
    for browser, name in ((ann, "ann"), (bob, "bob")):
        assert browser.post(f"/t/{key}/add", addition=ADDITIONS[name]).status_code == 201
    return key


def finish(ann: Browser, bob: Browser, key: str) -> None:
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        play_together([one, two], "cards")


@pytest.fixture(scope="module")
def finished(by_chance: Server) -> Iterator[tuple[str, Browser, Browser, tuple[str, str | None]]]:
    """A game of Ann, Bob and a bot that is over, and what its cards were drawn by, as it was kept while it ran."""
    with Browser(by_chance.url) as ann, Browser(by_chance.url) as bob:
        key = begin(ann, bob, "freight-train", "bot:random")
        kept = secret_of(by_chance, key)
        finish(ann, bob, key)
        yield key, ann, bob, kept


Finished = tuple[str, Browser, Browser, tuple[str, str | None]]


def test_before_anybody_sits_the_page_shows_what_the_server_has_promised(by_chance: Server, ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "open", "open")
    secret, seed = secret_of(by_chance, key)
    page = bob.get(f"/t/{key}").text
    assert commitment_of(secret) in page
    assert secret not in page
    assert seed is None
    assert told(bob, key)["commitment"] == commitment_of(secret)


def test_a_game_begins_when_everybody_has_sent_what_they_had_sealed(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "bot:random", seal=SEALS["ann"])
    assert states(bob, key) == ["sealed", "open", "open"]
    assert ann.post(f"/t/{key}/add", addition=ADDITIONS["ann"]).status_code == 403, "too early: others could still choose theirs"
    bob.post(f"/t/{key}/sit", name="Bob", seal=SEALS["bob"])
    assert states(bob, key) == ["sealed", "sealed", "added"]
    assert "Mixing the cards" in bob.get(f"/t/{key}").text
    assert ann.post(f"/t/{key}/add", addition=ADDITIONS["bob"]).status_code == 403, "not what Ann has sealed"
    assert ann.post(f"/t/{key}/add", addition=ADDITIONS["ann"]).json()["begun"] is False
    assert ann.post(f"/t/{key}/add", addition=ADDITIONS["ann"]).status_code == 201, "to say it twice is harmless"
    assert bob.post(f"/t/{key}/add", addition=ADDITIONS["bob"]).json()["begun"] is True
    assert 'class="playing"' in bob.get(f"/t/{key}").text


def test_nobody_seals_comes_or_goes_once_the_list_is_closed(ann: Browser, bob: Browser) -> None:
    """So nobody who has seen what others sent can choose what they add themselves."""
    key = ann.new_table("freight-train", "me", "open", seal=SEALS["ann"])
    bob.post(f"/t/{key}/sit", name="Bob", seal=SEALS["bob"])
    before = told(ann, key)
    assert bob.post(f"/t/{key}/seal", seal=SEALS["cid"]).status_code == 403
    assert bob.post(f"/t/{key}/leave", seat="2").status_code == 403
    assert ann.post(f"/t/{key}/remove", seat="2").status_code == 403
    assert told(ann, key) == before
    assert bob.post(f"/t/{key}/add", addition=ADDITIONS["bob"]).status_code == 201


def test_whoever_sealed_nothing_is_not_waited_for_and_that_is_written_down(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob", seal="not a seal")
    assert told(ann, key)["begun"] is True
    assert states(ann, key) == ["nothing", "nothing"]


def test_somebody_seals_anew_while_others_are_waited_for(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", seal=SEALS["cid"])
    assert ann.post(f"/t/{key}/seal", seal=SEALS["ann"]).status_code == 201
    assert bob.post(f"/t/{key}/seal", seal=SEALS["bob"]).status_code in (401, 403), "Bob sits nowhere"
    bob.post(f"/t/{key}/sit", name="Bob")
    assert ann.post(f"/t/{key}/add", addition=ADDITIONS["cid"]).status_code == 403
    assert ann.post(f"/t/{key}/add", addition=ADDITIONS["ann"]).json()["begun"] is True


def test_a_seal_goes_with_whoever_gets_up(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", "open", seal=SEALS["ann"])
    bob.post(f"/t/{key}/sit", name="Bob", seal=SEALS["bob"])
    bob.post(f"/t/{key}/leave", seat="2")
    assert states(ann, key) == ["sealed", "open", "open"]


def test_a_person_who_plays_with_bots_begins_with_one_click(ann: Browser) -> None:
    answer = ann.post("/quick", game="freight-train", name="Ann", seal=SEALS["ann"])
    key = answer.headers["location"].removeprefix("/t/")
    assert states(ann, key) == ["sealed", "added", "added"]
    assert ann.post(f"/t/{key}/add", addition=ADDITIONS["ann"]).json()["begun"] is True


def test_bytes_that_never_come_are_written_down_as_withheld(by_chance: Server, ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", seal=SEALS["ann"])
    bob.post(f"/t/{key}/sit", name="Bob", seal=SEALS["bob"])
    assert bob.post(f"/t/{key}/add", addition=ADDITIONS["bob"]).json()["begun"] is False
    until(lambda: told(bob, key)["begun"], f"the game begins after {SECONDS} seconds")
    assert states(bob, key) == ["withheld", "added"]
    assert ann.post(f"/t/{key}/add", addition=ADDITIONS["ann"]).status_code == 403, "too late"


def test_the_record_of_a_finished_game_proves_its_cards(finished: Finished, tmp_path: Path) -> None:
    key, ann, _, (secret, seed) = finished
    text = ann.get(f"/t/{key}/record").text
    record, _ = verify(text, game_named)
    assert record.dealt == TOGETHER
    proof = record.proof
    assert isinstance(proof, Proof)
    assert (proof.secret, proof.seed) == (secret, seed)
    assert proof.additions[:2] == (ADDITIONS["ann"], ADDITIONS["bob"])
    assert proof.additions[2] is not None, "the bot added something"
    draws = verify_cards(record, game_named(record.game))
    left = ann.get(f"/t/{key}/cards/draws").json()["draws"]
    assert [draw["ply"] for draw in left] == [draw.ply for draw in draws]
    page = ann.get(f"/t/{key}/end").text
    assert f'data-check="/t/{key}"' in page
    (tmp_path / "game.txt").write_text(text)
    told_by_command = subprocess.run(
        [sys.executable, "-m", "freightyard", "verify", str(tmp_path / "game.txt")], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"True: all [\d,]+ draws follow from the secret .* seats 1, 2 and 3 added\.\n", told_by_command.stdout)


def test_a_table_that_plays_on_proves_the_cards_since_then(finished: Finished) -> None:
    key, ann, bob, _ = finished
    record = read(ann.get(f"/t/{key}/record").text)
    ply = [ply for ply, text in enumerate(record.moves) if text.startswith("take")][-30]
    answer = ann.post(
        f"/t/{key}/play/{ply}", **{"seat-1": "me", "seat-2": "open", "seat-3": "bot:random"}, name="Ann", seal=SEALS["cid"]
    )
    assert answer.status_code == 303, answer.text
    later = answer.headers["location"].removeprefix("/t/")
    bob.post(f"/t/{later}/sit", name="Bob")
    ann.post(f"/t/{later}/add", addition=ADDITIONS["cid"])
    assert told(ann, later)["begun"] is True
    finish(ann, bob, later)
    again, _ = verify(ann.get(f"/t/{later}/record").text, game_named)
    assert again.proof is not None
    assert again.proof.first > 60
    assert again.moves[: again.proof.first] == record.moves[: again.proof.first]
    assert all(draw.ply >= again.proof.first for draw in verify_cards(again, game_named(again.game)))
    assert "are not checked here" in ann.get(f"/t/{later}/cards").text


def test_a_rematch_has_a_secret_of_its_own(finished: Finished) -> None:
    key, ann, bob, _ = finished
    later = ann.post(f"/t/{key}/rematch", seal=SEALS["ann"]).headers["location"].removeprefix("/t/")
    assert told(ann, later)["commitment"] != told(ann, key)["commitment"]
    bob.post(f"/t/{later}/accept", seal=SEALS["bob"])
    assert states(ann, later) == ["sealed", "sealed", "added"]


def test_secret_and_additions_leave_no_running_game(by_chance: Server, ann: Browser, bob: Browser) -> None:
    """By no page, socket, moment, record or log; nor while the cards are being mixed."""
    with Browser(by_chance.url) as eve:
        key = ann.new_table("freight-cars", "me", "open", "bot:random", seal=SEALS["ann"])
        bob.post(f"/t/{key}/sit", name="Bob", seal=SEALS["bob"])
        eve.get(f"/t/{key}")
        eve.get(f"/t/{key}/seals")
        bob.post(f"/t/{key}/add", addition=ADDITIONS["bob"])
        ann.post(f"/t/{key}/add", addition=ADDITIONS["ann"])
        with ann.socket(key) as one, bob.socket(key) as two, eve.socket(key) as three:
            for socket in (one, two, three):
                socket.update()
            play_together([one, two], "hidden", plies=one.ply + 40)
            for browser in (ann, bob, eve):
                for path in (
                    "",
                    "/record",
                    "/cards",
                    "/seals",
                    "/cards/draws",
                    "/end",
                    "/at/5",
                    "/moment/5",
                    "/play/5",
                    "/nothing",
                ):
                    browser.get(f"/t/{key}{path}")
                browser.get(f"/r/{key}/cards/draws")
                browser.get("/records")
        hidden = [*secret_of(by_chance, key), ADDITIONS["ann"], ADDITIONS["bob"]]
        with closing(sqlite3.connect(by_chance.database)) as database:
            found = database.execute("SELECT addition FROM additions WHERE table_key = ?", [key]).fetchall()
        hidden += [addition for (addition,) in found]
        for browser in (ann, bob, eve):
            sent = b"\n".join(browser.bytes).decode(errors="replace")
            for words in hidden:
                assert words is not None
                assert words not in sent
        assert not any(words in by_chance.log() for words in hidden if words is not None)


def test_an_export_of_a_running_game_has_no_secret(by_chance: Server, ann: Browser, bob: Browser, tmp_path: Path) -> None:
    key = begin(ann, bob)
    secret, seed = secret_of(by_chance, key)
    subprocess.run(
        [sys.executable, "-m", "freightyard", "export", "--database", by_chance.database, "--to", str(tmp_path / "out")],
        capture_output=True,
        check=False,
    )
    found = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert secret.encode() not in found
    assert seed is not None
    assert seed.encode() not in found


def test_a_process_that_dies_while_cards_are_mixed_leaves_a_table_that_begins(tmp_path: Path) -> None:
    with by_chance_on(tmp_path / "yard.db", tmp_path / "log") as first, Browser(first.url) as ann:
        key = ann.new_table("freight-train", "me", "bot:random", seal=SEALS["ann"])
        cookie = ann.cookie
        assert told(ann, key)["begun"] is False
        first.kill()
    assert cookie is not None
    with by_chance_on(tmp_path / "yard.db", tmp_path / "log") as second, Browser(second.url) as again:
        again.cookie = cookie
        assert again.post(f"/t/{key}/add", addition=ADDITIONS["ann"]).json()["begun"] is True
        assert states(again, key) == ["added", "added"]


def test_a_table_dealt_by_a_word_says_so(server: Server) -> None:
    with Browser(server.url) as ann:
        key = ann.new_table("freight-train", "open", "open")
        if told(ann, key)["dealt"] == TOGETHER:
            pytest.skip("with --deep the servers of tests deal by chance")
        assert told(ann, key)["dealt"] == "word"
        assert "cannot be proved" in ann.get(f"/t/{key}").text


def test_the_page_for_those_who_think_that_we_cheat_is_there(ann: Browser) -> None:
    page = ann.get("/cards").text
    assert "Who chooses the cards?" in page
    assert "What this does not protect you from" in page


def test_a_restored_table_draws_the_same_cards(by_chance: Server, ann: Browser, bob: Browser, tmp_path: Path) -> None:
    """From a mark in the middle, after moves were taken back: cards are named by the moves that stand."""
    key = begin(ann, bob)
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        for _ in range(40):
            mover = one if one.turn else two
            while not (one.turn or two.turn):
                one.update()
            mover = one if one.turn else two
            mover.move(mover.moves[0])
            mover.update()
            mover.send(undo=True, ply=mover.ply, seat=mover.seat)
            mover.receive()
            for socket in (one, two):
                socket.quiet(0.05)
        play_together([one, two], "restored", plies=one.ply + 60)

    copy = tmp_path / "copy.db"  # the server has locked its own
    with closing(sqlite3.connect(by_chance.database)) as there, closing(sqlite3.connect(copy)) as here:
        there.backup(here)

    async def next_draw() -> tuple[str, str]:
        store = await open_store(str(copy))
        try:
            row = await store.tables.get(key)
            assert row is not None
            texts = [stored.event.text for stored in await store.moves.events(key)]
            assert texts.count("undo") > 3
            restored = await restore_table(store, row)
            assert restored.table.ply - len(restored.table.events) > 0, "from a mark, not from the beginning"
            name = restored.table._draw_name(restored.table.truth(), 0)
            return name, f"{row.card_seed}/{len(texts) - 2 * texts.count('undo')}"
        finally:
            await store.close()

    name, expected = asyncio.run(next_draw())
    assert name == expected


def test_what_is_told_of_cards_can_be_read_by_any_program(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open", seal=SEALS["ann"])
    assert set(msgspec.json.decode(ann.get(f"/t/{key}/seals").content)) == {"dealt", "commitment", "closed", "begun", "seats"}
