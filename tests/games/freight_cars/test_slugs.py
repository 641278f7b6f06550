"""Every rule has its function, its test and its line in the README."""

from tests.slugs import check_slugs

SLUGS = {
    "fc.setup",
    "fc.end-card",
    "fc.city-count",
    "fc.head-start",
    "fc.choose",
    "fc.one-action",
    "fc.draw",
    "fc.load",
    "fc.ship",
    "fc.demand",
    "fc.forfeit",
    "fc.end",
    "fc.final-shipping",
    "fc.bonus",
    "fc.win",
}


def test_every_rule_has_its_function_its_test_and_its_line() -> None:
    check_slugs("freightyard.games.freight_cars.rules", SLUGS)
