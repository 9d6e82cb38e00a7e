"""A recorded search tree as columns of plain data: one entry per node, in order of entry."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.core.heuristic import find_choice
from plyground.core.position import Position
from plyground.core.scene import Scene
from plyground.search.tree_size import full_sizes

UNSEARCHED_SHOWN = 24
"""Moves of a cut-off that are named; all are counted."""

Node = dict[str, Any]


@dataclass
class Columns:
    """The nodes of a tree: each list has one entry per node."""

    parent: list[int] = field(default_factory=list)
    ply: list[int] = field(default_factory=list)
    move: list[str] = field(default_factory=list)
    mover: list[int] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    """1 if the game is over there."""
    change: list[str] = field(default_factory=list)
    """How the pieces differ from the parent's: `b1-` is now empty, `b4+0` has a piece of seat 0, `e3h+` a barrier."""

    def add(self, parent: int, position: Position, move: str) -> int:
        """Add a node, and return its row; `parent` is -1 for the root."""
        self.parent.append(parent)
        self.ply.append(0 if parent < 0 else self.ply[parent] + 1)
        self.move.append(move)
        self.mover.append(position.mover)
        self.ended.append(int(position.outcome is not None))
        return len(self.parent) - 1


class Boards:
    """The changes of the pieces from node to node."""

    def __init__(self, root: Position) -> None:
        self._game = root.game
        self.scene: Scene = root.game.scene(root.state)
        self._pieces = [_standing(self.scene)]

    def change(self, parent: int, position: Position) -> str:
        """The difference between the next node's pieces and its parent's."""
        if parent < 0:
            return ""
        before, after = self._pieces[parent], _standing(self._game.scene(position.state))
        self._pieces.append(after)
        gone = [f"{cell}-" for cell in before if cell not in after]
        return " ".join([*gone, *(f"{cell}+{owner}" for cell, owner in after.items() if before.get(cell) != owner)])


def _standing(scene: Scene) -> dict[str, str]:
    """The pieces by cell: the seat of each as a text, empty for a barrier."""
    return {piece.cell: "" if piece.seat is None else str(piece.seat) for piece in scene.pieces}


def walk(node: Node, parent: int = -1) -> Iterator[tuple[Node, int]]:
    """A node and all below it in order of entry, each with the row of its parent."""
    rows = iter(range(10**9))
    stack = [(node, parent)]
    while stack:
        node, parent = stack.pop()
        row = next(rows)
        yield node, parent
        stack.extend((child, row) for child in reversed(node["children"]))


@dataclass
class WindowTree:
    """The tree of minimax, alpha-beta or the engine: windows, values and cut-offs."""

    position: Position
    columns: Columns
    nodes: list[Node]
    """By row, as search/trace.py records them."""
    words: list[int]
    """By row, the move as a word."""
    scene: Scene

    @classmethod
    def of(cls, position: Position, root: Node) -> "WindowTree":
        """The tree that a search from `position` recorded."""
        columns, boards = Columns(), Boards(position)
        tree = cls(position, columns, [], [], boards.scene)
        places: list[Position] = []
        for node, parent in walk(root):
            move = node.get("move", "")
            place = position.without_history() if parent < 0 else places[parent].play(move)
            tree.nodes.append(node)
            tree.words.append(0 if place.last is None or parent < 0 else place.last.value)
            columns.add(parent, place, move)
            columns.change.append(boards.change(parent, place))
            places.append(place.without_history())
        return tree

    def saved(self, moves: str) -> tuple[list[int], int] | None:
        """By row, the nodes that its cut-off saved, and the size of the whole tree of minimax.

        None if that is too much to count. Exact for alpha-beta, which leaves nothing out but by cut-offs; `moves` names
        the moves that the search considers.
        """
        cut = [bool(node["cut_off"]) for node in self.nodes]
        parents = self.columns.parent
        wanted = [row == 0 or cut[row] or cut[parents[row]] for row in range(len(cut))]
        depths = [node["depth"] for node in self.nodes]
        choice = find_choice(self.position.game, moves)
        sizes = full_sizes(self.position, choice, self.columns.ply, depths, self.words, wanted)
        if sizes is None:
            return None
        saved = [sizes[row] - 1 if cut[row] else 0 for row in range(len(cut))]
        for row, parent in enumerate(parents):
            if row > 0 and cut[parent]:
                saved[parent] -= sizes[row]
        return saved, sizes[0] - 1

    def as_data(self) -> dict[str, Any]:
        """The columns as plain data; values and windows are for the mover of each node."""
        own = {name: [node[name] for node in self.nodes] for name in ("depth", "alpha", "beta", "value", "moves")}
        return {
            "parent": self.columns.parent,
            "ply": self.columns.ply,
            "move": self.columns.move,
            "mover": self.columns.mover,
            "ended": self.columns.ended,
            "change": self.columns.change,
            **own,
            "searched": [node["looked_at"] for node in self.nodes],
            "cut": [int(node["cut_off"]) for node in self.nodes],
            "unsearched": {str(row): self._unsearched(row) for row in self._cut_rows()},
        }

    def _cut_rows(self) -> list[int]:
        return [row for row, node in enumerate(self.nodes) if node["cut_off"]]

    def _unsearched(self, row: int) -> list[str]:
        """The first moves that a cut-off left out."""
        return list(self.nodes[row].get("never_looked_at", ())[:UNSEARCHED_SHOWN])
