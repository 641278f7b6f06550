"""A whole written game: read, write, replay.

    freightyard record 1
    game: freight-train
    edition: mayfair-1996
    revision: 1
    seats: 2
    player 1: random
    player 2: random

    *: first 2; draw tank; draw box
    2: take 1; take 1; take 4
    end: finished after 6 plies; scores 31 28; winners 1; ended by ft.win
    digest: 5d0c1f0a8e2b7c44

Every line of moves begins with who acted: a seat, or `*` for chance. A changed copy of an edition is written out in
full, a line a field (`edition.award: {"longest": 4}`), so that the record replays anywhere. The digest finds any change by
accident; a record written by hand may leave it out, and is held against the rules all the same.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any, Final

import msgspec

from freightyard.core.contract import Edition, Game, Outcome, State, actor_word, pasteable
from freightyard.core.editions import of_revision
from freightyard.core.errors import BadEdition, BadRecord, FreightyardError
from freightyard.core.files import MOST_BYTES, read_text
from freightyard.core.lookup import game_called
from freightyard.core.notation import is_text
from freightyard.core.notebook import html_of
from freightyard.core.proof import Draw, Proof, check_proof, draws, is_proof_line, proof_lines, read_dealt, read_proof

FORMAT: Final = "freightyard record 1"  # the first line of every record
_WIDTH: Final = 110
_LONGEST: Final = 500  # characters of a line that names something: games, players and seeds are shown on every page
_LONGEST_DATA: Final = 200_000  # of a line that holds a position, or data of an edition
_HEAD: Final = ("game", "edition", "revision", "options", "seats", "seed", "start")
_PLAYER: Final = re.compile(r"player ([1-9]\d?)")
_END: Final = re.compile(
    r"finished after (?P<plies>\d{1,9}) plies; scores (?P<scores>-?\d{1,9}(?: -?\d{1,9})*); "
    r"winners (?P<winners>\d\d?(?: \d\d?)*); ended by (?P<slug>[a-z]+\.[a-z-]+)"
)
_UNFINISHED: Final = re.compile(r"unfinished after (?P<plies>\d{1,9}) plies")


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game from its start, or from a position, move by move. Its length is the number of its moves, those of chance included.

    Records are equal if all that they say is. `repr` is an expression that makes an equal record, mostly with the record's text.
    """

    game: str  # its name
    edition: str  # its name
    revision: int  # of the edition
    seats: int  # how many there were
    moves: tuple[str, ...]  # in words, those of chance included
    options: tuple[str, ...] = ()  # those that differ from their defaults
    players: tuple[str, ...] = ()  # who sat on each seat, if that is known
    seed: str | None = None  # what the cards were drawn by, if that is known; a replay does not need it
    start: str | None = None  # a position text, if the game did not begin at its beginning
    edition_data: dict[str, Any] | None = None  # of a changed copy
    outcome: Outcome | None = None  # None: the game was not finished
    dealt: str | None = None  # how its cards were drawn, one of core.proof.WAYS, if that is known
    proof: Proof | None = None  # by what they were drawn, if anybody can draw them again

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        return True  # a record without moves is still one

    def states(self) -> Iterator[State]:
        """The state at every ply, the first and the last included, each a state of its own. BadRecord at an illegal move."""
        return states(self, game_called(self.game))

    def replay(self) -> State:
        """Play all moves and hold the result against the record's. The last state, or BadRecord."""
        return replay(self, game_called(self.game))

    def text(self) -> str:
        """The record as text, as it stands in a file. The game is replayed to say who made each move."""
        return write(self, game_called(self.game))

    def __repr__(self) -> str:
        try:
            text = self.text()
        except FreightyardError:  # it does not replay, or its game is not installed
            return pasteable(self)
        # What was not tidy, such as two spaces in a name, is not the same once it is read again.
        return f"freightyard.read({_quoted(text)})" if read(text) == self else pasteable(self)

    def _repr_html_(self) -> str:
        return html_of(self)


