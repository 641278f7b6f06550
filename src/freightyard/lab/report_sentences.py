"""The sentences of a report: what the numbers of a run come to, short and no more than they show."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from freightyard.core.contract import Game
from freightyard.core.manual import rule_lines
from freightyard.games import title_named
from freightyard.lab.compare import Comparison, number
from freightyard.lab.measures import Place, Summary, Thing
from freightyard.lab.stats import Estimate

_SHARES_TOLD: Final = 4  # sources of points that are named in a sentence
_CAUSE: Final = "A player who is ahead tends to have more of everything, so wins do not show what a thing is worth by itself."


class Sentences(msgspec.Struct, frozen=True):
    """Some sentences about a run, or about all of them if `who` is empty."""

    who: str
    words: str


def in_short(summaries: Mapping[str, Summary]) -> Iterator[Sentences]:
    """What to know first of each run."""
    for name, one in summaries.items():
        sentences = [_begins(one), _lead(one), *_sources(one), *_extremes(one)]
        yield Sentences(_who(name, summaries), " ".join(sentences))


def who_wins(summaries: Mapping[str, Summary]) -> Iterator[Sentences]:
    """Wins by seat and order of turns, and luck against skill."""
    for name, one in summaries.items():
        wins = f"In the order of first turns the wins are {_row(one.places)}; by seat {_row(one.seats)}."
        yield Sentences(_who(name, summaries), " ".join([wins, *_skill(one)]))
    if not any(one.skill for one in summaries.values()):
        yield Sentences("", "The same bot played all seats, so luck and skill cannot be told apart.")


def how_it_goes(game: Game, summaries: Mapping[str, Summary]) -> Iterator[Sentences]:
    """Length, branching, and how days and games end."""
    lines = rule_lines(title_named(game.name))
    for name, one in summaries.items():
        at = one.lengths
        length = (
            f"A game has {number(at['turns'].mean)} turns and {number(at['decisions'].mean)} decisions with "
            f"{number(at['choices'].mean)} legal moves each."
        )
        ends = [_ending(slug, count / one.games, lines.get(slug, "")) for slug, count in one.ended_by.items()]
        yield Sentences(_who(name, summaries), " ".join([length, *ends, *_days(one)]))


def differences(comparison: Comparison) -> Iterator[Sentences]:
    """How two runs were held against each other, and what is not shown."""
    how = (
        "Both play from the same seeds and are compared game by game, so they share much of the luck."
        if comparison.paired
        else "They play from different seeds, so they share no luck."
    )
    yield Sentences("", how)
    hidden = [one.words for one in comparison.differences if not one.shown]
    if hidden and len(hidden) < len(comparison.differences):
        yield Sentences("", f"No difference is shown in: {', '.join(hidden)}.")


def worth(summaries: Mapping[str, Summary]) -> Iterator[Sentences]:
    """How to read the values of things."""
    if any(_has_wins(one) for one in summaries.values()):
        yield Sentences("", _CAUSE)


def letters_of(raw: Mapping[str, Any]) -> str:
    """What letters in names stand for, if an edition names things by the letters of its colours."""
    colours = raw.get("colours") if "city_tiles" in raw else None
    if not colours:
        return ""
    return "A tile has the letters of the colours it supplies: " + ", ".join(f"{c['letter']} {c['name']}" for c in colours) + "."


def percent(value: Estimate) -> str:
    """A share with its interval."""
    return f"{value.mean * 100:.1f} % ({value.low * 100:.1f}–{value.high * 100:.1f})"


def _who(name: str, summaries: Mapping[str, Summary]) -> str:
    return name if len(summaries) > 1 else ""


def _begins(one: Summary) -> str:
    place = one.places[0]
    return f"Who has the first turn wins {percent(place.wins)} of the games; {_judged(place)}."


def _judged(place: Place) -> str:
    fair = f"a fair share is {place.fair * 100:.1f} %"
    if place.wins.low <= place.fair <= place.wins.high:
        return f"{fair}, so no advantage is shown"
    return f"{fair}, so beginning {'helps' if place.wins.mean > place.fair else 'hurts'}"


def _row(places: Sequence[Place]) -> str:
    shares = [f"{place.wins.mean * 100:.1f} %" for place in places]
    return f"{', '.join(shares[:-1])} and {shares[-1]}"


def _lead(one: Summary) -> str:
    at = one.lengths
    return (
        f"The lead changes {number(at['lead-changes'].mean)} times; the winner takes it for good when "
        f"{at['led-from'].mean * 100:.0f} % of the game is over, and ends {number(at['margin'].mean)} points ahead of the next."
    )


def _sources(one: Summary) -> Iterator[str]:
    """Which rows of the score sheets the points come from, and which ones cost some."""
    rows = one.things.get("score", ())
    earned = [thing for thing in rows if thing.points_a_game > 0]
    total = sum(thing.points_a_game for thing in earned)
    if 1 < len(earned) <= _SHARES_TOLD:
        parts = ", ".join(f"{thing.name} {thing.points_a_game / total * 100:.0f} %" for thing in earned)
        costs = [
            f"{thing.name} cost {-thing.points_a_game / total * 100:.0f} % of that" for thing in rows if thing.points_a_game < 0
        ]
        yield f"Points come from: {'; '.join([parts, *costs])}."
    elif earned:
        most, least = earned[0], earned[-1]
        yield f"Of {len(earned)} sources of points {_each(most, total)} brings the most, {_each(least, total)} the fewest."


def _each(thing: Thing, total: float) -> str:
    return f"{thing.name} ({thing.points_a_game / total * 100:.0f} % of all)"


def _extremes(one: Summary) -> Iterator[str]:
    """The best and the worst of the things that a seat has one of, as far as it is sure."""
    kept = [(thing.name, thing.wins) for thing in one.things.get("corporation", ()) if thing.wins]
    if len(kept) > 1:
        best = max(kept, key=lambda entry: entry[1].low)
        worst = min(kept, key=lambda entry: entry[1].high)
        yield f"Who keeps {best[0]} wins {percent(best[1])}, who keeps {worst[0]} {percent(worst[1])}."
    names = {name for name, _ in kept}
    never = sorted(thing.name for thing in one.things.get("corporation offered", ()) if thing.name not in names)
    if kept and never:
        yield f"Nobody ever keeps {', '.join(never)}."


def _skill(one: Summary) -> Iterator[str]:
    for skill in one.skill:
        share = max(0.0, 2 * skill.above.mean - 1)
        yield (
            f"Luck against skill: {skill.better} scores more than {skill.other} in {percent(skill.above)} of their games. "
            f"50 % would be luck alone, 100 % skill alone; this is {share * 100:.0f} % of the way."
        )


def _ending(slug: str, share: float, line: str) -> str:
    words = line.split(";")[0].split(", then")[0].rstrip(".")
    told = f" ({words[:1].lower()}{words[1:]})" if words else ""
    return f"All games end by the rule {slug}{told}." if share == 1 else f"{share * 100:.1f} % end by the rule {slug}{told}."


def _days(one: Summary) -> Iterator[str]:
    """How days end, in games that have days."""
    things = sorted(one.things.get("day end", ()), key=lambda thing: thing.name)
    reasons = {thing.name.partition(": ")[2] for thing in things}
    if len(reasons) == 1:
        yield f"Every day ends the same way: {reasons.pop()}."
    elif things:
        yield "Days end: " + ", ".join(f"{thing.name} {_rare(thing.a_game)}" for thing in things) + "."


def _rare(share: float) -> str:
    return "under 0.1 %" if share < 0.001 else f"{share * 100:.1f} %"


def _has_wins(one: Summary) -> bool:
    return any(thing.wins is not None for sort in ("corporation", "city", "city tile") for thing in one.things.get(sort, ()))
