"""GTP as Hex programs use it, for HexGui and match scripts.

The form of commands and answers is that of the Go Text Protocol, version 2, draft 2
(https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html): an optional number, a name, arguments; `=` or
`?` with the number, a text, and two newlines. The commands of Hex are those of Benzene, the home of MoHex and Wolve
(`HexHtpEngine.cpp`, https://benzene.sourceforge.net) and of https://www.hexwiki.net/index.php/GTP: black begins and
links top and bottom, `swap-pieces` is the swap, `final_score` says `B+`, `W+` or `cannot score`, `# interrupt` ends a
search. HexGui wants a space after `=` also where nothing follows (`HtpController.java`).
"""

import re
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from time import perf_counter
from typing import IO

from plyground import __version__
from plyground.core.errors import IllegalMoveError, InvalidPositionError, NotationError, PlygroundError, quoted
from plyground.core.interruptible import interruptible
from plyground.core.position import Position
from plyground.games.hex import HexGame
from plyground.games.hex.sgf import read_sgf
from plyground.play.agents.agent import Player, read_agent
from plyground.play.external.wire import MOST_BYTES, read_lines
from plyground.protocol.channel import Channel, sentence_of
from plyground.protocol.gtp_board import SWAP, GtpBoard
from plyground.protocol.gtp_time import GtpTime
from plyground.search.budget import Cancel

COLOURS = {"b": 0, "black": 0, "r": 0, "red": 0, "w": 1, "white": 1, "blue": 1}
NAMES = ("Black", "White")
IN_GTP = {SWAP: "swap-pieces"}
FROM_GTP = {"swap-pieces": SWAP}
RESIGN = "resign"
INTERRUPT = re.compile(r"#\s*interrupt\s*")
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
COMMAND = re.compile(r"(?:(?P<number>[0-9]{1,10}) +)?(?P<name>[^ ]+)(?: +(?P<rest>.*))?")
MOST_WAITING = 10_000
END = "\n"
"""Marks the end of the queue; no line equals it."""
MOST_FILE_BYTES = 2**20


class GtpError(PlygroundError):
    """A command fails; the message starts with GTP's own words."""


