"""What every game tells the rest of the house, besides the compiled rules."""

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
from plyground.core.numbered_board import NumberedBoard
from plyground.core.options import Option, read_options
from plyground.core.players import USUAL_LEVELS, USUAL_MULTIPLAYER_LEVELS, PublishedReport
from plyground.core.position import Position
from plyground.core.proof_hints import Provable
from plyground.core.scene import Board, Scene, unwritable
from plyground.core.sectors import SectorSet
from plyground.language import Message


class Game(ABC):
    """A game with its options chosen. Subclass it once per game; its rules are found by the type of `rules`."""

    name: ClassVar[str]
    """The name in commands and records."""
    title: ClassVar[str]
    """The name for people."""
    summary: ClassVar[str]
    """One line that says what the game is about."""
    known_options: ClassVar[tuple[Option, ...]] = ()
    repetition_draws: ClassVar[bool] = True
    """Whether the third occurrence of a position is a draw."""
    soonest_return: ClassVar[int] = 2
    """After how many turns at the least the same position can stand there again: two where everybody may pass."""
    quiet_turns_to_draw: ClassVar[int | None] = None
    """A draw after so many turns in a row that are not irreversible."""
    quiet_reason: ClassVar[str] = ""
    report: ClassVar[PublishedReport | None] = None
    """The published report about the game for two, if there is one: its players can be chosen by name."""
    report_names: ClassVar[Mapping[str, str]] = {}
    """What the report calls a level, where it has a name of its own for it."""
    opening_plies: ClassVar[int] = 2
    """Random moves at the beginning of a game of a match, so that agents without dice play different games."""
    formats: ClassVar[tuple[FileFormat, ...]] = ()
    """The formats besides our own text records in which whole games are written."""

    seats: tuple[str, ...]
    """The names of the players, by seat: the colours of their pieces, among `COLOURS` of core/scene.py."""
    rules: Any
    """The NamedTuple whose type selects the compiled rules."""
    words: int
    """How many words a state has."""
    usual_moves: int
    """Room for the moves of every position, or of almost every one: see `moves` in core/contract.py."""

    def __init__(self, **options: Any) -> None:
        self.options: dict[str, Any] = read_options(self.name, self.known_options, options)

    @abstractmethod
    def start_state(self) -> Words:
        """The state in which the game begins."""

    @abstractmethod
    def read_position(self, text: str) -> Words:
        """The state of a position text, or an `InvalidPositionError` with every reason."""

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
        """Why `winner` has won, in a few words; what is said about another seat names it, as `Black cannot move`."""

    @abstractmethod
    def board(self) -> Board:
        """The board as a front end draws it; `shaded_board` of core/scene.py makes one of squares."""

    @abstractmethod
    def scene(self, state: Words) -> Scene:
        """What stands on the board and beside it."""

    @abstractmethod
    def write_scene(self, scene: Scene) -> str:
        """The position text of a scene whose pieces all stand on cells for them; `compose` sees to that.

        The scene may still be impossible. It is written as it is, for `position` to say everything that is wrong.
        """

    def steps(self, state: Words, move: int) -> tuple[str, ...]:
        """What a person clicks, in order, to make a move that is legal in `state`: cells, or buttons of the board.

        No two moves of a state have the same steps, and none has the beginning of another's. So a front end needs only
        the steps of all moves: it offers those that go on from the clicks so far, and a move is made when they are all
        clicked. Without a word from the game, the move's notation is its one step.
        """
        return (self.write_move(state, move),)

    def step_orders(self, state: Words, move: int) -> tuple[tuple[str, ...], ...]:
        """All orders in which the steps of a move may be clicked, `steps` first; what it says holds for all of them."""
        return (self.steps(state, move),)

    def step_count(self, move: str) -> int:
        """How many steps of the board a turn is, where one turn can be several: an Eximo chain of three hops is three.

        The published Eximo tables count so; for other games a turn is one step.
        """
        return 1

    def levels(self) -> Mapping[str, str]:
        """The levels by name, weakest first, each as an agent's text; four that fit any game, unless it has its own."""
        return USUAL_LEVELS if len(self.seats) == 2 else USUAL_MULTIPLAYER_LEVELS

    def numbered(self) -> NumberedBoard | None:
        """The board for a person who names a cell by its column and row as numbers; None where nobody does so."""
        return None

    def encoding(self) -> Encoding | None:
        """How a network sees the game (`planes` and `policy_index` of core/contract.py); None where no network can."""
        return None

    def sectors(self, men: int | None = None) -> SectorSet | None:
        """The positions that can be solved outwards from the end, those with up to `men` men where that is a choice.

        None where positions are not numbered.
        """
        return None

    def all_sectors(self) -> SectorSet | None:
        """All positions of the game, where all of them can be solved; else None."""
        found = self.sectors()
        return found if found is not None and found.closed else None

    def provable(self) -> Provable | None:
        """What proofs of single positions can solve; None for a game that draws or repeats itself, or is too large."""
        return None

    def winning_cells(self, state: Words) -> tuple[str, ...]:
        """The cells that show why the game was won; none where no cell shows it, or nobody has won."""
        return ()

    def forbidden(self, state: Words) -> tuple[str, ...]:
        """The free cells where only a rule about the whole board forbids the mover to place something.

        Block It's barriers that would close a last way: a front end shows them under the pointer.
        """
        return ()

    def objection(self, state: Words, text: str) -> str | None:
        """What is wrong with a well-formed move that is not legal here, where the game can say it."""
        return None

    @cached_property
    def _start(self) -> Position:
        return Position(self, self.start_state().tobytes())

    def start(self) -> Position:
        """The position in which the game begins."""
        return self._start

    def position(self, text: str) -> Position:
        """The position that `text` describes, with no history."""
        if not isinstance(text, str):
            raise InvalidPositionError(repr(text), [Message("core.position.no_text")])
        state = self.read_position(text)
        written = self.write_position(state)
        if written != text:
            raise InvalidPositionError(text, [Message("core.position.written", written=repr(written))])
        return Position(self, state.tobytes())

    def compose(self, scene: Scene) -> str:
        """The position text of a scene: `write_position` of the state, if it is the scene of one.

        An impossible scene has a text as well, for which `position` then has all the objections. What no text can say
        (a piece beside the board, two on one cell) raises an `InvalidPositionError` here.
        """
        reasons = unwritable(self.board(), scene, len(self.seats))
        if reasons:
            raise InvalidPositionError("scene", reasons)
        return self.write_scene(scene)

    def rules_text(self, language: str) -> str:
        """The rules as a text that teaches, in Markdown: `en` or `pt`."""
        module = type(self).__module__
        return files(module).joinpath(f"rules.{language}.md").read_text(encoding="utf-8")

    def option_texts(self) -> dict[str, str]:
        """The options as texts that can be given back; those without a value are left out."""
        values = {option: self.options[option.name] for option in self.known_options}
        return {option.name: option.write(value) for option, value in values.items() if value is not None}

    def empty_state(self) -> Words:
        """A state of zeros."""
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
