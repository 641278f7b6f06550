"""What is asked of whom, phase by phase, with what it costs."""

from typing import Final

from freightyard.core.contract import CHANCE, View
from freightyard.games.freight.page.dialogues import tray
from freightyard.games.freight.page.money import comes_for_want_of_money, has_track
from freightyard.games.freight.page.reading import Reading
from freightyard.games.freight.page.sentences import prompts
from freightyard.games.freight.rules import phases
from freightyard.games.freight.rules.edition import Edition, Rules, rules_for
from freightyard.games.freight.rules.phases import ENDINGS, ONE_LEFT
from freightyard.games.freight.rules.planner import lots, seen_by
from freightyard.games.freight.rules.position import Board, SeatBoard
from freightyard.page.clicks import Clicks, action
from freightyard.page.markup import esc
from freightyard.page.prompt import by_player, prompt_part
from freightyard.page.sheet import winner_words

_SAYS_CASH: Final = ("owing", "selling")  # the phases whose sentence has the money in it
_SUPPLY: Final = ("supplying", "shifting", "filling")
_NO_LOANS: Final = frozenset(("starting", "choosing", "shipping", "supplying", "shifting", "filling"))


def prompt(reading: Reading, clicks: Clicks) -> str:
    """The prompt of a seat or a spectator."""
    return prompt_part(
        reading.scene,
        clicks,
        _ask(reading),
        tray=tray(reading),
        actions=_actions(reading, clicks),
        ends=ends(reading.scene.view),
        phase=reading.board.phase,
        chosen=prompts.WHICH_CITY if reading.board.phase == "supplying" else "",
    )


def ends(view: View) -> tuple[str, ...]:
    """The moves that the client asks about before it sends them: those that end the turn, and the end of building or shipping for
    who cannot pay the interest."""
    board: Board = view.board
    if board.phase == "filling":
        return ("fill",)
    if board.phase == "repaying" and "repay" in view.legal:
        return ("repay", "done") if _repays_last(view) else ("done",)
    if "done" in view.legal and board.phase in ("building", "shipping"):
        edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight has its edition
        rules = rules_for(edition, view.seats, view.options)
        at = board.seats[board.seat - 1]
        if not (board.phase == "building" and at.locomotive is not None) and (
            comes_for_want_of_money(rules, board, at) or _nothing_to_supply(edition, rules, board, at)
        ):
            return ("done",)
    return ()


def _nothing_to_supply(edition: Edition, rules: Rules, board: Board, at: SeatBoard) -> bool:
    """`fr.supply`: whether the turn is over once the interest is paid, since no marker of box 1 fits."""
    if not rules.boxes:
        return True  # the cities are rolled up, and that is it
    for city in board.cities:
        if city.hex in at.cities and city.tile and len(city.markers) < rules.most_marks:
            shown = city.tile + "".join([letter.upper() for letter in edition.letters if letter not in city.tile])
            if any(letter in shown for letter in board.boxes[0]):
                return False
    return True


def _ask(reading: Reading) -> str:
    view, board = reading.scene.view, reading.board
    if view.outcome is not None:
        return prompts.over(esc(winner_words(view.outcome, reading.names)), _why_over(reading))
    if view.to_act is None or view.to_act == CHANCE:
        return prompts.DRAWN.get(board.phase, prompts.ROLLED)
    if not reading.acting:
        name = reading.seat_name(board.acts)
        return by_player(board.acts - 1, name, prompts.other(board.phase, esc(name)))
    purse = "" if board.phase in _SAYS_CASH else f" {prompts.you_have(board.seats[board.acts - 1].cash)}"
    return _last(reading) + _you(reading) + purse


def _why_over(reading: Reading) -> str:
    """What ended the game, in words."""
    board, rules = reading.board, reading.rules
    if board.ending == ENDINGS[ONE_LEFT]:
        return prompts.ENDED_BY_BANKRUPTS
    if board.last is not None:
        return prompts.ended_by_cities(esc(reading.seat_name(board.last)), rules.end_at_cities)
    return prompts.ended_by_rounds(board.round)


