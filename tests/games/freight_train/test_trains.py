"""Trains: ft.train, ft.mixed, ft.caboose. An independent search checks what is offered."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.sidings import packed
from freightyard.games.freight_train.rules.trains import all_fit_packed, couplings, fitting
from tests.games.freight_train.positions import at, field, legal, part, play, refused


def puts(state_text: str, car: str = "tank") -> list[str]:
    """Where a car may go when it is the last one loaded."""
    kind = {"tank": "T", "box": "B", "ore": "O"}[car]
    state = at(f"{state_text}".replace("HAND", f"phase coupling | hand {kind}"))
    return [move.removeprefix(f"put {car} ") for move in legal(state)]


# --- ft.train ---


def test_train_has_cars_of_one_kind() -> None:
    assert puts("HAND | 1 trains B2,T3") == ["mixed", "train"]
    state = at("phase coupling | hand T | 1 trains B2,T3")
    assert refused(state, "put tank box") == ("ft.train", "your box train has 2 cars: only box cars can join it")


def test_train_has_as_many_cars_as_you_like() -> None:
    state = play(at("phase coupling | hand T | 1 trains T8"), "put tank train")
    assert field(state, 1, "trains") == "T9"


def test_train_of_a_kind_is_the_only_one() -> None:
    # A free locomotive is there, but the second tank car joins the first.
    state = play(at("phase coupling | hand TT | 1 locomotives 7"), "put tank train", "put tank train")
    assert field(state, 1, "trains") == "T2"


def test_train_needs_a_locomotive() -> None:
    assert puts("HAND | 1 locomotives 1") == ["mixed", "train"]
    state = at("phase placing | hand T | 1 locomotives 2 trains B2,O2")
    assert legal(state) == ["put tank yard-1", "put tank yard-2"]
    assert refused(state, "put tank train") == ("ft.train", "a new train needs a free locomotive; you have none")
    assert refused(state, "put tank mixed") == ("ft.train", "a new train needs a free locomotive; you have none")


def test_train_that_is_mixed_needs_a_locomotive_too() -> None:
    state = at("phase placing | hand T | 1 locomotives 2 trains B2 mixed ORT")
    assert refused(state, "put tank train") == ("ft.train", "a new train needs a free locomotive; you have none")


# --- ft.mixed ---


def test_mixed_or_of_its_kind_is_said_with_the_first_car() -> None:
    assert puts("HAND | 1 locomotives 1") == ["mixed", "train"]
    state = at("phase coupling | hand T | 1 locomotives 1")
    assert field(play(state.clone(), "put tank train"), 1, "trains") == "T1"
    assert field(play(state, "put tank mixed"), 1, "mixed") == "T"


def test_mixed_has_one_car_of_each_kind() -> None:
    state = at("phase placing | hand T | 1 locomotives 1 mixed BT")
    assert "put tank mixed" not in legal(state)
    assert refused(state, "put tank mixed") == ("ft.mixed", "your mixed train already has a tank car")


def test_mixed_has_at_most_eleven_cars() -> None:
    state = at("phase coupling | hand T | 1 locomotives 1 mixed ABCKGHOPRS")
    play(state, "put tank mixed")
    assert field(state, 1, "mixed") == "ABCKGHOPRST"
    for kind, letter in (("tank", "T"), ("auto-rack", "A")):
        full = at(f"phase placing | hand {letter} | 1 locomotives 1 mixed ABCKGHOPRST")
        assert f"put {kind} mixed" not in legal(full)


def test_mixed_is_the_only_one() -> None:
    # Free locomotives are there, but a car that the mixed train has cannot begin another.
    assert puts("HAND | 1 locomotives 7 mixed BT") == ["train"]


def test_mixed_takes_a_car_whose_kind_has_a_train() -> None:
    assert puts("HAND | 1 locomotives 2 trains T2 mixed B") == ["mixed", "train"]
    assert puts("HAND | 1 locomotives 2 trains T2") == ["mixed", "train"]


def test_mixed_comes_of_a_single_car() -> None:
    state = at("phase coupling | hand T | 1 locomotives 2 trains B1,O2")
    assert legal(state) == ["put tank box"]
    play(state, "put tank box")
    assert (field(state, 1, "trains"), field(state, 1, "mixed")) == ("O2", "BT")


def test_mixed_comes_of_a_single_car_and_the_kind_begins_anew() -> None:
    state = at("phase coupling | hand TB | 1 locomotives 3 trains B1,O2")
    play(state, "put tank box", "put box train")
    assert (field(state, 1, "trains"), field(state, 1, "mixed")) == ("B1,O2", "BT")


def test_mixed_does_not_come_of_a_single_car_beside_a_mixed_train() -> None:
    state = at("phase placing | hand T | 1 locomotives 2 trains B1 mixed RT")
    assert "put tank box" not in legal(state)
    assert refused(state, "put tank box") == ("ft.mixed", "your box train cannot become mixed: you already have a mixed train")
    assert refused(state, "put tank ore") == ("ft.mixed", "you have no ore train")


def test_mixed_train_of_one_car_turns_into_a_train_of_its_kind() -> None:
    state = at("phase coupling | hand T | 1 locomotives 1 mixed T")
    assert legal(state) == ["put tank mixed"]
    play(state, "put tank mixed")
    assert (field(state, 1, "trains"), field(state, 1, "mixed")) == ("T2", "-")


def test_mixed_train_of_one_car_stays_mixed_if_its_kind_has_a_train() -> None:
    state = at("phase coupling | hand T | 1 locomotives 2 trains T1 mixed T")
    assert legal(state) == ["put tank train"]
    assert refused(state, "put tank mixed") == (
        "ft.mixed",
        "your mixed train cannot become a tank train: you already have one",
    )


# --- ft.caboose ---

CABOOSES = "options cabooses | cabooses 7 | main AAA/AA/-/-/-"


def test_caboose_closes_a_train() -> None:
    state = play(at(f"{CABOOSES} | 1 trains T2 mixed BO"), "caboose tank")
    assert field(state, 1, "trains") == "T2*"
    assert part(state, "cabooses") == "6"
    assert state.to_act() == 1
    later = at("options cabooses | cabooses 6 | phase placing | hand T | 1 trains T2* mixed BO")
    assert legal(later) == ["put tank mixed", "put tank yard-1", "put tank yard-2"]
    assert refused(later, "put tank train") == ("ft.caboose", "your tank train is closed by a caboose")


def test_caboose_closes_the_mixed_train() -> None:
    state = play(at(f"{CABOOSES} | 1 mixed BO"), "caboose mixed")
    assert field(state, 1, "mixed") == "BO*"
    later = at("options cabooses | cabooses 6 | phase placing | hand T | 1 mixed BO*")
    assert "put tank mixed" not in legal(later)
    assert refused(later, "put tank mixed") == ("ft.caboose", "your mixed train is closed by a caboose")


def test_caboose_blocks_a_second_train_of_its_kind_and_a_second_mixed_train() -> None:
    state = at("options cabooses | cabooses 5 | phase placing | hand T | 1 locomotives 7 trains T2* mixed BO*")
    assert legal(state) == ["put tank yard-1", "put tank yard-2"]


def test_caboose_keeps_a_single_car_as_it_is() -> None:
    kind = at("options cabooses | cabooses 6 | phase placing | hand T | 1 locomotives 1 trains B1*")
    assert "put tank box" not in legal(kind)
    assert refused(kind, "put tank box") == ("ft.caboose", "your box train is closed by a caboose")
    mixed = at("options cabooses | cabooses 6 | phase placing | hand T | 1 locomotives 1 mixed T*")
    assert "put tank mixed" not in legal(mixed)


def test_caboose_needs_a_train_with_a_car() -> None:
    state = at(f"{CABOOSES} | 1 trains T1")
    assert [move for move in legal(state) if move.startswith("caboose")] == ["caboose tank"]
    assert refused(state, "caboose box") == ("ft.caboose", "you have no box train")
    assert refused(state, "caboose mixed") == ("ft.caboose", "you have no mixed train")


def test_caboose_is_one_a_train_and_seven_in_all() -> None:
    state = at("options cabooses | cabooses 6 | main AAA/AA/-/-/- | 1 trains T1*,B1")
    assert refused(state, "caboose tank") == ("ft.caboose", "your tank train already has a caboose")
    play(state, "caboose box")
    assert field(state, 1, "trains") == "B1*,T1*"
    none = at("options cabooses | main AAA/AA/-/-/- | 1 trains T1 | 2 trains A1*,B1*,C1*,K1*,G1*,H1* mixed AB*")
    assert refused(none, "caboose tank") == ("ft.caboose", "no caboose is left")


def test_caboose_is_an_option() -> None:
    state = at("main AAA/AA/-/-/- | 1 trains T2")
    assert "caboose tank" not in legal(state)
    assert refused(state, "caboose tank") == ("ft.caboose", "this game is played without cabooses")


@pytest.mark.parametrize("day", [1, 2, 3])
def test_caboose_is_allowed_on_all_days(day: int) -> None:
    assert "caboose tank" in legal(at(f"day {day} | {CABOOSES} | 1 trains T2"))


# --- what is offered, against a search that knows nothing of masks ---

KINDS = "ABCKGHOPRST"


def independent_places(trains: dict[str, int], mixed: str, closed: set[str], locomotives: int, car: str) -> list[tuple]:  # type: ignore[type-arg]
    """The trains after each way to put a car on one, from the words of the rules alone."""
    free = locomotives - len(trains) - bool(mixed)
    after = []
    if car in trains and car not in closed:
        after.append((trains | {car: trains[car] + 1}, mixed))
    if car not in trains and free:
        after.append((trains | {car: 1}, mixed))
    if not mixed and free:
        after.append((trains, car))
    if mixed and "mixed" not in closed and car not in mixed:
        after.append((trains, "".join(sorted(mixed + car))))
    if mixed == car and "mixed" not in closed and car not in trains:
        after.append((trains | {car: 2}, ""))
    if not mixed:
        for other, cars in trains.items():
            if cars == 1 and other != car and other not in closed:
                after.append(({kind: count for kind, count in trains.items() if kind != other}, "".join(sorted(other + car))))
    return after


def independent_fit(trains: dict[str, int], mixed: str, closed: set[str], locomotives: int, cars: str, room: int) -> bool:
    for order in set(permutations(cars)):
        worlds = [(trains, mixed, room)]
        for car in order:
            worlds = [
                (after, now_mixed, left)
                for world_trains, world_mixed, left in worlds
                for after, now_mixed in independent_places(world_trains, world_mixed, closed, locomotives, car)
            ] + [(world_trains, world_mixed, left - 1) for world_trains, world_mixed, left in worlds if left]
        if worlds:
            return True
    return False


@given(st.data())
def test_train_and_mixed_places_agree_with_an_independent_search(data: st.DataObject) -> None:
    kinds = KINDS[: data.draw(st.integers(3, 6), "kinds")]
    trains = data.draw(st.dictionaries(st.sampled_from(kinds), st.integers(1, 3), max_size=4), "trains")
    mixed = "".join(sorted(data.draw(st.sets(st.sampled_from(kinds), max_size=3), "mixed"), key=KINDS.index))
    names = sorted(trains) + (["mixed"] if mixed else [])
    closed = data.draw(st.sets(st.sampled_from(names)) if names else st.just(set()), "closed")
    locomotives = len(trains) + bool(mixed) + data.draw(st.integers(0, 2), "free")
    cars = "".join(data.draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=4), "cars"))
    room = data.draw(st.integers(0, 2), "room")
    written = ",".join(f"{kind}{count}{'*' if kind in closed else ''}" for kind, count in trains.items()) or "-"
    mixed_text = (mixed + ("*" if "mixed" in closed else "")) or "-"
    state = at(
        f"options cabooses | cabooses {7 - len(closed)} | day 1 | 1 locomotives {locomotives} trains {written} mixed {mixed_text}"
        if len(closed) < 7
        else f"options cabooses | 1 locomotives {locomotives} trains {written} mixed {mixed_text}"
    )
    numbers = [KINDS.index(car) for car in cars]
    for car, number in zip(cars, numbers, strict=True):
        places = independent_places(trains, "".join(sorted(mixed)), closed, locomotives, car)
        assert len(couplings(state, 0, number)) == len(places)
        assert bool(fitting(state, 0) >> number & 1) == bool(places)
    expected = independent_fit(trains, "".join(sorted(mixed)), closed, locomotives, cars, room)
    assert all_fit_packed(state, 0, packed(numbers), len(numbers), room) == expected


def test_train_letters_of_this_file_are_those_of_the_edition() -> None:
    assert GAME.edition("mayfair-1996").letters == KINDS
