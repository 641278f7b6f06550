"""What people read at a table of Freight Cars: names as they are said, one wording for each thing, and nothing of the format."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

import freightyard
from freightyard.bots import make_bot
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE
from freightyard.games.freight_cars.bot.reasons import reason
from freightyard.games.freight_cars.page import board as freight_cars
from freightyard.games.freight_cars.page.sentences import labels
from freightyard.games.freight_cars.page.sentences.client import CLIENT
from freightyard.games.freight_cars.page.sentences.names import goods, listed, possessive
from freightyard.games.freight_cars.page.workshop import SLIP, WORKSHOP
from freightyard.games.freight_cars.rules import GAME
from freightyard.games.freight_cars.rules.bonuses import words_of
from freightyard.games.freight_cars.rules.state import State
from freightyard.page.contract import LogEntry, Player, Scene
from freightyard.page.log import log_lines
from freightyard.page.manual import chapter_of
from freightyard.page.sentences import CLIENT as PAGE
from freightyard.page.sheet import sheet_part
from freightyard.page.table import page_parts
from tests.games.freight_cars.positions import DEALT, EDITION, SIX, TRAIN, at, play

READ_OUT = ("title", "aria-label", "data-ask", "data-go", "data-served", "data-goods", "data-name", "alt", "placeholder")
# What only moves, positions and records say: ids of cards, cities and corporations, slugs, phases, how a piece lies.
IDS = sorted({word for word in (*EDITION.cards, *EDITION.cities, *EDITION.corporations) if "-" in word}, key=len, reverse=True)
FORMAT = re.compile(
    rf"\b(?:{'|'.join(map(re.escape, IDS))})\b|\bfc\.[a-z]|\b(?:last-shipping|first-seat|end-of-game)\b|\bx[x.]*/|[{{}}]|\bNone\b"
)


class _Words(HTMLParser):
    """What is seen, heard or pointed at of some markup."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in READ_OUT]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


@lru_cache(maxsize=2000)  # a move changes few parts
def words(markup: str) -> str:
    return " ".join(" ".join(_Words(markup).found).split())


def scene(state: State, seat: int | None, own: Sequence[int] = ()) -> Scene:
    people = tuple(Player(number, f"Ann {number + 1}") for number in range(state.seats))
    return Scene(state.view(seat), people, tuple(own), home="/t/abc")


def part(state: State, name: str, seat: int | None = None) -> str:
    """The words of a part of the board, as the seat to act or another one reads them."""
    reader = state.to_act() if seat is None else seat
    assert reader is not None
    return words(freight_cars.parts(scene(state, reader, (reader,)))[name])


def whole_game(seats: int, bot: str, seed: str) -> Iterator[tuple[State, list[list[LogEntry]]]]:
    """Every position of a game, with what everybody was told until then; the last is a spectator."""
    state = GAME.start(EDITION, seats)
    minds = [make_bot(bot, GAME, Stream(f"{seed}/{seat}")) for seat in range(seats)]
    rng = Stream(seed)
    viewers = [*range(seats), None]
    logs: list[list[LogEntry]] = [[] for _ in viewers]
    ply = 0
    while True:
        yield state, logs
        actor = state.to_act()
        if actor is None:
            return
        move = state.draw(rng) if actor == CHANCE else EDITION.vocabulary.parse(minds[actor].decide(state.view(actor)))
        for log, viewer in zip(logs, viewers, strict=True):
            log.append(LogEntry(ply, actor, state.seen(move, viewer)))
        state.play(move)
        ply += 1


