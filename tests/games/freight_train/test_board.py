"""The board of Freight Train: what it tells about a position."""

import re
from itertools import islice

import pytest

from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games.freight_train.page import board as freight_train
from freightyard.games.freight_train.page.log_sentences import turns_of
from freightyard.games.freight_train.page.longest_trains import categories, earned_now, rules_of
from freightyard.games.freight_train.page.sentences import CLIENT
from freightyard.games.freight_train.rules import GAME
from freightyard.games.freight_train.rules.scoring import day_sheet
from freightyard.games.freight_train.rules.state import State
from freightyard.page.contract import Scene
from freightyard.page.sentences import addressed
from tests.page.markup import Thing, read
from tests.page.scenes import players, random_game, scene_of

EDITION = GAME.edition("mayfair-1996")
START = (
    "day 1 round 2 turns 3 first 2 seat 1 | phase turn | leave 12 | main BTAK/-/T/-/- | hand - | "
    "1 points 5 locomotives 7 yard ABBC/TT trains B1,T3 mixed ABC | 2 points 4 locomotives 8 yard -/- trains - mixed - called"
)

LAST = START.replace("leave 12", "leave out")


def part(name: str, text: str = START, seat: int | None = 0) -> list[Thing]:
    state = GAME.position(EDITION, text)
    return read(freight_train.parts(Scene(state.view(seat), players(2), () if seat is None else (seat,)))[name])


def words(things: list[Thing]) -> str:
    return re.sub(r"\s+", " ", things[0].text)


def test_the_day_tells_when_it_can_end() -> None:
    assert "The Trains Leave card can come after 12 more cars." in words(part("day"))
    assert "Trains Leave card has come: the day ends" in words(part("day", START.replace("leave 12", "leave out")))
    for state in islice(random_game(GAME, "mayfair-1996", 2), 40):
        if state.view(None).board.phase in ("first-seat", "laying", "dealing"):  # a replay shows these moments too
            assert "goes into it when the yards are filled" in words(read(freight_train.parts(scene_of(state))["day"]))


def test_what_stands_beside_a_player_is_said_in_words() -> None:
    """A phone has no place to hover."""
    assert "first this round" in words(part("who-2"))
    assert "first" not in words(part("who-1"))
    assert words(part("rival-2")).startswith("8/8 free")


def test_the_sentence_about_the_deck_is_the_legend_of_its_bar() -> None:
    keys = {"key safe", "key risk"}
    shown = [
        {thing.attributes.get("class") for thing in part("day", START.replace("leave 12", left))} & keys
        for left in ("leave 12", "leave 0", "leave out")
    ]
    assert shown == [keys, {"key risk"}, set()]


def test_open_ends_can_be_clicked_and_the_others_cannot() -> None:
    cars = [thing for siding in (1, 2, 3) for thing in part(f"main-{siding}") if thing.attributes.get("class") == "car"]
    assert [thing.words for thing in cars] == [["take 1"], [], [], [], ["take 3"]]
    assert [thing.attributes["data-at"] for thing in cars] == ["m1.3", "m1.2", "m1.1", "m1.0", "m3.0"]


def test_what_is_illegal_can_be_asked_about() -> None:
    things = part("prompt", START.replace("points 5", "points 0"))
    asked = {thing.attributes["data-why"] for thing in things if "data-why" in thing.attributes}
    assert asked == {"rearrange"}


def test_a_call_that_is_closed_says_so() -> None:
    assert "8 for the rest of today" in words(part("prompt"))
    assert "one a day" in words(part("prompt", START.replace("mixed ABC", "mixed ABC called")))
    assert "not on day 3" in words(part("prompt", START.replace("day 1", "day 3")))
    assert "too late for today" in words(part("prompt", LAST))


def test_a_call_says_what_it_is_worth_before_it_ends_the_turn() -> None:
    def asked(text: str) -> str:
        return next(thing.attributes["data-ask"] for thing in part("prompt", text) if "data-ask" in thing.attributes)

    assert asked(START).endswith("End your turn? You have 8 today; tomorrow you have 8 anyway.")
    assert asked(LAST).endswith("End your turn? It gains nothing: tomorrow you have 8 anyway.")
    assert "costs 1 point" in words(part("prompt"))


