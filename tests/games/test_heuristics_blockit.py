"""The heuristics of Block It and the published choice of moves: worked by hand, and against a naive search."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.cases import label, option_sets, random_line

import plyground
from plyground.core.bitset import minus
from plyground.core.contract import evaluate
from plyground.core.heuristic import HIGHEST_ESTIMATE, find_heuristic, heuristics_of
from plyground.games.blockit.astar import astar_length
from plyground.games.blockit.barrier_filter import Classic, classic_filter
from plyground.games.blockit.ways import OpenWays

if TYPE_CHECKING:
    from plyground import Position

    Square = tuple[int, int]

PUBLISHED = ("competitive", "path", "astar")
FOUR = "red,green,blue,yellow"


def estimate(position: Position, name: str, **weights: int) -> int:
    """What a heuristic says, with its usual weights where no others are given."""
    heuristic = find_heuristic(position.game, name)._replace(**weights)
    return int(evaluate(heuristic, position.game.rules, position.state))


def square_named(name: str) -> Square:
    """Column and row of a square's name."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


class Seen:
    """A position as its text tells it."""

    def __init__(self, position: Position) -> None:
        pawns, _, barriers, mover = str(position).split()
        options = position.game.options
        self.columns, self.rows = (int(options[side] or options["size"]) for side in ("columns", "rows"))
        self.size = max(self.columns, self.rows)
        self.colours: tuple[str, ...] = position.game.options["colours"]
        self.pawns = dict(zip(self.colours, map(square_named, pawns.split(",")), strict=True))
        self.barriers = [] if barriers == "-" else barriers.split(",")
        self.me = next(colour for colour in self.colours if colour[0] == mover)
        self.closed = {edge for barrier in self.barriers for edge in self.edges(barrier)}

    def edges(self, barrier: str) -> list[frozenset[Square]]:
        """The two steps that a barrier forbids, each as the pair of its squares."""
        column, row = square_named(barrier[:-1])
        if barrier[-1] == "h":
            return [frozenset({(c, row), (c, row + 1)}) for c in (column, column + 1)]
        return [frozenset({(column, r), (column + 1, r)}) for r in (row, row + 1)]

    def is_goal(self, colour: str, square: Square) -> bool:
        """Whether a square is on the side that a colour must reach."""
        column, row = square
        last_row, last_column = self.rows - 1, self.columns - 1
        return {"red": row == last_row, "blue": row == 0, "green": column == 0, "yellow": column == last_column}[colour]

    def steps_from(self, square: Square) -> list[Square]:
        """The squares one step away, pawns or not."""
        column, row = square
        near = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
        inside = [(c, r) for c, r in near if 0 <= c < self.columns and 0 <= r < self.rows]
        return [other for other in inside if frozenset({square, other}) not in self.closed]

    def path(self, colour: str) -> int:
        """The length of a shortest way to the goal, ring by ring."""
        ring, seen, steps = {self.pawns[colour]}, {self.pawns[colour]}, 0
        while not any(self.is_goal(colour, square) for square in ring):
            ring = {other for square in ring for other in self.steps_from(square)} - seen
            seen |= ring
            steps += 1
        return steps

    def straight(self, colour: str) -> int:
        """The distance to the goal side, barriers or not."""
        column, row = self.pawns[colour]
        last_row, last_column = self.rows - 1, self.columns - 1
        far: dict[str, int] = {"red": last_row - row, "blue": row, "green": column, "yellow": last_column - column}
        return far[colour]


def naive(position: Position, name: str) -> int:
    """(size − mine) − (size − the opponent's), the best of several opponents."""
    seen = Seen(position)
    far = seen.straight if name == "competitive" else seen.path
    opponents = [seen.size - far(colour) for colour in seen.colours if colour != seen.me]
    return (seen.size - far(seen.me)) - max(opponents)


@pytest.mark.parametrize("options", option_sets("blockit"), ids=label)
def test_published_heuristics_agree_with_a_naive_search(options: dict[str, Any]) -> None:
    dice = random.Random(label(options))
    game = plyground.game("blockit", **options)
    seen = 0
    while seen < 40:
        for position, move in random_line(game, dice, longest=60):
            if move is not None and dice.random() < 0.5:
                for name in PUBLISHED:
                    assert estimate(position, name) == naive(position, name), str(position)
                seen += 1