class HexGtp:
    """A Hex program."""

    def __init__(self, reading: IO[bytes], writing: IO[bytes], agent: str) -> None:
        self._reading, self._talk, self._agent = reading, Channel(writing), agent
        self._board = GtpBoard(HexGame())
        self._player: Player = read_agent(agent, self._board.game)
        self._player.new_game()
        self._times = GtpTime()
        self._cancel = Cancel()
        self._closing = Event()
        self._commands: dict[str, tuple[Callable[[list[str]], str], int, int]] = {
            "name": (lambda words: "Plyground", 0, 0),
            "version": (lambda words: __version__, 0, 0),
            "protocol_version": (lambda words: "2", 0, 0),
            "known_command": (lambda words: "true" if words[0] in self._commands else "false", 1, 1),
            "list_commands": (lambda words: "\n".join(self._commands), 0, 0),
            "boardsize": (self._boardsize, 1, 2),
            "clear_board": (self._clear_board, 0, 0),
            "play": (self._play, 2, 2),
            "genmove": (self._genmove, 1, 1),
            "reg_genmove": (self._reg_genmove, 1, 1),
            "undo": (self._undo, 0, 0),
            "showboard": (lambda words: f"\n{self._board.diagram()}", 0, 0),
            "time_settings": (self._time_settings, 3, 3),
            "time_left": (self._time_left, 0, 3),
            "final_score": (self._final_score, 0, 0),
            "loadsgf": (self._loadsgf, 1, 2),
            "all_legal_moves": (self._all_legal_moves, 0, 1),
            "param_game": (self._param_game, 0, 2),
            "gogui-interrupt": (lambda words: "", 0, 0),
            "quit": (lambda words: "", 0, 0),
        }

    def serve(self) -> None:
        """Answer every command in turn until `quit`; at the end of the input a search is stopped.

        Commands are read in one thread and run in another, so that a running one can be interrupted. Ctrl-C waits for
        neither.
        """
        try:
            interruptible(self._listen, self._stop)
        finally:
            self._player.close()

    def _listen(self) -> None:
        """Run commands up to `quit`; if the input ends without it, stop the search."""
        waiting: Queue[str | None] = Queue(MOST_WAITING)
        worker = Thread(target=self._answer_all, args=(waiting,), daemon=True)
        worker.start()
        if not self._enqueue(waiting):
            self._stop()
        waiting.put(END)
        worker.join()

    def _enqueue(self, waiting: "Queue[str | None]") -> bool:
        """Queue commands as they arrive, but interrupt at once; whether the last one is `quit`."""
        for line in read_lines(self._reading):
            if line is not None and INTERRUPT.fullmatch(line):
                self._cancel.now()
                continue
            waiting.put(line)
            if line is not None and is_quit(line):
                return True
        return False

    def _stop(self) -> None:
        """Stop the current search, and every further one."""
        self._closing.set()
        self._cancel.now()

    def _answer_all(self, waiting: "Queue[str | None]") -> None:
        """Answer queued commands; once the output is closed, skip them."""
        is_open = True
        while (line := waiting.get()) != END:
            answer = self.answer(line) if is_open else None
            if answer is not None:
                try:
                    self._talk.say(answer, "")
                except (OSError, ValueError):
                    is_open = False

    def answer(self, line: str | None) -> str | None:
        """The answer to a line, None for one that was too long; no answer to a comment or an empty line."""
        if line is None:
            return f"? syntax error: a line has at most {MOST_BYTES} bytes"
        found = parsed(line)
        if found is None:
            return None
        number = found["number"] or ""
        try:
            return f"={number} {self._run_command(found['name'], (found['rest'] or '').split(' '))}"
        except Exception as problem:
            return f"?{number} {sentence_of(problem)}"

    def _run_command(self, name: str, rest: list[str]) -> str:
        words = [word for word in rest if word]
        if name not in self._commands:
            raise GtpError("unknown command")
        command, fewest, most = self._commands[name]
        if not fewest <= len(words) <= most:
            raise GtpError(
                f"syntax error: {name} takes {fewest if fewest == most else f'{fewest} to {most}'} arguments"
            )
        return command(words)

    def _new_game(self, game: HexGame) -> None:
        """Clear the board; open a new player if the game's options changed."""
        if game != self._board.game:
            player = read_agent(self._agent, game)
            self._player.close()
            self._player = player
        self._player.new_game()
        self._board = GtpBoard(game)

    def _boardsize(self, words: list[str]) -> str:
        if len(set(words)) > 1:
            raise GtpError("unacceptable size: the board is as wide as it is high")
        try:
            game = HexGame(size=words[0], swap=self._board.game.options["swap"])
        except PlygroundError as problem:
            raise GtpError(f"unacceptable size: {problem}") from problem
        self._new_game(game)
        return ""

    def _clear_board(self, words: list[str]) -> str:
        self._new_game(self._board.game)
        return ""

    def _play(self, words: list[str]) -> str:
        seat, move = _seat(words[0]), words[1].lower()
        if move != RESIGN:
            self._place(seat, FROM_GTP.get(move, move))
        return ""

    def _place(self, seat: int, move: str) -> None:
        try:
            self._board.play(seat, move)
        except InvalidPositionError as problem:
            raise GtpError(f"illegal move: {'; '.join(problem.reasons)}") from problem
        except (IllegalMoveError, NotationError) as problem:
            raise GtpError(f"illegal move: {problem}") from problem

    def _genmove(self, words: list[str]) -> str:
        seat = _seat(words[0])
        began = perf_counter()
        move = self._chosen(seat)
        self._times.spend(seat, perf_counter() - began)
        if move != RESIGN:
            self._place(seat, move)
        return IN_GTP.get(move, move)

    def _reg_genmove(self, words: list[str]) -> str:
        move = self._chosen(_seat(words[0]))
        return IN_GTP.get(move, move)

    def _chosen(self, seat: int) -> str:
        """The player's move; `resign` when the game is over."""
        try:
            if self._board.outcome() is not None:
                return RESIGN
            position = self._board.position(seat)
        except InvalidPositionError as problem:
            raise GtpError(f"cannot move here: {'; '.join(problem.reasons)}") from problem
        self._cancel = cancel = Cancel()
        if self._closing.is_set():
            cancel.now()
        return str(self._player.think(position, seconds=self._times.allowance(seat), cancel=cancel).move)

    def _undo(self, words: list[str]) -> str:
        if not self._board.undo():
            raise GtpError("cannot undo")
        return ""

    def _time_settings(self, words: list[str]) -> str:
        """Set main time, period and stones of a period; a period without stones means no limit."""
        main, period, stones = _seconds(words[0]), _seconds(words[1]), int(_seconds(words[2]))
        if period and not stones:
            self._times = GtpTime()
        elif stones:
            self._times = GtpTime(period / stones, main or None)
        else:
            self._times = GtpTime(0.0, main)
        return ""

    def _time_left(self, words: list[str]) -> str:
        """Set the time of a colour, with or without stones; or say what is left, as Benzene does."""
        if not words:
            return ", ".join(f"{name}: {_shown(left)}" for name, left in zip(NAMES, self._times.left, strict=True))
        seat = _seat(words[0])
        if len(words) == 1:
            return _shown(self._times.left[seat])
        stones = int(_seconds(words[2])) if len(words) == 3 else 0
        self._times.left[seat], self._times.stones[seat] = _seconds(words[1]), stones
        return ""

    def _final_score(self, words: list[str]) -> str:
        try:
            outcome = self._board.outcome()
        except InvalidPositionError:
            outcome = None
        return "cannot score" if outcome is None else ("B+", "W+")[outcome.winner or 0]

    def _all_legal_moves(self, words: list[str]) -> str:
        if words:
            _seat(words[0])
        return " ".join(IN_GTP.get(move, move) for move in self._board.moves())

    def _param_game(self, words: list[str]) -> str:
        """Show or set whether the swap is allowed, the only parameter of Benzene's; setting it starts a new game."""
        if not words:
            return f"\n[bool] allow_swap {int(self._board.game.options['swap'])}"
        if words[0] != "allow_swap" or words[1:] not in (["0"], ["1"]):
            raise GtpError("syntax error: the parameter is allow_swap, 0 or 1")
        self._new_game(HexGame(size=self._board.game.options["size"], swap=words[1] == "1"))
        return ""

    def _loadsgf(self, words: list[str]) -> str:
        """Load a game from a file, up to a move if one is given."""
        last = _number(words[1]) if len(words) == 2 else None
        past = _read_game(Path(words[0]))
        game = past[0].game
        assert isinstance(game, HexGame)
        self._new_game(game)
        self._board.set_up(past if last is None else past[: last + 1])
        return ""


