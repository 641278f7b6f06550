"""What those who sit at a table are asked, and what follows when all have answered."""

from typing import final

import msgspec

from freightyard.offline.store.kept_tables import Beside, Change, KeptTables
from freightyard.store import rows
from freightyard.store.rows import ENDED, RUNNING, Decide, Decision, Proposal


@final
class BrowserProposals:
    """What those who sit at a table are asked."""

    def __init__(self, tables: KeptTables) -> None:
        self._all = tables

    async def open(self, table: str) -> list[Proposal]:
        return open_proposals(await self._all.beside(table))

    async def make(self, table: str, proposal: Proposal, note: str, decide: Decide) -> bool:
        def make(change: Change) -> bool:
            if change.row is None or change.row.phase != RUNNING:
                return False
            for other in open_proposals(change.beside):
                if other.kind == proposal.kind and not _settle(change, other, proposal.at, decide):
                    return False
            made = msgspec.structs.replace(proposal, number=len(change.beside.proposals) + 1)
            change.beside = msgspec.structs.replace(change.beside, proposals=(*change.beside.proposals, made))
            change.beside = change.beside.with_note(note, made.at)
            change.news += [rows.CHAT, rows.PROPOSALS]
            _settle(change, made, made.at, decide)
            return True

        return await self._all.change(table, make)

    async def answer(self, table: str, number: int, person: str, *, yes: bool, at: float, decide: Decide) -> bool:
        def make(change: Change) -> bool:
            proposal = next((each for each in open_proposals(change.beside) if each.number == number), None)
            if proposal is None or _settle(change, proposal, at, decide):
                return False
            answered = msgspec.structs.replace(proposal, answers={**proposal.answers, person: yes})
            _put(change, answered)
            _settle(change, answered, at, decide)
            return True

        return await self._all.change(table, make)

    async def reconsider(self, table: str, at: float, decide: Decide) -> None:
        def make(change: Change) -> None:
            for proposal in open_proposals(change.beside):
                _settle(change, proposal, at, decide)

        await self._all.change(table, make)

    async def close(self, table: str, number: int, decision: Decision, at: float) -> bool:
        def make(change: Change) -> bool:
            proposal = next((each for each in open_proposals(change.beside) if each.number == number), None)
            return proposal is not None and _settle(change, proposal, at, lambda *_: decision)

        return await self._all.change(table, make)


def open_proposals(beside: Beside) -> list[Proposal]:
    return [proposal for proposal in beside.proposals if proposal.result is None]


def _put(change: Change, proposal: Proposal) -> None:
    proposals = [proposal if each.number == proposal.number else each for each in change.beside.proposals]
    change.beside = msgspec.structs.replace(change.beside, proposals=tuple(proposals))
    change.news.append(rows.PROPOSALS)


def _settle(change: Change, proposal: Proposal, at: float, decide: Decide) -> bool:
    """Close a proposal that is decided, with all that follows; whether it was."""
    if change.row is None or (decision := decide(change.row, proposal)) is None:
        return False
    _put(change, msgspec.structs.replace(proposal, result=decision.result))
    if decision.note:
        change.beside = change.beside.with_note(decision.note, at)
        change.news.append(rows.CHAT)
    if decision.ended:
        change.row = msgspec.structs.replace(change.row, phase=ENDED, moved_at=at, due_at=None)
        change.news.append(rows.CHAIRS)
    return True
