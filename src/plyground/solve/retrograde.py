"""Retrograde analysis: the value of every position of a circle of sectors, ply by ply from the end.

A value is one number for the mover: `n + 1` for a win in n plies, `-(n + 1)` for a loss in n plies, `OPEN` while
neither is known; positions that stay open are draws, since neither side can force a win. A circle is a set of sectors
whose moves lead to each other; the sectors its moves leave to are solved before.

Ply by ply, the predecessors of a lost position become wins, and the predecessors of a won position become candidates
for a loss, which are checked by generating their moves. Threads share the arrays without locks: within a pass they
write only values on which all would agree, and read none that another may be writing.

The steps for one number (`begin_at`, `go_back_from`, `settle_at`, `sweep_at`) compile for a GPU as well (cuda.py).
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.bits import signed
from plyground.core.contract import Words, mover, moves, play, winner
from plyground.core.jit import inlined, kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.sectors import index_in, orbit_size, parents, sector_of, state_at

Values = npt.NDArray[np.int16]

OPEN = 0
HOLE = -32768
"""A number without a position."""
DRAWN = 32767
"""A position drawn by the rules themselves."""
OUTSIDE = 32766
"""A position outside the sectors."""
LONGEST = 32000
"""Values beyond this are not wins."""


class Circle(NamedTuple):
    """The problem being solved: the game, and the values of all sectors in one array."""

    rules: Any
    numbering: Any
    values: Values
    marks: npt.NDArray[np.uint8]
    """Candidates for a loss among the positions of the circle."""
    first: int
    """Start of the circle's values, which corresponds to the first mark."""
    offsets: npt.NDArray[np.int64]
    """Start of each sector's values, or -1 if they are not loaded."""
    inside: npt.NDArray[np.uint8]
    """By sector: 1 if it belongs to the circle."""


class Scratch(NamedTuple):
    """Scratch memory for one thread."""

    state: Words
    child: Words
    out: Words
    before: npt.NDArray[np.uint64]


@kernel
def value_by_rules(rules: Any, state: Words) -> int:
    """The value of a position decided by the rules; `OUTSIDE` for any other."""
    decided = winner(rules, state)
    if decided == NOBODY_YET:
        return OUTSIDE
    if decided == DRAW:
        return DRAWN
    return 1 if decided == mover(rules, state) else -1


@kernel
def place_of(circle: Circle, state: Words) -> int:
    """Index of the value of a state, or -1."""
    sector = sector_of(circle.numbering, state)
    if sector < 0 or circle.offsets[sector] < 0:
        return -1
    return circle.offsets[sector] + index_in(circle.numbering, sector, state)


@kernel
def value_of(circle: Circle, state: Words) -> int:
    """The value of a position as known so far."""
    place = place_of(circle, state)
    return signed(circle.values[place]) if place >= 0 else value_by_rules(circle.rules, state)


@kernel
def is_inside(circle: Circle, state: Words) -> bool:
    """True if a position belongs to the circle."""
    sector = sector_of(circle.numbering, state)
    return sector >= 0 and circle.inside[sector] != 0


@kernel
def look_outside(circle: Circle, scratch: Scratch) -> int:
    """The value of a position from the moves that leave the circle: an upper bound for a win, a loss, or open."""
    count = moves(circle.rules, scratch.state, scratch.out)
    best, worst, to_lose = LONGEST, 0, count > 0
    for i in range(count):
        play(circle.rules, scratch.state, scratch.out[i], scratch.child)
        if is_inside(circle, scratch.child):
            to_lose = False
            continue
        value = value_of(circle, scratch.child)
        if value < 0:
            best = min(best, 1 - value)
        to_lose = to_lose and 0 < value < LONGEST
        worst = max(worst, value)
    if best < LONGEST:
        return best
    return -(worst + 1) if to_lose else OPEN


@inlined
def begin_at(circle: Circle, sector: int, leaves: bool, at: int, scratch: Scratch) -> int:
    """Write the value of a number by the rules and the moves that leave the circle; return its distance from `OPEN`."""
    value, distance = HOLE, 0
    if state_at(circle.numbering, sector, at, scratch.state):
        value = value_by_rules(circle.rules, scratch.state)
        if value == OUTSIDE:
            value = look_outside(circle, scratch) if leaves else OPEN
        if value != DRAWN:
            distance = abs(value)
    circle.values[circle.offsets[sector] + at] = value
    return distance


@kernel
def begin_sector(circle: Circle, sector: int, leaves: bool, begin: int, end: int, scratch: Scratch) -> int:
    """Write the values known before the first ply; return the farthest."""
    farthest = 0
    for at in range(begin, end):
        farthest = max(farthest, begin_at(circle, sector, leaves, at, scratch))
    return farthest


