"""Cards that nobody could have stacked: every record shows it, and nothing in it can be changed."""

import itertools
from collections.abc import Callable, Iterator

import msgspec
import pytest

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Edition, Game
from freightyard.core.errors import BadRecord, FreightyardError
from freightyard.core.proof import (
    BY_WORD,
    BadProof,
    CannotProve,
    Proof,
    commitment_of,
    draw_stream,
    seal_of,
    seed_of,
)
from freightyard.core.record import Record, _digest, read, states, verify, verify_cards, write
from freightyard.games import all_games, game_named
from tests.core.proved import played, proof_for

HEX = "0123456789abcdef"
EDITIONS = [(game, game.edition(name)) for game in all_games() for name in game.editions]
NAMES = [edition.name for _, edition in EDITIONS]
EDITION_OF_CARS = game_named("freight-cars").edition("quick-simple-fun-2021")
DEEP_GAMES = 200


@pytest.fixture(scope="module")
def record() -> Record:
    game = game_named("freight-train")
    return played(game, game.edition("mayfair-1996"), 3, proof_for("one", 3, nothing=[1]), plies=150, undo=True)


def changed(record: Record, **proof: object) -> Record:
    assert record.proof is not None
    return msgspec.structs.replace(record, proof=msgspec.structs.replace(record.proof, **proof))


def verdict(record: Record) -> str:
    """Why the cards of a record are not true."""
    with pytest.raises(BadProof) as refused:
        verify_cards(record, game_named(record.game))
    return str(refused.value)


def digits_changed(text: str) -> Iterator[str]:
    """A text with each of its digits changed."""
    for place, digit in enumerate(text):
        yield text[:place] + HEX[(HEX.index(digit) + 1) % 16] + text[place + 1 :]


@pytest.mark.parametrize(("game", "edition"), EDITIONS, ids=NAMES)
def test_a_game_of_every_edition_is_verified_from_its_record_alone(game: Game, edition: Edition) -> None:
    seats = edition.seat_counts[0]
    record = played(game, edition, seats, proof_for(edition.name, seats), plies=120, undo=True)
    text = write(record, game)
    again, _ = verify(text, game_named)
    assert again == record
    assert verify_cards(again, game)


@pytest.mark.deep
@pytest.mark.parametrize("number", range(DEEP_GAMES))
def test_two_hundred_whole_games_are_verified(number: int) -> None:
    game, edition = EDITIONS[number % len(EDITIONS)]
    seats = edition.seat_counts[number % len(edition.seat_counts)]
    nothing = [seat for seat in range(seats) if (number >> seat) % 3 == 0]
    record = played(game, edition, seats, proof_for(f"game {number}", seats, nothing), undo=number % 2 == 0)
    again, state = verify(write(record, game), game_named)
    assert state.outcome() is not None
    draws = verify_cards(again, game)
    assert len(draws) == sum(before.to_act() == CHANCE for before, _ in zip(states(again, game), again.moves, strict=False))


def test_every_changed_digit_of_what_cards_were_drawn_by_is_found(record: Record) -> None:
    proof = record.proof
    assert proof is not None
    for secret in digits_changed(proof.secret):
        assert "fit the commitment" in verdict(changed(record, secret=secret))
    for commitment in digits_changed(proof.commitment):
        assert "fit the commitment" in verdict(changed(record, commitment=commitment))
    for seat in (0, 2):
        for addition in digits_changed(proof.additions[seat] or ""):
            additions = [*proof.additions]
            additions[seat] = addition
            assert f"the addition of seat {seat + 1}" in verdict(changed(record, additions=tuple(additions)))
        for seal in digits_changed(proof.seals[seat] or ""):
            seals = [*proof.seals]
            seals[seat] = seal
            assert f"the addition of seat {seat + 1}" in verdict(changed(record, seals=tuple(seals)))


def test_a_secret_that_fits_another_commitment_draws_other_cards(record: Record) -> None:
    other = proof_for("other", 3)
    assert "is 'first" in verdict(changed(record, secret=other.secret, commitment=other.commitment)) or "draw" in verdict(
        changed(record, secret=other.secret, commitment=other.commitment)
    )


def test_an_addition_that_is_left_out_or_made_up_is_found(record: Record) -> None:
    assert record.proof is not None
    added, seals = record.proof.additions, record.proof.seals
    assert verdict(changed(record, additions=(None, None, added[2])))  # withheld, as if it had not come
    assert verdict(changed(record, additions=(None, None, added[2]), seals=(None, None, seals[2])))
    assert "had sealed nothing" in verdict(changed(record, additions=(added[0], "0" * 32, added[2])))
    assert verdict(changed(record, additions=(added[0], "0" * 32, added[2]), seals=(seals[0], seal_of("0" * 32), seals[2])))
    assert verdict(changed(record, additions=added[::-1], seals=seals[::-1])) if added[0] != added[2] else True


