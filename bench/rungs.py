"""Measure the rungs `level1` to `level8` of every game, or a pool of candidates for them.

    python bench/rungs.py [--pool] [--agent TEXT] [--workers 2] [--minutes 8] [--json FILE] [--tell] [--write] [GAME]

Each agent plays the next one of its game, and half as often the next but one: pairs of games from random openings with
colours exchanged. Games share the time evenly; within one, a step gets fewer pairs the longer they take. Every pair is
appended to the file at once, and a second run goes on with the file of the first, also after Ctrl-C; `--tell` plays
nothing and prints the tables of a file. Without `--json` the file is `runs/figures/rungs-VERSION.jsonl`, for this
version of the package alone. `level8` has only a tenth of its second here, counted in nodes so that other programs on
the machine change nothing; its true margin is larger. With `--seconds` it plays by the clock.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, pairwise
from math import sqrt
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, long_runs
from bench.rung_pool import POOL, even_agents

import plyground
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.levels import RUNGS
from plyground.lab.contests.contest import Terms, named_jobs
from plyground.lab.contests.game_pair import games_of, play_pair
from plyground.lab.contests.openings import random_openings
from plyground.lab.runs.executors import Workers, local_executor
from plyground.lab.stats.bradley_terry import Rating, rate
from plyground.lab.stats.elo import Estimate, PairCounts, Played, compare, elo_text, signed
from plyground.play.agents.agent import read_search

LONGEST = 300
"""A longer game is a draw."""
PROBE = 5000
"""Nodes of the search that skips openings which are decided."""
OPENINGS = 200
SKIP = 0.5
"""How much a step to the next agent but one counts in sharing the time."""
SIZES = {"hex": {"size": "11"}}
NEVER_DECIDED = ("hex",)
"""Games whose openings no quick search decides."""
LAST_NODES = {"blockit": 250_000, "eximo": 400_000, "hex": 230, "morris": 350_000, "neutreeko": 500_000}
"""About what the strongest searches in 0.1 s on one core of an AMD EPYC; in Hex positions that the network judges."""

Data = dict[str, Any]


@dataclass
class RungStep:
    """Two agents of a game, and what their pairs of games have shown so far."""

    game: str
    lower: str
    higher: str
    weight: float
    results: list[Data] = field(default_factory=list)
    begun: int = 0

    @property
    def cost(self) -> float:
        """Seconds of a pair, as far as is known."""
        return median(result["seconds"] for result in self.results) if self.results else 0.0

    @property
    def served(self) -> float:
        """How far it is: the step that is served least comes next. Slow pairs count more, by the root of their time."""
        return self.begun * sqrt(max(self.cost, 0.01)) / self.weight

    def key(self) -> tuple[str, str, str]:
        """What results in a file are found by."""
        return self.game, self.lower, self.higher


def chain(game: str, agents: Sequence[str]) -> list[RungStep]:
    """The steps of a game: each agent with the next, and with the next but one."""
    near = [RungStep(game, lower, higher, 1.0) for lower, higher in pairwise(agents)]
    return near + [RungStep(game, lower, higher, SKIP) for lower, higher in zip(agents, agents[2:], strict=False)]


def tasks(step: RungStep) -> Iterator[Data]:
    """The pairs of a step without end, each with its own seed and, as long as there are enough, its own opening."""
    game = made(step.game)
    openings = random_openings(game, game.opening_plies, OPENINGS, 1)
    for number in count():
        terms = Terms(
            step.game,
            SIZES.get(step.game, {}),
            seed=number,
            openings=(openings[number % len(openings)],),
            longest=LONGEST,
        )
        [job] = named_jobs(terms, (step.higher, step.lower), "A-B", 1)
        yield job.task | {"probe": 0 if step.game in NEVER_DECIDED else PROBE}


def play(task: Data) -> Data:
    """Play a pair: the points of the higher agent in each game, whether it moved first, and what it cost."""
    started = monotonic()
    games = games_of(play_pair(task))
    return {
        "games": [[game.first, game.points, len(game.moves)] for game in games],
        "seconds": round(monotonic() - started, 3),
        "thought": [round(sum(game.seconds[player] for game in games), 3) for player in (0, 1)],
        "turns": [sum(game.turns[player] for game in games) for player in (0, 1)],
        "faults": [game.reason for game in games if game.fault is not None],
        "taken": figures.conditions(),
    }


def made(name: str) -> Game:
    """The game as it is played here."""
    return plyground.game(name, **SIZES.get(name, {}))


def kernels(game: str, agents: Sequence[str]) -> list[str]:
    """One agent for each search that has to be compiled; raises an error if one of the agents cannot play."""
    found: dict[tuple[str, ...], str] = {}
    for text in agents:
        agent = read_search(text, made(game))
        found.setdefault((agent.algorithm, agent.heuristic, agent.moves), text)
    return list(found.values())


def warm(game: str, text: str) -> None:
    """Compile what an agent searches with, for all processes."""
    read_search(text, made(game)).think(made(game).start(), seconds=0.01)


class Referee:
    """Shares the time among the games, and writes down every pair."""

    def __init__(self, steps: Sequence[RungStep], path: Path | None) -> None:
        self.steps, self.path = steps, path
        self.tasks = {step.key(): tasks(step) for step in steps}
        self.running: dict[Future[Data], RungStep] = {}
        for line in path.read_text("utf-8").splitlines() if path is not None and path.exists() else []:
            with suppress(ValueError):  # a line that was being written when the program was killed
                self._read(json.loads(line))

    def _read(self, data: Data) -> None:
        """Take over a pair from a file."""
        for step in self.steps:
            if step.key() == (data["game"], data["lower"], data["higher"]):
                step.results.append(data)
                step.begun += 1
                next(self.tasks[step.key()])

    def run(self, workers: int, seconds: float) -> None:
        """Play for some seconds; a pair that would take longer than what is left is not begun."""
        end = monotonic() + seconds
        with local_executor(workers) as pool:
            try:
                self._warm(pool)
                self._play(pool, end)
            except KeyboardInterrupt:
                print("Stopped. The same command goes on with the file.", file=sys.stderr)
                pool.abandon()

    def _play(self, pool: Workers, end: float) -> None:
        """Play until then."""
        while True:
            while len(self.running) < pool.size and (step := self._next(end - monotonic())) is not None:
                step.begun += 1
                self.running[pool.submit(play, next(self.tasks[step.key()]))] = step
            if not self.running:
                return
            for done in wait(self.running, return_when=FIRST_COMPLETED).done:
                self._finished(self.running.pop(done), done.result())

    def _warm(self, pool: Workers) -> None:
        """Compile everything once, all games at the same time."""
        agents: dict[str, list[str]] = {}
        for step in self.steps:
            agents.setdefault(step.game, []).extend([step.lower, step.higher])
        texts = [(game, text) for game, all_texts in agents.items() for text in kernels(game, all_texts)]
        for job in [pool.submit(warm, *each) for each in texts]:
            job.result()

    def _next(self, left: float) -> RungStep | None:
        """The step that was served least, of the game that had the least time."""
        open_steps = [step for step in self.steps if step.cost < left and left > 0]
        if not open_steps:
            return None
        spent = {step.game: 0.0 for step in open_steps}
        for step in self.steps:
            if step.game in spent:
                spent[step.game] += sum(each["seconds"] for each in step.results)
                spent[step.game] += max(step.cost, 0.01) * (step.begun - len(step.results))
        game = min(spent, key=lambda name: spent[name])
        return min((step for step in open_steps if step.game == game), key=lambda step: step.served)

    def _finished(self, step: RungStep, result: Data) -> None:
        """Keep a pair."""
        data = {"game": step.game, "lower": step.lower, "higher": step.higher} | result
        step.results.append(data)
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(data) + "\n")


def played(steps: Sequence[RungStep]) -> Iterator[Played]:
    """All games by themselves."""
    for step in steps:
        for first, points, plies in (game for result in step.results for game in result["games"]):
            if first == 0:
                yield Played(step.higher, step.lower, points, plies)
            else:
                yield Played(step.lower, step.higher, 1 - points, plies)


def above(rating: Rating, zero: float) -> Estimate:
    """A rating counted from another one."""
    return Estimate(rating.elo.value - zero, rating.elo.low - zero, rating.elo.high - zero)


def pace(steps: Sequence[RungStep], agent: str) -> float:
    """Milliseconds that an agent took for a move."""
    rows = [
        (result, 0 if step.higher == agent else 1)
        for step in steps
        for result in step.results
        if agent in (step.higher, step.lower)
    ]
    turns = sum(result["turns"][player] for result, player in rows)
    thought = sum(result["thought"][player] for result, player in rows)
    return float(1000 * thought / max(turns, 1))


def tell(game: str, agents: Sequence[str], steps: Sequence[RungStep]) -> None:
    """Print the tables of a game: each step by itself, and all agents on one scale."""
    print(f"\n## {game}\n\n| agent | against | pairs | score | Elo, 95 % |\n|---|---|---|---|---|")
    for step in (step for step in steps if step.results):
        score = sum(points for each in step.results for _, points, _ in each["games"]) / (2 * len(step.results))
        shown = f"{len(step.results)} | {score:.1%} | {elo_text(found(step))}"
        print(f"| `{step.higher}` | `{step.lower}` | {shown} |")
    faults = [fault for step in steps for result in step.results for fault in result["faults"]]
    if faults:
        print(f"\nGames that ended by a fault: {len(faults)} ({', '.join(sorted(set(faults)))})")
    games = list(played(steps))
    if games:
        tell_ratings(agents, {each.player: each for each in rate(games).players}, steps)


def tell_ratings(agents: Sequence[str], ratings: Mapping[str, Rating], steps: Sequence[RungStep]) -> None:
    """Print the agents on one scale that begins with the weakest, and the agents that would be evenly spaced on it."""
    known = [agent for agent in agents if agent in ratings]
    zero = ratings[known[0]].elo.value
    print("\n| agent | Elo, 95 % | step | games | ms a move |\n|---|---|---|---|---|")
    for before, agent in zip([known[0], *known], known, strict=False):
        step = signed(ratings[agent].elo.value - ratings[before].elo.value)
        elo, games = elo_text(above(ratings[agent], zero)), ratings[agent].games
        print(f"| `{agent}` | {elo} | {step} | {games} | {pace(steps, agent):.1f} |")
    elos = [ratings[agent].elo.value - zero for agent in known]
    if len(known) > len(RUNGS) and elos[-1] > 0:
        print(f"\nEvenly spaced, {elos[-1] / (len(RUNGS) - 1):.0f} Elo a step:\n")
        for number, agent in enumerate(even_agents(known, elos, len(RUNGS)), start=1):
            print(f"{number}. `{agent}`")


def found(step: RungStep) -> Estimate:
    """What the pairs of a step alone say."""
    return compare(PairCounts.of(sum(points for _, points, _ in each["games"]) for each in step.results)).elo


def scale_row(game: str, agents: Sequence[str], steps: Sequence[RungStep]) -> tuple[str, ...]:
    """A game's row of the page: how many pairs were played, and every rung above the first."""
    ratings = {each.player: each for each in rate(list(played(steps))).players}
    zero = ratings[agents[0]].elo.value
    shown = (elo_text(above(ratings[agent], zero)) if agent in ratings else "–" for agent in agents)
    return (plyground.game(game).title, str(sum(len(step.results) for step in steps)), *shown)