@pytest.mark.parametrize(("seats", "bot"), [(2, "random"), (3, "greedy"), (4, "random")])
def test_no_id_and_no_slug_is_shown_in_a_whole_game(seats: int, bot: str, deep: bool) -> None:
    """On nobody's board, in nobody's log, in no refusal and on no score sheet."""
    vocabulary = EDITION.vocabulary
    rng = Stream(f"refused {seats}")
    phases = set()
    told: list[list[LogEntry]] = []
    for number in range(5 if deep else 1):
        for state, logs in whole_game(seats, bot, f"words {seats} {number}"):
            told = logs
            phases.add(state.view(None).board.phase)
            for viewer in (*range(seats), None):
                own = () if viewer is None else (viewer,)
                drawn = page_parts(freight_cars, scene(state, viewer, own), [])
                for name, markup in drawn.items():
                    assert not FORMAT.search(words(markup)), (name, viewer, state.text())
            legal = set(state.legal())
            for move in {rng.below(len(vocabulary)) for _ in range(20)} - legal:
                refusal = state.refuse(move)
                assert refusal is not None
                assert not FORMAT.search(refusal.reason), refusal
        for log, viewer in zip(told, (*range(seats), None), strict=True):
            lines = words("".join(log_lines(freight_cars, scene(state, viewer), log)))
            assert not FORMAT.search(lines), FORMAT.search(lines)
        sheet = state.sheet()
        assert sheet is not None
        assert not FORMAT.search(words(sheet_part(sheet, scene(state, None).players, manual="/manual/freight-cars")))
    assert {"offering", "turn", "replacing", "last-shipping", "over"} <= phases


def test_no_id_is_shown_by_the_workshop_the_client_and_the_manual() -> None:
    assert not FORMAT.search(words(WORKSHOP + SLIP))
    for name, sentence in CLIENT.items():
        assert not FORMAT.search(re.sub(r"\{\w+\}", "coal #1", sentence)), name
        assert "take back" not in sentence.lower(), name
    manual = str(chapter_of("freight-cars").text)
    assert not FORMAT.search(words(manual)), FORMAT.search(words(manual))


def test_every_phase_of_chance_has_a_sentence_of_its_own() -> None:
    said: dict[str, str] = {}
    for state, _ in whole_game(2, "greedy", "chance"):
        if state.to_act() == CHANCE:
            said[state.view(None).board.phase] = part(state, "prompt", 0)
    assert len(set(said.values())) == len(said)
    assert {"offering", "dealing", "uncovering", "revealing", "cities", "first-seat", "replacing", "unmasking"} <= set(said)


@pytest.mark.parametrize(
    ("position", "moves", "sentence"),
    [
        ("", (), "Your turn: take or draw a card."),
        ("1 hand coal-1", (), "Your turn: take or draw a card or load a card from your hand."),
        (f"1 hand coal-2 train {TRAIN}", (), "Your turn: take or draw a card or ship cars."),
        ("1 hand oil-2 train coal-1=I4+I2", (), "Your turn: take or draw a card, load a card from your hand or ship cars."),
        ("tableau -,-,-,-,-,-,-,-,-", (), "Your turn: draw from the deck."),
        (
            "1 hand coal-1 | deck 3 above 0 end final-turns 2",
            (),
            "Your last turn: load a card from your hand. A card that you take now comes too late. "
            "After it you can only ship once more.",
        ),
        (
            "deck 3 above 0 end final-turns 2",
            (),
            "Your last turn: take or draw a card, though it comes too late. After it you can only ship once more.",
        ),
        ("tableau -,-,-,-,-,-,-,-,- | deck 0 above 0 end final-turns 2", (), "You cannot take or draw a card, load or ship."),
        ("1 hand coal-3", ("load coal-3",), "Fill coal #3: choose a piece for its first open cell, or use the workshop."),
        (f"1 train {TRAIN}", ("ship coal-1",), "Add cars or serve cities, then ship."),
        (
            "phase last-shipping | deck 3 above 0 end final-shipping 2 | 1 train coal-1=I4+I2",
            (),
            "Final shipping: pick the cars to ship, or finish.",
        ),
        ("phase last-shipping | deck 3 above 0 end final-shipping 2", (), "Final shipping: you have no loaded cars."),
    ],
)
def test_the_prompt_says_what_can_be_done(position: str, moves: Sequence[str], sentence: str) -> None:
    state = play(at(position), *moves)
    assert part(state, "prompt").startswith(f"What to do {sentence} ")


