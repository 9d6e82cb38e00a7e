"""The estimates for Eximo: drawn positions worked out by hand, and a naive second opinion on random games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from tests.cases import random_line

import plyground
from plyground.core.contract import evaluate
from plyground.core.heuristic import HIGHEST_ESTIMATE, find_heuristic, heuristics_of
from plyground.games.eximo.heuristics import Random, Strong

if TYPE_CHECKING:
    from collections.abc import Callable

    from plyground import Position

    Men = list[tuple[int, int]]

GAME = plyground.game("eximo")
COUNTED = ["basic", "first", "improved", "advanced"]
NOTHING = Strong(*[0] * len(Strong._fields))._replace(most_victims=3)

# White: b1, c1, a4, h7 and e5, with 0, 0, 3, 6 and 4 rows behind them; Black: d8, e8, g6 and a2, with 0, 0, 2 and 6.
OPEN = """
    ...bb...
    .......w
    ......b.
    ....w...
    w.......
    ........
    b.......
    .ww.....
"""
# White's d4 can take d5 and e4; Black, if it were to move, could take d4.
TENSE = """
    ........
    ........
    ........
    ...b....
    ...wb...
    ........
    ........
    ........
"""
# Black's d5 can take c4. White can take nothing: e6 stands behind d5.
THREATENED = """
    ........
    ........
    ....b...
    ...b....
    ..w.....
    ........
    ........
    ........