def record_of(
    first: State,
    moves: Iterable[str],
    outcome: Outcome | None,
    *,
    players: Iterable[str] = (),
    seed: str | None = None,
    start: str | None = None,
    dealt: str | None = None,
    proof: Proof | None = None,
) -> Record:
    """The record of a game that began at this state."""
    edition = first.edition
    return Record(
        game=edition.game,
        edition=edition.name,
        revision=edition.revision,
        seats=first.seats,
        moves=tuple(moves),
        options=first.options,
        players=tuple(players),
        seed=seed,
        start=start,
        edition_data=None if edition.built_in else dict(edition.raw),
        outcome=outcome,
        dealt=dealt,
        proof=proof,
    )


def write(record: Record, game: Game) -> str:
    """The record as text. The game is replayed to say who made each move, so only a sound record can be written."""
    lines = [FORMAT, *_head(record), ""]
    state = first_state(record, game)
    line = ""
    for ply, text in enumerate(record.moves):
        actor = actor_word(state.to_act())
        if line.startswith(f"{actor}: ") and len(line) + len(text) + 2 <= _WIDTH:
            line += f"; {text}"
        else:
            if line:
                lines.append(line)
            line = f"{actor}: {text}"
        state.play(_legal(state, text, ply))
    if line:
        lines.append(line)
    lines.append(f"end: {_end(record.outcome, len(record.moves))}")
    body = "\n".join(lines) + "\n"
    return f"{body}digest: {_digest(body)}\n"


def read_record(source: str | PathLike[str]) -> Record:
    """The record in a file, by its path, or in a text. A text is what has several lines."""
    if isinstance(source, str) and ("\n" in source or not source.strip()):
        return read(source)
    return read(read_text(Path(source), BadRecord))


