"""A session: one match at the terminal, from its first move until the user leaves."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from rich.text import Text

from plyground.core.errors import PlygroundError
from plyground.core.interruptible import first_interrupt_raised, interruptible, rearm_interrupts
from plyground.core.numbered_board import NumberedBoard
from plyground.core.position import Position
from plyground.play.agents.agent import Player, prepare_tables, read_agent
from plyground.play.agents.monitored_player import MonitoredPlayer
from plyground.play.match import CRASH, HUMAN, TIME, Match, take_turn
from plyground.search.result import Result
from plyground.terminal.match_view import MatchView
from plyground.terminal.saved_games import TerminalAutosave
from plyground.terminal.screen import PROMPT, Screen, ignoring_interrupts
from plyground.terminal.step_input import StepInput, in_numbers
from plyground.terminal.texts import capitalised, match_status, player_name, result_text

NOTATION, REPORT = STYLES = ("notation", "report")
"""How moves are entered: in notation, or by column and row on a board of letters."""
Found = TypeVar("Found")


@dataclass
class SessionSettings:
    """The user's choices about the session, not about the game."""

    pace: float = 1.0
    """Seconds between moves where only computers play."""
    seconds: float | None = None
    """Limit on a computer's time for a move."""
    seed: int = 0
    thinking: bool = False
    """Whether every move of the computer is shown with its search result."""
    style: str = NOTATION
    """One of `STYLES`; the second needs a game with a numbered board."""
    begin_with: str = ""
    """A line that is handled before the user types the first one, such as `review`."""


