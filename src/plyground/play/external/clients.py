"""External programs as players: `cmd:program arguments` speaks our protocol, `hexgtp:program arguments` GTP for Hex.

The program is started at its first move, kept for the whole game, and ended with it. Its moves are passed on unchecked:
the match decides what is legal. docs/protocol.md describes both protocols.
"""

from abc import ABC, abstractmethod
from contextlib import suppress
from typing import ClassVar

from plyground.core.errors import quoted
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.text import visible
from plyground.language import Message
from plyground.play.external.process import AnswerTimeouts, Process, ProgramError, arguments_of, name_of
from plyground.play.external.sync import SyncedGame
from plyground.play.external.wire import NOT_A_MOVE, Info, named_move, read_info, result_of
from plyground.search.api import NothingToSearchError
from plyground.search.budget import Cancel
from plyground.search.result import Result, StoppedBy
from plyground.search.task import Progress, ignore

HANDSHAKE_SECONDS = 30.0
GRACE_SECONDS = 5.0
"""Seconds after its time limit before a silent program is stopped; the clock decides earlier whether it was late."""
LONGEST_MOVE = 100


class Program(ABC):
    """An external program that plays."""

    word: ClassVar[str]
    """The word before the colon in its text."""

    def __init__(self, command: str, game: Game) -> None:
        self.text = f"{self.word}:{command}"
        self.game = game
        self._arguments, self._name = arguments_of(command), name_of(command)
        self._grace, self._handshake = GRACE_SECONDS, HANDSHAKE_SECONDS
        self._process: Process | None = None
        self._synced: SyncedGame | None = None
        """The game as the program knows it."""

    def think(
        self,
        position: Position,
        *,
        lines: int = 1,
        seconds: float | None = None,
        optimum: float | None = None,
        cancel: Cancel | None = None,
        on_progress: Progress = ignore,
    ) -> Result:
        """Ask the program for a move."""
        seconds = seconds if optimum is None else optimum
        if position.outcome is not None:
            raise NothingToSearchError(Message("program.game_over", reason=position.outcome.reason))
        try:
            if self._process is None:
                self._process = Process(self._arguments, self._name)
                self._greet(AnswerTimeouts(self._process, self._handshake, cancel))
            self._send_game(self._process, position, cancel)
            return self._ask(self._process, position, lines, seconds, cancel, on_progress)
        except BaseException:
            self._end(politely=False)
            raise

    def warm_up(self, position: Position, *, seconds: float, patience: float, cancel: Cancel | None = None) -> None:
        """Start the program and let it think for a moment; to start and to compile it has `patience` seconds."""
        self._grace, self._handshake = patience, patience
        try:
            self.think(position, seconds=seconds, cancel=cancel)
        finally:
            self._grace, self._handshake = GRACE_SECONDS, HANDSHAKE_SECONDS

    def _latest(self, seconds: float | None) -> float | None:
        """Seconds to wait for the program when it should think for `seconds`."""
        return None if seconds is None else seconds + self._grace

    def new_game(self) -> None:  # noqa: B027 (nothing to do for any program)
        """Nothing to do: a new game is recognised by its first position, which does not continue the last game."""

    def close(self) -> None:
        """End the program."""
        self._end(politely=True)

    def _end(self, *, politely: bool) -> None:
        process, self._process, self._synced = self._process, None, None
        if process is not None:
            process.close(politely=politely)

    @abstractmethod
    def _greet(self, patience: AnswerTimeouts) -> None:
        """Check that the program speaks the protocol."""

    @abstractmethod
    def _send_game(self, process: Process, position: Position, cancel: Cancel | None) -> None:
        """Send it the position."""

    @abstractmethod
    def _ask(
        self,
        process: Process,
        position: Position,
        lines: int,
        seconds: float | None,
        cancel: Cancel | None,
        on_progress: Progress,
    ) -> Result:
        """Ask for its move in the position."""


def why_stopped(seconds: float | None, cancel: Cancel | None) -> StoppedBy:
    """Why a program stopped thinking, as far as we know."""
    if cancel is not None and cancel.asked:
        return "cancel"
    return "rule" if seconds is None else "seconds"


