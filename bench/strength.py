"""Play matches of the engine, `pvs` with `strong`, against each report's best classic agent.

    python bench/strength.py [--pairs 50] [--seconds 0.2] [--workers 2] [--folder runs/strength] [GAME ...]

Both games of a pair begin with the same random moves, with colours exchanged. Each match is a run of the lab, with its
report in its own folder.
"""

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path

import plyground
from plyground.lab.contests.contest import Terms, contestants
from plyground.lab.contests.match_experiment import MatchExperiment
from plyground.lab.runs.executors import local_executor
from plyground.lab.runs.jobs import ignore
from plyground.lab.runs.run import open_run

PROBE = 2_000_000
"""Nodes of the search that rejects decided openings: more than usual, because the engine sees more."""


@dataclass(frozen=True)
class Opponent:
    """A classic agent."""

    game: str
    agent: str
    options: dict[str, str] = field(default_factory=dict)
    engine: str = ""
    """Engine options for this game: in a drawn game it plays on rather than repeat."""
    probe: int = PROBE
    """Many openings of Neutreeko are decided, some only after twenty plies or more, and cannot be held."""


OPPONENTS = (
    Opponent("neutreeko", "alphabeta:heuristic=H4,depth=6", engine=",contempt=150", probe=100_000_000),
    Opponent("morris", "alphabeta:heuristic=agent3,depth=4"),
    Opponent("eximo", "alphabeta:heuristic=advanced,depth=5"),
    Opponent("blockit", "alphabeta:heuristic=path,moves=classic,depth=7"),
    Opponent("hex", "alphabeta:heuristic=distance,sort=on,depth=4", {"size": "11", "swap": "off"}),
)


def match(opponent: Opponent, seconds: float, pairs: int) -> MatchExperiment:
    """The engine against a classic agent."""
    plies = plyground.game(opponent.game).opening_plies
    terms = Terms(opponent.game, opponent.options, plies=plies, probe=opponent.probe)
    engine = f"pvs:seconds={seconds:g}{opponent.engine}"
    return MatchExperiment(terms, contestants((engine, opponent.agent), terms.made), pairs)


def main() -> None:
    """Play the requested matches."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--pairs", type=int, default=50, help="number of game pairs (50)")
    parser.add_argument("--seconds", type=float, default=0.2, help="seconds per move for the engine (0.2)")
    parser.add_argument("--workers", type=int, default=2, help="games played in parallel (2)")
    parser.add_argument("--folder", type=Path, default=Path("runs/strength"), help="folder of the runs")
    arguments = parser.parse_args()
    for opponent in OPPONENTS:
        if arguments.games and opponent.game not in arguments.games:
            continue
        experiment = match(opponent, arguments.seconds, arguments.pairs)
        run = open_run(arguments.folder / opponent.game, experiment.manifest, time.strftime("%Y-%m-%d %H:%M:%S"))
        with local_executor(arguments.workers) as workers:
            found = experiment.carry_out(run, workers, ignore)
        score = f"+{found['wins']} ={found['draws']} -{found['losses']}, {found['score']:.1%}"
        print(f"{opponent.game}: {found['a']} against {found['b']}: {score}", flush=True)


if __name__ == "__main__":
    main()
