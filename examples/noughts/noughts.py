"""Noughts and crosses: a whole game in one file, added from outside.

Once installed (`pip install examples/noughts`), every search, the terminal, the page, the protocol and the lab know it.
"""

from typing import NamedTuple

import numpy as np

from plyground.core.bits import bit, count, field, has
from plyground.core.contract import (
    Planes,
    Words,
    fingerprint,
    irreversible,
    mover,
    moves,
    passed,
    planes,
    play,
    policy_index,
    rule,
    winner,
)
from plyground.core.encoding import Encoding, Place, Plane, symmetry
from plyground.core.errors import InvalidPositionError, NotationError, quoted
from plyground.core.game import Game
from plyground.core.heuristic import heuristic
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.scene import Board, Scene, pieces_in, shaded_board
from plyground.core.text import Grid, cells_of, grid_diagram, read_mover, read_rows, split_fields, symbol_at, write_rows

SIDE = 3
GRID = Grid(SIDE, SIDE)
ORDER = [GRID.row(row) for row in reversed(range(SIDE))]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SYMBOLS, FULL, MOVER_AT = ".xo", np.uint64(0x1FF), 18


class Noughts(NamedTuple):
    """The eight lines, as sets of squares."""

    lines: Words


@kernel
def squares(state: Words, seat: int) -> np.uint64:
    """The squares of a player: nine bits for each, then the seat to move."""
    return (state[0] >> np.uint64(9 * seat)) & FULL


@rule(mover)
def seat_to_move(rules: Noughts, state: Words) -> int:
    """Crosses first."""
    return field(state[0], MOVER_AT, 1)


@rule(moves)
def legal_moves(rules: Noughts, state: Words, out: Words) -> int:
    """Every empty square, from a1."""
    found, taken = 0, squares(state, 0) | squares(state, 1)
    for square in range(SIDE * SIDE):
        if not has(taken, square):
            out[found] = np.uint64(square)
            found += 1
    return found


@rule(play)
def put(rules: Noughts, state: Words, move: np.uint64, child: Words) -> None:
    """A sign on the square; the other one is next."""
    seat = field(state[0], MOVER_AT, 1)
    child[0] = (state[0] | bit(np.int64(move) + 9 * seat)) ^ bit(MOVER_AT)


@rule(passed)
def other_to_move(rules: Noughts, state: Words, child: Words) -> None:
    """The same signs, the other player to move."""
    child[0] = state[0] ^ bit(MOVER_AT)


@rule(winner)
def three_in_a_line(rules: Noughts, state: Words) -> int:
    """Three in a line win; a full board is a draw."""
    for seat in range(2):
        for line in rules.lines:
            if squares(state, seat) & line == line:
                return seat
    return DRAW if squares(state, 0) | squares(state, 1) == FULL else NOBODY_YET


@rule(fingerprint)
def key(rules: Noughts, state: Words) -> np.uint64:
    """The state is small enough to be its own key; the product spreads it over the table."""
    return state[0] * np.uint64(0x9E3779B97F4A7C15) | np.uint64(1)


@rule(irreversible)
def never_back(rules: Noughts, state: Words, move: np.uint64) -> bool:
    """No sign is ever taken away."""
    return True