@pytest.mark.parametrize(
    ("mixed", "free", "told"),
    [
        ("AC", 0, "your mixed train already has one of its kind."),
        ("-", 0, "no locomotive is free for a new train."),
    ],
)
def test_the_last_car_goes_into_the_yard_for_a_reason_that_is_said(mixed: str, free: int, told: str) -> None:
    text = START.replace("phase turn", "phase placing").replace("hand -", "hand C").replace("trains B1,T3", "trains B2,T3")
    text = text.replace("mixed ABC", f"mixed {mixed}").replace("locomotives 7", f"locomotives {2 + (mixed != '-') + free}")
    assert asked_of(text) == f"Put the last car into your yard: {told}"


def asked_of(text: str, seat: int = 0) -> str:
    return next(thing for thing in part("prompt", text, seat) if thing.attributes.get("id") == "ask").text


@pytest.mark.parametrize(
    ("day", "told"),
    [
        ("day 1", "Last turn before the trains leave: {}."),
        ("day 2", "Last turn before the trains leave: {}."),
        ("day 3", "Your last turn: {}."),
    ],
)
def test_the_last_turn_of_a_day_says_so_what_can_be_done_and_what_leaves(day: str, told: str) -> None:
    text = LAST.replace("day 1", day).replace(" called", "")
    assert asked_of(text) == told.format("take 3 cars, load from your yard, or choose below")
    assert asked_of(text, 1) == "Player 1’s turn. It is the last round of the day."
    assert "last" not in asked_of(START)
    assert len(asked_of(text)) <= 2 * 45, "on a laptop two lines have room beside the hint; a third one would lie over the yard"


@pytest.mark.parametrize(
    ("day", "told", "rule"),
    [
        ("day 1", "6 of 16 cars · 1 for every 2: +3", "Every 2 cars in a yard earn 1 point when this day ends."),
        ("day 2", "6 of 16 cars · earn 0 on day 2", "Yards earn nothing when this day ends."),
        ("day 3", "6 of 16 cars · each costs 1: −6", "Every car in a yard costs 1 point when this day ends."),
    ],
)
def test_yard_award_all_day_long_the_yard_tells_what_it_earns_today(day: str, told: str, rule: str) -> None:
    text = START.replace("day 1", day).replace(" called", "")
    assert words(part("own-yard", text)).startswith(f"Your yard{told}")
    assert words(part("types-rule", text)).endswith(rule)


def test_award_the_board_tells_what_trains_earn() -> None:
    assert words(part("types-earn")) == "longest 3 points, second 1, two tied 2 each"
    assert words(part("types-rule")).startswith(
        "In each row the longest train earns 3 points. Tied: two get 2 each. If one leads alone, the second longest gets 1; "
        "two tied for second get nothing."
    )
    four = next(iter(random_game(GAME, "mayfair-1996", 4)))
    assert "Tied: two get 2 each, three get 1 each. If" in words(read(freight_train.parts(scene_of(four))["types-rule"]))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("BTAK/-/T/-/-", "B/-/T/-/-", "Your turn: load from your yard, or choose below. The main yard has fewer than 3 cars."),
        ("ABBC/TT", "-/-", "Your turn: take 3 cars, or choose below. Your yard is empty."),
        ("locomotives 7 yard ABBC/TT trains B1,T3", "locomotives 3 yard A/C trains B1,T3",
         "Your turn: take 3 cars, or choose below. None of your trains can take a car of your yard now."),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_left_out_with_the_reason(old: str, new: str, told: str) -> None:
    assert asked_of(START.replace(old, new)) == told


def test_marker_of_two_players_who_ended_a_round_is_told_why_they_begin_the_next() -> None:
    begins = START.replace("first 2", "first 1")
    assert asked_of(begins).startswith("Your turn again, now you are first: take 3 cars")
    assert asked_of(begins.replace("turns 3", "turns 0")).startswith("Your turn: take 3 cars")  # nothing came before


