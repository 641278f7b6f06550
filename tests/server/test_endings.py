"""After a game and beside it: the page of its end, its chart, packings for who holds a card, and shared screens."""

import re

import pytest

from freightyard.core.record import read
from freightyard.games import all_games
from tests.server.running import Browser, Socket


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_the_end_of_a_game_can_be_looked_at(ann: Browser, eve: Browser, game: str) -> None:
    key = ann.new_table(game, "me", "bot:random")
    for path in ("end", "chart"):
        early = ann.get(f"/t/{key}/{path}")
        assert early.status_code == 400
        assert "not over" in early.text
    with ann.socket(key) as socket:
        socket.update()
        socket.play(f"end {game}")
        assert f'data-chart="/t/{key}/chart"' in socket.parts["sheets"]
    for browser in (ann, eve):
        page = browser.get(f"/t/{key}/end")
        assert page.status_code == 200
        assert "Score sheets" in page.text
    assert "Play again" in ann.get(f"/t/{key}/end").text
    assert "Play again" not in eve.get(f"/t/{key}/end").text
    drawn = ann.get(f"/t/{key}/chart").text
    record = read(ann.get(f"/t/{key}/record").text)
    assert record.outcome is not None
    plies = [int(ply) for ply in re.findall(rf'href="/t/{key}/at/(\d+)"', drawn)]
    assert max(plies) <= len(record.moves)
    assert ann.get(f"/t/{key}/at/{plies[-1]}").status_code == 200
    for seat, points in enumerate(record.outcome.scores):
        assert re.search(rf"<tspan class=\"points\">{'−' if points < 0 else ''}{abs(points)}</tspan>", drawn), seat


def test_moves_that_were_taken_back_are_not_in_the_chart(ann: Browser) -> None:
    key = ann.new_table("freight-train", "me", "bot:random", edition="whitewind-1993")
    undone = 0
    with ann.socket(key) as socket:
        socket.update()
        while not socket.over:
            if not socket.turn:
                socket.update()
                continue
            before = socket.ply
            if undone < 3 and "call" in socket.moves:  # ends the turn, and can be taken back until the bot answers: it is fast
                take = next((move for move in socket.moves if move.startswith("take ")), None)
                if take is not None:
                    socket.move(take)
                    _passed(socket, before)
                    before = socket.ply
                    socket.send(undo=True, ply=before, seat=socket.seat)
                    _passed(socket, before)
                    undone += 1
                    continue
            socket.move(socket.moves[0] if "call" not in socket.moves else "call")
            _passed(socket, before)
    assert undone == 3
    drawn = ann.get(f"/t/{key}/chart").text
    record = read(ann.get(f"/t/{key}/record").text)
    last = max(int(ply) for ply in re.findall(rf'href="/t/{key}/at/(\d+)"', drawn))
    assert last <= len(record.moves) + 2 * undone  # plies of the table count what was taken back
    assert ann.get(f"/t/{key}/at/{last}").status_code == 200


def test_no_bot_is_said_to_play_at_a_game_that_is_over_or_at_an_earlier_moment(ann: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        assert ann.post(f"/t/{key}/leave", bot="random").status_code == 303
        socket.await_end()
    for path in ("", "/at/0", "/at/9", "/end"):
        page = ann.get(f"/t/{key}{path}")
        assert page.status_code == 200
        assert "is playing" not in page.text, path
    assert "is playing" not in ann.get(f"/r/{key}/at/9", follow_redirects=True).text
    for home in ("t", "r"):
        assert "A bot played for Ann at the end." in ann.get(f"/{home}/{key}/end").text


def _passed(socket: Socket, ply: int) -> None:
    while socket.ply == ply:
        socket.update()


def test_a_record_from_elsewhere_has_its_end_too(ann: Browser) -> None:
    key = ann.new_table("freight-cars", "bot:random", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        socket.await_end()
    assert "Score sheets" in ann.get(f"/r/{key}/end").text
    assert "<svg" in ann.get(f"/r/{key}/chart").text
    assert ann.get("/r/nothing/end").status_code == 404
    assert ann.get("/t/nothing/end").status_code == 404


def test_packings_are_for_who_holds_the_card(ann: Browser, eve: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        for verb in ("keep", "discard"):
            while not any(move.startswith(verb) for move in socket.moves):
                socket.update()
            before = socket.ply
            socket.move(socket.moves[0])
            _passed(socket, before)
        while not any(move.startswith("load ") for move in socket.moves):
            socket.update()
        card = next(move.removeprefix("load ") for move in socket.moves if move.startswith("load "))
        answer = ann.post(f"/t/{key}/ask", topic="pack", words=card)
        assert answer.status_code == 200
        offer = answer.json()["offers"][0]
        assert offer["of"] == 50
        assert eve.post(f"/t/{key}/ask", topic="pack", words=card).status_code == 400
        taken = next(move.removeprefix("take ") for move in socket.moves if move.startswith("take "))
        assert "not in your hand" in ann.post(f"/t/{key}/ask", topic="pack", words=taken).text
        assert ann.post(f"/t/{key}/ask", topic="pack", words="<b>").status_code == 400
        before = socket.ply
        socket.move(f"load {card}", *[f"lay {lay}" for lay in offer["lays"]])
        _passed(socket, before)
        assert f'data-ship="{card}"' in socket.parts["train"]
    other = ann.new_table("freight-train", "me", "bot:random")
    assert ann.post(f"/t/{other}/ask", topic="pack", words=card).status_code == 400


def test_people_who_share_a_screen_are_told_no_secrets_in_words(ann: Browser) -> None:
    key = ann.new_table("freight-cars", "me", "here", "bot:random")
    with ann.socket(key) as socket:
        socket.update()
        kept = []
        for _ in range(2):
            before = socket.ply
            kept.append(socket.moves[0].removeprefix("keep "))
            socket.move(socket.moves[0])
            _passed(socket, before)
        told = " ".join([*socket.said, socket.parts["log"]])
        assert "keeps a corporation" in told
        for word in kept:
            assert word.replace("-", " ") not in told.lower()
        page = ann.get(f"/t/{key}").text
        assert "keeps a corporation" in page
        log = page[page.index('id="log"') :]
        moment = ann.get(f"/t/{key}/moment/{socket.ply}").json()["parts"]["log"]
        for word in kept:
            assert word.replace("-", " ") not in log[: log.index("</section>")].lower()
            assert word.replace("-", " ") not in moment.lower()
