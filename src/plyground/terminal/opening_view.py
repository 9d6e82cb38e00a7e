"""Draws an opening map: the chances in percent on the board, warm where the first player wins, cold where not."""

from rich.text import Text

from plyground.core.game import Game
from plyground.core.scene import Cell
from plyground.review.opening_map import OpeningMap
from plyground.terminal.board_view import WEAK, Canvas, pitch_of

HEAT = ("white on #1d4f91", "black on #8ab4e8", "black on #d0d0d0", "black on #f0a59b", "white on #a8322a")
"""From a chance of 0 to one of 1, in steps of the same width."""
ACROSS = 4
"""Columns between two cells."""


def percent(chance: float) -> str:
    """A chance in percent; only what is certain is 0 or 100."""
    return str(round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance))))


def heat(chance: float) -> str:
    """The style of a chance."""
    return HEAT[min(int(len(HEAT) * chance), len(HEAT) - 1)]


def draw_openings(game: Game, found: OpeningMap) -> list[Text]:
    """The board with a chance on every cell that a first move is named after; empty if no move is."""
    board, canvas, chances = game.board(), Canvas(), found.chances
    pitch = pitch_of(board)

    def put(x: float, y: float, text: str, style: str) -> None:
        canvas.put((round(y / pitch), round(ACROSS * x) - 1), f"{text:>3}", style)

    cells: list[Cell] = [cell for cell in board.cells if cell.name in chances]
    for cell in cells:
        put(cell.x, cell.y, percent(chances[cell.name].chance), heat(chances[cell.name].chance))
    for label in board.labels:
        put(label.x, label.y, label.text, WEAK)
    return canvas.lines("") if cells else []