def test_a_call_that_gains_nothing_does_not_look_like_the_others() -> None:
    def looks(text: str) -> str | None:
        return next(thing for thing in part("prompt", text) if thing.attributes.get("data-word") == "call").attributes["class"]

    assert "vain" in (looks(LAST) or "")
    assert "vain" not in (looks(START) or "")


def test_who_can_only_rearrange_is_told_so() -> None:
    text = START.replace("BTAK/-/T/-/-", "B/-/T/-/-").replace("phase turn", "phase filled")
    text = text.replace("locomotives 7 yard ABBC/TT", "locomotives 3 yard A/C").replace("mixed ABC", "mixed ABC called")
    assert asked_of(text) == "You filled a siding. Now you can only rearrange your yard."
    told = "Your last turn: you can only rearrange your yard."
    assert asked_of(text.replace("day 1", "day 3").replace("leave 12", "leave out")) == told
    assert asked_of(text.replace(" called", "", 1)) != asked_of(text)


def test_filling_twice_is_not_promised() -> None:
    assert "once a turn" in words(part("prompt", START.replace("phase turn", "phase filled")))


@pytest.mark.parametrize(
    ("leave", "told"), [("12", "Day 1: at least 12 more cars"), ("0", "Day 1 can end any time"), ("out", "Day 1 · last round")]
)
def test_the_day_is_told_above_the_main_yard(leave: str, told: str) -> None:
    text = START.replace("leave 12", f"leave {leave}")
    assert words(part("today", text)) == told
    assert ("data-last" in part("today", text)[0].attributes) == (leave == "out")


def test_who_has_no_trains_yet_sees_that_the_yard_would_earn() -> None:
    assert "yard +3" in words(part("who-1", START.replace("trains B1,T3 mixed ABC", "trains - mixed -")))
    assert "yard" not in words(part("who-1"))


def test_a_place_stands_for_every_car_that_can_go_there() -> None:
    text = START.replace("phase turn", "phase placing").replace("hand -", "hand TOB")
    places = {thing.attributes["data-place"]: thing.words for thing in part("trains", text) if "data-place" in thing.attributes}
    assert places["tank"] == ["put tank train"]
    assert places["mixed"] == ["put ore mixed", "put tank mixed"]
    assert places["train"] == ["put ore train"]
    yard = [thing.words for thing in part("own-yard", text) if "data-place" in thing.attributes]
    assert yard == [[f"put {kind} yard-{siding}" for kind in ("box", "ore", "tank")] for siding in (1, 2)]


PLACING = START.replace("phase turn", "phase placing")


def test_a_train_takes_its_own_car_by_a_click_however_many_are_in_the_hand() -> None:
    text = PLACING.replace("hand -", "hand TOB").replace("mixed ABC", "mixed -")
    owns = {thing.attributes["data-place"]: thing.attributes.get("data-own") for thing in part("trains", text)
            if "data-place" in thing.attributes}  # fmt: skip
    assert owns["tank"] == "put tank train"
    assert owns["box"] == "put box train"


def test_the_only_car_that_can_start_a_train_is_named_on_the_button() -> None:
    assert "Start an ore train" in words(part("trains", PLACING.replace("hand -", "hand TOB")))
    assert "Start a train" in words(part("trains", PLACING.replace("hand -", "hand TOK").replace("trains B1,T3", "trains T3")))


def test_all_cars_go_to_their_own_trains_by_one_click_if_all_can() -> None:
    def offered(hand: str, text: str = PLACING) -> bool:
        return any("data-all-trains" in thing.attributes for thing in part("prompt", text.replace("hand -", f"hand {hand}")))

    assert offered("TOB")
    assert not offered("T")
    assert not offered("TOB", PLACING.replace("locomotives 7", "locomotives 3"))  # no locomotive is left for the ore car


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("TOB", "All to their own trainstank, ore, box"),
        ("TT", "Both on your tank train"),
        ("OOO", "All 3 on a new ore train"),
    ],
)
def test_all_cars_of_one_kind_go_to_one_train(hand: str, told: str) -> None:
    button = next(
        thing for thing in part("prompt", PLACING.replace("hand -", f"hand {hand}")) if "data-all-trains" in thing.attributes
    )
    assert button.text.strip() == told


