"""The heuristics of Hex: worked by hand on drawn positions, and against a naive count on random ones."""

from __future__ import annotations

import heapq
import itertools
import random
from typing import TYPE_CHECKING

import pytest
from tests.cases import random_line

import plyground
from plyground.core.bitset import wide
from plyground.core.contract import evaluate
from plyground.core.heuristic import HIGHEST_ESTIMATE, find_heuristic, heuristics_of
from plyground.games.hex.cells import BOTTOM, LEFT, RIGHT, TOP, second_row, third_row
from plyground.games.hex.heuristics import FARTHEST, FARTHEST_ON_LARGE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plyground import Position
    from plyground.core.bitset import Wide

    Cell = tuple[int, int]
    Board = dict[Cell, str]

SIZES = (3, 4, 7, 8, 9, 11, 13, 19)
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


SHAPES = [
    [(-1, 1), (0, 1)],
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-2, 2), (-1, 2), (0, 2), (1, 2)],
    [(-1, 0), (-2, 1), (-1, 1), (0, 1), (-3, 2), (-2, 2), (-1, 2), (0, 2)],
]
"""Empty cells, as columns right and rows down from a stone, that join it safely to the bottom."""


def estimate(position: Position, name: str) -> int:
    """What a heuristic with its usual weights says."""
    return int(evaluate(find_heuristic(position.game, name), position.game.rules, position.state))


def drawn(rows: str, mover: str) -> Position:
    """The position drawn row by row; the slant of the board does not matter."""
    lines = rows.split()
    return plyground.game("hex", size=len(lines)).position(f"{'/'.join(lines)} {mover}")


def board_of(position: Position) -> tuple[Board, str]:
    """The cells by column and row, and the mover, as the position's text tells."""
    rows, mover = str(position).split()
    cells = {(column, row): shown for row, line in enumerate(rows.split("/")) for column, shown in enumerate(line)}
    return cells, mover


def neighbours(board: Board, cell: Cell) -> list[Cell]:
    """The cells that a cell touches."""
    near = [(cell[0] + right, cell[1] + down) for right, down in AROUND]
    return [other for other in near if other in board]


def bridged(board: Board, cell: Cell) -> Iterator[Cell]:
    """The stones of the same colour that a stone has a bridge to."""
    for one, two in itertools.pairwise((*AROUND, AROUND[0])):
        carriers = [(cell[0] + one[0], cell[1] + one[1]), (cell[0] + two[0], cell[1] + two[1])]
        end = (cell[0] + one[0] + two[0], cell[1] + one[1] + two[1])
        if board[cell] != "." and board.get(end) == board[cell] and all(board.get(c) == "." for c in carriers):
            yield end


def on_side(board: Board, cell: Cell, side: list[Cell], *, bridges: bool) -> bool:
    """Whether a cell belongs to a side, or, if asked, is a stone with a bridge to it."""
    touching = [other for other in neighbours(board, cell) if other in side]
    by_bridge = board[cell] != "." and len(touching) == 2 and all(board[other] == "." for other in touching)
    return cell in side or (bridges and by_bridge)


def distance_min(board: Board, colour: str, *, bridges: bool) -> int:
    """Dijkstra from one side to the other: an own stone costs nothing, an empty cell one stone."""
    axis = 1 if colour == "r" else 0
    last = max(cell[1] for cell in board)
    first_side, second_side = ([cell for cell in board if cell[axis] == end] for end in (0, last))
    cost = {cell: int(board[cell] == ".") for cell in board if board[cell] in (".", colour)}
    found = {cell: cost[cell] for cell in cost if on_side(board, cell, first_side, bridges=bridges)}
    queue = [(stones, cell) for cell, stones in found.items()]
    heapq.heapify(queue)
    while queue:
        stones, cell = heapq.heappop(queue)
        if on_side(board, cell, second_side, bridges=bridges):
            return stones
        for other in (*neighbours(board, cell), *(bridged(board, cell) if bridges else ())):
            if other in cost and stones + cost[other] < found.get(other, len(board)):
                found[other] = stones + cost[other]
                heapq.heappush(queue, (found[other], other))
    raise AssertionError("an undecided board has a way for both")


