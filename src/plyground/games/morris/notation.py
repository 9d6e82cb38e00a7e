"""Nine Men's Morris as text: moves (`d6`, `d6-d5xb4`) and positions (`.../.../.../....../.../.../... w 9,9`)."""

import re

import numpy as np

from plyground.core.errors import InvalidPositionError, NotationError, quoted
from plyground.core.kernel import Words
from plyground.core.text import cells_of, read_mover, read_number, read_rows, split_fields, write_rows
from plyground.games.morris.board import NAMES, POINT
from plyground.games.morris.rules import MEN, NOWHERE, destination_of, hand, men, origin_of, packed, removed_by

SYMBOLS = ".wb"
COLOURS = ("White", "Black")
ORDER = tuple(
    tuple(POINT[name] for name in row.split())
    for row in ("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1")
)


def write_move(move: int) -> str:
    """Origin unless the man comes from the hand, destination, and the man removed."""
    word = np.uint64(move)
    origin, removed = origin_of(word), removed_by(word)
    start = "" if origin == NOWHERE else f"{NAMES[origin]}-"
    removal = "" if removed == NOWHERE else f"x{NAMES[removed]}"
    return f"{start}{NAMES[destination_of(word)]}{removal}"


def check_move(text: str) -> None:
    """Points of the board in one of the four forms."""
    found = re.fullmatch(r"(?:([a-z][0-9]+)-)?([a-z][0-9]+)(?:x([a-z][0-9]+))?", text, re.ASCII)
    if found is None:
        raise NotationError(f"{quoted(text)} is not a move: write 'd6', 'd6-d5', 'd6xb4' or 'd6-d5xb4'.")
    for name in found.groups():
        if name is not None and name not in POINT:
            raise NotationError(f"{quoted(text)} is not a move: {quoted(name)} is not one of the 24 points.")


def write_position(state: Words) -> str:
    """The points row by row from row 7 down, the mover, the men in hand."""
    board = write_rows((int(men(state, 0)), int(men(state, 1))), SYMBOLS, ORDER)
    mover = SYMBOLS[1 + (int(state[0]) >> 56)]
    return f"{board} {mover} {hand(state, 0)},{hand(state, 1)}"


def read_position(text: str) -> Words:
    """The state of a position text."""
    fields, reasons = split_fields(text, ("the points", "the mover", "the men in hand"))
    if reasons:
        raise InvalidPositionError(text, reasons)
    rows, reasons = read_rows(fields[0], [len(row) for row in ORDER], SYMBOLS)
    seat, mover_reasons = read_mover(fields[1], SYMBOLS[1:])
    hands = [read_number(number, MEN) for number in fields[2].split(",")]
    if len(hands) != 2 or None in hands:
        mover_reasons.append(f"the men in hand should read like '9,9', each at most {MEN}, not {quoted(fields[2])}")
    if reasons or mover_reasons:
        raise InvalidPositionError(text, reasons + mover_reasons)
    board = (cells_of(rows, "w", ORDER), cells_of(rows, "b", ORDER))
    in_hand = (hands[0] or 0, hands[1] or 0)
    reasons = impossibilities(board, in_hand, seat)
    if reasons:
        raise InvalidPositionError(text, reasons)
    return np.array([packed(np.uint64(board[0]), np.uint64(board[1]), *in_hand, seat)], np.uint64)


def impossibilities(board: tuple[int, int], hands: tuple[int, int], seat: int) -> list[str]:
    """Why such a position cannot come about."""
    reasons = []
    ahead = hands[1] - hands[0]
    if ahead != seat and not (seat == 1 and hands == (0, 0)):
        expected = "as many men in hand as Black" if seat == 0 else "one man in hand fewer than Black, or both none"
        reasons.append(f"with {COLOURS[seat]} to move White has {expected}, not {hands[0]} against {hands[1]}")
    totals = [board[side].bit_count() + hands[side] for side in (0, 1)]
    for side in (0, 1):
        if totals[side] > MEN:
            reasons.append(f"{COLOURS[side]} has {totals[side]} men, more than {MEN}")
        if totals[side] < 2:
            reasons.append(f"{COLOURS[side]} has {totals[side]} men left, but has lost with two")
    if hands == (0, 0) and totals == [2, 2]:
        reasons.append("both have lost, with two men each")
    return reasons
