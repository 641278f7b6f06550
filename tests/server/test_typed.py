"""Lines that are typed at a table, through a real server: the same words as at the terminal, answered to who types alone."""

import re

import pytest

from freightyard.games import all_games
from freightyard.typed.commands import COMMANDS
from tests.server.running import Browser, Socket

GAMES = [game.name for game in all_games()]


def type_line(socket: Socket, line: str) -> None:
    socket.send(line=line, ply=socket.ply)


def answered(socket: Socket, line: str) -> list[str]:
    type_line(socket, line)
    message = socket.until(lambda message: "answer" in message or "oops" in message)
    lines: list[str] = message.get("answer") or [message["oops"]]
    return lines


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_typed_in_shortened_words_and_undone(ann: Browser, game: str) -> None:
    key = ann.new_table(game, "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.await_turn()
        before, move = socket.ply, socket.moves[0]
        verb, *rest = move.split()
        short = " ".join([verb if len(rest) == 0 else verb[:-1], *rest])
        type_line(socket, short.upper())
        socket.update()
        assert socket.ply > before
        assert socket.said
        if "data-undo" in socket.parts["prompt"]:
            type_line(socket, "undo")
            socket.update()
            assert move in socket.moves


@pytest.mark.parametrize("by", ["a click", "a typed line"])
def test_a_turn_is_reset_with_one_message_and_told_once(ann: Browser, eve: Browser, by: str) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket, eve.socket(key) as other:
        socket.update()
        socket.await_turn()
        other.until(lambda message: message.get("ply") == socket.ply)
        before, first = socket.ply, socket.moves

        def reset() -> None:
            if by == "a click":
                socket.send(reset=True, ply=socket.ply, seat=1)
            else:
                type_line(socket, "reset")

        socket.send(move=["take 1", "take 2"], ply=before, seat=1)
        prompt = socket.update()["parts"]["prompt"]
        assert 'data-reset="2"' in prompt
        assert ">Undo turn</button>" in prompt
        other.update()
        reset()
        socket.update()
        assert (socket.ply, socket.moves) == (before + 4, first)
        assert other.update()["say"] == ["Ann undoes the last 2 moves"]
        assert 'data-redo="take 1|take 2"' in socket.parts["prompt"]
        reset()
        assert "there is nothing to reset" in socket.oops()["oops"]


@pytest.mark.parametrize("game", GAMES)
def test_every_command_is_answered_to_who_types_alone(ann: Browser, eve: Browser, game: str) -> None:
    key = ann.new_table(game, "me", "bot:random")
    with ann.socket(key) as socket, eve.socket(key) as other:
        socket.update()
        socket.await_turn()
        other.quiet(0.1)
        for command in COMMANDS:
            if command.name in ("undo", "say"):
                continue
            rest = {"why": socket.moves[0], "find": socket.moves[0].split()[-1]}.get(command.name, "")
            lines = answered(socket, f"{command.name} {rest}")
            assert lines, command.name
            assert all(lines), command.name
        assert not [message for message in other.quiet(0.2) if "answer" in message]


def test_what_is_wrong_is_said_with_its_rule_and_is_no_fault(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.await_turn()
        for number in range(30):  # more than the faults for which a socket is closed
            assert "is not a move" in answered(socket, f"tea {number}")[0]
        type_line(socket, "put tank mixed")
        refused = socket.oops()
        assert refused["rule"] == "ft.one-action"
        assert refused["href"] == "/manual/freight-train#ft.one-action"
        ply = socket.ply
        type_line(socket, "take 1; put tank mixed; take 1")
        assert "oops" in socket.oops()
        assert answered(socket, "hand")[0] == "Your yard and trains:"  # none of the line was played
        assert socket.ply == ply


def test_hints_and_messages_are_typed_too(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.await_turn()
        (hint,) = answered(socket, "hint")
        moves = hint.split("Type ")[1].split(". ")[0].split("; ")
        assert moves[0] in socket.moves
        type_line(socket, "say Hello <b>there</b>")
        assert socket.until(lambda message: "chat" in message)["chat"]["text"] == "Hello <b>there</b>"
        assert socket.until(lambda message: "answer" in message)["answer"] == []  # it was heard already
        assert answered(socket, "say") == ["the message is empty"]


def test_spectators_ask_and_do_not_play(ann: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "bot:random")
    with ann.socket(key) as socket, eve.socket(key) as other:
        socket.update()
        other.update()
        assert answered(other, "hand") == ["You are looking on: you have no seat at this table."]
        assert answered(other, "draw deck") == ["you do not sit at this table"]
        assert answered(other, "undo") == ["you do not sit at this table"]
        assert "players" in " ".join(answered(other, "board tea"))


def test_who_types_out_of_turn_hears_whose_turn_it_is(ann: Browser, bob: Browser) -> None:
    key = ann.new_table("freight-train", "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        waits, name = (two, "Ann") if one.turn else (one, "Bob")
        assert answered(waits, "take 1") == [f"it is {name}'s turn"]
        assert answered(waits, "sc")[0].endswith("each.")


def test_the_board_in_words_is_sent_when_the_page_asks_for_it(ann: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.send(text=True)
        sections = socket.until(lambda message: "text" in message)["text"]
        assert sections["text-players"].startswith('<section id="text-players" data-part><h3>Players</h3><table')
        assert "Your hand" in sections["text-hand"]


def test_who_shares_a_screen_is_shown_no_secrets_in_words_that_stay(ann: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "here")
    with ann.socket(key) as socket:
        socket.update()
        socket.send(text=True)
        sections = socket.until(lambda message: "text" in message)["text"]
        assert "text-hand" not in sections
        assert "text-corporation" not in sections
        assert any("Your hand" in line for line in answered(socket, "hand"))


@pytest.mark.parametrize("game", GAMES)
def test_who_comes_back_is_told_what_happened_meanwhile_once(ann: Browser, bob: Browser, game: str) -> None:
    key = ann.new_table(game, "me", "open")
    bob.post(f"/t/{key}/sit", name="Bob")
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        acting, waits, away = (one, two, bob) if one.turn else (two, one, ann)
        known = waits.ply
        before = len(waits.said)
        acting.play("meanwhile", plies=known + 1)
        waits.update()
        told = waits.said[before:]
        assert told
        with away.socket(key, hello=False) as back:
            back.send(hello={"ply": known})
            assert back.update()["say"] == told
        with away.socket(key, hello=False) as back:
            back.send(hello={"ply": acting.ply})
            assert "say" not in back.update()


@pytest.mark.parametrize("game", GAMES)
def test_what_a_bot_does_in_a_row_is_told_in_one_breath_and_once(ann: Browser, eve: Browser, game: str) -> None:
    key = ann.new_table(game, "me", "bot:greedy")
    with ann.socket(key) as socket, eve.socket(key) as other:
        socket.update()
        other.update()
        socket.said.clear()
        turns = 0
        while turns < 4 and not socket.over:
            socket.await_turn()
            before = socket.ply
            socket.move(socket.moves[0])
            while socket.ply == before:
                socket.update()
            turns += not socket.turn
        socket.await_turn()
        lines = [line for line in socket.said if line.startswith("Driver ")]
        assert lines
        for line in lines:  # no single step of a turn that has several
            assert not re.match(r"Driver (takes a car|puts an? [a-z ]+ car|lays|with) ", line), line
        while other.ply < socket.ply:
            other.update()
        told = [line for line in other.said if line.startswith("Driver ")]
        assert told[-len(lines) :] == lines  # who looks on hears the same


def test_who_comes_back_in_the_middle_of_a_bots_turn_hears_all_of_it(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:greedy")
    with ann.socket(key) as socket:
        socket.update()
        socket.await_turn()
        for move in ("take 1", "take 1", "take 1"):
            before = socket.ply
            socket.move(move)
            while socket.ply == before:
                socket.update()
        while socket.turn:
            before = socket.ply
            socket.move(socket.moves[0])
            while socket.ply == before:
                socket.update()
        mine = socket.ply
        socket.await_turn()
        (whole,) = [line for frame in socket.frames if frame.get("ply", 0) > mine for line in frame.get("say", [])][-1:]
        with ann.socket(key, hello=False) as back:
            back.send(hello={"ply": mine + 2})  # it had seen the bot take two cars
            assert back.update()["say"][-1] == whole