def _last(reading: Reading) -> str:
    """That this is the last turn, before what is to be done in it."""
    board = reading.board
    if not reading.last_turn or board.phase not in ("bidding", "building", "shipping"):
        return ""
    if board.last is not None:
        return f"{prompts.last_turn(esc(reading.seat_name(board.last)), reading.rules.end_at_cities)} "
    return f"{prompts.last_round(board.round)} "


def _you(reading: Reading) -> str:
    """What the player who looks is to do."""
    board, rules = reading.board, reading.rules
    at = board.seats[board.acts - 1]
    owed = board.owed or 0
    town = reading.called(board.town or "")
    match board.phase:
        case "bidding":
            return _bid(reading)
        case "building":
            return _build(reading)
        case "starting":
            return prompts.STARTING
        case "choosing":
            return prompts.choosing(town)
        case "shipping":
            return _ship(reading)
        case "owing":
            return prompts.owing(owed, at.cash)
        case "selling":
            return prompts.selling(owed, at.cash, rules.bank_bid)
        case "pairing":
            return prompts.pairing(town)
        case "buying":
            bid = (board.auction.bid if board.auction else None) or 0
            return prompts.buying(esc(reading.seat_name(board.seat)), bid, **_can(reading))
        case "supplying":
            return prompts.LAST_SUPPLY if nothing_follows(reading) else prompts.SUPPLYING
        case "shifting":
            return prompts.LAST_SUPPLY if nothing_follows(reading) else prompts.SHIFTING
        case "filling":
            return prompts.LAST_SUPPLY if nothing_follows(reading) else prompts.filling(rules.demanded)
        case "repaying":
            return prompts.repaying(rules.amount, _gain_of_repaying(reading))
    return prompts.YOUR_TURN


def _bid(reading: Reading) -> str:
    auction = reading.board.auction
    place = len(auction.places) + 1 if auction else 1
    bid = auction.bid if auction else None
    bidder = esc(reading.seat_name(auction.bidder)) if auction and auction.bidder else ""
    return prompts.bidding(place, bidder, bid, **_can(reading), first=reading.board.round == 1 and place == 1)


def _can(reading: Reading) -> dict[str, bool]:
    """What a bidder can do besides passing."""
    return {"may_raise": reading.may("raise"), "may_borrow": reading.may("loan")}


def _build(reading: Reading) -> str:
    at, rules = reading.actor, reading.rules
    if reading.tails:
        none = not has_track(reading.board)
        asked = prompts.building(first=none, lost=none and at.locomotive is not None)
    else:
        cheapest, loan = min(*rules.price[:3], rules.upgrade_price), (rules.amount, rules.interest)
        asked = prompts.no_building(at.cash, cheapest, may_borrow=reading.may("loan"), loan=loan)
    builds = reading.tails or reading.may("loan")
    last = builds and reading.board.last is None and len(at.cities) == rules.end_at_cities - 1  # `fr.family-end`
    if reading.tails and has_track(reading.board) and (last or reading.last_turn):
        asked = prompts.BUILD
    return f"{asked} {prompts.one_more_city(rules.end_at_cities)}" if last else asked


def _ship(reading: Reading) -> str:
    at, rules, board = reading.actor, reading.rules, reading.board
    if at.entry is not None:
        return prompts.on_the_way(reading.called(at.locomotive or ""))
    idle = not any(verb in reading.verbs for verb in ("go", "load", "deliver"))
    left = None if rules.points_move else rules.runs - (board.trip.used if board.trip else 0)
    return prompts.shipping(runs_left=left, idle=idle)


def nothing_follows(reading: Reading) -> bool:
    """Whether this is the supply of the last turn of the last round: nobody loads or delivers after it."""
    board = reading.board
    return board.round == reading.rules.rounds and board.order[-1:] == (board.seat,) and board.phase in _SUPPLY