def test_the_prompt_says_whose_turn_it_is() -> None:
    assert part(at(), "prompt", 1).startswith("What to do Ann 1’s turn. ")
    loading = play(at("1 hand coal-3"), "load coal-3")
    assert part(loading, "prompt", 1).startswith("What to do Ann 1 is loading coal #3. ")
    assert possessive("Boris") == "Boris’"


@pytest.mark.parametrize(
    ("position", "moves", "button"),
    [
        ("deck 1 above 0 end in-deck", (), "Draw from the deck 1 card and End of Game"),
        ("deck 0 above 0 end in-deck", (), "Draw from the deck only End of Game is left"),
        ("deck 1 above 0 end final-turns 2", (), "Draw from the deck 1 card"),
        ("1 train coal-1=I4+I2", (), "Ship your car"),
        ("1 train coal-1=I4+I2,lumber-1=S4+I2", (), "Ship both cars"),
        (f"1 train {TRAIN}", (), "Ship all 5 cars"),
        (f"1 train {TRAIN}", ("ship coal-1",), "Ship for 1 credit 1 car: 1, at the end: 2 more from your corporation"),
        (
            "cities atlanta,boston,miami | 1 train coal-1=I4+I2,lumber-1=S4+I2",
            ("ship coal-1", "ship lumber-1", "claim atlanta"),
            "Ship for 7 credits 2 cars: 3, cities: 4, at the end: 2 more from your corporation",
        ),
        (
            "phase last-shipping | deck 3 above 0 end final-shipping 2 | 1 train coal-1=I4+I2",
            (),
            "Finish 1 loaded car will earn nothing",
        ),
        ("tableau -,-,-,-,-,-,-,-,- | deck 0 above 0 end final-turns 2", (), "Skip your turn"),
    ],
)
def test_a_button_says_what_it_does_and_what_follows(position: str, moves: Sequence[str], button: str) -> None:
    assert part(play(at(position), *moves), "prompt").endswith(button)


def test_who_has_nothing_left_to_ship_finishes_by_one_click_without_a_note() -> None:
    last = "phase last-shipping | deck 3 above 0 end final-shipping 2"
    state = at(last)
    assert part(state, "prompt").endswith("Finish")
    assert freight_cars.ends(state.view(0)) == (), "what ends the turn is asked about"
    assert "decline" in freight_cars.ends(at(f"{last} | 1 train coal-1=I4+I2").view(0))


def test_before_cities_and_cards_lie_there_the_page_says_when_they_come() -> None:
    offered = [",".join(EDITION.corporations[first : first + 3]) for first in (0, 3)]
    empty = "tableau -,-,-,-,-,-,-,-,- | cities -,-,- | deck 30 above 22 end in-deck"
    keeping = f"phase keeping | {empty} | 1 corporation - offered {offered[0]} | 2 corporation - offered {offered[1]}"
    discarding = f"phase discarding | {DEALT} | 1 hand produce-1,coal-1,coal-2 | 2 hand steel-1,steel-2,steel-3"
    for state in (at(keeping), at(discarding)):
        assert labels.CITIES_LATER in part(state, "cities")
        assert part(state, "place-1") == labels.CARDS_LATER
        assert part(state, "place-2") == ""
        assert "empty place" not in part(state, "cities")
    assert labels.HAND_LATER in part(at(keeping), "hand")
    assert labels.HAND_LATER not in part(at(discarding), "hand")
    assert part(at("tableau -,-,-,-,-,-,-,-,- | cities -,-,-"), "place-1") == "empty place"


def test_a_card_to_discard_says_what_its_number_of_cells_is() -> None:
    hands = "1 hand produce-1,coal-1,coal-2 | 2 hand steel-1,steel-2,steel-3"
    state = at(f"phase discarding | {DEALT} | {hands}")
    markup = freight_cars.parts(scene(state, 0, (0,)))["hand"]
    assert markup.count("<small>cells</small>") == 3
    assert part(state, "prompt").startswith("What to do Discard one card. Large cars and odd shapes are harder to fill.")


