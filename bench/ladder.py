"""Play each level of every game against the level below it.

    python bench/ladder.py [--games 200] [--expert 0.1] [--workers 2] [--folder DIR] [--tell] [--write] [GAME ...]

Colours alternate. Every game has its own seed, by which levels vary their first moves. `expert` gets less time here
than its usual second per move, so its true margin is larger. Every game played is kept; see `long_runs.py`.
"""

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, long_runs

import plyground
from plyground.core.levels import LEVEL_NAMES
from plyground.lab.contests.game_pair import play_game as lab_game
from plyground.lab.runs.jobs import Job
from plyground.lab.studies.tasks import START
from plyground.play.agents.spec import AgentSpec

OPTIONS = {"hex": {"size": "11"}}
LONGEST = 400
"""A longer game is a draw."""
AIM = 0.7
HEAD = ("game", "level", "against", "won", "drawn", "lost", "score")


def play_game(name: str, higher: str, lower: str, number: int) -> float:
    """Score of the higher level in one game: 1, ½ or 0."""
    game = plyground.game(name, **OPTIONS.get(name, {}))
    seed = f"{name} {higher} {lower} {number}"
    return lab_game(game, (higher, lower), START, first=number % 2, seed=seed, longest=LONGEST).points


def played(task: dict[str, Any]) -> dict[str, Any]:
    """The result of a job."""
    return {"score": play_game(**task), "taken": figures.conditions()}


def meetings(names: Sequence[str], expert: float) -> list[tuple[str, str, str]]:
    """Game, higher and lower level of every match."""
    levels = [*LEVEL_NAMES[:-1], str(AgentSpec(LEVEL_NAMES[-1], seconds=expert))]
    return [(name, higher, lower) for name in names for lower, higher in pairwise(levels)]


def jobs_of(name: str, higher: str, lower: str, games: int) -> list[Job]:
    """The games of a match."""
    tasks = [{"name": name, "higher": higher, "lower": lower, "number": number} for number in range(games)]
    return [Job(" ".join(map(str, task.values())), task) for task in tasks]


def row(name: str, higher: str, lower: str, scores: Sequence[float]) -> tuple[Any, ...]:
    """The row of a match."""
    won, drawn, lost = (scores.count(score) for score in (1.0, 0.5, 0.0))
    share = sum(scores) / len(scores)
    shown = f"{100 * share:.1f} %" if share >= AIM else f"**{100 * share:.1f} %, below the aim**"
    return plyground.game(name).title, f"`{higher}`", f"`{lower}`", won, drawn, lost, shown


def main() -> None:
    """Play the requested ladders."""
    parser = figures.Parser(__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--games", type=int, default=200, help="games per pair of levels (200)")
    parser.add_argument("--expert", type=float, default=0.1, help="seconds per move for expert (0.1)")
    long_runs.add_options(parser, "ladder", "games played")
    given = parser.parse_args()
    parser.whole(given, given.names)
    planned = {each: jobs_of(*each, given.games) for each in meetings(given.names or plyground.games(), given.expert)}
    found = long_runs.results([job for jobs in planned.values() for job in jobs], played, given)
    scores = {each: [found[job.id]["score"] for job in jobs if job.id in found] for each, jobs in planned.items()}
    table = figures.table(HEAD, [row(*each, known) for each, known in scores.items() if known])
    print(table)
    if given.write:
        figures.write("ladder", table, figures.LEVELS, long_runs.taken(found.values()))


if __name__ == "__main__":
    main()
