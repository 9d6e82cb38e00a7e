"""The way that Block It finds for each pawn, open from end to end; shortest ways; and the barriers."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest

import plyground
from plyground import Position
from plyground.core.bitset import single
from plyground.core.contract import Words
from plyground.core.jit import kernel
from plyground.games.blockit.rules import open_ways, pawn
from plyground.games.blockit.ways import BlockIt, OpenWays, goal, shortest_way, some_way

BOARDS = [{"rules": "quoridor"}, {"size": 5, "rules": "quoridor"}, {"size": 9, "colours": "red,green,blue,yellow"}]


@dataclass(frozen=True)
class Edges:
    """Open edges as sets of the squares south and west of them."""

    columns: int
    north: set[int]
    east: set[int]

    @property
    def count(self) -> int:
        """Number of edges."""
        return len(self.north) + len(self.east)

    def neighbours(self, square: int) -> set[int]:
        """The squares one step from a square."""
        upright = {square + self.columns: square, square - self.columns: square - self.columns}
        across = {square + 1: square, square - 1: square - 1}
        return {to for to, edge in upright.items() if edge in self.north} | {
            to for to, edge in across.items() if edge in self.east
        }

    def distance(self, start: int, target: set[int]) -> int:
        """Number of steps to the target, by breadth; -1 if there is no way."""
        steps, reached, ring = 0, {start}, {start}
        while ring and not ring & target:
            ring = {to for square in ring for to in self.neighbours(square)} - reached
            reached, steps = reached | ring, steps + 1
        return steps if ring else -1

    def closed_by(self, barrier: str) -> "Edges":
        """These edges after one more barrier."""
        square = (int(barrier[1:-1]) - 1) * self.columns + ord(barrier[0]) - ord("a")
        if barrier.endswith("h"):
            return replace(self, north=self.north - {square, square + 1})
        return replace(self, east=self.east - {square, square + self.columns})


@kernel
def write(out: Words, edges: OpenWays) -> None:
    """Write both sets of edges, two words each."""
    for index in range(len(edges.north)):
        out[index], out[2 + index] = edges.north[index], edges.east[index]


@kernel
def write_ways(rules: BlockIt, state: Words, seat: int, out: Words) -> int:
    """Write all open edges, a seat's way and a shortest way; return the pawn's square."""
    ways, square = open_ways(rules, state), pawn(rules, state, seat)
    write(out[0:4], ways)
    write(out[4:8], some_way(rules, ways, seat, square))
    shortest = shortest_way(rules, ways, single(rules.corners, square), goal(rules, seat))
    write(out[8:12], OpenWays(shortest.north, shortest.east))
    return square


def edges_of(position: Position, seat: int) -> tuple[int, list[Edges]]:
    """A pawn's square, then all open edges, its way and a shortest way."""
    rules = position.game.rules
    out = np.zeros(12, np.uint64)
    square = write_ways(rules, position.state, seat, out)
    sets = [squares(out[at : at + 2]) for at in range(0, 12, 2)]
    return square, [Edges(rules.columns, *sets[at : at + 2]) for at in range(0, 6, 2)]


def squares(words: Words) -> set[int]:
    """The numbers of a set's squares."""
    return {64 * index + at for index, word in enumerate(words) for at in range(64) if int(word) >> at & 1}


def goal_squares(position: Position, seat: int) -> set[int]:
    """A seat's goal side."""
    rules = position.game.rules
    words = len(rules.corners)
    return squares(rules.goals[seat * words : (seat + 1) * words])


def positions(options: dict[str, int | str]) -> Iterator[Position]:
    """Positions of random games with many barriers."""
    dice = random.Random(7)
    for _ in range(8):
        position = plyground.game("blockit", **options).start()
        for _ in range(40):
            barriers = [move for move in position.moves if str(move)[-1] in "hv"]
            position = position.play(dice.choice(barriers if barriers and dice.random() < 0.9 else position.moves))
            if position.outcome is not None:
                break
            yield position


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_a_way_is_open_and_leads_to_the_goal(options: dict[str, int | str]) -> None:
    bent = 0
    for position in positions(options):
        for seat in range(position.game.rules.seats):
            square, (ways, some, shortest) = edges_of(position, seat)
            target = goal_squares(position, seat)
            for way in (some, shortest):
                assert way.north <= ways.north
                assert way.east <= ways.east
                assert way.count == way.distance(square, target), "no edge is beside the way"
                bent += bool(way.north and way.east)
            assert shortest.count == ways.distance(square, target) <= some.count
    assert bent > 20, "too few of the ways turn a corner"


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_a_free_place_is_refused_only_where_a_pawn_would_have_no_way(options: dict[str, int | str]) -> None:
    refused = 0
    for position in list(positions(options))[::4]:
        legal = {str(move) for move in position.moves if str(move)[-1] in "hv"}
        if not legal:
            continue
        seats = range(position.game.rules.seats)
        pawns = [(edges_of(position, seat)[0], goal_squares(position, seat)) for seat in seats]
        ways = edges_of(position, 0)[1][0]
        for barrier in free_places(position):
            leaves = all(ways.closed_by(barrier).distance(square, target) >= 0 for square, target in pawns)
            assert (barrier in legal) == leaves, (str(position), barrier)
            refused += not leaves
    assert refused > 0, "no place was refused"


def free_places(position: Position) -> list[str]:
    """The barriers that neither overlap nor cross another (B4), from the position's text."""
    columns = position.game.rules.columns
    placed = set(str(position).split()[2].split(","))
    names = [f"{chr(ord('a') + column)}{row}" for row in range(1, columns) for column in range(columns - 1)]
    found = []
    for name in names:
        column, row = name[0], int(name[1:])
        beside = {f"{chr(ord(column) + by)}{row}h" for by in (-1, 0, 1)}
        above = {f"{column}{row + by}v" for by in (-1, 0, 1)}
        found += [f"{name}h"] if not placed & (beside | {f"{name}v"}) else []
        found += [f"{name}v"] if not placed & (above | {f"{name}h"}) else []
    return found
