"""Positions that random games rarely reach, set up as text: the compiled rules against the references again."""

import importlib
import random
from collections.abc import Callable
from typing import Any

import pytest

import plyground
from plyground import InvalidPositionError, Position
from plyground.core.position import legal_values
from tests.conformance.test_references import same_children, same_position
from tests.nightly import NIGHTLY

POSITIONS = 4_000 if NIGHTLY else 400
LONGEST_CAPTURES = "......../.b.b.b../b......./.b.b.b../......b./.b.b.b../b......./w....... w"


def scattered(dice: random.Random, cells: int, **men: int) -> str:
    """So many cells, with so many men of each letter in random places."""
    letters = [letter for letter, count in men.items() for _ in range(count)]
    letters += ["."] * (cells - len(letters))
    dice.shuffle(letters)
    return "".join(letters)


def rows(cells: str, *lengths: int) -> str:
    """The cells cut into rows."""
    cut, at = [], 0
    for length in lengths:
        cut.append(cells[at : at + length])
        at += length
    return "/".join(cut)


def eximo(dice: random.Random) -> str:
    """Any number of men of either colour, so that long chains and full drop zones come up."""
    white, black = dice.randint(1, 14), dice.randint(1, 30)
    if dice.random() < 0.5:
        white, black = black, white
    inner = scattered(dice, 48, w=white, b=black)
    first, last = scattered(dice, 8, w=dice.randint(0, 6)), scattered(dice, 8, b=dice.randint(0, 6))
    return f"{last}/{rows(inner, *[8] * 6)}/{first} {dice.choice('wb')}"


def morris(dice: random.Random) -> str:
    """All phases: placing, moving, flying, and few free men."""
    seat = dice.choice("wb")
    hands = dice.choice([(0, 0), (n := dice.randint(0, 9), n if seat == "w" else min(9, n + 1))])
    cells = scattered(dice, 24, w=dice.randint(2, 9 - hands[0] // 2), b=dice.randint(2, 9 - hands[1] // 2))
    return f"{rows(cells, 3, 3, 3, 6, 3, 3, 3)} {seat} {hands[0]},{hands[1]}"


def neutreeko(dice: random.Random) -> str:
    """Three pieces each, anywhere."""
    return f"{rows(scattered(dice, 25, b=3, w=3), *[5] * 5)} {dice.choice('bw')}"


def hex_board(dice: random.Random) -> str:
    """Almost full boards of 5×5, where chains are long."""
    red = dice.randint(4, 11)
    blue = red - dice.randint(0, 1)
    return f"{rows(scattered(dice, 25, r=red, b=blue), *[5] * 5)} {'r' if red == blue else 'b'}"


def blockit(dice: random.Random) -> str:
    """Many barriers, pawns anywhere: mazes of 5×5."""
    barriers = sorted(
        {f"{dice.choice('abcd')}{dice.randint(1, 4)}{dice.choice('hv')}" for _ in range(dice.randint(0, 9))}
    )
    pawns = [f"{dice.choice('abcde')}{dice.randint(1, 5)}" for _ in range(3)]
    left = [(20 * 3 - len(barriers)) // 3 + (seat < (20 * 3 - len(barriers)) % 3) for seat in range(3)]
    return f"{','.join(pawns)} {','.join(map(str, left))} {','.join(barriers) or '-'} {dice.choice('rgy')}"


SETTERS: list[tuple[str, dict[str, Any], Callable[[random.Random], str]]] = [
    ("eximo", {}, eximo),
    ("morris", {}, morris),
    ("morris", {"mills": "strict", "flying": False}, morris),
    ("neutreeko", {}, neutreeko),
    ("hex", {"size": 5}, hex_board),
    ("blockit", {"size": 5, "barriers": 20, "colours": "red,green,yellow", "rules": "quoridor"}, blockit),
    ("blockit", {"size": 5, "barriers": 20, "colours": "red,green,yellow"}, blockit),
]


@pytest.mark.parametrize(
    ("name", "options", "set_up"), SETTERS, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_same_moves_and_children(name: str, options: dict[str, Any], set_up: Callable[[random.Random], str]) -> None:
    dice = random.Random(f"set up {name} {options}")
    game = plyground.game(name, **options)
    reference = importlib.import_module(f"tests.reference.{name}").Reference(**options)
    compared = 0
    while compared < POSITIONS:
        try:
            position = game.position(set_up(dice))
        except InvalidPositionError:
            continue
        state = reference.parse(str(position))
        same_position(position, reference, [state])
        same_children(position, reference, state)
        compared += 1


def eximo_position(text: str) -> Position:
    """A position of Eximo."""
    return plyground.game("eximo").position(text)


def test_the_longest_eximo_chains_fit_into_a_move() -> None:
    """Every hop that the rules allow: nothing is cut off at the end of the move's word."""
    reference = importlib.import_module("tests.reference.eximo").Reference()
    position = eximo_position(LONGEST_CAPTURES)
    expected = reference.children(reference.parse(str(position)))
    assert {str(move) for move in position.moves} == set(expected)
    assert max(str(move).count("x") for move in position.moves) == 12


def test_more_moves_than_usual_are_all_there() -> None:
    """Many ways to the far row, each with 66 choices of drops: more moves than the usual room holds."""
    position = eximo_position("......../wwwwwwww/......../......../......../......../....b.../........ w")
    reference = importlib.import_module("tests.reference.eximo").Reference()
    assert len(position.moves) > position.game.usual_moves
    assert {str(move) for move in position.moves} == set(reference.children(reference.parse(str(position))))
    assert len(legal_values(position.game, position.state)) == len(position.moves)
    assert plyground.perft(position, 1) == len(position.moves)
