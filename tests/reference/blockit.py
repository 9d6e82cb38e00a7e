"""Block It and Quoridor, written straight from the rulebook: the slow version that is easy to believe.

The board is the "usual double-size matrix" of B4: squares have two even coordinates, and the cells between
them belong to the barriers. A barrier is three such cells in a row, so two barriers overlap or cross exactly
when they share a cell, and a step is blocked exactly when the cell in its middle belongs to a barrier.
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

Cell = tuple[int, int]

COLOURS = ("red", "green", "blue", "yellow")
DIRECTIONS: tuple[Cell, ...] = ((0, 1), (0, -1), (-1, 0), (1, 0))


class Barrier(NamedTuple):
    """A barrier named by its square: `h` lies along the top of it, `v` along the right of it (B4)."""

    square: Cell
    direction: str

    def cells(self) -> frozenset[Cell]:
        """The three cells of the matrix that the barrier fills."""
        x, y = self.square
        if self.direction == "h":
            return frozenset({(x, y + 1), (x + 1, y + 1), (x + 2, y + 1)})
        return frozenset({(x + 1, y), (x + 1, y + 1), (x + 1, y + 2)})


class State(NamedTuple):
    """A position: every seat's pawn and number of barriers left, the barriers placed, the seat to move."""

    pawns: tuple[Cell, ...]
    left: tuple[int, ...]
    placed: frozenset[Barrier]
    turn: int


def filled(placed: frozenset[Barrier]) -> frozenset[Cell]:
    """All cells of the matrix that barriers fill."""
    return frozenset(cell for barrier in placed for cell in barrier.cells())


