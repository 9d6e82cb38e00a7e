"""A search whose whole tree is recorded: an agent that returns, with its result, everything it looked at."""

from dataclasses import dataclass, replace
from typing import Any

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.language import Message
from plyground.play.agents.agent import Agent
from plyground.play.theatre.playout_record import record_playouts
from plyground.play.theatre.search_tree import WindowTree
from plyground.search.api import NothingToSearchError
from plyground.search.budget import Budget, Cancel
from plyground.search.result import Result
from plyground.search.task import Progress, ignore

WINDOWS = ("minimax", "alphabeta", "pvs")
"""Searches whose tree has values and windows."""
SHOWN = (*WINDOWS, "montecarlo")
MOST_NODES = 4000
"""Nodes of a tree that can be watched."""
DEEPEST = 12
USUAL_DEPTH = 3
"""The depth of an agent that names none, where its tree fits; else the deepest that does."""
USUAL_PLAYOUTS = 400
NODES_A_KEPT_ONE = 60
"""The engine enters more nodes than its last depth has: all depths before it."""


class TreeError(PlygroundError):
    """A search whose tree cannot be shown."""


@dataclass(frozen=True)
class RecordedAgent:
    """An agent whose results have the whole tree, as plain data."""

    agent: Agent
    most: int = MOST_NODES

    @property
    def text(self) -> str:
        """The text that describes the agent."""
        return self.agent.text

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
        """Search, and put the tree into the result; raise a `TreeError` for a tree that is too large."""
        check_shown(self.agent, position)
        if self.agent.algorithm == "montecarlo":
            return self._playouts(position, seconds, cancel)
        return self._windows(position, seconds, cancel)

    def new_game(self) -> None:
        """Nothing is kept from move to move."""

    def close(self) -> None:
        """Nothing is held."""

    def _windows(self, position: Position, seconds: float | None, cancel: Cancel | None) -> Result:
        wanted = self.agent.depth
        if wanted is not None:
            found = self._at_depth(position, wanted, seconds, cancel)
            if found is not None:
                return found
        fitting = self._deepest(position, (wanted or USUAL_DEPTH + 1) - 1, seconds, cancel)
        if fitting is None:
            raise TreeError(Message("theatre.never_fits", most=self.most))
        if wanted is None or _stopped(cancel):
            return fitting[1]
        raise TreeError(Message("theatre.too_large", most=self.most, depth=fitting[0]))

    def _deepest(
        self, position: Position, depth: int, seconds: float | None, cancel: Cancel | None
    ) -> tuple[int, Result] | None:
        """The largest depth up to this one whose tree fits, with its result; None if not even the first does."""
        best = None
        for each in range(1, depth + 1):
            found = self._at_depth(position, each, seconds, cancel)
            if found is None:
                break
            best = each, found
            if _stopped(cancel):
                break
        return best

    def _at_depth(self, position: Position, depth: int, seconds: float | None, cancel: Cancel | None) -> Result | None:
        """The result of a search to this depth with its tree; None for a tree that is too large."""
        limited = replace(self.agent, depth=depth, nodes=NODES_A_KEPT_ONE * self.most, seconds=None)
        found = limited.think(position, seconds=seconds, cancel=cancel, trace=self.most + 1)
        if _stopped(cancel):
            return replace(found, tree=None)
        if found.tree is None or found.tree["entered"] > self.most or found.stopped_by in ("nodes", "seconds"):
            return None
        named = self.agent if self.agent.depth is not None else self.agent.within(depth, None, None)
        tree = WindowTree.of(position, found.tree["root"])
        known = None if self.agent.algorithm == "pvs" else tree.saved(self.agent.moves)
        saved = {} if known is None else {"saved": known[0], "minimax": known[1]}
        data = {
            "agent": named.text,
            "depth": depth,
            "kind": "windows",
            "scene": tree.scene.as_data(),
            "nodes": tree.as_data(),
        }
        return replace(found, tree=data | {"saved": None, "minimax": None} | saved)

    def _playouts(self, position: Position, seconds: float | None, cancel: Cancel | None) -> Result:
        playouts = self.agent.nodes or USUAL_PLAYOUTS
        if playouts > self.most:
            raise TreeError(Message("theatre.too_many_playouts", most=self.most, found=playouts))
        budget = Budget(nodes=playouts, seconds=seconds)
        found, nodes = record_playouts(position, dict(self.agent.options), budget, self.agent.seed, cancel)
        scene = nodes.pop("scene")
        return replace(found, tree={"kind": "playouts", "scene": scene, "nodes": nodes})


def _stopped(cancel: Cancel | None) -> bool:
    return cancel is not None and cancel.asked


def check_shown(agent: Agent, position: Position) -> None:
    """Raise a `TreeError` unless the agent's tree can be shown for this position."""
    if position.outcome is not None:
        raise NothingToSearchError(Message("search.game_over", reason=position.outcome.reason))
    if agent.algorithm not in SHOWN:
        raise TreeError(Message("theatre.not_shown", search=agent.algorithm, shown=list(SHOWN)))
    if len(position.game.seats) > 2 and agent.algorithm in WINDOWS:
        raise TreeError(Message("theatre.two_players", search=agent.algorithm))
    if agent.algorithm in WINDOWS and agent.depth is not None and agent.depth > DEEPEST:
        raise TreeError(Message("theatre.no_depth", search=agent.algorithm, most=DEEPEST))


def tree_data(position: Position, recorded: RecordedAgent, found: Result) -> dict[str, Any]:
    """Everything that a front end shows of a recorded search."""
    assert found.tree is not None
    agent, game = recorded.agent, position.game
    return {
        "game": game.name,
        "options": game.option_texts(),
        "seats": list(game.seats),
        "position": str(position),
        "mover": position.mover,
        "agent": agent.text,
        "algorithm": agent.algorithm,
        "heuristic": None if agent.algorithm == "montecarlo" else agent.heuristic,
        "depth": agent.depth,
        "move": str(found.move),
        "score": found.score.as_data(),
        "line": [str(move) for move in found.line],
        "visited": found.nodes,
        "cutoffs": found.cutoffs,
        **found.tree,
    }
