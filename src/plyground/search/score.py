"""Scores, and what counts as proved: an estimate can never be mistaken for a proved result.

Inside a search a value is one integer for the mover: an estimate, or, beyond any estimate, `WIN` less the plies until
the win (negative for a loss). Outside it is a `Score`.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from plyground.language import Message

WIN: Final = 1_000_000
PROVED: Final = WIN - 10_000
"""Values at least this far from zero are wins or losses that were searched to the end."""
INFINITE: Final = WIN + 1
OUTCOME_SCALE: Final = 1000
"""The estimate of a search that counts outcomes (from -1, all lost, to 1, all won) is in thousandths."""

Kind = Literal["estimate", "win", "loss", "draw"]


@dataclass(frozen=True, slots=True)
class Score:
    """A search's verdict on a position, for the player to move there."""

    kind: Kind
    value: int
    """An estimate in the heuristic's units; for a proved result the search's own value."""
    plies: int | None = None
    """For a proved win or loss, the number of moves until the end, if known."""

    @classmethod
    def win(cls, plies: int | None = None) -> "Score":
        """A proved win in that many plies; None where the distance is not known."""
        return cls("win", WIN - (plies or 0), plies)

    @classmethod
    def loss(cls, plies: int | None = None) -> "Score":
        """A proved loss in that many plies; None where the distance is not known."""
        return cls("loss", (plies or 0) - WIN, plies)

    @classmethod
    def of_mean(cls, mean: float) -> "Score":
        """The estimate of a search that averages outcomes from -1 to 1."""
        return cls("estimate", round(OUTCOME_SCALE * mean))

    @property
    def proved(self) -> bool:
        """Whether it is a result and no estimate."""
        return self.kind != "estimate"

    def __str__(self) -> str:
        if self.kind == "estimate":
            return f"{self.value:+d}"
        if self.plies is None:
            return Message(f"score.{self.kind}")
        return Message(f"score.in.{self.kind}", plies=self.plies)

    def as_data(self) -> dict[str, Any]:
        """The score as plain data."""
        data: dict[str, Any] = {"kind": self.kind, "value": self.value}
        return data if self.plies is None else data | {"plies": self.plies}


Proves = Literal["everything", "wins", "nothing"]
"""What the extreme values of a search prove.

`wins`: a win is proved, a loss is not, as where some moves were not searched yet, or where a loss needs several
opponents to act as one. `nothing`: moves were left out altogether.
"""


def when_stopped(proves: Proves) -> Proves:
    """What a search proves that was stopped: moves it has not searched may not lose."""
    return "nothing" if proves == "nothing" else "wins"


def score_of(value: int, proves: Proves = "everything", *, to_the_end: bool = False) -> Score:
    """The score of a search's value; `to_the_end` says that no estimate was made anywhere below it."""
    if value >= PROVED and proves != "nothing":
        return Score.win(WIN - value)
    if value <= -PROVED and proves == "everything":
        return Score.loss(WIN + value)
    drawn = to_the_end and value == 0 and proves == "everything"
    return Score("draw", 0) if drawn else Score("estimate", value)
