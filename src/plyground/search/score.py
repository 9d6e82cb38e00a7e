"""Scores: an estimate can never be mistaken for a proved result.

Inside a search a value is one integer for the mover: an estimate, or, beyond any estimate, `WIN` less the plies until
the win (negative for a loss). Outside it is a `Score`.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

WIN: Final = 1_000_000
PROVED: Final = WIN - 10_000
"""Values at least this far from zero are wins or losses that were seen to the end."""
INFINITE: Final = WIN + 1

Kind = Literal["estimate", "win", "loss", "draw"]


@dataclass(frozen=True, slots=True)
class Score:
    """What a search says of a position, for the player to move there."""

    kind: Kind
    value: int
    """An estimate in the heuristic's units; for a proved result the search's own value."""
    plies: int | None = None
    """For a proved win or loss, how many moves until the end."""

    def __str__(self) -> str:
        if self.kind == "estimate":
            return f"{self.value:+d}"
        return self.kind if self.plies is None else f"{self.kind} in {self.plies}"

    def as_data(self) -> dict[str, Any]:
        """The score as plain data."""
        data: dict[str, Any] = {"kind": self.kind, "value": self.value}
        return data if self.plies is None else data | {"plies": self.plies}


Proves = Literal["everything", "wins", "nothing"]
"""What an algorithm's extreme values prove: with several opponents, a loss may need them to act as one."""


def score_of(value: int, proves: Proves = "everything", *, to_the_end: bool = False) -> Score:
    """The score of a search's value; `to_the_end` says that no estimate was made anywhere below it."""
    if value >= PROVED and proves != "nothing":
        return Score("win", value, WIN - value)
    if value <= -PROVED and proves == "everything":
        return Score("loss", value, WIN + value)
    drawn = to_the_end and value == 0 and proves == "everything"
    return Score("draw", 0) if drawn else Score("estimate", value)
