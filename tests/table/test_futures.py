"""The same futures: what came in another game comes again, in its order, as far as it can."""

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games import game_named
from freightyard.table import Event, Table
from freightyard.table.futures import next_future


def at_the_first_draw() -> Table:
    game = game_named("freight-cars")
    return Table(game, game.edition(game.editions[0]), 2, seed="old")


def test_what_can_come_next_of_the_futures_comes_once() -> None:
    state = at_the_first_draw().truth()
    texts = state.edition.vocabulary.texts
    first, second, third = [texts[move] for move, _ in state.chances()][:3]
    assert texts[next_future(["no such move", second, first], [], state) or 0] == second
    assert texts[next_future([second, first], [second], state) or 0] == first
    assert texts[next_future([second, third], ["no such move"], state) or 0] == second
    assert next_future([second], [second], state) is None
    assert next_future([], [], state) is None


def test_a_table_deals_its_futures_before_it_draws_by_its_seed() -> None:
    old = at_the_first_draw()
    old.commit(old.begin())
    futures = [event.text for event in old.events]
    game, edition = old.game, old.truth().edition
    again = Table(game, edition, 2, seed="new", futures=futures[:4])
    again.commit(again.begin())
    assert [event.text for event in again.events[:4]] == futures[:4]
    assert [event.text for event in again.events] != futures
    anew = Table(game, edition, 2, seed="new")
    anew.commit(anew.begin())
    assert [event.text for event in anew.events[:4]] != futures[:4]


def test_a_restored_table_goes_on_where_it_was_in_its_futures() -> None:
    game = game_named("freight-train")
    edition = game.edition(game.editions[0])
    old, table = (Table(game, edition, 2, seed=seed) for seed in ("old", "new"))
    for one in (old, table):
        one.commit(one.begin())
        if one is old:
            play(one, 60)
            futures = [event.text for event in one.events if event.seat == CHANCE]
    table = Table(game, edition, 2, seed="new", futures=futures)
    table.commit(table.begin())
    play(table, 20)
    restored = Table(game, edition, 2, seed="new", futures=futures)
    restored.restore(table.events)
    for one in (table, restored):
        play(one, 20)
    assert table.events == restored.events
    drawn = [event.text for event in table.events if event.seat == CHANCE]
    assert sorted(drawn) == sorted(futures[: len(drawn)])


def play(table: Table, moves: int) -> None:
    """Any legal moves."""
    luck = Stream(f"{table.ply}")
    for _ in range(moves):
        seat, state = table.to_act(), table.truth()
        assert seat is not None
        words = state.words()
        table.commit(table.move(seat, table.ply, [words[luck.below(len(words))]]))


def test_events_of_the_past_are_no_draws_of_the_futures() -> None:
    """The cards that were taken over came before the moment, and may come again where the rules have them come again."""
    old = at_the_first_draw()
    old.commit(old.begin())
    past = old.events[:5]
    table = Table(old.game, old.truth().edition, 2, seed="new", taken_over=5, futures=[old.events[5].text])
    table.restore(past)
    step = table.begin()
    assert step.events[0] == Event(CHANCE, old.events[5].text)
