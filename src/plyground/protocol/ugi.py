"""The engine's protocol, in the style of UCI, for every game; docs/protocol.md describes it.

Lines are read in one thread and slow commands run in another, so that `stop`, `isready` and `quit` are handled at
once; a third waits for Ctrl-C. An invalid line is answered by an `error` with a sentence, and changes nothing.
"""

import re
from collections.abc import Callable
from threading import Thread
from time import monotonic
from typing import IO

from plyground import __version__
from plyground.core.errors import PlygroundError, quoted
from plyground.core.interruptible import interruptible
from plyground.core.perft import check_depth
from plyground.core.position import Position
from plyground.games import game, game_class, names
from plyground.play.agents.agent import Player
from plyground.play.agents.spec import parse_player
from plyground.play.clock import MoveTime
from plyground.play.external.wire import MOST_BYTES, read_lines
from plyground.protocol.channel import Channel, sentence_of
from plyground.protocol.engine_options import INFINITE, PONDER, EngineOptions, read_limits
from plyground.protocol.engine_state import BackgroundWork, GameLine, Pondering, Reporter, StoppableCounter
from plyground.search.budget import Cancel

LEAVING_SECONDS = 2.0
POSITION = re.compile(r'(?:start|text "(?P<text>[^"]*)")(?: +moves(?P<moves>(?: +[^ ]+)*))? *')
OPTION = re.compile(r"name +(?P<name>[^ ]+)(?: +value +(?P<value>.*[^ ]))? *")


class ProtocolError(PlygroundError):
    """A line that is not a command, or a command that cannot run now."""