def test_every_changed_move_of_chance_is_found(record: Record) -> None:
    """Another card that could have come: the record may replay with it for a while, or not at all; it is never true."""
    game = game_named(record.game)
    found = 0
    for ply, state in enumerate(itertools.islice(states(record, game), len(record.moves))):
        if state.to_act() != CHANCE:
            continue
        others = [text for text in state.words() if text != record.moves[ply]]
        if not others:
            continue
        moves = (*record.moves[:ply], others[ply % len(others)], *record.moves[ply + 1 :])
        with pytest.raises(FreightyardError) as refused:
            verify_cards(msgspec.structs.replace(record, moves=moves), game)
        assert isinstance(refused.value, BadProof)
        assert f"move {ply + 1} is" in str(refused.value)
        found += 1
    assert found > 30


def forged(text: str) -> str:
    """A record that was changed, with a digest that fits it again."""
    body = text.rpartition("digest:")[0]
    return f"{body}digest: {_digest(body)}\n"


def places(text: str) -> list[int]:
    """Where the bytes stand that the cards were drawn by, and the cards."""
    found, start = list[int](), 0
    for line in text.split("\n"):
        if line.startswith(("commitment:", "secret:", "seal ", "addition ", "*:")):
            found += range(start, start + len(line))
        start += len(line) + 1
    return found


def read_again(text: str) -> Record | str:
    """The record in a text whose cards are true, or the sentence that says what is wrong with it."""
    try:
        record, _ = verify(text, game_named)
        verify_cards(record, game_named(record.game))
    except FreightyardError as why:
        return str(why)
    return record


def check_bytes(record: Record, instead: Callable[[str], str]) -> int:
    """Every byte that matters is changed for each of those `instead` of it, and that is found. How many were found."""
    text, found = write(record, game_named(record.game)), 0
    for place in places(text):
        for number, other in enumerate(instead(text[place])):
            broken = text[:place] + other + text[place + 1 :]
            for changed_text in [forged(broken)] if number else [broken, forged(broken)]:  # of the digest one change is enough
                told = read_again(changed_text)
                if isinstance(told, str):
                    assert "\n" not in told
                    found += 1
                else:
                    assert told == record, (place, other, "another space, or the like, means the same")
    return found


def test_every_changed_byte_is_found_even_if_the_digest_is_made_anew(record: Record) -> None:
    short = played(game_named("freight-cars"), EDITION_OF_CARS, 2, proof_for("bytes", 2), plies=6)
    assert check_bytes(short, lambda byte: "4" if byte != "4" else "7") > 1000


@pytest.mark.deep
@pytest.mark.parametrize(("game", "edition"), EDITIONS, ids=NAMES)
def test_whatever_byte_stands_there_instead_is_found(game: Game, edition: Edition) -> None:
    record = played(game, edition, 2, proof_for(f"bytes {edition.name}", 2, nothing=[1]), plies=12)
    others = "07fFg :;*\n\0\u0664"  # digits, letters, what has a meaning in records, what has none
    assert check_bytes(record, lambda byte: others.replace(byte, "")) > 4_000


def test_a_record_without_a_proof_is_read_and_says_why_it_has_none(record: Record) -> None:
    game = game_named(record.game)
    plain = msgspec.structs.replace(record, dealt=None, proof=None)
    assert read(write(plain, game)) == plain
    with pytest.raises(CannotProve, match="before there were proofs"):
        verify_cards(plain, game)
    with pytest.raises(CannotProve, match="--cards"):
        verify_cards(msgspec.structs.replace(plain, dealt=BY_WORD), game)


SOUND = "\n".join(
    ["dealt: together", f"commitment: {'0' * 64}", f"secret: {'0' * 64}", "addition 1: nothing", "addition 2: nothing"]
)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dealt: fairly", "must be one of"),
        ("secret: 12", "dealt: together"),
        ("dealt: together", "the commitment of the record must be 64 digits"),
        ("dealt: together\naddition 9: nothing", "nothing can be of seat 9"),
        ("dealt: together\ndrawn from: -1", "must be a whole number"),
        (f"{SOUND}\ndrawn from: 1", "has 0 moves, so 1 of them cannot be those of another game"),
    ],
)
def test_a_mistake_in_a_proof_is_told_in_a_sentence(line: str, says: str) -> None:
    head = "freightyard record 1\ngame: freight-train\nedition: mayfair-1996\nrevision: 1\nseats: 2"
    text = f"{head}\n{line}\n\nend: unfinished after 0 plies\n"
    with pytest.raises(BadRecord, match=says):
        read(text)


