"""A notice tells nothing that its reader may not know: twin games have the same notices."""

from pathlib import Path

import pytest
from sqlalchemy import insert

from freightyard.server.notices.contract import CONFIRM, KINDS, MAIL, PUSH, Channel
from freightyard.server.notices.wording import ReaderFacts, facts_of, notice_of
from freightyard.store import Store
from freightyard.store.notice_rows import AT_ONCE, CHAT, DAILY, TURN, WEBHOOK, Delivery, NoticeSettings, Planned
from freightyard.store.rows import Person
from freightyard.store.schema import PEOPLE
from tests.server.notices.yard import MONDAY, yard
from tests.server.twins import Twin, twins

pytestmark = pytest.mark.anyio

NAMES = ("Ann", "Bob", "Cyd")
HIDES = 1


async def told_of(twin: Twin, database: str) -> list[tuple[str, bytes]]:
    """Everything that all channels get about a game: where, and the bytes."""
    async with yard(database) as made:
        services = made.process(notice_gap=0.0)
        people = await same_people(made.store)
        await twin.keep(made.store, "twin", people)
        url = f"http://127.0.0.1:{made.receiver.port}"
        for owner, table in [*[(person, None) for person in people], (people[0], "twin")]:
            name = table or owner.name
            address = {"url": f"{url}/{name}", "style": "json"}
            await made.store.channels.add(
                Channel(key=name, kind=WEBHOOK, person=owner.key, table=table, name=name, address=address, confirmed_at=1.0)
            )
        row = await made.store.tables.get("twin")
        assert row is not None
        assert row.to_act is not None
        await made.store.chat.add("twin", HIDES, "Bob", "I hold this", made.now, person=people[HIDES].key)
        actor = people[row.to_act]
        for kind, person in ((TURN, actor.key), (TURN, ""), *[(CHAT, each.key) for each in people if each != people[HIDES]]):
            await made.store.outbox.plan(
                [
                    Planned(
                        key=f"{kind}{person}",
                        kind=kind,
                        table="twin",
                        person=person,
                        number=row.ply,
                        at=made.now,
                        due_at=made.now,
                    )
                ]
            )
        await made.store.notice_settings.put(people[0].key, NoticeSettings(times={CHAT: DAILY}))
        await made.store.notice_settings.put(people[2].key, NoticeSettings(times={CHAT: AT_ONCE}))
        await made.look(services)
        await made.wait(86_400)
        bodies = [(request.target, request.body) for request in made.receiver.requests]
        assert not any(row.seed.encode() in body or b"I hold this" in body for _, body in bodies)
        return sorted(bodies)


async def same_people(store: Store) -> list[Person]:
    """People with the same keys in every database."""
    people = [Person(f"key of {name}", name) for name in NAMES]
    async with store._database.writing() as connection:
        await connection.execute(insert(PEOPLE), [{"key": each.key, "name": each.name, "seen_at": MONDAY} for each in people])
    return people


async def test_notices_of_twin_games_are_the_same(tmp_path: Path) -> None:
    one, other = twins(HIDES, len(NAMES), 60)
    told = await told_of(one, str(tmp_path / "one.db"))
    assert told == await told_of(other, str(tmp_path / "other.db"))
    assert {where for where, _ in told} >= {"/twin", "/Ann", "/Cyd"}


async def test_no_notice_has_the_secrets_of_its_table_or_its_channel(tmp_path: Path) -> None:
    async with yard(str(tmp_path / "yard.db")) as made:
        row = (await made.table(made.process())).row
        ann, bob = (person.key for person in made.people)
        first, second = "secret 1", "secret 2"
        address = {"endpoint": "secret 3", "auth": "secret 4"}
        push = Channel(key="c", kind=PUSH, person=ann, address=address, token=first, confirm=second)
        post = Channel(key="m", kind=MAIL, person=ann, token=first, confirm=second)
        for kind in KINDS:
            for channel in (push, post):
                delivery = Delivery(
                    key="k", kind=kind, table=row.key, person=ann, channel=channel.key, lane="", topic="t", at=1.0, due_at=1.0
                )
                notice = notice_of(delivery, channel, facts_of(row), ReaderFacts(person=ann), "https://yard.example")
                assert notice.title
                assert notice.url.startswith("https://yard.example/")
                secrets = {
                    word for word in ("secret 1", "secret 2", "secret 3", "secret 4", row.seed, ann, bob) if word in repr(notice)
                }
                asks, stops = kind == CONFIRM, channel is post and kind != CONFIRM  # what these links are for
                assert secrets == ({"secret 2"} if asks else {"secret 1"} if stops else set())
