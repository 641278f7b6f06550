"""An experiment: what is played, how often, and from which seed. Read from a TOML file or from the command line.

game = "freight-train"
edition = "mayfair-1996"             # a built-in edition or a file; default: the game's usual one
options = ["cabooses"]
seats = ["greedy", "greedy", "random"]
rotate = true                        # the bots move on by one seat from game to game
games = 10_000
seed = 1
change.award.longest = 4             # any field of the edition: `freightyard lab fields freight-train`
until = { measure = "wins.1", width = 0.02 }   # stop when the 95 % interval is so narrow; games is the most then
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from freightyard import __version__
from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import Edition, Game, check_seats, read_options
from freightyard.core.editions import parse_toml_file
from freightyard.core.files import MOST_OF_TOML, read_text, read_toml
from freightyard.games import game_named
from freightyard.lab.changes import changed, flat
from freightyard.lab.errors import LabError
from freightyard.lab.game_row import GameRow
from freightyard.lab.match import Match, play_match
from freightyard.lab.scalars import check_measure
from freightyard.lab.source_digest import digest_with
from freightyard.lab.watch import GameWatcher, watch_for

MOST_GAMES: Final = 10_000_000
MOST_SEED: Final = 2**53


class Until(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When to stop early: as soon as the 95 % interval of the measure is narrower than this."""

    measure: str
    width: float


class ExperimentSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An experiment as a file writes it."""

    game: str
    name: str | None = None
    edition: str | None = None
    options: tuple[str, ...] = ()
    seats: int | tuple[str, ...] = 2
    rotate: bool = False
    games: int = 1000
    seed: int = 1
    change: dict[str, Any] = {}
    until: Until | None = None


class Experiment(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. Equal experiments have equal results, game by game, on any machine."""

    name: str
    game: Game
    edition: Edition
    options: tuple[str, ...]
    players: tuple[str, ...]
    rotate: bool
    games: int
    seed: int
    changes: dict[str, Any]
    base: str  # the edition that the changes were made to
    code: str  # which rules and bots, exactly
    until: Until | None = None
    version: str = __version__  # of whoever plays or played the games

    def players_of(self, number: int) -> tuple[str, ...]:
        """The bots on the seats in a game."""
        if not self.rotate:
            return self.players
        shift = (number - 1) % len(self.players)
        return self.players[-shift:] + self.players[:-shift] if shift else self.players

    def match(self, number: int) -> Match:
        """A game of the experiment."""
        return Match(
            game=self.game,
            edition=self.edition,
            options=self.options,
            players=self.players_of(number),
            seed=self.seed + number - 1,
        )

    def facts(self) -> dict[str, Any]:
        """Everything that the games depend on, as plain values; how many there are does not matter for a single one."""
        return {
            "freightyard": self.version,
            "code": self.code,
            "game": self.game.name,
            "edition": self.edition.name,
            "revision": self.edition.revision,
            "edition_data": dict(self.edition.raw),
            "options": list(self.options),
            "seats": list(self.players),
            "rotate": self.rotate,
            "seed": self.seed,
        }

    def fingerprint(self) -> str:
        """The same for experiments with the same games."""
        return sha256(msgspec.json.encode(self.facts(), order="sorted")).hexdigest()[:16]

    def words(self) -> str:
        """What is played, in a line."""
        options = f" with {', '.join(self.options)}" if self.options else ""
        told = ", ".join(f"{field} = {_shown(value)}" for field, value in self.changes.items())
        changes = f" with {told}" if told else ""
        edition = self.base if self.changes else self.edition.name
        return f"{self.game.title} {edition}{changes}{options}, {', '.join(self.players)}"

    def command(self) -> str:
        """The command that repeats it."""
        words = ["freightyard lab run", self.game.name, f"--edition {self.base}"]
        words += [f"--option {option}" for option in self.options]
        words += [f"--change {_quoted(f'{field}={_shown(value)}')}" for field, value in self.changes.items()]
        words += [f"--seats {_quoted(','.join(self.players))}"]
        words += ["--rotate"] if self.rotate else []
        words += [f"--games {self.games} --seed {self.seed}"]
        if self.until is not None:
            words += [f"--until {self.until.measure}={self.until.width:g}"]
        return " ".join(words)


