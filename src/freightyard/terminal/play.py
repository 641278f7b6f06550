"""The loop at the terminal: show the board, ask for a move, let the bots answer."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, final

from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table as RichTable
from rich.text import Text

from freightyard.bots import bot_names
from freightyard.bots.contract import Adviser, Thought
from freightyard.bots.guard import GuardedBot, make_guarded_bot
from freightyard.core.bot_names import bot_title
from freightyard.core.chance import Stream
from freightyard.core.contract import CHANCE, Outcome, Seat
from freightyard.core.errors import BadSetup, FreightyardError, IllegalMove, NotAMove
from freightyard.core.notation import read_moves
from freightyard.core.record import write
from freightyard.page.boards import board_for
from freightyard.page.contract import LogEntry, Player, Scene
from freightyard.page.players import told_apart
from freightyard.page.sheet import tie_words
from freightyard.table import UNDO, Step, Table
from freightyard.terminal.boards import before, draw, legal_words, status
from freightyard.typed import sentences as say
from freightyard.typed.answers import Asking, Times, answer
from freightyard.typed.commands import Command, shortened_command, split_command
from freightyard.typed.text_board import sections_of

ADVISER: Final = "hard:0.5"  # the bot that gives hints
_PROMPT: Final = Command("prompt", "")
_TOLD_EACH_TURN: Final = ("day", "main", "game", "market", "cities", "round", "table")  # of the board in words; board tells all


class Quit(Exception):
    """The person leaves."""


@final
class Session:
    """One table at a terminal."""

    def __init__(
        self,
        console: Console,
        ask: Callable[[str], str],
        table: Table,
        names: Sequence[str],
        bots: Mapping[Seat, Adviser],
        *,
        thoughts: bool = False,
        text: bool = False,
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`names` are those of the players, seat by seat; `bots` sit on their seats, and people on all others. `text`: the board
        is told in words, not drawn; `clock` tells the time in seconds."""
        self.console = console
        self.ask = ask
        self.table = table
        self.players = tuple(names)  # as a record writes them
        self.names = shown_names(names)
        self.bots = {seat: GuardedBot(bot, Stream(f"guard {seat + 1}"), names[seat]) for seat, bot in bots.items()}
        self.thoughts = thoughts  # whether what they think is told
        self.text = text
        self.clock = clock
        self.opened = self.moved = clock()
        self.people = [seat for seat in range(table.seats) if seat not in bots]
        self.state = table.truth()  # runs behind the table, event by event, as they are told
        self.shown: tuple[Seat, int] | None = None  # who has seen the board, and in which turn
        self.asked = -1  # at which ply it was told in words what is asked
        self.speaker: Seat | None = None  # whose moves are to be told next, and which
        self.line: list[str] = []

    def play(self) -> None:
        """Play until the game is over. Raises Quit if the person leaves."""
        self._happen(self.table.begin())
        while (actor := self.table.to_act()) is not None:
            if actor in self.bots:
                self._let_think(actor)
            else:
                self._ask_person(actor)
        self._show_end()

    def _let_think(self, seat: Seat) -> None:
        bot = self.bots[seat]
        before = bot.thought
        move = bot.decide(self.table.view(seat))
        self._happen(self.table.move(seat, self.table.ply, [move]))
        if self.thoughts and bot.thought is not None and bot.thought is not before:
            self._tell()
            self.console.print(f"[dim]  {escape(thinking(bot.thought))}[/]", highlight=False)

    # --- telling ---

    def _happen(self, step: Step) -> None:
        """Make a step happen and tell what others did."""
        self.table.commit(step)
        self.moved = self.clock()
        watcher = self.people[0] if len(self.people) == 1 else -1  # the last column is what a spectator sees
        for event, seen in zip(step.events, step.seen, strict=True):
            sheet = None if event.text == UNDO else before(self.state, self.names)
            if event.seat != self.speaker or sheet is not None:
                self._tell()
                self.speaker = event.seat
            if sheet is not None:
                self.console.print()
                self.console.print(sheet)
            self.line.append(seen[watcher])
            turns = self.state.turns
            if event.text == UNDO:
                self.state = self.table.truth()
            else:
                self.state.play(self.state.edition.vocabulary.parse(event.text))
            if self.state.turns != turns:
                self._tell()

    def _tell(self) -> None:
        """Say what somebody did, in one line, when it is somebody else's turn to do something."""
        line, self.line = self.line, []
        if self.speaker is None or self.speaker in self.people or not line:
            return
        who = "drawn" if self.speaker == CHANCE else self.names[self.speaker]
        told = ", ".join(line) if self.speaker != CHANCE or len(line) <= 12 else f"{', '.join(line[:4])}, … ({len(line)} in all)"
        self.console.print(f"[dim]{escape(who)}:[/] {escape(told)}", highlight=False)

    def _show_board(self, seat: Seat | None) -> None:
        if not self.text:
            self.console.print(draw(self.table.view(seat), self.names))
            return
        for section in sections_of(self.table.view(seat), self.names):
            if section.own or section.name in _TOLD_EACH_TURN:
                self._print(f"{section.title}:", *section.spoken())

    def _show_end(self) -> None:
        self._tell()
        outcome = self.table.outcome()
        if outcome is None:
            return
        for bot in self.bots.values():
            bot.end(outcome)
        self.console.print()
        self._show_board(None)
        self.console.print(final_scores(outcome, self.names))
        if self.people:
            self._after_the_end()

    def _after_the_end(self) -> None:
        """A last chance to save the game or to look at the board."""
        self.console.print("[dim]Type save FILE to keep the record, or press Enter to leave.[/]")
        while words := self._line("> "):
            try:
                if not self._command(words, self.people[0]):
                    return
            except FreightyardError as error:
                self._complain(str(error))

    # --- asking ---

    def _ask_person(self, seat: Seat) -> None:
        self._tell()
        view = self.table.view(seat)
        if self.shown != (seat, view.turn):
            self._hand_over(seat)
            self.console.print()
            self._show_board(seat)
            self.shown = (seat, view.turn)
        if self.text:
            if self.asked != self.table.ply:  # once a moment: whoever wants it again types prompt
                self._print(*answer(_PROMPT, "", self._asking(seat)))
            self.asked = self.table.ply
        else:
            if (line := status(view)) is not None:
                self.console.print(line)
            self.console.print(Text(legal_words(view.legal), "dim"))
        words = self._line(f"seat {seat + 1}> ")
        try:
            if not self._command(words, seat):
                self._play_line(words, seat)
        except IllegalMove as refusal:
            self._complain(refusal.reason, refusal.slug)
        except NotAMove as error:
            self._complain(str(error) if str(error).endswith("?") else f"{error}; type help to see what you can do")
        except FreightyardError as error:
            self._complain(str(error))

    def _hand_over(self, seat: Seat) -> None:
        """With several people on one screen and secrets in the game, only the one who acts may see the board."""
        last = self.shown[0] if self.shown else None
        if len(self.people) > 1 and last != seat and not self._knows_all(seat):
            self.console.clear()
            self._line(f"Seat {seat + 1}, your turn. Press Enter when nobody else can see the screen. ")

    def _knows_all(self, seat: Seat) -> bool:
        """Whether the seat could write down the whole position."""
        if self.table.outcome() is not None:
            return True
        return self.table.game.imagine(self.table.view(seat), Stream("position")).text() == self.table.truth().text()

    def _line(self, prompt: str) -> str:
        try:
            return self.ask(prompt).strip()
        except UnicodeDecodeError:
            return "�"  # not a move, and it is said so

    def _play_line(self, words: str, seat: Seat) -> None:
        """The moves in a line; or a command, if they are none and begin one."""
        try:
            moves = read_moves(self.state, words)
        except NotAMove:
            if (short := shortened_command(words)) is None:
                raise
            self._do(*short, seat)
        else:
            self._happen(self.table.move(seat, self.table.ply, moves))

    def _complain(self, reason: str, slug: str = "") -> None:
        self.console.print(Text(reason, "yellow") + Text(f" ({slug})" if slug else "", "dim"))

    def _print(self, *lines: str) -> None:
        self.console.print("\n".join(lines), highlight=False, markup=False, soft_wrap=self.text)

    def _command(self, words: str, seat: Seat) -> bool:
        """Do what is no move. Whether it was such a thing."""
        found = split_command(words)
        if found is not None:
            self._do(*found, seat)
        return found is not None or not words

    def _do(self, command: Command, rest: str, seat: Seat) -> None:
        match command.name:
            case "quit":
                raise Quit
            case "board" if not self.text and not rest:
                self._show_board(seat)
            case "hint":
                self._hint(seat)
            case "undo":
                self._undo(seat, self.table.take_back)
            case "reset":
                self._undo(seat, self.table.reset_turn)
            case "say":
                raise BadSetup(say.NO_CHAT)
            case "save":
                self._save(rest)
            case _:
                self._print(*answer(command, rest, self._asking(seat)))

    def _asking(self, seat: Seat) -> Asking:
        """What the one who types may know."""
        table = self.table
        players = tuple(
            [
                Player(number, name, bot=name if number in self.bots else None, person=number not in self.bots)
                for number, name in enumerate(self.names)
            ]
        )
        return Asking(
            Scene(table.view(seat), players, (seat,), table.can_take_back(seat)),
            board_for(table.game.name),
            [LogEntry(line.ply, line.seat, line.text, line.undone) for line in table.log(seat)],
            self.state,
            Times(self.clock(), self.moved, self.opened),
        )

    def _hint(self, seat: Seat) -> None:
        if "hard" not in bot_names(self.table.game):
            raise BadSetup(say.NO_HINTS)
        adviser = make_guarded_bot(ADVISER, self.table.game, Stream(f"hint {self.table.ply}"))
        hint = adviser.hint(self.table.view(seat))
        self.console.print(Text("; ".join(hint.plan), "bold"))
        self.console.print(hint.sentence, highlight=False, markup=False)
        if adviser.thought is not None and adviser.thought.expected is not None:
            self.console.print(f"[dim]{chance_to_win(adviser.thought.expected)}[/]", highlight=False)

    def _undo(self, seat: Seat, take_back: Callable[[Seat, int], Step]) -> None:
        # With several people on one screen, whoever moved last may think again, though the turn has gone on.
        last = next((person for person in self.people if self.table.can_take_back(person)), seat)
        self._happen(take_back(last, self.table.ply))
        self._show_board(last)
        self.shown = (last, self.table.view(last).turn)

    def _save(self, path: str) -> None:
        if not path:
            self._complain("give the name of a new file, such as: save my-game.txt")
            return
        record = self.table.record(self.players)
        try:
            with Path(path).open("x", encoding="utf-8") as file:
                file.write(write(record, self.table.game))
        except (OSError, ValueError) as reason:
            self._complain(f"cannot write {path}: {(getattr(reason, 'strerror', '') or str(reason)).lower()}")
        else:
            moves = "1 move" if len(record.moves) == 1 else f"{len(record.moves)} moves"
            self.console.print(f"Saved {moves} to {path}.", highlight=False, markup=False)