def read(text: str) -> Record:
    """The record in a text. It is well formed; whether its moves are legal, replaying tells."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.strip():
        raise BadRecord("the file is empty, so it is not a record")
    if len(text) > MOST_BYTES:
        raise BadRecord("the file is too large to be a record")
    if not is_text(text):
        raise BadRecord("the record is not valid text")
    lines = text.split("\n")
    if lines[0].strip() != FORMAT:
        raise BadRecord(f"this is not a record: its first line must be {FORMAT!r}")
    blank = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    head = _fields(lines[1:blank])
    moves, tail = _moves(lines[blank + 1 :], blank + 2)
    if "end" not in tail:
        raise BadRecord("the record is incomplete: it has no end line")
    if "digest" in tail:
        body = text.rpartition("digest:")[0]
        if tail["digest"] != _digest(body):
            raise BadRecord(
                "the record was changed after it was written: its digest does not match; to accept it, delete the digest line"
            )
    plies, outcome = _outcome(tail["end"])
    if plies != len(moves):
        raise BadRecord(f"the record has {len(moves)} moves, but its end line says {plies} plies")
    players = {int(match[1]): value for key, value in head.items() if (match := _PLAYER.fullmatch(key))}
    seats = _number(head, "seats")
    proof = read_proof(head, seats)
    if proof is not None and proof.first > plies:
        raise BadRecord(f"the record has {plies} moves, so {proof.first} of them cannot be those of another game")
    if players and sorted(players) != list(range(1, seats + 1)):
        raise BadRecord(
            f"the record has {seats} seats, so it must name players 1 to {seats}, not {', '.join(map(str, sorted(players)))}"
        )
    data = _edition_data(head)
    revision = _number(head, "revision")
    if data is not None and (data.get("name"), data.get("revision")) != (head.get("edition"), revision):
        raise BadRecord("the record names another edition than the one whose data it contains")
    return Record(
        game=_required(head, "game"),
        edition=_required(head, "edition"),
        revision=revision,
        seats=seats,
        moves=tuple(moves),
        options=tuple(head.get("options", "").split()),
        players=tuple(players[number] for number in sorted(players)),
        seed=head.get("seed"),
        start=head.get("start"),
        edition_data=data,
        outcome=outcome,
        dealt=read_dealt(head),
        proof=proof,
    )


def first_state(record: Record, game: Game) -> State:
    """The state at which the record begins."""
    edition = edition_of(record, game)
    if record.start is None:
        return game.start(edition, record.seats, record.options)
    state = game.position(edition, record.start)
    if (state.seats, state.options) != (record.seats, record.options):
        raise BadRecord("the record and its start position differ in their seats or options")
    return state


def edition_of(record: Record, game: Game) -> Edition:
    """The edition that the record was played with."""
    if record.edition_data is not None:
        return game.edition_from(record.edition_data, f"the edition {record.edition} in the record")
    today = game.edition(record.edition)
    try:
        return of_revision(game, record.edition, record.revision)
    except BadEdition:
        raise BadRecord(
            f"the record was played with revision {record.revision} of {record.edition}, which this version of the game does not "
            f"have; it has revision {today.revision}"
        ) from None


def states(record: Record, game: Game) -> Iterator[State]:
    """The state at every ply, the first and the last included, each a state of its own."""
    state = first_state(record, game)
    yield state.clone()
    for ply, text in enumerate(record.moves):
        state.play(_legal(state, text, ply))
        yield state.clone()


def replay(record: Record, game: Game) -> State:
    """Play the record from its first move and hold its result against its end line. The last state."""
    state = first_state(record, game)
    for ply, text in enumerate(record.moves):
        state.play(_legal(state, text, ply))
    outcome = state.outcome()
    if outcome != record.outcome:
        raise BadRecord(
            f"the record ends with {_end(record.outcome, len(record.moves))!r}, but its moves lead to "
            f"{_end(outcome, len(record.moves))!r}"
        )
    return state


def verify(text: str, game_of: Callable[[str], Game]) -> tuple[Record, State]:
    """Read a record, replay it, and check that every line names who acted. `game_of`: the game of a name."""
    record = read(text)
    game = game_of(record.game)
    state = replay(record, game)
    said, true = (_actors(words) for words in (text, write(record, game)))
    for ply, (one, other) in enumerate(zip(said, true, strict=True), 1):
        if one != other:
            raise BadRecord(f"move {ply}, {record.moves[ply - 1]!r}, belongs to {other!r}, but the record gives it to {one!r}")
    return record, state


def verify_cards(record: Record, game: Game) -> list[Draw]:
    """Draw every card of a record again. Raises `core.proof.CannotProve` if the record does not say by what its cards were drawn,
    and `core.proof.BadProof` with the first thing that is not as it was promised."""
    proof = check_proof(record.dealt, record.proof)
    return list(draws(proof, states(record, game), record.moves))


def _actors(text: str) -> list[str]:
    """Who acted, for every move of a record's text."""
    lines = text.replace("\r\n", "\n").partition("\n\n")[2].split("\n")
    named = [line.partition(":") for line in lines if line.strip() and not line.startswith(("end:", "digest:"))]
    return [actor for actor, _, moves in named for _ in moves.split(";")]


def _legal(state: State, text: str, ply: int) -> int:
    if state.to_act() is None:
        raise BadRecord(f"move {ply + 1}, {text!r}, comes after the end of the game")
    try:
        move = state.edition.vocabulary.parse(text)
    except FreightyardError as error:
        raise BadRecord(f"move {ply + 1}: {error}") from None
    if move not in state.legal():
        raise BadRecord(f"move {ply + 1} is not legal: {state.refuse(move)}")
    return move


