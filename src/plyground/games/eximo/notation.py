"""Eximo as text: moves (`c3-c4`, `d4xd6xb6`, `d7-d8@b1@c2`) and positions (rows from row 8 down, then the mover)."""

import re
from collections.abc import Sequence

import numpy as np

from plyground.core.contract import Words
from plyground.core.errors import InvalidPositionError, NotationError, quoted
from plyground.core.scene import seat_title
from plyground.core.text import cells_of, read_mover, read_rows, split_fields, write_rows
from plyground.games.eximo.board import GRID, SIDE, seen_by, square_at
from plyground.games.eximo.rules import CAPTURE, MOST_HOPS, STEP, direction_of, drop_of, kind_of, origin_of
from plyground.language import Message

SYMBOLS = ".wb"
COLOURS = (seat_title("white"), seat_title("black"))
ORDER = [GRID.row(row) for row in reversed(range(SIDE))]
_MOVE = re.compile(r"([a-z][0-9]+)((?:-[a-z][0-9]+)+|(?:x[a-z][0-9]+)+)((?:@[a-z][0-9]+){0,2})", re.ASCII)


def path_of(move: int) -> list[int]:
    """The squares of a move in order, as its player sees the board."""
    word = np.uint64(move)
    distance = 1 if kind_of(word) == STEP else 2
    squares = [int(origin_of(word))]
    for hop in range(MOST_HOPS):
        direction = direction_of(word, hop)
        if direction == 0:
            break
        squares.append(square_at(squares[-1], direction, distance))
    return squares


def write_move(seat: int, move: int) -> str:
    """The squares, joined by `-` or `x`, then the drops in board order."""
    joint = "x" if kind_of(np.uint64(move)) == CAPTURE else "-"
    path, drops = squares_of(seat, move)
    return joint.join(path) + "".join(f"@{name}" for name in drops)


def squares_of(seat: int, move: int) -> tuple[list[str], list[str]]:
    """The names of the squares on a move's path, and of its drops in board order."""
    word = np.uint64(move)
    drops = sorted(seen_by(int(drop_of(word, which)), seat) for which in (0, 1) if drop_of(word, which))
    return [GRID.names[seen_by(square, seat)] for square in path_of(move)], [GRID.names[square] for square in drops]


def check_move(text: str) -> None:
    """Raise an error unless the text is squares in the right form, with drops in board order."""
    found = _MOVE.fullmatch(text)
    if found is None:
        raise NotationError(Message("eximo.notation", move=quoted(text)))
    for name in re.findall(r"[a-z][0-9]+", found[1] + found[2]):
        GRID.square_in(text, name)
    drops = [GRID.square_in(text, name) for name in found[3].split("@")[1:]]
    if drops != sorted(set(drops)):
        raise NotationError(Message("eximo.drops", move=quoted(text)))


def step_count(text: str) -> int:
    """Number of steps, jumps or captures in a move; drops do not count."""
    return len(re.findall("[-x]", text))


def write_position(state: Words) -> str:
    """The rows from row 8 down, and the mover."""
    return position_text(men_by_seat(state), int(state[2]))


def position_text(sets: Sequence[int], seat: int) -> str:
    """The position text for these men and mover."""
    return f"{write_rows(sets, SYMBOLS, ORDER)} {SYMBOLS[1 + seat]}"


def men_by_seat(state: Words) -> tuple[int, int]:
    """The squares of both players' men, as bits of integers."""
    return int(state[0]), int(state[1])


def read_position(text: str) -> Words:
    """The state of a position text."""
    fields, reasons = split_fields(text, (Message("core.field.board"), Message("core.field.mover")))
    if reasons:
        raise InvalidPositionError(text, reasons)
    rows, reasons = read_rows(fields[0], [SIDE] * SIDE, SYMBOLS)
    seat, mover_reasons = read_mover(fields[1], SYMBOLS[1:])
    if reasons or mover_reasons:
        raise InvalidPositionError(text, reasons + mover_reasons)
    men = (cells_of(rows, "w", ORDER), cells_of(rows, "b", ORDER))
    reasons = impossibilities(men, seat)
    if reasons:
        raise InvalidPositionError(text, reasons)
    return np.array([*men, seat], np.uint64)


def impossibilities(men: tuple[int, int], seat: int) -> list[str]:
    """Why the position cannot occur (E6, E7)."""
    reasons: list[str] = []
    for side, far_row in ((0, SIDE - 1), (1, 0)):
        if any(men[side] >> square & 1 for square in GRID.row(far_row)):
            reasons.append(Message("eximo.man_on_last_row", side=COLOURS[side], row=far_row + 1))
    if men[1 - seat] == 0:
        reasons.append(Message("eximo.mover_without_men", side=COLOURS[1 - seat]))
    return reasons
