"""The one wrapper around a player: counts the cost of its moves, and lets callers watch, limit and stop its thinking.

Matches and studies count nodes and seconds; the terminal shows progress, sets a time limit, and stops at Ctrl-C.
"""

from dataclasses import dataclass, field, replace
from time import thread_time

from plyground.core.position import Position
from plyground.play.agents.agent import Agent, Player
from plyground.play.agents.watchdog import outside_heuristic
from plyground.play.external.clients import Program
from plyground.search.budget import Cancel
from plyground.search.result import Result
from plyground.search.task import Progress, ignore

WARM_UP_SECONDS = 0.05
STARTING_SECONDS = 30.0
"""For a program to start, and to compile what it needs."""


@dataclass
class MonitoredPlayer:
    """A player whose moves are counted, and whose thinking can be watched, limited and stopped."""

    player: Player
    seconds: float | None = None
    """Maximum seconds per move, besides any clock limit."""
    cancel: Cancel = field(default_factory=Cancel)
    """Stops its thinking, unless the caller of `think` passes another."""
    on_progress: Progress = ignore
    processor_time: bool = False
    """Count processor time where it is less than wall-clock time, so that other programs cost it nothing."""
    nodes: int = 0
    """Nodes of all moves so far."""
    spent: float = 0.0
    """Seconds of all searches so far, as reported by them."""

    @property
    def text(self) -> str:
        """The text that describes the player."""
        return self.player.text

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
        """Choose a move within the smaller of both time limits, and count its cost."""
        begun = thread_time()
        found = self.player.think(
            position,
            lines=lines,
            seconds=self._within(seconds),
            optimum=None if optimum is None else self._within(optimum),
            cancel=cancel or self.cancel,
            on_progress=self.on_progress if on_progress is ignore else on_progress,
        )
        if self.processor_time and self._runs_here(position):
            found = replace(found, seconds=min(found.seconds, thread_time() - begun))
        self.nodes += found.nodes
        self.spent += found.seconds
        return found

    def _within(self, seconds: float | None) -> float | None:
        """The smaller of the two time limits."""
        return min((limit for limit in (seconds, self.seconds) if limit is not None), default=None)

    def _runs_here(self, position: Position) -> bool:
        """True if it searches only in the calling thread, so that this thread's processor time is its own."""
        if not isinstance(self.player, Agent) or dict(self.player.options).get("threads", 1) > 1:
            return False
        return outside_heuristic(position.game, self.player.heuristic) is None

    def warm_up(self, position: Position, *, programs: bool = False, patience: float = STARTING_SECONDS) -> None:
        """Think briefly before timing starts, uncounted, so that a search is compiled or a program started.

        A program has `patience` seconds for that.
        """
        if programs and isinstance(self.player, Program):
            self.player.warm_up(position, seconds=WARM_UP_SECONDS, patience=patience, cancel=self.cancel)
        elif programs or isinstance(self.player, Agent):
            self.player.think(position, seconds=WARM_UP_SECONDS, cancel=self.cancel)

    def new_game(self) -> None:
        """Start a new game."""
        self.player.new_game()

    def close(self) -> None:
        """Release the player's resources."""
        self.player.close()
