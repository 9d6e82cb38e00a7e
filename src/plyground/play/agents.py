"""Agents: a player that chooses moves by a search, written as a text.

    alphabeta:heuristic=path,depth=5      deepening:seconds=1,threads=2      random:seed=7

The search's name, then its options, the heuristic and the limits. Any agent takes `seed`, and `blunder=0.1`: that
share of its moves is played at random.
"""

import random
from dataclasses import dataclass
from typing import Any

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.heuristic import find_choice, find_heuristic, heuristics_of, usual_heuristic
from plyground.core.options import read_options
from plyground.core.position import Position
from plyground.search.algorithms import ALGORITHMS, find_algorithm
from plyground.search.api import USUAL_SECONDS, search
from plyground.search.budget import Budget, Cancel
from plyground.search.fixed import Progress, ignore
from plyground.search.result import Result


class AgentError(PlygroundError):
    """The text of an agent cannot be understood."""


@dataclass(frozen=True)
class Agent:
    """A player that chooses its moves by a search."""

    text: str
    algorithm: str
    heuristic: str
    moves: str = "all"
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    seed: int = 0
    blunder: float = 0.0
    options: tuple[tuple[str, Any], ...] = ()

    def think(
        self, position: Position, *, lines: int = 1, cancel: Cancel | None = None, on_progress: Progress = ignore
    ) -> Result:
        """Choose a move."""
        if self.blunder > 0 and position.outcome is None:
            dice = random.Random(f"blunder {self.seed} {position.key.hex()} {len(position.earlier)}")
            if dice.random() < self.blunder:
                return Result.unsearched(dice.choice(position.moves), "rule")
        return search(
            position,
            self.algorithm,
            heuristic=self.heuristic,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds,
            moves=self.moves,
            lines=lines,
            seed=self.seed,
            cancel=cancel,
            on_progress=on_progress,
            **dict(self.options),
        )


def read_agent(text: str, game: Game) -> Agent:
    """The agent of that text, for `game`; everything in it is checked now rather than at its first move."""
    name, _, rest = text.partition(":")
    algorithm = find_algorithm(name, len(game.seats))
    given = _pairs(text, rest)
    limits: dict[str, Any] = {key: _number(text, key, given.pop(key)) for key in ("depth", "nodes") if key in given}
    if "seconds" in given:
        limits["seconds"] = _fraction(text, "seconds", given.pop("seconds"))
    if limits:
        Budget(**limits)
    elif algorithm.needs_budget:
        limits["seconds"] = USUAL_SECONDS
    if name == "montecarlo" and set(limits) == {"depth"}:
        raise AgentError(f"{quoted(text)}: montecarlo needs nodes (games) or seconds, it has no depth.")
    seed = _number(text, "seed", given.pop("seed", "0"))
    blunder = _fraction(text, "blunder", given.pop("blunder", "0"))
    if not 0 <= blunder <= 1:
        raise AgentError(f"{quoted(text)}: blunder is a share from 0 to 1, not {blunder:g}.")
    heuristic, moves = given.pop("heuristic", usual_heuristic(game)), given.pop("moves", "all")
    find_heuristic(game, heuristic)
    find_choice(game, moves)
    options = read_options(name, algorithm.options, given)
    return Agent(text, name, heuristic, moves, seed=seed, blunder=blunder, options=tuple(options.items()), **limits)


def _pairs(text: str, rest: str) -> dict[str, str]:
    """The `key=value` parts of an agent's text."""
    found: dict[str, str] = {}
    for part in rest.split(",") if rest else []:
        key, equals, value = part.partition("=")
        if not equals or not key or key in found:
            raise AgentError(
                f"{quoted(text)} is not an agent: after the name come a colon and key=value, each once, with commas "
                "between, such as 'alphabeta:heuristic=path,depth=5'."
            )
        found[key] = value
    return found


def _number(text: str, key: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 19):
        raise AgentError(f"{quoted(text)}: {key} is a whole number, not {quoted(value)}.")
    return int(value)


def _fraction(text: str, key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not 0 <= number < 1e9:
        raise AgentError(f"{quoted(text)}: {key} is a number, not {quoted(value)}.")
    return number


def describe_agents(game: Game) -> list[dict[str, Any]]:
    """Every search that fits the game, with its options, as plain data."""
    return [
        {
            "name": algorithm.name,
            "summary": algorithm.summary,
            "options": [
                {
                    "name": option.name,
                    "default": option.write(option.default),
                    "values": option.values,
                    "meaning": option.meaning,
                }
                for option in algorithm.options
            ],
        }
        for algorithm in ALGORITHMS.values()
        if len(game.seats) == 2 or algorithm.several_seats
    ]


def describe_heuristics(game: Game) -> list[dict[str, Any]]:
    """Every heuristic of the game with its weights, as plain data."""
    return [
        {"name": name, "summary": (kind.__doc__ or "").strip().split("\n")[0], "weights": dict(kind()._asdict())}
        for name, kind in heuristics_of(game).items()
    ]
