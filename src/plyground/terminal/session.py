"""One match at the terminal, from its first move until somebody leaves."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from rich.text import Text

from plyground.core.errors import PlygroundError
from plyground.core.interruptible import interruptible
from plyground.core.numbered_board import NumberedBoard
from plyground.core.position import Position
from plyground.play.agents.agent import Player, read_agent
from plyground.play.agents.watched import WatchedPlayer
from plyground.play.match import CRASH, HUMAN, TIME, Match, take_turn
from plyground.search.result import Result
from plyground.terminal.saved_games import SavedGameSlot
from plyground.terminal.screen import PROMPT, Screen, undisturbed
from plyground.terminal.step_input import StepInput, in_numbers
from plyground.terminal.texts import MatchView, capital, match_status, player_name, thought

NOTATION, REPORT = STYLES = ("notation", "report")
"""How moves are entered: typed, or picked by column and row on a board in letters."""
Found = TypeVar("Found")


@dataclass
class SessionSettings:
    """What the person at the terminal chose about the session, not about the game."""

    pace: float = 1.0
    """Seconds between the moves where only computers play."""
    seconds: float | None = None
    """The longest that a computer may think about a move."""
    seed: int = 0
    thinking: bool = False
    """Whether every move of the computer comes with what it thought."""
    style: str = NOTATION
    """One of `STYLES`; the second is for games that have a board of columns and rows."""


class Session:
    """A match, the screen it is played on, and the shelf it is kept on."""

    def __init__(self, screen: Screen, match: Match, shelf: SavedGameSlot, settings: SessionSettings) -> None:
        self.screen, self.match, self.shelf, self.settings = screen, match, shelf, settings
        self.words = screen.language
        self.paused = False
        """Whether computers wait for the person at the terminal."""
        self.leaving = ""
        """`quit` or `new`, once somebody has said so."""
        self.thoughts: dict[int, Result] = {}
        """What computers thought, by the number of moves before."""
        self.written: set[Path] = set()
        """The files that this session wrote, and may write over."""
        self._players: dict[int, tuple[str, Player]] = {}
        self._cold: set[int] = set()
        """The seats whose players have not thought yet."""
        self._since = time.perf_counter()
        self._complained = "" if shelf.store is None else str(shelf.store.problem or "")
        self._picker: StepInput | None = None

    @property
    def board(self) -> NumberedBoard | None:
        """The board of columns and rows on which moves are picked; None where they are typed."""
        return self.match.start.game.numbered() if self.settings.style == REPORT else None

    @property
    def picker(self) -> StepInput | None:
        """The picks of a person's turn, where moves are picked."""
        match = self.match
        if self.board is None or match.outcome is not None or match.turn_of != HUMAN:
            self._picker = None
        elif self._picker is None or self._picker.position is not match.position:
            self._picker = StepInput(match.position, self.words)
        return self._picker

    def run(self, answer: Callable[["Session", str], None]) -> str:
        """Play until somebody leaves; `answer` deals with what they type. Says how it was left: `quit` or `new`."""
        in_a_line = False
        try:
            self.show()
            while not self.leaving:
                if self._computer_is_next():
                    self._computer_turn()
                else:
                    self._person_turn(answer)
        except (EOFError, KeyboardInterrupt):
            self.leaving, in_a_line = "quit", True
        finally:
            with undisturbed():
                if in_a_line:
                    self.screen.say()
                self._farewell()
        return self.leaving

    def show(self) -> None:
        """Draw the match; the time of a person begins now."""
        MatchView(self.screen, self.match, self.board).show()
        if self.match.outcome is not None and self.screen.interactive:
            self.screen.tell("after_the_end", "dim")

    def changed(self) -> None:
        """The match is another: save it and draw it."""
        self.keep()
        self._since = time.perf_counter()
        self.show()

    def keep(self) -> None:
        """Save the match; say once what is wrong if that fails."""
        self.shelf.keep(self.match)
        self.tell_keeping()

    def tell_keeping(self) -> None:
        """Say what changed about where the match is saved, and whether it is."""
        shelf = self.shelf
        if shelf.notice:
            self.screen.complain(shelf.notice)
            shelf.notice = ""
        if shelf.problem and shelf.problem != self._complained:
            self.screen.complain(shelf.problem)
            commands = {name: self.words.text(f"command.{name}.word") for name in ("newer", "save")}
            self.screen.tell("saved.stale" if shelf.stale else "not_saved", "yellow", **commands)
        elif self._complained and not shelf.problem and shelf.number is not None:
            self.screen.tell("saved.again", number=shelf.number)
        self._complained = shelf.problem if shelf.problem or shelf.number is not None else self._complained

    def keep_apart(self) -> None:
        """Save the match as another game, because another program went on with the one it was."""
        self.shelf.keep_apart(self.match)
        self._complained = ""
        self.screen.tell("saved.apart", number=self.shelf.number)

    def go_on_with(self, match: Match, shelf: SavedGameSlot) -> None:
        """Play another match from here on."""
        self.match, self.shelf, self._complained = match, shelf, ""
        self.thoughts.clear()
        self.changed()

    def play(self, move: str) -> None:
        """Play a person's move."""
        try:
            self.match.play(move, time.perf_counter() - self._since)
        except PlygroundError:
            if self.match.ended is not None:
                self.changed()
            raise
        self.changed()

    def pick(self, number: int) -> None:
        """Take a column or a row of the turn that is being picked; play it once it is whole."""
        picker = self.picker
        move = None if picker is None else picker.take(number)
        if move is not None:
            self.play(str(move))
        elif picker is not None and picker.column is None and picker.takes:
            MatchView(self.screen, self.match, self.board).show(picker.between())

    def told(self, position: Position, move: str) -> str:
        """A move in words: with its columns and rows where they are what people know."""
        return move if self.board is None else f"{move} ({in_numbers(position, move, self.board)})"

    def step(self) -> None:
        """Let the computer make one move, though it is paused, and stays so."""
        self._computer_turn()

    @property
    def people(self) -> list[int]:
        """The seats where people play."""
        return [seat for seat, player in enumerate(self.match.players) if player == HUMAN]

    @property
    def waiting(self) -> bool:
        """Whether a computer is to move that waits for the person at the terminal."""
        return self.paused and not self.people and self.match.outcome is None

    def _computer_is_next(self) -> bool:
        return not self.waiting and self.match.outcome is None and self.match.turn_of != HUMAN

    def _person_turn(self, answer: Callable[["Session", str], None]) -> None:
        """Ask for a line and deal with it; a clock that runs out meanwhile ends the game."""
        try:
            text = self._ask()
        except TimeoutError:
            self.screen.say()
            self.screen.tell("time_is_up", "yellow")
            self.match.forfeit(self.match.position.mover, TIME)
            self.changed()
            return
        answer(self, text)

    def _ask(self) -> str:
        position = self.match.position
        self.screen.words = [str(move) for move in position.moves]
        if self.waiting:
            self.screen.tell("paused", "dim")
        picker = self.picker
        if picker is not None and picker.column is None:
            self.screen.say(Text(picker.task, "dim"))
        return self.screen.ask(PROMPT if picker is None else picker.prompt, self._seconds_left())

    def _seconds_left(self) -> float | None:
        """How long the person to move may still think; None where no clock runs."""
        if self.match.outcome is not None or self.match.turn_of != HUMAN:
            return None
        deadline = self.match.clock.deadline(self.match.position.mover)
        return None if deadline is None else deadline - (time.perf_counter() - self._since)

    def _computer_turn(self) -> None:
        """The computer moves: Ctrl-C makes it move at once, and a second one leaves.

        Where only computers play, Enter or Ctrl-C after the move stops the game there.
        """
        seat, plies = self.match.position.mover, len(self.match.turns)
        colour, name = self.match.start.game.seats[seat], player_name(self.match.players[seat], self.words)
        watched = WatchedPlayer(self._player(seat), self.settings.seconds)
        found = self.think(
            capital(self.words.about("thinking", colour, name=name)), watched, lambda: self._moved(seat, watched)
        )
        if found is not None:
            self.thoughts[plies] = found
        self.paused = (self.paused or watched.cancel.asked) and not self.people
        try:
            self._tell_turn(colour, plies)
            self.changed()
            if not self.people and self.match.outcome is None and not self.paused:
                self.paused = self.screen.wait(self.settings.pace)
        except KeyboardInterrupt:
            if self.people:
                raise
            self.paused = True

    def _moved(self, seat: int, watched: WatchedPlayer) -> Result | None:
        """The computer's turn; its time begins when it is ready."""
        if seat in self._cold:
            self._cold.discard(seat)
            try:
                watched.warm_up(self.match.position)
            except PlygroundError as problem:
                self.match.forfeit(seat, CRASH, str(problem))
                return None
            watched.new_game()
        return take_turn(self.match, watched)

    def _tell_turn(self, colour: str, plies: int) -> None:
        """Which move the computer made, and what it thought where that is wanted."""
        if len(self.match.turns) == plies:
            return
        before = self.match.turns[plies - 1].position if plies else self.match.start
        move = self.told(before, self.match.turns[-1].move)
        self.screen.say(capital(self.words.about("plays", colour, move=move)))
        if self.settings.thinking and plies in self.thoughts:
            self.screen.say(thought(self.thoughts[plies], self.words))

    def think(self, text: str, watched: WatchedPlayer, work: Callable[[], Found]) -> Found:
        """Do some thinking with a line that tells about it; Ctrl-C ends it early."""
        with self.screen.busy(text) as status:
            if status is not None:

                def show(found: Result) -> None:
                    status.update(Text(f"{text} {thought(found, self.words)}"))

                watched.on_progress = show
            return interruptible(work, watched.cancel.now, take_rest=True)

    def _player(self, seat: int) -> Player:
        """Who plays in a seat; opened once."""
        text = self.match.players[seat]
        known = self._players.get(seat)
        if known is not None and known[0] == text:
            return known[1]
        if known is not None:
            known[1].close()
        player = read_agent(text, self.match.start.game, self.settings.seed + seat)
        self._players[seat] = (text, player)
        self._cold.add(seat)
        return player

    def _keep_undecided(self) -> None:
        """Whoever leaves without a decision loses nothing."""
        try:
            self.shelf.keep_apart(self.match)
        except (PlygroundError, OSError) as problem:
            self.screen.complain(str(problem))

    def _farewell(self) -> None:
        """Say how to come back, and let everybody go."""
        self.keep()
        if self.shelf.stale:
            self._keep_undecided()
        if self.shelf.number is not None and not self.shelf.problem:
            self.screen.tell("saved.as", number=self.shelf.number)
        way_back = self.shelf.way_back(self.match)
        if self.match.outcome is None:
            self.screen.tell("way_back", command=way_back)
        else:
            status = capital(match_status(self.match, self.words))
            self.screen.tell("way_back_to_look", status=status, command=way_back)
        for _, player in self._players.values():
            player.close()
