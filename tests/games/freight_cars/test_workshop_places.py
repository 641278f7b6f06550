"""What the board's JavaScript does by itself: where the workshop lays a piece that was clicked down (its own tests are in
JavaScript), what a packing leaves, and what is said of a city."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import freightyard
from freightyard.games.freight_cars.page.sentences.client import CLIENT

STATIC = Path(freightyard.__file__).parent / "games/freight_cars/page/static"
CALL = """
const [sentences, address, name, values] = JSON.parse(process.argv[1]);
globalThis.document = { getElementById: () => ({ textContent: JSON.stringify(sentences) }) };
const called = (card) => card.replace("-", " #");
console.log(JSON.stringify((await import(address))[name](...values, called)));
"""


def call(file: str, name: str, *values: object) -> Any:
    """What a function of the board's JavaScript returns, with the sentences of the page."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    given = json.dumps([CLIENT, (STATIC / file).as_uri(), name, values])
    done = subprocess.run([node, "--input-type=module", "-e", CALL, given], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_a_lit_cell_takes_the_piece() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    tests = Path(__file__).with_name("workshop_places.test.mjs")
    done = subprocess.run([node, "--test", str(tests)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def told(keeps: list[str], loses: list[str], fits: int) -> Any:
    """What stands at a packing that leaves this."""
    return call("packing_facts.js", "factsOf", {"keeps": keeps, "loses": loses, "fits": fits, "of": 50})


def test_a_packing_leaves_one_card_or_another_and_not_all_at_once() -> None:
    assert told(["coal-2", "coal-5", "produce-2"], ["oil-1"], 23) == [
        "you can still load coal #2, coal #5 or produce #2",
        "you can no longer load oil #1",
        "the pieces left can fill 23 of the 50 freight cars",
    ]
    assert told([], ["oil-1", "oil-2"], 50) == ["the pieces left can fill any freight car"]
    assert told([], [], 0) == ["the pieces left can fill no freight car"]
    assert told(["coal-2"], [], 50) == ["the pieces left can fill any freight car, also any card in your hand"]


@pytest.mark.parametrize(
    ("later", "ready", "also", "words"),
    [
        (
            0,
            True,
            "",
            "Boston pays 3 credits for coal. To serve it, ship these cars of your train. Each car serves one city only.",
        ),
        (
            2,
            True,
            "either this or Chicago",
            "Boston pays 3 credits for coal, and 2 at the end from your corporation. To serve it, ship these cars of your train."
            " Each car serves one city, so either this or Chicago.",
        ),
        (
            0,
            False,
            "either this or Chicago",
            "Boston pays 3 credits for coal. To serve it, load such cars and ship them together. Each car serves one city only.",
        ),
    ],
)
def test_a_city_says_that_each_car_serves_one_alone(later: int, ready: bool, also: str, words: str) -> None:
    about = {"city": "Boston", "goods": "coal", "credits": "3 credits"}
    assert call("city_words.js", "cityWords", about, {"later": later, "ready": ready, "also": also}) == words
