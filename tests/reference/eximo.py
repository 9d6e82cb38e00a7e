"""Eximo, played slowly and plainly (rules E1 to E7): the yardstick for the real rules.

Squares are (column, row) pairs counted from a1 = (0, 0); men are frozen sets of squares, one per seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

Square = tuple[int, int]
Men = frozenset[Square]

WHITE, BLACK = 0, 1
LETTERS = "wb"
START = ".bbbbbb./.bbbbbb./.bb..bb./......../......../.ww..ww./.wwwwww./.wwwwww. w"


@dataclass(frozen=True)
class State:
    """A position: the men of both seats and the seat to move."""

    men: tuple[Men, Men]
    mover: int


@dataclass(frozen=True)
class Path:
    """One man's way through a turn, and the enemies still on the board at its end."""

    squares: tuple[Square, ...]
    enemies: Men


def name(square: Square) -> str:
    """The name of a square: (2, 0) is c1."""
    column, row = square
    return "abcdefgh"[column] + str(row + 1)


def on_board(square: Square) -> bool:
    """Whether a square lies on the 8×8 board (E1)."""
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def moved(square: Square, direction: Square, times: int) -> Square:
    """The square a number of steps away in a direction."""
    return square[0] + times * direction[0], square[1] + times * direction[1]


def forward(seat: int) -> list[Square]:
    """Straight and diagonally towards the opponent (E1, E2)."""
    ahead = 1 if seat == WHITE else -1
    return [(-1, ahead), (0, ahead), (1, ahead)]


def capturing(seat: int) -> list[Square]:
    """The directions of a capture: forward and sideways (E4)."""
    return [*forward(seat), (-1, 0), (1, 0)]


def far_row(seat: int) -> int:
    """The row where a man ends its way (E6)."""
    return 7 if seat == WHITE else 0


def drop_zone(seat: int) -> list[Square]:
    """The owner's first two rows, columns b to g, in board order (E6)."""
    rows = (0, 1) if seat == WHITE else (6, 7)
    return [(column, row) for row in rows for column in range(1, 7)]


class Reference:
    """Eximo by the book. It has no options."""

    def __init__(self, **options: object) -> None:
        """Refuse any option, for Eximo has none."""
        if options:
            raise ValueError(f"eximo has no options, got {options}")

    def start(self) -> State:
        """The opening position (E1)."""
        return self.parse(START)

    def parse(self, text: str) -> State:
        """Read a position text that is known to be valid."""
        board, letter = text.split(" ")
        men: tuple[set[Square], set[Square]] = (set(), set())
        for row, line in zip(range(7, -1, -1), board.split("/"), strict=True):
            for column, character in enumerate(line):
                if character != ".":
                    men[LETTERS.index(character)].add((column, row))
        return State((frozenset(men[WHITE]), frozenset(men[BLACK])), LETTERS.index(letter))

    def text(self, state: State) -> str:
        """Write a position: rows from row 8 down, then the mover."""
        rows = [[self._letter(state, (column, row)) for column in range(8)] for row in range(7, -1, -1)]
        return "/".join("".join(row) for row in rows) + " " + LETTERS[state.mover]

    def mover(self, state: State) -> int:
        """The seat to move."""
        return state.mover

    def winner(self, state: State) -> int | None:
        """The other seat, when the mover has no man or no legal move (E7)."""
        return None if self.children(state) else 1 - state.mover

    def children(self, state: State) -> dict[str, State]:
        """Every legal turn and what it leads to; captures alone where there is one (E5)."""
        captures = self._turns(state, list(self._captures(state)), "x")
        if captures:
            return captures
        return self._turns(state, [*self._steps(state), *self._jumps(state)], "-")

    def drawn(self, line: list[State]) -> bool:
        """Whether the last position of an undecided game stands there for the third time (E7)."""
        return line.count(line[-1]) >= 3 and self.winner(line[-1]) is None

    def _letter(self, state: State, square: Square) -> str:
        """The character of one square in a position text."""
        if square in state.men[WHITE]:
            return "w"
        return "b" if square in state.men[BLACK] else "."

    def _steps(self, state: State) -> Iterator[Path]:
        """Single steps to an empty square ahead (E2)."""
        own, enemies = state.men[state.mover], state.men[1 - state.mover]
        for man in own:
            for direction in forward(state.mover):
                target = moved(man, direction, 1)
                if on_board(target) and target not in own | enemies:
                    yield Path((man, target), enemies)

    def _jumps(self, state: State) -> Iterator[Path]:
        """Turns that jump over men of one's own (E3)."""
        own, enemies = state.men[state.mover], state.men[1 - state.mover]
        for man in own:
            yield from self._go_on_jumping(Path((man,), enemies), own - {man}, state.mover)

    def _go_on_jumping(self, path: Path, others: Men, seat: int) -> Iterator[Path]:
        """Every way to go on jumping, or the way so far if it has begun and cannot go on (E3, E6)."""
        at = path.squares[-1]
        stuck = True
        for direction in forward(seat):
            over, target = moved(at, direction, 1), moved(at, direction, 2)
            if over in others and on_board(target) and target not in others | path.enemies:
                stuck = False
                yield from self._go_on_jumping(Path((*path.squares, target), path.enemies), others, seat)
        if stuck and len(path.squares) > 1:
            yield path

    def _captures(self, state: State) -> Iterator[Path]:
        """Turns that capture (E4)."""
        own, enemies = state.men[state.mover], state.men[1 - state.mover]
        for man in own:
            yield from self._go_on_capturing(Path((man,), enemies), own - {man}, state.mover)

    def _go_on_capturing(self, path: Path, others: Men, seat: int) -> Iterator[Path]:
        """Every way to go on capturing, or the way so far if it has begun and cannot go on (E4, E6)."""
        at = path.squares[-1]
        stuck = True
        for direction in capturing(seat) if at[1] != far_row(seat) else []:
            over, target = moved(at, direction, 1), moved(at, direction, 2)
            if over in path.enemies and on_board(target) and target not in others | path.enemies:
                stuck = False
                further = Path((*path.squares, target), path.enemies - {over})
                yield from self._go_on_capturing(further, others, seat)
        if stuck and len(path.squares) > 1:
            yield path

    def _turns(self, state: State, paths: list[Path], joint: str) -> dict[str, State]:
        """The notation and the result of every path, with every choice of drops at its end (E6)."""
        turns = {}
        for path in paths:
            start, end = path.squares[0], path.squares[-1]
            way = joint.join(name(square) for square in path.squares)
            others = state.men[state.mover] - {start}
            if end[1] != far_row(state.mover):
                turns[way] = self._after(state.mover, others | {end}, path.enemies)
                continue
            for drops in self._drops(state.mover, others | path.enemies):
                text = way + "".join("@" + name(square) for square in drops)
                turns[text] = self._after(state.mover, others | frozenset(drops), path.enemies)
        return turns

    def _drops(self, seat: int, occupied: Men) -> list[tuple[Square, ...]]:
        """Every choice of two empty squares of the drop zone, or of one or none where it is full (E6)."""
        empty = [square for square in drop_zone(seat) if square not in occupied]
        return list(combinations(empty, min(2, len(empty))))

    def _after(self, seat: int, own: Men, enemies: Men) -> State:
        """The position after a turn of this seat: the other one is to move."""
        return State((own, enemies) if seat == WHITE else (enemies, own), 1 - seat)