def _last_supply(reading: Reading) -> str:
    """`fr.supply` is compulsory, also where it changes nothing any more: one click makes the first moves that the rules allow."""
    if not nothing_follows(reading):
        return ""
    return (
        f'<button class="action forth" type="button" data-batch="{"|".join(_supply_somehow(reading))}">'
        f"<span>{prompts.END_GAME}</span><small>{prompts.END_GAME_NOTE}</small></button>"
    )


def _supply_somehow(reading: Reading) -> list[str]:
    """The moves of the supply that are left, any that are legal."""
    seen = seen_by(reading.scene.view, None)
    moves: list[str] = []
    if seen is None:
        return moves
    state, names = seen[0], reading.edition.vocabulary.texts
    seat, round_ = state.actor, state.round
    while state.phase in (phases.SUPPLYING, phases.SHIFTING, phases.FILLING) and (state.actor, state.round) == (seat, round_):
        move = state.legal()[0]
        moves.append(names[move])
        state.play(move)
    return moves


def _actions(reading: Reading, clicks: Clicks) -> str:
    """Buttons for the moves of a single word, with what they cost or bring."""
    if not reading.acting:
        return ""
    board, rules = reading.board, reading.rules
    at = board.seats[board.acts - 1]
    buttons = [_last_supply(reading)]
    auction = board.auction
    if auction is not None:
        if auction.bid is not None:
            note = prompts.RAISE_NOTE.format(cash=at.cash)
            buttons.append(action(clicks, "raise", prompts.raise_to(auction.bid + 1), note))
        note = prompts.NO_MORE_BIDS if auction.sale is None else prompts.NOT_BOUGHT
        buttons.append(action(clicks, "pass", prompts.NO_BIDDING, note))
    if board.phase == "building":
        costs = prompts.wagon_note(rules.wagon_price, at.wagons, rules.wagon_most)
        buttons.append(_found(reading))
        buttons.append(_spending(reading, clicks, "wagon", prompts.WAGON, costs, rules.wagon_price, at.loans))
    if reading.may("loan") or board.phase in ("building", "bidding"):
        buttons.append(_loan(reading, clicks))
    if reading.may("repay") or (board.phase == "building" and at.loans):
        buttons.append(_repay(reading, clicks))
    if reading.may("done"):
        buttons.append(_done(reading))
    return "".join(buttons)


def _loan(reading: Reading, clicks: Clicks) -> str:
    """While something else is decided the button is small: hardly anybody borrows then."""
    rules, worth = reading.rules, reading.edition.data.score.loan
    if not reading.may("loan"):
        return action(clicks, "loan", prompts.LOAN, prompts.no_loan_note(rules.limit, rules.first_limit))
    if reading.board.phase in _NO_LOANS:
        return action(clicks, "loan", prompts.LOAN, prompts.short_loan_note(rules.amount, worth), kind="small")
    return action(clicks, "loan", prompts.LOAN, prompts.loan_note(rules.amount, rules.interest, worth))


def _spending(reading: Reading, clicks: Clicks, move: str, label: str, note: tuple[str, str], price: int, loans: int) -> str:
    """A button that spends money, with a warning if what is left then is too little for the interest."""
    interest, cash = loans * reading.rules.interest, reading.board.seats[reading.board.acts - 1].cash - price
    short = reading.may(move) and cash < interest and reading.board.phase in ("building", "shipping")
    words = prompts.leaves_short(note[0], cash, interest) if short else "; ".join(note)
    return action(clicks, move, label, words, kind="short" if short else "")


def _gain_of_repaying(reading: Reading) -> int:
    """The points that repaying a loan brings: what it counts, less the money."""
    score = reading.edition.data.score
    return -(reading.rules.amount * score.money + score.loan)


