"""The example game in the lab and in the adapters, which need extras."""

from pathlib import Path

import pytest

from tests.packages import freightyard, install, install_example, run
from tests.test_example_game import BARE

ADAPTERS = """
import random
import pyspiel
from freightyard.adapters.pettingzoo import env
from freightyard.adapters.vector import VectorGames
import freightyard.adapters.openspiel
for name in ("freightyard_shunting", "freightyard_bare"):
    state = pyspiel.load_game(name).new_initial_state()
    rng = random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert abs(sum(state.returns())) < 1e-9
table = env(game="shunting", edition="long", seats=3)
table.reset(seed=1)
assert len(table.agents) == 3
VectorGames("shunting", "standard", 2, count=2)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    install_example(folder)
    install(folder, "bare_game", BARE)
    return folder


def test_it_is_studied_in_the_lab(folder: Path, tmp_path: Path) -> None:
    said = run(
        folder, "-m", "freightyard", "lab", "run", "shunting", "--change", "coal=[7, 7]", "--seats", "greedy,random",
        "--games", "30", "--workers", "2", "--out", str(tmp_path / "run"),
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert "Games by the rule that ended them: sh." in said.stdout
    assert "points.car = 2" in freightyard(folder, "lab", "fields", "shunting")
    table = freightyard(folder, "ladder", "shunting", "--bots", "greedy,random", "--games", "6")
    assert "greedy" in table


def test_programs_learn_it_by_the_adapters(folder: Path) -> None:
    done = run(folder, "-W", "ignore", "-c", ADAPTERS)
    assert done.returncode == 0, done.stderr