def step_row(game: str, agents: Sequence[str], steps: Sequence[RungStep]) -> tuple[str, ...]:
    """A game's row of the page: each step by the pairs of its two rungs alone."""
    near = {step.key(): step for step in steps if step.results}
    keys = [(game, lower, higher) for lower, higher in pairwise(agents)]
    shown = (f"{elo_text(found(near[key]))}, {len(near[key].results)}" if key in near else "–" for key in keys)
    return (plyground.game(game).title, *shown)


def write(agents: Mapping[str, Sequence[str]], steps: Mapping[str, Sequence[RungStep]]) -> None:
    """Write the page's tables of the rungs: on one scale, and step by step."""
    names = [name for name in agents if any(step.results for step in steps[name])]
    scale = figures.table(
        ("game", "pairs", *(f"`{rung}`" for rung in RUNGS)),
        [scale_row(name, agents[name], steps[name]) for name in names],
    )
    by_step = figures.table(
        ("game", *(f"`{rung}`" for rung in RUNGS[1:])), [step_row(name, agents[name], steps[name]) for name in names]
    )
    pairs = [result for each in steps.values() for step in each for result in step.results]
    tables = f"{scale}\n\nEach rung against the one before it, and how many pairs the two played:\n\n{by_step}"
    figures.write("rungs", tables, figures.LEVELS, long_runs.taken(pairs))


