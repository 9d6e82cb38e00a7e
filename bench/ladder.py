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
from plyground.lab.runs.jobs import Job
from plyground.play.agents.agent import read_agent
from plyground.play.agents.spec import AgentSpec
from plyground.play.match import Match, play_out

OPTIONS = {"hex": {"size": "11"}}
LONGEST = 400
"""A longer game is a draw."""
AIM = 0.7
HEAD = ("game", "level", "against", "won", "drawn", "lost", "score")


def play_game(name: str, higher: str, lower: str, number: int) -> float:
    """Score of the higher level in one game: 1, ½ or 0."""
    game = plyground.game(name, **OPTIONS.get(name, {}))
    texts = (higher, lower) if number % 2 == 0 else (lower, higher)
    players = [read_agent(text, game, seed=2 * number + seat) for seat, text in enumerate(texts)]
    outcome = play_out(Match(game.start(), texts), players, most_turns=LONGEST)
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(texts[outcome.winner] == higher)


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
