"""Monte Carlo tree search, recorded playout by playout: the same search, one iteration at a time."""

from dataclasses import dataclass
from typing import Any

from plyground.core.position import Position
from plyground.play.theatre.search_tree import Boards, Columns
from plyground.search.algorithm_options import mcts_settings
from plyground.search.budget import Budget, Cancel
from plyground.search.mcts.runner import MctsSearch
from plyground.search.mcts.tree import COUNT, LONGEST_PATH, PROVED, VISITS, WINS
from plyground.search.result import Result, StoppedBy
from plyground.search.task import Task, run_watched


@dataclass(frozen=True)
class Playout:
    """One iteration: the nodes of its path from the root, and the root's reward."""

    path: tuple[int, ...]
    reward: int
    """For seat 0: 2 for a win, 1 for a draw, 0 for a loss."""


class RecordedMcts(MctsSearch):
    """A Monte Carlo tree search that notes every playout."""

    def __init__(self, task: Task, options: dict[str, Any], seed: int) -> None:
        super().__init__(task, mcts_settings(options), options["megabytes"], seed, keep=False)
        self.playouts: list[Playout] = []

    def _run(self) -> StoppedBy:
        while not self.stopped and self.tree.nodes[0, PROVED] == 0:
            before = self.tree.nodes[: int(self.tree.used[0]), (VISITS, WINS)].copy()
            self.run_playouts_in(self.tree, 1)
            self.make_room()
            self._note(before)
        return "proved" if self.tree.nodes[0, PROVED] else self.why_stopped()

    def _note(self, before: Any) -> None:
        """Note the last playout: the nodes of the path have one visit more."""
        nodes, path = self.tree.nodes, []
        for at in range(LONGEST_PATH + 1):
            row = int(self.tree.path[at])
            if row >= len(before) or nodes[row, VISITS] == before[row, 0] or (at > 0 and row == 0):
                break
            path.append(row)
        if path:
            self.playouts.append(Playout(tuple(path), int(nodes[0, WINS] - before[0, 1])))


def record_playouts(
    position: Position, options: dict[str, Any], budget: Budget, seed: int, cancel: Cancel | None = None
) -> tuple[Result, dict[str, Any]]:
    """The result of a Monte Carlo search, and its tree as plain data: the nodes visited, and each playout's path."""
    search = RecordedMcts(Task(position, None, budget, cancel=cancel), options, seed)
    result = run_watched(search)
    return result, _as_data(position, search)


def _as_data(position: Position, search: RecordedMcts) -> dict[str, Any]:
    columns, boards = Columns(), Boards(position)
    rows: dict[int, int] = {}
    places: list[Position] = []
    counts: list[int] = []
    for playout in search.playouts:
        for at, node in enumerate(playout.path):
            if node in rows:
                continue
            parent = -1 if at == 0 else rows[playout.path[at - 1]]
            place = position if at == 0 else places[parent].after(int(search.tree.moves[node]))
            move = "" if at == 0 else _written(places[parent], int(search.tree.moves[node]))
            rows[node] = columns.add(parent, place, move)
            columns.change.append(boards.change(parent, place))
            places.append(place)
            counts.append(int(search.tree.nodes[node, COUNT]))
    paths = [[rows[node] for node in playout.path] for playout in search.playouts]
    return {
        "parent": columns.parent,
        "ply": columns.ply,
        "move": columns.move,
        "mover": columns.mover,
        "ended": columns.ended,
        "change": columns.change,
        "moves": counts,
        "paths": paths,
        "rewards": [playout.reward for playout in search.playouts],
        "scene": boards.scene.as_data(),
    }


def _written(position: Position, value: int) -> str:
    return position.game.write_move(position.state, value)