"""


def draw(drawing: str, mover: str = "w") -> Position:
    """The position with these rows, from row 8 down."""
    return GAME.position("/".join(drawing.split()) + " " + mover)


def value(heuristic: Any, position: Position) -> int:
    """The estimate by a heuristic, or by the one of that name."""
    chosen = find_heuristic(GAME, heuristic) if isinstance(heuristic, str) else heuristic
    return evaluate(chosen, GAME.rules, position.state)


def turned(position: Position) -> Position:
    """The same position for the other colour: upside down."""
    board, mover = str(position).split()
    swap = str.maketrans("wb", "bw")
    return GAME.position(f"{'/'.join(reversed(board.split('/'))).translate(swap)} {mover.translate(swap)}")


@pytest.mark.parametrize(
    ("mover", "expected"),
    [
        ("w", (5, 15 * 5 + 13, 15 * (5 - 4) + 13, 13 + 5 - 60 * 4 + 30 * 2 + 9 + 36)),
        ("b", (4, 15 * 4 + 8, 15 * (4 - 5) + 8, 8 + 4 - 60 * 5 + 30 * 2 + 36)),
    ],
)
def test_a_drawn_position_has_the_value_worked_out_by_hand(mover: str, expected: tuple[int, ...]) -> None:
    assert tuple(value(name, draw(OPEN, mover)) for name in COUNTED) == expected


def test_at_the_start_both_have_sixteen_men_and_six_guards() -> None:
    rows = 6 * 1 + 4 * 2
    expected = (16, 15 * 16 + rows, rows, rows + 16 - 60 * 16 + 30 * 6)
    assert tuple(value(name, GAME.start()) for name in COUNTED) == expected


def sides(position: Position) -> tuple[Men, Men]:
    """The mover's men and the opponent's as (column, rows advanced), read from the text."""
    board, mover = str(position).split()
    rows = board.split("/")
    men = [(rows[row][column], column, row) for row in range(8) for column in range(8) if rows[row][column] != "."]
    advanced = {"w": lambda row: 7 - row, "b": lambda row: row}
    own = [(column, advanced[colour](row)) for colour, column, row in men if colour == mover]
    return own, [(column, advanced[colour](row)) for colour, column, row in men if colour != mover]


def naive_basic(own: Men, enemy: Men) -> int:
    return len(own)


def naive_first(own: Men, enemy: Men) -> int:
    return 15 * len(own) + sum(row for _, row in own)


def naive_improved(own: Men, enemy: Men) -> int:
    return 15 * (len(own) - len(enemy)) + sum(row for _, row in own)


def naive_advanced(own: Men, enemy: Men) -> int:
    first_row = [man for man in own if man[1] == 0]
    edges = sum(row**2 for column, row in own if column in (0, 7))
    return sum(row for _, row in own) + len(own) - 60 * len(enemy) + 30 * min(6, len(first_row)) + edges


NAIVE: dict[str, Callable[[Men, Men], int]] = {
    "basic": naive_basic,
    "first": naive_first,
    "improved": naive_improved,
    "advanced": naive_advanced,
}


def random_positions(seed: int = 9, most: int = 200) -> list[Position]:
    """Undecided positions of random games."""
    dice = random.Random(seed)
    positions: list[Position] = []
    while len(positions) < most:
        positions += [position for position, _ in random_line(GAME, dice) if position.moves]
    return positions[:most]


@pytest.mark.parametrize("name", COUNTED)
def test_a_naive_computation_agrees(name: str) -> None:
    for position in random_positions():
        assert value(name, position) == NAIVE[name](*sides(position)), str(position)


@pytest.mark.parametrize("name", [*COUNTED, "strong"])
def test_the_colours_are_treated_alike(name: str) -> None:
    for position in random_positions():
        assert value(name, turned(position)) == value(name, position)


def test_random_is_the_same_every_time_and_spread_out() -> None:
    positions = random_positions()
    values = [value("random", position) for position in positions]
    assert values == [value("random", position) for position in positions]
    assert min(values) < -50
    assert max(values) > 50
    assert all(-100 <= drawn <= 100 for drawn in values)
    assert {value(Random(spread=1), position) for position in positions} == {-1, 0, 1}


@pytest.mark.parametrize(
    ("weight", "drawing", "expected"),
    [
        ("man", OPEN, 5 - 4),
        ("row", OPEN, 13 - 8),
        ("edge", OPEN, 2 - 1),
        ("free", OPEN, 1 - 0),  # h7 has passed every enemy; a2 has not, b1 could step there
        ("free_row", OPEN, 6 - 0),
        ("neighbours", OPEN, 1 - 1),  # b1-c1 and d8-e8
        ("exposed", OPEN, -(5 - 4)),
        ("capture", TENSE, 1),
        ("victim", TENSE, 2),
        ("threat", TENSE, 0),  # the mover takes first
        ("capture", THREATENED, 0),
        ("threat", THREATENED, -1),
        ("threatened", THREATENED, -1),
    ],
)
def test_strong_weighs_each_thing_once(weight: str, drawing: str, expected: int) -> None:
    assert value(NOTHING._replace(**{weight: 1}), draw(drawing)) == expected


def victims(position: Position) -> set[str]:
    """The squares over which the captures of the mover begin."""
    firsts = [str(move).split("@")[0].split("x")[:2] for move in position.moves if "x" in str(move)]
    return {f"{chr((ord(a[0]) + ord(b[0])) // 2)}{(int(a[1]) + int(b[1])) // 2}" for a, b in firsts}


def test_strong_sees_the_captures_of_the_mover_or_else_the_threats() -> None:
    sees = NOTHING._replace(capture=1000, victim=100, threat=10, threatened=1, most_victims=9)
    for position in random_positions():
        board, mover = str(position).split()
        mine = len(victims(position))
        theirs = len(victims(GAME.position(f"{board} {'b' if mover == 'w' else 'w'}")))
        expected = 1000 + 100 * mine if mine else -(10 + theirs if theirs else 0)
        assert value(sees, position) == expected, str(position)


def test_strong_without_captures_is_the_same_for_both_sides() -> None:
    quiet = Strong(capture=0, victim=0, threat=0, threatened=0)
    for position in random_positions():
        board, mover = str(position).split()
        other = GAME.position(f"{board} {'b' if mover == 'w' else 'w'}")
        assert value(quiet, other) == -value(quiet, position)


def naive_free(own: Men, enemy: Men) -> Men:
    """The men that no enemy can ever meet: an enemy, one row on, has one column more on either side."""
    seen = [(column, 7 - row) for column, row in enemy]
    return [(c, r) for c, r in own if not any(row >= r and abs(column - c) <= row - r for column, row in seen)]


def naive_neighbours(own: Men, enemy: Men) -> int:
    return sum((c + x, r + y) in own for c, r in own for x, y in ((1, 0), (0, 1), (1, 1), (-1, 1)))


def naive_exposed(own: Men, enemy: Men) -> int:
    taken = own + [(column, 7 - row) for column, row in enemy]
    free = [[(c + x, r + 1) for x in (-1, 0, 1) if 0 <= c + x < 8 and (c + x, r + 1) not in taken] for c, r in own]
    return sum(bool(squares) for squares in free)


def test_strong_counts_free_men_neighbours_and_exposed_men() -> None:
    for position in random_positions():
        own, enemy = sides(position)
        free, enemy_free = naive_free(own, enemy), naive_free(enemy, own)
        assert value(NOTHING._replace(free=1), position) == len(free) - len(enemy_free)
        rows = sum(row for _, row in free) - sum(row for _, row in enemy_free)
        assert value(NOTHING._replace(free_row=1), position) == rows
        pairs = naive_neighbours(own, enemy) - naive_neighbours(enemy, own)
        assert value(NOTHING._replace(neighbours=1), position) == pairs
        exposed = naive_exposed(own, enemy) - naive_exposed(enemy, own)
        assert value(NOTHING._replace(exposed=1), position) == -exposed


def test_every_estimate_is_far_from_a_proof() -> None:
    for name in heuristics_of(GAME):
        assert all(abs(value(name, position)) < HIGHEST_ESTIMATE // 100 for position in random_positions())