def last(game: str, agent: str, seconds: float | None) -> str:
    """The strongest of a game with the limit that it has here."""
    return f"{agent}:nodes={LAST_NODES[game]}" if seconds is None else f"{agent}:seconds={seconds:g}"


def ladders(names: Sequence[str], given: argparse.Namespace) -> dict[str, tuple[str, ...]]:
    """The agents of each game, weakest first; a game whose agents cannot play here is left out."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        agents = POOL[name] if given.pool else RUNGS
        agents = tuple(given.agent) if given.agent else (*agents[:-1], last(name, agents[-1], given.seconds))
        try:
            kernels(name, agents)
        except PlygroundError as problem:
            print(f"{name} is left out: {problem}", flush=True)
        else:
            found[name] = agents
    return found


def main() -> None:
    """Play, and print the tables."""
    parser = figures.Parser(__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--pool", action="store_true", help="the candidates instead of the rungs")
    parser.add_argument("--agent", action="append", metavar="TEXT", help="these agents instead, weakest first")
    parser.add_argument("--workers", type=int, default=2, help="pairs of games played in parallel (2)")
    parser.add_argument("--minutes", type=float, default=8, help="how long to play, with compiling (8)")
    parser.add_argument("--seconds", type=float, help="seconds a move for the strongest, instead of nodes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where every pair is appended, a line each")
    parser.add_argument("--tell", action="store_true", help="play nothing, print what is in the file")
    given = parser.parse_args()
    parser.whole(given, given.names or given.pool or given.agent)
    agents = ladders(given.names or plyground.games(), given)
    steps = {name: chain(name, texts) for name, texts in agents.items()}
    path = given.json or long_runs.kept_folder("rungs").with_suffix(".jsonl")
    referee = Referee([step for each in steps.values() for step in each], path)
    if not given.tell:
        referee.run(given.workers, 60 * given.minutes)
    for name, texts in agents.items():
        tell(name, texts, steps[name])
    if given.write:
        write(agents, steps)


if __name__ == "__main__":
    main()
