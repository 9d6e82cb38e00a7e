"""A position as an SVG drawing: for notebooks, documentation and reports.

The page draws the same `Board` and `Scene` itself, with its own themes and motion. Each colour has a mark besides its
paint, so that players can be told apart without seeing colours.
"""

from collections.abc import Collection, Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, tostring

from plyground.core.scene import Board, Cell, Kind, Piece, Point, Scene

PIXELS = 44
"""Width of a cell at the usual size."""
PAINTS = {
    "red": ("#d64545", "#8f2222"),
    "blue": ("#3f7fd0", "#1d4a86"),
    "green": ("#3f9d5c", "#1f5c33"),
    "yellow": ("#e3b735", "#8d6b0c"),
    "white": ("#f7f3ea", "#6d6558"),
    "black": ("#3a3a3e", "#0b0b0d"),
}
"""Fill and edge of each colour word; another game's colours are grey."""
GREY = ("#9a9a9a", "#555555")
DOT, RING, TRIANGLE, BOX = (
    ("circle", "r", "0.26"),
    ("circle", "r", "0.46"),
    "M0-.46 .44.32-.44.32Z",
    "M-.34-.34h.68v.68h-.68Z",
)
MARKS = {
    "red": DOT,
    "blue": RING,
    "green": ("path", "d", TRIANGLE),
    "yellow": ("path", "d", BOX),
    "white": ("circle", "r", "0.56"),
    "black": DOT,
}
"""Marks for a piece of radius 1: an element with its shape."""
OUTLINED = {"blue", "yellow", "white"}
GROUND, EDGE, SQUARE, LIGHT, DARK, BARRIER = "#efe6d2", "#b9a888", "#fbf6ea", "#f4ead3", "#d9c7a0", "#5b4636"
INK, INK_ON_BLACK, WINNING = "#6b5d45", "#f4f4f4", "#e07b00"
RADII: dict[Kind, float] = {"stone": 0.4, "piece": 0.36, "man": 0.34, "pawn": 0.3}


def draw(board: Board, scene: Scene, seats: Iterable[str], marked: Collection[str] = (), title: str = "") -> str:
    """The board with its pieces as an SVG document; `marked` names cells to be ringed."""
    drawing = _empty(board, title)
    drawing.extend(_ground(board, list(seats)))
    cells = {cell.name: cell for cell in board.cells}
    drawing.extend(_piece(cells[piece.cell], piece, list(seats)) for piece in scene.pieces)
    drawing.extend(_circle(cells[name], 0.46, fill="none", stroke=WINNING, width=0.07) for name in marked)
    return tostring(drawing, encoding="unicode")


def _empty(board: Board, title: str) -> Element:
    """The document, as large as the board."""
    box = board.extent
    drawing = _element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=" ".join(map(_text, (box.left, box.top, box.width, box.height))),
        width=round(box.width * PIXELS),
        height=round(box.height * PIXELS),
    )
    if title:
        SubElement(drawing, "title").text = title
    return drawing


def _ground(board: Board, colours: list[str]) -> Iterator[Element]:
    """The parts that stay, from back to front."""
    box = board.extent
    yield _element("rect", x=box.left, y=box.top, width=box.width, height=box.height, rx=0.3, fill=GROUND)
    yield from (_cell(cell) for cell in board.cells if cell.shape in {"hexagon", "square"})
    yield from (_path(line.points, EDGE, 0.06) for line in board.lines)
    yield from (_circle(cell, 0.1, fill=EDGE) for cell in board.cells if cell.shape == "point")
    yield from (_path(border.points, _paint(colours, border.seat)[0], 0.16) for border in board.borders)
    for label in board.labels:
        text = _element("text", x=label.x, y=label.y + 0.13, fill=INK, font_size=0.38, text_anchor="middle")
        text.set("font-family", "sans-serif")
        text.text = label.text
        yield text


def _element(tag: str, **attributes: object) -> Element:
    """An element; numbers are written short, and `_` stands for the hyphen in a name."""
    return Element(tag, {name.replace("_", "-"): _text(value) for name, value in attributes.items()})


def _text(value: object) -> str:
    """An attribute's value."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_text(float(x))},{_text(float(y))}" for x, y in points)


def _paint(colours: list[str], seat: int | None) -> tuple[str, str]:
    """Fill and edge of a seat's pieces."""
    return (BARRIER, BARRIER) if seat is None else PAINTS.get(colours[seat], GREY)


def _path(points: Iterable[Point], colour: str, width: float) -> Element:
    return _element(
        "polyline",
        points=_points(points),
        fill="none",
        stroke=colour,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _circle(cell: Cell, radius: float, fill: str, stroke: str = "none", width: float = 0.0) -> Element:
    return _element("circle", cx=cell.x, cy=cell.y, r=radius, fill=fill, stroke=stroke, stroke_width=width)


def _rectangle(cell: Cell, fill: str, edge: str, rounded: float) -> Element:
    left, top = cell.x - cell.width / 2, cell.y - cell.height / 2
    return _element(
        "rect",
        x=left,
        y=top,
        width=cell.width,
        height=cell.height,
        rx=rounded,
        fill=fill,
        stroke=edge,
        stroke_width=0.02,
    )


def _cell(cell: Cell) -> Element:
    if cell.shape == "hexagon":
        x, y, half, high = cell.x, cell.y, cell.width / 2, cell.height / 2
        right = [(x, y - high), (x + half, y - high / 2), (x + half, y + high / 2)]
        left = [(x, y + high), (x - half, y + high / 2), (x - half, y - high / 2)]
        return _element("polygon", points=_points(right + left), fill=SQUARE, stroke=EDGE, stroke_width=0.03)
    fill = {None: SQUARE, "light": LIGHT, "dark": DARK}[cell.shade]
    return _rectangle(cell, fill, EDGE, 0.0 if cell.shade else 0.08)


def _piece(cell: Cell, piece: Piece, colours: list[str]) -> Element:
    fill, edge = _paint(colours, piece.seat)
    if piece.kind == "barrier":
        return _rectangle(cell, fill, edge, 0.08)
    colour = "" if piece.seat is None else colours[piece.seat]
    place = f"translate({_text(cell.x)},{_text(cell.y)})scale({_text(RADII.get(piece.kind, 0.36))})"
    group = _element("g", transform=place)
    group.append(_element("circle", r=1, fill=fill, stroke=edge, stroke_width=0.1))
    group.append(_mark(colour, INK_ON_BLACK if colour == "black" else edge))
    return group


def _mark(colour: str, ink: str) -> Element:
    """The mark of a colour; a colour from another game has that of red."""
    tag, name, shape = MARKS.get(colour, DOT)
    fill, stroke = ("none", ink) if colour in OUTLINED else (ink, "none")
    return _element(tag, **{name: shape}, fill=fill, stroke=stroke, stroke_width=0.1)
