"""Hex, as slowly and plainly as the rules are written: sets of cells and a walk from side to side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

RED = 0
BLUE = 1
LETTERS = "rb"
COLUMNS = "abcdefghijklmnopqrs"


class Cell(NamedTuple):
    """A hexagon: its column and row, both counted from 1, row 1 at the top (H1)."""

    column: int
    row: int


class State(NamedTuple):
    """The stones of both colours and the seat to move."""

    red: frozenset[Cell]
    blue: frozenset[Cell]
    mover: int


def name(cell: Cell) -> str:
    """The cell's notation, such as `f6`."""
    return f"{COLUMNS[cell.column - 1]}{cell.row}"


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells that touch a cell, those beyond the edge included: no stone is ever there (H1)."""
    column, row = cell
    return [
        Cell(column - 1, row),
        Cell(column + 1, row),
        Cell(column, row - 1),
        Cell(column, row + 1),
        Cell(column + 1, row - 1),
        Cell(column - 1, row + 1),
    ]


def reachable(sources: set[Cell], stones: frozenset[Cell]) -> set[Cell]:
    """Every stone that an unbroken chain of `stones` joins to one of the `sources`."""
    found = set(sources)
    waiting = list(sources)
    while waiting:
        for cell in neighbours(waiting.pop()):
            if cell in stones and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found


class Reference:
    """The rules H1 to H5 on a board of any size."""

    def __init__(self, *, size: int = 11, swap: bool = True) -> None:
        self.size = size
        self.swap = swap

    def start(self) -> State:
        """The empty board, Red to move."""
        return State(frozenset(), frozenset(), RED)

    def parse(self, text: str) -> State:
        """The state that a valid position text describes."""
        board, mover = text.split(" ")
        stones: dict[str, set[Cell]] = {"r": set(), "b": set(), ".": set()}
        for row, line in enumerate(board.split("/"), start=1):
            for column, letter in enumerate(line, start=1):
                stones[letter].add(Cell(column, row))
        return State(frozenset(stones["r"]), frozenset(stones["b"]), LETTERS.index(mover))

    def text(self, state: State) -> str:
        """The position text: rows from the top, then the mover."""
        rows = []
        for row in range(1, self.size + 1):
            cells = [Cell(column, row) for column in range(1, self.size + 1)]
            rows.append("".join(self._letter(state, cell) for cell in cells))
        return f"{'/'.join(rows)} {LETTERS[state.mover]}"

    def mover(self, state: State) -> int:
        """The seat to move."""
        return state.mover

    def winner(self, state: State) -> int | None:
        """The colour that has joined its two sides, if one has (H2, H4)."""
        if self._red_joined(state.red):
            return RED
        if self._blue_joined(state.blue):
            return BLUE
        return None

    def children(self, state: State) -> dict[str, State]:
        """A stone on any empty cell, row by row from the top, and then `swap` (H3, H5)."""
        if self.winner(state) is not None:
            return {}
        found = {name(cell): self._placed(state, cell) for cell in self._empty(state)}
        if self._can_swap(state):
            found["swap"] = self._swapped(state)
        return found

    def drawn(self, line: list[State]) -> bool:
        """There is no draw (H4)."""
        return False

    def _cells(self) -> Iterator[Cell]:
        """Every cell of the board, row by row from the top."""
        for row in range(1, self.size + 1):
            for column in range(1, self.size + 1):
                yield Cell(column, row)

    def _empty(self, state: State) -> Iterator[Cell]:
        """Every cell without a stone, row by row from the top."""
        for cell in self._cells():
            if cell not in state.red and cell not in state.blue:
                yield cell

    def _letter(self, state: State, cell: Cell) -> str:
        """What a cell looks like in the position text."""
        if cell in state.red:
            return "r"
        return "b" if cell in state.blue else "."

    def _red_joined(self, stones: frozenset[Cell]) -> bool:
        """Whether a chain of these stones runs from the top row to the bottom row."""
        top = {cell for cell in stones if cell.row == 1}
        return any(cell.row == self.size for cell in reachable(top, stones))

    def _blue_joined(self, stones: frozenset[Cell]) -> bool:
        """Whether a chain of these stones runs from the first column to the last column."""
        left = {cell for cell in stones if cell.column == 1}
        return any(cell.column == self.size for cell in reachable(left, stones))

    def _placed(self, state: State, cell: Cell) -> State:
        """The state after the mover puts a stone on the cell (H3)."""
        if state.mover == RED:
            return State(state.red | {cell}, state.blue, BLUE)
        return State(state.red, state.blue | {cell}, RED)

    def _can_swap(self, state: State) -> bool:
        """Whether this is Blue's very first move, in a game with the swap rule (H5)."""
        return self.swap and state.mover == BLUE and len(state.red) == 1 and not state.blue

    def _swapped(self, state: State) -> State:
        """A blue stone on the mirror image of the red one, which goes away (H5)."""
        (stone,) = state.red
        return State(frozenset(), frozenset({Cell(stone.row, stone.column)}), RED)
