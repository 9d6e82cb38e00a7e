"""The messages that a page may send, one class each: unknown or missing fields and wrong types are refused.

Texts and numbers are only bounded here; the games check what they mean.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from plyground.language import LanguageCode

Text = Annotated[str, StringConstraints(max_length=200)]
Word = Annotated[str, StringConstraints(max_length=40)]
PositionText = Annotated[str, StringConstraints(max_length=1000)]
"""Twice as long as the longest of ours, Block It's with eighty barriers."""
MoveText = Annotated[str, StringConstraints(max_length=80)]
"""Longer than Eximo's longest, fifteen captures and two drops."""
Moves = Annotated[list[MoveText], Field(max_length=600)]
Options = Annotated[dict[Word, Word], Field(max_length=16)]
Players = Annotated[list[Text], Field(min_length=1, max_length=4)]
Seat = Annotated[int, Field(ge=0, le=3)]
Number = Annotated[int, Field(ge=0, le=2**31)]


class Strict(BaseModel):
    """No conversions, no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class ClientMessage(Strict):
    """Any message may have an id, which its answer repeats."""

    id: Number | None = None


class PositionRef(Strict):
    """A reference to a position, of the table's game or of any other."""

    ply: Number | None = None
    start: PositionText | None = None
    game: Word | None = None
    options: Options = {}
    moves: Moves = []


class PieceData(Strict):
    """As `Piece` of core/scene.py."""

    cell: Word
    seat: Seat | None
    kind: Literal["stone", "piece", "man", "pawn", "barrier"]


class ReserveData(Strict):
    """As `Reserve` of core/scene.py."""

    seat: Seat
    name: Word
    number: Annotated[int, Field(ge=0, le=1000)]


class SceneData(Strict):
    """As `Scene` of core/scene.py."""

    pieces: Annotated[list[PieceData], Field(max_length=400)]
    mover: Annotated[int, Field(ge=-(2**31), le=2**31)]
    """Any number: the editor explains an impossible one, as all else that is impossible."""
    reserves: Annotated[list[ReserveData], Field(max_length=8)] = []


class SetLanguage(ClientMessage):
    """Switch to another language."""

    type: Literal["language"]
    language: LanguageCode


class New(ClientMessage):
    """Start a game."""

    type: Literal["new"]
    game: Word
    options: Options = {}
    players: Players
    time: Word = ""
    start: PositionText | None = None
    moves: Moves = []


class Prepare(ClientMessage):
    """Compile what a game with these players will use, before it begins."""

    type: Literal["prepare"]
    game: Word
    options: Options = {}
    players: Players


class Open(ClientMessage):
    """Start a game from a link."""

    type: Literal["open"]
    link: Annotated[str, StringConstraints(max_length=16_000)]


class Resume(ClientMessage):
    """Resume a saved game."""

    type: Literal["resume"]
    saved: Number


class Join(ClientMessage):
    """Return to a table."""

    type: Literal["join"]
    table: Word
    since: Number | None = None


class Leave(ClientMessage):
    """Leave the table."""

    type: Literal["leave"]


class PlayMove(ClientMessage):
    """Play a move."""

    type: Literal["move"]
    ply: Number
    move: MoveText


class Undo(ClientMessage):
    """Take a move back."""

    type: Literal["undo"]


class Redo(ClientMessage):
    """Replay a move that was taken back."""

    type: Literal["redo"]


class Answer(ClientMessage):
    """Accept or refuse the other person's proposal."""

    type: Literal["answer"]
    agree: bool


class Resign(ClientMessage):
    """Resign."""

    type: Literal["resign"]


class Sit(ClientMessage):
    """Give a seat to another player."""

    type: Literal["seat"]
    seat: Seat
    player: Text


class Sides(ClientMessage):
    """Move every player to the next seat."""

    type: Literal["sides"]


class Pause(ClientMessage):
    """Pause the computers, or let them play."""

    type: Literal["pause"]
    paused: bool


class StepComputer(ClientMessage):
    """Let a paused computer play one move."""

    type: Literal["step"]


class Pace(ClientMessage):
    """Set the shortest time that a computer's move is shown."""

    type: Literal["pace"]
    seconds: Annotated[float, Field(ge=0, le=10)]


class Hint(ClientMessage):
    """Suggest a piece (stage 1) or a move (stage 2)."""

    type: Literal["hint"]
    stage: Literal[1, 2]


