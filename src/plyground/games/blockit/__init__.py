"""Block It, and Quoridor: run to the other side and place barriers in the opponent's way."""

from collections.abc import Mapping
from typing import Any

from plyground.core.contract import Words, mover, winner
from plyground.core.encoding import Encoding
from plyground.core.errors import InvalidPositionError
from plyground.core.game import Game
from plyground.core.levels import suited, texts
from plyground.core.nnue import FeatureSet
from plyground.core.options import Choice, Number, Several
from plyground.core.outcome import NOBODY_YET
from plyground.core.position import legal_values
from plyground.core.scene import Board, Scene, seat_title
from plyground.core.sectors import SectorSet
from plyground.core.text import Grid
from plyground.games.blockit import barrier_filter as barrier_filter
from plyground.games.blockit import board, feature_bits, legality, levels, notation, planes, second_numbering, sectors
from plyground.games.blockit import tactics as tactics
from plyground.games.blockit.rules import MOVER_AT
from plyground.language import Message

BLOCKIT_BARRIERS = 5
QUORIDOR_BARRIERS_IN_ALL = 20
QUORIDOR_BARRIERS = 10
"""Of each of two players."""


class BlockItGame(Game):
    """The game of pawns and barriers for two to four players."""

    name = "blockit"
    title = Message("blockit.title")
    summary = Message("blockit.summary")
    report = levels.REPORT
    report_names = levels.REPORT_NAMES
    opening_plies = 4
    known_options = (
        Number("size", 9, 5, 13, Message("blockit.option.size"), step=2),
        Number("columns", None, 3, 13, Message("blockit.option.columns")),
        Number("rows", None, 3, 13, Message("blockit.option.rows")),
        Number("barriers", None, 0, 20, Message("blockit.option.barriers")),
        Several("colours", ("red", "blue"), board.COLOURS, 2, Message("blockit.option.colours")),
        Choice("rules", "blockit", ("blockit", "quoridor"), Message("blockit.option.rules")),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.seats = self.options["colours"]
        quoridor = self.options["rules"] == "quoridor"
        if self.options["barriers"] is None:
            self.options["barriers"] = QUORIDOR_BARRIERS_IN_ALL // len(self.seats) if quoridor else BLOCKIT_BARRIERS
        self.grid = Grid(*(self.options[side] or self.options["size"] for side in ("columns", "rows")))
        self.rules = board.tables(self.grid, self.seats, jumping=quoridor)
        self.words = 2 * board.words_for(self.grid) + 1
        if self.features() is not None and self.options["barriers"] == (
            QUORIDOR_BARRIERS if quoridor else BLOCKIT_BARRIERS
        ):
            self.nnue_file = f"nnue-{self.options['rules']}.npz"
        self.usual_moves = 2 * (self.grid.columns - 1) * (self.grid.rows - 1) + 4 * 3
        """All barriers, and at most three targets in each direction."""

    def levels(self) -> Mapping[str, str]:
        return texts(suited(self, levels.LEVELS) if len(self.seats) == 2 else levels.MULTIPLAYER_LEVELS)

    def ladder(self) -> Mapping[str, str]:
        return texts(suited(self, levels.LADDER)) if len(self.seats) == 2 else {}

    def start_state(self) -> Words:
        barriers = self.options["barriers"]
        pawns = [board.start_of(colour, self.grid) for colour in self.seats]
        return notation.make_state(self.grid, pawns, [barriers] * len(pawns), [], 0)

    def read_position(self, text: str) -> Words:
        parts = notation.Parts(self.grid, self.seats, self.options["barriers"], text)
        if parts.reasons:
            raise InvalidPositionError(text, parts.reasons)
        goals = [board.goal_of(colour, self.grid) for colour in self.seats]
        reasons = legality.impossible_parts(self.grid, self.seats, parts, self.options["barriers"], goals)
        state = notation.make_state(self.grid, parts.pawns, parts.left, parts.barriers, parts.seat)
        closed_in = legality.closed_in(self.rules, state)
        reasons += [Message("blockit.no_way", seat=seat_title(self.seats[seat])) for seat in closed_in]
        if reasons:
            raise InvalidPositionError(text, reasons)
        return state

    def write_position(self, state: Words) -> str:
        return notation.write_position(self.grid, self.seats, state)

    def write_move(self, state: Words, move: int) -> str:
        return notation.write_move(self.grid, move)

    def check_move(self, text: str) -> None:
        notation.check_move(self.grid, text)

    def objection(self, state: Words, text: str) -> str | None:
        seat = int(state[-1]) >> MOVER_AT
        return legality.objection(self.grid, self.rules, self.seats, state, seat, text)

    def diagram(self, state: Words) -> str:
        pawns = dict(zip(self.seats, notation.pawns_in(state, len(self.seats)), strict=True))
        left = dict(zip(self.seats, notation.left_in(state, len(self.seats)), strict=True))
        return board.diagram(self.grid, pawns, left, notation.barriers_in(self.grid, state))

    def reason(self, state: Words, winner: int) -> str:
        return Message("blockit.end.reached")

    def board(self) -> Board:
        return board.board(self.grid, self.seats)

    def scene(self, state: Words) -> Scene:
        return notation.scene(self.grid, state, len(self.seats))

    def write_scene(self, scene: Scene) -> str:
        return notation.write_scene(self.seats, scene)

    def encoding(self) -> Encoding | None:
        return planes.encoding(self.grid, self.seats)

    def features(self) -> FeatureSet | None:
        usual = (self.grid.columns, self.grid.rows, *self.seats) == (9, 9, "red", "blue")
        return feature_bits.features(self.grid) if usual else None

    def sectors(self, men: int | None = None) -> SectorSet | None:
        return sectors.sectors(self.grid, self.rules, self.seats, self.options["barriers"], self.option_texts())

    def second_numbering(self, sector_set: SectorSet) -> second_numbering.ListedBarriers:
        return second_numbering.listed(self.rules, self.options["barriers"])

    def winning_cells(self, state: Words) -> tuple[str, ...]:
        seat = winner(self.rules, state)
        return tuple(piece.cell for piece in self.scene(state).pieces if piece.seat == seat)

    def forbidden(self, state: Words) -> tuple[str, ...]:
        seat = mover(self.rules, state)
        if winner(self.rules, state) != NOBODY_YET or notation.left_in(state, len(self.seats))[seat] == 0:
            return ()
        legal = {notation.barrier_of(move) for move in legal_values(self, state)}
        return tuple(board.write_barrier(self.grid, barrier) for barrier in legality.closing(self.grid, state, legal))


GAME = BlockItGame
