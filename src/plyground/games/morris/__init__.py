"""Nine Men's Morris: close mills, take men, leave the opponent with two."""

from collections.abc import Mapping
from typing import Any

from plyground.core.contract import Words, mover
from plyground.core.encoding import Encoding
from plyground.core.game import Game
from plyground.core.levels import suited, texts
from plyground.core.nnue import FeatureSet
from plyground.core.numbered_board import NumberedBoard
from plyground.core.options import Choice, Switch
from plyground.core.scene import Board, Scene, pieces_in, reserves_of
from plyground.core.sectors import SectorSet
from plyground.core.text import symbol_at
from plyground.games.morris import board, feature_bits, levels, notation, planes, sectors
from plyground.games.morris import tactics as tactics
from plyground.games.morris.rules import MEN, POINTS, too_few
from plyground.language import Message


class MorrisGame(Game):
    """The game on 24 points with nine men each."""

    name = "morris"
    title = Message("morris.title")
    summary = Message("morris.summary")
    report = levels.REPORT
    opening_plies = 4
    quick_men = 6
    known_options = (
        Choice("mills", "standard", ("standard", "strict"), Message("morris.option.mills")),
        Switch("flying", True, Message("morris.option.flying")),
    )
    quiet_turns_to_draw = 100
    quiet_reason = Message("morris.end.hundred")
    seats = ("white", "black")
    words = 1
    soonest_return = 4  # each player moves and moves back
    usual_moves = 3 * POINTS * MEN
    """At most three men fly, to fewer than 24 points, each taking one of nine men."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        standard = self.options["mills"] == "standard"
        if standard and self.options["flying"]:
            self.nnue_file = "nnue.npz"
        self.rules = board.tables(take_from_mills=standard, flying=self.options["flying"])

    def levels(self) -> Mapping[str, str]:
        return texts(suited(self, levels.LEVELS))

    def ladder(self) -> Mapping[str, str]:
        return texts(suited(self, levels.LADDER))

    def start_state(self) -> Words:
        return notation.read_position(f".../.../.../....../.../.../... w {MEN},{MEN}")

    def read_position(self, text: str) -> Words:
        return notation.read_position(text)

    def write_position(self, state: Words) -> str:
        return notation.write_position(state)

    def write_move(self, state: Words, move: int) -> str:
        return notation.write_move(move)

    def check_move(self, text: str) -> None:
        notation.check_move(text)

    def diagram(self, state: Words) -> str:
        symbols = [symbol_at(notation.men_by_seat(state), ".WB", point) for point in range(POINTS)]
        return board.diagram(symbols, *notation.hands(state))

    def reason(self, state: Words, winner: int) -> str:
        what = "too_few" if too_few(state, 1 - winner) else "cannot_move"
        return Message(f"morris.end.{what}.{self.seats[1 - winner]}")

    def board(self) -> Board:
        return board.board()

    def encoding(self) -> Encoding:
        return planes.encoding()

    def features(self) -> FeatureSet:
        return feature_bits.features()

    def sectors(self, men: int | None = None) -> SectorSet:
        written = self.option_texts()
        return sectors.sectors(sectors.USUAL_MEN if men is None else men, written)

    def all_sectors(self) -> SectorSet:
        return sectors.all_sectors(self.option_texts())

    def scene(self, state: Words) -> Scene:
        standing = pieces_in(notation.men_by_seat(state), board.NAMES, "man")
        return Scene(
            standing, int(mover(self.rules, state)), reserves_of(notation.hands(state), Message("morris.in_hand"))
        )

    def write_scene(self, scene: Scene) -> str:
        seats = len(self.seats)
        return notation.position_text(scene.sets(board.NAMES, seats), scene.mover, scene.in_reserve(seats))

    def steps(self, state: Words, move: int) -> tuple[str, ...]:
        return tuple(name for name in notation.points_of(move) if name is not None)

    def numbered(self) -> NumberedBoard:
        return board.numbered()


GAME = MorrisGame
