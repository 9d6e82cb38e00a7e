"""Estimates of a Block It position, for the mover.

With more than two players, "the opponent's" distance is that of the opponent closest to their goal.
"""

from typing import Any, NamedTuple

from plyground.core.bitset import Wide, common, is_empty, meet, minus, single, size_of
from plyground.core.contract import Words, contract, rule
from plyground.core.heuristic import heuristic
from plyground.core.jit import kernel
from plyground.games.blockit.astar import astar_length
from plyground.games.blockit.rules import (
    barriers_left,
    open_ways,
    pawn,
    seat_to_move,
)
from plyground.games.blockit.ways import (
    BlockIt,
    OpenWays,
    goal,
    grown,
    straight_distance,
    straight_way_open,
)

DETOUR = 2
"""A way at most this much longer still counts as an alternative."""


class Competitive(NamedTuple):
    """Straight-line distance to the goal side: the opponent's minus mine."""

    mine: int = 1
    theirs: int = 1


class Path(NamedTuple):
    """Length of the shortest path to the goal around the barriers: the opponent's minus mine."""

    mine: int = 1
    theirs: int = 1


class Astar(NamedTuple):
    """Like `path`, but searched by A*: the same values at the cost that the published report measured."""

    mine: int = 1
    theirs: int = 1


class Strong(NamedTuple):
    """Shortest paths, barriers in hand, alternative paths to the goal, and races that can no longer be stopped."""

    step: int = 44
    """For each step that my way is shorter than that of the opponent who is best off, my rival."""
    barrier: int = 115
    """For each barrier that I have left and my rival has not."""
    late: int = 3
    """A player this many steps from the goal is hard to stop: barriers against them lose their value bit by bit."""
    gate: int = 4
    """For each square of my goal side that is at most `DETOUR` steps farther than the nearest."""
    race: int = 290
    """For being ahead when the others have no barrier left."""
    tempo: int = 15
    """For having the move."""


class Outlook(NamedTuple):
    """A pawn's shortest way: its length, and the number of goal squares about as near."""

    steps: int
    gates: int


@kernel
def steps_to(rules: BlockIt, ways: OpenWays, square: int, target: Wide) -> int:
    """Length of a shortest way from a square to the target; more than any way if there is none."""
    reached = single(rules.corners, square)
    steps = 0
    while not meet(reached, target):
        wider = grown(rules, ways, reached)
        if is_empty(minus(wider, reached)):
            return rules.columns * rules.rows
        reached = wider
        steps += 1
    return steps


@contract
def distance(h: Any, rules: BlockIt, state: Words, ways: OpenWays, seat: int) -> int:  # type: ignore[empty-body]
    """How far a pawn is from its goal side, as the published estimate `h` sees it."""


@rule(distance)
def straight(h: Competitive, rules: BlockIt, state: Words, ways: OpenWays, seat: int) -> int:
    """As the crow flies."""
    return straight_distance(rules, seat, pawn(rules, state, seat))


@rule(distance)
def around(h: Path, rules: BlockIt, state: Words, ways: OpenWays, seat: int) -> int:
    """Around the barriers, by a flood over the whole board at once; pawns do not count as obstacles."""
    square = pawn(rules, state, seat)
    if straight_way_open(rules, ways, seat, square):
        return straight_distance(rules, seat, square)
    return steps_to(rules, ways, square, goal(rules, seat))


@rule(distance)
def around_by_astar(h: Astar, rules: BlockIt, state: Words, ways: OpenWays, seat: int) -> int:
    """The same length, by A*."""
    return astar_length(rules, ways, seat, pawn(rules, state, seat))


def lead(h: Any, rules: BlockIt, state: Words) -> int:
    """(size − mine) − (size − the opponent's)."""
    me = seat_to_move(rules, state)
    ways = open_ways(rules, state)
    nearest = rules.columns * rules.rows
    for seat in range(rules.seats):
        if seat != me:
            nearest = min(nearest, distance(h, rules, state, ways, seat))
    return h.theirs * nearest - h.mine * distance(h, rules, state, ways, me)


for published in (Competitive, Path, Astar):
    heuristic(published, game="blockit", name=published.__name__.lower())(lead)


@kernel
def outlook(rules: BlockIt, state: Words, ways: OpenWays, seat: int) -> Outlook:
    """The distance of a pawn from its goal side, and the number of goal squares at most `DETOUR` steps farther."""
    target = goal(rules, seat)
    reached = single(rules.corners, pawn(rules, state, seat))
    steps = 0
    while not meet(reached, target):
        wider = grown(rules, ways, reached)
        if is_empty(minus(wider, reached)):
            return Outlook(rules.columns * rules.rows, 0)
        reached = wider
        steps += 1
    for _ in range(DETOUR):
        reached = grown(rules, ways, reached)
    return Outlook(steps, size_of(common(reached, target)))


@kernel
def barriers_of_others(rules: BlockIt, state: Words, me: int) -> int:
    """Number of barriers that all other players have left."""
    total = 0
    for seat in range(rules.seats):
        if seat != me:
            total += barriers_left(rules, state, seat)
    return total


@kernel
def duel(h: Strong, rules: BlockIt, state: Words, me: int, mine: Outlook, rival: int, theirs: Outlook) -> int:
    """The estimate against one opponent."""
    value = h.step * (theirs.steps - mine.steps) + h.gate * (mine.gates - theirs.gates)
    value += h.barrier * barriers_left(rules, state, me) * min(theirs.steps, h.late) // max(h.late, 1)
    value -= h.barrier * barriers_left(rules, state, rival) * min(mine.steps, h.late) // max(h.late, 1)
    if mine.steps <= theirs.steps and barriers_of_others(rules, state, me) == 0:
        value += h.race
    if theirs.steps < mine.steps and barriers_of_others(rules, state, rival) == 0:
        value -= h.race
    return value + h.tempo


@heuristic(Strong, game="blockit")
def strong(h: Strong, rules: BlockIt, state: Words) -> int:
    """The duel with the opponent who is best off; of several, the one who is the first to move."""
    me = seat_to_move(rules, state)
    ways = open_ways(rules, state)
    rival = me
    theirs = Outlook(rules.columns * rules.rows, 0)
    for turn in range(1, rules.seats):
        seat = (me + turn) % rules.seats
        found = outlook(rules, state, ways, seat)
        if rival == me or found.steps < theirs.steps:
            rival, theirs = seat, found
    return duel(h, rules, state, me, outlook(rules, state, ways, me), rival, theirs)