def square_name(square: Cell) -> str:
    """A letter for the column, a number for the row."""
    x, y = square
    return "abcdefghijklm"[x // 2] + str(y // 2 + 1)


def square_named(name: str) -> Cell:
    """The inverse of `square_name`."""
    return 2 * "abcdefghijklm".index(name[0]), 2 * (int(name[1:]) - 1)


def barrier_name(barrier: Barrier) -> str:
    """The square's name and `h` or `v`."""
    return square_name(barrier.square) + barrier.direction


def barrier_named(name: str) -> Barrier:
    """The inverse of `barrier_name`."""
    return Barrier(square_named(name[:-1]), name[-1])


def numbers(text: str) -> tuple[int, ...]:
    """The numbers of a list with commas."""
    return tuple(int(number) for number in text.split(","))


class Reference:
    """The rules of one choice of options."""

    def __init__(self, **options: object) -> None:
        """Read the options: size (or columns and rows), barriers, colours and rules, with the rulebook's defaults."""
        size = options.get("size", 9)
        self.columns, self.rows = (int(str(options.get(side, size))) for side in ("columns", "rows"))
        self.colours = tuple(str(options.get("colours", "red,blue")).split(","))
        self.jumps = options.get("rules", "blockit") == "quoridor"
        usual = 20 // len(self.colours) if self.jumps else 5  # B8: ten for two players, five for four
        self.barriers = int(str(options.get("barriers", usual)))
        self.right, self.top = 2 * (self.columns - 1), 2 * (self.rows - 1)  # the last column and row of the matrix
        self.goals = tuple(self._goal(colour) for colour in self.colours)

    def start(self) -> State:
        """Every pawn in the middle of its own side (B1), red or the next colour after it to move (B2)."""
        across, along = 2 * (self.columns // 2), 2 * (self.rows // 2)
        starts = {
            "red": (across, 0),
            "green": (self.right, along),
            "blue": (across, self.top),
            "yellow": (0, along),
        }
        pawns = tuple(starts[colour] for colour in self.colours)
        return State(pawns, (self.barriers,) * len(pawns), frozenset(), 0)

    def parse(self, text: str) -> State:
        """Read a position text such as `e1,e9 5,5 - r`."""
        pawns, left, placed, letter = text.split(" ")
        names = [] if placed == "-" else placed.split(",")
        return State(
            tuple(square_named(name) for name in pawns.split(",")),
            numbers(left),
            frozenset(barrier_named(name) for name in names),
            [colour[0] for colour in self.colours].index(letter),
        )

    def text(self, state: State) -> str:
        """Write a position text."""
        pawns = ",".join(square_name(pawn) for pawn in state.pawns)
        left = ",".join(str(number) for number in state.left)
        placed = ",".join(sorted(barrier_name(barrier) for barrier in state.placed)) or "-"
        return f"{pawns} {left} {placed} {self.colours[state.turn][0]}"

    def mover(self, state: State) -> int:
        """The seat to move."""
        return state.turn

    def winner(self, state: State) -> int | None:
        """The seat whose pawn stands on its goal side (B6)."""
        for seat, pawn in enumerate(state.pawns):
            if pawn in self.goals[seat]:
                return seat
        return None

    def children(self, state: State) -> dict[str, State]:
        """Every legal turn of the mover and the position it leads to; only without any, `pass` (B7)."""
        if self.winner(state) is not None:
            return {}
        found = {square_name(square): self._moved(state, square) for square in self._pawn_moves(state)}
        for barrier in self._barrier_moves(state):
            found[barrier_name(barrier)] = self._placed(state, barrier)
        return found or {"pass": state._replace(turn=self._next(state))}

    def drawn(self, line: list[State]) -> bool:
        """Whether the last position of the line occurs in it for at least the third time (B7)."""
        return line.count(line[-1]) >= 3

    def _next(self, state: State) -> int:
        """The seat that moves after this one (B2)."""
        return (state.turn + 1) % len(self.colours)

    def _moved(self, state: State, square: Cell) -> State:
        """The position after the mover's pawn went to a square."""
        pawns = list(state.pawns)
        pawns[state.turn] = square
        return state._replace(pawns=tuple(pawns), turn=self._next(state))

    def _placed(self, state: State, barrier: Barrier) -> State:
        """The position after the mover placed a barrier."""
        left = list(state.left)
        left[state.turn] -= 1
        return State(state.pawns, tuple(left), state.placed | {barrier}, self._next(state))

    def _goal(self, colour: str) -> frozenset[Cell]:
        """The squares of the side that a colour must reach (B1)."""
        across, along = range(0, self.right + 1, 2), range(0, self.top + 1, 2)
        sides = {
            "red": [(x, self.top) for x in across],
            "green": [(0, y) for y in along],
            "blue": [(x, 0) for x in across],
            "yellow": [(self.right, y) for y in along],
        }
        return frozenset(sides[colour])

    def _step(self, square: Cell, direction: Cell, walls: frozenset[Cell]) -> Cell | None:
        """The square next to this one, unless the edge or a barrier is in between (B3)."""
        (x, y), (right, up) = square, direction
        end = (x + 2 * right, y + 2 * up)
        on_board = 0 <= end[0] <= self.right and 0 <= end[1] <= self.top
        return end if on_board and (x + right, y + up) not in walls else None

    def _pawn_moves(self, state: State) -> set[Cell]:
        """The squares the mover's pawn can reach (B3, and B8 with rules=quoridor)."""
        walls = filled(state.placed)
        found: set[Cell] = set()
        for direction in DIRECTIONS:
            end = self._step(state.pawns[state.turn], direction, walls)
            if end is None:
                continue
            if end not in state.pawns:
                found.add(end)
            elif self.jumps:
                found.update(self._landings(state.pawns, end, direction, walls))
        return found

    def _landings(
        self, pawns: tuple[Cell, ...], faced: Cell, direction: Cell, walls: frozenset[Cell]
    ) -> Iterator[Cell]:
        """Where a pawn lands that jumps over the pawn it faces: straight behind, or else beside it (B8)."""
        behind = self._step(faced, direction, walls)
        if behind is not None and behind not in pawns:
            yield behind
            return
        right, up = direction
        for sideways in ((up, right), (-up, -right)):
            beside = self._step(faced, sideways, walls)
            if beside is not None and beside not in pawns:
                yield beside

    def _barrier_moves(self, state: State) -> Iterator[Barrier]:
        """The barriers the mover can place (B4, B5)."""
        if state.left[state.turn] == 0:
            return
        walls = filled(state.placed)
        for barrier in self._barriers_on_board():
            cells = barrier.cells()
            if not cells & walls and self._all_have_a_way(state.pawns, walls | cells):
                yield barrier

    def _barriers_on_board(self) -> Iterator[Barrier]:
        """Every barrier that does not leave the board, whatever else lies there (B4)."""
        for y in range(0, self.top, 2):
            for x in range(0, self.right, 2):
                yield Barrier((x, y), "h")
                yield Barrier((x, y), "v")

    def _all_have_a_way(self, pawns: tuple[Cell, ...], walls: frozenset[Cell]) -> bool:
        """Whether every pawn has a way to its goal, other pawns not counting as obstacles (B5)."""
        return all(self._has_a_way(seat, pawn, walls) for seat, pawn in enumerate(pawns))

    def _has_a_way(self, seat: int, pawn: Cell, walls: frozenset[Cell]) -> bool:
        """Breadth-first search from a pawn to its goal side."""
        seen = {pawn}
        queue = deque([pawn])
        while queue:
            square = queue.popleft()
            if square in self.goals[seat]:
                return True
            for direction in DIRECTIONS:
                end = self._step(square, direction, walls)
                if end is not None and end not in seen:
                    seen.add(end)
                    queue.append(end)
        return False
