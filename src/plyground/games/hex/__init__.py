"""Hex: join your two sides of the board before the opponent does."""

from collections.abc import Mapping
from typing import Any

from plyground.core.contract import Words, mover, winner
from plyground.core.encoding import Encoding
from plyground.core.game import Game
from plyground.core.levels import texts
from plyground.core.options import Number, Switch
from plyground.core.outcome import NOBODY_YET
from plyground.core.proof_hints import Provable
from plyground.core.scene import Board, Scene, pieces_in
from plyground.core.text import symbol_at
from plyground.games.hex import board, connections, formats, levels, notation, planes, proof_hints, rules
from plyground.games.hex import playout as playout
from plyground.language import Message

LARGEST_PROOF = 7
"""Side length of the largest board on which all openings can be expected to be proved."""
MAPPED_SIZES = range(5, 14)
"""Side lengths of the boards whose opening maps come with the game."""


class HexGame(Game):
    """The game on a rhombus of hexagons."""

    name = "hex"
    title = "Hex"
    summary = Message("hex.summary")
    report = levels.REPORT
    formats = formats.FORMATS
    mapped = tuple({"size": size, "swap": False} for size in MAPPED_SIZES)
    known_options = (
        Number("size", 11, 3, rules.WIDEST, Message("hex.option.size")),
        Switch("swap", True, Message("hex.option.swap")),
    )
    seats = ("red", "blue")

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        size: int = self.options["size"]
        self.grid = board.HexGrid(size)
        self.rules = board.tables(size, swap=self.options["swap"])
        self.words = size + 1
        self.usual_moves = size * size + 1

    def levels(self) -> Mapping[str, str]:
        return texts(levels.LEVELS)

    def ladder(self) -> Mapping[str, str]:
        return texts(levels.LADDER)

    def start_state(self) -> Words:
        return self.empty_state()

    def read_position(self, text: str) -> Words:
        return notation.read_position(self.grid, text, self.options["swap"])

    def write_position(self, state: Words) -> str:
        return notation.write_position(self.grid, state)

    def write_move(self, state: Words, move: int) -> str:
        return notation.write_move(self.grid, move)

    def check_move(self, text: str) -> None:
        notation.check_move(self.grid, text, self.options["swap"])

    def objection(self, state: Words, text: str) -> str | None:
        if text != "swap":
            return Message("hex.objection.taken")
        return Message("hex.objection.swap_late") if self.options["swap"] else Message("hex.objection.swap_off")

    def diagram(self, state: Words) -> str:
        sets = notation.stones_by_seat(self.grid, state)
        return board.diagram(self.grid, [symbol_at(sets, ".RB", cell) for cell in range(len(self.grid.names))])

    def reason(self, state: Words, winner: int) -> str:
        return Message("hex.end.top_bottom") if winner == 0 else Message("hex.end.left_right")

    def board(self) -> Board:
        return board.board(self.grid, swap=self.options["swap"])

    def scene(self, state: Words) -> Scene:
        standing = pieces_in(notation.stones_by_seat(self.grid, state), self.grid.names, "stone")
        return Scene(standing, int(mover(self.rules, state)))

    def write_scene(self, scene: Scene) -> str:
        return notation.position_text(self.grid, scene.sets(self.grid.names, len(self.seats)), scene.mover)

    def study_text(self, text: str) -> str:
        return notation.study_text(text)

    def encoding(self) -> Encoding:
        return planes.encoding(self.options["size"])

    def without_swap(self) -> "HexGame":
        return HexGame(size=self.options["size"], swap=False)

    def provable(self) -> Provable | None:
        size = self.options["size"]
        if size > LARGEST_PROOF:
            return None
        return Provable(HexGame(size=size, swap=False), connections.words_for(size), proof_hints.TECHNIQUES)

    def winning_cells(self, state: Words) -> tuple[str, ...]:
        seat = int(winner(self.rules, state))
        if seat == NOBODY_YET:
            return ()
        own = notation.stones(self.grid, state, seat)
        return tuple(self.grid.names[cell] for cell in board.shortest_chain(self.grid, own, seat))


GAME = HexGame
