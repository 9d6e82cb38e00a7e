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
        limited = replace(self.agent, nodes=NODES_A_KEPT_ONE * self.most, seconds=None)
        found = limited.think(position, seconds=seconds, cancel=cancel, trace=self.most + 1)
        if cancel is not None and cancel.asked:
            return replace(found, tree=None)
        if found.tree is None or found.tree["entered"] > self.most or found.stopped_by in ("nodes", "seconds"):
            raise TreeError(Message("theatre.too_large", most=self.most, depth=self.agent.depth or 0))
        tree = WindowTree.of(position, found.tree["root"])
        known = None if self.agent.algorithm == "pvs" else tree.saved(self.agent.moves)
        saved = {} if known is None else {"saved": known[0], "minimax": known[1]}
        data = {"kind": "windows", "scene": tree.scene.as_data(), "nodes": tree.as_data()}
        return replace(found, tree=data | {"saved": None, "minimax": None} | saved)

    def _playouts(self, position: Position, seconds: float | None, cancel: Cancel | None) -> Result:
        playouts = self.agent.nodes or USUAL_PLAYOUTS
        if playouts > self.most:
            raise TreeError(Message("theatre.too_many_playouts", most=self.most, found=playouts))
        budget = Budget(nodes=playouts, seconds=seconds)
        found, nodes = record_playouts(position, dict(self.agent.options), budget, self.agent.seed, cancel)
        scene = nodes.pop("scene")
        return replace(found, tree={"kind": "playouts", "scene": scene, "nodes": nodes})


def check_shown(agent: Agent, position: Position) -> None:
    """Raise a `TreeError` unless the agent's tree can be shown for this position."""
    if position.outcome is not None:
        raise NothingToSearchError(Message("search.game_over", reason=position.outcome.reason))
    if agent.algorithm not in SHOWN:
        raise TreeError(Message("theatre.not_shown", search=agent.algorithm, shown=list(SHOWN)))
    if len(position.game.seats) > 2 and agent.algorithm in WINDOWS:
        raise TreeError(Message("theatre.two_players", search=agent.algorithm))
    if agent.algorithm in WINDOWS and (agent.depth is None or agent.depth > DEEPEST):
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