class TerminalSession:
    """A match, its screen, and its autosave."""

    def __init__(self, screen: Screen, match: Match, autosave: TerminalAutosave, settings: SessionSettings) -> None:
        self.screen, self.match, self.autosave, self.settings = screen, match, autosave, settings
        self.words = screen.language
        self.paused = False
        """Whether computers wait for the user."""
        self.leaving = ""
        """`quit` or `new` once the user leaves."""
        self.results: dict[int, Result] = {}
        """Search results of the computers, by ply."""
        self.written: set[Path] = set()
        """Files written by this session, which it may overwrite."""
        self._players: dict[int, tuple[str, Player]] = {}
        self._unwarmed: set[int] = set()
        """Seats whose players are not warmed up yet."""
        self._since = time.perf_counter()
        self._reported = "" if autosave.store is None else str(autosave.store.problem or "")
        """The problem with saving that was reported last."""
        self._step_input: StepInput | None = None

    @property
    def board(self) -> NumberedBoard | None:
        """The numbered board on which moves are entered; None where they are typed in notation."""
        return self.match.start.game.numbered() if self.settings.style == REPORT else None

    @property
    def step_input(self) -> StepInput | None:
        """The input of a human's turn, where moves are entered by column and row."""
        match = self.match
        if self.board is None or match.outcome is not None or match.turn_of != HUMAN:
            self._step_input = None
        elif self._step_input is None or self._step_input.position is not match.position:
            self._step_input = StepInput(match.position, self.words)
        return self._step_input

    def run(self, handle: Callable[["TerminalSession", str], None]) -> str:
        """Play until the user leaves; `handle` handles each line of input. Returns `quit` or `new`."""
        prepare_tables(self.match.players, self.match.start.game)
        with first_interrupt_raised():
            interrupted = False
            try:
                self._take_turns(handle)
            except (EOFError, KeyboardInterrupt):
                self.leaving, interrupted = "quit", True
            finally:
                with ignoring_interrupts():
                    if interrupted:
                        self.screen.say()
                    self._finish()
        return self.leaving

    def _take_turns(self, handle: Callable[["TerminalSession", str], None]) -> None:
        """Let people and computers move until the user leaves."""
        self.show()
        if self.settings.begin_with:
            handle(self, self.settings.begin_with)
        while not self.leaving:
            if self._computer_is_next():
                self._computer_turn()
            else:
                self._human_turn(handle)

    def show(self) -> None:
        """Draw the match."""
        MatchView(self.screen, self.match, self.board).show()
        if self.match.outcome is not None and self.screen.interactive:
            self.screen.tell("after_the_end", "dim")

    def changed(self) -> None:
        """Save and draw the match after a change; the next human's time starts."""
        self.save()
        self._since = time.perf_counter()
        self.show()

    def save(self) -> None:
        """Save the match; report a problem once."""
        self.autosave.save(self.match)
        self._report_saving()

    def _report_saving(self) -> None:
        """Say what has changed about whether and where the match is saved."""
        autosave = self.autosave
        if autosave.notice:
            self.screen.complain(autosave.notice)
            autosave.notice = ""
        if autosave.problem and autosave.problem != self._reported:
            self.screen.complain(autosave.problem)
            commands = {name: self.words.text(f"command.{name}.word") for name in ("newer", "save")}
            self.screen.tell("saved.stale" if autosave.stale else "not_saved", "yellow", **commands)
        elif self._reported and not autosave.problem and autosave.number is not None:
            self.screen.tell("saved.again", number=autosave.number)
        self._reported = autosave.problem if autosave.problem or autosave.number is not None else self._reported

    def save_as_new(self) -> None:
        """Save the match as a new game, because another program has continued the old one."""
        self.autosave.save_as_new(self.match)
        self._reported = ""
        self.screen.tell("saved.apart", number=self.autosave.number)

    def switch_to(self, match: Match, autosave: TerminalAutosave) -> None:
        """Continue with another match."""
        self.match, self.autosave, self._reported = match, autosave, ""
        self.results.clear()
        self.changed()

    def play(self, move: str) -> None:
        """Play a human's move."""
        try:
            self.match.play(move, time.perf_counter() - self._since)
        except PlygroundError:
            if self.match.ended is not None:
                self.changed()
            raise
        self.changed()

    def enter_number(self, number: int) -> None:
        """Enter a column or a row; play the move once it is complete."""
        entry = self.step_input
        move = None if entry is None else entry.enter(number)
        if move is not None:
            self.play(str(move))
        elif entry is not None and entry.column is None and entry.captures:
            MatchView(self.screen, self.match, self.board).show(entry.partial_scene())

    def move_text(self, position: Position, move: str) -> str:
        """A move in notation, with its columns and rows where moves are entered so."""
        return move if self.board is None else f"{move} ({in_numbers(position, move, self.board)})"

    def step(self) -> None:
        """Let a paused computer make one move."""
        self._computer_turn()

    @property
    def people(self) -> list[int]:
        """The seats of human players."""
        return [seat for seat, player in enumerate(self.match.players) if player == HUMAN]

    @property
    def waiting(self) -> bool:
        """Whether a paused computer is to move."""
        return self.paused and not self.people and self.match.outcome is None

    def _computer_is_next(self) -> bool:
        return not self.waiting and self.match.outcome is None and self.match.turn_of != HUMAN

    def _human_turn(self, handle: Callable[["TerminalSession", str], None]) -> None:
        """Read a line and handle it; a clock that runs out meanwhile ends the game."""
        try:
            text = self._ask()
        except TimeoutError:
            self.screen.say()
            self.screen.tell("time_is_up", "yellow")
            self.match.forfeit(self.match.position.mover, TIME)
            self.changed()
            return
        handle(self, text)

    def _ask(self) -> str:
        position = self.match.position
        self.screen.completions = [str(move) for move in position.moves]
        if self.waiting:
            self.screen.tell("paused", "dim")
        entry = self.step_input
        if entry is not None and entry.column is None:
            self.screen.say(Text(entry.task, "dim"))
        return self.screen.ask(PROMPT if entry is None else entry.prompt, self._seconds_left())

    def _seconds_left(self) -> float | None:
        """Seconds left of the human to move; None where no clock runs."""
        if self.match.outcome is not None or self.match.turn_of != HUMAN:
            return None
        deadline = self.match.clock.deadline(self.match.position.mover)
        return None if deadline is None else deadline - (time.perf_counter() - self._since)

    def _computer_turn(self) -> None:
        """Let the computer move: Ctrl-C makes it move at once, a second one leaves.

        Where only computers play, Enter or Ctrl-C after the move pauses the game.
        """
        seat, plies = self.match.position.mover, len(self.match.turns)
        colour, name = self.match.start.game.seats[seat], player_name(self.match.players[seat], self.words)
        watched = MonitoredPlayer(self._player(seat), self.settings.seconds)
        found = self.think(
            capitalised(self.words.about("thinking", colour, name=name)),
            watched,
            lambda: self._take_turn(seat, watched),
        )
        if found is not None:
            self.results[plies] = found
        self.paused = (self.paused or watched.cancel.asked) and not self.people
        try:
            self._show_turn(colour, plies)
            self.changed()
            if not self.people and self.match.outcome is None and not self.paused:
                self.paused = self.screen.wait(self.settings.pace)
        except KeyboardInterrupt:
            if self.people:
                raise
            self.paused = True
            rearm_interrupts()

    def _take_turn(self, seat: int, watched: MonitoredPlayer) -> Result | None:
        """Play the computer's turn; its time starts once it is warmed up."""
        if seat in self._unwarmed:
            self._unwarmed.discard(seat)
            try:
                watched.warm_up(self.match.position)
            except PlygroundError as problem:
                self.match.forfeit(seat, CRASH, str(problem))
                return None
            watched.new_game()
        return take_turn(self.match, watched)

    def _show_turn(self, colour: str, plies: int) -> None:
        """Say which move the computer made, with its search result if that is wanted."""
        if len(self.match.turns) == plies:
            return
        before = self.match.turns[plies - 1].position if plies else self.match.start
        move = self.move_text(before, self.match.turns[-1].move)
        self.screen.say(capitalised(self.words.about("plays", colour, move=move)))
        if self.settings.thinking and plies in self.results:
            self.screen.say(result_text(self.results[plies], self.match.start.game, self.words))

    def think(self, text: str, watched: MonitoredPlayer, work: Callable[[], Found]) -> Found:
        """Run a search with a status line; Ctrl-C ends it early."""
        with self.screen.busy(text) as status:
            if status is not None:

                def show(found: Result) -> None:
                    status.update(Text(f"{text} {result_text(found, self.match.start.game, self.words)}"))

                watched.on_progress = show
            return interruptible(work, watched.cancel.now, take_rest=True)

    def _player(self, seat: int) -> Player:
        """The player of a seat, opened once."""
        text = self.match.players[seat]
        known = self._players.get(seat)
        if known is not None and known[0] == text:
            return known[1]
        if known is not None:
            known[1].close()
        player = read_agent(text, self.match.start.game, self.settings.seed + seat)
        self._players[seat] = (text, player)
        self._unwarmed.add(seat)
        return player

    def _save_undecided(self) -> None:
        """Save a match as a new game when the user leaves without a decision."""
        try:
            self.autosave.save_as_new(self.match)
        except (PlygroundError, OSError) as problem:
            self.screen.complain(str(problem))

    def _finish(self) -> None:
        """Save, say how to resume, and close the players."""
        self.save()
        if self.autosave.stale:
            self._save_undecided()
        if self.autosave.number is not None and not self.autosave.problem:
            self.screen.tell("saved.as", number=self.autosave.number)
        command = self.autosave.resume_command(self.match)
        if self.match.outcome is None:
            self.screen.tell("way_back", command=command)
        else:
            status = capitalised(match_status(self.match, self.words))
            self.screen.tell("way_back_to_look", status=status, command=command)
        for _, player in self._players.values():
            player.close()
