"""Eximo: break through, bring in new men, capture until the opponent cannot move."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from plyground.core.contract import Words, mover
from plyground.core.encoding import Encoding
from plyground.core.game import Game
from plyground.core.levels import texts
from plyground.core.nnue import FeatureSet
from plyground.core.scene import Board, Scene, pieces_in, shaded_board
from plyground.core.sectors import SectorSet
from plyground.games.eximo import board, feature_bits, levels, notation, planes, second_numbering, sectors
from plyground.games.eximo import tactics as tactics
from plyground.language import Message


class EximoGame(Game):
    """The game on 8×8 squares with sixteen men each."""

    name = "eximo"
    title = "Eximo"
    summary = Message("eximo.summary")
    report = levels.REPORT
    opening_plies = 4
    thinned_men = (1, 2)
    seats = ("white", "black")
    words = 3
    soonest_return = 4  # each player moves and moves back
    usual_moves = 1024
    nnue_file = "nnue.npz"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.rules = board.tables()

    def levels(self) -> Mapping[str, str]:
        return texts(levels.LEVELS)

    def ladder(self) -> Mapping[str, str]:
        return texts(levels.LADDER)

    def start_state(self) -> Words:
        return notation.read_position(".bbbbbb./.bbbbbb./.bb..bb./......../......../.ww..ww./.wwwwww./.wwwwww. w")

    def read_position(self, text: str) -> Words:
        return notation.read_position(text)

    def write_position(self, state: Words) -> str:
        return notation.write_position(state)

    def write_move(self, state: Words, move: int) -> str:
        return notation.write_move(int(state[2]), move)

    def check_move(self, text: str) -> None:
        notation.check_move(text)

    def diagram(self, state: Words) -> str:
        return board.diagram(*notation.men_by_seat(state))

    def reason(self, state: Words, winner: int) -> str:
        what = "no_man" if state[1 - winner] == 0 else "cannot_move"
        return Message(f"eximo.end.{what}.{self.seats[1 - winner]}")

    def board(self) -> Board:
        return shaded_board(board.GRID, "man", "walnut")

    def encoding(self) -> Encoding:
        return planes.encoding()

    def features(self) -> FeatureSet:
        return feature_bits.features()

    def sectors(self, men: int | None = None) -> SectorSet:
        return sectors.sectors(sectors.USUAL_MEN if men is None else men)

    def second_numbering(self, sector_set: SectorSet) -> second_numbering.ListedMen:
        return second_numbering.listed([sector.men for sector in sector_set.sectors])

    def scene(self, state: Words) -> Scene:
        standing = pieces_in(notation.men_by_seat(state), board.GRID.names, "man")
        return Scene(standing, int(mover(self.rules, state)))

    def write_scene(self, scene: Scene) -> str:
        return notation.position_text(scene.sets(board.GRID.names, len(self.seats)), scene.mover)

    def steps(self, state: Words, move: int) -> tuple[str, ...]:
        path, drops = notation.squares_of(int(state[2]), move)
        return (*path, *drops)

    def step_count(self, move: str) -> int:
        """Each step, jump or capture counts as one; drops do not count."""
        return notation.step_count(move)

    def step_orders(self, state: Words, move: int) -> tuple[tuple[str, ...], ...]:
        """Two drops may be clicked in either order: the move is the same."""
        path, drops = notation.squares_of(int(state[2]), move)
        return tuple((*path, *order) for order in permutations(drops))


GAME = EximoGame
