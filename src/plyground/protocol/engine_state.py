"""The state of an engine: its game, the work of its background thread, and the reports of a search."""

from collections.abc import Callable
from threading import Event
from time import monotonic

from plyground.core.perft import Counter
from plyground.core.position import Position
from plyground.play.external.wire import write_info
from plyground.protocol.channel import Channel
from plyground.search.budget import Cancel
from plyground.search.result import Result

FREE_LINES = 100
"""Number of reports of a search that are written at once; later ones are throttled."""
REPORT_SECONDS = 0.1


class GameLine:
    """The game on the board: its start, and every position since."""

    def __init__(self, begin: Position) -> None:
        self.begin = begin
        self.played: list[tuple[str, Position]] = []

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.played[-1][1] if self.played else self.begin

    def gone(self, begin: Position, moves: list[str]) -> "GameLine":
        """A new line; the moves it shares with this one are not replayed."""
        new = GameLine(begin)
        same = begin == self.begin
        for number, move in enumerate(moves):
            same = same and number < len(self.played) and self.played[number][0] == move
            new.played.append(self.played[number] if same else (move, new.position.play(move)))
        return new


class StoppableCounter(Counter):
    """A count that another thread can stop."""

    def stop(self) -> None:
        """End the count; it is then negative."""
        self._halt()


class BackgroundWork:
    """Work in another thread."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self.stopping = False

    def stop(self) -> None:
        """Ask it to end."""
        self.stopping = True
        self._stop()


class Pondering:
    """A search on the opponent's time: it runs until the expected reply is played, or it is stopped."""

    def __init__(self, cancel: Cancel) -> None:
        self.cancel = cancel
        """Ends the search that follows a hit."""
        self.until_hit = Cancel()
        self.decided = Event()
        self.hit = False

    def hits(self) -> None:
        """The expected reply was played."""
        self.hit = True
        self._decide()

    def stop(self) -> None:
        """End it, before or after a hit."""
        self.cancel.now()
        self._decide()

    def _decide(self) -> None:
        self.until_hit.now()
        self.decided.set()


class Reporter:
    """Writes the progress of a search, throttled."""

    def __init__(self, talk: Channel) -> None:
        self._talk = talk
        self._synced = 0
        self._last: list[str] = []
        self._at = monotonic()

    def report(self, found: Result) -> None:
        """Write a result, unless it comes too soon after the last."""
        now = monotonic()
        if self._synced < FREE_LINES or now - self._at >= REPORT_SECONDS:
            self._synced, self._at, self._last = self._synced + 1, now, write_info(found)
            self._talk.say(*self._last)

    def untold(self, found: Result) -> list[str]:
        """The lines about the whole search, unless they were written last."""
        lines = write_info(found)
        return [] if lines == self._last else lines
