"""A move entered cell by cell, each by its column and then its row, as in the report on Nine Men's Morris.

No game's rules are known here. The game gives the steps of its legal moves and the pieces on the board; a cell with
which no legal move continues is refused, with a reason derived from what stands there.
"""

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.numbered_board import NumberedBoard
from plyground.core.position import Move, Position
from plyground.core.scene import Scene
from plyground.language import Language, Message

OWN, FREE, ENEMY, ANY = "own", "free", "enemy", "any"
"""What stands on a cell, from the mover's view; `any` where cells of several kinds may be picked."""


class BadPickError(PlygroundError):
    """No legal move continues with this cell."""


def numbered_board(game: Game) -> NumberedBoard:
    """The game's board of numbered columns and rows, or an error where it has none."""
    board = game.numbered()
    if board is None:
        raise PlygroundError(Message("pick.no_board", game=game.title))
    return board


def in_numbers(position: Position, text: str, board: NumberedBoard) -> str:
    """The cells of a legal move as columns and rows: `3,1 3,2`."""
    value = next(move.value for move in position.moves if move.text == text)
    steps = position.game.steps(position.state, value)
    places = [board.places.get(step) for step in steps]
    return " ".join(
        step if place is None else f"{place[0]},{place[1]}" for step, place in zip(steps, places, strict=True)
    )


class StepInput:
    """The cells of one turn picked so far, and those that may follow."""

    def __init__(self, position: Position, words: Language) -> None:
        self.position, self.words, self.game = position, words, position.game
        self.board, self.scene = numbered_board(self.game), self.game.scene(position.state)
        self.path: tuple[str, ...] = ()
        self.column: int | None = None
        orders, state = self.game.step_orders, position.state
        self._orders = [(order, move) for move in position.moves for order in orders(state, move.value)]

    @property
    def started(self) -> bool:
        """Whether anything of the turn is entered."""
        return bool(self.path) or self.column is not None

    @property
    def prompt(self) -> str:
        """The prompt for the next number."""
        if self.column is None:
            return self.words.text("pick.column", last=self.board.last_column)
        return self.words.text("pick.row", last=self.board.last_row)

    @property
    def task(self) -> str:
        """What the next cell is for."""
        wanted = self._wanted()
        key = "pick.place" if wanted == FREE and not self.path else f"pick.{wanted}"
        return self.words.text(key, letter=self._letter(wanted), pieces=self._kind("other"))

    @property
    def captures(self) -> bool:
        """Whether a piece to capture is to be picked next, after other picks of the turn."""
        return bool(self.path) and self._wanted() == ENEMY

    def restart(self) -> None:
        """Discard the picks of this turn."""
        self.path, self.column = (), None

    def enter(self, number: int) -> Move | None:
        """Enter a column, or the row that completes a cell; the move, once it is complete."""
        last = self.board.last_column if self.column is None else self.board.last_row
        if not 0 <= number <= last:
            self.column = None
            raise BadPickError(self.words.text("pick.outside", number=number, last=last))
        if self.column is None:
            self.column = number
            return None
        column, self.column = self.column, None
        self._pick(column, number)
        return next((move for order, move in self._candidates() if order == self.path), None)

    def _pick(self, column: int, row: int) -> None:
        cell = self.board.cell(column, row)
        if cell is None or cell not in self._next_cells():
            key, occupant = "nowhere" if cell is None else self._objection(cell), self._occupant(cell or "")
            letter, piece = self._letter(occupant), self._kind("one")
            raise BadPickError(self.words.text(f"pick.wrong.{key}", column=column, row=row, letter=letter, piece=piece))
        self.path = (*self.path, cell)

    def _candidates(self) -> list[tuple[tuple[str, ...], Move]]:
        """The legal moves that start with the picks so far, each with its order of cells."""
        return [(order, move) for order, move in self._orders if order[: len(self.path)] == self.path]

    def _next_cells(self) -> set[str]:
        """The cells that may be picked next."""
        return {order[len(self.path)] for order, _ in self._candidates() if len(order) > len(self.path)}

    def _occupant(self, cell: str) -> str:
        """Whose piece stood on a cell before this turn."""
        owner = next((piece.seat for piece in self.scene.pieces if piece.cell == cell), None)
        return FREE if owner is None else OWN if owner == self.scene.mover else ENEMY

    def _wanted(self) -> str:
        """What stands on the cells that may be picked next, if all are alike."""
        kinds = {self._occupant(cell) for cell in self._next_cells() if cell in self.board.places}
        return kinds.pop() if len(kinds) == 1 else ANY

    def _objection(self, cell: str) -> str:
        """Why a cell may not be picked: the wrong thing stands there, or the rules forbid it."""
        wanted, found = self._wanted(), self._occupant(cell)
        return f"{found}_found" if found != wanted else f"{found}_forbidden"

    def _letter(self, occupant: str) -> str:
        """The letter of the mover's pieces, of the next player's, or of a free cell."""
        seats = len(self.game.seats)
        seat = self.scene.mover if occupant == OWN else (self.scene.mover + 1) % seats
        return self.board.free if occupant in (FREE, ANY) else self.board.letters[seat]

    def _kind(self, number: str) -> str:
        """What the game calls a piece, or several."""
        kind = self.game.board().cells[0].holds
        return self.words.word(f"pieces.{kind}.{number}", kind)

    def partial_scene(self) -> Scene:
        """The board after the picks so far: the pieces common to all candidates, and those that may be picked next."""
        afters = [self.game.scene(self.position.after(move.value).state) for _, move in self._candidates()]
        common = set(afters[0].pieces).intersection(*(after.pieces for after in afters[1:]))
        kept = {piece for piece in self.scene.pieces if piece.cell in self._next_cells()}
        return Scene(tuple(common | kept), self.scene.mover, afters[0].reserves)
