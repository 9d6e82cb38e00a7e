"""The estimates for Nine Men's Morris: drawn positions worked out by hand, and a naive second opinion."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from tests.cases import EXTRA, random_line

import plyground
from plyground.core.contract import evaluate, passed
from plyground.core.heuristic import HIGHEST_ESTIMATE, find_heuristic, heuristics_of
from plyground.games.morris.heuristics import Strong

if TYPE_CHECKING:
    from collections.abc import Callable

    from plyground import Game, Position

GAME = plyground.game("morris")
PUBLISHED = ["agent1", "agent2", "agent3"]
NOTHING = Strong(*[0] * len(Strong._fields))
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()  # noqa: SIM905
LINES = [
    line.split()
    for line in (
        *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"),
        *("a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7"),
    )
]
NEXT = {frozenset(pair) for line in LINES for pair in pairwise(line)}

# White has two lines with two men and an empty point, a1-d1-g1 and a1-a4-a7; Black has one, f6-f4-f2, and a mill.
TWO_TWOS = ".../bbb/w../w...b./.../.../ww. w 0,0"
# The same with the fourth man on d7, from where it closes a1-a4-a7.
READY = ".w./bbb/.../w...b./.../.../ww. w 0,0"
# d1 steps to d2 and back, and closes a mill each time.
RUNNING = "bb./.../b.b/....../.../w.w/www w 0,0"
# White has lost a man, and has two lines that the next one completes; Black has one.
PLACING = ".../bbb/.../w...b./.../.../ww. w 5,5"
# White's a1, d1, g1 and a4 have no empty neighbour.
SHUT_IN = "b../.../.../wb...b/.../.b./www w 0,0"
# White flies. Two men on a1-d1 wait for the third.
FLYING = ".../bb./w../....b./.../.../ww. w 0,0"


def value(heuristic: Any, position: Position) -> int:
    """The estimate by a heuristic, or by the one of that name."""
    chosen = find_heuristic(GAME, heuristic) if isinstance(heuristic, str) else heuristic
    return evaluate(chosen, position.game.rules, position.state)


def turned(text: str) -> str:
    """The same position for the other colour."""
    board, mover, hands = text.split()
    swap = str.maketrans("wb", "bw")
    return f"{board.translate(swap)} {mover.translate(swap)} {','.join(reversed(hands.split(',')))}"


def other_to_move(text: str) -> str:
    board, mover, hands = text.split()
    return f"{board} {'b' if mover == 'w' else 'w'} {hands}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".../.../.../....../.../.../... w 9,9", (0, 0, 0)),
        (TWO_TWOS, (0, 0, 2 - 1)),
        (other_to_move(TWO_TWOS), (0, 0, 1 - 2)),
        (PLACING, (0, 3 - 4, 10 * (3 - 4) + 2 - 1)),
        ("bbb/.../.../....../.../.../ww. w 0,0", (-1, -100 + 2 - 3, 10 * (-100 + 2 - 3) + 1)),
        ("bbb/.../.../....../.../.../ww. b 0,0", (1, 100 + 3 - 2, 10 * (100 + 3 - 2) - 1)),
        (SHUT_IN, (-1, -100, 10 * -100)),
    ],
)
def test_a_drawn_position_has_the_value_worked_out_by_hand(text: str, expected: tuple[int, ...]) -> None:
    assert tuple(value(name, GAME.position(text)) for name in PUBLISHED) == expected


class Board(NamedTuple):
    """What the text of a position says."""

    men: dict[str, str]
    mover: str
    hands: dict[str, int]

    @property
    def other(self) -> str:
        """The opponent's colour."""
        return "b" if self.mover == "w" else "w"


def read(position: Position) -> Board:
    board, mover, hands = str(position).split()
    men = dict(zip(POINTS, board.replace("/", ""), strict=True))
    return Board(men, mover, dict(zip("wb", map(int, hands.split(",")), strict=True)))


def men_of(board: Board, colour: str) -> list[str]:
    return [point for point in POINTS if board.men[point] == colour]


def steps(board: Board, colour: str) -> list[tuple[str, str]]:
    empty = men_of(board, ".")
    return [(man, point) for man in men_of(board, colour) for point in empty if {man, point} in NEXT]


def lost(board: Board, colour: str, *, flying: bool) -> bool:
    """M6."""
    if board.hands[colour] > 0:
        return False
    men = len(men_of(board, colour))
    shut_in = not steps(board, colour) and not (flying and men == 3)
    return men < 3 or (colour == board.mover and shut_in)


def naive_agent1(board: Board, *, flying: bool) -> int:
    return lost(board, board.other, flying=flying) - lost(board, board.mover, flying=flying)


def naive_agent2(board: Board, *, flying: bool) -> int:
    ahead = len(men_of(board, board.mover)) - len(men_of(board, board.other))
    return 100 * naive_agent1(board, flying=flying) + ahead


def lines_with(board: Board, wanted: str) -> int:
    """The lines with these three in some order."""
    return sum(sorted(board.men[point] for point in line) == sorted(wanted) for line in LINES)