def test_beside_a_corporation_stands_what_it_can_count_already() -> None:
    shipped = "shipped coal-1+oil-1/3,oil-2/5 cities chicago"
    by_cars = freight_cars.parts(scene(at(f"1 corporation anthracite-union {shipped}"), 0, (0,)))["hand"]
    assert "so far Shipped: coal C oil O oil O" in words(by_cars)
    by_cities = words(freight_cars.parts(scene(at(f"1 corporation metropolitan-transit {shipped}"), 0, (0,)))["hand"])
    assert "Served: Chicago" in by_cities
    assert "Shipped:" not in by_cities
    assert "Shipped:" not in part(at("1 corporation anthracite-union"), "hand")


def test_the_hand_is_one_tap_away_where_a_card_can_be_loaded() -> None:
    for position, there in (("1 hand coal-1", True), ("", False)):
        drawn = freight_cars.parts(scene(at(position), 0, (0,)))["prompt"]
        assert ('data-look="hand"' in drawn) == there


def test_what_ends_a_turn_is_asked_in_a_whole_sentence() -> None:
    assert "Take steel #2 and end your turn? Take it" in part(at(), "place-1")
    late = "Take steel #2 and end your turn? Your free pieces cannot fill it yet. Take it"
    assert late in part(at(f"1 train {SIX}"), "place-1")
    for name in ("deck", "prompt"):
        assert "Draw a card from the deck? Draw" in part(at(), name)
        next_one = "Draw from the deck? Only End of Game is left and turns up; then you take a face-up card. Draw"
        assert next_one in part(at("deck 0 above 0 end in-deck"), name)
        near = at("deck 10 above 0 end in-deck")
        assert "Draw a card from the deck? End of Game could turn up. Draw" in part(near, name)
    too_late = at("deck 3 above 0 end final-turns 2")
    why = "You can no longer load it: this is your last turn."
    assert f"Take steel #2 and end your turn? {why} Take it" in part(too_late, "place-1")
    for name in ("deck", "prompt"):
        assert f"Draw a card from the deck? {why} Draw" in part(too_late, name)
    last = "phase last-shipping | deck 3 above 0 end final-shipping 2"
    assert "Ship nothing and finish?" not in part(at(last), "prompt"), "without cars there is nothing to ask"
    loaded = part(at(f"{last} | 1 train coal-1=I4+I2"), "prompt")
    assert "Ship nothing and finish? Your 1 loaded car will earn nothing. Finish" in loaded
    assert "Ship for 1 credit? Ship" in part(play(at(f"1 train {TRAIN}"), "ship coal-1"), "prompt")


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        ("10 above 5 end in-deck", "End of Game can come after 5 more cards."),
        ("10 above 1 end in-deck", "End of Game can come after 1 more card."),
        (
            "10 above 0 end in-deck",
            "Deck 10 cards and End of Game End of Game could be next. Then everybody has one more turn. "
            "After it you can only ship once more.",
        ),
        (
            "0 above 0 end in-deck",
            "Deck only End of Game is left End of Game is the next card. Then everybody has one more turn. "
            "After it you can only ship once more.",
        ),
        (
            "10 above 0 end final-turns 2",
            "Deck 10 cards End of Game has come: everybody has one last turn, Ann 2 last. After it you can only ship once more.",
        ),
    ],
)
def test_the_deck_says_when_the_game_can_end(deck: str, sentence: str) -> None:
    assert part(at(f"deck {deck}"), "deck").endswith(sentence)


def test_no_sign_stands_amid_the_sentence_about_the_deck() -> None:
    for deck in ("10 above 5 end in-deck", "10 above 0 end in-deck", "3 above 0 end final-turns 2"):
        sentence = re.search("<p>(.*)</p>", freight_cars.parts(scene(at(f"deck {deck}"), 0, (0,)))["deck"])
        assert sentence is not None
        assert set(re.findall(r"<(\w+)", sentence[1])) == {"b"}, deck


def test_what_a_player_has_done_is_said_in_words() -> None:
    drawn = part(at("2 shipped coal-1+oil-1/3,oil-2/5 cities chicago"), "player-2")
    assert "3 cars shipped , 1 city served" in drawn


