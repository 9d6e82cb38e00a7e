"""What an engine has at hand: the game on its board, what it does in another thread, and how it tells of that."""

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
"""So many reports of a search are told as they come, later ones only from time to time."""
REPORT_SECONDS = 0.1


class GameLine:
    """The game on the board: where it began, and every position since."""

    def __init__(self, begin: Position) -> None:
        self.begin = begin
        self.played: list[tuple[str, Position]] = []

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.played[-1][1] if self.played else self.begin

    def gone(self, begin: Position, moves: list[str]) -> "GameLine":
        """A new line; what it shares with this one is not played again."""
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
    """What is under way in another thread."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self.stopping = False

    def stop(self) -> None:
        """Ask it to end."""
        self.stopping = True
        self._stop()


class Pondering:
    """A search on the opponent's time: it goes on until the expected reply is played, or it is stopped."""

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
    """Tells what a search finds on its way; a search that finds something all the time is not told all of it."""

    def __init__(self, talk: Channel) -> None:
        self._talk = talk
        self._told = 0
        self._last: list[str] = []
        self._at = monotonic()

    def report(self, found: Result) -> None:
        """Tell it, or not."""
        now = monotonic()
        if self._told < FREE_LINES or now - self._at >= REPORT_SECONDS:
            self._told, self._at, self._last = self._told + 1, now, write_info(found)
            self._talk.say(*self._last)

    def untold(self, found: Result) -> list[str]:
        """The lines about the whole search, unless they are those that were told last."""
        lines = write_info(found)
        return [] if lines == self._last else lines
