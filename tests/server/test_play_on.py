"""Playing on from a moment of a finished game: the past stays, what is to come is drawn anew, all see their own cards."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from freightyard.core.contract import CHANCE, State
from freightyard.core.record import read, record_of, verify, write
from freightyard.games import game_named
from freightyard.store import open_store
from freightyard.store.record_files import checked_record
from tests.server.running import Browser, Server, serving

GOLDEN = Path(__file__).parents[1] / "golden"
CARS, TRAIN = "freight-cars/greedy-3", "freight-train/whitewind-1993-3.revision-2"
SEATS = {"seat-1": "me", "seat-2": "bot:random", "seat-3": "bot:random"}


def text_of(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def from_the_middle() -> str:
    """A record that begins at a position: the second half of another one."""
    whole = read(text_of(TRAIN))
    half = len(whole.moves) // 2
    middle = next(state for ply, state in enumerate(whole.states()) if ply == half)
    return write(record_of(middle, whole.moves[half:], whole.outcome, start=middle.text()), game_named(whole.game))


async def _import(database: Path) -> list[str]:
    store = await open_store(str(database))
    homes = []
    for text in (text_of(CARS), text_of(TRAIN), from_the_middle()):
        kept = checked_record(text, 1.0)
        await store.records.add(kept)
        homes.append(f"/r/{kept.key}")
    await store.close()
    return homes


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    database = tmp_path_factory.mktemp("library") / "yard.db"
    with ThreadPoolExecutor() as beside:
        return database, beside.submit(asyncio.run, _import(database)).result()


@pytest.fixture(scope="module")
def server(library: tuple[Path, list[str]]) -> Iterator[Server]:
    database, _ = library
    with serving(database, "--log", "warning", errors=database.with_suffix(".log")) as running:
        yield running


def made(answer: httpx.Response) -> str:
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/t/")


def test_the_form_suggests_the_seat_that_is_to_act_and_bots_for_the_others(eve: Browser, library: tuple[Path, list[str]]) -> None:
    page = eve.get(f"{library[1][0]}/play/40").text
    assert "move 40 of" in page
    assert page.count('<option value="me" selected>') == 1
    assert page.count('<option value="bot:driver" selected>') == 2
    assert 'value="none"' not in page


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_game_that_was_played_on_replays_from_its_first_move(
    ann: Browser, library: tuple[Path, list[str]], number: int
) -> None:
    home = library[1][number]
    old = read(ann.get(f"{home}/record").text)
    ply = len(old.moves) - 60
    key = made(ann.post(f"{home}/play/{ply}", name="Ann", **SEATS))
    with ann.socket(key) as socket:
        socket.play("on")
    text = ann.get(f"/t/{key}/record").text
    record, _ = verify(text, game_named)
    assert record.moves[:ply] == old.moves[:ply]
    assert record.start == old.start
    assert record.outcome is not None
    assert record.players[0] == "Ann"
    assert ann.get(f"/t/{key}/at/3?seat=all").status_code == 200
    assert ann.get(f"/t/{key}/end").status_code == 200
    assert f'href="{home}/at/{ply}"' in ann.get(f"/t/{key}").text
    again = made(ann.post(f"/t/{key}/play/{ply - 9}", **SEATS))  # and from there once more
    assert ann.get(f"/t/{again}/moment/{ply - 9}").json()["ply"] == ply - 9


def hidden(state: State) -> set[str]:
    """Cards in the hands of seats 2 and 3 that nobody else has seen, once all have chosen theirs."""
    seats = [state.view(seat).board.seats[seat] for seat in range(3)]
    return (
        {card for at in seats[1:] for card in at.hand}
        if all(len(at.hand) == 2 for at in seats) and not any(at.aside for at in seats)
        else set()
    )


def tableau(moment: dict[str, dict[str, str]]) -> str:
    """The cards that lie face up in a moment, and the cities."""
    return "".join([part for name, part in moment["parts"].items() if name.startswith(("place-", "cities"))])


def test_what_comes_is_drawn_anew_and_hands_are_for_their_own_seats_alone(
    ann: Browser, eve: Browser, library: tuple[Path, list[str]]
) -> None:
    home = library[1][0]
    states = list(enumerate(read(text_of(CARS)).states()))
    ply, secret = next((ply, secret) for ply, state in states if state.to_act() == CHANCE and (secret := hidden(state)))
    drawn = {tableau(eve.get(f"{home}/moment/{ply + 1}").json())}
    for bots in (("random", "random"), ("random", "easy"), ("easy", "random"), ("easy", "easy")):
        chosen = {"seat-1": "me", "seat-2": f"bot:{bots[0]}", "seat-3": f"bot:{bots[1]}"}
        key = made(ann.post(f"{home}/play/{ply}", name="Ann", **chosen))
        moment = ann.get(f"/t/{key}/moment/{ply + 1}").json()
        assert not [card for card in secret if f'data-car="{card}"' in moment["parts"]["hand"]]
        assert eve.get(f"/t/{key}/record").status_code == 403
        drawn.add(tableau(moment))
    assert len(drawn) > 1


def test_a_table_that_waits_to_play_on_can_be_taken_or_closed(
    ann: Browser, bob: Browser, library: tuple[Path, list[str]]
) -> None:
    home = library[1][1]
    waits = {**SEATS, "seat-2": "open"}
    key = made(ann.post(f"{home}/play/90", name="Ann", **waits))
    assert f'href="{home}/at/90"' in bob.get(f"/t/{key}").text
    assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303
    with bob.socket(key) as socket:
        assert socket.update()["ply"] >= 90
    closed = made(ann.post(f"{home}/play/90", **waits))
    assert ann.post(f"/t/{closed}/drop").status_code == 303
    assert ann.get(f"/t/{closed}").status_code == 410


def test_nobody_plays_on_from_a_running_game_or_from_an_end(ann: Browser, library: tuple[Path, list[str]]) -> None:
    home = library[1][0]
    last = len(read(text_of(CARS)).moves)
    over = ann.get(f"{home}/play/{last}")
    assert over.status_code == 400
    assert "The game is over at this moment: choose an earlier one to play on from." in over.text
    assert ann.get(f"{home}/play/{last + 1}").status_code == 400
    assert ann.post(f"{home}/play/20", name="Ann", **{**SEATS, "seat-3": "none"}).status_code == 422
    key = ann.new_table("freight-cars", "me", "bot:random")
    assert ann.get(f"/t/{key}/play/3").status_code == 400
    assert ann.post(f"/t/{key}/play/3", **SEATS).status_code == 400


def test_the_link_of_a_private_game_does_not_become_public(ann: Browser, library: tuple[Path, list[str]]) -> None:
    home = library[1][1]
    ply = len(read(text_of(TRAIN)).moves) - 8
    private = made(ann.post(f"{home}/play/{ply}", name="Ann", **{**SEATS, "seat-1": "bot:random"}))
    with ann.socket(private) as socket:
        socket.await_end()
    for public in ("yes", "no"):
        for home in (f"/t/{private}", f"/r/{private}"):
            key = made(ann.post(f"{home}/play/{ply}", **SEATS, public=public))
            assert (private in ann.get(f"/t/{key}").text) == (public == "no")


def chances(text: str, start: int) -> list[str]:
    """What chance drew in a record, from a ply on."""
    record = read(text)
    states = list(record.states())
    return [move for ply, move in enumerate(record.moves) if ply >= start and states[ply].to_act() == CHANCE]


def test_a_turn_is_tried_again_with_the_cards_that_came(ann: Browser, eve: Browser, library: tuple[Path, list[str]]) -> None:
    """By one button of the review. Whatever is played, the deck is the one of the old game."""
    home = library[1][1]
    old = ann.get(f"{home}/record").text
    whole = read(old)
    ply = next(ply for ply, state in enumerate(whole.states()) if ply > len(whole.moves) // 2 and (state.to_act() or 0) > 0)
    key = made(ann.post(f"{home}/play/{ply}", name="Ann", retry="2"))
    with ann.socket(key) as socket:
        socket.play("on")
    record, _ = verify(ann.get(f"/t/{key}/record").text, game_named)
    assert record.players[1] == "Ann"
    assert record.dealt == "again"
    drawn, before = chances(write(record, game_named(record.game)), ply), chances(old, ply)
    assert drawn[:20] == before[:20]  # by chance that would be less than one in a million
    assert "come here again" in ann.get(f"/t/{key}/cards").text
    assert f"From move {ply}:" in ann.get(f"{home}/end").text  # her own branch
    assert f"From move {ply}:" not in eve.get(f"{home}/end").text  # the link of a private table is for whoever has it


def test_where_cards_are_known_strangers_are_not_invited(ann: Browser, library: tuple[Path, list[str]]) -> None:
    home = library[1][1]
    refused = ann.post(f"{home}/play/90", name="Ann", **SEATS, cards="same", public="yes")
    assert refused.status_code == 422
    assert "Somebody may know which cards come" in refused.text
    key = made(ann.post(f"{home}/play/90", name="Ann", **SEATS, public="yes"))
    assert f'href="/t/{key}"' in ann.get(f"{home}/end").text
