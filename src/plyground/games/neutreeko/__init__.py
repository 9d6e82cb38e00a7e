"""Neutreeko: slide your pieces until three of them stand in a row."""

from collections.abc import Mapping
from typing import Any

from plyground.core.contract import Words, mover, winner
from plyground.core.encoding import Encoding
from plyground.core.game import Game
from plyground.core.levels import texts
from plyground.core.options import Choice
from plyground.core.scene import Board, Scene, pieces_in, shaded_board
from plyground.core.sectors import SectorSet
from plyground.games.neutreeko import board, levels, notation, planes, sectors
from plyground.games.neutreeko import tactics as tactics
from plyground.language import Message


class NeutreekoGame(Game):
    """The game on 5×5 squares with three pieces each."""

    name = "neutreeko"
    title = "Neutreeko"
    summary = Message("neutreeko.summary")
    report = levels.REPORT
    known_options = (Choice("order", "rows", tuple(board.ORDERS), Message("neutreeko.option.order")),)
    seats = ("black", "white")
    words = 1
    soonest_return = 4  # each player moves and moves back
    usual_moves = 24

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.rules = board.tables(self.options["order"])

    def levels(self) -> Mapping[str, str]:
        return texts(levels.LEVELS)

    def ladder(self) -> Mapping[str, str]:
        return texts(levels.LADDER)

    def start_state(self) -> Words:
        return notation.read_position(".w.w./..b../...../..w../.b.b. b")

    def read_position(self, text: str) -> Words:
        return notation.read_position(text)

    def write_position(self, state: Words) -> str:
        return notation.write_position(state)

    def write_move(self, state: Words, move: int) -> str:
        return notation.write_move(move)

    def check_move(self, text: str) -> None:
        notation.check_move(text)

    def diagram(self, state: Words) -> str:
        return board.diagram(*notation.pieces_by_seat(state))

    def reason(self, state: Words, winner: int) -> str:
        return Message("neutreeko.end.three")

    def board(self) -> Board:
        return shaded_board(board.GRID, "piece", "marble")

    def encoding(self) -> Encoding:
        return planes.encoding()

    def sectors(self, men: int | None = None) -> SectorSet:
        return sectors.sectors(self.rules)

    def scene(self, state: Words) -> Scene:
        standing = pieces_in(notation.pieces_by_seat(state), board.GRID.names, "piece")
        return Scene(standing, int(mover(self.rules, state)))

    def write_scene(self, scene: Scene) -> str:
        return notation.position_text(scene.sets(board.GRID.names, len(self.seats)), scene.mover)

    def steps(self, state: Words, move: int) -> tuple[str, ...]:
        return notation.squares_of(move)

    def winning_cells(self, state: Words) -> tuple[str, ...]:
        """All of the winner's pieces: there are only three."""
        seat = winner(self.rules, state)
        return tuple(piece.cell for piece in self.scene(state).pieces if piece.seat == seat)


GAME = NeutreekoGame
