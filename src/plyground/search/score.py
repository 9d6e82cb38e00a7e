"""Scores, and which of them are proved: an estimate can never be mistaken for a proved result.

Inside a search, a value is an integer for the mover: an estimate, or, beyond the range of estimates, `WIN` minus the
plies until the win (negated for a loss). Outside, it is a `Score`.
"""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from plyground.language import Message

WIN: Final = 1_000_000
PROVED: Final = WIN - 10_000
"""Values at least this far from zero are wins or losses searched to the end."""
INFINITE: Final = WIN + 1
OUTCOME_SCALE: Final = 1000
"""Searches that average outcomes (from -1, all lost, to 1, all won) give estimates in thousandths."""

Kind = Literal["estimate", "win", "loss", "draw"]


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a position for the player to move."""

    kind: Kind
    value: int
    """An estimate in the heuristic's units; for a proved result, the search's internal value."""
    plies: int | None = None
    """Number of plies to a proved win or loss, if known."""
    averaged: bool = field(default=False, compare=False)
    """True if the search averages outcomes: the estimate is in thousandths, not in a heuristic's units."""

    @classmethod
    def win(cls, plies: int | None = None) -> "Score":
        """A proved win in that many plies; None if the distance is unknown."""
        return cls("win", WIN - (plies or 0), plies)

    @classmethod
    def loss(cls, plies: int | None = None) -> "Score":
        """A proved loss in that many plies; None if the distance is unknown."""
        return cls("loss", (plies or 0) - WIN, plies)

    @classmethod
    def of_mean(cls, mean: float) -> "Score":
        """The estimate of a search that averages outcomes from -1 to 1."""
        return cls("estimate", round(OUTCOME_SCALE * mean), averaged=True)

    @property
    def proved(self) -> bool:
        """True if it is a proved result, not an estimate."""
        return self.kind != "estimate"

    def __str__(self) -> str:
        if self.kind == "estimate":
            return self._estimate_text()
        if self.plies is None:
            return Message(f"score.{self.kind}")
        return Message(f"score.in.{self.kind}", plies=Message("plies", number=self.plies))

    def _estimate_text(self) -> str:
        """The number; in words if the search found a win or a loss that does not count as proved."""
        if abs(self.value) < PROVED:
            return f"{self.value:+d}"
        return Message("score.unproved.win" if self.value > 0 else "score.unproved.loss")

    def as_data(self) -> dict[str, Any]:
        """The score as plain data."""
        data: dict[str, Any] = {"kind": self.kind, "value": self.value}
        return data if self.plies is None else data | {"plies": self.plies}


Proves = Literal["everything", "wins", "nothing"]
"""What the extreme values of a search prove.

`wins`: a win is proved but a loss is not, because some moves are not searched yet or the loss requires several
opponents to cooperate. `nothing`: some moves are excluded from the search.
"""


def when_stopped(proves: Proves) -> Proves:
    """What a stopped search proves: moves not yet searched may not lose."""
    return "nothing" if proves == "nothing" else "wins"


def score_of(value: int, proves: Proves = "everything", *, to_the_end: bool = False) -> Score:
    """The score for a search value; `to_the_end`: no estimate was used anywhere below it."""
    if value >= PROVED and proves != "nothing":
        return Score.win(WIN - value)
    if value <= -PROVED and proves == "everything":
        return Score.loss(WIN + value)
    drawn = to_the_end and value == 0 and proves == "everything"
    return Score("draw", 0) if drawn else Score("estimate", value)
