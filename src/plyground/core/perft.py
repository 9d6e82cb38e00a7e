"""Perft: counting lines of play, the classic test of a move generator."""

from typing import Any

import numpy as np

from plyground.core.contract import Words, count_moves, moves, play, winner
from plyground.core.errors import PlygroundError
from plyground.core.interruptible import interruptible
from plyground.core.jit import kernel
from plyground.core.outcome import NOBODY_YET
from plyground.core.position import Position
from plyground.language import Message

DEEPEST = 64
TOO_WIDE, STOPPED = -1, -2


@kernel
def count_last_ply(rules: Any, state: Words, buffer: Words) -> int:
    """Number of moves of a state, none of a finished game."""
    return count_moves(rules, state, buffer) if winner(rules, state) == NOBODY_YET else 0


@kernel
def count_leaves(rules: Any, states: Words, buffers: Words, stop: Words, ply: int, depth: int) -> int:
    """Number of lines of `depth` moves from states[ply]; moves of the last ply are generated, not played."""
    if depth == 1:
        return count_last_ply(rules, states[ply], buffers[ply])
    if winner(rules, states[ply]) != NOBODY_YET:
        return 0
    count = moves(rules, states[ply], buffers[ply])
    if count > buffers.shape[1]:
        return TOO_WIDE
    if stop[0] != 0:
        return STOPPED
    leaves = 0
    for i in range(count):
        play(rules, states[ply], buffers[ply, i], states[ply + 1])
        if depth == 2:
            below = count_last_ply(rules, states[ply + 1], buffers[ply + 1])
        else:
            below = count_leaves(rules, states, buffers, stop, ply + 1, depth - 1)
        if below < 0:
            return below
        leaves += below
    return leaves


class Counter:
    """Counts lines in another thread; Ctrl-C stops it at once."""

    def __init__(self) -> None:
        self._stop = np.zeros(1, np.uint64)

    def count(self, position: Position, depth: int) -> int:
        """Number of lines of exactly `depth` moves from `position`; 0 for a finished game."""
        check_depth(depth)
        if depth == 0:
            return 1
        if position.outcome is not None:
            return 0
        return interruptible(lambda: self._leaves(position, depth), self._halt)

    def _leaves(self, position: Position, depth: int) -> int:
        room = position.game.usual_moves
        while True:
            states = np.zeros((depth, position.game.words), np.uint64)
            states[0] = position.state
            buffers = np.zeros((depth, room), np.uint64)
            leaves = int(count_leaves(position.game.rules, states, buffers, self._stop, 0, depth))
            if leaves != TOO_WIDE:
                return leaves
            room *= 2

    def _halt(self) -> None:
        self._stop[0] = 1


def check_depth(depth: int) -> None:
    """Raise an error unless `depth` is in the supported range."""
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= DEEPEST:
        raise PlygroundError(Message("core.perft.depth", most=DEEPEST, depth=repr(depth)))


def perft(position: Position, depth: int) -> int:
    """Number of lines of exactly `depth` moves from `position`; 0 for a finished game.

    As usual in this field, draws by repetition and by move counters do not end a line below the root.
    """
    return Counter().count(position, depth)
