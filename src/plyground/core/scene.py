"""Plain values for drawing a board and its pieces; they know no rules.

The unit of length is the distance between neighbouring cells; x grows to the right and y downwards. Names are those
of the notation: the cell `f6`, the barrier slot `e3h`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from plyground.core.errors import quoted
from plyground.core.text import LETTERS, Grid
from plyground.language import Message, message_or

Shape = Literal["hexagon", "square", "point", "slot"]
Kind = Literal["stone", "piece", "man", "pawn", "barrier"]
Shade = Literal["light", "dark"]
Material = Literal["wood", "sandstone", "birch", "walnut", "oak", "marble", "slate", "paper"]
"""What a board is made of; front ends know a look for each."""
Point = tuple[float, float]

COLOURS = ("red", "green", "blue", "yellow", "white", "black")
"""The colour words used in a game's `seats`, so that a front end can define a paint for each."""

LABEL_DISTANCE = 0.85
"""Distance from the centres of the outermost cells to the coordinates beside them."""
LABEL_ROOM = 0.35
"""Half the width and height of a label."""
DECIMALS = 4
"""Decimal places that `as_data` rounds to, as many as a drawing can show."""


def as_plain(value: Any) -> Any:
    """A value of this module as dictionaries, lists, strings and numbers."""
    if is_dataclass(value):
        return {field.name: as_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [as_plain(part) for part in value]
    return round(value, DECIMALS) if isinstance(value, float) else value


class Drawable:
    """A value that can be sent to a page."""

    __slots__ = ()

    def as_data(self) -> dict[str, Any]:
        """The value as a dictionary for JSON: fields by name, tuples as lists."""
        data: dict[str, Any] = as_plain(self)
        return data


@dataclass(frozen=True, slots=True)
class Cell(Drawable):
    """A place that can hold a piece and be clicked."""

    name: str
    x: float
    """Coordinates of the centre."""
    y: float
    column: int
    """Counted from 0 in the order of the names: `a1` has column 0 and row 0, wherever it is drawn."""
    row: int
    shape: Shape
    """A `hexagon` stands on a corner; a `slot` is the narrow place for a barrier between squares."""
    holds: Kind
    """The kind of piece that can stand here. Pieces in slots belong to nobody."""
    width: float = 1.0
    """Size on the board. A slot wider than high is horizontal, any other vertical."""
    height: float = 1.0
    shade: Shade | None = None
    """For two-tone boards."""


@dataclass(frozen=True, slots=True)
class BoardLine(Drawable):
    """A line of the board itself, from point to point."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Border(Drawable):
    """A side of the board that matters to one player: to join in Hex, to reach in Block It."""

    points: tuple[Point, ...]
    seat: int


@dataclass(frozen=True, slots=True)
class Label(Drawable):
    """A coordinate beside the board; `x` and `y` are the centre of its text."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Extent(Drawable):
    """The bounding rectangle, in the order of an SVG view box."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Board(Drawable):
    """The parts of a board that do not change during a game."""

    cells: tuple[Cell, ...]
    extent: Extent
    lines: tuple[BoardLine, ...] = ()
    borders: tuple[Border, ...] = ()
    labels: tuple[Label, ...] = ()
    buttons: tuple[str, ...] = ()
    """Steps of moves that are not cells, such as `swap`."""
    material: Material = "wood"


@dataclass(frozen=True, slots=True)
class Piece(Drawable):
    """A piece on a cell."""

    cell: str
    seat: int | None
    """The owner; None for a barrier, which belongs to nobody once placed."""
    kind: Kind


@dataclass(frozen=True, slots=True)
class Reserve(Drawable):
    """A player's supply beside the board, such as `men in hand` or `barriers left`."""

    seat: int
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Scene(Drawable):
    """The contents of a board at one moment; may be impossible, so that a position can be set up piece by piece."""

    pieces: tuple[Piece, ...]
    mover: int
    """The seat to move."""
    reserves: tuple[Reserve, ...] = ()

    def sets(self, names: Sequence[str], seats: int) -> list[int]:
        """For each seat, the cells of its pieces, as bits of an integer in the order of `names`."""
        place = {name: index for index, name in enumerate(names)}
        owned = [{place[piece.cell] for piece in self.pieces if piece.seat == seat} for seat in range(seats)]
        return [sum(1 << cell for cell in cells) for cells in owned]

    def in_reserve(self, seats: int) -> list[int]:
        """Each seat's number in reserve; 0 where the scene has none."""
        numbers = {reserve.seat: reserve.number for reserve in self.reserves}
        return [numbers.get(seat, 0) for seat in range(seats)]


def pieces_in(sets: Iterable[int], names: Sequence[str], kind: Kind) -> tuple[Piece, ...]:
    """The inverse of `Scene.sets`: a piece on every cell in each seat's set."""
    return tuple(
        Piece(name, seat, kind)
        for seat, cells in enumerate(sets)
        for index, name in enumerate(names)
        if cells >> index & 1
    )


def reserves_of(numbers: Iterable[int], name: str) -> tuple[Reserve, ...]:
    """The reserves of the seats, in order."""
    return tuple(Reserve(seat, name, int(number)) for seat, number in enumerate(numbers))


def extent_of(cells: Iterable[Cell], labels: Iterable[Label]) -> Extent:
    """The bounding rectangle of cells and labels."""
    boxes = [(cell.x, cell.y, cell.width / 2, cell.height / 2) for cell in cells]
    boxes += [(label.x, label.y, LABEL_ROOM, LABEL_ROOM) for label in labels]
    left, top = min(x - width for x, _, width, _ in boxes), min(y - height for _, y, _, height in boxes)
    right, bottom = max(x + width for x, _, width, _ in boxes), max(y + height for _, y, _, height in boxes)
    return Extent(left, top, right - left, bottom - top)


def centre_in(grid: Grid, square: int) -> Point:
    """The centre of a square; row 1 is at the bottom."""
    return float(square % grid.columns), float(grid.rows - 1 - square // grid.columns)


def grid_cells(grid: Grid, holds: Kind, *, shape: Shape = "square", shaded: bool = False) -> tuple[Cell, ...]:
    """The squares of a grid in order; if `shaded`, alternately dark and light (a1 is dark)."""
    cells = []
    for square, name in enumerate(grid.names):
        column, row = square % grid.columns, square // grid.columns
        shade: Shade | None = ("light" if (column + row) % 2 else "dark") if shaded else None
        cells.append(Cell(name, *centre_in(grid, square), column, row, shape, holds, shade=shade))
    return tuple(cells)


def grid_labels(grid: Grid) -> tuple[Label, ...]:
    """Letters above and below, numbers left and right."""
    right, bottom = grid.columns - 1, grid.rows - 1
    letters = [
        Label(LETTERS[column], column, y)
        for y in (-LABEL_DISTANCE, bottom + LABEL_DISTANCE)
        for column in range(grid.columns)
    ]
    numbers = [
        Label(str(row + 1), x, bottom - row)
        for x in (-LABEL_DISTANCE, right + LABEL_DISTANCE)
        for row in range(grid.rows)
    ]
    return (*letters, *numbers)


def shaded_board(grid: Grid, holds: Kind, material: Material = "wood") -> Board:
    """A board of light and dark squares with coordinates."""
    cells, labels = grid_cells(grid, holds, shaded=True), grid_labels(grid)
    return Board(cells, extent_of(cells, labels), labels=labels, material=material)


def unwritable(board: Board, scene: Scene, seats: int) -> list[str]:
    """Everything about a scene that no position text of a game with this board can express."""
    cells = {cell.name: cell for cell in board.cells}
    reasons = [reason for piece in scene.pieces if (reason := _misplaced(cells.get(piece.cell), piece, seats))]
    taken = [piece.cell for piece in scene.pieces]
    reasons += [
        Message("core.scene.crowded", cell=name, pieces=taken.count(name))
        for name in sorted(set(taken))
        if taken.count(name) > 1
    ]
    if not _is_seat(scene.mover, seats):
        shown = scene.mover if isinstance(scene.mover, int) else quoted(str(scene.mover))
        reasons.append(Message("core.scene.mover", most=seats - 1, mover=shown))
    return reasons


def _is_seat(number: Any, seats: int) -> bool:
    """True if a game of `seats` players has this seat."""
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < seats


def named_kind(kind: str) -> str:
    """A kind of piece within a sentence; unknown kinds are left as they are."""
    return message_or(f"core.kind.{kind}", kind)


def seat_title(seat: str) -> str:
    """A player's name within a sentence, such as `Red`."""
    return message_or(f"seat.{seat}.title", seat.title())


def seat_owner(seat: str) -> str:
    """The possessive of a player's name within a sentence, such as `Red's`."""
    return message_or(f"seat.{seat}.owner", f"{seat.title()}'s")


def _misplaced(cell: Cell | None, piece: Piece, seats: int) -> str | None:
    """Why a piece cannot stand on its cell."""
    if cell is None:
        return Message("core.scene.no_cell", cell=quoted(piece.cell))
    if piece.kind != cell.holds:
        return Message("core.scene.kind", cell=cell.name, holds=named_kind(cell.holds), kind=quoted(piece.kind))
    if cell.shape != "slot" and not _is_seat(piece.seat, seats):
        return Message("core.scene.seat", kind=named_kind(piece.kind), cell=cell.name, seat=piece.seat, most=seats - 1)
    return None