@pytest.mark.parametrize("options", option_sets("blockit"), ids=label)
def test_astar_finds_the_lengths_that_the_flood_finds(options: dict[str, Any]) -> None:
    dice = random.Random(label(options))
    game = plyground.game("blockit", **options)
    positions = [position for _ in range(12) for position, move in random_line(game, dice, longest=80) if move]
    assert len(positions) > 100
    for position in positions:
        assert estimate(position, "astar") == estimate(position, "path"), str(position)


@pytest.mark.parametrize(("size", "square"), [(9, 4), (9, 40), (13, 84), (13, 120)])
def test_astar_gives_up_where_no_way_leads(size: int, square: int) -> None:
    rules = plyground.game("blockit", size=size).rules
    nowhere = minus(rules.corners, rules.corners)
    assert astar_length(rules, OpenWays(nowhere, nowhere), 0, square) == size * size
    assert astar_length(rules, OpenWays(nowhere, rules.all_but_last_column), 0, square) == size * size
    assert astar_length(rules, OpenWays(rules.all_but_last_row, nowhere), 0, square) == size - 1 - square // size


def test_at_the_start_all_are_equally_far() -> None:
    for options in option_sets("blockit"):
        start = plyground.game("blockit", **options).start()
        assert estimate(start, "competitive") == estimate(start, "path") == 0


def drawn(text: str, **options: Any) -> Position:
    """A position of the usual game, unless told otherwise."""
    return plyground.game("blockit", **options).position(text)


def test_competitive_looks_through_barriers_and_path_walks_round_them() -> None:
    # c5h and e5h lie between rows 5 and 6 from c to f: both pawns have to go round by column g, two columns away.
    position = drawn("e5,e8 4,4 c5h,e5h r")
    assert estimate(position, "competitive") == 7 - 4
    assert estimate(position, "path") == 9 - 6


def test_the_nearest_of_several_opponents_counts() -> None:
    # Red needs 8 rows, Green 3 columns, Blue 8 rows, Yellow 7 columns.
    position = drawn("e1,d5,e9,b5 5,5,5,5 - r", colours=FOUR)
    assert estimate(position, "competitive") == 3 - 8
    assert estimate(position, "path") == 3 - 8


def test_pawns_are_no_obstacles() -> None:
    position = drawn("e4,e5 5,5 - b")
    assert estimate(position, "path") == 5 - 4


NOTHING = {"step": 0, "barrier": 0, "gate": 0, "race": 0, "tempo": 0}


def test_strong_adds_up_steps_barriers_and_tempo() -> None:
    position = drawn("e5,e8 5,3 c5h,e5h r")
    assert estimate(position, "strong", **NOTHING) == 0
    assert estimate(position, "strong", **NOTHING | {"step": 10}) == 10 * (9 - 6)
    assert estimate(position, "strong", **NOTHING | {"barrier": 10}) == 10 * (5 - 3)
    assert estimate(position, "strong", **NOTHING | {"tempo": 7}) == 7


def test_strong_values_a_barrier_less_against_a_pawn_that_is_nearly_there() -> None:
    position = drawn("e8,e5 5,5 - b")
    assert estimate(position, "strong", **NOTHING | {"barrier": 10, "late": 2}) == 10 * 5 * 1 // 2 - 10 * 5


def test_strong_counts_the_goal_squares_about_as_near_as_the_nearest() -> None:
    # Red on a8: a9, and b9 and c9 with a detour of one and two. Blue on e2: e1, and two on either side.
    assert estimate(drawn("a8,e2 5,5 - r"), "strong", **NOTHING | {"gate": 10}) == 10 * (3 - 5)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("e5,d5 1,0 a1h r", 100),  # Red needs 4 and moves first, Blue needs 4
        ("e4,d5 1,0 a1h r", 0),  # Red is behind, but has a barrier
        ("e4,d5 0,1 a1h r", -100),
        ("e5,d5 0,1 a1h r", 0),  # Red is ahead, but Blue has a barrier
    ],
)
def test_strong_sees_a_race_that_nobody_can_stop(text: str, expected: int) -> None:
    assert estimate(drawn(text, barriers=1), "strong", **NOTHING | {"race": 100}) == expected


