"""What pages show of the cards of a game: what they are drawn by, who has added something, and a button that checks it all.

Nothing here is secret: additions and the secret itself are in the record of a game that is over, and nowhere else.
"""

import msgspec

from freightyard.core.proof import BY_DEVICE, TOGETHER, Proof
from freightyard.page import card_sentences as say
from freightyard.page.card_facts import ADDED, NOTHING, SEALED, WITHHELD, Cards, SeatCards
from freightyard.page.markup import NEW_TAB, esc
from freightyard.page.players import disc


def cards_of_proof(dealt: str | None, proof: Proof | None, names: tuple[str, ...]) -> Cards:
    """The cards of a record."""
    if proof is None:
        return Cards(dealt=None if dealt == TOGETHER else dealt, closed=True, begun=True, over=True)
    seats = tuple(
        SeatCards(name=name, seal=seal, state=ADDED if addition else WITHHELD if seal else NOTHING)
        for name, seal, addition in zip(names, proof.seals, proof.additions, strict=True)
    )
    commitment, moves = proof.commitment, proof.first
    return Cards(dealt=dealt, commitment=commitment, seats=seats, closed=True, begun=True, over=True, taken_over=moves)


def cards_offer(cards: Cards) -> str:
    """The page of a table that waits for players: what was fixed before anybody sits."""
    if cards.dealt != TOGETHER:
        return "" if cards.dealt == BY_DEVICE else f'<p class="sub">{say.unproved(cards.dealt)} {_how()}</p>'
    return (
        f'<details class="cards"><summary>{say.TABLE_CARDS}</summary>'
        f"<p>{say.WAITING} {_how()}</p>{_commitment(cards)}{_seats(cards)}</details>"
    )


def mixing_part(cards: Cards) -> str:
    """What stands there while those who sit at a table send what they had sealed."""
    missing = [seat.name for seat in cards.seats if seat.state == SEALED]
    waits = f'<p class="sub">{esc(say.waits_for(missing))}</p>' if missing else ""
    return f'<p role="status">{say.MIXING_WHY} {_how()}</p>{waits}{_seats(cards)}{_commitment(cards)}'


def cards_link(cards: Cards | None, home: str) -> str:
    """The way from a table to what is known of its cards."""
    if cards is None or cards.dealt in (None, BY_DEVICE):
        return ""
    return f'<a class="quiet" href="{esc(home)}/cards">{say.TABLE_CARDS if cards.dealt == TOGETHER else say.CARDS}</a>'


def cards_section(cards: Cards | None, home: str) -> str:
    """What is known of the cards of a game that runs or is over, with the button that checks them; nothing if nobody knows."""
    if cards is None:
        return ""
    return (
        f'<section class="panel cards" aria-labelledby="h-cards"><header><h2 id="h-cards">{say.CARDS}</h2></header>'
        f"{_inside(cards, home)}</section>"
    )


def _inside(cards: Cards, home: str) -> str:
    if cards.dealt != TOGETHER:
        return f"<p>{say.unproved(cards.dealt)} {'' if cards.dealt == BY_DEVICE else _how()}</p>"
    told = say.OVER if cards.over else say.RUNNING
    earlier = f'<p class="sub">{say.taken_over(cards.taken_over)}</p>' if cards.taken_over else ""
    check = ""
    if cards.over:
        place = esc(home)
        rules = "" if cards.rules is None else f' data-rules="{esc(cards.rules)}"'
        check = (
            f'<div class="actions"><button class="quiet" type="button" data-check="{place}"{rules} title="{say.CHECK_TITLE}" '
            f"hidden>{say.CHECK}</button>"
            f'<a class="quiet" href="{place}/record" download="{esc(home.strip("/").replace("/", "-"))}.txt">{say.RECORD}</a>'
            '</div><div class="checked" role="status" data-checked></div>'
        )
    if not cards.over:
        return f"<p>{told} {_how()}</p>{earlier}{_seats(cards)}{_commitment(cards)}"
    return (
        f"<p>{say.CHECKABLE} {_how()}</p>{check}"
        f"<details><summary>{say.DETAILS}</summary><p>{told}</p>{earlier}{_seats(cards)}{_commitment(cards)}</details>"
    )


def client_data(cards: Cards | None) -> str:
    """What the client needs to seal and to send bytes, as an attribute of the view: all of it is shown to everybody anyway."""
    if cards is None or cards.dealt != TOGETHER:
        return ""
    told = {
        "commitment": cards.commitment,
        "closed": cards.closed,
        "begun": cards.begun,
        "seals": [seat.seal for seat in cards.seats],
        "sent": [seat.state == ADDED for seat in cards.seats],
        "mine": [number for number, seat in enumerate(cards.seats) if seat.mine],
    }
    return f' data-cards="{esc(msgspec.json.encode(told).decode())}"'


def _how() -> str:
    return f'<a href="/cards"{NEW_TAB}>{say.HOW}</a>'


def _commitment(cards: Cards) -> str:
    return f'<p class="sub fingerprint">{say.COMMITMENT}: <code>{esc(cards.commitment or "")}</code></p>'


def _seats(cards: Cards) -> str:
    rows = "".join(
        [
            f"<li>{disc(seat)}<span>{esc(say.did(one.name, one.state))}</span></li>"
            for seat, one in enumerate(cards.seats)
            if one.name
        ]
    )
    return f'<ul class="added" aria-label="{say.ADDED}">{rows}</ul>' if rows else ""
