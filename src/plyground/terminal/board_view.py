"""A board as lines of coloured text, from what every game tells about its board; no rule is known here.

Colour and shape both tell the sides apart. The last move stands in brackets, what won the game in parentheses.
"""

from collections.abc import Iterable
from itertools import pairwise
from math import ceil, dist, floor
from typing import NamedTuple

from rich.text import Text

from plyground.core.position import Position
from plyground.core.scene import Board, Border, Cell, Label, Point, Scene

Place = tuple[int, int]
"""A line and a column of the picture."""


class PieceStyle(NamedTuple):
    """How a seat's pieces and its sides of the board look."""

    piece: str
    side: str
    paint: str


LOOKS = {
    "red": PieceStyle("●", "•", "#e0443e"),
    "blue": PieceStyle("■", "▪", "#3b82f6"),
    "green": PieceStyle("▲", "▴", "#22a050"),
    "yellow": PieceStyle("◆", "⋄", "#c99700"),
    "white": PieceStyle("○", "◦", "#ffffff"),
    "black": PieceStyle("●", "•", "#000000"),
}
OTHERS = (
    PieceStyle("●", "•", "default"),
    PieceStyle("○", "◦", "default"),
    PieceStyle("■", "▪", "default"),
    PieceStyle("▲", "▴", "default"),
)
"""For seats with names that are no colours, in their order."""

