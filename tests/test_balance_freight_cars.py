"""The corporations of Freight Cars are worth about the same in greedy play."""

import pytest

from tools import balance_freight_cars


@pytest.mark.deep
def test_no_corporation_pays_half_or_one_and_a_half_of_the_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["balance", "2000"])
    assert balance_freight_cars.main() == 0


def test_balance_is_measured_and_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["balance", "60"])
    balance_freight_cars.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 21 + 2
    assert sum(int(line.split()[1]) for line in lines[1:22]) == 20 * (2 + 3 + 4)
