"""Noughts and crosses: a whole game in one file, added from outside.

Once installed (`pip install examples/noughts`), every search, the terminal, the page, the protocol and the lab know it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from plyground.core import contract
from plyground.core.bits import bit, count, field, has
from plyground.core.contract import Planes, Words, rule
from plyground.core.encoding import Encoding, Plane, mirrors
from plyground.core.grid_game import GridGame
from plyground.core.heuristic import heuristic
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.text import Grid

SIDE = 3
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
FULL, MOVER_AT = np.uint64(0x1FF), 18


class Noughts(NamedTuple):
    """The eight lines, as sets of squares."""

    lines: Words


@kernel
def squares(state: Words, seat: int) -> np.uint64:
    """The squares of a player: nine bits for each, then the seat to move."""
    return (state[0] >> np.uint64(9 * seat)) & FULL


@rule(contract.mover)
def seat_to_move(rules: Noughts, state: Words) -> int:
    """Crosses first."""
    return field(state[0], MOVER_AT, 1)


@rule(contract.moves)
def legal_moves(rules: Noughts, state: Words, out: Words) -> int:
    """Every empty square, from a1."""
    found, taken = 0, squares(state, 0) | squares(state, 1)
    for square in range(SIDE * SIDE):
        if not has(taken, square):
            out[found] = np.uint64(square)
            found += 1
    return found


@rule(contract.play)
def put(rules: Noughts, state: Words, move: np.uint64, child: Words) -> None:
    """A sign on the square; the other one is next."""
    seat = field(state[0], MOVER_AT, 1)
    child[0] = (state[0] | bit(np.int64(move) + 9 * seat)) ^ bit(MOVER_AT)


@rule(contract.passed)
def other_to_move(rules: Noughts, state: Words, child: Words) -> None:
    """The same signs, the other player to move."""
    child[0] = state[0] ^ bit(MOVER_AT)


@rule(contract.winner)
def three_in_a_line(rules: Noughts, state: Words) -> int:
    """Three in a line win; a full board is a draw."""
    for seat in range(2):
        for line in rules.lines:
            if squares(state, seat) & line == line:
                return seat
    return DRAW if squares(state, 0) | squares(state, 1) == FULL else NOBODY_YET


@rule(contract.fingerprint)
def key(rules: Noughts, state: Words) -> np.uint64:
    """The state is small enough to be its own key; the product spreads it over the table."""
    return state[0] * np.uint64(0x9E3779B97F4A7C15) | np.uint64(1)


@rule(contract.planes)
def seen_by_network(rules: Noughts, state: Words, out: Planes) -> None:
    """Own signs and the enemy's; with this and the next rule the game can teach itself (`plyground learn noughts`)."""
    for square in range(SIDE * SIDE):
        for plane in range(2):
            seat = seat_to_move(rules, state) ^ plane
            out[plane, square // SIDE, square % SIDE] = has(squares(state, seat), square)


@rule(contract.policy_index)
def answer_for(rules: Noughts, state: Words, move: np.uint64, part: int) -> int:
    """The square."""
    return np.int64(move) if part == 0 else -1


class Centre(NamedTuple):
    """The sign in the middle."""

    weight: int = 10


@heuristic(Centre, game="noughts")
def centre(h: Centre, rules: Noughts, state: Words) -> int:
    """For the mover."""
    seat, middle = seat_to_move(rules, state), bit(4)
    return h.weight * (count(squares(state, seat) & middle) - count(squares(state, 1 - seat) & middle))


class NoughtsGame(GridGame):
    """Three in a row on nine squares. What a game on squares has anyway comes from `GridGame`."""

    name, title, summary = "noughts", "Noughts and Crosses", "Three of your signs in a line."
    seats, words, usual_moves = ("black", "white"), 1, 9
    grid, symbols = Grid(SIDE, SIDE), ".xo"
    rules = Noughts(np.array([sum(1 << square for square in line) for line in LINES], np.uint64))

    def levels(self) -> dict[str, str]:
        """Two are enough for so small a game; without this it would have the four of any game."""
        return {"careless": "greedy:blunder=0.5", "careful": "alphabeta:depth=9"}

    def encoding(self) -> Encoding:
        """What a network sees."""
        return Encoding(SIDE, SIDE, (Plane("own"), Plane("enemy")), ("sign",), mirrors((2, SIDE, SIDE), 1))

    def sets(self, state: Words) -> tuple[int, ...]:
        """Crosses and noughts."""
        return int(squares(state, 0)), int(squares(state, 1))

    def state_of(self, sets: Sequence[int], seat: int) -> Words:
        """The inverse."""
        return np.array([sets[0] | sets[1] << 9 | seat << MOVER_AT], np.uint64)

    def impossibilities(self, sets: Sequence[int], seat: int) -> list[str]:
        """The players take turns."""
        fits = sets[0].bit_count() - sets[1].bit_count() == seat
        return [] if fits else ["the signs do not fit whose turn it is"]

    def reason(self, state: Words, winner: int) -> str:
        """Why it ended."""
        return "the board is full" if winner == DRAW else "three in a line"

    def rules_text(self, language: str) -> str:
        """The rules, in English only."""
        return "# Noughts and Crosses\n\nPut your sign on an empty square. Three in a line win.\n"
