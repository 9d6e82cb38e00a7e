"""Draws a board as lines of coloured text, from the game's `Board` and `Scene`; no game's rules are known here.

Sides differ both in colour and in shape. The last move is in brackets, the winning cells in parentheses.
"""

from collections.abc import Iterable
from itertools import pairwise
from math import ceil, dist, floor
from typing import NamedTuple

from rich.text import Text

from plyground.core.position import Position
from plyground.core.scene import Board, Border, Cell, Label, Point, Scene
from plyground.terminal.screen import Screen

Place = tuple[int, int]
"""Line and column of the drawing."""


class PieceStyle(NamedTuple):
    """The look of a seat's pieces and its sides of the board."""

    piece: str
    side: str
    paint: str


PIECE_STYLES = {
    "red": PieceStyle("●", "•", "#e0443e"),
    "blue": PieceStyle("■", "▪", "#3b82f6"),
    "green": PieceStyle("▲", "▴", "#22a050"),
    "yellow": PieceStyle("◆", "⋄", "#c99700"),
    "white": PieceStyle("○", "◦", "#ffffff"),
    "black": PieceStyle("●", "•", "#000000"),
}
OTHER_STYLES = (
    PieceStyle("●", "•", "default"),
    PieceStyle("○", "◦", "default"),
    PieceStyle("■", "▪", "default"),
    PieceStyle("▲", "▴", "default"),
)
"""For seats that are not named after a colour, in their order."""

WOOD = "#a9793f"
"""Background of white and black pieces: both stand out on it, whatever the terminal's colour."""
LINES, WEAK = "#6b4a22", "dim"
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Box-drawing characters, indexed by the sum of the directions of their lines."""

PLAIN = {
    ord(sign): plain
    for signs, plain in ((BOX[1:], "+"), ("│╵╷┃", "|"), ("─╶╴━", "-"), ("═║", "#"), ("·", "."))
    for sign in signs
}
"""The same lines in ASCII."""


def piece_style(seats: tuple[str, ...], seat: int) -> PieceStyle:
    """The style of a seat's pieces."""
    return PIECE_STYLES.get(seats[seat], OTHER_STYLES[seat % len(OTHER_STYLES)])


def needs_wood(seats: tuple[str, ...]) -> bool:
    """Whether there are white or black pieces, which some terminals' backgrounds would hide."""
    return bool({"white", "black"} & set(seats))


def in_ascii(text: Text, seats: tuple[str, ...]) -> Text:
    """The drawing in ASCII: pieces as capital letters, sides as small ones."""
    signs: dict[int, str] = {}
    for seat, name in enumerate(seats):
        style = piece_style(seats, seat)
        signs |= {ord(style.piece): name[0].upper(), ord(style.side): name[0].lower()}
    plain = text.copy()
    plain.plain = text.plain.translate(PLAIN | signs)
    return plain


def changed_cells(before: Scene, after: Scene) -> frozenset[str]:
    """The cells whose pieces a move changed."""
    old, new = ({(piece.cell, piece.seat) for piece in scene.pieces} for scene in (before, after))
    return frozenset(cell for cell, _ in old ^ new)


NOWHERE = (0, -1)
"""An empty range of columns."""


