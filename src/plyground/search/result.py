"""The result of a search and its cost."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal
from xml.etree.ElementTree import Element, SubElement, tostring

from plyground.core.position import Move, Position, legal_values
from plyground.search.score import Score

StoppedBy = Literal["depth", "nodes", "seconds", "cancel", "proved", "rule"]
"""Why a search ended. `proved`: a deeper search cannot add anything; `rule`: the algorithm searches no further."""


@dataclass(frozen=True)
class Line:
    """A line of play with its score."""

    moves: tuple[Move, ...]
    score: Score

    def as_data(self) -> dict[str, Any]:
        """The line as plain data."""
        return {"score": self.score.as_data(), "line": [str(move) for move in self.moves]}


@dataclass(frozen=True)
class Result:
    """The move chosen by a search, with its score, its line and the cost of the search."""

    move: Move
    score: Score
    line: tuple[Move, ...]
    depth: int
    nodes: int
    seconds: float
    stopped_by: StoppedBy
    lines: tuple[Line, ...] = ()
    """The requested number of best lines, best first."""
    cutoffs: int = 0
    table_hits: int = 0
    tree: dict[str, Any] | None = field(default=None, repr=False, compare=False)
    """The recorded tree, if requested."""

    @classmethod
    def unsearched(cls, move: Move, stopped_by: StoppedBy) -> "Result":
        """A move chosen without a search."""
        line = Line((move,), Score("estimate", 0))
        return cls(move, line.score, line.moves, 0, 0, 0.0, stopped_by, (line,))

    @classmethod
    def of_lines(cls, lines: tuple[Line, ...], **spent: Any) -> "Result":
        """A result with these lines, best first, and the cost of the search."""
        best = lines[0]
        return cls(move=best.moves[0], score=best.score, line=best.moves, lines=lines, **spent)

    def choosing(self, line: Line, wanted: int) -> "Result":
        """The same result with another of its lines chosen, and `wanted` lines kept."""
        lines = (line, *(other for other in self.lines if other is not line))[:wanted]
        return replace(self, move=line.moves[0], score=line.score, line=line.moves, lines=lines)

    def is_proved_within(self, plies: int) -> bool:
        """True if every line is proved and ends within `plies`: a deeper search cannot add anything."""
        return all(line.score.proved and (line.score.plies or 0) <= plies for line in self.lines)

    @property
    def nodes_per_second(self) -> float:
        """Nodes searched per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def branching(self) -> float:
        """Effective branching factor: a uniform tree with this factor and depth has the same number of nodes."""
        return float(self.nodes ** (1 / self.depth)) if self.depth > 0 else 0.0

    def _repr_html_(self) -> str:
        """A table of the lines, then what ended the search, its depth and its nodes; for notebooks."""
        table = Element("table")
        for rank, line in enumerate(self.lines, 1):
            row = SubElement(table, "tr")
            for text in (str(rank), str(line.score), " ".join(map(str, line.moves))):
                SubElement(row, "td").text = text
        cost = SubElement(table, "tr")
        for text in (str(self.stopped_by), f"{self.depth}", f"{self.nodes:,}"):
            SubElement(cost, "th").text = text
        return tostring(table, encoding="unicode", method="html")

    def as_data(self) -> dict[str, Any]:
        """The result as plain data."""
        data = {
            "move": str(self.move),
            "score": self.score.as_data(),
            "line": [str(move) for move in self.line],
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "nodes_per_second": round(self.nodes_per_second),
            "branching": round(self.branching, 3),
            "cutoffs": self.cutoffs,
            "table_hits": self.table_hits,
            "stopped_by": self.stopped_by,
            "lines": [line.as_data() for line in self.lines],
        }
        return data if self.tree is None else data | {"tree": self.tree}


def moves_of(position: Position, values: list[int]) -> tuple[Move, ...]:
    """Convert the packed moves of a line, up to the end of the game; no other moves are formatted as text."""
    found = []
    for value in values:
        if position.outcome is not None or value not in legal_values(position.game, position.state):
            break
        found.append(Move(value, position.game.write_move(position.state, value)))
        position = position.after(value)
    return tuple(found)