def _repay(reading: Reading, clicks: Clicks) -> str:
    rules, gain = reading.rules, _gain_of_repaying(reading)
    at = reading.board.seats[reading.board.acts - 1]
    if reading.board.phase == "repaying" and _repays_last(reading.scene.view):
        question = (prompts.repay_last_question(rules.amount), prompts.REPAY_AND_END)
        return action(clicks, "repay", prompts.REPAY, prompts.repay_last_note(rules.amount, gain), question=question)
    note = prompts.repay_note(rules.amount, gain, at.loans)
    return _spending(reading, clicks, "repay", prompts.REPAY, note, rules.amount, at.loans - 1)


def _repays_last(view: View) -> bool:
    """`fr.repay`: whether the player has nothing to choose any more once this loan is repaid."""
    board: Board = view.board
    edition: Edition = view.edition  # type: ignore[assignment]  # a view of Freight has its edition
    amount = edition.data.loan.amount
    at = board.seats[board.acts - 1]
    return at.loans == 1 or at.cash < 2 * amount


def _found(reading: Reading) -> str:
    """`fr.build-city`: a city is founded on the map; the button shows where, or says what it takes."""
    sites, rules = len(reading.verbs.get("city", ())), reading.rules
    if not sites and (not has_track(reading.board) or len(reading.board.cities) == rules.tiles):
        return ""
    note = prompts.found_note(rules.city_price, reading.actor.cash, sites)
    off = "" if reading.actor.cash >= rules.city_price else ' aria-disabled="true"'
    # It says no words of a move, so it is no stop of the arrow keys, but a button with a stop of its own.
    return (
        f'<button class="action found" type="button" data-found aria-pressed="false"{off}>'
        f"<span>{prompts.FOUND}</span><small>{note}</small></button>"
    )


def _done(reading: Reading) -> str:
    """The button that ends a phase: what comes next, and what is asked before if there is no way back."""
    board, rules = reading.board, reading.rules
    at = board.seats[board.acts - 1]
    interest = at.loans * rules.interest
    ask, kind = "", "forth"
    if board.phase == "repaying":
        note = prompts.THEN_SCORE
        loans = min(at.loans, at.cash // rules.amount)
        ask = f"{_asked(prompts.unpaid_question(loans, _gain_of_repaying(reading)), prompts.FINISH[board.phase])} data-warn"
    elif board.phase == "building" and at.locomotive is not None:
        note = prompts.THEN_SHIP
        if at.cash < interest:
            note, kind = prompts.then_ship_short(interest - at.cash), "forth short"
    elif comes := comes_for_want_of_money(rules, board, at):
        note, kind = prompts.short_note(interest, at.cash, comes), "forth short"
        loan = (rules.amount, reading.edition.data.score.loan)
        asked = prompts.short_question(board.phase, interest, at.cash, comes, _for_sale(reading, comes), loan)
        ask = f"{_asked(asked, prompts.FINISH[board.phase])} data-warn"
    else:
        note = prompts.no_train_note(interest) if board.phase == "building" else prompts.interest_note(interest)
        ends = board.last is None and 0 < rules.end_at_cities <= len(at.cities)  # `fr.family-end`
        question = prompts.end_question(board.phase, interest, last=reading.last_turn, connected=len(at.cities) if ends else 0)
        ask = _asked(question, prompts.END_TURN)
    label = prompts.FINISH[board.phase]
    return f'<button class="action {kind}" type="button" data-word="done"{ask}><span>{label}</span><small>{note}</small></button>'


def _for_sale(reading: Reading, comes: str) -> list[str]:
    """`fr.section`: what could be sold to pay the interest, in words."""
    if comes != "sale":
        return []
    words = []
    for lot in lots(reading.scene.view):
        names = [reading.called(city) for city in lot.cities]
        section = prompts.plain_section(*names) if names else lot.hexes[0]
        words.append(prompts.section_for_sale(section, lot.bid))
    return words[:3]


def _asked(question: str, answer: str) -> str:
    """What the client asks before it sends a move that is among `ends`."""
    return f' data-ask="{question}" data-go="{answer}"'
