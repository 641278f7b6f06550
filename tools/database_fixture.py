"""Play on the server that is installed and keep its database: python -m tools.database_fixture FOLDER

Writes FOLDER/VERSION.db as that version leaves it, and FOLDER/VERSION.json, which says whose cookies and which tables are in it.
tests/store/test_earlier_versions.py reads every such pair. Only pages, sockets and commands are used, so an older version can be
asked as well, with its own source and tests on the path: PYTHONPATH=OLD/src:OLD python NEW/tools/database_fixture.py FOLDER
"""

import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import freightyard
from tests.server.running import Browser, Socket, play_together, serving

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"  # a folder a game
IMPORTED = GOLDEN / "freight" / "ends-with-all-but-one-bankrupt.txt"
UNDOS = 0.5  # of the moves that can be taken back
SHORT = "freight-cars"  # a short game, for tables that are played to the end


def play_and_undo(socket: Socket, luck: random.Random, plies: int) -> int:
    """Any legal moves of one seat, some of them taken back, until the table has so many plies and waits for this seat, or the
    game is over. How many were taken back."""
    undone = 0
    while not socket.over and (socket.ply < plies or not socket.turn):
        if not socket.turn:
            socket.update()
            continue
        before = socket.ply
        socket.move(luck.choice(socket.moves))
        while socket.ply == before:
            socket.update()
        if socket.turn and "data-undo" in "".join(socket.parts.values()) and luck.random() < UNDOS:
            before = socket.ply
            socket.send(undo=True, ply=before, seat=socket.seat)
            while socket.ply == before:
                socket.update()
            undone += 1
    return undone


def running_table(ann: Browser, bob: Browser, game: str) -> str:
    """A game of three that waits for Ann: a bot plays, and a bot stands in for Bob, who has left."""
    luck = random.Random(f"running {game}")
    key = ann.new_table(game, "me", "open", "bot:greedy", public="yes")
    assert bob.post(f"/t/{key}/sit", name="Bob").status_code == 303
    with ann.socket(key) as one, bob.socket(key) as two:
        one.update()
        two.update()
        one.send(chat="Good luck!")
        one.until(lambda message: "chat" in message)
        two.send(chat="Viel Glück 🚂")
        one.until(lambda message: "🚂" in str(message))
        play_together([one, two], game, one.ply + 20)
        assert bob.post(f"/t/{key}/leave", bot="greedy").status_code == 303
        undone = play_and_undo(one, luck, one.ply + 40)
        assert undone, f"nothing was taken back at the table of {game}"
        assert not one.over, f"the game of {game} is over"
    return key


def table_of_a_bot(ann: Browser) -> str:
    """A game in which a bot is to act: bots are so slow there that the server ends before it does."""
    key = ann.new_table(SHORT, "me", "bot:random")
    luck = random.Random("bot")
    with ann.socket(key) as socket:
        socket.update()
        while socket.turn:
            before = socket.ply
            socket.move(luck.choice(socket.moves))
            while socket.ply == before:
                socket.update()
    return key


def main(folder: Path) -> None:
    games = sorted(path.name for path in GOLDEN.iterdir())
    tables: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as work:
        database, errors = Path(work) / "yard.db", Path(work) / "log"
        subprocess.run([sys.executable, "-m", "freightyard", "import", IMPORTED, "--database", database], check=True)
        with serving(database, errors=errors) as server, Browser(server.url) as ann, Browser(server.url) as bob:
            tables["open"] = ann.new_table(games[0], "me", "open", "bot:greedy", public="yes")
            ann_cookie = ann.cookie
            for game in games:
                tables[f"running {game}"] = running_table(ann, bob, game)
            tables["over"] = ann.new_table(SHORT, "me", "bot:greedy", public="yes")
            with ann.socket(tables["over"]) as socket:
                socket.update()
                assert play_and_undo(socket, random.Random("over"), 10**6), "nothing was taken back"
            bob_cookie = bob.cookie
        with serving(database, "--pace", "60", errors=errors) as server, Browser(server.url) as ann:
            ann.cookie = str(ann_cookie)
            tables["bot"] = table_of_a_bot(ann)
        kept = sqlite3.connect(database, isolation_level=None)
        kept.execute("VACUUM")
        kept.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        kept.close()
        name = freightyard.__version__
        folder.joinpath(f"{name}.db").write_bytes(database.read_bytes())
        known = {"people": {"Ann": ann_cookie, "Bob": bob_cookie}, "tables": tables}
        folder.joinpath(f"{name}.json").write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