class UgiProgram(Program):
    """A program that speaks the protocol of `plyground engine`."""

    word = "cmd"

    def _greet(self, patience: AnswerTimeouts) -> None:
        self._options: set[str] = set()
        self._lines = 1
        patience.process.send("ugi")
        while (line := patience.read().strip()) != "ugiok":
            words = line.split()
            if words[:2] == ["option", "name"] and len(words) > 2:
                self._options.add(words[2])

    def _send_game(self, process: Process, position: Position, cancel: Cancel | None) -> None:
        """Send the game if it is new, and always all its moves."""
        sent = SyncedGame.of(position)
        if sent.since(self._synced) is None:
            options = (f"{name}={value}" for name, value in position.game.option_texts().items())
            process.send(" ".join(["newgame", position.game.name, *options]))
        self._synced = sent
        begin = "start" if sent.begin == position.game.start() else f'text "{sent.begin}"'
        process.send(" ".join(["position", begin, *(["moves", *sent.moves] if sent.moves else [])]))

    def _ask(
        self,
        process: Process,
        position: Position,
        lines: int,
        seconds: float | None,
        cancel: Cancel | None,
        on_progress: Progress,
    ) -> Result:
        if lines != self._lines and "lines" in self._options:
            process.send(f"setoption name lines value {lines}")
            self._lines = lines
        process.send("go" if seconds is None else f"go movetime {max(1, round(1000 * seconds))}")
        patience = AnswerTimeouts(process, self._latest(seconds), cancel, plea="stop")
        infos: dict[int, Info] = {}
        while True:
            word, _, rest = (line := patience.read().strip()).partition(" ")
            if word == "error":
                raise ProgramError(Message("program.says", program=quoted(process.name), text=visible(rest)))
            if word == "bestmove":
                return self._result(position, rest.strip(), infos, why_stopped(seconds, cancel))
            if word == "info" and (info := read_info(line)) is not None:
                infos = {**infos, info.place: info} if info.place > 1 else {1: info}
                if on_progress is not ignore and (shown := result_of(position, ranked(infos), "seconds")) is not None:
                    on_progress(shown)

    def _result(self, position: Position, text: str, infos: dict[int, Info], stopped_by: StoppedBy) -> Result:
        """The program's move, with its own analysis if it sent any."""
        move = named_move(position, text[:LONGEST_MOVE])
        found = result_of(position, ranked(infos), stopped_by)
        return found if found is not None and found.move == move else Result.unsearched(move, stopped_by)


def ranked(infos: dict[int, Info]) -> list[Info]:
    """Info about the best lines, best first."""
    return [infos[place] for place in sorted(infos)]


COLOURS = ("black", "white")
"""Hex programs call the first player black; black joins top and bottom, like our red."""
SWAP = "swap"
SWAPS = (SWAP, "swap-pieces", "swap-sides")
"""Answers by which a program may take over the first stone. Its own board after that does not matter."""
USED_COMMANDS = ("genmove", "time_left", "param_game")
"""Commands to query if a program cannot list its commands."""


class RefusedError(ProgramError):
    """A program reported that a command failed."""


