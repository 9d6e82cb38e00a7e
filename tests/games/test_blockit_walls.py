"""Which barriers close a room, against walls joined barrier by barrier and rooms walked square by square."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

import plyground
from plyground import Position
from plyground.core.contract import Words
from plyground.core.jit import kernel
from plyground.games.blockit.rules import placed_barriers
from plyground.games.blockit.walls import FEWEST_IN_A_RING, joined_to_border, room_closers
from plyground.games.blockit.ways import BlockIt

Point = tuple[int, int]
BOARDS = [
    {"rules": "quoridor"},
    {"size": 5, "rules": "quoridor"},
    {"columns": 3, "rows": 6},
    {"size": 13, "colours": "red,green,blue,yellow"},
]


@kernel
def write_walls(rules: BlockIt, state: Words, out: Words) -> None:
    """Write the barriers joined to the border and the places of room closers, as four sets."""
    barriers, words = placed_barriers(rules, state), len(rules.corners)
    joined, closers = joined_to_border(rules, barriers), room_closers(rules, barriers)
    for index in range(words):
        out[index], out[words + index] = joined.horizontal[index], joined.vertical[index]
        out[2 * words + index], out[3 * words + index] = closers.horizontal[index], closers.vertical[index]


def walls_of(position: Position) -> tuple[set[str], set[str]]:
    """The barriers joined to the border, and the places of room closers, by name."""
    rules = position.game.rules
    words = len(rules.corners)
    out = np.zeros((4, words), np.uint64)
    write_walls(rules, position.state, out.ravel())
    joined_lying, joined_standing, lying, standing = (squares(row, rules.columns) for row in out)
    return named(joined_lying, joined_standing), named(lying, standing)


def squares(row: Words, columns: int) -> set[str]:
    """The names of a set's squares."""
    numbers = [64 * index + at for index, word in enumerate(row) for at in range(64) if int(word) >> at & 1]
    return {f"{chr(ord('a') + number % columns)}{number // columns + 1}" for number in numbers}


def named(lying: set[str], standing: set[str]) -> set[str]:
    """Barriers by name."""
    return {f"{square}h" for square in lying} | {f"{square}v" for square in standing}


def points_of(barrier: str) -> set[Point]:
    """The two ends and the middle of a barrier; the lower left corner of the board is (0, 0)."""
    column, row = ord(barrier[0]) - ord("a") + 1, int(barrier[1:-1])
    return {(column + by, row) if barrier.endswith("h") else (column, row + by) for by in (-1, 0, 1)}


def border(position: Position) -> set[Point]:
    """The points of the border."""
    columns, rows = position.game.rules.columns, position.game.rules.rows
    return {(x, y) for x in range(columns + 1) for y in range(rows + 1) if x in (0, columns) or y in (0, rows)}


def joined(position: Position, placed: set[str]) -> set[str]:
    """The barriers joined to the border, one after another."""
    found: set[str] = set()
    points = border(position)
    while more := {barrier for barrier in placed - found if points_of(barrier) & points}:
        found |= more
        points = points.union(*map(points_of, more))
    return found


def rooms(position: Position, placed: set[str]) -> int:
    """Number of rooms that barriers divide the board into."""
    sides = {(column, row) for column in range(position.game.rules.columns) for row in range(position.game.rules.rows)}
    halves = [sorted(points_of(barrier)) for barrier in placed]
    walls = {frozenset(half) for ends in halves for half in (ends[:2], ends[1:])}
    count = 0
    while sides:
        count, front = count + 1, [sides.pop()]
        while front:
            x, y = front.pop()
            edges = {(x, y + 1): ((x, y + 1), (x + 1, y + 1)), (x, y - 1): ((x, y), (x + 1, y)),
                     (x + 1, y): ((x + 1, y), (x + 1, y + 1)), (x - 1, y): ((x, y), (x, y + 1))}  # fmt: skip
            ahead = [to for to, edge in edges.items() if to in sides and frozenset(edge) not in walls]
            sides -= set(ahead)
            front += ahead
    return count


def positions(options: dict[str, int | str]) -> Iterator[tuple[Position, set[str], list[str]]]:
    """Positions of random games with many barriers, their barriers, and the legal places for another."""
    dice = random.Random(11)
    for _ in range(5):
        position = plyground.game("blockit", **options).start()
        while position.outcome is None:
            barriers = [str(move) for move in position.moves if str(move)[-1] in "hv"]
            placed = str(position).split()[2]
            yield position, set() if placed == "-" else set(placed.split(",")), barriers
            if not barriers:
                break
            position = position.play(dice.choice(barriers))


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_a_barrier_closes_a_room_only_where_it_is_said(options: dict[str, int | str]) -> None:
    """Anywhere else it can be walked around; and with few barriers away from the border, it always closes one."""
    dice, closing, allowed = random.Random(3), 0, 0
    for position, placed, places in positions(options):
        held, closers = walls_of(position)
        assert held == joined(position, placed)
        before = rooms(position, placed)
        for barrier in dice.sample(places, min(len(places), 30)):
            closes = rooms(position, placed | {barrier}) > before
            assert barrier in closers or not closes
            if len(placed - held) < FEWEST_IN_A_RING - 1:
                assert closes == (barrier in closers)
            closing, allowed = closing + closes, allowed + (not closes)
    assert min(closing, allowed) > 10


@pytest.mark.parametrize("last", ["d5v", "e4h", "e6h", "f5v"])
def test_a_ring_away_from_the_border_is_a_room(last: str) -> None:
    ring = {"d5v", "e4h", "e6h", "f5v"} - {last}
    position = plyground.game("blockit").position(f"a5,i5 4,3 {','.join(sorted(ring))} r")
    assert walls_of(position)[0] == set()
    assert last in walls_of(position)[1]
