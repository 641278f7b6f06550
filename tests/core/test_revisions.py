"""A raised revision leaves everything that began before it as it was: records, tables, changed copies."""

from copy import copy
from hashlib import sha256

import pytest

import freightyard
from freightyard.core.chance import Stream
from freightyard.core.checks import check_game, random_move
from freightyard.core.contract import Game
from freightyard.core.editions import of_revision
from freightyard.core.errors import BadEdition
from freightyard.core.record import edition_of, read, record_of, replay, verify, write
from freightyard.games import game_named
from freightyard.server.live.editions import raw_text, stored_edition

# The data of every edition that was changed, as tables in databases hold them: what they say must never change.
EARLIER = {
    ("freight-train", "mayfair-1996", 1): "af6833e626529cf8",
    ("freight-train", "whitewind-1993", 1): "cf9e872b7a92a063",
    ("freight-train", "whitewind-nl", 1): "31714b9719c0765b",
    ("freight", "standard", 1): "375fc284b4c022ba",
    ("freight", "family", 1): "2007a6ce6fd281bd",
}
CASES = [(game_named(game), name, revision) for game, name, revision in EARLIER]


def unfinished(game: Game, edition: str, plies: int = 60) -> str:
    """A record of a game that has only begun."""
    state = game.start(game.edition(edition), 2)
    first, dice, moves = state.clone(), Stream("begun"), []
    for _ in range(plies):
        move = random_move(state, dice)
        moves.append(state.edition.vocabulary.text(move))
        state.play(move)
    return write(record_of(first, moves, None), game)


@pytest.mark.parametrize(("game", "name", "revision"), CASES)
def test_earlier_edition_is_what_it_was(game: Game, name: str, revision: int) -> None:
    edition = game.edition(f"{name}@{revision}")
    assert (edition.name, edition.revision, edition.built_in) == (name, revision, True)
    assert game.edition(name).revision > revision
    assert f"{name}@{revision}" not in game.editions
    assert sha256(raw_text(edition).encode()).hexdigest()[:16] == EARLIER[game.name, name, revision]
    assert copy(edition) is edition  # as a worker gets it that plays it in another process
    assert copy(game.edition(name)) is game.edition(name)
    state = game.start(f"{name}@{revision}")
    assert eval(repr(state), {"freightyard": freightyard}) == state  # noqa: S307
    assert state != game.start(name)
    assert of_revision(game, name, revision) is edition
    assert of_revision(game, name, game.edition(name).revision) is game.edition(name)


@pytest.mark.parametrize("word", ["standard@2", "standard@3", "standard@", "standard@x", "standard@-1", "no@1", "../standard@1"])
def test_edition_that_never_was_is_refused(word: str) -> None:
    with pytest.raises(BadEdition, match="freight has no edition"):
        game_named("freight").edition(word)


@pytest.mark.parametrize(("game", "name", "revision"), CASES)
def test_record_of_an_earlier_revision_replays_without_its_data(game: Game, name: str, revision: int) -> None:
    text = unfinished(game, f"{name}@{revision}")
    assert f"edition: {name}\nrevision: {revision}\n" in text
    record, _ = verify(text, game_named)
    assert record.edition_data is None
    assert edition_of(record, game) is game.edition(f"{name}@{revision}")
    assert write(record, game) == text
    now = read(unfinished(game, name))
    assert now.revision == game.edition(name).revision
    replay(now, game)


@pytest.mark.parametrize(("game", "name", "revision"), CASES)
def test_table_of_an_earlier_revision_goes_on_as_it_began(game: Game, name: str, revision: int) -> None:
    earlier = game.edition(f"{name}@{revision}")
    assert stored_edition(game.name, name, raw_text(earlier)) is earlier
    assert stored_edition(game.name, name, raw_text(game.edition(name))) is game.edition(name)
    check_game(game, earlier, 2, (), "as it began", every=60)


def test_changed_copy_that_says_nothing_of_later_fields_keeps_the_rules_it_was_made_for() -> None:
    freight = game_named("freight")
    for raw in (
        {**freight.edition("standard@1").raw, "name": "ours"},
        {"extends": "standard@1", "name": "ours"},
    ):
        ours = freight.edition_from(raw, "ours.toml")
        assert ours.vocabulary.texts == freight.edition("standard@1").vocabulary.texts
        assert ours.revision == 1
    assert freight.edition_from({"extends": "standard", "name": "ours"}, "ours.toml").revision == 2
    with pytest.raises(BadEdition, match="extends is 'standard@9', but must be one of standard, family"):
        freight.edition_from({"extends": "standard@9", "name": "ours"}, "ours.toml")