def test_a_train_that_a_car_would_make_mixed_says_so_before_and_when_it_is_asked_about() -> None:
    """The box train is one car: an ore car makes it mixed, if there is no mixed train yet."""
    text = PLACING.replace("hand -", "hand O").replace("mixed ABC", "mixed -")
    train = next(thing for thing in part("trains", text) if thing.attributes.get("data-place") == "box")
    assert train.words == ["put ore box"]
    assert train.attributes["data-to-place"] == "on the box train, which becomes mixed,"
    assert "becomes mixed" in train.text
    longer = next(thing for thing in part("trains", text) if thing.attributes.get("data-place") == "tank")
    same = next(
        thing for thing in part("trains", text.replace("hand O", "hand B")) if thing.attributes.get("data-place") == "box"
    )
    for other in (longer, same):
        assert "data-to-place" not in other.attributes
    assert "becomes mixed" not in longer.text  # the style sheet hides it where another car would do that


def test_a_mixed_train_is_marked_however_short_it_is() -> None:
    marks = [
        thing for thing in part("trains", START.replace("mixed ABC", "mixed A")) if thing.attributes.get("class") == "tag mix"
    ]
    assert [mark.text for mark in marks] == ["mix"]
    assert not [
        thing for thing in part("trains", START.replace("mixed ABC", "mixed -")) if thing.attributes.get("class") == "tag mix"
    ]


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("T", "Put this car on a train, or load up to 4 in all."),
        ("TB", "Put these cars on trains, or load up to 4 in all."),
    ],
)
def test_load_says_how_many_are_still_possible(hand: str, told: str) -> None:
    text = PLACING.replace("phase placing", "phase loading").replace("hand -", f"hand {hand}")
    assert next(thing for thing in part("prompt", text) if thing.attributes.get("id") == "ask").text == told


def test_a_tip_covers_little_of_a_phone() -> None:
    """Beside its buttons a line has room for some 37 letters."""
    assert max([len(words) for name, words in CLIENT.items() if name.startswith("tip ")]) <= 5 * 37


@pytest.mark.parametrize(
    ("yard", "hand", "told"),
    [
        ("ABBC/TT", "T", "Put the last car on a train or into your yard."),
        ("GGGGHHHH/SSSSRRRR", "T", "Put the last car on a train: your yard is full."),
        ("GGGGHHHH/SSSSRRRR", "TT", "Pick a car, then the train it joins: your yard is full."),
    ],
)
def test_nobody_is_sent_to_a_yard_that_is_full(yard: str, hand: str, told: str) -> None:
    text = PLACING.replace("hand -", f"hand {hand}").replace("ABBC/TT", yard)
    assert next(thing for thing in part("prompt", text) if thing.attributes.get("id") == "ask").text == told


def test_the_table_of_all_trains_names_the_players_and_tells_what_yards_earn() -> None:
    row = part("lengths-yard")
    assert [thing.text for thing in row if thing.tag == "td"] == ["6+3", "–"]
    heads = [thing.text for thing in part("types-heads") if thing.tag == "th"]
    assert heads == ["Player 1", "Player 2"]
    last = START.replace("day 1", "day 3").replace(" called", "")
    assert next(thing.text for thing in part("lengths-yard", last) if thing.tag == "td").startswith("6−")


def test_a_tie_for_the_longest_train_is_marked() -> None:
    tied = START.replace("yard -/- trains -", "yard -/- trains B1")
    assert part("type-B", tied)[0].attributes["class"] == "type tied"
    assert part("type-T")[0].attributes["class"] == "type ahead"
    assert part("type-O")[0].attributes["class"] == "type"