def test_cities_say_why_no_more_come() -> None:
    assert "no more: the game is ending" in part(at("deck 3 above 0 end final-turns 2"), "cities")
    assert "no more to come" in part(at("city-deck 0"), "cities")
    assert "10 more to come" in part(at(), "cities")
    over = at("phase over | deck 0 above 0 end final-shipping 1 | 1 shipped coal-1/14 | 2 shipped oil-1/5")
    assert "no more" not in part(over, "cities", 0)


def test_no_card_is_marked_as_fitting_when_it_can_no_longer_be_loaded() -> None:
    hand = "1 hand coal-1 | 2 hand oil-1"
    assert "fits your free pieces" in part(at(hand), "place-1")
    for position, fits in (
        ("turns 9 seat 1 | deck 3 above 0 end final-turns 2", True),  # the last turn of seat 1
        ("turns 9 seat 2 | deck 3 above 0 end final-turns 1", True),  # it is still to come
        ("turns 9 seat 2 | deck 3 above 0 end final-turns 2", False),  # it is over
        ("phase last-shipping | deck 3 above 0 end final-shipping 2", False),
    ):
        drawn = freight_cars.parts(scene(at(f"{position} | {hand}"), 0, (0,)))
        assert ("fits your free pieces" in words(drawn["hand"])) == fits, position
        assert ("data-late" in drawn["hand"]) != fits, position
        assert "fits your free pieces" not in words(drawn["place-1"]), "a card that is taken now comes too late"


def test_a_city_says_where_it_is_what_it_pays_and_for_what() -> None:
    said = part(at("cities detroit,miami,pittsburgh"), "cities")
    assert "Detroit, Midwest: pays 7 credits for coal and 2 steel" in said
    assert "Miami, South: pays 4 credits for 2 lumber" in said
    assert goods(["coal", "oil", "produce"]) == "coal, oil and produce"
    loaded = part(at("cities detroit,miami,pittsburgh | 1 train coal-1=I4+I2"), "cities")
    assert "Midwest · still needs 2 steel" in loaded
    assert "South · needs 2 lumber" in loaded


def test_demand_a_city_says_which_other_one_wants_the_same_car() -> None:
    train = "1 train coal-1=I4+I2,lumber-1=S4+I2,oil-1=L3+L3"
    said = part(at(f"cities atlanta,boise,denver | {train}"), "cities")
    assert "your train has it all, but Boise wants the same coal" in said
    assert "your train has it all, but Atlanta wants the same coal" in said
    assert "South · either this or Boise" in said
    assert "Mountain · either this or Atlanta" in said
    markup = freight_cars.parts(scene(at(f"cities atlanta,boise,denver | {train}"), 0, (0,)))["cities"]
    assert 'data-also="not Boise too"' in markup
    enough = part(at(f"cities atlanta,boise,denver | {train},coal-3=L4+I3"), "cities")
    assert "your train has it all" in enough
    assert "the same coal" not in enough


def test_demand_what_a_row_says_of_a_city_is_never_cut() -> None:
    """As many letters as the row of a city has room for beside its credits, on a laptop and on a phone."""
    room = len("Mountain · needs produce, lumber and steel") + 1
    for city in EDITION.data.cities:
        for region in {labels.region_name(other.region) for other in EDITION.data.cities}:
            for words in (labels.serves_either([city.name]), labels.serves_either(["", ""])):
                assert len(f"{region} · {words}") <= room
            assert len(f"{region} · {CLIENT['instead of'].format(city=city.name)}") <= room
            assert len(f"{region} · {CLIENT['instead of several'].format(count=2)}") <= room


def test_bonus_of_a_shipment_is_told_before_it_goes_but_to_nobody_else() -> None:
    state = at("1 corporation anthracite-union train coal-1=I4+I2,lumber-1=S4+I2,coal-3=L4+I3")
    mine = freight_cars.parts(scene(state, 0, (0,)))["train"]
    assert 'data-gains="0,2,0,2,2,4,2,4"' in mine
    for reader, own in ((1, (1,)), (0, (0, 1)), (None, ())):  # another one, two who share a screen, a spectator
        assert "data-gains" not in freight_cars.parts(scene(state, reader, own))["train"]
    under_way = play(state, "ship coal-1", "ship lumber-1")
    assert part(under_way, "prompt").endswith("Ship for 3 credits 2 cars: 3, at the end: 2 more from your corporation")