def naive_agent3(board: Board, *, flying: bool) -> int:
    twos = lines_with(board, 2 * board.mover + ".") - lines_with(board, 2 * board.other + ".")
    return 10 * naive_agent2(board, flying=flying) + twos


NAIVE: dict[str, Callable[..., int]] = {"agent1": naive_agent1, "agent2": naive_agent2, "agent3": naive_agent3}


def random_positions(game: Game, seed: int = 3, most: int = 200) -> list[Position]:
    """Positions of random games, with the last of each."""
    dice = random.Random(seed)
    positions: list[Position] = []
    while len(positions) < most:
        line = [position for position, _ in random_line(game, dice)]
        positions += [*dice.sample(line[:-1], 20), line[-1]]
    return positions


@pytest.mark.parametrize("options", [{}, *EXTRA["morris"]])
@pytest.mark.parametrize("name", PUBLISHED)
def test_a_naive_computation_agrees(name: str, options: dict[str, Any]) -> None:
    for position in random_positions(plyground.game("morris", **options)):
        naive = NAIVE[name](read(position), flying=options.get("flying", True))
        assert value(name, position) == naive, str(position)


def test_those_random_games_have_decided_and_undecided_positions() -> None:
    assert {value("agent1", position) for position in random_positions(GAME)} == {-1, 0}


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_is_good_for_one_side_is_bad_for_the_other(name: str) -> None:
    child = np.zeros(1, np.uint64)
    for position in random_positions(GAME):
        passed(GAME.rules, position.state, child)
        if value("agent1", position) == 0 and evaluate(find_heuristic(GAME, "agent1"), GAME.rules, child) == 0:
            assert evaluate(find_heuristic(GAME, name), GAME.rules, child) == -value(name, position)


@pytest.mark.parametrize("name", [*PUBLISHED, "strong"])
def test_the_colours_are_treated_alike(name: str) -> None:
    moving = [position for position in random_positions(GAME) if str(position).endswith(" 0,0")]
    for position in moving:
        assert value(name, GAME.position(turned(str(position)))) == value(name, position)


@pytest.mark.parametrize(
    ("weight", "text", "expected"),
    [
        ("man", READY, 0),
        ("man", PLACING, -1),
        ("mill", READY, -1),
        ("free_man_in_mill", READY, -2),  # b6 and d6 can move, f6 cannot
        ("two", READY, 2 - 1),
        ("running", RUNNING, 1),
        ("running", READY, 0),
        ("blocked", SHUT_IN, -4),
        ("blocked", READY, -1 + 1),  # a1 and f6
        ("step_moving", READY, 6 - 5),
        ("step_placing", READY, 0),
        ("step_placing", PLACING, 4 - 6),
        ("ready_moving", READY, 1),
        ("ready_moving", TWO_TWOS, 0),
        ("enemy_ready_moving", other_to_move(READY), -1),
        ("enemy_ready_twice_moving", other_to_move(READY), 0),
        ("ready_placing", PLACING, 1),
        ("enemy_ready_twice_placing", PLACING.replace("w 5,5", "b 4,5"), -1),
        ("ready_flying", FLYING, 1),
        ("enemy_ready_flying", other_to_move(FLYING), -1),
        ("enemy_ready_twice_flying", other_to_move(FLYING), 0),
        ("tempo", READY, 1),
    ],
)
def test_strong_weighs_each_thing_once(weight: str, text: str, expected: int) -> None:
    assert value(NOTHING._replace(**{weight: 1}), GAME.position(text)) == expected


def undecided(game: Game) -> list[Position]:
    return [position for position in random_positions(game) if position.moves]


@pytest.mark.parametrize("options", [{}, {"flying": False}])
def test_strong_sees_the_mills_that_can_be_closed_now(options: dict[str, Any]) -> None:
    sees = NOTHING._replace(ready_placing=1, ready_moving=1, ready_flying=1)
    for position in undecided(plyground.game("morris", **options)):
        assert value(sees, position) == any("x" in str(move) for move in position.moves), str(position)


def test_strong_counts_mills_steps_and_blocked_men() -> None:
    for position in undecided(GAME):
        board = read(position)
        mine, theirs = steps(board, board.mover), steps(board, board.other)
        free = len({man for man, _ in mine}), len({man for man, _ in theirs})
        men = len(men_of(board, board.mover)), len(men_of(board, board.other))
        mills = lines_with(board, 3 * board.mover) - lines_with(board, 3 * board.other)
        assert value(NOTHING._replace(mill=1), position) == mills
        assert value(NOTHING._replace(step_placing=1, step_moving=1), position) == len(mine) - len(theirs)
        assert value(NOTHING._replace(blocked=1), position) == (men[1] - free[1]) - (men[0] - free[0])


def test_every_estimate_is_far_from_a_proof() -> None:
    for name in heuristics_of(GAME):
        assert all(abs(value(name, position)) < HIGHEST_ESTIMATE // 100 for position in random_positions(GAME))
