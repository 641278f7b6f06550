"""What is to be done now: the sentence, the cars that lie before the player, and the actions with what they cost or bring."""

from collections.abc import Sequence

from freightyard.core.contract import CHANCE, Seat, View
from freightyard.games.freight_train.page import sentences as say
from freightyard.games.freight_train.page.cars import Kinds, car
from freightyard.games.freight_train.page.turn_plan import turn_plan
from freightyard.games.freight_train.rules.edition import MARKER, Rules
from freightyard.games.freight_train.rules.position import Board
from freightyard.page.clicks import Clicks, action
from freightyard.page.contract import Scene
from freightyard.page.markup import esc
from freightyard.page.players import names_of
from freightyard.page.prompt import by_player, has_left, prompt_part, quiet_prompt
from freightyard.page.sheet import winner_words


def prompt(scene: Scene, rules: Rules, kinds: Kinds, board: Board, clicks: Clicks) -> str:
    """The prompt of a seat or a spectator."""
    return prompt_part(
        scene,
        clicks,
        _ask(scene, rules, board, clicks),
        tray=_tray(kinds, board.hand, clicks),
        actions=_actions(rules, board, clicks) or _all_to_trains(scene, kinds, board, clicks),
        ends=ends(scene.view),
        chosen=say.WHERE if board.hand else "",
        phase=board.phase,
    )


def waits(scene: Scene, clicks: Clicks) -> bool:
    """Whether there is nothing to do but to wait."""
    return not clicks.acting and scene.view.outcome is None and not scene.can_take_back and not has_left(scene)


def waiting(names: Sequence[str], acts: Seat | None, rules: Rules, kinds: Kinds, board: Board) -> str:
    """The prompt of all who wait: there is nothing to click. `acts`: whose turn it is."""
    return quiet_prompt(_others(names, acts, rules, board), tray=_tray(kinds, board.hand, None))


def ends(view: View) -> tuple[str, ...]:
    """The moves that end the turn: whole actions, and the last car that is put down."""
    board: Board = view.board
    found = ["call", "pass", "caboose"]
    if len(board.hand) == 1:
        found.append("put")
    verbs = {move.partition(" ")[0] for move in view.legal}
    return tuple([verb for verb in found if verb in verbs])


def _ask(scene: Scene, rules: Rules, board: Board, clicks: Clicks) -> str:
    view = scene.view
    if view.outcome is not None:
        return say.game_over(esc(winner_words(view.outcome, names_of(scene.players))))
    return _you(rules, board, clicks) if clicks.acting else _others(names_of(scene.players), view.to_act, rules, board)


def _others(names: Sequence[str], acts: Seat | None, rules: Rules, board: Board) -> str:
    if acts is None or acts == CHANCE:
        return say.TRAINS_LEAVE if board.phase == "leaving" else say.CARDS_DRAWN
    words = by_player(acts, names[acts], say.others(esc(names[acts]), board.phase, len(board.hand), rules.take_cars))
    return say.last_round(words) if board.leave is None else words


def _you(rules: Rules, board: Board, clicks: Clicks) -> str:
    """What the player who looks is to do."""
    held = len(board.hand)
    match board.phase:
        case "taking":
            return say.take_more(rules.take_cars - held)
        case "placing":
            return _placing(board, clicks)
        case "loading":
            return say.load_more(held, rules.load_most)
        case "coupling":
            return say.COUPLE_LAST if held == 1 else say.COUPLE_ONE
        case "rearranging":
            return say.PUT_BACK
    if clicks.legal == ("pass",):
        return say.STUCK
    if clicks.legal == ("fill",):
        return say.FILL_FIRST
    no_take, no_load = _no_take(rules, board, clicks), _no_load(board, clicks)
    only = clicks.legal[0] if len(clicks.legal) == 1 else ""
    if board.leave is None:  # `ft.trains-leave`: everybody has one turn left today
        over = board.day == rules.days
        return say.your_last_turn(rules.take_cars, no_take=no_take, no_load=no_load, only=only, over=over)
    again = _again(rules, board)
    return say.your_turn(
        rules.take_cars, no_take=no_take, no_load=no_load, only=only, filled=board.phase == "filled", again=again
    )


def _again(rules: Rules, board: Board) -> bool:
    """`ft.marker`: of two players the one who ended a round begins the next."""
    return rules.sequence == MARKER and rules.seats == 2 and board.first == board.seat and board.turns > 0