class UgiEngine:
    """An engine that serves one client."""

    def __init__(self, reading: IO[bytes], writing: IO[bytes], agent: str, *, own_limits: bool = False) -> None:
        self._reading = reading
        self._talk = Channel(writing)
        self._settings = EngineOptions(parse_player(agent))
        self._own_limits = own_limits
        self._line: GameLine | None = None
        self._player: Player | None = None
        self._work: BackgroundWork | None = None
        self._pondering: Pondering | None = None
        self._thread: Thread | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "newgame": self._newgame,
            "position": self._position,
            "go": self._go,
            "ponderhit": self._ponderhit,
            "stop": self._stop,
            "perft": self._perft,
            "moves": self._moves,
            "d": self._d,
            "help": self._help,
        }

    def serve(self) -> None:
        """Answer every line until `quit` or the end of the input; then stop a running command."""
        try:
            interruptible(self._listen, lambda: None)
        finally:
            self._leave()

    def _listen(self) -> None:
        for line in read_lines(self._reading):
            if line is not None and line.strip(" \t\r") == "quit":
                return
            self._answer_line(line)

    def _leave(self) -> None:
        if self._work is not None:
            self._work.stop()
        if self._thread is not None:
            self._thread.join(LEAVING_SECONDS)
        if self._player is not None:
            self._player.close()

    def _answer_line(self, line: str | None) -> None:
        """Answer one line; errors are answered as well."""
        try:
            if line is None:
                raise ProtocolError(f"A line has at most {MOST_BYTES} bytes.")
            word, _, rest = line.replace("\t", " ").strip(" \r").partition(" ")
            if word:
                self._follow(word, rest.strip(" "))
        except BrokenPipeError:
            raise
        except Exception as problem:
            self._talk.say(f"error {sentence_of(problem)}")

    def _follow(self, word: str, rest: str) -> None:
        if word not in self._commands:
            listed = ", ".join([*self._commands, "quit"])
            raise ProtocolError(f"{quoted(word)} is not a command; the commands are {listed}.")
        if word not in TAKES_WORDS and rest:
            raise ProtocolError(f"{word} takes nothing after it, not {quoted(rest)}.")
        if word in NOT_MEANWHILE and self._work is not None:
            raise ProtocolError(f"{word} has to wait: a search is under way; stop ends it.")
        self._commands[word](rest)

    def _ugi(self, rest: str) -> None:
        games = (game_class(name)() for name in names())
        self._talk.say(
            f"id name Plyground {__version__}",
            "id author the authors of Plyground",
            *(" ".join(["game", each.name, *_option_words(each.option_texts())]) for each in games),
            *self._settings.described(),
            "ugiok",
        )

    def _isready(self, rest: str) -> None:
        self._talk.say("readyok")

    def _setoption(self, rest: str) -> None:
        found = OPTION.fullmatch(rest)
        if found is None:
            raise ProtocolError("An option is set by setoption name NAME value VALUE.")
        settings = self._settings.changed(found["name"], found["value"])
        if self._line is not None:
            self._seat(settings.player(self._line.position.game))
        self._settings = settings
        self._talk.say("ok")

    def _seat(self, player: Player) -> None:
        """Replace the player that searches."""
        if self._player is not None:
            self._player.close()
        self._player = player
        player.new_game()

    def _newgame(self, rest: str) -> None:
        name, *words = rest.split(" ") if rest else [""]
        options: dict[str, str] = {}
        for word in filter(None, words):
            key, equals, value = word.partition("=")
            if not equals or not key or key in options:
                raise ProtocolError(f"An option of a game is key=value, each once, not {quoted(word)}.")
            options[key] = value
        chosen = game(name, **options)
        self._seat(self._settings.player(chosen))
        self._line = GameLine(chosen.start())
        self._talk.say("ok")

    def _on_board(self) -> GameLine:
        """The game on the board."""
        if self._line is None:
            raise ProtocolError(f"There is no game yet: send newgame and one of {', '.join(names())}.")
        return self._line

    def _position(self, rest: str) -> None:
        line, found = self._on_board(), POSITION.fullmatch(rest)
        if found is None:
            raise ProtocolError('A position is given by position start or position text "…", then moves and the moves.')
        played = line.position.game
        begin = played.start() if found["text"] is None else played.position(found["text"])
        self._line = line.gone(begin, (found["moves"] or "").split())
        self._talk.say("ok")

    def _go(self, rest: str) -> None:
        position = self._on_board().position
        words = rest.split()
        pondering = words[:1] == [PONDER]
        limits = read_limits(words[1:] if pondering else words, position.mover, len(position.game.seats))
        assert self._player is not None
        limited = limits.applied(self._player, own_limits=self._own_limits)
        if position.outcome is not None:
            self._talk.say("bestmove none")
            return
        cancel = Cancel()
        if pondering:
            self._pondering = Pondering(cancel)
            work = self._ponder(self._pondering, INFINITE.applied(self._player), limited, position)
            self._start(work, self._pondering.stop)
        else:
            self._start(lambda: self._search(limited, position, cancel), cancel.now)

    def _search(self, limited: tuple[Player, MoveTime], position: Position, cancel: Cancel) -> list[str]:
        """Search and report progress; the final lines."""
        (player, allowed), reporter, lines = limited, Reporter(self._talk), self._settings.lines
        found = player.think(
            position,
            lines=lines,
            seconds=allowed.seconds,
            optimum=allowed.optimum,
            cancel=cancel,
            on_progress=reporter.report,
        )
        return [*reporter.untold(found), f"bestmove {found.move}"]

    def _ponder(
        self,
        pondering: Pondering,
        endless: tuple[Player, MoveTime],
        limited: tuple[Player, MoveTime],
        position: Position,
    ) -> Callable[[], list[str]]:
        """Search without limits until `ponderhit` or `stop`; after a hit, search on within the limits."""

        def work() -> list[str]:
            words = self._search(endless, position, pondering.until_hit)
            pondering.decided.wait()
            return self._search(limited, position, pondering.cancel) if pondering.hit else words

        return work

    def _ponderhit(self, rest: str) -> None:
        if self._pondering is None or self._work is None or self._pondering.decided.is_set():
            raise ProtocolError("Nothing is pondered: go ponder comes first.")
        self._pondering.hits()

    def _perft(self, rest: str) -> None:
        position = self._on_board().position
        depth = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 10 else -1
        check_depth(depth)
        counter, began = StoppableCounter(), monotonic()

        def count() -> list[str]:
            leaves = counter.count(position, depth)
            if leaves < 0:
                raise ProtocolError("The count was stopped.")
            return [f"perft {depth} leaves {leaves} time {1000 * (monotonic() - began):.0f}"]

        self._start(count, counter.stop)

    def _start(self, work: Callable[[], list[str]], stop: Callable[[], None]) -> None:
        """Run `work` in another thread; its final lines are written when the next may start."""

        def run() -> None:
            try:
                words = work()
            except Exception as problem:
                words = [f"error {sentence_of(problem)}"]
            with self._talk.lock:
                self._work = None
                try:
                    self._talk.say(*words)
                except (OSError, ValueError):
                    return  # the output is closed; the reading thread notices by itself

        self._work = BackgroundWork(stop)
        thread = Thread(target=run, daemon=True)
        thread.start()
        self._thread = thread

    def _stop(self, rest: str) -> None:
        work = self._work
        if work is None or work.stopping:
            self._talk.say("info string nothing to stop" if work is None else "info string stopping already")
        else:
            work.stop()

    def _moves(self, rest: str) -> None:
        self._talk.say(" ".join(["moves", *map(str, self._on_board().position.moves)]))

    def _d(self, rest: str) -> None:
        """Write the board for people, then its facts for programs; `outcome` is always the last line."""
        position = self._on_board().position
        played, outcome = position.game, position.outcome
        ended = "none"
        if outcome is not None:
            ended = (
                f"draw {outcome.reason}"
                if outcome.winner is None
                else f"{played.seats[outcome.winner]} {outcome.reason}"
            )
        self._talk.say(
            position.diagram(),
            " ".join(["game", played.name, *_option_words(played.option_texts())]),
            f"position {position}",
            f"mover {played.seats[position.mover]}",
            f"outcome {ended}",
        )

    def _help(self, rest: str) -> None:
        self._talk.say(*(f"info string {line}" for line in HELP.splitlines()))


TAKES_WORDS = {"setoption", "newgame", "position", "go", "perft"}
NOT_MEANWHILE = {"setoption", "newgame", "position", "go", "perft"}
"""Commands that are refused while a search or a count runs."""

HELP = """\
ugi                                     who we are, the games, the options
isready                                 answered by readyok, also during a search
newgame GAME key=value …                a game with its options
setoption name NAME value VALUE         change the agent that searches
position start moves …                  the usual position and moves
position text "…" moves …               a position as text and moves
go depth N nodes N movetime MS          search; also wtime btime winc binc, time1 … time4 inc, infinite
go ponder …                             search on the opponent's time, after position with the expected reply
ponderhit                               the reply was played: search on within the limits of go ponder
stop                                    end the search, or the count, now
perft N                                 count the lines of N moves
moves, d                                the legal moves; the board
quit                                    leave"""


def _option_words(options: dict[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in options.items()]
