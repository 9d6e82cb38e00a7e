"""The interface of a game, besides its compiled rules."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any, ClassVar

import numpy as np

from plyground.core.contract import Words
from plyground.core.encoding import Encoding
from plyground.core.errors import InvalidPositionError
from plyground.core.file_format import FileFormat
from plyground.core.levels import USUAL_LEVELS, USUAL_MULTIPLAYER_LEVELS, PublishedReport
from plyground.core.nnue import FeatureSet
from plyground.core.numbered_board import NumberedBoard
from plyground.core.options import Option, read_options
from plyground.core.position import Position
from plyground.core.proof_hints import Provable
from plyground.core.scene import Board, Scene, unwritable
from plyground.core.sectors import SectorSet
from plyground.language import Message


class Game(ABC):
    """A game with its options set. Subclass it once per game; its rules are found by the type of `rules`."""

    name: ClassVar[str]
    """The name in commands and records."""
    title: ClassVar[str]
    """The display name."""
    summary: ClassVar[str]
    """One line describing the game."""
    known_options: ClassVar[tuple[Option, ...]] = ()
    repetition_draws: ClassVar[bool] = True
    """True if the third occurrence of a position is a draw."""
    soonest_return: ClassVar[int] = 2
    """Minimum number of turns before a position can recur: two if everybody may pass."""
    quiet_turns_to_draw: ClassVar[int | None] = None
    """Number of consecutive reversible turns that make a draw."""
    quiet_reason: ClassVar[str] = ""
    report: ClassVar[PublishedReport | None] = None
    """The published report about the two-player game, if any; its players can be chosen by name."""
    report_names: ClassVar[Mapping[str, str]] = {}
    """The report's own names for levels, where they differ."""
    opening_plies: ClassVar[int] = 2
    """Random opening moves of a match game, so that deterministic agents play different games."""
    mapped: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    """Options of the variants whose opening maps come with the game; see review/opening_map.py."""
    quick_men: ClassVar[int | None] = None
    """Men of the endings that are solved in a second or two, where the whole game is not; None if none are."""
    thinned_men: ClassVar[tuple[int, int] | None] = None
    """Fewest and most men that each side keeps in thinned-out positions, where puzzles are sought there."""
    formats: ClassVar[tuple[FileFormat, ...]] = ()
    """Formats for whole games besides our own text records."""

    seats: tuple[str, ...]
    """The player names by seat: the colours of their pieces, from `COLOURS` in core/scene.py."""
    rules: Any
    """The NamedTuple whose type selects the compiled rules."""
    words: int
    """Number of words in a state."""
    nnue_file: str = ""
    """Name of the small network's file for these options, if one was taught; empty if none can be."""
    usual_moves: int
    """Room for the moves of every position, or nearly every one: see `moves` in core/contract.py."""

    def __init__(self, **options: Any) -> None:
        self.options: dict[str, Any] = read_options(self.name, self.known_options, options)

    @abstractmethod
    def start_state(self) -> Words:
        """The initial state."""

    @abstractmethod
    def read_position(self, text: str) -> Words:
        """The state for a position text, or an `InvalidPositionError` with every reason."""

    @abstractmethod
    def write_position(self, state: Words) -> str:
        """The position text of a state."""

    @abstractmethod
    def write_move(self, state: Words, move: int) -> str:
        """The notation of a move that is legal in `state`."""

    @abstractmethod
    def check_move(self, text: str) -> None:
        """Raise a `NotationError` unless `text` is a move of this game, legal or not."""

    @abstractmethod
    def diagram(self, state: Words) -> str:
        """The board as text with coordinates."""

    @abstractmethod
    def reason(self, state: Words, winner: int) -> str:
        """Why `winner` has won, briefly; a reason about another seat names it, as in `Black cannot move`."""

    @abstractmethod
    def board(self) -> Board:
        """The board as front ends draw it; `shaded_board` in core/scene.py makes one of squares."""

    @abstractmethod
    def scene(self, state: Words) -> Scene:
        """The pieces on the board and the reserves beside it."""

    @abstractmethod
    def write_scene(self, scene: Scene) -> str:
        """The position text of a scene whose pieces all stand on suitable cells, as `compose` ensures.

        The scene may still be impossible. It is written as is, so that `position` can report everything wrong.
        """

    def steps(self, state: Words, move: int) -> tuple[str, ...]:
        """The clicks, in order, for a move that is legal in `state`: cells, or buttons of the board.

        No two moves of a state have the same steps, and no move's steps are a prefix of another's. So a front end needs
        only the steps of all moves: it offers those that continue the clicks so far, and makes the move once all are
        clicked. By default a move's notation is its only step.
        """
        return (self.write_move(state, move),)

    def step_orders(self, state: Words, move: int) -> tuple[tuple[str, ...], ...]:
        """All orders in which the steps of a move may be clicked, `steps` first; the same guarantees hold for all."""
        return (self.steps(state, move),)

    def step_count(self, move: str) -> int:
        """Number of board steps in a turn, where a turn can have several: an Eximo chain of three hops has three.

        The published Eximo tables count this way; in other games a turn is one step.
        """
        return 1

    def levels(self) -> Mapping[str, str]:
        """The levels by name, weakest first, each as an agent spec; by default four that fit any game."""
        return USUAL_LEVELS if len(self.seats) == 2 else USUAL_MULTIPLAYER_LEVELS

    def ladder(self) -> Mapping[str, str]:
        """The rungs `level1` to `level8`, weakest first, each as an agent spec; empty where none were measured."""
        return {}

    def numbered(self) -> NumberedBoard | None:
        """The board for players who name a cell by column and row numbers; None if not supported."""
        return None

    def encoding(self) -> Encoding | None:
        """The network encoding (`planes` and `policy_index` in core/contract.py); None if the game has none."""
        return None

    def features(self) -> FeatureSet | None:
        """The features of a small network (`feature_bits` in core/nnue.py); None if the game has none."""
        return None

    def without_swap(self) -> "Game":
        """The same game without a rule that lets the second player take the first move over."""
        return self

    def sectors(self, men: int | None = None) -> SectorSet | None:
        """The positions solvable by retrograde analysis, those with up to `men` men where that is a choice.

        None if positions are not numbered.
        """
        return None

    def all_sectors(self) -> SectorSet | None:
        """All positions of the game, if all can be solved; otherwise None."""
        found = self.sectors()
        return found if found is not None and found.closed else None

    def second_numbering(self, sector_set: SectorSet) -> Any | None:
        """A numbering of the same sectors written independently of the first, for verification.

        It has the rules `sector_of`, `index_in` and `state_at`. None where `solve/recompute.py` derives the numbers.
        """
        return None

    def provable(self) -> Provable | None:
        """What proofs of single positions can solve; None for games with draws or repetition, or too large."""
        return None

    def winning_cells(self, state: Words) -> tuple[str, ...]:
        """The cells that show why the game was won; empty if no cell does, or nobody has won."""
        return ()

    def forbidden(self, state: Words) -> tuple[str, ...]:
        """The free cells where only a rule about the whole board forbids the mover to place something.

        For Block It, barriers that would close the last way: a front end shows them under the pointer.
        """
        return ()

    def objection(self, state: Words, text: str) -> str | None:
        """Why a well-formed move is not legal here, if the game can say."""
        return None

    @cached_property
    def _start(self) -> Position:
        return Position(self, self.start_state().tobytes())

    def start(self) -> Position:
        """The initial position."""
        return self._start

    def position(self, text: str) -> Position:
        """The position described by `text`, without history."""
        if not isinstance(text, str):
            raise InvalidPositionError(repr(text), [Message("core.position.no_text")])
        state = self.read_position(text)
        written = self.write_position(state)
        if written != text:
            raise InvalidPositionError(text, [Message("core.position.written", written=repr(written))])
        return Position(self, state.tobytes())

    def compose(self, scene: Scene) -> str:
        """The position text of a scene: that of `write_position` if the scene is of a legal state.

        An impossible scene has a text too, for which `position` then reports all objections. Anything no text can
        express (a piece off the board, two on one cell) raises an `InvalidPositionError` here.
        """
        reasons = unwritable(self.board(), scene, len(self.seats))
        if reasons:
            raise InvalidPositionError("scene", reasons)
        return self.write_scene(scene)

    def study_text(self, text: str) -> str | None:
        """The text for studying an arrangement that no game leads to, given the one `position` refuses.

        None where the game has no such positions: what they would mean is not always clear.
        """
        return None

    def rules_text(self, language: str) -> str:
        """The rules as explanatory Markdown: `en` or `pt`."""
        module = type(self).__module__
        return files(module).joinpath(f"rules.{language}.md").read_text(encoding="utf-8")

    def option_texts(self) -> dict[str, str]:
        """The options as texts that can be read back; those without a value are omitted."""
        values = {option: self.options[option.name] for option in self.known_options}
        return {option.name: option.write(value) for option, value in values.items() if value is not None}

    def empty_state(self) -> Words:
        """A state of all zeros."""
        return np.zeros(self.words, np.uint64)

    def _identity(self) -> tuple[Any, ...]:
        return (type(self), tuple(self.options.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"plyground.game({self.name!r}{options})"