class HexGtpProgram(Program):
    """A Hex program that speaks GTP.

    The strongest programs reject or ignore `swap-pieces`, so no swap is ever sent: the program gets a cleared board
    with the stones as they are after the swap, white on the mirrored cell.
    """

    word = "hexgtp"

    def __init__(self, command: str, game: Game) -> None:
        if game.name != "hex":
            raise ProgramError(Message("program.hex_only", game=game.title))
        super().__init__(command, game)

    def _greet(self, patience: AnswerTimeouts) -> None:
        try:
            self._commands = set(self._command("list_commands", patience).split())
        except RefusedError:
            self._commands = {word for word in USED_COMMANDS if self._knows(word, patience)}
        if "genmove" not in self._commands:
            raise ProgramError(Message("program.no_genmove", program=quoted(patience.process.name)))

    def _knows(self, word: str, patience: AnswerTimeouts) -> bool:
        return self._command(f"known_command {word}", patience).lower() == "true"

    def _command(self, line: str, patience: AnswerTimeouts) -> str:
        """Send a command and return the answer; raises an error if the program reports a failure."""
        patience.process.send(line)
        while not (first := patience.read()).strip():
            pass
        lines = [first]
        while (further := patience.read()).strip():
            lines.append(further)
        answer = "\n".join(lines)
        if not answer.startswith("="):
            raise RefusedError(
                Message(
                    "program.answer", program=quoted(patience.process.name), command=quoted(line), answer=quoted(answer)
                )
            )
        return answer.removeprefix("=").strip()

    def _send_game(self, process: Process, position: Position, cancel: Cancel | None) -> None:
        """Send only the new moves if the game continues what the program knows, else the whole board."""
        patience = AnswerTimeouts(process, HANDSHAKE_SECONDS, cancel)
        sent = SyncedGame.of(position)
        new = sent.since(self._synced)
        plays = plain_plays(sent)
        if new is None or SWAP in new:
            self._clear(patience)
        else:
            plays = plays[len(plays) - len(new) :]
        for seat, move in plays:
            self._command(f"play {COLOURS[seat]} {move}", patience)
        self._synced = sent

    def _clear(self, patience: AnswerTimeouts) -> None:
        """Clear the board, and set whether swapping is allowed if the program has that parameter."""
        self._command(f"boardsize {self.game.options['size']}", patience)
        self._command("clear_board", patience)
        if "param_game" in self._commands:
            with suppress(RefusedError):
                self._command(f"param_game allow_swap {int(self.game.options['swap'])}", patience)

    def _ask(
        self,
        process: Process,
        position: Position,
        lines: int,
        seconds: float | None,
        cancel: Cancel | None,
        on_progress: Progress,
    ) -> Result:
        colour = COLOURS[position.mover]
        if seconds is not None and "time_left" in self._commands:
            self._set_time(colour, seconds, AnswerTimeouts(process, HANDSHAKE_SECONDS, cancel))
        patience = AnswerTimeouts(process, self._latest(seconds), cancel, plea="# interrupt")
        text = self._command(f"genmove {colour}", patience).lower()[:LONGEST_MOVE]
        move = named_move(position, SWAP if text in SWAPS else text)
        lies_there = move.value != NOT_A_MOVE and move.text != SWAP
        self._synced = self._synced.and_then(move.text) if self._synced is not None and lies_there else None
        return Result.unsearched(move, why_stopped(seconds, cancel))

    def _set_time(self, colour: str, seconds: float, patience: AnswerTimeouts) -> None:
        """Set the time for one stone; some Hex programs only accept a time without a number of stones."""
        time = f"{int(seconds)}" if seconds >= 1 else f"{seconds:.2f}"
        try:
            self._command(f"time_left {colour} {time} 1", patience)
        except RefusedError:
            self._command(f"time_left {colour} {time}", patience)


def plain_plays(sent: SyncedGame) -> list[tuple[int, str]]:
    """A game of Hex as stones on an empty board: seats and cells in order of play; a swap is replaced by its result."""
    position, seat, moves = sent.begin, sent.begin.mover, sent.moves
    if SWAP in moves:
        after = moves.index(SWAP) + 1
        for move in moves[:after]:
            position = position.play(move)
        seat, moves = position.mover, moves[after:]
    return [*stones_as_plays(str(position)), *(((seat + ply) % 2, move) for ply, move in enumerate(moves))]


def stones_as_plays(text: str) -> list[tuple[int, str]]:
    """Stones of a Hex position, alternating black and white; white begins if it has one stone too many (a swap)."""
    board, mover = text.split(" ")
    cells = [
        (shown, column, row) for row, shown_row in enumerate(board.split("/")) for column, shown in enumerate(shown_row)
    ]
    stones = [[_cell(column, row) for shown, column, row in cells if shown == letter] for letter in "rb"]
    first = ("rb".index(mover) + len(stones[0]) + len(stones[1])) % 2
    return [((first + turn) % 2, stones[(first + turn) % 2].pop()) for turn in range(len(stones[0]) + len(stones[1]))]


def _cell(column: int, row: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"


PROGRAMS: dict[str, type[Program]] = {kind.word: kind for kind in (UgiProgram, HexGtpProgram)}
"""Program classes, by the word before the colon."""