def _head(record: Record) -> Iterator[str]:
    yield f"game: {record.game}"
    yield f"edition: {record.edition}"
    for key, value in sorted((record.edition_data or {}).items()):
        yield f"edition.{key}: {msgspec.json.encode(value, order='sorted').decode()}"
    yield f"revision: {record.revision}"
    if record.options:
        yield f"options: {' '.join(record.options)}"
    yield f"seats: {record.seats}"
    for number, player in enumerate(record.players, 1):
        yield f"player {number}: {' '.join(player.split())}"
    if record.seed is not None:
        yield f"seed: {' '.join(record.seed.split())}"
    if record.start is not None:
        yield f"start: {record.start}"
    yield from proof_lines(record.dealt, record.proof)


def _fields(lines: Iterable[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for number, line in enumerate(lines, 2):
        key, colon, value = line.partition(":")
        if not colon or key in fields:
            raise BadRecord(f"line {number} of the record must be 'name: value', with a name that is not used before")
        if key not in _HEAD and not key.startswith("edition.") and not _PLAYER.fullmatch(key) and not is_proof_line(key):
            raise BadRecord(f"line {number} of the record has the unknown field {key[:40]!r}")
        most = _LONGEST_DATA if key == "start" or key.startswith("edition.") else _LONGEST
        if len(value) > most:
            raise BadRecord(
                f"line {number} of the record is too long: {key[:40]!r} has {len(value)} characters, and {most} are allowed"
            )
        fields[key] = value.strip()
    return fields


def _moves(lines: Iterable[str], first_line: int) -> tuple[list[str], dict[str, str]]:
    moves: list[str] = []
    tail: dict[str, str] = {}
    for number, line in enumerate(lines, first_line):
        if not line.strip():
            continue
        key, colon, value = line.partition(":")
        if not colon:
            raise BadRecord(f"line {number} of the record must begin with who moved and a colon, such as '1: take 2'")
        if key in ("end", "digest"):
            if key in tail or "digest" in tail:
                raise BadRecord(f"line {number} of the record comes after its end")
            tail[key] = value.strip()
        elif tail:
            raise BadRecord(f"line {number} of the record comes after its end")
        else:
            moves += [move.strip() for move in value.split(";")]
    return moves, tail


def _outcome(end: str) -> tuple[int, Outcome | None]:
    match = _UNFINISHED.fullmatch(end)
    if match:
        return int(match["plies"]), None
    match = _END.fullmatch(end)
    if not match:
        raise BadRecord(
            "the end line of the record must read 'unfinished after … plies' or 'finished after … plies; scores …; winners …; "
            "ended by …'"
        )
    scores = tuple(int(word) for word in match["scores"].split())
    winners = tuple(int(word) - 1 for word in match["winners"].split())
    return int(match["plies"]), Outcome(scores, winners, match["slug"])


def _end(outcome: Outcome | None, plies: int) -> str:
    if outcome is None:
        return f"unfinished after {plies} plies"
    scores = " ".join(str(score) for score in outcome.scores)
    winners = " ".join(str(seat + 1) for seat in outcome.winners)
    return f"finished after {plies} plies; scores {scores}; winners {winners}; ended by {outcome.ended_by}"


def _edition_data(head: Mapping[str, str]) -> dict[str, Any] | None:
    data: dict[str, Any] = {}
    for key, value in head.items():
        if key.startswith("edition."):
            try:
                data[key.removeprefix("edition.")] = msgspec.json.decode(value)
            except (msgspec.DecodeError, RecursionError):
                raise BadRecord(f"the field {key} of the record is not valid JSON") from None
    return data or None


def _required(head: Mapping[str, str], key: str) -> str:
    if not head.get(key):
        raise BadRecord(f"the record lacks the line '{key}: …'")
    return head[key]


def _number(head: Mapping[str, str], key: str) -> int:
    value = _required(head, key)
    if not re.fullmatch(r"[0-9]{1,6}", value):
        raise BadRecord(f"the {key} of the record must be a whole number, not {value[:40]!r}")
    return int(value)


def _quoted(text: str) -> str:
    """A text of several lines as Python writes it, readable line by line."""
    inside = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'''{inside}'''" if text.replace("\n", "").isprintable() else repr(text)


def _digest(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:16]
