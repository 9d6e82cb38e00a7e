"""Neutreeko, as slowly and plainly as the rules are written: sets of squares and one step at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

BLACK = 0
WHITE = 1
LETTERS = "bw"
COLUMNS = "abcde"
SIZE = 5
START = ".w.w./..b../...../..w../.b.b. b"

UP, DOWN, RIGHT, LEFT = (0, 1), (0, -1), (1, 0), (-1, 0)
UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT = (1, 1), (-1, 1), (1, -1), (-1, -1)

ORDERS = {
    "rows": (UP, DOWN, RIGHT, LEFT, UP_RIGHT, UP_LEFT, DOWN_RIGHT, DOWN_LEFT),
    "clockwise": (UP, UP_RIGHT, RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, LEFT, UP_LEFT),
    "report": (DOWN, UP, RIGHT, LEFT, DOWN_RIGHT, DOWN_LEFT, UP_RIGHT, UP_LEFT),
    "report-clockwise": (DOWN, DOWN_RIGHT, RIGHT, UP_RIGHT, UP, UP_LEFT, LEFT, DOWN_LEFT),
}


class Square(NamedTuple):
    """A square: its column and row, both counted from 1, a1 at the bottom left (N1)."""

    column: int
    row: int


class State(NamedTuple):
    """The pieces of both colours and the seat to move."""

    black: frozenset[Square]
    white: frozenset[Square]
    mover: int


def name(square: Square) -> str:
    """The square's notation, such as `b1`."""
    return f"{COLUMNS[square.column - 1]}{square.row}"


def step(square: Square, direction: tuple[int, int]) -> Square:
    """The next square in a direction, on the board or off it."""
    return Square(square.column + direction[0], square.row + direction[1])


def on_board(square: Square) -> bool:
    """Whether the square is one of the 25."""
    return 1 <= square.column <= SIZE and 1 <= square.row <= SIZE


def board_order(pieces: frozenset[Square]) -> list[Square]:
    """The pieces from a1 to e1, then from a2, and so on up the board."""
    return sorted(pieces, key=lambda square: (square.row, square.column))


def slide(start: Square, direction: tuple[int, int], occupied: frozenset[Square]) -> Square:
    """Where a piece comes to rest: the last square before the edge or the next piece (N2)."""
    here = start
    ahead = step(here, direction)
    while on_board(ahead) and ahead not in occupied:
        here = ahead
        ahead = step(here, direction)
    return here


def in_line(pieces: frozenset[Square]) -> bool:
    """Whether three of the pieces stand next to each other in a row, column or diagonal (N3)."""
    for first in pieces:
        for direction in ORDERS["rows"]:
            second = step(first, direction)
            if second in pieces and step(second, direction) in pieces:
                return True
    return False


class Reference:
    """The rules N1 to N5."""

    def __init__(self, *, order: str = "rows") -> None:
        self.directions = ORDERS[order]

    def start(self) -> State:
        """Both players' three pieces where the game begins, Black to move (N1)."""
        return self.parse(START)

    def parse(self, text: str) -> State:
        """The state that a valid position text describes."""
        board, mover = text.split(" ")
        pieces: dict[str, set[Square]] = {"b": set(), "w": set(), ".": set()}
        for index, line in enumerate(board.split("/")):
            for column, letter in enumerate(line, start=1):
                pieces[letter].add(Square(column, SIZE - index))
        return State(frozenset(pieces["b"]), frozenset(pieces["w"]), LETTERS.index(mover))

    def text(self, state: State) -> str:
        """The position text: rows from row 5 down, then the mover."""
        rows = []
        for row in range(SIZE, 0, -1):
            squares = [Square(column, row) for column in range(1, SIZE + 1)]
            rows.append("".join(self._letter(state, square) for square in squares))
        return f"{'/'.join(rows)} {LETTERS[state.mover]}"

    def mover(self, state: State) -> int:
        """The seat to move."""
        return state.mover

    def winner(self, state: State) -> int | None:
        """The colour with three in line, whoever is to move (N3)."""
        if in_line(state.black):
            return BLACK
        return WHITE if in_line(state.white) else None

    def children(self, state: State) -> dict[str, State]:
        """Every slide of the mover's pieces in board order, directions in the order asked for (N2, N5)."""
        if self.winner(state) is not None:
            return {}
        return {f"{name(start)}-{name(end)}": self._moved(state, start, end) for start, end in self._slides(state)}

    def drawn(self, line: list[State]) -> bool:
        """Whether the last position of the line has now occurred three times (N4)."""
        return line.count(line[-1]) >= 3

    def _slides(self, state: State) -> Iterator[tuple[Square, Square]]:
        """The start and end of every slide of at least one square (N2)."""
        occupied = state.black | state.white
        for start in board_order(state.black if state.mover == BLACK else state.white):
            for direction in self.directions:
                end = slide(start, direction, occupied)
                if end != start:
                    yield start, end

    def _moved(self, state: State, start: Square, end: Square) -> State:
        """The state after the mover's piece has gone from start to end."""
        if state.mover == BLACK:
            return State(state.black - {start} | {end}, state.white, WHITE)
        return State(state.black, state.white - {start} | {end}, BLACK)

    def _letter(self, state: State, square: Square) -> str:
        """What a square looks like in the position text."""
        if square in state.black:
            return "b"
        return "w" if square in state.white else "."
