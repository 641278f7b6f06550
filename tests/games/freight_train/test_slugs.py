"""Every rule has its function, its test and its line in the README."""

from tests.slugs import check_slugs

SLUGS = {
    "ft.setup",
    "ft.day-end-card",
    "ft.marker",
    "ft.clockwise",
    "ft.marker-by-day",
    "ft.fill",
    "ft.one-action",
    "ft.take-three",
    "ft.load",
    "ft.rearrange",
    "ft.call",
    "ft.yard-entry",
    "ft.stuck",
    "ft.train",
    "ft.mixed",
    "ft.caboose",
    "ft.trains-leave",
    "ft.award",
    "ft.yard-award",
    "ft.new-day",
    "ft.win",
}


def test_every_rule_has_its_function_its_test_and_its_line() -> None:
    check_slugs("freightyard.games.freight_train.rules", SLUGS)
