"""The benchmark measures what it says and cannot be fooled by a slow moment."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from freightyard.core.chance import Dice
from freightyard.core.errors import BadSetup
from freightyard.games import BUILT_IN, game_named
from freightyard.lab.bench import memory, peer_playouts, peer_search, peer_states, peers
from freightyard.lab.bench.entries import OURS, BenchEntry, clones, drive, driven, inside, quarters, replays, search, usual_games
from freightyard.lab.bench.measure import MEASURES, BenchRow, measure, rows_of
from freightyard.lab.bench.plot import Bar, Panel, plot, short
from freightyard.lab.bench.report import FORMAT, BenchRun, MeasuredRows, compare, is_worse, plain, read_bench_run


def nothing(dice: Dice, seconds: float) -> tuple[int, float]:
    return 1 + dice.below(1), seconds


def entry(name: str, group: str = OURS, family: str = "") -> BenchEntry:
    return BenchEntry(name, group, nothing, family)


def run(values: dict[str, tuple[float, ...]], *, more_is_better: bool = True, peer: str = "peer") -> BenchRun:
    """A run of one measure, of which only the peer is no game of ours."""
    chosen = [entry(name, peer if name == peer else OURS) for name in values]
    found = MeasuredRows("playouts", "playouts", "decisions/s", more_is_better, tuple(rows_of(chosen, list(values.values()))))
    return BenchRun(FORMAT, "1", "compiled", "3", "Linux", 2, 100, {peer: "1"}, (), (found,))


def test_ratios_are_taken_within_a_round_to_the_median_of_a_group() -> None:
    chosen = [entry("ours"), entry("a", "peer"), entry("b", "peer"), entry("c", "peer"), entry("d", "other")]
    rows = rows_of(chosen, [[10, 30], [1, 1], [5, 5], [2, 3], [20, 10]])
    assert rows[0].ratios == {"peer": (5, 10), "other": (0.5, 3)}
    assert rows[0].ratio("peer") == 7.5
    assert rows[4].ratios == {"peer": (10, 10 / 3)}


def test_ratios_keep_to_the_family() -> None:
    chosen = [entry("late a", OURS, "a"), entry("early a", "early", "a"), entry("early b", "early", "b")]
    assert rows_of(chosen, [[6], [3], [1]])[0].ratios == {"early": (2,)}


def test_every_round_asks_every_entry() -> None:
    rows = list(measure([entry("ours"), entry("peer", "peer")], 3, 0.5))[-1]
    assert [row.values for row in rows] == [(2, 2, 2), (2, 2, 2)]


def test_a_slow_machine_changes_nothing_and_a_slow_game_does() -> None:
    before = run({"game": (100, 110, 105), "peer": (10, 11, 10.5)})
    slow_machine = run({"game": (50, 55, 52), "peer": (5, 5.5, 5.2)})
    slow_game = run({"game": (50, 55, 52), "peer": (10, 11, 10.5)})
    assert [change.verdict for change in compare(slow_machine, before)] == ["same"]
    assert [change.verdict for change in compare(slow_game, before)] == ["slower"]
    assert is_worse(compare(slow_game, before)[0])
    assert [change.verdict for change in compare(before, slow_game)] == ["faster"]


def test_noise_is_not_taken_for_a_change() -> None:
    before = run({"game": (100, 200, 150), "peer": (10, 10, 10)})
    now = run({"game": (90, 160, 120), "peer": (10, 10, 10)})
    assert compare(now, before)[0].verdict == "same"


def test_more_memory_is_worse() -> None:
    before = run({"game": (100,), "peer": (10,)}, more_is_better=False)
    now = run({"game": (200,), "peer": (10,)}, more_is_better=False)
    assert compare(now, before)[0].verdict == "larger"
    assert is_worse(compare(now, before)[0])


def test_runs_without_a_common_peer_cannot_be_compared() -> None:
    with pytest.raises(BadSetup, match="no game and library in common"):
        compare(run({"game": (1,), "peer": (1,)}), run({"game": (1,), "other": (1,)}, peer="other"))


def test_a_run_is_read_back_from_its_json() -> None:
    import msgspec

    before = run({"game": (100, 110), "peer": (10, 11)})
    assert read_bench_run(msgspec.json.encode(plain(before)).decode(), "x") == before
    with pytest.raises(BadSetup, match="has the format 'tea'"):
        read_bench_run(msgspec.json.encode({**plain(before), "format": "tea"}).decode(), "x")


@pytest.mark.parametrize("entries", [driven, inside, clones, replays, search, quarters])
def test_everything_of_ours_can_be_measured(entries: object) -> None:
    assert callable(entries)
    for one in entries("family"):
        done, spent = one.timed(Dice(1), 0.001)
        assert done > 0
        assert spent > 0


def test_a_driven_playout_makes_the_decisions_of_one_inside() -> None:
    for _, game, edition, seats in usual_games():
        assert drive(game.start(edition, seats), Dice(3)) == game.start(edition, seats).playout(Dice(3))


def test_every_peer_is_there_or_missing() -> None:
    assert sorted([*peers.installed(), *peers.missing()]) == sorted(peers.PACKAGES)


@pytest.mark.parametrize(
    "entries", [peer_playouts.driven, peer_playouts.inside, peer_states.clones, peer_states.replays, peer_search.search]
)
@pytest.mark.filterwarnings("ignore")  # what others warn about is their business
def test_peers_that_are_installed_can_be_measured(entries: object) -> None:
    assert callable(entries)
    for one in entries():
        done, spent = one.timed(Dice(1), 0.001)
        assert done > 0
        assert spent > 0


def test_chance_of_the_peers_is_uniform_as_the_loop_takes_it_to_be() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    dice = Dice(1)
    for name in peers.OPENSPIEL_GAMES:
        state = pyspiel.load_game(name).new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            if state.is_chance_node():
                chances = [chance for _, chance in state.chance_outcomes()]
                assert max(chances) == pytest.approx(min(chances))
            state.apply_action(moves[dice.below(len(moves))])


@pytest.mark.skipif(memory.resident() is None, reason="the kernel does not tell")
def test_a_state_weighs_something() -> None:
    # In a process of its own, as `bench` does: in this one there may be room that other tests have left.
    [one] = [entry for entry in memory.entries("mayfair") if entry.group == OURS]
    grown, copies = one.timed(Dice(1), 0.0)
    assert 300 < grown / copies < 30_000


def test_measures_have_names_of_their_own() -> None:
    assert len({one.name for one in MEASURES}) == len(MEASURES)


def test_the_plot_is_an_svg_with_a_bar_a_row() -> None:
    panel = Panel("speed <of> things", "decisions/s", (Bar("a & b", False, 1500, 900, 1600), Bar("peer", True, 10, 10, 10)))
    picture = plot([panel, Panel("nothing", "bytes", ())], "a < b")
    tree = ElementTree.fromstring(picture)  # noqa: S314  (our own picture)
    bars = [part.attrib["class"] for part in tree.iter("{http://www.w3.org/2000/svg}rect")]
    assert bars == ["ours", "peer"]
    assert "1.5 k" in picture


@pytest.mark.parametrize(("value", "text"), [(0.25, "0.25"), (999, "999"), (1234, "1.23 k"), (2.5e6, "2.5 M"), (3e9, "3 G")])
def test_figures_are_short(value: float, text: str) -> None:
    assert short(value) == text


def test_a_row_knows_its_median() -> None:
    assert BenchRow("x", OURS, (1, 9, 2), {}).median == 2


def test_the_kept_run_has_every_game_beside_openspiel() -> None:
    """Else `./yard speed` would compare nothing, or not all."""
    kept = read_bench_run((Path(__file__).parents[2] / "bench" / "kept.json").read_text(), "kept.json")
    for wanted in ("playouts", "inside", "clones", "search"):
        rows = next(found.rows for found in kept.measures if found.name == wanted)
        beside = {row.name for row in rows if any(peer.startswith("OpenSpiel") for peer in row.ratios)}
        for name, edition in [(title.name, edition) for title in BUILT_IN for edition in game_named(title.name).editions]:
            assert any(row.startswith(f"{name} {edition}, ") for row in beside), (wanted, name, edition)