def mirrored(position: Position) -> str:
    """The position with left and right exchanged."""
    size = position.game.options["size"]
    pawns, left, barriers, mover = str(position).split()

    def other(name: str, columns: int) -> str:
        return chr(ord("a") + columns - 1 - (ord(name[0]) - ord("a"))) + name[1:]

    placed = sorted(other(barrier, size - 1) for barrier in barriers.split(",") if barrier != "-")
    return f"{','.join(other(pawn, size) for pawn in pawns.split(','))} {left} {','.join(placed) or '-'} {mover}"


@pytest.mark.parametrize("size", [5, 9, 13])
def test_no_heuristic_minds_left_and_right(size: int) -> None:
    game = plyground.game("blockit", size=size)
    for position, move in random_line(game, random.Random(size), longest=40):
        if move is not None:
            twin = game.position(mirrored(position))
            for name in heuristics_of(game):
                assert estimate(twin, name) == estimate(position, name), str(position)


@pytest.mark.parametrize("options", option_sets("blockit"), ids=label)
def test_every_estimate_is_modest_even_when_the_game_is_over(options: dict[str, Any]) -> None:
    game = plyground.game("blockit", **options)
    assert {*PUBLISHED, "strong"} <= set(heuristics_of(game))
    for position, _ in random_line(game, random.Random(label(options))):
        for name in heuristics_of(game):
            assert abs(estimate(position, name)) < HIGHEST_ESTIMATE // 2


def considered(position: Position) -> list[str]:
    """The moves that the published search looks at."""
    codes = np.array([move.value for move in position.moves], np.uint64)
    kept = classic_filter(Classic(), position.game.rules, position.state, codes, len(codes))
    return [position.game.write_move(position.state, int(code)) for code in codes[:kept]]


def test_the_published_search_considers_pawn_moves_and_barriers_at_the_opponents_corners() -> None:
    position = drawn("e4,e6 5,5 - r")
    assert considered(position) == ["e3", "d4", "f4", "e5", "d5h", "e5h", "d6h", "e6h", "d5v", "e5v", "d6v", "e6v"]


def test_at_the_border_and_beside_barriers_fewer_are_left() -> None:
    assert considered(drawn("e4,e9 5,5 - r")) == ["e3", "d4", "f4", "e5", "d8h", "e8h", "d8v", "e8v"]
    assert considered(drawn("e4,e9 5,4 e8h r")) == ["e3", "d4", "f4", "e5", "d8v"]


def corners(square: Square) -> set[Square]:
    """The four corners of a square."""
    column, row = square
    return {(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)}


@pytest.mark.parametrize("options", option_sets("blockit"), ids=label)
def test_the_choice_of_moves_agrees_with_a_naive_one_for_any_number_of_opponents(options: dict[str, Any]) -> None:
    game = plyground.game("blockit", **options)
    for position, move in random_line(game, random.Random(label(options)), longest=40):
        if move is None:
            break
        seen = Seen(position)
        near = {corner for colour in seen.colours if colour != seen.me for corner in corners(seen.pawns[colour])}
        middles = {
            text: (square_named(text[:-1])[0] + 1, square_named(text[:-1])[1] + 1)
            for text in map(str, position.moves)
            if text[-1] in "hv"
        }
        expected = [text for text in map(str, position.moves) if text not in middles or middles[text] in near]
        assert considered(position) == (expected or [str(move) for move in position.moves])


def test_where_the_published_search_considers_nothing_every_move_is_left() -> None:
    position = drawn("e4,e6 5,5 - r")
    far_away = [move.value for move in position.moves if str(move) in ("a1h", "a1v")]
    codes = np.array(far_away, np.uint64)
    assert classic_filter(Classic(), position.game.rules, position.state, codes, 2) == 2
    assert list(codes) == far_away
