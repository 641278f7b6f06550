"""Looking back at games: through whose eyes, and what is told of whom."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from freightyard.core.record import Record, read
from freightyard.store import open_store
from freightyard.store.record_files import checked_record
from tests.server.running import Browser, Server, serving

GOLDEN = Path(__file__).parents[1] / "golden"
CARS, TRAIN = "freight-cars/greedy-3", "freight-train/whitewind-1993-3.revision-2"
SECRET_PLY = 40  # of the record of Freight Cars: everybody holds cards that the others have not seen


def text_of(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


async def _import(database: Path) -> dict[str, str]:
    store = await open_store(str(database))
    keys = {}
    for name in (CARS, TRAIN):
        kept = checked_record(text_of(name), 1.0)
        await store.records.add(kept)
        keys[name] = f"/r/{kept.key}"
    await store.close()
    return keys


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A database with two records, and their addresses."""
    database = tmp_path_factory.mktemp("library") / "yard.db"
    with ThreadPoolExecutor() as beside:
        return database, beside.submit(asyncio.run, _import(database)).result()


@pytest.fixture(scope="module")
def server(library: tuple[Path, dict[str, str]]) -> Iterator[Server]:
    database, _ = library
    with serving(database, "--log", "warning", errors=database.with_suffix(".log")) as running:
        yield running


@pytest.fixture
def cars(library: tuple[Path, dict[str, str]]) -> tuple[str, Record]:
    """The address of the record of Freight Cars, and the record."""
    return library[1][CARS], read(text_of(CARS))


def hands(record: Record, ply: int) -> list[set[str]]:
    """The cards in the hands of the seats that nobody else has seen."""
    state = next(state for number, state in enumerate(record.states()) if number == ply)
    return [set(state.view(seat).board.seats[seat].hand) for seat in range(state.seats)]


def shown(moment: dict[str, str]) -> set[str]:
    """The cards that lie face up in the hand of a moment, and those that lines of players name."""
    named = {word.replace(" #", "-") for part, text in moment.items() if part.startswith("player") for word in _named(text)}
    return set(re.findall(r'data-car="([^"]+)"', moment["hand"])) | named


def _named(markup: str) -> list[str]:
    return [word for line in re.findall(r"In hand: ([^<]*)\.", markup) for word in re.split(", | and ", line)]


def test_of_a_finished_game_every_seats_eyes_and_everybodys_can_be_chosen(eve: Browser, cars: tuple[str, Record]) -> None:
    home, record = cars
    secret = hands(record, SECRET_PLY)
    assert all(secret), "choose another ply: somebody has no secret card"
    for seat, own in enumerate(secret, 1):
        moment = eve.get(f"{home}/moment/{SECRET_PLY}?seat={seat}").json()
        assert moment["eyes"] == str(seat)
        assert own <= shown(moment["parts"])
        others = set().union(*[hand for number, hand in enumerate(secret, 1) if number != seat])
        assert not others & shown(moment["parts"])
    everybody = eve.get(f"{home}/moment/{SECRET_PLY}?seat=all").json()
    assert set().union(*secret) <= shown(everybody["parts"])
    assert eve.get(f"{home}/moment/{SECRET_PLY}?seat=9").json()["eyes"] == "all"


def test_the_log_of_a_record_tells_what_the_eyes_saw(eve: Browser, cars: tuple[str, Record]) -> None:
    home, record = cars
    ply = next(number for number, text in enumerate(record.moves, 1) if text.startswith("keep "))
    name = record.moves[ply - 1].removeprefix("keep ").replace("-", " ")
    told = [eve.get(f"{home}/moment/{ply}?seat={eyes}").json()["parts"]["log"].lower() for eyes in ("1", "2", "all")]
    assert [name in log for log in told] == [True, False, True]


def test_a_page_offers_the_eyes_and_its_links_keep_them(eve: Browser, cars: tuple[str, Record]) -> None:
    home, _ = cars
    page = eve.get(f"{home}/at/{SECRET_PLY}?seat=2").text
    assert '<option value="2" selected>' in page
    assert f'href="{home}/at/{SECRET_PLY + 1}?seat=2"' in page
    assert 'data-eyes="2"' in page


def test_of_a_running_game_nobody_chooses_eyes(ann: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.play("eyes", 12)
        socket.await_turn()  # the bot changes nothing any more
        ply = socket.ply
    own = ann.get(f"/t/{key}/moment/{ply}").json()
    for seat in ("all", "1", "2"):
        assert ann.get(f"/t/{key}/moment/{ply}?seat={seat}").json() == own
        assert eve.get(f"/t/{key}/moment/{ply}?seat={seat}").json() == eve.get(f"/t/{key}/moment/{ply}").json()
    assert own["eyes"] == ""
    assert 'id="eyes"' not in ann.get(f"/t/{key}/at/{ply}?seat=2").text
