"""Nine Men's Morris as text: moves (`d6`, `d6-d5xb4`) and positions (`.../.../.../....../.../.../... w 9,9`)."""

import re
from collections.abc import Sequence

import numpy as np

from plyground.core.contract import Words
from plyground.core.errors import InvalidPositionError, NotationError, quoted
from plyground.core.scene import seat_title
from plyground.core.text import cells_of, read_mover, read_number, read_rows, split_fields, write_rows
from plyground.games.morris.board import NAMES, POINT
from plyground.games.morris.rules import MEN, NOWHERE, destination_of, hand, men, origin_of, packed, removed_by
from plyground.language import Message

SYMBOLS = ".wb"
COLOURS = (seat_title("white"), seat_title("black"))
ORDER = tuple(
    tuple(POINT[name] for name in row.split())
    for row in ("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1")
)


def write_move(move: int) -> str:
    """The origin, unless the man comes from hand, the destination, and the man removed."""
    origin, destination, removed = points_of(move)
    start = "" if origin is None else f"{origin}-"
    removal = "" if removed is None else f"x{removed}"
    return f"{start}{destination}{removal}"


def points_of(move: int) -> list[str | None]:
    """The names of a move's origin, destination and removed man; None for a man from hand, and for no removal."""
    word = np.uint64(move)
    points = (origin_of(word), destination_of(word), removed_by(word))
    return [None if point == NOWHERE else NAMES[point] for point in points]


def check_move(text: str) -> None:
    """Raise an error unless the text is points of the board in one of the four forms."""
    found = re.fullmatch(r"(?:([a-z][0-9]+)-)?([a-z][0-9]+)(?:x([a-z][0-9]+))?", text, re.ASCII)
    if found is None:
        raise NotationError(Message("morris.notation", move=quoted(text)))
    for name in found.groups():
        if name is not None and name not in POINT:
            raise NotationError(Message("morris.no_point", move=quoted(text), point=quoted(name)))


def write_position(state: Words) -> str:
    """The points row by row from row 7 down, the mover, the men in hand."""
    return position_text(men_by_seat(state), int(state[0]) >> 56, hands(state))


def position_text(sets: Sequence[int], seat: int, in_hand: Sequence[int]) -> str:
    """The position text for these men, mover and men in hand."""
    return f"{write_rows(sets, SYMBOLS, ORDER)} {SYMBOLS[1 + seat]} {','.join(map(str, in_hand))}"


def men_by_seat(state: Words) -> tuple[int, int]:
    """The points of both players' men, as bits of integers."""
    return int(men(state, 0)), int(men(state, 1))


def hands(state: Words) -> tuple[int, int]:
    """Number of men that each player has yet to place."""
    return int(hand(state, 0)), int(hand(state, 1))


def read_position(text: str) -> Words:
    """The state of a position text."""
    fields, reasons = split_fields(
        text, (Message("morris.field.points"), Message("core.field.mover"), Message("morris.field.in_hand"))
    )
    if reasons:
        raise InvalidPositionError(text, reasons)
    rows, reasons = read_rows(fields[0], [len(row) for row in ORDER], SYMBOLS)
    seat, mover_reasons = read_mover(fields[1], SYMBOLS[1:])
    numbers = [read_number(number, MEN) for number in fields[2].split(",")]
    if len(numbers) != 2 or None in numbers:
        mover_reasons.append(Message("morris.hands", most=MEN, found=quoted(fields[2])))
    if reasons or mover_reasons:
        raise InvalidPositionError(text, reasons + mover_reasons)
    board = (cells_of(rows, "w", ORDER), cells_of(rows, "b", ORDER))
    in_hand = (numbers[0] or 0, numbers[1] or 0)
    reasons = impossibilities(board, in_hand, seat)
    if reasons:
        raise InvalidPositionError(text, reasons)
    return np.array([packed(np.uint64(board[0]), np.uint64(board[1]), *in_hand, seat)], np.uint64)


def impossibilities(board: tuple[int, int], hands: tuple[int, int], seat: int) -> list[str]:
    """Why the position cannot occur."""
    reasons: list[str] = []
    ahead = hands[1] - hands[0]
    if ahead != seat and not (seat == 1 and hands == (0, 0)):
        expected = Message("morris.hand.equal") if seat == 0 else Message("morris.hand.one_fewer")
        reasons.append(
            Message("morris.hands_do_not_fit", mover=COLOURS[seat], expected=expected, white=hands[0], black=hands[1])
        )
    totals = [board[side].bit_count() + hands[side] for side in (0, 1)]
    for side in (0, 1):
        if totals[side] > MEN:
            reasons.append(Message("morris.too_many", side=COLOURS[side], men=totals[side], most=MEN))
        if totals[side] < 2:
            reasons.append(
                Message("morris.lost_already", side=COLOURS[side], men=Message("morris.men", number=totals[side]))
            )
    if hands == (0, 0) and totals == [2, 2]:
        reasons.append(Message("morris.both_lost"))
    return reasons
