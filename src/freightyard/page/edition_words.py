"""What is played, in words: an edition and the options that were chosen."""

from collections.abc import Sequence

from freightyard.core.contract import Edition, option_value


def edition_words(edition: Edition, options: Sequence[str]) -> str:
    """The title of an edition and the options that were chosen: `Mayfair, 1996 · cabooses`."""
    return " · ".join([edition.title, *option_words(edition, options)])


def option_words(edition: Edition, options: Sequence[str]) -> tuple[str, ...]:
    """The options that are not as they usually are: `marker by day`, `21 cities`."""
    found = []
    for option in edition.options:
        value, name = option_value(edition, tuple(options), option.name), option.name.replace("-", " ")
        if value != option.values[0]:
            found.append(name if value == "yes" else f"no {name}" if value == "no" else f"{value} {name}")
    return tuple(found)
