"""A bot at all its tables: it accepts invitations, answers turns, and goes on after a restart of either side."""

import threading
from collections import defaultdict
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Final, final

from freightyard.bots.contract import Adviser
from freightyard.bots.levels import make_bot
from freightyard.bots.own import author_traceback
from freightyard.bots.protocol import (
    Accepted,
    End,
    Moves,
    Start,
    Turn,
    edition_of,
    view_of_data,
)
from freightyard.client.http import Client, Invitation, ServerError, TokenRefused
from freightyard.core.chance import Stream
from freightyard.core.contract import Edition, Game, Seat, State, View
from freightyard.core.errors import FreightyardError
from freightyard.games import game_named

MakeBot = Callable[[Game, Stream], Adviser]
_MOST_MOVES: Final = 100  # in one batch


@final
class _Seated:
    """The bot at one table."""

    def __init__(self, start: Start, game: Game, edition: Edition, bot: Adviser) -> None:
        self.start = start
        self.game = game
        self.edition = edition
        self.bot = bot
        self.lock = threading.Lock()  # one turn after the other
        self.asked = False  # whether it was asked for a move
        self.answered = -1  # the ply of the latest turn that was answered


@final
class BotRunner:
    """Lets a bot play by a client."""

    def __init__(
        self,
        client: Client,
        bot: str | MakeBot,
        *,
        tables: int = 4,
        games: int | None = None,
        until: Collection[str] = (),
        seed: str = "",
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`bot`: its name, such as mybot:MyBot, or what makes one. `tables`: at how many it plays at once. `games`: after how
        many finished games it stops; None: never. `until`: it stops when the games at all these tables are finished. `seed`: of
        the bot's own numbers. `note` is told what happens."""
        self._client = client
        self._make: MakeBot = (lambda game, rng: make_bot(bot, game, rng)) if isinstance(bot, str) else bot
        self._tables = tables
        self._games = games
        self._until = frozenset(until)
        self._begun = ""  # the table whose first `start` was the line before
        self._played = 0  # games that were finished while this was running
        self._seed = seed
        self._note = note
        self._seated: dict[str, _Seated] = {}
        self._invited: dict[str, Invitation] = {}
        self._accepted: set[str] = set()  # invitations that were accepted and whose games have not begun
        self._ended: set[str] = set()
        self._stop = threading.Event()
        self.finished: dict[str, End] = {}
        self.failures = 0  # turns at which the bot failed
        self.refusals: dict[str, list[str]] = defaultdict(list)  # what the server said of batches, by their tables

    def run(self) -> None:
        """Play until so many games are finished, the client is closed, or the token is refused, which raises."""
        with ThreadPoolExecutor(self._tables, thread_name_prefix="table") as pool:
            try:
                for event in self._client.events():
                    if isinstance(event, Invitation):
                        self._invited[event.table] = event
                    elif isinstance(event, Start):
                        self._begin(event)
                    elif isinstance(event, Turn):
                        self._ask(pool, event)
                    else:
                        self._end(event)
                    if not isinstance(event, Start):
                        self._begun = ""
                    self._accept_some()
                    if self._is_done():
                        return
            finally:
                self._stop.set()
                pool.shutdown(cancel_futures=True)

    def _is_done(self) -> bool:
        """Whether all is played that was to be played."""
        if self._games is not None and self._played >= self._games:
            return True
        return bool(self._until) and self._until <= self.finished.keys()

    # --- invitations ---

    def _accept_some(self) -> None:
        """Accept as many invitations as there are tables left."""
        for table, invitation in list(self._invited.items()):
            if len(self._seated) + len(self._accepted) >= self._tables:
                return
            del self._invited[table]
            try:
                self._make(game_named(invitation.game), Stream("an invitation"))
            except FreightyardError as error:
                self._note(f"declines {invitation.game} at {table}: {error}")
                self._try(lambda table=table: self._client.decline(table))  # type: ignore[misc]
                continue
            self._note(f"accepts the invitation of {invitation.host or 'somebody'} to {invitation.game} at {table}")
            if self._try(lambda table=table: self._client.accept(table)):  # type: ignore[misc]
                self._accepted.add(table)

    def _try(self, ask: Callable[[], None]) -> bool:
        """Ask for something that others may have made impossible by now; whether it was done."""
        try:
            ask()
        except TokenRefused:
            raise
        except ServerError as error:
            self._note(str(error))
            return False
        return True

    # --- games ---

    def _begin(self, start: Start) -> None:
        """A game begins, or goes on: the bot that plays there already goes on with what it remembers."""
        self._accepted.discard(start.table)
        self._invited.pop(start.table, None)
        known = self._seated.get(start.table)
        if start.table in self._ended or (known is not None and known.start.seat == start.seat):
            return
        try:
            game = game_named(start.game)
            edition = edition_of(start, game)
            bot = self._make(game, Stream(f"{self._seed}/{start.table}/{start.seat}"))
        except FreightyardError as error:
            self._note(f"cannot play {start.game} at {start.table}: {error}")
            return
        self._seated[start.table] = _Seated(start, game, edition, bot)
        self._begun = start.table

    def _ask(self, pool: ThreadPoolExecutor, turn: Turn) -> None:
        seated = self._seated.get(turn.table)
        if seated is not None and not seated.asked:
            seated.asked = True
            self._note(f"plays {seated.start.game} at {turn.table} on seat {seated.start.seat}")
        pool.submit(self._answer, turn)

    def _end(self, end: End) -> None:
        """A game is over. A stream begins with the games that ended lately: those were played by whoever ran before."""
        self._accepted.discard(end.table)
        self._invited.pop(end.table, None)
        seated = self._seated.pop(end.table, None)
        if seated is None or end.table in self._ended:
            return
        self._ended.add(end.table)
        self.finished[end.table] = end
        if end.table == self._begun and end.table not in self._until:
            return
        self._played += 1
        said = end.why if end.outcome is None else f"scores {', '.join(map(str, end.outcome.scores))}"
        won = end.outcome is not None and seated.start.seat in end.outcome.winners
        self._note(f"{'has won' if won else 'has finished'} at {end.table}: {said}")
        if end.outcome is not None:
            self._check_cards(end.table)

    def _check_cards(self, table: str) -> None:
        """A bot that added to the cards sees whether they were drawn by that."""
        try:
            draws = self._client.check_cards(table)
        except ServerError as error:
            self._note(f"cannot check the cards at {table}: {error}")
        except FreightyardError as error:
            self.failures += 1
            self._note(f"the cards at {table} are not those that were promised: {error}")
        else:
            if draws is not None:
                self._note(f"checked the cards at {table}: all {draws} draws are as they were promised")

    def _answer(self, turn: Turn) -> None:
        """In a thread of its own: decide, and send."""
        seated = self._seated.get(turn.table)
        if seated is None:
            return
        with seated.lock:
            if self._stop.is_set() or turn.ply <= seated.answered:
                return
            try:
                view = view_of_data(turn.view, seated.game, seated.edition)
                moves = _batch(seated.bot, seated.game, view)
            except Exception as error:  # whatever its author did: told, and never covered up by another move
                self.failures += 1
                self._note(f"the bot failed at {turn.table}, ply {turn.ply}; nothing was played\n{author_traceback(error)}")
                return
            try:
                self._send(turn, seated, moves)
            except FreightyardError as error:
                if not self._stop.is_set():
                    self._note(f"nothing was played at {turn.table}: {error}")

    def _send(self, turn: Turn, seated: _Seated, moves: tuple[str, ...]) -> None:
        answer = self._client.send(Moves(table=turn.table, ply=turn.ply, moves=moves))
        if isinstance(answer, Accepted):
            seated.answered = turn.ply
            return
        rule = f" ({answer.rule})" if answer.rule else ""
        self.refusals[turn.table].append(f"{answer.why}{rule}")
        self._note(f"refused at {turn.table}, ply {turn.ply}: {', '.join(moves)}: {answer.why}{rule}")


def _batch(bot: Adviser, game: Game, view: View) -> tuple[str, ...]:
    """What the bot does next: where nothing is hidden, up to the next card, die or other seat; else one move."""
    moves = [bot.decide(view)]
    seat = view.seat
    if game.secrets or seat is None or moves[0] not in view.legal:
        return tuple(moves)
    state = game.imagine(view, Stream("nothing is hidden"))
    while _plays_on(state, seat, moves[-1]) and len(moves) < _MOST_MOVES:
        again = state.view(seat)
        moves.append(bot.decide(again))
        if moves[-1] not in again.legal:
            break  # the server says which rule is against it
    return tuple(moves)


def _plays_on(state: State, seat: Seat, move: str) -> bool:
    state.play(state.edition.vocabulary.parse(move))
    return state.to_act() == seat