def test_when_the_game_is_over_nothing_is_said_about_what_would_be_earned_or_who_goes_first() -> None:
    *_, state = random_game(GAME, "mayfair-1996", 2)
    drawn = freight_train.parts(scene_of(state))
    assert read(drawn["players-of"])[0].text == "points"
    assert "round" not in words(read(drawn["day"]))
    assert "trains and yard today" in words(part("players-of"))


def test_only_moves_that_end_the_turn_are_asked_about() -> None:
    state = GAME.position(EDITION, START)
    assert freight_train.ends(state.view(0)) == ("call",)
    for hand, ending in (("TO", ()), ("T", ("put",))):
        text = START.replace("phase turn", "phase placing").replace("hand -", f"hand {hand}")
        assert freight_train.ends(GAME.position(EDITION, text).view(0)) == ending


def test_moves_said_to_end_the_turn_do_and_no_others() -> None:
    for seed in ("a", "b"):
        for state in random_game(GAME, "mayfair-1996", 3, ("cabooses",), seed):
            if state.to_act() is None:
                break
            view = state.view(state.to_act())
            ends = freight_train.ends(view)
            for move in state.legal():
                after = state.clone()
                after.play(move)
                text = state.edition.vocabulary.text(move)
                assert (after.turns != state.turns) == (text.partition(" ")[0] in ends), text


def test_standings_agree_with_the_score_sheet() -> None:
    for state in random_game(GAME, "mayfair-1996", 4, ("cabooses",)):
        assert isinstance(state, State)
        if state.to_act() is None:
            break
        view = state.view(None)
        rules = rules_of(view)
        found = categories(rules, view.board)
        if view.board.hand and view.board.phase in ("loading", "coupling", "rearranging"):
            continue  # cars from the yard count there until they are put down
        assert tuple(earned_now(rules, view.board, found)) == day_sheet(state).totals


def test_what_would_be_earned_does_not_fall_while_cars_of_the_yard_are_in_the_hand() -> None:
    before: tuple[int, ...] = ()
    seen = 0
    for state in random_game(GAME, "mayfair-1996", 4):
        if state.to_act() is None:
            break
        view = state.view(None)
        now = tuple(earned_now(rules_of(view), view.board, categories(rules_of(view), view.board)))
        if view.board.phase == "loading" and view.board.hand:
            assert now == before
            seen += 1
        before = now
    assert seen > 5


@pytest.mark.parametrize(
    ("leave", "told"),
    [
        ("leave 12", "can come after 12 more cars"),
        ("leave 0", "Any card can be"),
        ("leave out", "has come: the day ends after this round"),
    ],
)
def test_the_day_tells_when_the_trains_can_leave(leave: str, told: str) -> None:
    assert told in words(part("day", START.replace("leave 12", leave)))


def test_cabooses_are_offered_beside_trains_when_they_are_in_play() -> None:
    text = "options cabooses | " + START.replace("| main", "| cabooses 7 | main")
    offered = [word for thing in part("trains", text) for word in thing.words if word.startswith("caboose")]
    assert offered == ["caboose box", "caboose tank", "caboose mixed"]
    assert "7 of 7 cabooses left" in words(part("day", text))


@pytest.mark.parametrize(("edition", "options"), [("mayfair-1996", ("cabooses",)), ("whitewind-1993", ()), ("whitewind-nl", ())])
def test_two_turns_of_a_player_are_told_apart(edition: str, options: tuple[str, ...]) -> None:
    """The words of moves alone tell where a turn ends."""
    luck = Stream("turns")
    state = GAME.start(GAME.edition(edition), 2, options)
    run: list[tuple[str, int]] = []  # moves of one seat with nothing between them, each with the number of its turn
    seat, several = CHANCE, 0
    while (actor := state.to_act()) is not None:
        if actor != seat:
            wanted = [[text for text, number in run if number == turn] for turn in dict.fromkeys(number for _, number in run)]
            assert not run or turns_of([text for text, _ in run]) == wanted
            several += len(wanted) > 1
            run, seat = [], actor
        if actor == CHANCE:
            state.play(state.draw(luck))
            continue
        legal = state.legal()
        move = legal[luck.below(len(legal))]
        run.append((state.edition.vocabulary.text(move), state.turns))
        state.play(move)
    assert several > 5
    told = freight_train.story(EDITION, ["take 1", "put box yard-1", "take 2", "put ore yard-1"])
    assert told.count("Next turn: takes a car from siding 2") == 1


