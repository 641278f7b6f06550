"""The card sets of Freight Cars are measured by their shapes, corporations and seats."""

import pytest

from tools import balance_freight_cars
from tools.balance_freight_cars import ratio


@pytest.mark.deep
def test_heavy_goods_meets_every_aim() -> None:
    assert balance_freight_cars.main(["2400", "heavy-goods", "--option", "head-start", "--seeds", "test"]) == 0


def test_balance_is_measured_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    balance_freight_cars.main(["30", "heavy-goods", "--option", "head-start"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "heavy-goods, head-start: 30 games of driver"
    sizes = ["  7 cells", "  8 cells", "  9 cells", "  10 cells"]
    starts = [line[:24].rstrip() for line in lines]
    assert [line for line in starts if line.endswith("cells")] == sizes * 2
    assert "  5 cars or more" in starts
    assert sum(line.startswith("  4 seats, place") for line in lines) == 4
    kept = [int(line.split("kept")[1].split(",")[0]) for line in lines if ", mean bonus" in line]
    assert sum(kept) == 10 * (2 + 3 + 4)
    assert all("aim 0.65 to 1.00" in line for line in lines if line.startswith("  10 cells"))


def test_the_driver_plays_the_same_without_being_asked() -> None:
    # `greedy` is an older name of the driver; it is asked move by move, with what its seat may see.
    edition = balance_freight_cars.edition_of("heavy-goods")
    found = []
    for bot in ("driver", "greedy"):
        counts = balance_freight_cars.Counts()
        for number in range(6):
            balance_freight_cars.played(edition, number, bot, "same", (), counts)
        found.append([counts.scores, counts.taken, counts.came_up, counts.lengths])
    assert found[0] == found[1]


def test_a_figure_outside_of_its_aim_is_a_miss(capsys: pytest.CaptureFixture[str]) -> None:
    assert balance_freight_cars.main(["30", "quick-simple-fun-2021"]) == 1
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("  12 cells"))
    assert line.endswith("aim 0.65 to 1.00: missed")


def test_a_ratio_counts_games_and_not_what_happened_in_one_of_them() -> None:
    # Ten cards of one game that were all shipped tell no more than one such card.
    assert ratio([(10, 10), (0, 10)] * 8) == ratio([(1, 1), (0, 1)] * 8)
    share, half = ratio([(1, 2), (1, 2)])
    assert (share, half) == (0.5, 0)
    assert ratio([]) == (0, 0)