@inlined
def go_back_from(circle: Circle, sector: int, wanted: int, at: int, scratch: Scratch) -> None:
    """Go back from a position with the value `wanted`: its predecessors become wins or candidates for a loss."""
    values = circle.values
    state_at(circle.numbering, sector, at, scratch.state)
    for i in range(parents(circle.numbering, circle.rules, scratch.state, scratch.before)):
        place = place_of(circle, scratch.before[i])
        known = signed(values[place])
        if wanted > 0:
            if known == OPEN:
                circle.marks[place - circle.first] = 1
        elif known == OPEN or 1 - wanted < known < LONGEST:
            values[place] = 1 - wanted


@kernel
def go_back(circle: Circle, sector: int, wanted: int, begin: int, end: int, scratch: Scratch) -> int:
    """Go back from all positions with the value `wanted`; return their number."""
    start, found = circle.offsets[sector], 0
    for at in range(begin, end):
        if circle.values[start + at] == wanted:
            found += 1
            go_back_from(circle, sector, wanted, at, scratch)
    return found


@kernel
def loss_at(circle: Circle, level: int, scratch: Scratch) -> int:
    """The value of a position all of whose moves lose, those inside the circle within `level` plies; else `OPEN`."""
    worst = 0
    count = moves(circle.rules, scratch.state, scratch.out)
    for i in range(count):
        play(circle.rules, scratch.state, scratch.out[i], scratch.child)
        value = value_of(circle, scratch.child)
        if value <= 0 or value >= LONGEST or (value > level + 1 and is_inside(circle, scratch.child)):
            return OPEN
        worst = max(worst, value)
    return -(worst + 1) if count > 0 else OPEN


@inlined
def is_candidate(circle: Circle, place: int, marked: bool) -> bool:
    """True if a position needs checking: open, and marked if marks are in use."""
    return circle.values[place] == OPEN and (not marked or circle.marks[place - circle.first] != 0)


@inlined
def settle_at(circle: Circle, sector: int, level: int, at: int, scratch: Scratch) -> int:
    """Check a candidate for a loss; return the distance of its value from `OPEN`."""
    place = circle.offsets[sector] + at
    circle.marks[place - circle.first] = 0
    state_at(circle.numbering, sector, at, scratch.state)
    value = loss_at(circle, level, scratch)
    circle.values[place] = value
    return -value


@kernel
def settle(circle: Circle, sector: int, level: int, marked: bool, begin: int, end: int, scratch: Scratch) -> int:
    """Check the candidates for a loss, marked or all open ones; return the farthest value written."""
    start, farthest = circle.offsets[sector], 0
    for at in range(begin, end):
        if is_candidate(circle, start + at, marked):
            farthest = max(farthest, settle_at(circle, sector, level, at, scratch))
    return farthest


@kernel
def wins_now(circle: Circle, level: int, scratch: Scratch) -> bool:
    """True if a move leads to a position lost in exactly `level` plies."""
    for i in range(moves(circle.rules, scratch.state, scratch.out)):
        play(circle.rules, scratch.state, scratch.out[i], scratch.child)
        if value_of(circle, scratch.child) == -level - 1:
            return True
    return False


@inlined
def sweep_at(circle: Circle, sector: int, level: int, at: int, scratch: Scratch) -> int:
    """Check a position again, unless no shorter win is possible; return the distance written, 0 for none."""
    place = circle.offsets[sector] + at
    known = signed(circle.values[place])
    if known != OPEN and not level + 2 < known < LONGEST:
        return 0
    state_at(circle.numbering, sector, at, scratch.state)
    if wins_now(circle, level, scratch):
        circle.values[place] = level + 2
        return level + 2
    if known != OPEN:
        return 0
    value = loss_at(circle, level, scratch)
    circle.values[place] = value
    return -value


@kernel
def sweep(circle: Circle, sector: int, level: int, begin: int, end: int, scratch: Scratch) -> int:
    """One ply for games without `parents`: check every open position again; return the farthest value written."""
    farthest = 0
    for at in range(begin, end):
        farthest = max(farthest, sweep_at(circle, sector, level, at, scratch))
    return farthest


@inlined
def bin_of(value: int, middle: int) -> int:
    """Histogram bin of a value, with draws in the middle."""
    return middle if value == DRAWN else middle + value


@kernel
def add_up(
    circle: Circle, sector: int, orbits: npt.NDArray[np.int64], positions: npt.NDArray[np.int64], begin: int, end: int
) -> None:
    """Count the values of a sector: orbits and positions of each, by value with draws in the middle."""
    start, middle = circle.offsets[sector], len(orbits) // 2
    for at in range(begin, end):
        value = signed(circle.values[start + at])
        if value == HOLE:
            continue
        place = bin_of(value, middle)
        orbits[place] += 1
        positions[place] += orbit_size(circle.numbering, sector, at)


@kernel
def knows_parents(circle: Circle, sector: int, scratch: Scratch) -> bool:
    """True if the game has the rule `parents`, checked on the first position of a sector."""
    at = 0
    while not state_at(circle.numbering, sector, at, scratch.state):
        at += 1
    return parents(circle.numbering, circle.rules, scratch.state, scratch.before) >= 0
