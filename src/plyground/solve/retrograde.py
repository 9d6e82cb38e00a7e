"""Retrograde analysis: the value of every position of a component of sectors, ply by ply from the end.

A value is one number for the mover: `n + 1` for a win in n plies, `-(n + 1)` for a loss in n plies, `OPEN` while
neither is known; positions that stay open are draws, since neither side can force a win. A component is a strongly
connected component of the sectors: their moves lead to each other. The sectors its moves leave to are solved before.

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
from plyground.core.tablebase_values import DRAWN as DRAWN
from plyground.core.tablebase_values import HOLE as HOLE
from plyground.core.tablebase_values import OPEN as OPEN
from plyground.core.tablebase_values import Values as Values

OUTSIDE = 32766
"""A position outside the sectors."""
LONGEST = 32000
"""Values beyond this are not wins."""


class Component(NamedTuple):
    """The problem being solved: the game, and the values of all sectors in one array."""

    rules: Any
    numbering: Any
    values: Values
    marks: npt.NDArray[np.uint8]
    """Candidates for a loss among the positions of the component."""
    first: int
    """Start of the component's values, which corresponds to the first mark."""
    offsets: npt.NDArray[np.int64]
    """Start of each sector's values, or -1 if they are not loaded."""
    inside: npt.NDArray[np.uint8]
    """By sector: 1 if it belongs to the component."""


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
def place_of(component: Component, state: Words) -> int:
    """Index of the value of a state, or -1."""
    sector = sector_of(component.numbering, state)
    if sector < 0 or component.offsets[sector] < 0:
        return -1
    return component.offsets[sector] + index_in(component.numbering, sector, state)


@kernel
def value_of(component: Component, state: Words) -> int:
    """The value of a position as known so far."""
    place = place_of(component, state)
    return signed(component.values[place]) if place >= 0 else value_by_rules(component.rules, state)


@kernel
def is_inside(component: Component, state: Words) -> bool:
    """True if a position belongs to the component."""
    sector = sector_of(component.numbering, state)
    return sector >= 0 and component.inside[sector] != 0


@kernel
def look_outside(component: Component, scratch: Scratch) -> int:
    """The value of a position from the moves that leave the component: an upper bound for a win, a loss, or open."""
    count = moves(component.rules, scratch.state, scratch.out)
    best, worst, to_lose = LONGEST, 0, count > 0
    for i in range(count):
        play(component.rules, scratch.state, scratch.out[i], scratch.child)
        if is_inside(component, scratch.child):
            to_lose = False
            continue
        value = value_of(component, scratch.child)
        if value < 0:
            best = min(best, 1 - value)
        to_lose = to_lose and 0 < value < LONGEST
        worst = max(worst, value)
    if best < LONGEST:
        return best
    return -(worst + 1) if to_lose else OPEN


@inlined
def begin_at(component: Component, sector: int, leaves: bool, at: int, scratch: Scratch) -> int:
    """Write a number's value by the rules and the moves that leave the component; return its distance from `OPEN`."""
    value, distance = HOLE, 0
    if state_at(component.numbering, sector, at, scratch.state):
        value = value_by_rules(component.rules, scratch.state)
        if value == OUTSIDE:
            value = look_outside(component, scratch) if leaves else OPEN
        if value != DRAWN:
            distance = abs(value)
    component.values[component.offsets[sector] + at] = value
    return distance


@kernel
def begin_sector(component: Component, sector: int, leaves: bool, begin: int, end: int, scratch: Scratch) -> int:
    """Write the values known before the first ply; return the farthest."""
    farthest = 0
    for at in range(begin, end):
        farthest = max(farthest, begin_at(component, sector, leaves, at, scratch))
    return farthest


@inlined
def go_back_from(component: Component, sector: int, wanted: int, at: int, scratch: Scratch) -> None:
    """Go back from a position with the value `wanted`: its predecessors become wins or candidates for a loss."""
    values = component.values
    state_at(component.numbering, sector, at, scratch.state)
    for i in range(parents(component.numbering, component.rules, scratch.state, scratch.before)):
        place = place_of(component, scratch.before[i])
        known = signed(values[place])
        if wanted > 0:
            if known == OPEN:
                component.marks[place - component.first] = 1
        elif known == OPEN or 1 - wanted < known < LONGEST:
            values[place] = 1 - wanted


@kernel
def go_back(component: Component, sector: int, wanted: int, begin: int, end: int, scratch: Scratch) -> int:
    """Go back from all positions with the value `wanted`; return their number."""
    start, found = component.offsets[sector], 0
    for at in range(begin, end):
        if component.values[start + at] == wanted:
            found += 1
            go_back_from(component, sector, wanted, at, scratch)
    return found


@kernel
def loss_at(component: Component, level: int, scratch: Scratch) -> int:
    """The value of a position all of whose moves lose, those inside the component within `level` plies; else `OPEN`."""
    worst = 0
    count = moves(component.rules, scratch.state, scratch.out)
    for i in range(count):
        play(component.rules, scratch.state, scratch.out[i], scratch.child)
        value = value_of(component, scratch.child)
        if value <= 0 or value >= LONGEST or (value > level + 1 and is_inside(component, scratch.child)):
            return OPEN
        worst = max(worst, value)
    return -(worst + 1) if count > 0 else OPEN


