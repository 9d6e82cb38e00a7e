"""How hard a puzzle is: which moves look as good as the solution, and which of the game's players find it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.play.agents.agent import Agent, read_search
from plyground.play.agents.spec import AgentSpec
from plyground.puzzles.puzzle import TRIES, Puzzle
from plyground.search.api import MOST_LINES
from plyground.search.budget import Cancel

LOOK_DEPTH = 1
"""Plies of the search that says how good a move looks: with two, hardly a move looks as good as the solution."""


def rated(puzzle: Puzzle) -> Puzzle:
    """The puzzle with what makes it hard measured anew."""
    position = puzzle.position()
    return replace(puzzle, alike=look_alikes(position, puzzle.solution), hits=hits_of(position, puzzle.solution))


def rate_again(
    puzzles: Sequence[Puzzle], cancel: Cancel, on_rated: Callable[[int], None] = lambda done: None
) -> list[Puzzle]:
    """All puzzles, rated anew; once it is cancelled, the rest as they were."""
    found: list[Puzzle] = []
    for puzzle in puzzles:
        found.append(puzzle if cancel.asked else rated(puzzle))
        on_rated(len(found))
    return found


def look_alikes(position: Position, solution: str) -> int:
    """Number of other moves that look as good as the solution, or nearly, to a shallow search.

    Nearly is nearer to the solution's score than to the worst one; that suits any heuristic, whatever its unit.
    """
    agent = read_search(f"alphabeta:depth={LOOK_DEPTH}", position.game)
    lines = agent.think(position, lines=min(MOST_LINES, len(position.moves))).lines
    scores = {str(line.moves[0]): line.score.value for line in lines}
    if solution not in scores:
        return len(scores)
    best = scores[solution]
    worst = min([line.score.value for line in lines if line.score.kind == "estimate"], default=best)
    return sum(2 * score > best + min(worst, best) or score >= best for score in scores.values()) - 1


def hits_of(position: Position, solution: str) -> tuple[int, ...]:
    """Of `TRIES` tries, how many each solver solves."""
    return tuple(
        sum(str(solver(position.game, name, seed).think(position).move) == solution for seed in range(TRIES))
        for name in solvers_of(position.game)
    )


@lru_cache(maxsize=16)
def solvers_of(game: Game) -> tuple[str, ...]:
    """The names of who tries: the rungs of the game's ladder, or its levels, without those that a clock limits.

    What a search finds in a second depends on the machine; depths and nodes are the same on every one.
    """
    names = game.ladder() or game.levels()
    return tuple(name for name in names if not _is_timed(read_search(name, game)))


def _is_timed(agent: Agent) -> bool:
    return agent.seconds is not None


def solver(game: Game, name: str, seed: int) -> Agent:
    """A player that tries puzzles: as it plays after the opening, and without errors on purpose."""
    return read_search(AgentSpec(name, seed=seed, vary=0, blunder=0.0), game)


def weakest_solver(puzzle: Puzzle) -> str:
    """The weakest player that solves a puzzle in most of its tries; empty if none does."""
    names = solvers_of(puzzle.make_game())
    return next((name for name, hits in zip(names, puzzle.hits, strict=False) if 2 * hits > TRIES), "")
