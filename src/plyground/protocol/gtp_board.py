"""The board of a Hex program: stones may be placed anywhere, in any order, and taken back.

GTP allows several moves of one colour in a row, and front ends set positions up that way. So the board is kept as the
rows of a position text; only when a move is asked for must it fit a position of our game.
"""

from dataclasses import replace

from plyground.core.errors import IllegalMoveError, InvalidPositionError
from plyground.core.outcome import Outcome
from plyground.core.position import Position
from plyground.games.hex import HexGame
from plyground.games.hex.board import diagram
from plyground.games.hex.notation import SYMBOLS

LETTERS = SYMBOLS[1:]
EMPTY = SYMBOLS[0]
SWAP = "swap"
IN_GTP = str.maketrans({"R": "B", "B": "W"})
"""Our red is GTP's black, our blue its white."""


class GtpBoard:
    """The stones, and their history."""

    def __init__(self, game: HexGame) -> None:
        self.game = game
        self._past = [str(game.start()).split(" ")[0]]

    @property
    def rows(self) -> str:
        """The stones as they are now, as in a position text."""
        return self._past[-1]

    def position(self, seat: int) -> Position:
        """The position with this seat to move; an error where the numbers of stones do not fit that."""
        return replace(self.game.position(f"{self.rows} {LETTERS[seat]}"), turns=len(self._past) - 1)

    def outcome(self) -> Outcome | None:
        """Who has connected their sides; an error where the numbers of stones fit no position."""
        problem: InvalidPositionError | None = None
        found = []
        for seat in (0, 1):
            try:
                found.append(self.position(seat).outcome)
            except InvalidPositionError as invalid:
                problem = invalid
        if not found and problem is not None:
            raise problem
        return next((outcome for outcome in found if outcome is not None), None)

    def moves(self) -> list[str]:
        """The empty cells, and the swap where it is allowed; nothing when the game is over."""
        shown = self.rows.replace("/", "")
        cells = [name for name, stone in zip(self.game.grid.names, shown, strict=True) if stone == EMPTY]
        try:
            if self.outcome() is not None:
                return []
            swap = [move.text for move in self.position(1).moves if move.text == SWAP]
        except InvalidPositionError:
            swap = []
        return [*cells, *swap]

    def play(self, seat: int, move: str) -> None:
        """Put a stone on an empty cell, or swap."""
        if move == SWAP:
            self._past.append(str(self.position(seat).play(SWAP)).split(" ")[0])
            return
        self.game.check_move(move)
        row, column = divmod(self.game.grid.square(move), self.game.grid.size)
        rows = self.rows.split("/")
        if rows[row][column] != EMPTY:
            raise IllegalMoveError("the cell is not empty")
        rows[row] = f"{rows[row][:column]}{LETTERS[seat]}{rows[row][column + 1 :]}"
        self._past.append("/".join(rows))

    def undo(self) -> bool:
        """Take the last stone or the swap back; False if there is none."""
        if len(self._past) == 1:
            return False
        self._past.pop()
        return True

    def set_up(self, past: list[Position]) -> None:
        """Take over a game from its positions."""
        self._past = [str(position).split(" ")[0] for position in past]

    def diagram(self) -> str:
        """The board in the colours of GTP."""
        return diagram(self.game.grid, self.rows.replace("/", "").upper()).translate(IN_GTP)