def naive(position: Position, *, bridges: bool) -> int:
    """distanceMin(me) − ½ distanceMin(opponent), the smaller the better: doubled and turned round."""
    board, mover = board_of(position)
    other = "rb".replace(mover, "")
    return distance_min(board, other, bridges=bridges) - 2 * distance_min(board, mover, bridges=bridges)


@pytest.mark.parametrize("size", SIZES)
def test_published_heuristics_agree_with_a_naive_count(size: int) -> None:
    dice = random.Random(size)
    game = plyground.game("hex", size=size)
    seen = 0
    while seen < 30:
        for position, move in random_line(game, dice):
            if move is not None and dice.random() < 30 / size**2:
                assert estimate(position, "distance") == naive(position, bridges=False), str(position)
                assert estimate(position, "bridges") == naive(position, bridges=True), str(position)
                seen += 1


def test_on_the_empty_board_both_need_a_stone_in_each_row() -> None:
    for size in SIZES:
        start = plyground.game("hex", size=size).start()
        assert estimate(start, "distance") == estimate(start, "bridges") == size - 2 * size


def test_a_stone_saves_one_and_blocks_nobody_who_can_walk_past() -> None:
    position = drawn(
        """
        .....
        .....
        ..r..
        .....
        .....
        """,
        "b",
    )
    assert estimate(position, "distance") == 4 - 2 * 5
    assert estimate(position, "bridges") == 4 - 2 * 5


def test_the_shortest_chain_may_wind() -> None:
    position = drawn(
        """
        rr...
        bbbb.
        ...r.
        r....
        .....
        """,
        "r",
    )
    # Red: e1, e2, then d3 stands, and one stone in each of the last two rows. Blue: only e2 is missing.
    assert estimate(position, "distance") == 1 - 2 * 4


def test_bridges_join_stones_to_each_other_and_to_their_side() -> None:
    position = drawn(
        """
        .....
        ...r.
        .b...
        ..r.b
        .....
        """,
        "b",
    )
    # Red: d2 has a bridge to the top, c4 to the bottom, and d2-c4 is a bridge over c3 and d3: joined.
    # Without bridges: one stone in rows 1, 3 and 5. Blue: a3, c3, d3 and e3, or without a3, as b3 has a bridge too.
    assert estimate(position, "distance") == 3 - 2 * 4
    assert estimate(position, "bridges") == 0 - 2 * 3


def test_a_bridge_with_a_stone_in_it_is_none() -> None:
    position = drawn(
        """
        .....
        ...r.
        .bb..
        ..r..
        .....
        """,
        "r",
    )
    assert estimate(position, "distance") == 3 - 2 * 3
    assert estimate(position, "bridges") == 2 - 2 * 1  # Blue: b3 has a bridge to the left, d3 and e3 are missing


def test_the_second_row_has_no_bridge_to_its_side_in_the_acute_corner() -> None:
    position = drawn(
        """
        ...
        ..r
        b..
        """,
        "r",
    )
    # c2 touches only c1 of the top side, but b3 and c3 below.
    assert estimate(position, "distance") == 2 - 2 * 2
    assert estimate(position, "bridges") == 2 - 2 * 1


def test_the_heuristics_are_known_by_name() -> None:
    game = plyground.game("hex")
    assert {"distance", "bridges", "strong"} <= set(heuristics_of(game))


def seen_from_behind(position: Position) -> str:
    """The same position turned by half a turn."""
    rows, mover = str(position).split()
    return f"{rows[::-1]} {mover}"


def with_colours_exchanged(position: Position) -> str:
    """The mirror image in the long diagonal, where each has the other's stones and sides."""
    rows, mover = str(position).translate(str.maketrans("rb", "br")).split()
    return f"{'/'.join(map(''.join, zip(*rows.split('/'), strict=True)))} {mover}"


