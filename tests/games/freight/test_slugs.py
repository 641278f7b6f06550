"""Every rule has its function, its test and its line in the README."""

from tests.slugs import check_slugs

SLUGS = {
    "fr.city-tile",
    "fr.map",
    "fr.markers",
    "fr.start",
    "fr.tracks",
    "fr.first-order",
    "fr.boxes",
    "fr.round",
    "fr.auction",
    "fr.turn",
    "fr.loan",
    "fr.repay",
    "fr.build-track",
    "fr.connected",
    "fr.locomotive-start",
    "fr.bridge",
    "fr.no-blockade",
    "fr.build-city",
    "fr.wagon",
    "fr.move",
    "fr.load",
    "fr.deliver",
    "fr.pay",
    "fr.interest",
    "fr.section",
    "fr.bankrupt",
    "fr.supply",
    "fr.score",
    "fr.family",
    "fr.family-run",
    "fr.family-supply",
    "fr.family-end",
    "fr.family-cap",
}


def test_every_rule_has_its_function_its_test_and_its_line() -> None:
    check_slugs("freightyard.games.freight.rules", SLUGS)