WOOD = "#a9793f"
"""Behind white and black pieces: both can be told from it, whatever colour the terminal has."""
LINES, WEAK = "#6b4a22", "dim"
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The sign for lines to the north, east, south and west of its middle, by the sum of their numbers."""

PLAIN = {
    ord(sign): plain
    for signs, plain in ((BOX[1:], "+"), ("│╵╷┃", "|"), ("─╶╴━", "-"), ("═║", "#"), ("·", "."))
    for sign in signs
}
"""The same lines for a terminal that knows only the signs of ASCII."""


def look_of(seats: tuple[str, ...], seat: int) -> PieceStyle:
    """How the pieces of a seat look."""
    return LOOKS.get(seats[seat], OTHERS[seat % len(OTHERS)])


def needs_wood(seats: tuple[str, ...]) -> bool:
    """Whether there are pieces that could not be seen on every terminal."""
    return bool({"white", "black"} & set(seats))


def in_ascii(text: Text, seats: tuple[str, ...]) -> Text:
    """The picture in ASCII: pieces as capital letters, sides as small ones."""
    signs: dict[int, str] = {}
    for seat, name in enumerate(seats):
        look = look_of(seats, seat)
        signs |= {ord(look.piece): name[0].upper(), ord(look.side): name[0].lower()}
    plain = text.copy()
    plain.plain = text.plain.translate(PLAIN | signs)
    return plain


def changed_cells(before: Scene, after: Scene) -> frozenset[str]:
    """The cells that look different after a move."""
    old, new = ({(piece.cell, piece.seat) for piece in scene.pieces} for scene in (before, after))
    return frozenset(cell for cell, _ in old ^ new)


NOWHERE = (0, -1)
"""No columns at all."""


class Canvas:
    """Signs with their styles on lines and columns, in any direction from where the drawing began."""

    def __init__(self) -> None:
        self.signs: dict[Place, tuple[str, str]] = {}
        self.ground: dict[int, tuple[int, int]] = {}
        """From which column to which a line belongs to the board itself."""

    def put(self, place: Place, text: str, style: str = "") -> None:
        """Write a text from a place to the right."""
        line, column = place
        for offset, sign in enumerate(text):
            self.signs[line, column + offset] = (sign, style)

    def put_on_board(self, place: Place, sign: str, style: str = "") -> None:
        """Write a sign that belongs to the board itself."""
        line, column = place
        first, last = self.ground.get(line, (column, column))
        self.ground[line] = (min(first, column), max(last, column))
        self.put(place, sign, style)

    def lines(self, ground: str) -> list[Text]:
        """The picture, with a colour behind the board where one is given."""
        left = min(column for _, column in self.signs) - 1
        numbers = sorted({line for line, _ in self.signs})
        return [self._line(number, left, ground) for number in range(numbers[0], numbers[-1] + 1)]

    def _line(self, number: int, left: int, ground: str) -> Text:
        line, (first, last) = Text(), self.ground.get(number, NOWHERE)
        right = max([*(column for at, column in self.signs if at == number), last + 1])
        for column in range(left, right + 1):
            sign, style = self.signs.get((number, column), (" ", ""))
            behind = f" on {ground}" if ground and first <= last and first - 1 <= column <= last + 1 else ""
            line.append(sign, f"{style}{behind}".strip())
        return line


class BoardPicture:
    """Draws one position."""

    def __init__(self, position: Position, before: Position | None) -> None:
        self.game, self.board, self.canvas = position.game, position.game.board(), Canvas()
        self.scene = self.game.scene(position.state)
        self.last: frozenset[str] = frozenset()
        if before is not None:
            self.last = changed_cells(self.game.scene(before.state), self.scene)
        self.winning = frozenset(self.game.winning_cells(position.state)) if position.outcome else frozenset()
        self.hexagons = any(cell.shape == "hexagon" for cell in self.board.cells)
        self.across, self.down = (2, 1) if self.hexagons else (4, 2)
        self.pitch = pitch_of(self.board)

    def lines(self) -> list[Text]:
        """The picture, line by line."""
        self._wires()
        for cell in self.board.cells:
            if cell.shape != "slot":
                self._cell(cell)
        for label in self.board.labels:
            self._label(label)
        self._pieces()
        return self.canvas.lines(WOOD if needs_wood(self.game.seats) else "")

    def _place(self, x: float, y: float) -> Place:
        """The line and the column of a point of the board."""
        return round(y / self.pitch * self.down), round(x * self.across)

    def _wires(self) -> None:
        """The lines of the board, and around squares that touch."""
        wires: dict[Place, int] = {}
        for points in [line.points for line in self.board.lines] + [edge(cell) for cell in self.board.cells]:
            for begin, end in pairwise(points):
                lay(wires, self._place(*begin), self._place(*end))
        for place, directions in wires.items():
            self.canvas.put_on_board(place, BOX[directions], LINES)

    def _cell(self, cell: Cell) -> None:
        """An empty cell, marked if the last move left it."""
        place = self._place(cell.x, cell.y)
        if place not in self.canvas.signs or cell.shape == "point":
            self.canvas.put_on_board(place, " " if cell.shape == "square" and cell.width == 1 else "·", WEAK)
        self._bracket(cell.name, place, "bold")

    def _bracket(self, name: str, place: Place, style: str) -> None:
        """The signs beside a cell of the last move, or of the cells that show why the game was won."""
        around = "()" if name in self.winning else "[]" if name in self.last else None
        if around is not None:
            line, column = place
            self.canvas.put_on_board((line, column - 1), around[0], style)
            self.canvas.put_on_board((line, column + 1), around[1], style)

    def _pieces(self) -> None:
        cells = {cell.name: cell for cell in self.board.cells}
        for piece in self.scene.pieces:
            cell = cells[piece.cell]
            if piece.seat is None:
                self._barrier(cell)
                continue
            look, place = look_of(self.game.seats, piece.seat), self._place(cell.x, cell.y)
            marked = " reverse" if piece.cell in self.winning else ""
            self.canvas.put_on_board(place, look.piece, f"bold {look.paint}{marked}")
            self._bracket(piece.cell, place, f"bold {look.paint}")

    def _barrier(self, cell: Cell) -> None:
        """What lies in a slot, along all of it; doubled if the last move put it there."""
        lies, last = cell.width > cell.height, cell.name in self.last
        sign = ("═" if last else "━") if lies else ("║" if last else "┃")
        lines = range(ceil((cell.y - cell.height / 2) * self.down), floor((cell.y + cell.height / 2) * self.down) + 1)
        columns = range(
            ceil((cell.x - cell.width / 2) * self.across), floor((cell.x + cell.width / 2) * self.across) + 1
        )
        for line in lines:
            for column in columns:
                self.canvas.put_on_board((line, column), sign, "bold")

    def _label(self, label: Label) -> None:
        """A coordinate, and between it and its cell the side of the board that belongs to somebody."""
        cell = self._cell_of(label)
        away = dist((cell.x, cell.y), (label.x, label.y))
        step = (label.x - cell.x) / away, (label.y - cell.y) / away
        border = nearest((cell.x + step[0] / 2, cell.y + step[1] / 2), self.board.borders)
        if border is not None:
            look = look_of(self.game.seats, border.seat)
            self.canvas.put(self._beside(cell, step, 1 if self.hexagons else 0.5), look.side, look.paint)
        line, column = self._beside(cell, step, 2) if self.hexagons else self._outside(label)
        self.canvas.put((line, column - (len(label.text) - 1 if step[0] < 0 else 0)), label.text, WEAK)

    def _outside(self, label: Label) -> Place:
        """The place of a coordinate, clear of the edge of the board."""
        line, column = label.y / self.pitch * self.down, label.x * self.across
        return floor(line) if line < 0 else ceil(line), floor(column) if column < 0 else ceil(column)

    def _cell_of(self, label: Label) -> Cell:
        """The cell next to a coordinate among those whose name has it."""
        named = [
            cell for cell in self.board.cells if cell.shape != "slot" and label.text in (cell.name[0], cell.name[1:])
        ]
        return min(named or self.board.cells, key=lambda cell: dist((cell.x, cell.y), (label.x, label.y)))

    def _beside(self, cell: Cell, step: Point, reach: float) -> Place:
        """The place so many steps from a cell."""
        line, column = self._place(cell.x, cell.y)
        return line + round(reach * step[1] / self.pitch * self.down), column + round(reach * step[0] * self.across)


def pitch_of(board: Board) -> float:
    """The distance between two rows of cells."""
    rows = sorted({round(cell.y, 6) for cell in board.cells if cell.shape != "slot"})
    return min((lower - upper for upper, lower in pairwise(rows)), default=1.0)


def edge(cell: Cell) -> tuple[Point, ...]:
    """The outline of a square that takes all its room; other cells have none that text could show."""
    if cell.shape != "square" or cell.width < 1:
        return ()
    left, right, top, bottom = cell.x - 0.5, cell.x + 0.5, cell.y - 0.5, cell.y + 0.5
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


def lay(wires: dict[Place, int], begin: Place, end: Place) -> None:
    """Lay a line along a row or a column of the picture."""
    (line, column), (last_line, last_column) = sorted((begin, end))
    if line == last_line:
        for at in range(column, last_column):
            wires[line, at] = wires.get((line, at), 0) | EAST
            wires[line, at + 1] = wires.get((line, at + 1), 0) | WEST
    elif column == last_column:
        for at in range(line, last_line):
            wires[at, column] = wires.get((at, column), 0) | SOUTH
            wires[at + 1, column] = wires.get((at + 1, column), 0) | NORTH


def nearest(point: Point, borders: Iterable[Border], limit: float = 0.5) -> Border | None:
    """The border next to a point, if one is near."""
    near = [(from_line(point, border.points), number, border) for number, border in enumerate(borders)]
    distance, _, border = min(near, default=(limit, 0, None))
    return border if distance < limit else None


def from_line(point: Point, points: tuple[Point, ...]) -> float:
    """The distance of a point from a line of several pieces."""
    return min(from_segment(point, begin, end) for begin, end in pairwise(points))


def from_segment(point: Point, begin: Point, end: Point) -> float:
    """The distance of a point from a straight piece of a line."""
    along = (end[0] - begin[0], end[1] - begin[1])
    square = along[0] ** 2 + along[1] ** 2 or 1.0
    share = ((point[0] - begin[0]) * along[0] + (point[1] - begin[1]) * along[1]) / square
    share = max(0.0, min(1.0, share))
    return dist(point, (begin[0] + share * along[0], begin[1] + share * along[1]))


def picture(position: Position, before: Position | None) -> list[Text]:
    """The board of a position; `before` is the position one move earlier, to mark what changed."""
    return BoardPicture(position, before).lines()