def shown_names(players: Sequence[str]) -> tuple[str, ...]:
    """What players are called on the screen: a bot by its level, and those who share a name numbered among themselves."""
    return told_apart([bot_title(name) for name in players])


def final_scores(outcome: Outcome, names: Sequence[str]) -> Group:
    """The result, a line a player, and what decided a tie."""
    table = RichTable(box=None, pad_edge=False, show_header=False)
    for seat, score in enumerate(outcome.scores):
        table.add_row(
            Text(f"  {names[seat]}"),
            Text(str(score), justify="right"),
            Text("wins", "bold green") if seat in outcome.winners else "",
        )
    tie = tie_words(outcome, names)
    return Group(table, *([Text(f"  {tie[:1].upper()}{tie[1:]}.")] if tie else []))


def thinking(thought: Thought) -> str:
    """How long a bot thought in this turn, and the chance to win that it sees."""
    playouts = "1 playout" if thought.playouts == 1 else f"{thought.playouts} playouts"
    time = f"thought for {thought.seconds:.1f} s in this turn ({playouts})"
    return time if thought.expected is None else f"{time}; {chance_to_win(thought.expected).lower()}"


def chance_to_win(share: float) -> str:
    """The share of the win that a bot expects."""
    return f"Estimated chance to win: {share * 100:.0f} %"