def read_experiment(path: str) -> Experiment:
    """The experiment in a TOML file."""
    raw = read_toml(read_text(path, LabError, MOST_OF_TOML), path, LabError)
    spec = spec_of(raw, path)
    return experiment_of(spec, Path(path).stem, Path(path).parent)


def spec_of(raw: dict[str, Any], source: str) -> ExperimentSpec:
    """An experiment as written, or a sentence about what is wrong with it."""
    try:
        return msgspec.convert(raw, ExperimentSpec)
    except msgspec.ValidationError as error:
        said = str(error).replace("Object contains", "it has an").replace("Object missing", "it misses the").replace("`", "'")
        raise LabError(f"{source}: {said[:1].lower()}{said[1:].replace(' - at ', ', at ').replace('$.', '')}") from None


def experiment_of(spec: ExperimentSpec, name: str, folder: Path) -> Experiment:
    """The experiment, with everything refused that cannot be played. Editions in files are looked for beside it."""
    game = game_named(spec.game)
    base = _edition(game, spec.edition, folder)
    changes = flat(spec.change)
    edition = changed(game, base, changes)
    players = ("greedy",) * spec.seats if isinstance(spec.seats, int) else spec.seats
    check_seats(edition, len(players))
    for player in players:
        make_bot(player, game, Stream("check"))  # raises for a stranger
    if not 1 <= spec.games <= MOST_GAMES:
        raise LabError(f"games must be from 1 to {MOST_GAMES:,}, not {spec.games:,}")
    if not 0 <= spec.seed <= MOST_SEED:
        raise LabError(f"the seed must be from 0 to {MOST_SEED:,}, not {spec.seed:,}")
    check_until(spec.until, players)
    return Experiment(
        name=spec.name or name,
        game=game,
        edition=edition,
        options=read_options(edition, spec.options),
        players=tuple(players),
        rotate=spec.rotate,
        games=spec.games,
        seed=spec.seed,
        changes=changes,
        base=spec.edition or base.name,
        code=digest_with(game.name, players),
        until=spec.until,
    )


def check_until(until: Until | None, players: Sequence[str]) -> None:
    """Refuse to wait for what never comes."""
    if until is not None:
        check_measure(until.measure, players)
        if not until.width > 0:
            raise LabError(f"the width for --until must be above 0, not {until.width:g}")


def play_number(experiment: Experiment, number: int) -> GameRow:
    """Play one game of an experiment and keep what is worth keeping. It may be on another machine, which must know the rules."""
    if experiment.code != digest_with(experiment.game.name, experiment.players):
        raise LabError("the machines of the cluster have different rules or bots; install the same freightyard on all machines")
    watcher = GameWatcher(watch_for(experiment.game.name))
    result = play_match(experiment.match(number), watcher)
    return GameRow(
        number=number,
        seed=result.match.seed,
        players=result.match.players,
        order=tuple(seat + 1 for seat in watcher.order),
        scores=result.outcome.scores,
        winners=tuple(seat + 1 for seat in result.outcome.winners),
        ended_by=result.outcome.ended_by,
        plies=result.plies,
        decisions=result.decisions,
        turns=result.turns,
        choices=watcher.choices,
        most_choices=watcher.most_choices,
        lead_changes=watcher.lead_changes,
        led_from=watcher.led_from,
        tallies=watcher.counts.tallies(),
    )


def _edition(game: Game, word: str | None, folder: Path) -> Edition:
    if word is None:
        return game.edition(game.editions[0])
    if word in game.editions or not (word.endswith(".toml") or "/" in word):
        return game.edition(word)
    path = folder / word
    return game.edition_from(parse_toml_file(path), str(path))


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _quoted(word: str) -> str:
    return word if all(letter.isalnum() or letter in "._=-,:/" for letter in word) else "'" + word.replace("'", "'\\''") + "'"
