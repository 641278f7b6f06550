"""What all tests share."""

import pytest
from hypothesis import HealthCheck, settings

# The machines are slow and uneven: no deadline, and the same examples every time.
settings.register_profile("house", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--deep", action="store_true", help="run the long soaks too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--deep"):
        for item in items:
            if "deep" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="a long soak: run with --deep"))


@pytest.fixture
def deep(request: pytest.FixtureRequest) -> bool:
    """Whether the long soaks were asked for."""
    return bool(request.config.getoption("--deep"))