def test_bonus_can_be_worked_out_from_the_score_sheet() -> None:
    ended = "phase over | deck 0 above 0 end final-shipping 1"
    sheet = at(f"{ended} | 1 corporation anthracite-union shipped coal-1+coal-3/4 | 2 corporation cascade-timber").sheet()
    assert sheet is not None
    assert sheet.rows[2].amounts[0] == "Anthracite Union: 2 credits for each coal car shipped, 2 × 2"
    assert sheet.rows[2].points == (4, 0)


def test_a_city_shows_what_the_own_corporation_adds_but_to_nobody_else() -> None:
    state = at("cities boston,miami,denver | 1 corporation old-colony-carriers")
    said = "for produce and steel, and 7 more at the end from your corporation"
    mine = freight_cars.parts(scene(state, 0, (0,)))["cities"]
    assert said in words(mine)
    assert mine.count("data-bonus") == 1
    for reader, own in ((1, (1,)), (0, (0, 1)), (None, ())):  # another one, two who share a screen, a spectator
        assert "from your corporation" not in words(freight_cars.parts(scene(state, reader, own))["cities"])


def test_no_card_is_marked_as_fitting_while_one_is_discarded() -> None:
    hands = "1 hand produce-1,coal-1,coal-2 | 2 hand steel-1,steel-2,steel-3"
    state = at(f"phase discarding | deck 24 above 16 end in-deck | tableau -,-,-,-,-,-,-,-,- | cities -,-,- | {hands}")
    assert "fits your free pieces" not in part(state, "hand")


def test_what_a_shipment_earns_is_beside_the_train() -> None:
    assert "1 car → 1 2 → 3 3 → 6 4 → 10 5+ → 15 credits" in part(at(), "train")


def test_a_train_without_cars_expects_none_when_the_game_is_over() -> None:
    assert "no loaded cars yet" in part(at(), "train")
    over = at("phase over | deck 0 above 0 end final-shipping 1 | 1 shipped coal-1/14 | 2 shipped oil-1/5")
    assert "no loaded cars left" in part(over, "train", 0)


def test_a_loaded_car_is_told_without_the_codes_of_its_pieces() -> None:
    assert "coal #1, loaded with 2 pieces" in part(at("1 train coal-1=I4+I2"), "train")


def test_one_of_something_is_said_in_the_singular() -> None:
    lines = part(at("1 credits 1 shipped coal-1/14 cities chicago open oil-5"), "player-1")
    assert "1 card , 16 free pieces , 1 car shipped , 1 city served" in lines
    assert "In hand: oil #5." in lines
    sheet = at("phase over | deck 0 above 0 end final-shipping 1 | 1 shipped coal-1/14 | 2 shipped oil-1+oil-2/5,oil-3/5").sheet()
    assert sheet is not None
    assert sheet.rows[0].label == "shipments"
    assert sheet.rows[0].amounts == ("1 car in 1 shipment", "3 cars in 2 shipments")


def test_a_card_of_the_log_is_told_once() -> None:
    """A card that somebody draws unseen is told by `draws from the deck`, and its drawer is told which."""
    assert freight_cars.story(EDITION, ["draw ?"]) == ""
    assert freight_cars.story(EDITION, ["draw coal-3"]) == "Drawn: coal #3."
    assert freight_cars.phrase(EDITION, "draw ?")
    assert freight_cars.story(EDITION, ["decline"]) == "finishes without shipping"
    assert freight_cars.story(EDITION, ["discard ?"]) == "discards a card"
    assert freight_cars.story(EDITION, ["discard coal-1"]) == "discards coal #1"


