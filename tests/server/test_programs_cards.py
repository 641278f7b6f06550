"""Bots that are not of the site add to the cards of their tables, as the browsers of people do."""

import itertools
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freightyard.client import BotRunner, Client
from freightyard.client.cards import Additions, Mixing
from freightyard.core.proof import BadProof, Proof, commitment_of, seal_of
from freightyard.core.record import Record, read, verify_cards
from freightyard.games import game_named
from freightyard.server.api import openapi
from tests.server.programs import Program, in_thread, new_token
from tests.server.running import CARDS, WAIT, Browser, Server, serving, until

NODE = Path(__file__).parents[2] / "examples" / "node-bot" / "bot.mjs"
ADDITIONS = ("0123456789abcdef" * 2, "fedcba9876543210" * 2)


@pytest.fixture(scope="module")
def by_chance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that deals by chance, as people have one."""
    folder = tmp_path_factory.mktemp("chance")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CARDS, "")
        running = serving(folder / "yard.db", errors=folder / "log")
        with running as server:
            patch.undo()
            yield server


@pytest.fixture(scope="module")
def ann(by_chance: Server) -> Iterator[Browser]:
    with Browser(by_chance.url) as browser:
        browser.post("/me/name", name="Ann")
        yield browser


def record_of(browser: Browser, key: str) -> Record:
    """The record of a game that is over, or ended: nothing of it is secret any more."""
    answer = browser.get(f"/t/{key}/record")
    assert answer.status_code == 200, answer.text
    return read(answer.text)


def proof_of(browser: Browser, key: str) -> Proof:
    """What the cards were drawn by; all of them are drawn again."""
    record = record_of(browser, key)
    assert verify_cards(record, game_named(record.game))
    assert record.proof is not None
    return record.proof


def check_schema(message: dict[str, Any]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    told = {"$ref": "#/components/schemas/Mixing", "components": openapi.described()["components"]}
    jsonschema.Draft202012Validator(told).validate(message)


def test_two_bots_add_to_the_cards_of_their_table_and_check_them(by_chance: Server, ann: Browser) -> None:
    said: list[str] = []
    tokens = [new_token(ann, name, "play") for name in ("One", "Two")]
    with Client(by_chance.url, tokens[0]) as one, Client(by_chance.url, tokens[1]) as two:
        runners = [BotRunner(client, "random", games=1, note=said.append) for client in (one, two)]
        threads = [threading.Thread(target=runner.run) for runner in runners]
        for thread in threads:
            thread.start()
        key = one.spar("freight-cars", ["me", "Two"])
        for thread in threads:
            thread.join(WAIT)
            assert not thread.is_alive()
        assert [runner.failures for runner in runners] == [0, 0]
        proof = proof_of(ann, key)
        assert None not in proof.seals
        assert None not in proof.additions
        draws = len(verify_cards(record_of(ann, key), game_named("freight-cars")))
        assert said.count(f"checked the cards at {key}: all {draws} draws are as they were promised") == 2
        assert two.check_cards(key) == draws
        assert one.check_cards("another") is None


def test_who_adds_nothing_or_does_not_send_it_is_written_down(by_chance: Server, ann: Browser) -> None:
    with (
        Program(by_chance.url, new_token(ann, "Three", "play")) as three,
        Program(by_chance.url, new_token(ann, "Four", "play")) as four,
        three.stream() as lines,
    ):
        key = three.spar("freight-cars", "Four", "random", seal=seal_of(ADDITIONS[0]))
        assert four.post(f"/api/tables/{key}/accept").status_code == 200
        told = lines.of("mixing")
        check_schema(told)
        seals = ann.get(f"/t/{key}/seals").json()
        assert (told["table"], told["seat"], told["commitment"]) == (key, 1, seals["commitment"])
        assert told["seals"] == [seat["seal"] for seat in seals["seats"]]
        assert told["seals"][:2] == [seal_of(ADDITIONS[0]), None]
        late = three.post(f"/api/tables/{key}/add", addition=ADDITIONS[1])
        assert (late.status_code, late.json()["why"][:31]) == (403, "this is not what you had sealed")
        assert four.post(f"/api/tables/{key}/add", addition=ADDITIONS[1]).status_code == 403
        for wrong in ({}, {"addition": "x"}, {"addition": ADDITIONS[0], "seal": "x"}):
            assert three.post(f"/api/tables/{key}/add", **wrong).status_code == 400
        assert lines.of("start")["table"] == key, "the game waits for nobody for ever"
        assert three.post(f"/api/tables/{key}/add", addition=ADDITIONS[0]).status_code == 403, "too late"
        ended = in_thread(lambda: three.play(lines, key))
        with four.stream() as theirs:
            four.play(theirs, key, seed="four")
        ended.join(WAIT)
    proof = proof_of(ann, key)
    assert proof.additions[:2] == (None, None)
    assert proof.additions[2] is not None, "the bot of the site added something"
    text = ann.get(f"/t/{key}/record").text
    assert "\naddition 1: withheld\naddition 2: nothing\n" in text


def test_a_bot_that_sits_down_again_seals_again_and_is_asked_again(by_chance: Server, ann: Browser) -> None:
    """As after a server that was killed: what was sent twice is done once."""
    with Program(by_chance.url, new_token(ann, "Five", "play")) as five, Browser(by_chance.url) as bob:
        key = bob.new_table("freight-train", "me", "held", name="Bob", seal=seal_of(ADDITIONS[1]), **{"called-2": "Five"})
        for addition in ADDITIONS:
            assert five.post(f"/api/tables/{key}/accept", seal=seal_of(addition)).status_code == 200
        for _ in range(2):
            with five.stream() as lines:
                assert lines.of("mixing")["seals"] == [seal_of(ADDITIONS[1]), seal_of(ADDITIONS[0])]
        for _ in range(2):
            assert five.post(f"/api/tables/{key}/add", addition=ADDITIONS[0]).status_code == 200
        assert bob.post(f"/t/{key}/add", addition=ADDITIONS[1]).json()["begun"] is True
        states = [seat["state"] for seat in bob.get(f"/t/{key}/seals").json()["seats"]]
        assert states == ["added", "added"]
        five.post(f"/api/tables/{key}/resign")


def test_the_node_bot_adds_to_the_cards(by_chance: Server, ann: Browser, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here")
    token = new_token(ann, "Nody", "play")
    with (tmp_path / "node").open("wb") as log:
        environment = {**os.environ, "FREIGHTYARD_TOKEN": token}
        bot = subprocess.Popen([node, str(NODE), by_chance.url], stdout=log, stderr=log, env=environment)
    try:
        with Browser(by_chance.url) as bob:
            key = bob.new_table("freight-train", "me", "held", name="Bob", **{"called-2": "Nody"})
            until(lambda: bob.get(f"/t/{key}/seals").json()["begun"], "the game begins")
            states = [seat["state"] for seat in bob.get(f"/t/{key}/seals").json()["seats"]]
            assert states == ["nothing", "added"]
    finally:
        bot.kill()
        bot.wait()
    assert "again, after" not in (tmp_path / "node").read_text()


@pytest.mark.deep
def test_tables_that_begin_at_the_same_instant_have_cards_of_their_own(by_chance: Server, ann: Browser) -> None:
    """Twelve of them, by one bot that adds nothing: what they are dealt tells nothing of each other."""
    token, keys = new_token(ann, "Hasty", "play"), list[str]()

    def begin() -> None:
        with Program(by_chance.url, token) as robo:
            keys.append(robo.spar("freight", "random"))

    threads = [in_thread(begin) for _ in range(12)]
    for thread in threads:
        thread.join(WAIT)
    proofs, dealt = list[Proof](), list[tuple[str, ...]]()
    with Program(by_chance.url, token) as robo:
        for key in keys:
            assert robo.post(f"/api/tables/{key}/resign").status_code == 200
    for key in keys:
        until(lambda: ann.get(f"/t/{key}/end").status_code == 200, "the bots have played to the end")  # noqa: B023
        record = record_of(ann, key)
        proofs.append(proof_of(ann, key))
        dealt.append(record.moves[:24])
    assert len({proof.secret for proof in proofs}) == len({proof.seed for proof in proofs}) == len(keys) == 12
    same = [sum(one == other for one, other in zip(*pair, strict=True)) for pair in itertools.combinations(dealt, 2)]
    assert max(same) < 20
    assert sum(same) / len(same) < 10, "66 pairs of 24 draws each"


def test_bytes_are_sent_to_one_table_and_for_one_list_alone() -> None:
    """Who knows what others add before the list is closed could choose what else is on it."""
    mine = Additions()
    seal = mine.seal()
    mixing = Mixing(table="one", seat=1, commitment="c", seals=(seal, None))
    addition = mine.take(mixing)
    assert addition is not None
    assert seal_of(addition) == seal
    assert mine.take(mixing) == addition, "after a break it is sent again"
    assert mine.take(msgspec.structs.replace(mixing, seals=(seal, seal))) is None
    assert mine.take(msgspec.structs.replace(mixing, commitment="other")) is None
    assert mine.take(msgspec.structs.replace(mixing, table="two")) is None
    assert mine.take(Mixing(table="three", seat=2, commitment="c", seals=(None,))) is None


def test_a_bot_notices_that_a_promise_was_broken() -> None:
    mine = Additions()
    seal, secret = mine.seal(), "5" * 64
    addition = mine.take(Mixing(table="one", seat=1, commitment=commitment_of(secret), seals=(seal, None)))
    true = Proof(commitment=commitment_of(secret), secret=secret, seals=(seal, None), additions=(addition, None))
    mine.check("one", true)
    without = msgspec.structs.replace(true, additions=(None, None))
    mine.check("one", without)  # it came too late, as far as the bot knows
    mine.taken("one")
    other = msgspec.structs.replace
    for wrong in (
        None,
        without,
        other(true, commitment="0" * 64),
        other(true, seals=(seal, seal)),
        other(true, additions=("0" * 32, None)),
    ):
        with pytest.raises(BadProof):
            mine.check("one", wrong)
