"""Why a position of Block It is impossible, or a move not legal: sentences for people."""

from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np

from plyground.core.contract import Words
from plyground.core.text import Grid, counted
from plyground.games.blockit.board import Barrier, covered, leaves_board, places, write_barrier
from plyground.games.blockit.notation import Parts, barriers_in, left_in, read_barrier
from plyground.games.blockit.rules import HORIZONTAL, PASS, VERTICAL, BlockIt, has_way


def clash(grid: Grid, barrier: Barrier, other: Barrier) -> bool:
    """Whether two barriers overlap or cross (B4)."""
    size = grid.columns
    return not set(covered(barrier, size)).isdisjoint(covered(other, size))


def closed_in(rules: BlockIt, state: Words, move: int = PASS << 8) -> list[int]:
    """The seats whose pawn has no way to its goal, after a barrier if `move` places one (B5)."""
    return [seat for seat in range(rules.seats) if not has_way(rules, state, np.uint64(move), seat)]


def impossible_parts(
    grid: Grid, colours: Sequence[str], parts: Parts, barriers_each: int, goals: Sequence[int]
) -> list[str]:
    """What cannot be true of the parts of a position text (B1, B3, B4, B6)."""
    reasons = []
    if len(set(parts.pawns)) < len(parts.pawns):
        reasons.append("two pawns stand on one square")
    out = [barrier for barrier in parts.barriers if leaves_board(grid, barrier)]
    reasons += [f"{write_barrier(grid, barrier)} leaves the board" for barrier in out]
    for barrier, other in combinations(parts.barriers, 2):
        if clash(grid, barrier, other):
            reasons.append(f"{write_barrier(grid, barrier)} and {write_barrier(grid, other)} overlap or cross")
    used = barriers_each * len(colours) - sum(parts.left)
    if used != len(parts.barriers):
        reasons.append(f"{counted(len(parts.barriers), 'barrier')} placed, but the numbers left say {used}")
    last = (parts.seat - 1) % len(colours)
    for seat, square in enumerate(parts.pawns):
        if goals[seat] >> square & 1 and seat != last:
            reasons.append(
                f"{colours[seat].title()} stands on its goal side, but {colours[last].title()} moved after it"
            )
    return reasons


def closing(grid: Grid, state: Words, legal: Collection[Barrier | None]) -> list[Barrier]:
    """The barriers that would overlap and cross nothing and yet are not among the legal ones (B5)."""
    size = grid.columns
    taken = {cell for barrier in barriers_in(grid, state) for cell in covered(barrier, size)}
    free = [barrier for barrier in places(grid) if taken.isdisjoint(covered(barrier, size))]
    return [barrier for barrier in free if barrier not in legal]


def objection(grid: Grid, rules: BlockIt, colours: Sequence[str], state: Words, seat: int, text: str) -> str:
    """What is wrong with a well-formed move that is not legal."""
    if text == "pass":
        return "is only for a player with no other move"
    barrier = read_barrier(grid, text)
    if barrier is None:
        return "is not a square your pawn can go to"
    if leaves_board(grid, barrier):
        return "would leave the board"
    if left_in(state, rules.seats)[seat] == 0:
        return "is not possible: you have no barriers left"
    for other in barriers_in(grid, state):
        if clash(grid, barrier, other):
            return f"would overlap or cross {write_barrier(grid, other)}"
    move = (HORIZONTAL if barrier.horizontal else VERTICAL) << 8 | barrier.square
    shut = " and ".join(f"{colours[seat].title()}'s" for seat in closed_in(rules, state, move))
    return f"would close {shut} last way"