class Look(ClientMessage):
    """Show a position that is not on the table."""

    type: Literal["look"]
    place: PositionRef


class Analyse(ClientMessage):
    """Analyse a position."""

    type: Literal["analyse"]
    place: PositionRef
    lines: Annotated[int, Field(ge=1, le=8)] = 3
    seconds: Annotated[float, Field(ge=0.05, le=60)] = 20.0
    agent: Text | None = None


class SearchChoice(Strict):
    """A search in parts, as a form chooses it; what is left out is as usual."""

    name: Word
    heuristic: Word | None = None
    depth: Number | None = None
    nodes: Number | None = None
    options: Options = {}


class WatchSearch(ClientMessage):
    """Search a position and send the whole tree."""

    type: Literal["tree"]
    place: PositionRef
    agent: Text | SearchChoice
    side: Literal[0, 1] = 0
    """Two searches can be watched side by side."""


class AssessPosition(ClientMessage):
    """Ask what every heuristic says about a position."""

    type: Literal["bench"]
    place: PositionRef
    heuristic: Word | None = None
    weights: Annotated[dict[Word, Annotated[int, Field(ge=-(10**6), le=10**6)]], Field(max_length=64)] = {}


class ListPlugins(ClientMessage):
    """Ask for the files of heuristics that the server was started with; those that changed are loaded again."""

    type: Literal["plugins"]


class Stop(ClientMessage):
    """Stop analysis, hint and graph."""

    type: Literal["stop"]


class Graph(ClientMessage):
    """Evaluate every position of the game."""

    type: Literal["graph"]


class ReviewGame(ClientMessage):
    """Judge every move of the game."""

    type: Literal["review"]


class TryBetter(ClientMessage):
    """Try another move instead of a mistake of the game; the page has the mistake from the review."""

    type: Literal["better"]
    place: PositionRef
    tried: MoveText
    move: MoveText
    better: MoveText
    chance: float = Field(ge=0, le=1)


class ExplorePosition(ClientMessage):
    """Count the moves from a position in the saved games."""

    type: Literal["explore"]
    place: PositionRef


class ListPuzzles(ClientMessage):
    """List the puzzles of a game."""

    type: Literal["puzzles"]
    game: Word


class TryPuzzle(ClientMessage):
    """Check the last of these moves in a puzzle, or ask for a hint where it stands."""

    type: Literal["puzzle"]
    game: Word
    number: Number
    moves: Annotated[list[MoveText], Field(max_length=60)] = []
    hint: bool = False
    clean: bool = True
    told: bool = False


class Compose(ClientMessage):
    """Write a scene of the editor as a position."""

    type: Literal["compose"]
    game: Word
    options: Options = {}
    scene: SceneData


class ListSaved(ClientMessage):
    """List the saved games."""

    type: Literal["list"]
    unfinished: bool = False


class Rename(ClientMessage):
    """Name a saved game."""

    type: Literal["rename"]
    saved: Number
    name: Text


class Delete(ClientMessage):
    """Delete a saved game."""

    type: Literal["delete"]
    saved: Number


class Export(ClientMessage):
    """Write the game at the table as a text."""

    type: Literal["export"]
    format: Word


class Import(ClientMessage):
    """Save a game from its text."""

    type: Literal["import"]
    text: Annotated[str, StringConstraints(max_length=16_000)]


class Keep(ClientMessage):
    """Keep as another game, or drop, what was played here while another program continued the saved game."""

    type: Literal["keep"]
    agree: bool


class Ping(ClientMessage):
    """Check that the server is alive."""

    type: Literal["ping"]


AnyMessage = Annotated[
    SetLanguage
    | New
    | Prepare
    | Open
    | Resume
    | Join
    | Leave
    | PlayMove
    | Undo
    | Redo
    | Answer
    | Resign
    | Sit
    | Sides
    | Pause
    | StepComputer
    | Pace
    | Hint
    | Look
    | Analyse
    | WatchSearch
    | AssessPosition
    | ListPlugins
    | Stop
    | Graph
    | ReviewGame
    | TryBetter
    | ExplorePosition
    | ListPuzzles
    | TryPuzzle
    | Compose
    | ListSaved
    | Rename
    | Delete
    | Export
    | Import
    | Keep
    | Ping,
    Field(discriminator="type"),
]
