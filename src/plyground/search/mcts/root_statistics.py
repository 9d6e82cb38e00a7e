"""The root of several trees of one position: statistics added up, proofs shared."""

from collections.abc import Sequence

import numpy as np

from plyground.search.mcts.tree import COUNT, EVEN, FIRST, LOST, PROVED, VISITS, WON, Tree
from plyground.search.stack import Numbers


def root_rows(tree: Tree) -> Numbers:
    """The rows of the root's children; none before the root is expanded."""
    first, count = int(tree.nodes[0, FIRST]), int(tree.nodes[0, COUNT])
    return tree.nodes[first : first + count] if first >= 0 else tree.nodes[:0]


def summed_rows(trees: Sequence[Tree]) -> Numbers:
    """The rows of the root's children, added over all trees that have them; what one tree proves is proved."""
    parts = [rows for rows in map(root_rows, trees) if len(rows)]
    if len(parts) < 2:
        return parts[0] if parts else root_rows(trees[0])
    rows: Numbers = np.sum(parts, axis=0)
    rows[:, PROVED] = 0
    for part in parts:
        rows[:, PROVED] = np.where(rows[:, PROVED] == 0, part[:, PROVED], rows[:, PROVED])
    return rows


def proof_of(rows: Numbers) -> int:
    """What the root's children prove for the seat that moved into the root; 0 while one is open and none wins."""
    proved = rows[:, PROVED]
    if not len(proved):
        return 0
    if (proved == WON).any():
        return LOST
    if (proved == 0).any():
        return 0
    return EVEN if (proved == EVEN).any() else WON


def share_proofs(trees: Sequence[Tree]) -> None:
    """Let every tree know what the others have proved about the root and its moves."""
    rows = summed_rows(trees)
    for tree in trees:
        own = root_rows(tree)
        if len(own):
            own[:, PROVED] = rows[:, PROVED]
        tree.nodes[0, PROVED] = proof_of(rows)


def most_visited(trees: Sequence[Tree], index: int) -> Tree:
    """The tree that visited a child of the root most often."""
    return max(trees, key=lambda tree: int(root_rows(tree)[index, VISITS]) if len(root_rows(tree)) else -1)
