"""Tactics: the share of the packaged puzzles that agents solve in a second.

    python bench/tactics.py [--seconds 1] [--workers 2] [--limit N] [--json FILE] [--tell] [--write] [GAME ...]
    python bench/tactics.py --agents pvs:heuristic=strong expert puct:nodes=1 --workers 14

A puzzle is a position in which exactly one move wins, which is proved (docs/puzzles.md); an agent solves it by playing
that move. By default two weak levels, the engine that judges by `strong`, and `expert` are tried. Agents play their
best: no varied openings, no errors on purpose. An agent that names a limit of its own keeps it. `--limit` takes so many
puzzles of each game, evenly from the easiest to the hardest. With several workers, leave a core or two to the rest of
the machine. Every attempt is kept; see `long_runs.py`.
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, long_runs

import plyground
from plyground.core.game import Game
from plyground.lab.runs.jobs import Job
from plyground.play.agents.agent import Agent, read_search
from plyground.play.agents.spec import LIMITS, AgentSpec
from plyground.puzzles.puzzle import Puzzle, puzzles_of

AGENTS = ("easy", "medium", "pvs:heuristic=strong", "expert")
DEVIATIONS = 1.96
"""Standard deviations of a 95 % interval."""


class PuzzleMove(NamedTuple):
    """The move that an agent plays in a puzzle."""

    game: str
    number: int
    agent: str
    move: str
    solved: bool


class Share(NamedTuple):
    """The share of puzzles solved, with its 95 % interval (Wilson's)."""

    solved: int
    positions: int

    @property
    def value(self) -> float:
        """From 0 to 1."""
        return self.solved / self.positions

    @property
    def interval(self) -> tuple[float, float]:
        """Its low and its high end."""
        square = DEVIATIONS**2 / self.positions
        middle = (self.value + square / 2) / (1 + square)
        spread = sqrt(self.value * (1 - self.value) * square + square**2 / 4) / (1 + square)
        return max(0.0, middle - spread), min(1.0, middle + spread)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


@cache
def agent_at_best(text: str, game: Game, seconds: float) -> Agent:
    """The agent without chance, with so much time for a move unless it names a limit."""
    spec = replace(AgentSpec.parse(text), vary=0, blunder=0.0)
    limited = any(getattr(spec, limit) is not None for limit in LIMITS)
    return read_search(spec if limited else replace(spec, seconds=seconds), game)


def attempt(puzzle: Puzzle, text: str, seconds: float) -> PuzzleMove:
    """Let an agent play in a puzzle."""
    position = puzzle.position()
    move = str(agent_at_best(text, position.game, seconds).think(position).move)
    return PuzzleMove(puzzle.game, puzzle.number, text, move, move == puzzle.solution)


def chosen(game: str, limit: int | None) -> list[Puzzle]:
    """The puzzles of a game, or a number of them, spread evenly from the easiest to the hardest."""
    puzzles = puzzles_of(game)
    if limit is None or limit >= len(puzzles):
        return list(puzzles)
    return [puzzles[index * len(puzzles) // limit] for index in range(limit)]


def shares(attempts: Iterable[PuzzleMove]) -> dict[str, dict[str, Share]]:
    """By game and agent, in the order of the attempts."""
    found: dict[str, dict[str, Share]] = {}
    for each in attempts:
        agents = found.setdefault(each.game, {})
        solved, positions = agents.get(each.agent, (0, 0))
        agents[each.agent] = Share(solved + each.solved, positions + 1)
    return found


def table(found: dict[str, dict[str, Share]], agents: list[str]) -> str:
    """The shares as a Markdown table."""
    head = ("game", "positions", *(f"`{agent}`" for agent in agents))
    whole = {game: shown for game, shown in found.items() if len(shown) == len(agents)}
    rows = [
        (plyground.game(game).title, shown[agents[0]].positions, *(shown[agent] for agent in agents))
        for game, shown in whole.items()
    ]
    return figures.table(head, rows)


def report(attempts: list[PuzzleMove], seconds: float) -> dict[str, Any]:
    """Everything as plain data: the shares, and every puzzle that was not solved."""
    data = {
        game: {
            agent: {"solved": share.solved, "positions": share.positions, "interval": share.interval}
            for agent, share in by_agent.items()
        }
        for game, by_agent in shares(attempts).items()
    }
    missed = [[each.game, each.number, each.agent, each.move] for each in attempts if not each.solved]
    return {"version": plyground.__version__, "seconds": seconds, "games": data, "missed": missed}


def job(puzzle: Puzzle, agent: str, seconds: float) -> Job:
    """An attempt to make."""
    task = {"game": puzzle.game, "number": puzzle.number, "agent": agent, "seconds": seconds}
    return Job(" ".join(map(str, task.values())), task)


def tried(task: dict[str, Any]) -> dict[str, Any]:
    """The result of a job."""
    (puzzle,) = (each for each in puzzles_of(task["game"]) if each.number == task["number"])
    made = attempt(puzzle, task["agent"], task["seconds"])
    return {"attempt": made, "taken": figures.conditions()}


def main() -> None:
    """Try the puzzles and print a table."""
    parser = figures.Parser(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games whose puzzles are tried (all)")
    parser.add_argument("--agents", nargs="+", metavar="AGENT", default=list(AGENTS), help=f"{', '.join(AGENTS)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for a move (1)")
    parser.add_argument("--limit", type=int, help="puzzles of each game (all)")
    parser.add_argument("--json", type=Path, help="where the numbers are written")
    long_runs.add_options(parser, "tactics", "puzzles tried")
    asked = parser.parse_args()
    parser.whole(asked, asked.games)
    puzzles = [puzzle for game in asked.games or plyground.games() for puzzle in chosen(game, asked.limit)]
    jobs = [job(puzzle, agent, asked.seconds) for puzzle in puzzles for agent in asked.agents]
    found = list(long_runs.results(jobs, tried, asked).values())
    attempts = [PuzzleMove(*each["attempt"]) for each in found]
    shown = table(shares(attempts), asked.agents)
    print(shown)
    if asked.json:
        asked.json.write_text(json.dumps(report(attempts, asked.seconds), indent=1) + "\n")
    if asked.write:
        figures.write("tactics", shown, taken=long_runs.taken(found))


if __name__ == "__main__":
    main()
