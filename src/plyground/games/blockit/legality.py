"""Why a Block It position is impossible or a move illegal, as sentences for users."""

from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np

from plyground.core.contract import Words
from plyground.core.scene import seat_owner, seat_title
from plyground.core.text import Grid
from plyground.games.blockit.board import Barrier, covered, leaves_board, places, write_barrier
from plyground.games.blockit.notation import Parts, barriers_in, left_in, read_barrier
from plyground.games.blockit.rules import has_way
from plyground.games.blockit.ways import (
    HORIZONTAL,
    PASS,
    VERTICAL,
    BlockIt,
)
from plyground.language import Message


def clash(grid: Grid, barrier: Barrier, other: Barrier) -> bool:
    """True if two barriers overlap or cross (B4)."""
    size = grid.columns
    return not set(covered(barrier, size)).isdisjoint(covered(other, size))


def closed_in(rules: BlockIt, state: Words, move: int = PASS << 8) -> list[int]:
    """The seats whose pawn has no way to its goal, after the barrier of `move`, if it places one (B5)."""
    return [seat for seat in range(rules.seats) if not has_way(rules, state, np.uint64(move), seat)]


def impossible_parts(
    grid: Grid, colours: Sequence[str], parts: Parts, barriers_each: int, goals: Sequence[int]
) -> list[str]:
    """Contradictions in the parts of a position text (B1, B3, B4, B6)."""
    reasons: list[str] = []
    if len(set(parts.pawns)) < len(parts.pawns):
        reasons.append(Message("blockit.same_square"))
    out = [barrier for barrier in parts.barriers if leaves_board(grid, barrier)]
    reasons += [Message("blockit.leaves_board", barrier=write_barrier(grid, barrier)) for barrier in out]
    for barrier, other in combinations(parts.barriers, 2):
        if clash(grid, barrier, other):
            reasons.append(
                Message("blockit.overlap", barrier=write_barrier(grid, barrier), other=write_barrier(grid, other))
            )
    used = barriers_each * len(colours) - sum(parts.left)
    if used != len(parts.barriers):
        reasons.append(
            Message("blockit.placed", barriers=Message("blockit.barriers", number=len(parts.barriers)), used=used)
        )
    last = (parts.seat - 1) % len(colours)
    for seat, square in enumerate(parts.pawns):
        if goals[seat] >> square & 1 and seat != last:
            names = {"seat": seat_title(colours[seat]), "last": seat_title(colours[last])}
            reasons.append(Message("blockit.moved_after", **names))
    return reasons


def closing(grid: Grid, state: Words, legal: Collection[Barrier | None]) -> list[Barrier]:
    """The barriers that overlap or cross nothing and are still illegal (B5)."""
    size = grid.columns
    taken = {cell for barrier in barriers_in(grid, state) for cell in covered(barrier, size)}
    free = [barrier for barrier in places(grid) if taken.isdisjoint(covered(barrier, size))]
    return [barrier for barrier in free if barrier not in legal]


def objection(grid: Grid, rules: BlockIt, colours: Sequence[str], state: Words, seat: int, text: str) -> str:
    """Why a well-formed move is not legal."""
    if text == "pass":
        return Message("blockit.objection.pass")
    barrier = read_barrier(grid, text)
    if barrier is None:
        return Message("blockit.objection.square")
    if leaves_board(grid, barrier):
        return Message("blockit.objection.outside")
    if left_in(state, rules.seats)[seat] == 0:
        return Message("blockit.objection.none_left")
    for other in barriers_in(grid, state):
        if clash(grid, barrier, other):
            return Message("blockit.objection.overlap", barrier=write_barrier(grid, other))
    move = (HORIZONTAL if barrier.horizontal else VERTICAL) << 8 | barrier.square
    shut = [seat_owner(colours[seat]) for seat in closed_in(rules, state, move)]
    return Message("blockit.objection.closes", owners=shut)
