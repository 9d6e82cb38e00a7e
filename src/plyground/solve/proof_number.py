"""Proofs of single positions: depth-first proof-number search with a table (Nagai's df-pn).

For games without draws or repetition, such as Hex. A node has two numbers for its mover: `phi`, the minimum number of
leaves to prove for a win, and `delta`, the same for a loss. The search descends where the least work is missing, and
returns as soon as another child is nearer to a proof. The numbers are stored in a table by `shared_key`, so that
symmetric positions are proved once.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import signed
from plyground.core.contract import Words, fingerprint, mover, moves, play, winner
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET
from plyground.core.proof_hints import FORESEEN_WIN, foresee, shared_key

PROVED = 1 << 40
"""Infinity: such a node can never be proved."""
NODES, STOP = 0, 1
UNKNOWN, WIN, LOSS = 0, 1, -1
BUCKET = 4
"""Number of neighbouring entries a position may be in; the one with the least work is replaced."""


class Proof(NamedTuple):
    """The memory of a search: a row for each ply, and the table shared by all plies."""

    states: Words
    moves: Words
    keys: Words
    """Key of each child, by ply."""
    table_keys: Words
    phi: npt.NDArray[np.int64]
    delta: npt.NDArray[np.int64]
    work: npt.NDArray[np.int64]
    """Number of nodes spent on an entry."""
    counters: npt.NDArray[np.int64]
    memory: Words
    """Work memory for the game's `foresee`."""
    techniques: int
    """Techniques for `foresee`, as bits; 0 turns it off."""
    symmetry: bool


@kernel
def key_of(rules: Any, state: Words, symmetry: bool) -> np.uint64:
    """The key of a state; never 0, which marks an empty entry."""
    key = shared_key(rules, state) if symmetry else fingerprint(rules, state)
    return key if key != 0 else np.uint64(1)


@kernel
def place_of(proof: Proof, key: np.uint64) -> int:
    """Index of a key in the table, or -1."""
    start = signed(key % np.uint64(proof.table_keys.size - BUCKET))
    for place in range(start, start + BUCKET):
        if proof.table_keys[place] == key:
            return place
    return -1


@kernel
def keep(proof: Proof, key: np.uint64, phi: int, delta: int, work: int) -> None:
    """Store the numbers of a node."""
    place = place_of(proof, key)
    if place < 0:
        start = signed(key % np.uint64(proof.table_keys.size - BUCKET))
        place = start
        for other in range(start, start + BUCKET):
            if proof.work[other] < proof.work[place]:
                place = other
    proof.table_keys[place] = key
    proof.phi[place], proof.delta[place], proof.work[place] = phi, delta, work


@kernel
def expand(rules: Any, proof: Proof, ply: int) -> int:
    """Write the children of a node and their keys; return their number, or a code for a node won or lost."""
    state, child = proof.states[ply], proof.states[ply + 1]
    count = moves(rules, state, proof.moves[ply])
    if proof.techniques != 0:
        count = foresee(rules, state, proof.moves[ply], count, proof.memory, proof.techniques)
    for i in range(count):
        play(rules, state, proof.moves[ply, i], child)
        if winner(rules, child) == mover(rules, state):
            return FORESEEN_WIN
        proof.keys[ply, i] = key_of(rules, child, proof.symmetry)
    return count


@kernel
def prove(rules: Any, proof: Proof, ply: int, most_phi: int, most_delta: int) -> None:
    """Search states[ply] until one of its numbers reaches its limit."""
    before = proof.counters[NODES]
    proof.counters[NODES] += 1
    state = proof.states[ply]
    key = key_of(rules, state, proof.symmetry)
    count = expand(rules, proof, ply)
    if count < 0:
        won = count == FORESEEN_WIN
        keep(proof, key, 0 if won else PROVED, PROVED if won else 0, 1)
        return
    while proof.counters[STOP] == 0:
        phi, second, delta, best, best_phi = PROVED, PROVED, 0, -1, 1
        for i in range(count):
            place = place_of(proof, proof.keys[ply, i])
            child_phi = proof.phi[place] if place >= 0 else 1
            child_delta = proof.delta[place] if place >= 0 else 1
            delta = min(PROVED, delta + child_phi)
            if child_delta < phi:
                best, best_phi, second, phi = i, child_phi, phi, child_delta
            elif child_delta < second:
                second = child_delta
        if phi == 0:
            delta = PROVED
        keep(proof, key, phi, delta, proof.counters[NODES] - before)
        if phi >= most_phi or delta >= most_delta or best < 0:
            return
        play(rules, state, proof.moves[ply, best], proof.states[ply + 1])
        child_most_phi = min(PROVED, most_delta - delta + best_phi)
        child_most_delta = min(most_phi, second + 1 + second // 4)
        prove(rules, proof, ply + 1, child_most_phi, child_most_delta)


@kernel
def verdict(rules: Any, proof: Proof) -> int:
    """Prove states[0], which nobody has won yet: `WIN` or `LOSS` for its mover, `UNKNOWN` if stopped."""
    if winner(rules, proof.states[0]) != NOBODY_YET:
        return WIN if winner(rules, proof.states[0]) == mover(rules, proof.states[0]) else LOSS
    prove(rules, proof, 0, PROVED, PROVED)
    place = place_of(proof, key_of(rules, proof.states[0], proof.symmetry))
    if proof.counters[STOP] != 0 or place < 0:
        return UNKNOWN
    return WIN if proof.phi[place] == 0 else LOSS
