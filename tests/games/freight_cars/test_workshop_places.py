"""What the workshop does by itself: where it lays a piece that was clicked down (its own tests are JavaScript), and what it says
that a packing leaves."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import freightyard
from freightyard.games.freight_cars.page.sentences.client import CLIENT

FACTS = Path(freightyard.__file__).parent / "games/freight_cars/page/static/packing_facts.js"
TELL = """
const [sentences, address, offer] = JSON.parse(process.argv[1]);
globalThis.document = { getElementById: () => ({ textContent: JSON.stringify(sentences) }) };
const { factsOf } = await import(address);
console.log(JSON.stringify(factsOf(offer, (card) => card.replace("-", " #"))));
"""


def test_a_lit_cell_takes_the_piece() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    tests = Path(__file__).with_name("workshop_places.test.mjs")
    done = subprocess.run([node, "--test", str(tests)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def told(keeps: list[str], loses: list[str], fits: int) -> list[str]:
    """What stands at a packing that leaves this."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine")
    given = json.dumps([CLIENT, FACTS.as_uri(), {"keeps": keeps, "loses": loses, "fits": fits, "of": 50}])
    done = subprocess.run([node, "--input-type=module", "-e", TELL, given], capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def test_a_packing_leaves_one_card_or_another_and_not_all_at_once() -> None:
    assert told(["coal-2", "coal-5", "produce-2"], ["oil-1"], 23) == [
        "you can still load coal #2, coal #5 or produce #2",
        "you can no longer load oil #1",
        "the pieces left fit 23 of the 50 freight cars",
    ]
    assert told([], ["oil-1", "oil-2"], 50) == ["the pieces left fit any freight car"]
