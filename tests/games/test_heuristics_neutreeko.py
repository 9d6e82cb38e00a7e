"""The estimates for Neutreeko: drawn positions worked out by hand, and a naive second opinion on random games."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.cases import random_line

import plyground
from plyground.core.contract import evaluate, passed
from plyground.core.heuristic import HIGHEST_ESTIMATE, find_heuristic, heuristics_of
from plyground.games.neutreeko.heuristics import H1, H4, Strong

if TYPE_CHECKING:
    from collections.abc import Callable

    from plyground import Position

    Square = tuple[int, int]
    Squares = list[Square]

GAME = plyground.game("neutreeko")
PUBLISHED = ["H1", "H2", "H3", "H4", "H5", "H6"]
NOTHING = Strong(*[0] * len(Strong._fields))

PAIR = "w..../...w./...../....b/.bb.w b"
GAP = "w..../b..w./...../...../.b.bw b"
GAP_IN_LINE = "w..../..bw./...../...../.b.bw b"
FILLED_GAP = "w..../b..w./...../...../.bwb. b"
GAPPED_TRIPLE = "w..../...w./...../...../bb.bw b"
FILLED_TRIPLE = "w..../...w./...../...../bbwb. b"
LONG_LINE = "w..../...w./...../....w/b.b.b b"


def drawn(text: str) -> Position:
    return GAME.position(text)


def value(heuristic: Any, position: Position) -> int:
    """The estimate by a heuristic, or by the one of that name."""
    chosen = find_heuristic(GAME, heuristic) if isinstance(heuristic, str) else heuristic
    return evaluate(chosen, GAME.rules, position.state)


def other_to_move(position: Position) -> Position:
    text, mover = str(position).split()
    return drawn(f"{text} {'w' if mover == 'b' else 'b'}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PAIR, (10, 10, 10, 10 + 2 * (5 - 6), 10, 10)),
        (GAP, (5, 5, 5, 5 + 2 * (5 - 6), 0, 5)),
        (GAP_IN_LINE, (5, 5, 7, 5 + 2 * (5 - 5), 0, 5)),
        (FILLED_GAP, (0, 0, 0, 2 * (5 - 6), 0, 0)),
        (GAPPED_TRIPLE, (15, 25, 17, 15 + 2 * (5 - 6), 10, 25)),
        (FILLED_TRIPLE, (10, 10, 10, 10 + 2 * (5 - 6), 10, 10)),
        (LONG_LINE, (10, 10, 14, 10 + 2 * (5 - 6), 0, 20)),
    ],
)
def test_a_drawn_position_has_the_value_worked_out_by_hand(text: str, expected: tuple[int, ...]) -> None:
    assert tuple(value(name, drawn(text)) for name in PUBLISHED) == expected


@pytest.mark.parametrize("text", ["..b../..b../b..../w...w/..w.. b", "..w../.b.../b..../w..b./....w b"])
def test_pairs_count_in_every_direction(text: str) -> None:
    assert value(H1(pair=1, gap=0), drawn(text)) == 1


def test_squares_far_apart_on_neighbouring_rows_are_no_pair() -> None:
    assert value(H1(pair=1, gap=1), drawn("..w../w...b/b..../...w./....b b")) == 0


def test_the_weight_of_the_distance_may_be_turned_round() -> None:
    assert value(H4(distance=-2), drawn(PAIR)) == 10 - 2 * (5 - 6)


def neighbours(one: Square, other: Square) -> bool:
    return one != other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def on_one_line(one: Square, other: Square) -> bool:
    across, up = abs(one[0] - other[0]), abs(one[1] - other[1])
    return across == 0 or up == 0 or across == up


def between(one: Square, other: Square) -> Squares:
    """The squares between two on one line."""
    length = max(abs(one[0] - other[0]), abs(one[1] - other[1]))
    right, up = (other[0] - one[0]) // length, (other[1] - one[1]) // length
    return [(one[0] + right * step, one[1] + up * step) for step in range(1, length)]


def naive_pairs(own: Squares, enemy: Squares) -> int:
    return sum(neighbours(*pair) for pair in combinations(own, 2))


def gap_of(one: Square, other: Square, taken: Squares) -> Square | None:
    """The empty square between two with just that between them."""
    way = between(one, other) if on_one_line(one, other) else []
    return way[0] if len(way) == 1 and way[0] not in taken else None


def naive_gaps(own: Squares, enemy: Squares) -> int:
    return sum(gap_of(*pair, own + enemy) is not None for pair in combinations(own, 2))


def naive_thirds(own: Squares, enemy: Squares) -> int:
    found = 0
    for one, other in combinations(own, 2):
        gap = gap_of(one, other, own + enemy)
        found += gap is not None and any(on_one_line(piece, gap) for piece in own if piece not in (one, other))
    return found


def outer_two(own: Squares) -> tuple[Square, Square] | None:
    """The ends of the line on which all three stand."""
    for one, other in combinations(own, 2):
        third = next(piece for piece in own if piece not in (one, other))
        if on_one_line(one, other) and third in between(one, other):
            return one, other
    return None


def naive_triples(own: Squares, enemy: Squares) -> int:
    way = between(*ends) if (ends := outer_two(own)) else []
    return int(len(way) == 2 and not set(way) & set(enemy))


def naive_lines(own: Squares, enemy: Squares) -> int:
    way = between(*ends) if (ends := outer_two(own)) else []
    return int(bool(way) and not set(way) & set(enemy))


def naive_nearness(own: Squares, enemy: Squares) -> int:
    return -sum(max(abs(column - 2), abs(row - 2)) for column, row in own)


FEATURES: dict[str, list[tuple[int, Callable[[Squares, Squares], int]]]] = {
    "H1": [(10, naive_pairs), (5, naive_gaps)],
    "H2": [(10, naive_pairs), (5, naive_gaps), (10, naive_triples)],
    "H3": [(10, naive_pairs), (5, naive_gaps), (2, naive_thirds)],
    "H4": [(10, naive_pairs), (5, naive_gaps), (2, naive_nearness)],
    "H5": [(10, naive_pairs)],
    "H6": [(10, naive_pairs), (5, naive_gaps), (10, naive_lines)],
}


def sides(position: Position) -> tuple[Squares, Squares]:
    """The mover's squares and the opponent's as (column, row), read from the text."""
    text, mover = str(position).split()
    rows = text.split("/")
    board = {(column, 4 - row): rows[row][column] for row in range(5) for column in range(5)}
    own = [square for square, piece in board.items() if piece == mover]
    return own, [square for square, piece in board.items() if piece not in (".", mover)]


def random_positions(seed: int = 5, most: int = 200) -> list[Position]:
    """Undecided positions of random games."""
    dice = random.Random(seed)
    positions: list[Position] = []
    while len(positions) < most:
        positions += [position for position, _ in random_line(GAME, dice) if position.moves]
    return positions[:most]


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_naive_computation_agrees(name: str) -> None:
    for position in random_positions():
        own, enemy = sides(position)
        naive = sum(weight * (feature(own, enemy) - feature(enemy, own)) for weight, feature in FEATURES[name])
        assert value(name, position) == naive, str(position)


@pytest.mark.parametrize("name", PUBLISHED)
def test_without_the_enemy_only_ones_own_pieces_count(name: str) -> None:
    """Their squares still count as taken: a gap is no gap with an enemy in it."""
    alone = find_heuristic(GAME, name)._replace(enemy=0)
    for position in random_positions():
        own, enemy = sides(position)
        assert value(alone, position) == sum(weight * feature(own, enemy) for weight, feature in FEATURES[name])


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_is_good_for_one_side_is_bad_for_the_other(name: str) -> None:
    child = np.zeros(1, np.uint64)
    for position in random_positions():
        passed(GAME.rules, position.state, child)
        assert evaluate(find_heuristic(GAME, name), GAME.rules, child) == -value(name, position)


def winning_slides(position: Position) -> int:
    return sum(position.play(move).outcome is not None for move in position.moves)


def test_strong_sees_the_slides_that_win() -> None:
    sees = NOTHING._replace(threat=1000, enemy_threat=10, enemy_threats=1)
    for position in random_positions():
        mine, theirs = winning_slides(position), winning_slides(other_to_move(position))
        assert value(sees, position) == (1000 if mine else -[0, 10, 11][min(theirs, 2)]), str(position)


def test_strong_counts_the_slides() -> None:
    for position in random_positions():
        slides = len(position.moves) - len(other_to_move(position).moves)
        assert value(NOTHING._replace(slide=1), position) == slides


def naive_open_lines(own: Squares, enemy: Squares) -> int:
    found = 0
    for (column, row), (right, up) in product(product(range(5), repeat=2), ((1, 0), (0, 1), (1, 1), (1, -1))):
        line = [(column + right * step, row + up * step) for step in range(3)]
        inside = all(0 <= c < 5 and 0 <= r < 5 for c, r in line)
        found += inside and len(set(line) & set(own)) == 2 and not set(line) & set(enemy)
    return found


def test_strong_counts_the_lines_that_can_be_completed() -> None:
    for position in random_positions():
        own, enemy = sides(position)
        lines = naive_open_lines(own, enemy) - naive_open_lines(enemy, own)
        assert value(NOTHING._replace(open_line=1), position) == lines


@pytest.mark.parametrize(
    ("weight", "text", "expected"),
    [
        ("threat", "w..../...w./...../....w/bb.b. b", 1),  # d1 slides to c1: b1 is beside it
        ("enemy_threat", "w..../...w./...../....w/bb.b. w", -1),
        ("pair", PAIR, 1),
        ("open_line", PAIR, 2),  # a1-b1-c1 and b1-c1-d1
        ("line", LONG_LINE, 1),
        ("slide", PAIR, 4 + 4 + 4 - (3 + 8 + 2)),
        ("edge", PAIR, 3 - 2),
        ("tempo", PAIR, 1),
    ],
)
def test_strong_weighs_each_thing_once(weight: str, text: str, expected: int) -> None:
    assert value(NOTHING._replace(**{weight: 1}), drawn(text)) == expected


def test_every_estimate_is_far_from_a_proof() -> None:
    for name in heuristics_of(GAME):
        assert all(abs(value(name, position)) < HIGHEST_ESTIMATE // 100 for position in random_positions())
