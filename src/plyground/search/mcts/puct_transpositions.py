"""Transpositions in the PUCT tree: nodes by position, so that a position reached again needs no second evaluation.

A network is a thousand times as slow as everything else in the tree, and in Hex half of the positions of a search may
have been evaluated on another path. The tree stays a tree: a new node of a known position copies what is known of it,
so that paths with different histories share estimates, never proofs.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.core.bits import signed
from plyground.core.contract import Words
from plyground.core.jit import kernel

PLACES = 4
"""Number of neighbouring slots a node may be in; if all are taken, the first is overwritten."""
NONE = -1


def new_slots(most_nodes: int) -> npt.NDArray[np.int32]:
    """Empty slots for the nodes of a tree."""
    return np.zeros(1 << max(most_nodes, 2 * PLACES).bit_length(), np.int32)


@kernel
def first_slot(slots: npt.NDArray[np.int32], key: np.uint64) -> int:
    """The first of the slots for this key."""
    return signed((key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)) & (slots.size - PLACES)


@kernel
def remember(keys: Words, slots: npt.NDArray[np.int32], node: int) -> None:
    """Make an evaluated node findable by its key; slots hold the number of a node plus one."""
    start = first_slot(slots, keys[node])
    place = start
    for slot in range(start + PLACES - 1, start - 1, -1):
        if slots[slot] == 0 or keys[slots[slot] - 1] == keys[node]:
            place = slot
    slots[place] = node + 1


@kernel
def find_node(keys: Words, slots: npt.NDArray[np.int32], key: np.uint64) -> Any:
    """An evaluated node with this key, or `NONE`."""
    start = first_slot(slots, key)
    for slot in range(start, start + PLACES):
        node = slots[slot] - 1
        if node >= 0 and keys[node] == key:
            return node
    return NONE