def test_a_corporation_pays_for_what_is_shipped_or_served() -> None:
    said = {by.name: words_of(by) for by in EDITION.data.corporations}
    assert said["Anthracite Union"] == "2 credits for each coal car shipped"
    assert said["Blast Furnace Group"] == "4 credits for each set of one coal and one steel shipped"
    assert said["Pacific Rim Railways"] == "8 credits for each city served in the Pacific region"
    assert said["Metropolitan Transit"] == "4 credits for each city served"


def test_things_are_listed_with_a_word_before_the_last() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")] == ["", "a", "a and b", "a, b or c"]


def test_a_card_of_the_deck_is_drawn_unseen_and_one_that_lies_open_is_taken() -> None:
    """`draw coal-1` in a turn is no riddle, and nothing is said of a card that may be in a hand."""
    vocabulary = EDITION.vocabulary
    for position in ("", "2 hand coal-1", "1 hand coal-1"):
        refusal = at(position).refuse(vocabulary.parse("draw coal-1"))
        assert refusal is not None
        assert refusal.reason == "you cannot choose a card of the deck: draw its top card unseen"
    empty = at("deck 0 above 0 end final-turns 2").refuse(vocabulary.parse("draw coal-1"))
    assert empty is not None
    assert empty.reason == "the deck is empty: take a face-up card instead"


def test_the_cities_say_once_what_adds_to_their_credits() -> None:
    for corporation, said in (
        ("metropolitan-transit", "+4 from your corporation"),  # for each city
        ("old-colony-carriers", "+7 from your corporation"),  # for those of a region
        ("anthracite-union", ""),
    ):
        drawn = part(at(f"cities boston,miami,denver | 1 corporation {corporation}"), "cities")
        assert drawn.count(said) == 1 if said else "corporation" not in drawn, drawn


def test_a_corporation_is_called_one_wherever_it_lies() -> None:
    assert "Corporation Anthracite Union" in part(at("1 corporation anthracite-union"), "hand")


def test_many_cards_that_are_turned_up_together_are_counted() -> None:
    cards = [f"reveal {card}" for card in EDITION.cards[:9]]
    assert freight_cars.story(EDITION, cards[:2]) == "Coal #1 and coal #2 are turned up."
    assert freight_cars.story(EDITION, cards) == "9 cards are turned up."
    assert freight_cars.story(EDITION, [*cards, "reveal boston"]) == "9 cards and 1 city are turned up."


def test_a_city_says_who_serves_it() -> None:
    under_way = play(at(f"cities atlanta,miami,denver | 1 train {TRAIN}"), "ship coal-1", "ship lumber-1", "claim atlanta")
    mine, theirs = (freight_cars.parts(scene(under_way, seat, (seat,)))["cities"] for seat in (0, 1))
    assert 'data-served="Ann 1 serves it"' in theirs
    assert 'data-served="Ann 1 serves it"' not in mine


def test_the_last_shipment_tells_what_the_corporation_adds() -> None:
    final = "phase last-shipping | deck 0 above 0 end final-shipping 1 | 1 corporation anthracite-union train coal-1=I4+I2"
    state = at(final)
    moves = [state.edition.vocabulary.parse(move) for move in ("ship coal-1", "done")]
    assert reason(state, moves) == "The shipment earns 1 credit, and 2 more from your corporation."


def test_the_tip_of_the_end_lies_at_the_deck_that_it_is_about() -> None:
    tips = (Path(freightyard.__file__).parent / "games/freight_cars/page/static/tips.js").read_text(encoding="utf-8")
    last = re.search(
        r'last: \{ at: "#(\w+)", say: sentence\("tip end"\), when: \(\) => phase\("turn"\) && \$\("#(\w+) \.(\w+)"\)', tips
    )
    assert last
    assert last[1] == last[2], "it stands beside what must be there for it"
    drawn = freight_cars.parts(scene(at(), 0, (0,)))[last[1]]
    assert f'id="{last[1]}"' in drawn
    assert f'class="{last[3]}"' in drawn


def test_the_buttons_of_plans_and_hints_that_end_the_turn_say_so() -> None:
    assert CLIENT["as planned"].endswith("ends your turn")
    assert PAGE["play hint and end"].endswith("end turn")
