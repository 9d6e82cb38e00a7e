"""Tree reuse: the next search of a game starts with the subtree of the line that was played.

A search of the same position starts with an empty tree, so that the same search gives the same result.
"""

from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np

from plyground.core.position import Position
from plyground.search.mcts.puct_tree import (
    FIRST,
    NONE,
    OPENED,
    USED_EDGES,
    USED_NODES,
    PuctTree,
    transplant,
)

MOST_MEGABYTES, MOST_TREES = 256, 16
MOST_TURNS = 8
"""The most turns between two searches of a player in a game."""


@dataclass(frozen=True, eq=False)
class KeptTree:
    """A tree, the position at its root, and the network and settings it was grown with."""

    terms: Any
    position: Position
    tree: PuctTree

    @property
    def megabytes(self) -> float:
        """The size of its arrays."""
        return sum(part.nbytes for part in self.tree if isinstance(part, np.ndarray)) / 2**20


class KeptTrees:
    """Trees of several games, the latest last."""

    def __init__(self) -> None:
        self._kept: list[KeptTree] = []
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, terms: Any, position: Position, tree: PuctTree) -> None:
        """Keep a tree without its unused room; the oldest are dropped where they are too many."""
        kept = KeptTree(terms, position, trimmed(tree))
        with self._lock:
            self._kept.append(kept)
            while len(self._kept) > MOST_TREES or sum(each.megabytes for each in self._kept) > MOST_MEGABYTES:
                del self._kept[0]

    def take(self, terms: Any, position: Position, new: PuctTree) -> bool:
        """Move the subtree of a position into a new tree, if its game was searched on the same terms before."""
        with self._lock:
            for kept in reversed(self._kept):
                node = node_of(kept, position) if kept.terms == terms else NONE
                if node != NONE:
                    self._kept.remove(kept)
                    break
            else:
                return False
        if kept.tree.used[USED_NODES] > len(new.nodes) or kept.tree.used[USED_EDGES] > len(new.moves):
            return False
        transplant(kept.tree, node, new, np.zeros(kept.tree.used[USED_NODES], np.int64))
        return True

    def give_back(self) -> None:
        """Drop every tree."""
        with self._lock:
            self._kept.clear()


KEPT_TREES = KeptTrees()
"""The trees of this process."""


def trimmed(tree: PuctTree) -> PuctTree:
    """The same tree without unused room."""
    nodes, edges = int(tree.used[USED_NODES]), int(tree.used[USED_EDGES])
    return tree._replace(
        nodes=tree.nodes[:nodes].copy(),
        sums=tree.sums[:nodes].copy(),
        values=tree.values[:nodes].copy(),
        moves=tree.moves[:edges].copy(),
        priors=tree.priors[:edges].copy(),
        children=tree.children[:edges].copy(),
    )


def node_of(kept: KeptTree, position: Position) -> int:
    """The node of a position in a tree of the same player earlier in the game; `NONE` if there is none."""
    before = kept.position
    alike = before.game == position.game and before.mover == position.mover
    line = moves_between(before, position) if alike else []
    node = 0 if line else NONE
    for value in line:
        node = child_of(kept.tree, node, value)
        if node == NONE:
            break
    return node


def child_of(tree: PuctTree, node: int, value: int) -> int:
    """The node to which a move leads; `NONE` if there is none."""
    first, opened = int(tree.nodes[node, FIRST]), int(tree.nodes[node, OPENED])
    found = np.flatnonzero(tree.moves[first : first + opened] == np.uint64(value))
    return int(tree.children[first + found[0]]) if len(found) else NONE


def moves_between(earlier: Position, later: Position) -> list[int]:
    """The moves that led from one position of a game to a later one, with the same past; none if they did not."""
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
