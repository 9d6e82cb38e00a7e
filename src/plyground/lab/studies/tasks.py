"""The tasks of a study's jobs: timed searches, or games between two agents. Plain data in, plain data out.

Times are for the search alone: kernels are compiled before the clock starts, and time taken by other programs on the
same processor does not count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

import plyground
from plyground.core.game import Game
from plyground.lab.contests.contest import LONGEST
from plyground.lab.contests.game_pair import PairGame, games_of, play_game
from plyground.lab.contests.openings import PROBE, TRIES, Opening, choose, random_openings, shared_out
from plyground.lab.runs.jobs import Data, Job
from plyground.play.agents.agent import read_agent
from plyground.play.agents.monitored_player import MonitoredPlayer
from plyground.play.agents.spec import AgentSpec
from plyground.search.result import Result

GAMES_A_JOB = 10
MORE_RUNS = 20
"""Multiplier for the number of repetitions of a fast search …"""
NO_HURRY = 0.2
"""… until this many seconds are used up: short times are noisy."""
START = Opening()
"""The usual start."""


def work(task: Data) -> Data:
    """Execute a task."""
    return time_search(task) if task["do"] == "search" else play_games(task)


def search_job(name: str, game: str, agent: AgentSpec, *, runs: int, patience: float, **options: str) -> Job:
    """A job that times an agent's first move."""
    task = {"do": "search", "game": game, "options": options, "agent": str(agent), "runs": runs, "patience": patience}
    return Job(name, task | {"timed": True})


def time_search(task: Data) -> Data:
    """Repeat an agent's search for the first move of a game; return its times and its result."""
    game = plyground.game(task["game"], **task["options"])
    found = list(repeated(task["agent"], game, task["runs"], task["patience"]))
    last = found[-1]
    return {
        "seconds": [round(each.seconds, 7) for each in found],
        "nodes": last.nodes,
        "depth": last.depth,
        "move": str(last.move),
        "score": str(last.score),
        "finished": last.stopped_by in ("depth", "proved", "rule"),
    }


def repeated(agent: str, game: Game, runs: int, patience: float) -> Iterator[Result]:
    """Repeat a search `runs` times, or more if it is fast, until `patience` seconds are used up; at least once."""
    player, spent = MonitoredPlayer(read_agent(agent, game), processor_time=True), 0.0
    for number in range(MORE_RUNS * runs):
        found = player.think(game.start())
        yield found
        spent += found.seconds
        enough = number + 1 >= runs and spent >= NO_HURRY
        if enough or spent >= patience or found.stopped_by == "seconds":
            return


def seconds_of(result: Data) -> float:
    """Median time of a search."""
    return float(median(result["seconds"]))


@dataclass(frozen=True)
class GamesPlan:
    """Which games two agents play in a study: the game and its options, and how each is played."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    longest: int = LONGEST
    both: bool = False
    """True if every opening is played a second time with the seats exchanged."""
    probe: int = PROBE
    """Nodes of the quick search that skips an opening's alternatives that are decided; 0: none is skipped."""
    timed: bool = False

    def as_data(self) -> Data:
        """The plan as plain data."""
        return asdict(self) | {"options": dict(self.options)}


def games_jobs(
    name: str, plan: GamesPlan, players: Sequence[AgentSpec], openings: Sequence[Sequence[Opening]]
) -> Iterator[Job]:
    """Jobs of a few games each, one from each opening: the first of its alternatives that the plan does not skip."""
    common: dict[str, Any] = {"do": "games", "players": list(map(str, players))} | plan.as_data()
    for start in range(0, len(openings), GAMES_A_JOB):
        part = [[each.as_data() for each in tries] for tries in openings[start : start + GAMES_A_JOB]]
        job = f"{name}-{start // GAMES_A_JOB:03d}"
        yield Job(job, common | {"seed": f"{name} {start}", "openings": part})


def varied(game: str, count: int, seed: int, **options: str) -> list[tuple[Opening, ...]]:
    """`count` openings of a few random moves, each with alternatives in case it is decided."""
    made = plyground.game(game, **options)
    found = random_openings(made, made.opening_plies, TRIES * count, seed)
    return list(shared_out(found, count))


def play_games(task: Data) -> Data:
    """Play the games of a job."""
    game = plyground.game(task["game"], **task["options"])
    games = []
    for number, tries in enumerate(task["openings"]):
        opening = choose(game, tuple(Opening.from_data(each) for each in tries), task["probe"])
        for first in (0, 1) if task["both"] else (0,):
            played = play_game(
                game,
                task["players"],
                opening,
                first=first,
                seed=f"{task['seed']} {number}",
                longest=task["longest"],
                processor_time=True,
            )
            games.append(played.as_data() | {"seconds": [round(each, 7) for each in played.seconds]})
    return {"games": games}


def games_in(results: Mapping[str, Data], name: str) -> list[PairGame]:
    """The games of the jobs created by `games_jobs` under a name."""
    return [game for job, result in results.items() if job.rpartition("-")[0] == name for game in games_of(result)]


def mean_seconds(games: Iterable[PairGame]) -> float:
    """Mean seconds per move over both players' means; the median over repeated games."""
    means = []
    for game in games:
        each = [spent / turns for spent, turns in zip(game.seconds, game.turns, strict=True) if turns]
        means.append(sum(each) / len(each))
    return float(median(means))
