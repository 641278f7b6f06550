"""What those who sit at a table are asked: one vote at a time, in whatever process."""

import asyncio

import pytest

from freightyard.store import Store
from freightyard.store.rows import ENDED, NOTE, Chair, Decision, Proposal, TableRow
from freightyard.table.errors import StalePly
from tests.store.play import append_of, next_step, row, seated

pytestmark = pytest.mark.anyio

CHAIRS = (Chair("ann", called="Ann"), Chair("bob", called="Bob"))


def all_agree(held: TableRow, proposal: Proposal) -> Decision | None:
    people = {chair.person for chair in held.chairs}
    if False in proposal.answers.values():
        return Decision(result="refused", note="No.")
    return Decision(result="agreed", note="Over.", ended=True) if people == set(proposal.answers) else None


def asks(person: str = "ann", kind: str = "end") -> Proposal:
    return Proposal(number=0, kind=kind, made_by=person, at=5.0, answers={person: True})


async def begun(store: Store) -> None:
    await store.tables.add(row("t1", chairs=CHAIRS))
    assert await store.tables.begin("t1")


async def test_a_proposal_is_asked_answered_and_decided(store: Store) -> None:
    await begun(store)
    heard: list[str] = []
    stop = store.listen(lambda news: heard.append(news.what))
    assert await store.proposals.make("t1", asks(), "Ann asks.", all_agree)
    (proposal,) = await store.proposals.open("t1")
    assert (proposal.number, proposal.kind, proposal.made_by, proposal.answers) == (1, "end", "ann", {"ann": True})
    assert await store.proposals.tables_with_open(10) == ["t1"]
    assert await store.proposals.answer("t1", 1, "bob", yes=True, at=6.0, decide=all_agree)
    stop()
    assert await store.proposals.open("t1") == []
    kept = await store.tables.get("t1")
    assert kept is not None
    assert (kept.phase, kept.scores, kept.winners) == (ENDED, (), ())
    assert [(line.text, line.audience) for line in await store.chat.lines("t1", 9)] == [("Ann asks.", NOTE), ("Over.", NOTE)]
    assert {"proposals", "chairs", "chat"} <= set(heard)
    assert not await store.proposals.answer("t1", 1, "bob", yes=False, at=7.0, decide=all_agree)


async def test_nobody_moves_at_a_table_that_was_ended(store: Store) -> None:
    await begun(store)
    kept = await store.tables.get("t1")
    assert kept is not None
    table = seated(kept)
    step = table.begin()
    await store.moves.append(append_of("t1", table, step))
    table.commit(step)
    await store.proposals.make("t1", asks(), "", lambda *_: Decision(result="agreed", note="", ended=True))
    with pytest.raises(StalePly):
        await store.moves.append(append_of("t1", table, next_step(table)))


async def test_one_proposal_of_a_kind_is_open_at_a_time(store: Store) -> None:
    await begun(store)
    assert await store.proposals.make("t1", asks(), "", all_agree)
    assert not await store.proposals.make("t1", asks("bob"), "", all_agree)
    assert await store.proposals.make("t1", asks("bob", "pace"), "", lambda *_: None)
    assert await store.proposals.answer("t1", 1, "bob", yes=False, at=6.0, decide=all_agree)
    assert await store.proposals.make("t1", asks("bob"), "", all_agree)
    assert [proposal.number for proposal in await store.proposals.open("t1")] == [2, 3]


async def test_nothing_is_asked_before_the_game(store: Store) -> None:
    await store.tables.add(row("t1", chairs=[*CHAIRS[:1], Chair()]))
    assert not await store.proposals.make("t1", asks(), "", all_agree)
    assert await store.chat.lines("t1", 9) == []


async def test_of_many_who_answer_at_once_one_decides(store: Store) -> None:
    await begun(store)
    await store.proposals.make("t1", asks(), "Ann asks.", all_agree)
    answers = [store.proposals.answer("t1", 1, "bob", yes=True, at=6.0, decide=all_agree) for _ in range(8)]
    assert sum(await asyncio.gather(*answers)) == 1
    assert [line.text for line in await store.chat.lines("t1", 20)] == ["Ann asks.", "Over."]


async def test_an_answer_can_be_changed_while_it_is_open(store: Store) -> None:
    await begun(store)
    await store.proposals.make("t1", asks(), "", lambda *_: None)
    for yes in (False, True):
        assert await store.proposals.answer("t1", 1, "bob", yes=yes, at=6.0, decide=lambda *_: None)
        assert (await store.proposals.open("t1"))[0].answers == {"ann": True, "bob": yes}
    assert await store.proposals.close("t1", 1, Decision(result="agreed", note="Done."), 8.0)
    assert not await store.proposals.close("t1", 1, Decision(result="agreed", note="Done."), 8.0)
    await store.proposals.reconsider("t1", 9.0, lambda *_: Decision(result="lapsed", note="Late."))
    assert "Late." not in [line.text for line in await store.chat.lines("t1", 20)]


async def test_a_table_that_was_archived_goes_on_when_it_is_woken_up(store: Store) -> None:
    await begun(store)
    assert await store.tables.silent(101.0, 10) == ["t1"]
    assert not await store.tables.archive("t1", 100.0, "Silent.", 500.0), "somebody has moved since then"
    assert await store.tables.archive("t1", 101.0, "Silent.", 500.0)
    assert not await store.tables.archive("t1", 101.0, "Silent.", 500.0)
    assert await store.tables.waiting(1000.0, 10) == [], "no bot acts there"
    assert [held.key for held in await store.tables.public(10)] == []
    assert [held.key for held in await store.tables.of_person("ann", 10)] == ["t1"]
    assert await store.tables.wake("t1", "Awake.", 600.0)
    assert not await store.tables.wake("t1", "Awake.", 600.0)
    kept = await store.tables.get("t1")
    assert kept is not None
    assert (kept.phase, kept.moved_at) == ("running", 600.0)
    assert [line.text for line in await store.chat.lines("t1", 9)] == ["Silent.", "Awake."]