class Canvas:
    """Styled characters on lines and columns, which may be negative."""

    def __init__(self) -> None:
        self.signs: dict[Place, tuple[str, str]] = {}
        self.ground: dict[int, tuple[int, int]] = {}
        """First and last column of the board itself, by line."""

    def put(self, place: Place, text: str, style: str = "") -> None:
        """Write a text to the right of a place."""
        line, column = place
        for offset, sign in enumerate(text):
            self.signs[line, column + offset] = (sign, style)

    def put_on_board(self, place: Place, sign: str, style: str = "") -> None:
        """Write a character that belongs to the board itself."""
        line, column = place
        first, last = self.ground.get(line, (column, column))
        self.ground[line] = (min(first, column), max(last, column))
        self.put(place, sign, style)

    def lines(self, ground: str) -> list[Text]:
        """The drawing, with a background colour for the board if one is given."""
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
        """The drawing, line by line."""
        self._draw_lines()
        for cell in self.board.cells:
            if cell.shape != "slot":
                self._draw_cell(cell)
        for label in self.board.labels:
            self._draw_label(label)
        self._draw_pieces()
        return self.canvas.lines(WOOD if needs_wood(self.game.seats) else "")

    def _place(self, x: float, y: float) -> Place:
        """Line and column of a point of the board."""
        return round(y / self.pitch * self.down), round(x * self.across)

    def _draw_lines(self) -> None:
        """Draw the lines of the board, and the outlines of adjacent squares."""
        wires: dict[Place, int] = {}
        for points in [line.points for line in self.board.lines] + [outline(cell) for cell in self.board.cells]:
            for begin, end in pairwise(points):
                add_line(wires, self._place(*begin), self._place(*end))
        for place, directions in wires.items():
            self.canvas.put_on_board(place, BOX[directions], LINES)

    def _draw_cell(self, cell: Cell) -> None:
        """Draw an empty cell, marked if the last move left it."""
        place = self._place(cell.x, cell.y)
        if place not in self.canvas.signs or cell.shape == "point":
            self.canvas.put_on_board(place, " " if cell.shape == "square" and cell.width == 1 else "·", WEAK)
        self._bracket(cell.name, place, "bold")

    def _bracket(self, name: str, place: Place, style: str) -> None:
        """Draw the brackets of a cell of the last move, or the parentheses of a winning cell."""
        around = "()" if name in self.winning else "[]" if name in self.last else None
        if around is not None:
            line, column = place
            self.canvas.put_on_board((line, column - 1), around[0], style)
            self.canvas.put_on_board((line, column + 1), around[1], style)

    def _draw_pieces(self) -> None:
        cells = {cell.name: cell for cell in self.board.cells}
        for piece in self.scene.pieces:
            cell = cells[piece.cell]
            if piece.seat is None:
                self._draw_barrier(cell)
                continue
            style, place = piece_style(self.game.seats, piece.seat), self._place(cell.x, cell.y)
            marked = " reverse" if piece.cell in self.winning else ""
            self.canvas.put_on_board(place, style.piece, f"bold {style.paint}{marked}")
            self._bracket(piece.cell, place, f"bold {style.paint}")

    def _draw_barrier(self, cell: Cell) -> None:
        """Draw a barrier along its slot; doubled if the last move placed it."""
        lies, last = cell.width > cell.height, cell.name in self.last
        sign = ("═" if last else "━") if lies else ("║" if last else "┃")
        lines = range(ceil((cell.y - cell.height / 2) * self.down), floor((cell.y + cell.height / 2) * self.down) + 1)
        columns = range(
            ceil((cell.x - cell.width / 2) * self.across), floor((cell.x + cell.width / 2) * self.across) + 1
        )
        for line in lines:
            for column in columns:
                self.canvas.put_on_board((line, column), sign, "bold")

    def _draw_label(self, label: Label) -> None:
        """Draw a label, and between it and its cell the border of the seat that owns that side."""
        cell = self._cell_of(label)
        away = dist((cell.x, cell.y), (label.x, label.y))
        step = (label.x - cell.x) / away, (label.y - cell.y) / away
        border = nearest((cell.x + step[0] / 2, cell.y + step[1] / 2), self.board.borders)
        if border is not None:
            style = piece_style(self.game.seats, border.seat)
            self.canvas.put(self._beside(cell, step, 1 if self.hexagons else 0.5), style.side, style.paint)
        line, column = self._beside(cell, step, 2) if self.hexagons else self._outside(label)
        self.canvas.put((line, column - (len(label.text) - 1 if step[0] < 0 else 0)), label.text, WEAK)

    def _outside(self, label: Label) -> Place:
        """The place of a label, clear of the edge of the board."""
        line, column = label.y / self.pitch * self.down, label.x * self.across
        return floor(line) if line < 0 else ceil(line), floor(column) if column < 0 else ceil(column)

    def _cell_of(self, label: Label) -> Cell:
        """The cell nearest to a label among those whose names contain it."""
        named = [
            cell for cell in self.board.cells if cell.shape != "slot" and label.text in (cell.name[0], cell.name[1:])
        ]
        return min(named or self.board.cells, key=lambda cell: dist((cell.x, cell.y), (label.x, label.y)))

    def _beside(self, cell: Cell, step: Point, reach: float) -> Place:
        """The place `reach` steps from a cell."""
        line, column = self._place(cell.x, cell.y)
        return line + round(reach * step[1] / self.pitch * self.down), column + round(reach * step[0] * self.across)


def pitch_of(board: Board) -> float:
    """The distance between two rows of cells."""
    rows = sorted({round(cell.y, 6) for cell in board.cells if cell.shape != "slot"})
    return min((lower - upper for upper, lower in pairwise(rows)), default=1.0)


def outline(cell: Cell) -> tuple[Point, ...]:
    """The outline of a square of full size; that of other cells cannot be drawn in text."""
    if cell.shape != "square" or cell.width < 1:
        return ()
    left, right, top, bottom = cell.x - 0.5, cell.x + 0.5, cell.y - 0.5, cell.y + 0.5
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


def add_line(wires: dict[Place, int], begin: Place, end: Place) -> None:
    """Add a line along a row or a column of the drawing."""
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
    """The border nearest to a point, within the limit."""
    near = [(distance_to_line(point, border.points), number, border) for number, border in enumerate(borders)]
    distance, _, border = min(near, default=(limit, 0, None))
    return border if distance < limit else None


def distance_to_line(point: Point, points: tuple[Point, ...]) -> float:
    """Distance of a point from a polyline."""
    return min(distance_to_segment(point, begin, end) for begin, end in pairwise(points))


def distance_to_segment(point: Point, begin: Point, end: Point) -> float:
    """Distance of a point from a line segment."""
    along = (end[0] - begin[0], end[1] - begin[1])
    square = along[0] ** 2 + along[1] ** 2 or 1.0
    share = ((point[0] - begin[0]) * along[0] + (point[1] - begin[1]) * along[1]) / square
    share = max(0.0, min(1.0, share))
    return dist(point, (begin[0] + share * along[0], begin[1] + share * along[1]))


def draw_board(position: Position, before: Position | None) -> list[Text]:
    """The board of a position; `before` is the position one move earlier, to mark what changed."""
    return BoardPicture(position, before).lines()


def say_board(screen: Screen, position: Position, before: Position | None = None) -> None:
    """Show a board without its game: drawn at a terminal, as plain text in a pipe."""
    if not screen.on_terminal:
        screen.say(f"\n{screen.language.translate(position.diagram())}\n")
        return
    for line in draw_board(position, before):
        screen.say(line if screen.is_unicode else in_ascii(line, position.game.seats))
