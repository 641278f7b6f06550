"""What the usual run takes of the many sizes, games and hands with which a test can be run; the deep run takes all of them."""

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def deep_except(*usual: object, among: Iterable[object]) -> list[ParameterSet]:
    """The values of one parameter, of which the usual run takes only these."""
    values = list(among)
    assert set(usual) <= set(values)
    return [pytest.param(value, marks=[] if value in usual else [pytest.mark.deep]) for value in values]
