"""Which moves to look at first: the table's, forcing ones, then quiet ones that were good elsewhere."""

from typing import Any, NamedTuple

import numpy as np

from plyground.core.jit import inlined, kernel
from plyground.core.kernel import SLOTS, Words, slot, urgency
from plyground.search.desk import MOST_PLIES, Desk, Numbers

TABLE, DEEPER_ENTRIES, KILLERS, HISTORY, REPLIES, VERIFICATION, REDUCTIONS, QUIESCENCE, EXTENSIONS, REPETITION = (
    1 << bit for bit in range(10)
)
"""The features of the engine, as bits: what the search may use."""

_INDEX_BITS = 13
_INDEX_MASK = (1 << _INDEX_BITS) - 1
_HINTED, _URGENT, _KILLER, _REPLY = 1 << 40, 1 << 32, 1 << 30, 1 << 29
MOST_HISTORY = 1 << 28


_ROWS = MOST_PLIES + 2
_KILLERS_AT = 0
_REPLIES_AT = 2 * _ROWS
_PLAYED_AT = _REPLIES_AT + SLOTS
_WORDS = _PLAYED_AT + _ROWS + 1


class Experience(NamedTuple):
    """What one thread has learned about quiet moves.

    Two rows hold it all, since every array is handed down at every node: `words` the killers (by ply, the two quiet
    moves that last caused a cut-off), the replies (by the slot of the opponent's last move, the quiet move that
    refuted it) and the moves played (by ply, the one that led there); `history`, by side and slot, how often, and how
    deep, a quiet move caused a cut-off.
    """

    words: Words
    history: Numbers


def new_experience() -> Experience:
    """Nothing learned yet."""
    return Experience(words=np.full(_WORDS, 2**64 - 1, np.uint64), history=np.zeros(2 * SLOTS, np.int64))


@kernel
def note_played(experience: Experience, ply: int, move: np.uint64) -> None:
    """The move that leads to `ply`."""
    experience.words[_PLAYED_AT + ply] = move


@inlined
def is_urgent(rules: Any, desk: Desk, ply: int, rank: int) -> bool:
    """Whether the move at `rank` is a forcing one; its key knows, unless the table's hint hides it."""
    key = desk.keys[ply, rank] >> _INDEX_BITS
    if key >= _HINTED:
        return urgency(rules, desk.states[ply], desk.moves[ply, rank]) > 0
    return key >= _URGENT


@inlined
def key_of(
    experience: Experience, features: int, rules: Any, desk: Desk, ply: int, move: np.uint64, reply: np.uint64
) -> int:
    """How promising a move looks; `reply` is the one that refuted the opponent's last move before."""
    urgent = urgency(rules, desk.states[ply], move)
    if urgent > 0:
        return _URGENT + urgent
    if features & KILLERS:
        if move == experience.words[_KILLERS_AT + 2 * ply]:
            return _KILLER + 1
        if move == experience.words[_KILLERS_AT + 2 * ply + 1]:
            return _KILLER
    if features & REPLIES and move == reply:
        return _REPLY
    return experience.history[SLOTS * (ply & 1) + slot(move)] if features & HISTORY else 0


@inlined
def number_moves(desk: Desk, ply: int, count: int, hinted: int) -> int:
    """Number the moves in the game's order, earlier ones higher, and put the hinted one first; whether there is one."""
    moves, keys = desk.moves[ply], desk.keys[ply]
    for i in range(count):
        keys[i] = _INDEX_MASK - min(i, _INDEX_MASK)
    if hinted >= count:
        return 0
    moves[0], moves[hinted] = moves[hinted], moves[0]
    keys[0], keys[hinted] = keys[hinted], keys[0]
    keys[0] |= _HINTED << _INDEX_BITS
    return 1


@inlined
def give_keys(experience: Experience, features: int, rules: Any, desk: Desk, ply: int, first: int, count: int) -> None:
    """Give the moves from `first` on their keys, above the number that is in the low bits already."""
    reply = experience.words[_REPLIES_AT + slot(experience.words[_PLAYED_AT + ply])]
    for i in range(first, count):
        key = key_of(experience, features, rules, desk, ply, desk.moves[ply, i], reply)
        desk.keys[ply, i] |= key << _INDEX_BITS


@inlined
def take_best(desk: Desk, ply: int, rank: int, count: int) -> None:
    """Bring the most promising of the moves from `rank` on to that place."""
    moves, keys = desk.moves[ply], desk.keys[ply]
    best = rank
    for i in range(rank + 1, count):
        if keys[i] > keys[best]:
            best = i
    moves[rank], moves[best] = moves[best], moves[rank]
    keys[rank], keys[best] = keys[best], keys[rank]


@kernel
def index_of(desk: Desk, ply: int, rank: int) -> int:
    """The index in the game's order of the move at `rank`."""
    return _INDEX_MASK - (desk.keys[ply, rank] & _INDEX_MASK)


@inlined
def learn(experience: Experience, desk: Desk, ply: int, depth: int, rank: int, urgent: bool) -> None:
    """The move at `rank` caused a cut-off; if it is quiet, others may profit, and those before it were no good."""
    if urgent:
        return
    move, words = desk.moves[ply, rank], experience.words
    killer = _KILLERS_AT + 2 * ply
    if words[killer] != move:
        words[killer + 1] = words[killer]
        words[killer] = move
    words[_REPLIES_AT + slot(words[_PLAYED_AT + ply])] = move
    side = SLOTS * (ply & 1)
    reward(experience.history, side + slot(move), depth * depth)
    for earlier in range(rank):
        reward(experience.history, side + slot(desk.moves[ply, earlier]), -depth * depth)


@kernel
def reward(history: Numbers, place: int, amount: int) -> None:
    """Move a history value towards the sign of `amount`, never out of its range."""
    changed = history[place] + 64 * amount - history[place] * abs(amount) // 4096
    history[place] = min(max(changed, 0), MOST_HISTORY)