def test_a_spectator_looks_at_who_is_to_act() -> None:
    assert "Player 1’s yard" in words(part("own-yard", seat=None))
    assert "Player 2’s yard" in words(part("own-yard", START.replace("seat 1", "seat 2"), seat=None))


def test_a_rearranged_yard_is_planned_with_the_words_of_its_kinds() -> None:
    kinds = part("own-yard")[0].attributes["data-kinds"]
    assert part("own-yard")[0].attributes["data-cost"] == "1 point"
    assert "A auto-rack|B box|C coil-steel" in kinds
    assert "data-cost" not in part("own-yard", START.replace("points 5", "points 0"))[0].attributes


def test_kinds_that_an_edition_invents_get_the_plain_picture() -> None:
    raw = {**EDITION.raw, "name": "mine", "kinds": [{**kind} for kind in EDITION.raw["kinds"]]}
    raw["kinds"][0]["name"] = "circus"
    edition = GAME.edition_from(raw, "mine")
    state = GAME.position(edition, START)
    drawn = freight_train.parts(scene_of(state))["own-yard"]
    assert "p-other" in drawn
    assert "p-box" in drawn


def test_whoever_shares_a_screen_is_called_by_name() -> None:
    scene = Scene(GAME.position(EDITION, START).view(0), players(2), (0, 1))
    ask = next(thing for thing in read(freight_train.parts(scene)["prompt"]) if thing.attributes.get("id") == "ask")
    assert ask.text == "Player 1, your turn: take 3 cars, load from your yard, or choose below."
    assert addressed("Fleur", "I4 does not fit.") == "Fleur: I4 does not fit."


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (["take 1", "take 1", "take 4"], "takes 3 cars: 2 from siding 1, 1 from siding 4"),
        (["take 2", "take 2", "take 2"], "takes 3 cars from siding 2"),
        (["load 1"], "loads a car from yard siding 1"),
        (["load 1", "load 2"], "loads 2 cars from yard sidings 1 and 2"),
        (["put auto-rack train"], "puts an auto rack car on the auto rack train"),
        (["pass"], "cannot act and passes"),
        (["first 2"], "Seat 2 goes first."),
        (["draw trains-leave"], "The Trains Leave card comes up: the day ends after this round."),
    ],
)
def test_the_log_says_what_a_player_would(moves: list[str], told: str) -> None:
    assert freight_train.story(EDITION, moves) == told


@pytest.mark.parametrize(
    ("phase", "hand", "told"),
    [
        ("turn", "-", "Player 1’s turn."),
        ("taking", "T", "Player 1 is taking cars: 1 of 3."),
        ("placing", "TB", "Player 1 has 2 cars left to place."),
        ("coupling", "T", "Player 1 has 1 car left to put on trains."),
        ("loading", "TT", "Player 1 is loading: 2 cars so far."),
        ("rearranging", "T", "Player 1 is rearranging the yard."),
    ],
)
def test_others_are_told_what_a_player_does(phase: str, hand: str, told: str) -> None:
    text = START.replace("phase turn", f"phase {phase}").replace("hand -", f"hand {hand}")
    things = part("prompt", text, seat=None)
    assert next(thing for thing in things if thing.attributes.get("id") == "ask").text == told
    # the name is no part of the sentence to the eye: a level is called *First trip*
    assert any(thing.tag == "b" and thing.text in ("Player 1", "Player 1’s") for thing in things)
    assert any(thing.attributes.get("class") == "disc d1" for thing in things)
