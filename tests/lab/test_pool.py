"""Executors: whoever plays, and whoever dies, the same comes out."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from freightyard.core.errors import IllegalMove
from freightyard.lab.errors import LabError
from freightyard.lab.pool import ProcessPool, executor_for, in_order


def double(number: int) -> int:
    return 2 * number


def who(_: int) -> int:
    return os.getpid()


def double_slowly(number: int) -> int:
    time.sleep(0.2)
    return 2 * number


def nothing(_: int) -> None:
    return None


def die_once(folder: Path, number: int) -> int:
    """The process that plays 3 or 12 for the first time is killed."""
    mark = folder / str(number)
    if number in (3, 12) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def die_at_5(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def leave_at_5(number: int) -> int:
    if number == 5:
        raise SystemExit(0)
    return number


def refuse(number: int) -> int:
    raise IllegalMove(f"take {number}", "ft.take", "the siding is empty")


def divide(number: int) -> float:
    return 1 / (number - 5)


class Odd(Exception):
    """An error that no pipe can carry."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def odd(number: int) -> int:
    raise Odd(number, number + 1)


def test_answers_come_in_the_order_of_the_jobs() -> None:
    assert list(in_order(iter([(2, "c"), (0, "a"), (3, "d"), (1, "b")]))) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_number_of_workers_changes_nothing(workers: int) -> None:
    with executor_for(workers) as executor:
        assert list(in_order(executor.map_unordered(double, range(100)))) == list(range(0, 200, 2))
        assert list(executor.map_unordered(nothing, [7])) == [(0, None)]
        assert list(executor.map_unordered(double, [])) == []


def test_workers_play_list_after_list_and_no_more_of_them_than_jobs_are_started() -> None:
    with ProcessPool(2) as pool:
        [(_, first)] = pool.map_unordered(who, [0])
        [(_, again)] = pool.map_unordered(who, [0])
        assert first == again != os.getpid()
        assert len(pool._workers) == 1


def test_what_was_in_the_hands_of_a_killed_worker_is_played_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with ProcessPool(2) as pool:
        assert list(in_order(pool.map_unordered(partial(die_once, tmp_path), range(40)))) == list(range(0, 80, 2))
    assert caplog.text.count("a worker process died (exit status -9)") == 2


def test_a_worker_that_was_killed_while_it_had_nothing_to_do_is_replaced() -> None:
    with ProcessPool(1) as pool:
        [(_, first)] = pool.map_unordered(who, [0])
        os.kill(first, signal.SIGKILL)
        assert list(in_order(pool.map_unordered(double, range(5)))) == [0, 2, 4, 6, 8]


@pytest.mark.parametrize("play", [die_at_5, leave_at_5])
def test_a_job_that_ends_its_worker_three_times_ends_the_run_and_is_named(play: Callable[[int], int]) -> None:
    with ProcessPool(2) as pool, pytest.raises(LabError, match="game 5 ended its worker process 3 times"):
        list(pool.map_unordered(play, range(10), lambda number: f"game {number}"))


def test_an_error_of_ours_comes_as_it_was_raised() -> None:
    with ProcessPool(2) as pool, pytest.raises(IllegalMove, match=r"take 4: the siding is empty \(ft.take\)") as caught:
        list(pool.map_unordered(refuse, [4]))
    assert caught.value.slug == "ft.take"


def test_a_bug_tells_where_it_is() -> None:
    with ProcessPool(2) as pool, pytest.raises(ZeroDivisionError) as caught:
        list(pool.map_unordered(divide, range(10)))
    assert "in divide" in caught.value.__notes__[0]
    with ProcessPool(2) as pool, pytest.raises(RuntimeError, match="Odd: 4 and 5") as other:
        list(pool.map_unordered(odd, [4]))
    assert "in odd" in other.value.__notes__[0]


def test_a_list_that_nobody_waits_for_any_more_leaves_the_pool_to_others() -> None:
    with ProcessPool(2) as pool:
        slow = pool.map_unordered(double_slowly, range(1000))
        next(slow)
        with pytest.raises(RuntimeError, match="one list of jobs at a time"):
            next(pool.map_unordered(double, [1]))
        slow.close()  # type: ignore[attr-defined]
        assert list(pool.map_unordered(double, [1])) == [(0, 2)]


def test_long_jobs_are_handed_out_one_by_one() -> None:
    with ProcessPool(2) as pool:
        for _ in pool.map_unordered(double_slowly, range(6)):
            assert all(len(worker.in_hand) <= 1 for worker in pool._workers)


def test_jobs_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    for workers in (1, 2):
        taken.clear()
        with executor_for(workers) as executor:
            next(executor.map_unordered(double, jobs()))
        assert 0 < len(taken) < 40