@inlined
def is_candidate(component: Component, place: int, marked: bool) -> bool:
    """True if a position needs checking: open, and marked if marks are in use."""
    return component.values[place] == OPEN and (not marked or component.marks[place - component.first] != 0)


@inlined
def settle_at(component: Component, sector: int, level: int, at: int, scratch: Scratch) -> int:
    """Check a candidate for a loss; return the distance of its value from `OPEN`."""
    place = component.offsets[sector] + at
    component.marks[place - component.first] = 0
    state_at(component.numbering, sector, at, scratch.state)
    value = loss_at(component, level, scratch)
    component.values[place] = value
    return -value


@kernel
def settle(component: Component, sector: int, level: int, marked: bool, begin: int, end: int, scratch: Scratch) -> int:
    """Check the candidates for a loss, marked or all open ones; return the farthest value written."""
    start, farthest = component.offsets[sector], 0
    for at in range(begin, end):
        if is_candidate(component, start + at, marked):
            farthest = max(farthest, settle_at(component, sector, level, at, scratch))
    return farthest


@kernel
def wins_now(component: Component, level: int, scratch: Scratch) -> bool:
    """True if a move leads to a position lost in exactly `level` plies."""
    for i in range(moves(component.rules, scratch.state, scratch.out)):
        play(component.rules, scratch.state, scratch.out[i], scratch.child)
        if value_of(component, scratch.child) == -level - 1:
            return True
    return False


@inlined
def sweep_at(component: Component, sector: int, level: int, at: int, scratch: Scratch) -> int:
    """Check a position again, unless no shorter win is possible; return the distance written, 0 for none."""
    place = component.offsets[sector] + at
    known = signed(component.values[place])
    if known != OPEN and not level + 2 < known < LONGEST:
        return 0
    state_at(component.numbering, sector, at, scratch.state)
    if wins_now(component, level, scratch):
        component.values[place] = level + 2
        return level + 2
    if known != OPEN:
        return 0
    value = loss_at(component, level, scratch)
    component.values[place] = value
    return -value


@kernel
def sweep(component: Component, sector: int, level: int, begin: int, end: int, scratch: Scratch) -> int:
    """One ply for games without `parents`: check every open position again; return the farthest value written."""
    farthest = 0
    for at in range(begin, end):
        farthest = max(farthest, sweep_at(component, sector, level, at, scratch))
    return farthest


@inlined
def bin_of(value: int, middle: int) -> int:
    """Histogram bin of a value, with draws in the middle."""
    return middle if value == DRAWN else middle + value


@kernel
def add_up(
    component: Component,
    sector: int,
    orbits: npt.NDArray[np.int64],
    positions: npt.NDArray[np.int64],
    begin: int,
    end: int,
) -> None:
    """Count the values of a sector: orbits and positions of each, by value with draws in the middle."""
    start, middle = component.offsets[sector], len(orbits) // 2
    for at in range(begin, end):
        value = signed(component.values[start + at])
        if value == HOLE:
            continue
        place = bin_of(value, middle)
        orbits[place] += 1
        positions[place] += orbit_size(component.numbering, sector, at)


@kernel
def knows_parents(component: Component, sector: int, scratch: Scratch) -> bool:
    """True if the game has the rule `parents`, checked on the first position of a sector."""
    at = 0
    while not state_at(component.numbering, sector, at, scratch.state):
        at += 1
    return parents(component.numbering, component.rules, scratch.state, scratch.before) >= 0


@kernel
def moves_in(rules: Any, state: Words, out: Words) -> int:
    """Number of moves of a position, written into `out`; none once the game is over."""
    return moves(rules, state, out) if winner(rules, state) == NOBODY_YET else 0


class Questions(NamedTuple):
    """States to look up, and room for the answers."""

    states: Words
    numbers: npt.NDArray[np.int64]
    """By state: how many moves it has; for a look-up, where the values after its moves begin."""
    values: Values
    after: Values
    """The values after each move, for the next mover."""


@inlined
def count_moves_at(rules: Any, asked: Questions, at: int, out: Words) -> None:
    """Write the number of moves of a state."""
    asked.numbers[at] = moves_in(rules, asked.states[at], out)


@inlined
def look_up_at(component: Component, asked: Questions, at: int, scratch: Scratch) -> None:
    """Write the value of a state and those after each of its moves."""
    state, start = asked.states[at], asked.numbers[at]
    asked.values[at] = value_of(component, state)
    for i in range(moves_in(component.rules, state, scratch.out)):
        play(component.rules, state, scratch.out[i], scratch.child)
        asked.after[start + i] = value_of(component, scratch.child)


@kernel
def count_moves(rules: Any, asked: Questions, out: Words) -> None:
    """`count_moves_at` for all states."""
    for at in range(len(asked.states)):
        count_moves_at(rules, asked, at, out)


@kernel
def look_up(component: Component, asked: Questions, scratch: Scratch) -> None:
    """`look_up_at` for all states."""
    for at in range(len(asked.states)):
        look_up_at(component, asked, at, scratch)