@rule(planes)
def seen_by_network(rules: Noughts, state: Words, out: Planes) -> None:
    """Own signs and the enemy's; with this and the next rule the game can teach itself (`plyground learn noughts`)."""
    for square in range(SIDE * SIDE):
        for plane in range(2):
            seat = mover(rules, state) ^ plane
            out[plane, square // SIDE, square % SIDE] = has(squares(state, seat), square)


@rule(policy_index)
def answer_for(rules: Noughts, state: Words, move: np.uint64, part: int) -> int:
    """The square."""
    return np.int64(move) if part == 0 else -1


class Centre(NamedTuple):
    """The sign in the middle."""

    weight: int = 10


@heuristic(Centre, game="noughts")
def centre(h: Centre, rules: Noughts, state: Words) -> int:
    """For the mover."""
    seat, middle = mover(rules, state), bit(4)
    return h.weight * (count(squares(state, seat) & middle) - count(squares(state, 1 - seat) & middle))


class NoughtsGame(Game):
    """Three in a row on nine squares."""

    name, title, summary = "noughts", "Noughts and Crosses", "Three of your signs in a line."
    seats, words, usual_moves = ("black", "white"), 1, 9
    rules = Noughts(np.array([sum(1 << square for square in line) for line in LINES], np.uint64))

    def levels(self) -> dict[str, str]:
        """Two are enough for so small a game; without this it would have the four of any game."""
        return {"careless": "greedy:blunder=0.5", "careful": "alphabeta:depth=9"}

    def start_state(self) -> Words:
        """An empty board."""
        return self.empty_state()

    def encoding(self) -> Encoding:
        """Left and right may be exchanged, and so may top and bottom."""

        def turned(sideways: bool, over: bool, place: Place) -> Place:
            plane, row, column = place
            return plane, SIDE - 1 - row if over else row, SIDE - 1 - column if sideways else column

        turns = [(sideways, over) for sideways in (False, True) for over in (False, True)]
        ways = [lambda *place, turn=turn: turned(*turn, place) for turn in turns]
        symmetries = tuple(symmetry((2, SIDE, SIDE), 1, way, way) for way in ways)
        return Encoding(SIDE, SIDE, (Plane("own"), Plane("enemy")), ("sign",), symmetries)

    def _sets(self, state: Words) -> tuple[int, int]:
        return int(squares(state, 0)), int(squares(state, 1))

    def write_position(self, state: Words) -> str:
        """Rows from the top, and the mover."""
        return self._text(self._sets(state), int(state[0]) >> MOVER_AT)

    def _text(self, sets: tuple[int, ...] | list[int], seat: int) -> str:
        return f"{write_rows(sets, SYMBOLS, ORDER)} {SYMBOLS[1 + seat]}"

    def read_position(self, text: str) -> Words:
        """The inverse, for positions that can come about."""
        fields, reasons = split_fields(text, ("the board", "the mover"))
        if not reasons:
            rows, reasons = read_rows(fields[0], [SIDE] * SIDE, SYMBOLS)
            seat, wrong = read_mover(fields[1], SYMBOLS[1:])
            reasons += wrong
        if not reasons:
            crosses, noughts = cells_of(rows, "x", ORDER), cells_of(rows, "o", ORDER)
            if crosses.bit_count() - noughts.bit_count() != seat:
                reasons = ["the signs do not fit whose turn it is"]
        if reasons:
            raise InvalidPositionError(text, reasons)
        return np.array([crosses | noughts << 9 | seat << MOVER_AT], np.uint64)

    def write_move(self, state: Words, move: int) -> str:
        """The square."""
        return GRID.names[move]

    def check_move(self, text: str) -> None:
        """A square of the board."""
        if text not in GRID:
            raise NotationError(f"{quoted(text)} is not a move: write a square, {GRID.extent}.")

    def diagram(self, state: Words) -> str:
        """X and O."""
        return grid_diagram(GRID, [symbol_at(self._sets(state), ".XO", square) for square in range(SIDE * SIDE)])

    def reason(self, state: Words, winner: int) -> str:
        """Why it ended."""
        return "the board is full" if winner == DRAW else "three in a line"

    def board(self) -> Board:
        """Nine squares."""
        return shaded_board(GRID, "piece")

    def scene(self, state: Words) -> Scene:
        """The signs."""
        return Scene(pieces_in(self._sets(state), GRID.names, "piece"), int(state[0]) >> MOVER_AT)

    def write_scene(self, scene: Scene) -> str:
        """The position text of a scene."""
        return self._text(scene.sets(GRID.names, 2), scene.mover)

    def rules_text(self, language: str) -> str:
        """The rules, in English only."""
        return "# Noughts and Crosses\n\nPut your sign on an empty square. Three in a line win.\n"
