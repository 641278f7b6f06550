"""The loop at the terminal: show the board, ask for a move, let the bots answer."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, final

from rich.console import Console

from freightyard.rules.chance import Rng
from freightyard.rules.contract import CHANCE, Game, State, View
from freightyard.rules.errors import FreightyardError, IllegalMove
from freightyard.rules.notation import read_move
from freightyard.rules.record import record_of, write
from freightyard.terminal.boards import draw, legal_words

PERSON: Final = "me"

HELP: Final = """Type a move, such as [bold]take 1[/]; its beginning is enough where only one legal move begins so.
  [bold]moves[/]      every legal move in full
  [bold]why MOVE[/]   why a move is not legal, and the rule that says so
  [bold]undo[/]       take back your last move of this turn, up to the last card drawn
  [bold]board[/]      show the board again
  [bold]position[/]   the position as one line
  [bold]save FILE[/]  write the record so far
  [bold]quit[/]       leave the game"""


class Quit(Exception):
    """The person leaves."""


@final
class Session:
    """One game at a terminal."""

    def __init__(
        self,
        console: Console,
        ask: Callable[[str], str],
        game: Game,
        state: State,
        players: Sequence[str],
        deciders: Mapping[int, Callable[[View], str]],
        chance: Rng,
    ) -> None:
        self.console = console
        self.ask = ask
        self.game = game
        self.first = state.clone()
        self.state = state
        self.players = tuple(players)
        self.deciders = deciders  # of the seats that bots play
        self.chance = chance
        self.moves: list[str] = []
        self.undoable: list[State] = []  # the states to which the person may go back

    def play(self) -> None:
        """Play until the game is over. Raises Quit if the person leaves."""
        line: list[str] = []  # the moves of one actor, told in one line
        speaker: int | None = None
        while (actor := self.state.to_act()) is not None:
            if actor != speaker or actor in self._people():
                self._tell(speaker, line)
                line, speaker = [], actor
            if actor == CHANCE:
                move = self.state.draw(self.chance)
                self.undoable.clear()
            elif actor in self.deciders:
                move = self.state.edition.vocabulary.parse(self.deciders[actor](self.state.view(actor)))
                self.undoable.clear()
            else:
                move = self._ask_person(actor)
                line.clear()
            watcher = self._people()[0] if len(self._people()) == 1 else None
            line.append(self.state.seen(move, watcher))
            self.moves.append(self.state.edition.vocabulary.text(move))
            self.state.play(move)
        self._tell(speaker, line)
        self._show_end()

    def _people(self) -> list[int]:
        return [seat for seat in range(self.state.seats) if seat not in self.deciders]

    def _tell(self, actor: int | None, line: list[str]) -> None:
        if line and actor is not None and actor not in self._people():
            who = "cards" if actor == CHANCE else f"{actor + 1} {self.players[actor]}"
            self.console.print(f"[dim]{who}:[/] {', '.join(line)}", highlight=False)

    def _ask_person(self, seat: int) -> int:
        view = self.state.view(seat)
        if not self.undoable:
            self.console.print()
            self.console.print(draw(view, self.players))
        while True:
            self.console.print(f"[dim]{legal_words(self.state.view(seat).legal)}[/]", highlight=False)
            words = self.ask(f"seat {seat + 1}> ").strip()
            try:
                if not self._command(words, seat):
                    move = read_move(self.state, words)
                    self.undoable.append(self.state.clone())
                    return move
            except IllegalMove as refusal:
                self.console.print(f"[yellow]{refusal.reason}[/] [dim]({refusal.slug})[/]", highlight=False)
            except FreightyardError as error:
                self.console.print(f"[yellow]{error}[/]", highlight=False)

    def _command(self, words: str, seat: int) -> bool:
        """Do what is no move. Whether it was such a thing."""
        verb, _, rest = words.partition(" ")
        match verb.lower():
            case "":
                pass
            case "help" | "?" | "h":
                self.console.print(HELP)
            case "quit" | "exit" | "q":
                raise Quit
            case "moves":
                self.console.print("\n".join(self.state.view(seat).legal), highlight=False)
            case "board":
                self.console.print(draw(self.state.view(seat), self.players))
            case "position":
                self._show_position()
            case "undo":
                self._undo(seat)
            case "why":
                self._explain(rest)
            case "save":
                self._save(rest)
            case _:
                return False
        return True

    def _show_position(self) -> None:
        # A position is the whole truth: where something is hidden, a player may not see it.
        views = [self.state.view(seat) for seat in self._people()]
        if any(self.game.imagine(view, self.chance).text() != self.state.text() for view in views):
            self.console.print("[yellow]this game has secrets: save the record and look when it is over[/]")
        else:
            self.console.print(self.state.text(), soft_wrap=True, highlight=False)

    def _undo(self, seat: int) -> None:
        if not self.undoable or self.undoable[-1].to_act() != seat:
            self.console.print(
                "[yellow]there is nothing to take back: only your own moves of this turn, after the last card drawn[/]"
            )
            return
        self.state = self.undoable.pop()
        self.moves.pop()
        self.console.print(draw(self.state.view(seat), self.players))

    def _explain(self, words: str) -> None:
        move = self.state.edition.vocabulary.parse(words)
        refusal = self.state.refuse(move)
        self.console.print("it is legal" if refusal is None else f"{refusal.reason} [dim]({refusal.slug})[/]", highlight=False)

    def _save(self, path: str) -> None:
        if not path:
            self.console.print("[yellow]say where: save my-game.txt[/]")
            return
        record = record_of(self.first, self.moves, self.state.outcome(), players=self.players)
        try:
            Path(path).write_text(write(record, self.game), encoding="utf-8")
        except OSError as reason:
            self.console.print(f"[yellow]{path} cannot be written: {(reason.strerror or str(reason)).lower()}[/]")
        else:
            self.console.print(f"saved {len(self.moves)} moves to {path}", highlight=False)

    def _show_end(self) -> None:
        outcome = self.state.outcome()
        if outcome is None:
            return
        self.console.print()
        self.console.print(draw(self.state.view(None), self.players))
        for seat, score in enumerate(outcome.scores):
            won = " [bold green]wins[/]" if seat in outcome.winners else ""
            self.console.print(f"  seat {seat + 1} {self.players[seat]}: {score} points{won}", highlight=False)
