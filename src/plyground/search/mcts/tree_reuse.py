"""Tree reuse: the next search of a game starts with the subtree of the line that was played.

In a game, trees are kept in the player's session. A PUCT search outside a session uses a tree of the same game kept by
the process, if there is one; a search of the same position starts with an empty tree, so that repeating a search gives
the same result.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from plyground.core.position import Position
from plyground.search.task import Task

NONE = -1
MOST_MEGABYTES, MOST_TREES = 256, 16
MOST_SESSION_TREES = 2
"""The tree of the last move, and that of the pondered reply."""
MOST_TURNS = 8
"""Maximum number of turns between two searches by the same player in a game."""


class TreeReuse(NamedTuple):
    """How to handle the trees of a search: its name, and functions on its tree type."""

    name: str
    child_of: Callable[[Any, int, int], int]
    """The node a move leads to; `NONE` if there is none."""
    trimmed: Callable[[Any], Any]
    """The same tree without unused room."""
    replant: Callable[[Any, int, Any], bool]
    """Move the subtree of a node into an empty tree; return True if it fits."""


@dataclass(frozen=True, eq=False)
class KeptTree:
    """A tree, the position at its root, and the settings used to build it."""

    terms: Any
    position: Position
    tree: Any

    @property
    def megabytes(self) -> float:
        """Total size of the arrays."""
        return sum(part.nbytes for part in self.tree if isinstance(part, np.ndarray)) / 2**20


class KeptTrees:
    """The kept trees of a search, the latest last."""

    def __init__(self, reuse: TreeReuse, most: int = MOST_TREES, *, in_game: bool = False) -> None:
        self._reuse, self._most, self._in_game = reuse, most, in_game
        self._kept: list[KeptTree] = []
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def megabytes(self) -> float:
        """Total size of the kept trees."""
        with self._lock:
            return self._size()

    def _size(self) -> float:
        return sum(each.megabytes for each in self._kept)

    def keep(self, terms: Any, position: Position, tree: Any) -> None:
        """Keep a tree without its unused room; drop the oldest if there are too many."""
        kept = KeptTree(terms, position, self._reuse.trimmed(tree))
        with self._lock:
            self._kept.append(kept)
            while len(self._kept) > self._most or self._size() > MOST_MEGABYTES:
                del self._kept[0]

    def take(self, terms: Any, position: Position, new: Any) -> bool:
        """Move the subtree of a position into a new tree, if its game was searched before with the same settings."""
        with self._lock:
            for kept in reversed(self._kept):
                node = self._node_of(kept, position) if kept.terms == terms else NONE
                if node != NONE:
                    if not self._in_game:
                        self._kept.remove(kept)
                    break
            else:
                return False
        return self._reuse.replant(kept.tree, node, new)

    def give_back(self) -> None:
        """Drop every tree."""
        with self._lock:
            self._kept.clear()

    def _node_of(self, kept: KeptTree, position: Position) -> int:
        """The node of a position in a kept tree of the same game and player; `NONE` if there is none."""
        before = kept.position
        if self._in_game and before == position and before.earlier == position.earlier:
            return 0
        alike = before.game == position.game and before.mover == position.mover
        line = moves_between(before, position) if alike else []
        node = 0 if line else NONE
        for value in line:
            node = self._reuse.child_of(kept.tree, node, value)
            if node == NONE:
                break
        return node


def session_trees(task: Task, reuse: TreeReuse) -> KeptTrees | None:
    """The trees the player keeps in this game; None for a search outside a game."""
    if task.session is None:
        return None
    trees: KeptTrees = task.session.trees.setdefault(reuse.name, KeptTrees(reuse, MOST_SESSION_TREES, in_game=True))
    return trees


def moves_between(earlier: Position, later: Position) -> list[int]:
    """The moves from one position of a game to a later one with the same past; empty if there are none."""
    values: list[int] = []
    step = later.last
    while step is not None and len(values) < MOST_TURNS:
        values.insert(0, step.value)
        if step.key == earlier.key and later.turns - len(values) == earlier.turns:
            reached = earlier
            for value in values:
                reached = reached.after(value)
            return values if reached == later and reached.earlier == later.earlier else []
        step = step.before
    return []