@pytest.mark.parametrize("size", SIZES)
def test_no_heuristic_minds_how_the_board_is_turned(size: int) -> None:
    dice = random.Random(size)
    game = plyground.game("hex", size=size)
    for position, move in itertools.islice(random_line(game, dice), 1, None, 5):
        if move is not None:
            for name, twin in itertools.product(heuristics_of(game), (seen_from_behind, with_colours_exchanged)):
                assert estimate(game.position(twin(position)), name) == estimate(position, name), str(position)


def cells_in(size: int, words: Wide) -> list[Cell]:
    """The cells of a wide set."""
    bits = sum(int(word) << (64 * index) for index, word in enumerate(words))
    return [(index % size, index // size) for index in range(size * size) if bits >> index & 1]


def reaches(board: Board, stone: Cell, colour: str, side: list[Cell]) -> bool:
    """Whether a chain joins a stone to a side."""
    seen, waiting = {stone}, [stone]
    while waiting:
        fresh = {cell for cell in neighbours(board, waiting.pop()) if board[cell] == colour} - seen
        seen |= fresh
        waiting += fresh
    return not seen.isdisjoint(side)


def holds(board: Board, stone: Cell, side: list[Cell], free: list[Cell]) -> bool:
    """Whether Red, with Blue to move, can join a stone to a side using only the free cells."""
    if reaches(board, stone, "r", side):
        return True
    for lost in free:
        rest = [cell for cell in free if cell != lost]
        answers = ((board | {lost: "b", answer: "r"}, [c for c in rest if c != answer]) for answer in rest)
        if not any(holds(after, stone, side, left) for after, left in answers):
            return False
    return bool(free)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_safe_shapes_at_a_side_hold_against_every_attack(shape: list[Cell]) -> None:
    board = {(column, row): "b" for column in range(7) for row in range(7)}
    stone = (4, 6 - max(down for _, down in shape))
    free = [(stone[0] + right, stone[1] + down) for right, down in shape]
    bottom = [(column, 6) for column in range(7)]
    assert holds(board | dict.fromkeys(free, ".") | {stone: "r"}, stone, bottom, free)


def shown_at(shape: list[Cell], which: int) -> list[Cell]:
    """A shape above the bottom as it looks at another side: half a turn, or mirrored in the long diagonal."""
    turned = shape if which in (BOTTOM, RIGHT) else [(-right, -down) for right, down in shape]
    return turned if which in (BOTTOM, TOP) else [(down, right) for right, down in turned]


def has_shape(empty: set[Cell], cell: Cell, which: int, size: int, shapes: list[list[Cell]]) -> bool:
    """Whether a cell has around it one of the shapes, in full, that rest on a side."""
    deep = max(down for _, down in shapes[0])
    axis, line = (1 if which in (TOP, BOTTOM) else 0), (deep if which in (TOP, LEFT) else size - 1 - deep)
    return cell[axis] == line and any(
        all((cell[0] + right, cell[1] + down) in empty for right, down in shown_at(shape, which)) for shape in shapes
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_safe_shapes_are_found_at_every_side(size: int) -> None:
    dice = random.Random(size)
    rules = plyground.game("hex", size=size).rules
    cells = [(index % size, index // size) for index in range(size * size)]
    for which in (TOP, LEFT, BOTTOM, RIGHT):
        empty = {cell for cell in cells if dice.random() < 0.9}
        packed = wide(sum(1 << (row * size + column) for column, row in empty), len(rules.cells))
        for found, shapes in ((second_row, SHAPES[:1]), (third_row, SHAPES[1:])):
            expected = [cell for cell in cells if has_shape(empty, cell, which, size, shapes)]
            assert cells_in(size, found(rules, packed, which)) == expected


def naive_steps(board: Board, colour: str, which: int) -> dict[Cell, int]:
    """Dijkstra from a side: stones that join a cell to it, its own included, when bridges and safe shapes hold."""
    size, empty = max(cell[1] for cell in board) + 1, {cell for cell in board if board[cell] == "."}
    axis, line = (1 if which in (TOP, BOTTOM) else 0), (0 if which in (TOP, LEFT) else size - 1)
    shapes = (SHAPES[:1], SHAPES[1:])
    begin = [c for c in board if c[axis] == line or any(has_shape(empty, c, which, size, each) for each in shapes)]
    cost = {cell: int(board[cell] == ".") for cell in board if board[cell] in (".", colour)}
    found = {cell: cost[cell] for cell in begin if cell in cost}
    queue = [(stones, cell) for cell, stones in found.items()]
    heapq.heapify(queue)
    while queue:
        stones, cell = heapq.heappop(queue)
        for other in (*neighbours(board, cell), *bridge_ends(cell, empty)):
            if other in cost and stones + cost[other] < found.get(other, len(board)):
                found[other] = stones + cost[other]
                heapq.heappush(queue, (found[other], other))
    return found


def bridge_ends(cell: Cell, empty: set[Cell]) -> Iterator[Cell]:
    """What is a bridge away from a cell, whatever stands there."""
    for one, two in itertools.pairwise((*AROUND, AROUND[0])):
        if {(cell[0] + one[0], cell[1] + one[1]), (cell[0] + two[0], cell[1] + two[1])} <= empty:
            yield (cell[0] + one[0] + two[0], cell[1] + one[1] + two[1])


def naive_prospects(board: Board, colour: str, first: int) -> tuple[int, int]:
    """The prospects of a player with the usual weights, and the stones that are needed."""
    there, back = naive_steps(board, colour, first), naive_steps(board, colour, first ^ 2)
    if any(there.get(cell) == 0 == back.get(cell) for cell in board):
        return -distance_min(board, colour, bridges=False), 0
    ways = [there[cell] + back[cell] for cell in there if cell in back and board[cell] == "."]
    h, total = find_heuristic(plyground.game("hex"), "strong"), min(ways)
    worth = h.best * ways.count(total) + h.next_best * ways.count(total + 1) - h.stone * (total - 1)
    return worth, total - 1


def winding(size: int, walls: list[int], last_gap: int) -> Position:
    """Red has to wind through the gaps of Blue's walls, right and left in turn; the last one is where it is told."""
    rows = ["." * size] * size
    for number, row in enumerate(walls):
        gap = last_gap if row == walls[-1] else (size - 1) * (1 - number % 2)
        rows[row] = "b" * gap + "." + "b" * (size - 1 - gap)
    for place in range(len(walls) * (size - 1)):  # as many stones of Red's, along the bottom
        row, column = size - 1 - place // size, place % size
        rows[row] = rows[row][:column] + "r" + rows[row][column + 1 :]
    return plyground.game("hex", size=size, swap="off").position(f"{'/'.join(rows)} r")


@pytest.mark.parametrize(("size", "walls"), [(13, [2, 5, 8]), (19, [4, 10]), (19, [5, 12])])
def test_strong_tells_ways_apart_however_long_they_are_on_large_boards(size: int, walls: list[int]) -> None:
    needed, h = set(), find_heuristic(plyground.game("hex"), "strong")
    for gap in range(0, size, 2):
        position = winding(size, walls, gap)
        board, _ = board_of(position)
        (mine, stones), (theirs, _) = naive_prospects(board, "r", TOP), naive_prospects(board, "b", LEFT)
        assert estimate(position, "strong") == mine - theirs + h.tempo, str(position)
        needed.add(stones)
    assert FARTHEST < max(needed) < FARTHEST_ON_LARGE
    assert len([stones for stones in needed if stones >= FARTHEST]) > 2


@pytest.mark.parametrize("size", SIZES)
def test_every_estimate_is_modest_even_when_the_game_is_over(size: int) -> None:
    dice = random.Random(size)
    for position, _ in random_line(plyground.game("hex", size=size), dice):
        for name in heuristics_of(position.game):
            assert abs(estimate(position, name)) < HIGHEST_ESTIMATE // 2