def _no_take(rules: Rules, board: Board, clicks: Clicks) -> str:
    """Why no cars can be taken, or nothing if some can."""
    if clicks.word("take"):
        return ""
    return say.too_few(rules.take_cars) if sum(map(len, board.main)) < rules.take_cars else say.no_room(rules.take_cars)


def _no_load(board: Board, clicks: Clicks) -> str:
    """Why no cars can be loaded, or nothing if some can."""
    if clicks.word("load"):
        return ""
    return say.NO_TRAIN_FOR_YARD if board.seat and any(board.seats[board.seat - 1].yard) else say.YARD_EMPTY


def _placing(board: Board, clicks: Clicks) -> str:
    """Where the cars that were taken can go: nobody is sent to a yard that is full, or to trains that can take none."""
    held = len(board.hand)
    to_yard = [move.rpartition(" ")[2].startswith("yard-") for move in clicks.legal]
    if not any(to_yard):
        return say.PUT_LAST_ON_TRAIN if held == 1 else say.PUT_ONE_ON_TRAIN
    if held == 1:
        return _only_yard(board) if all(to_yard) else say.PUT_LAST
    return say.PUT_ONE


def _only_yard(board: Board) -> str:
    """`ft.train`, `ft.mixed`: why no train can take the last car."""
    at = board.seats[(board.seat or 1) - 1]
    if any(train.kind == board.hand for train in at.trains):
        return say.PUT_LAST_IN_YARD  # a caboose has closed it
    if board.hand in at.mixed:
        return say.PUT_LAST_NOT_MIXED
    return say.PUT_LAST_IN_YARD if at.mixed else say.PUT_LAST_NO_LOCOMOTIVE


def _tray(kinds: Kinds, hand: str, clicks: Clicks | None) -> str:
    """The cars that lie before the player who acts."""
    if not hand:
        return ""
    cars = []
    seen: dict[str, int] = {}
    for letter in hand:
        kind = kinds[letter]
        nth = seen[letter] = seen.get(letter, -1) + 1
        click = "" if clicks is None else clicks.word(f"put {kind.word}", why=f"put {kind.word} yard-1")
        name = say.a_car(kind.name)
        held = f'{click} data-held="{name}"' if click else ""
        cars.append(car(kind, f"h{letter}.{nth}", held, name))
    return f'<div class="tray" role="group" aria-label="{say.TRAY}">{"".join(cars)}</div>'


def _all_to_trains(scene: Scene, kinds: Kinds, board: Board, clicks: Clicks) -> str:
    """Several cars that can all go to the trains of their kinds need one click; the client plans them."""
    if not clicks.acting or not board.seat or len(board.hand) < 2 or board.phase not in ("placing", "loading", "coupling"):
        return ""
    puts = ";".join([f"put {kinds[letter].word} train" for letter in board.hand])
    if turn_plan(scene.view, puts).order is None:
        return ""
    letters = list(dict.fromkeys(board.hand))
    new = all(train.kind != letters[0] for train in board.seats[board.seat - 1].trains)
    words, note = say.all_to_trains([kinds[letter].name for letter in letters], len(board.hand), new=new)
    return f'<button class="action can" type="button" data-all-trains><span>{words}</span><small>{note}</small></button>'


def _actions(rules: Rules, board: Board, clicks: Clicks) -> str:
    if not clicks.acting or board.phase not in ("turn", "filled"):
        return ""
    at = board.seats[board.seat - 1 if board.seat else 0]
    cards = min(rules.main_spaces, sum(board.deck.values()))
    full = board.phase == "turn" and board.main.count("") < rules.empty_to_fill
    may_call = rules.calls[board.day - 1] and not at.called
    last = board.leave is None
    open_call = say.CALL_TOO_LATE if last else say.call_note(at.locomotives)
    call = open_call if may_call else say.call_closed(board.day, called=at.called)
    question = (say.call_question(at.locomotives, last=last), say.CALL_GO)
    fill = say.FILL_ONCE if board.phase == "filled" else say.fill_needs(rules.empty_to_fill) if full else say.fill_note(cards)
    buttons = [
        action(clicks, "fill", say.FILL, fill),
        action(clicks, "rearrange", say.REARRANGE, say.rearrange_note(rules.rearrange_cost), kind="arrange"),
        action(clicks, "call", say.CALL, call, kind="vain" if may_call and last else "", question=question),
    ]
    if clicks.word("pass"):
        buttons.append(action(clicks, "pass", say.GIVE_UP, say.GIVE_UP_NOTE))
    return "".join(buttons)
