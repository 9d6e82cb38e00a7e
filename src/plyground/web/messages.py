"""What a page may send, one class a message: unknown fields, missing ones and wrong types are refused.

The texts and numbers are only bounded here; what they mean is for the games to judge.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from plyground.web.errors import WebError

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
Language = Literal["en", "pt"]
Format = Literal["record", "sgf", "hexworld", "link"]


class Strict(BaseModel):
    """Nothing is converted, nothing is overlooked."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Message(Strict):
    """Any message may have a number, which its answer repeats."""

    id: Number | None = None


class PositionRef(Strict):
    """A position, by the table's game or by one of its own."""

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
    """Any number: the editor says which ones the game has, as of everything else that is impossible."""
    reserves: Annotated[list[ReserveData], Field(max_length=8)] = []


class SetLanguage(Message):
    """Texts in another language from now on."""

    type: Literal["language"]
    language: Language


class New(Message):
    """A new game."""

    type: Literal["new"]
    game: Word
    options: Options = {}
    players: Players
    time: Word = ""
    start: PositionText | None = None
    moves: Moves = []


class Open(Message):
    """A game from a link."""

    type: Literal["open"]
    link: Annotated[str, StringConstraints(max_length=16_000)]


class Resume(Message):
    """Go on with a saved game."""

    type: Literal["resume"]
    saved: Number


class Join(Message):
    """Come back to a table."""

    type: Literal["join"]
    table: Word
    since: Number | None = None


class Leave(Message):
    """Leave the table."""

    type: Literal["leave"]


class Move(Message):
    """Play a move."""

    type: Literal["move"]
    ply: Number
    move: MoveText


class Undo(Message):
    """Take back."""

    type: Literal["undo"]


class Redo(Message):
    """Play again what was taken back."""

    type: Literal["redo"]


class Answer(Message):
    """Yes or no to what the other person asks."""

    type: Literal["answer"]
    agree: bool


class Resign(Message):
    """Give up."""

    type: Literal["resign"]


class Sit(Message):
    """Let somebody else go on in a seat."""

    type: Literal["seat"]
    seat: Seat
    player: Text


class Sides(Message):
    """Every player takes the next one's seat."""

    type: Literal["sides"]


class Pause(Message):
    """Let the computers stop, or go on."""

    type: Literal["pause"]
    paused: bool


class Step(Message):
    """One move of the computer while it is paused."""

    type: Literal["step"]


class Pace(Message):
    """How long a computer's move is shown at least."""

    type: Literal["pace"]
    seconds: Annotated[float, Field(ge=0, le=10)]


class Hint(Message):
    """Which piece (1), or which move (2)."""

    type: Literal["hint"]
    stage: Literal[1, 2]


class Look(Message):
    """Show a position that is not on the table."""

    type: Literal["look"]
    place: PositionRef


class Analyse(Message):
    """Think about a position."""

    type: Literal["analyse"]
    place: PositionRef
    lines: Annotated[int, Field(ge=1, le=8)] = 3
    seconds: Annotated[float, Field(ge=0.05, le=60)] = 20.0
    agent: Text | None = None


class Stop(Message):
    """Stop analysis, hint and graph."""

    type: Literal["stop"]


class Graph(Message):
    """Evaluate every position of the game."""

    type: Literal["graph"]


class Compose(Message):
    """The text of a scene, and what is wrong with it."""

    type: Literal["compose"]
    game: Word
    options: Options = {}
    scene: SceneData


class ListSaved(Message):
    """The saved games."""

    type: Literal["list"]
    unfinished: bool = False


class Rename(Message):
    """Name a saved game."""

    type: Literal["rename"]
    saved: Number
    name: Text


class Delete(Message):
    """Delete a saved game."""

    type: Literal["delete"]
    saved: Number


class Export(Message):
    """The game at the table as a text."""

    type: Literal["export"]
    format: Format


class Import(Message):
    """Keep a game that is written down."""

    type: Literal["import"]
    text: Annotated[str, StringConstraints(max_length=16_000)]


class Keep(Message):
    """Keep what was played while another program went on with the game as another game, or let it go."""

    type: Literal["keep"]
    agree: bool


class Ping(Message):
    """Is the server there?"""

    type: Literal["ping"]


AnyMessage = Annotated[
    SetLanguage
    | New
    | Open
    | Resume
    | Join
    | Leave
    | Move
    | Undo
    | Redo
    | Answer
    | Resign
    | Sit
    | Sides
    | Pause
    | Step
    | Pace
    | Hint
    | Look
    | Analyse
    | Stop
    | Graph
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
LONGEST_PLACE = 80
"""Of the name of the part that is wrong, which may be a name that the page made up."""
_ADAPTER: TypeAdapter[Message] = TypeAdapter(AnyMessage)
FAULTS = {
    "json_invalid": "it is not JSON",
    "union_tag_invalid": "there is no such type",
    "union_tag_not_found": "it has no type",
}
"""What is said for faults about which the library says too much; the rest of its words are in the catalogue."""


def read_message(text: str) -> Message:
    """The message in a text, or a `WebError` that says what is wrong with the first part that is wrong."""
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))[:LONGEST_PLACE] or "message"
        fault = FAULTS.get(first["type"], first["msg"])
        raise WebError("message", f"The server does not understand this message ({place}: {fault}).") from None
    except ValueError:
        raise WebError("message", "The server does not understand this message (half a character).") from None


def id_in(text: str) -> int | None:
    """The number of a message that is wrong otherwise, so that its error can repeat it."""
    try:
        return _NUMBERED.validate_json(text).id
    except ValueError:
        return None


class _Numbered(BaseModel):
    """Only the number is looked at."""

    model_config = ConfigDict(strict=True)
    id: Number | None = None


_NUMBERED = TypeAdapter(_Numbered)
