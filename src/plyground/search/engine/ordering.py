"""Move ordering: the hash move, forcing moves, killers, the countermove, quiet moves by history, waiting moves."""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.contract import SLOTS, Words, slot, urgency, waits
from plyground.core.jit import inlined, kernel
from plyground.search.engine.features import COUNTERMOVES, HISTORY, KILLERS, WAITING_MOVES
from plyground.search.stack import MOST_PLIES, Numbers, Stack

_INDEX_BITS = 13
_INDEX_MASK = (1 << _INDEX_BITS) - 1
_HASH_MOVE, _FORCING, _KILLER, _COUNTERMOVE = 1 << 40, 1 << 32, 1 << 30, 1 << 29
MOST_HISTORY = 1 << 28
_WAITING = -1
"""Key of a move that can wait and has no history: below all others."""
_DEFERRED = 1 << 44
"""Subtracted from the key of a deferred move, so that it sorts after all others."""


_NO_MOVE = 2**64 - 1
_ROWS = MOST_PLIES + 2
_KILLERS_AT = 0
_COUNTERMOVES_AT = 2 * _ROWS
_PLAYED_AT = _COUNTERMOVES_AT + SLOTS
_WORDS = _PLAYED_AT + _ROWS + 1


class MoveHistory(NamedTuple):
    """Ordering statistics of one thread for quiet moves.

    Packed into two arrays, because every array is passed down at every node. `words` holds the killers (by ply, the
    last two quiet moves that caused a cut-off), the countermoves (by the slot of the opponent's last move, the quiet
    move that refuted it) and the moves played (by ply, the move that led there). `history` holds, by side and slot,
    how often and how deep a quiet move caused a cut-off. Disabled features never write, so readers need no test.
    """

    words: Words
    history: Numbers


def new_move_history() -> MoveHistory:
    """An empty move history for a new thread."""
    return MoveHistory(words=np.full(_WORDS, _NO_MOVE, np.uint64), history=np.zeros(2 * SLOTS, np.int64))


def carry_over(move_history: MoveHistory, plies: int) -> None:
    """Adapt the history of one search to a position `plies` later in the game.

    Killers shift by `plies`; history values are halved, and swap sides if the other player is to move.
    """
    words, history = move_history.words, move_history.history
    killers = words[_KILLERS_AT : _KILLERS_AT + 2 * _ROWS]
    kept = killers[2 * plies :].copy() if plies > 0 else killers[:0]
    killers[:] = _NO_MOVE
    killers[: kept.size] = kept
    words[_PLAYED_AT:] = _NO_MOVE
    history //= 2
    if plies % 2:
        history[:] = np.roll(history, SLOTS)


@kernel
def note_played(move_history: MoveHistory, ply: int, move: np.uint64) -> None:
    """Note the move that leads to `ply`."""
    move_history.words[_PLAYED_AT + ply] = move


@inlined
def note_null_move(move_history: MoveHistory, ply: int) -> None:
    """Note that a null move leads to `ply`."""
    move_history.words[_PLAYED_AT + ply] = np.uint64(_NO_MOVE)


@inlined
def follows_null_move(move_history: MoveHistory, ply: int) -> bool:
    """True if a null move led to `ply`."""
    return move_history.words[_PLAYED_AT + ply] == np.uint64(_NO_MOVE)


@inlined
def merit_of(stack: Stack, ply: int, rank: int) -> int:
    """The sort key of the move at `rank`: for a quiet move that is no killer or countermove, its history."""
    return stack.keys[ply, rank] >> _INDEX_BITS


@inlined
def can_wait(merit: int) -> bool:
    """True if a sort key is that of a waiting move, deferred or not."""
    return merit in (_WAITING, _WAITING - _DEFERRED)


@inlined
def is_forcing(rules: Any, stack: Stack, ply: int, rank: int) -> bool:
    """True if the move at `rank` is forcing, according to its sort key or, for the hash move, the rules."""
    key = stack.keys[ply, rank] >> _INDEX_BITS
    if key >= _HASH_MOVE:
        return urgency(rules, stack.states[ply], stack.moves[ply, rank]) > 0
    return key >= _FORCING


@kernel
def packed_key(key: int, index: int) -> int:
    """A sort key with the move's index in generation order in its low bits: of equal moves the earlier comes first."""
    return (key << _INDEX_BITS) | (_INDEX_MASK - min(index, _INDEX_MASK))


