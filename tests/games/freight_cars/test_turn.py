"""Drawing, loading, forfeiting."""

from tests.games.freight_cars.positions import SIX, at, chance, field, legal, of, part, play, refused

NOTHING = "deck 0 above 0 end final-turns 2 | tableau -,-,-,-,-,-,-,-,-"


def test_one_action_is_a_draw_a_load_or_a_shipment() -> None:
    state = at("1 hand oil-1 train coal-1=I4+I2")
    assert {text.split()[0] for text in legal(state)} == {"take", "draw", "load", "ship"}
    play(state, "take steel-4", "reveal oil-2")
    assert state.to_act() == 1
    assert state.turns == 1
    assert refused(at(), "done") == ("fc.ship", "a shipment needs at least one car: ship one first")


def test_draw_a_face_up_card_and_replace_it_at_once() -> None:
    state = at()
    assert of(state, "take") == sorted(f"steel-{number}" for number in range(2, 11))
    play(state, "take steel-4")
    assert part(state, "phase") == "replacing"
    assert chance(state)["reveal oil-2"] == 1
    assert "reveal steel-4" not in chance(state)
    play(state, "reveal oil-2")
    assert part(state, "tableau") == "steel-2,steel-3,oil-2,steel-5,steel-6,steel-7,steel-8,steel-9,steel-10"
    assert field(state, 1, "open") == "steel-4"
    assert refused(at(), "take oil-2") == ("fc.draw", "oil #2 is not face up: you can take only face-up cards")


def test_draw_the_top_card_of_the_deck_unseen_by_the_others() -> None:
    state = play(at(), "draw deck")
    draw = state.edition.vocabulary.parse("draw oil-2")
    assert state.seen(draw, 0) == "draw oil-2"
    assert state.seen(draw, 1) == state.seen(draw, None) == "draw ?"
    play(state, "draw oil-2")
    assert field(state, 1, "hand") == "oil-2"
    assert state.view(0).board.seats[0].hand == ("oil-2",)
    assert state.view(1).board.seats[0].hand == ("?",)
    assert state.deck == 9
    assert state.above == 4


def test_draw_keeps_a_face_up_card_known_to_all() -> None:
    state = play(at(), "take steel-4", "reveal oil-2")
    assert state.view(1).board.seats[0].open == ("steel-4",)
    assert state.view(None).board.seats[0].open == ("steel-4",)


def test_draw_has_no_hand_limit() -> None:
    state = at("1 hand " + ",".join(f"{kind}-{number}" for kind in ("coal", "oil", "lumber") for number in range(1, 9)))
    assert "draw deck" in legal(state)
    assert len(of(state, "take")) == 9


def test_draw_from_an_empty_deck_is_refused_and_a_taken_card_is_not_replaced() -> None:
    state = at("deck 0 above 0 end final-turns 2")
    assert refused(state, "draw deck") == ("fc.draw", "the deck is empty: take a face-up card instead")
    play(state, "take steel-2")
    assert part(state, "tableau").startswith("-,steel-3")
    assert state.to_act() == 1


def test_load_fills_all_cells_piece_by_piece_and_joins_the_train_at_its_right_end() -> None:
    state = at("1 hand coal-1 train oil-1=L3+L3")  # coal-1 is a row of six
    play(state, "load coal-1")
    assert part(state, "loading") == "coal-1 xxxxxx -"
    assert of(state, "lay") == ["i1 x", "i2 xx", "i3 xxx", "i4 xxxx"]
    play(state, "lay i4 xxxx")
    assert part(state, "loading") == "coal-1 ooooxx I4"
    assert of(state, "lay") == ["i1 x", "i2 xx"]
    play(state, "lay i2 xx")
    assert field(state, 1, "train") == "oil-1=L3+L3,coal-1=I2+I4"
    assert field(state, 1, "hand") == "-"
    assert state.to_act() == 1
    assert state.view(1).board.seats[0].free["I2"] == 2


def test_load_offers_only_what_lets_the_rest_be_filled() -> None:
    # Of the pieces that fit into a row of six, I1, I2 and I3 are left, one each: all are needed.
    state = at("1 hand coal-1 train produce-1=I1+I2+L3,coal-3=I3+I4,oil-1=I2+L4")
    play(state, "load coal-1")
    assert of(state, "lay") == ["i1 x", "i2 xx", "i3 xxx"]
    play(state, "lay i2 xx", "lay i3 xxx")
    assert of(state, "lay") == ["i1 x"]


def test_load_refuses_a_piece_after_which_the_rest_cannot_be_filled() -> None:
    # lumber-6 is filled by a T4, two I1 and an I3 or L3, and by nothing else.
    state = play(at("1 hand lumber-6"), "load lumber-6")
    assert not [text for text in of(state, "lay") if text.split()[0] in ("i2", "i4", "o4", "l4", "s4")]
    assert refused(state, "lay i2 x/x") == ("fc.load", "I2 laid so leaves cells that your other free pieces cannot fill")


def test_load_refuses_a_card_that_cannot_be_filled_completely() -> None:
    state = at("1 hand lumber-10 train " + SIX)
    assert of(state, "load") == []
    assert refused(state, "load lumber-10") == (
        "fc.load",
        "your free pieces cannot fill lumber #10: ship cars to get pieces back",
    )
    assert refused(state, "load coal-1") == ("fc.load", "coal #1 is already loaded: you can ship it")
    assert refused(state, "load oil-9") == ("fc.load", "oil #9 is not in your hand")


def test_load_uses_pieces_turned_and_flipped() -> None:
    state = play(at("1 hand coal-5"), "load coal-5")  # two rows of four
    # Upright it would stick out; the two flat ones that do not start in the corner would leave it open.
    assert [text for text in of(state, "lay") if text.startswith("l4")] == ["l4 x../xxx", "l4 xxx/..x", "l4 xxx/x.."]


def test_load_is_refused_where_a_piece_would_leave_the_shape_or_is_used_up() -> None:
    state = play(at("1 hand coal-1 train coal-3=I4+I3"), "load coal-1")
    assert refused(state, "lay i4 xxxx") == ("fc.load", "you have no free I4")
    assert refused(state, "lay o4 xx/xx")[1] == "O4 does not fit so: it must cover the first open cell, and open cells only"
    assert refused(at(), "lay i1 x") == ("fc.load", "no card is being loaded: load one first")


def test_load_of_a_secret_card_shows_it_and_of_an_open_card_takes_it_off_the_hand() -> None:
    state = play(at("1 hand coal-1 open oil-1"), "load oil-1")
    assert field(state, 1, "open") == "-"
    assert state.view(1).board.loading.card == "oil-1"
    assert field(state, 1, "hand") == "coal-1"


def test_forfeit_only_when_neither_draw_nor_load_nor_ship_is_legal() -> None:
    state = at(f"{NOTHING}")
    assert legal(state) == ["forfeit"]
    play(state, "forfeit")
    assert (state.to_act(), state.turns) == (1, 1)
    assert legal(at(f"{NOTHING} | 1 hand coal-1")) == ["load coal-1"]
    assert legal(at(f"{NOTHING} | 1 train coal-1=I4+I2")) == ["ship coal-1"]
    assert refused(at(), "forfeit") == (
        "fc.forfeit",
        "you can skip your turn only if you can neither take nor draw a card, load or ship",
    )
