"""The searches that a review asks for, so that whoever runs them may do so in a queue of their own."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from plyground.core.position import Position
from plyground.play.agents.agent import Agent
from plyground.search.result import Result
from plyground.search.score import Score


@dataclass(frozen=True)
class SearchRequest:
    """A position to search."""

    position: Position
    between: tuple[str, ...] = ()
    """The moves to choose between, each of which gets a line with its score; all, and one line, if it is empty."""

    @property
    def lines(self) -> int:
        """The number of lines that the result is to have."""
        return max(1, len(self.between))

    def agent(self, agent: Agent) -> Agent:
        """The agent that searches, told between which moves."""
        return agent.choosing_between(self.between)


@dataclass(frozen=True)
class Evaluation:
    """The score of a position for its mover, and the best line."""

    score: Score
    line: tuple[str, ...]


Searches = Generator[SearchRequest, Result, Evaluation]