def parsed(line: str) -> re.Match[str] | None:
    """Number, name and arguments of a line without control characters and comments; None if it is empty."""
    return COMMAND.fullmatch(CONTROL.sub("", line).replace("\t", " ").partition("#")[0].strip(" "))


def is_quit(line: str) -> bool:
    """Whether a line is the command `quit`."""
    found = parsed(line)
    return found is not None and found["name"] == "quit" and not found["rest"]


def _read_game(path: Path) -> list[Position]:
    """The positions of the game in a file, which may be too large or no game."""
    try:
        if not path.is_file():
            raise GtpError(f"cannot load file: {quoted(str(path))} is not a file")
        with path.open("rb") as file:
            content = file.read(MOST_FILE_BYTES + 1)
    except OSError as problem:
        raise GtpError(f"cannot load file: {problem.strerror or problem}") from problem
    if len(content) > MOST_FILE_BYTES:
        raise GtpError(f"cannot load file: it has more than {MOST_FILE_BYTES} bytes")
    try:
        return list(read_sgf(content.decode("utf-8", "replace")).positions())
    except PlygroundError as problem:
        raise GtpError(f"cannot load file: {problem}") from problem


def _seat(word: str) -> int:
    if word.lower() not in COLOURS:
        raise GtpError(f"syntax error: a colour is black or white, not {quoted(word)}")
    return COLOURS[word.lower()]


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise GtpError(f"syntax error: {quoted(word)} is not a number")
    return int(word)


def _seconds(word: str) -> float:
    """Seconds, with decimals, up to one day."""
    if re.fullmatch(r"[0-9]{1,5}(?:\.[0-9]{0,9})?", word) is None or float(word) > 86_400:
        raise GtpError(f"syntax error: {quoted(word)} is not a time in seconds")
    return float(word)


def _shown(left: float | None) -> str:
    return "no limit" if left is None else f"{left:g}"
