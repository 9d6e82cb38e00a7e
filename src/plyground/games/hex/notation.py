"""Hex as text: moves (`f6`, `swap`) and positions (`.../.r./... b`).

A third field, `study`, marks an arrangement that no game leads to (`.../rr./... b study`): any stones can be studied,
those of an edge for example. Without it such a text is refused.
"""

import re
from collections.abc import Sequence

import numpy as np

from plyground.core.contract import Words
from plyground.core.errors import InvalidPositionError, NotationError, quoted
from plyground.core.scene import seat_title
from plyground.core.text import cells_of, read_mover, read_rows, split_fields, write_rows
from plyground.games.hex.board import HexGrid
from plyground.games.hex.rules import STUDY, SWAP, WIDEST, settle
from plyground.language import Message

SYMBOLS = ".rb"
COLOURS = (seat_title("red"), seat_title("blue"))
_STONES_AT = 8
STUDY_MARK = "study"


def write_move(grid: HexGrid, move: int) -> str:
    """The cell, or `swap`."""
    if move == SWAP:
        return "swap"
    return grid.names[(move >> 5) * grid.size + (move & 31)]


def check_move(grid: HexGrid, text: str, swap: bool) -> None:
    """Raise an error unless the text is a cell of the board, or `swap`; the error names only what the game has."""
    if text == "swap":
        return
    if re.fullmatch(r"[a-z][0-9]+", text, re.ASCII) is None:
        raise NotationError(Message("hex.notation" if swap else "hex.notation_of_cells", move=quoted(text)))
    grid.square_in(text, text)


def stones(grid: HexGrid, state: Words, seat: int) -> int:
    """The cells where `seat` has a stone, as bits of an integer."""
    rows = [(int(word) >> (WIDEST * seat)) & ((1 << grid.size) - 1) for word in state[: grid.size]]
    return sum(columns << (row * grid.size) for row, columns in enumerate(rows))


def stones_by_seat(grid: HexGrid, state: Words) -> tuple[int, int]:
    """The cells of both players' stones, as bits of integers."""
    return stones(grid, state, 0), stones(grid, state, 1)


def write_position(grid: HexGrid, state: Words) -> str:
    """The rows from the top, the mover, and `study` where the position was set up so."""
    last = int(state[grid.size])
    text = position_text(grid, stones_by_seat(grid, state), last & 1)
    return study_text(text) if last & STUDY else text


def study_text(text: str) -> str:
    """The text that allows any stones, given the usual one."""
    return f"{text} {STUDY_MARK}"


def position_text(grid: HexGrid, sets: Sequence[int], seat: int) -> str:
    """The position text for these stones and mover."""
    order = [grid.row(row) for row in range(grid.size)]
    return f"{write_rows(sets, SYMBOLS, order)} {SYMBOLS[1 + seat]}"


def read_position(grid: HexGrid, text: str, swap: bool) -> Words:
    """The state of a position text."""
    usual = text.removesuffix(f" {STUDY_MARK}")
    fields, reasons = split_fields(usual, (Message("core.field.board"), Message("core.field.mover")))
    if reasons:
        raise InvalidPositionError(text, reasons)
    rows, reasons = read_rows(fields[0], [grid.size] * grid.size, SYMBOLS)
    seat, mover_reasons = read_mover(fields[1], SYMBOLS[1:])
    if reasons or mover_reasons:
        raise InvalidPositionError(text, reasons + mover_reasons)
    state = _state(grid, rows, seat)
    if usual != text:
        state[grid.size] |= np.uint64(STUDY)
        return state
    reasons = impossibilities(fields[0].count("r"), fields[0].count("b"), seat, swap)
    if (int(state[grid.size]) >> 1) & 3 == seat + 1:
        reasons.append(Message("hex.joined_already", side=COLOURS[seat], other=COLOURS[1 - seat]))
    if reasons:
        raise InvalidPositionError(text, reasons)
    return state


def _state(grid: HexGrid, rows: list[str], seat: int) -> Words:
    """The state with these stones and mover."""
    state = np.zeros(grid.size + 1, np.uint64)
    columns = [range(grid.size)]
    for row, shown in enumerate(rows):
        red, blue = cells_of([shown], "r", columns), cells_of([shown], "b", columns)
        state[row] = red | (blue << WIDEST)
    placed = sum(grid.size - row.count(".") for row in rows)
    state[grid.size] = seat | (placed << _STONES_AT)
    settle(state, grid.size)
    return state


def impossibilities(red: int, blue: int, seat: int, swap: bool) -> list[str]:
    """Errors in the number of stones for the mover (H3, H5)."""
    lead = red - blue
    if lead == seat or (swap and blue > 0 and lead == seat - 1):
        return []
    reds, blues = Message("hex.stones", number=red), Message("hex.stones", number=blue)
    return [Message("hex.stones_do_not_fit", red=reds, blue=blues, mover=COLOURS[seat])]
