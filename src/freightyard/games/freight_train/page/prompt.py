"""What is to be done now: the sentence, the cars that lie before the player, and the actions with what they cost or bring."""

from collections.abc import Sequence

from freightyard.core.contract import CHANCE, Seat, View
from freightyard.games.freight_train.page.cars import Kinds, car
from freightyard.games.freight_train.rules.edition import Rules
from freightyard.games.freight_train.rules.position import Board
from freightyard.page.clicks import Clicks, action
from freightyard.page.contract import Scene
from freightyard.page.markup import esc
from freightyard.page.players import names_of
from freightyard.page.prompt import has_left, prompt_part, quiet_prompt
from freightyard.page.sheet import winner_words


def prompt(scene: Scene, rules: Rules, kinds: Kinds, board: Board, clicks: Clicks) -> str:
    """The prompt of a seat or a spectator."""
    return prompt_part(
        scene,
        clicks,
        _ask(scene, rules, board, clicks),
        tray=_tray(kinds, board.hand, clicks),
        actions=_actions(rules, board, clicks),
        ends=ends(scene.view),
        chosen="Where does it go?" if board.hand else "",
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
        return f"The game is over: {esc(winner_words(view.outcome, names_of(scene.players)))}."
    return _you(rules, board, clicks) if clicks.acting else _others(names_of(scene.players), view.to_act, rules, board)


def _others(names: Sequence[str], acts: Seat | None, rules: Rules, board: Board) -> str:
    if acts is None or acts == CHANCE:
        return "The trains leave: points are counted." if board.phase == "leaving" else "Cards are being drawn."
    return f"{esc(names[acts])} {_they(rules, board)}."


def _they(rules: Rules, board: Board) -> str:
    """What another player does."""
    held = len(board.hand)
    match board.phase:
        case "taking":
            return f"takes {rules.take_cars} cars: {held} so far"
        case "placing" | "coupling":
            return f"puts {held} {'car' if held == 1 else 'cars'} down"
        case "loading":
            return f"loads: {held} so far"
        case "rearranging":
            return "rearranges the yard"
        case "filled":
            return "has filled a siding and is to act"
    return "is to act"


def _you(rules: Rules, board: Board, clicks: Clicks) -> str:
    """What the player who looks is to do."""
    held = len(board.hand)
    match board.phase:
        case "taking":
            more = rules.take_cars - held
            return f"Take {more} more {'car' if more == 1 else 'cars'} from the open ends of the main yard."
        case "placing":
            return (
                "Put the car on a train or into your yard." if held == 1 else "Pick a car, then a train or a siding of your yard."
            )
        case "loading":
            return f"Load more cars, {rules.load_most} at most, or put these on trains."
        case "coupling":
            return "Put the car on a train." if held == 1 else "Pick a car, then the train it joins."
        case "rearranging":
            return "Put the cars back, siding by siding, the deepest car first."
    if clicks.legal == ("pass",):
        return "You are stuck: nothing can be done, so you pass."
    if clicks.legal == ("fill",):
        return "Nothing can be done before a siding is filled."
    offers = []
    if clicks.word("take"):
        offers.append(f"take {rules.take_cars} cars")
    if clicks.word("load"):
        offers.append("load from your yard")
    return f"Your turn: {' or '.join(offers)}, or one of these." if offers else "Your turn: one of these."


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
        held = f'{click} data-held="{kind.name} car"' if click else ""
        cars.append(car(kind, f"h{letter}.{nth}", held, f"{kind.name} car before you"))
    return f'<div class="tray" role="group" aria-label="Cars that lie before the player">{"".join(cars)}</div>'


def _actions(rules: Rules, board: Board, clicks: Clicks) -> str:
    if not clicks.acting or board.phase not in ("turn", "filled"):
        return ""
    at = board.seats[board.seat - 1 if board.seat else 0]
    cost = f"{rules.rearrange_cost} {'point' if rules.rearrange_cost == 1 else 'points'}"
    cards = min(rules.main_spaces, sum(board.deck.values()))
    buttons = [
        action(clicks, "fill", "Fill a siding", f"{cards} cards, then act"),
        action(clicks, "rearrange", "Rearrange", f"costs {cost}", kind="arrange"),
        action(clicks, "call", "Call a locomotive", f"{at.locomotives} → {at.locomotives + 1}, next turn"),
    ]
    if clicks.word("pass"):
        buttons.append(action(clicks, "pass", "Pass", "nothing else is possible"))
    return "".join(buttons)
