"""Which moves to look at first: the table's, forcing ones, then quiet ones that were good elsewhere."""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import SLOTS, Words, slot, urgency
from plyground.core.jit import inlined, kernel
from plyground.search.stack import MOST_PLIES, Numbers, Stack

(
    TABLE,
    DEEPER_ENTRIES,
    KILLERS,
    HISTORY,
    REPLIES,
    VERIFICATION,
    REDUCTIONS,
    QUIESCENCE,
    EXTENSIONS,
    REPETITION,
    SHARING,
) = (1 << bit for bit in range(11))
"""The features of the engine, as bits: what the search may use."""

_INDEX_BITS = 13
_INDEX_MASK = (1 << _INDEX_BITS) - 1
_HINTED, _URGENT, _KILLER, _REPLY = 1 << 40, 1 << 32, 1 << 30, 1 << 29
MOST_HISTORY = 1 << 28
_LATER = 1 << 44
"""What is put off has a key below all others."""


_ROWS = MOST_PLIES + 2
_KILLERS_AT = 0
_REPLIES_AT = 2 * _ROWS
_PLAYED_AT = _REPLIES_AT + SLOTS
_WORDS = _PLAYED_AT + _ROWS + 1


class MoveHistory(NamedTuple):
    """What one thread has learned about quiet moves.

    Two rows hold it all, since every array is handed down at every node: `words` the killers (by ply, the two quiet
    moves that last caused a cut-off), the replies (by the slot of the opponent's last move, the quiet move that
    refuted it) and the moves played (by ply, the one that led there); `history`, by side and slot, how often, and how
    deep, a quiet move caused a cut-off. What is switched off is never learned, so that nobody needs to ask.
    """

    words: Words
    history: Numbers


def new_experience() -> MoveHistory:
    """Nothing learned yet."""
    return MoveHistory(words=np.full(_WORDS, 2**64 - 1, np.uint64), history=np.zeros(2 * SLOTS, np.int64))


@kernel
def note_played(move_history: MoveHistory, ply: int, move: np.uint64) -> None:
    """The move that leads to `ply`."""
    move_history.words[_PLAYED_AT + ply] = move


@inlined
def is_urgent(rules: Any, stack: Stack, ply: int, rank: int) -> bool:
    """Whether the move at `rank` is a forcing one; its key knows, unless the table's hint hides it."""
    key = stack.keys[ply, rank] >> _INDEX_BITS
    if key >= _HINTED:
        return urgency(rules, stack.states[ply], stack.moves[ply, rank]) > 0
    return key >= _URGENT


@kernel
def numbered(key: int, index: int) -> int:
    """The key with the move's index in the game's order in the low bits, so that of equal ones the earlier is first."""
    return (key << _INDEX_BITS) | (_INDEX_MASK - min(index, _INDEX_MASK))


@inlined
def put_first(stack: Stack, ply: int, count: int, hinted: int) -> int:
    """Put the hinted move first; whether there is one."""
    if hinted >= count:
        return 0
    moves = stack.moves[ply]
    moves[0], moves[hinted] = moves[hinted], moves[0]
    stack.keys[ply, 0] = numbered(_HINTED, hinted)
    return 1


@inlined
def give_keys(
    move_history: MoveHistory, rules: Any, stack: Stack, ply: int, first: int, count: int, hinted: int
) -> None:
    """Say how promising each move from `first` on looks, and bring the most promising to that place."""
    words, history, side = move_history.words, move_history.history, SLOTS * (ply & 1)
    killer, older = words[_KILLERS_AT + 2 * ply], words[_KILLERS_AT + 2 * ply + 1]
    reply = words[_REPLIES_AT + slot(words[_PLAYED_AT + ply])]
    state, moves, keys = stack.states[ply], stack.moves[ply], stack.keys[ply]
    best, top = first, -1
    for i in range(first, count):
        move = moves[i]
        key = history[side + slot(move)]
        key = _REPLY if move == reply else key
        key = _KILLER if move == older else key
        key = _KILLER + 1 if move == killer else key
        urgent = urgency(rules, state, move)
        key = _URGENT + urgent if urgent > 0 else key
        key = numbered(key, 0 if i == hinted else i)  # the hinted move took the place of number 0
        keys[i] = key
        if key > top:
            best, top = i, key
    swap(stack, ply, first, best)


@inlined
def take_best(stack: Stack, ply: int, rank: int, count: int) -> None:
    """Bring the most promising of the moves from `rank` on to that place."""
    keys = stack.keys[ply]
    best, top = rank, keys[rank]
    for i in range(rank + 1, count):
        key = keys[i]
        if key > top:
            best, top = i, key
    swap(stack, ply, rank, best)


@inlined
def can_wait(stack: Stack, ply: int, rank: int) -> bool:
    """Whether the move at `rank` is a quiet one that was not put off yet."""
    return 0 <= stack.keys[ply, rank] >> _INDEX_BITS < _URGENT


@inlined
def put_off(stack: Stack, ply: int, rank: int) -> None:
    """Let the move at `rank` come after all that were not put off."""
    stack.keys[ply, rank] -= _LATER << _INDEX_BITS


@inlined
def swap(stack: Stack, ply: int, one: int, other: int) -> None:
    """Exchange two moves and their keys."""
    moves, keys = stack.moves[ply], stack.keys[ply]
    moves[one], moves[other] = moves[other], moves[one]
    keys[one], keys[other] = keys[other], keys[one]


@kernel
def index_of(stack: Stack, ply: int, rank: int) -> int:
    """The index in the game's order of the move at `rank`."""
    return _INDEX_MASK - (stack.keys[ply, rank] & _INDEX_MASK)


@inlined
def learn(move_history: MoveHistory, features: int, stack: Stack, ply: int, depth: int, rank: int) -> None:
    """The quiet move at `rank` caused a cut-off: others may profit, and those before it were no good."""
    move, words = stack.moves[ply, rank], move_history.words
    killer = _KILLERS_AT + 2 * ply
    if features & KILLERS and words[killer] != move:
        words[killer + 1] = words[killer]
        words[killer] = move
    if features & REPLIES:
        words[_REPLIES_AT + slot(words[_PLAYED_AT + ply])] = move
    if features & HISTORY:
        side = SLOTS * (ply & 1)
        reward(move_history.history, side + slot(move), depth * depth)
        for earlier in range(rank):
            reward(move_history.history, side + slot(stack.moves[ply, earlier]), -depth * depth)


@kernel
def reward(history: Numbers, place: int, amount: int) -> None:
    """Move a history value towards the sign of `amount`, never out of its range."""
    changed = history[place] + 64 * amount - history[place] * abs(amount) // 4096
    history[place] = min(max(changed, 0), MOST_HISTORY)