@inlined
def put_first(stack: Stack, ply: int, count: int, hash_move: int) -> int:
    """Put the hash move first; return 1 if there is one, else 0."""
    if hash_move >= count:
        return 0
    moves = stack.moves[ply]
    moves[0], moves[hash_move] = moves[hash_move], moves[0]
    stack.keys[ply, 0] = packed_key(_HASH_MOVE, hash_move)
    return 1


@inlined
def score_moves(
    move_history: MoveHistory, features: int, rules: Any, stack: Stack, ply: int, first: int, count: int, hash_move: int
) -> None:
    """Compute the sort keys of the moves from `first` on, and swap the best move to `first`."""
    words, history, side = move_history.words, move_history.history, SLOTS * (ply & 1)
    killer, older = words[_KILLERS_AT + 2 * ply], words[_KILLERS_AT + 2 * ply + 1]
    countermove = words[_COUNTERMOVES_AT + slot(words[_PLAYED_AT + ply])]
    state, moves, keys = stack.states[ply], stack.moves[ply], stack.keys[ply]
    best, top = first, -_DEFERRED << _INDEX_BITS
    for i in range(first, count):
        move = moves[i]
        key = history[side + slot(move)]
        if features & WAITING_MOVES and key == 0 and waits(rules, state, move):
            key = _WAITING
        key = _COUNTERMOVE if move == countermove else key
        key = _KILLER if move == older else key
        key = _KILLER + 1 if move == killer else key
        urgent = urgency(rules, state, move)
        key = _FORCING + urgent if urgent > 0 else key
        key = packed_key(key, 0 if i == hash_move else i)  # the hash move was swapped with move 0
        keys[i] = key
        if key > top:
            best, top = i, key
    swap(stack, ply, first, best)


@inlined
def pick_best(stack: Stack, ply: int, rank: int, count: int) -> None:
    """Swap the best of the moves from `rank` on to `rank`."""
    keys = stack.keys[ply]
    best, top = rank, keys[rank]
    for i in range(rank + 1, count):
        key = keys[i]
        if key > top:
            best, top = i, key
    swap(stack, ply, rank, best)


@inlined
def can_defer(stack: Stack, ply: int, rank: int) -> bool:
    """True if the move at `rank` is quiet and has not been deferred yet."""
    return _WAITING <= stack.keys[ply, rank] >> _INDEX_BITS < _FORCING


@inlined
def defer(stack: Stack, ply: int, rank: int) -> None:
    """Move the move at `rank` behind all moves that are not deferred."""
    stack.keys[ply, rank] -= _DEFERRED << _INDEX_BITS


@inlined
def swap(stack: Stack, ply: int, one: int, other: int) -> None:
    """Swap two moves and their keys."""
    moves, keys = stack.moves[ply], stack.keys[ply]
    moves[one], moves[other] = moves[other], moves[one]
    keys[one], keys[other] = keys[other], keys[one]


@kernel
def index_of(stack: Stack, ply: int, rank: int) -> int:
    """The index, in generation order, of the move at `rank`."""
    return _INDEX_MASK - (stack.keys[ply, rank] & _INDEX_MASK)


@inlined
def note_cutoff(move_history: MoveHistory, features: int, stack: Stack, ply: int, depth: int, rank: int) -> None:
    """Update the history after a cut-off by the quiet move at `rank`: reward it, penalise the moves tried before it."""
    move, words = stack.moves[ply, rank], move_history.words
    killer = _KILLERS_AT + 2 * ply
    if features & KILLERS and words[killer] != move:
        words[killer + 1] = words[killer]
        words[killer] = move
    if features & COUNTERMOVES:
        words[_COUNTERMOVES_AT + slot(words[_PLAYED_AT + ply])] = move
    if features & HISTORY:
        side = SLOTS * (ply & 1)
        reward(move_history.history, side + slot(move), depth * depth)
        for earlier in range(rank):
            reward(move_history.history, side + slot(stack.moves[ply, earlier]), -depth * depth)


@kernel
def reward(history: Numbers, place: int, amount: int) -> None:
    """Move a history value in the direction of `amount`, within its range."""
    changed = history[place] + 64 * amount - history[place] * abs(amount) // 4096
    history[place] = min(max(changed, 0), MOST_HISTORY)