@pytest.mark.parametrize(("game", "edition"), EDITIONS, ids=NAMES)
def test_a_draw_takes_pieces_in_the_order_in_which_chances_are_listed(game: Game, edition: Edition) -> None:
    """The page draws again without the rules: it goes through what is left, by its weights. So every game must draw like that."""
    seats = edition.seat_counts[-1]
    record = played(game, edition, seats, proof_for(f"urn {edition.name}", seats), plies=200)
    draws = {draw.ply: draw for draw in verify_cards(record, game)}
    for ply, state in enumerate(itertools.islice(states(record, game), len(record.moves))):
        if ply not in draws:
            continue
        chances, left = state.chances(), draws[ply].number
        assert sum(weight for _, weight in chances) == draws[ply].bound or len(chances) == 1
        for move, weight in chances:
            left -= weight
            if left < 0:
                assert state.edition.vocabulary.text(move) == draws[ply].text
                break


def test_moves_that_were_taken_back_do_not_change_the_next_card() -> None:
    game = game_named("freight-train")
    edition, proof = game.edition("mayfair-1996"), proof_for("undo", 2)
    record = played(game, edition, 2, proof, plies=200, undo=True)
    assert verify_cards(record, game)


def test_tables_that_begin_at_once_have_unrelated_cards() -> None:
    """Secrets differ in one digit, and everybody added the same: still no draw of one tells anything of the other's."""
    bound, draws = 60, 6000
    one = proof_for("one", 3)
    two = msgspec.structs.replace(one, secret=next(digits_changed(one.secret)))
    first, second = ([draw_stream(proof.seed, number).below(bound) for number in range(draws)] for proof in (one, two))
    same = sum(a == b for a, b in zip(first, second, strict=True))
    assert abs(same - draws / bound) < 4 * (draws / bound) ** 0.5
    for shift in (1, 2, 7):
        later = sum(a == b for a, b in zip(first, second[shift:], strict=False))
        assert abs(later - draws / bound) < 4 * (draws / bound) ** 0.5
    counts = [first.count(number) for number in range(bound)]
    assert sum((count - draws / bound) ** 2 / (draws / bound) for count in counts) < 110  # chi-squared, 59 degrees of freedom


def test_who_adds_last_and_knows_all_other_additions_cannot_aim_at_a_card() -> None:
    """Without the secret the bytes that one could add lead to every card equally often, and to which one nobody can tell: with
    another secret that fits what they know, the same bytes lead to other cards."""
    known = proof_for("victim", 3)
    bound, tries = 6, 600

    def first_card(secret: str, mine: str) -> int:
        return draw_stream(seed_of(secret, [known.additions[0], known.additions[1], mine]), 0).below(bound)

    mine = [f"{number:032x}" for number in range(tries)]
    true = [first_card(known.secret, addition) for addition in mine]
    guessed = [first_card(proof_for("a guess", 3).secret, addition) for addition in mine]
    for card in range(bound):
        aimed = [seen for seen, hoped in zip(true, guessed, strict=True) if hoped == card]
        assert abs(sum(seen == card for seen in aimed) - len(aimed) / bound) < 4 * (len(aimed) / bound) ** 0.5


def test_hashes_of_one_kind_never_stand_for_another() -> None:
    text = "0" * 64
    assert len({commitment_of(text), seal_of(text), seed_of(text, []), seed_of(text, [None]), seed_of(text, [None, None])}) == 5


def test_the_words_of_the_documentation_are_those_that_are_hashed() -> None:
    """So that a program in any language can be written from it."""
    from hashlib import sha256

    secret, addition = "ab" * 32, "cd" * 16
    assert commitment_of(secret) == sha256(f"freightyard commitment 1: {secret}".encode()).hexdigest()
    assert seal_of(addition) == sha256(f"freightyard seal 1: {addition}".encode()).hexdigest()
    assert seed_of(secret, [addition, None]) == sha256(f"freightyard seed 1: {secret} {addition} nothing".encode()).hexdigest()
    assert draw_stream("seed", 7).below(1000) == Stream("seed/7").below(1000)


def test_a_proof_has_one_seed() -> None:
    proof = proof_for("x", 2)
    assert isinstance(proof, Proof)
    assert proof.seed == seed_of(proof.secret, proof.additions)
