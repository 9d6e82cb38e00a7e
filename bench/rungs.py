"""Measure the rungs `level1` to `level8` of every game, or a pool of candidates for them.

    python bench/rungs.py [--pool] [--agent TEXT] [--workers 2] [--minutes 8] [--json FILE] [--tell] [--write] [GAME]

Each agent plays the next one of its game, and half as often the next but one: pairs of games from random openings with
colours exchanged. Games share the time evenly; within one, a step gets fewer pairs the longer they take. Every pair is
appended to the file at once, and a second run goes on with the file of the first, also after Ctrl-C; `--tell` plays
nothing and prints the tables of a file. Without `--json` the file is `runs/figures/rungs-VERSION.jsonl`, for this
version of the package alone. `level8` has only `--seconds` a move here, so its true margin is larger.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations, count, pairwise
from math import sqrt
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures, long_runs

import plyground
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.levels import RUNGS, chancy, preset
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

HEX_OPENINGS = {"vary": 2, "nearly": 20}
EXIMO_OPENINGS = {"vary": 6, "nearly": 20}
BLOCKIT_OPENINGS = {"vary": 4, "nearly": 20}
MORRIS_OPENINGS = {"vary": 8, "nearly": 10}
NEUTREEKO_OPENINGS = {"contempt": 150, "vary": 4, "nearly": 20}


def limited(openings: dict[str, int], *nodes: int, heuristic: str = "strong") -> tuple[str, ...]:
    """Agents that choose the best move, in ever more nodes."""
    return tuple(str(preset("pvs", heuristic=heuristic, nodes=most, **openings)) for most in nodes)


def weak(*units: int) -> tuple[str, ...]:
    """Agents that look two plies ahead and choose by chance, ever less."""
    return tuple(str(chancy(each)) for each in units)


def by_policy(*temperatures: int) -> tuple[str, ...]:
    """Agents that choose by a network's policy, ever less by chance."""
    return tuple(str(preset("puct", nodes=1, temperature=each)) for each in temperatures)


POOL: dict[str, tuple[str, ...]] = {
    "blockit": (
        *weak(160, 90, 60, 40, 28, 18, 8),
        *limited(BLOCKIT_OPENINGS, 3000, 10000, 40000, 200000),
        "expert",
    ),
    "eximo": (
        *weak(200, 120, 75, 48, 30, 18, 9),
        *limited(EXIMO_OPENINGS, 250, 1000, 4000, 20000, heuristic="nnue"),
        "expert",
    ),
    "hex": (
        *by_policy(350, 260, 200, 150, 110, 75, 40),
        *(str(preset("puct", nodes=most, **HEX_OPENINGS)) for most in (1, 8, 30, 120)),
        "expert",
    ),
    "morris": (
        *weak(500, 250, 150, 95, 60, 35, 15),
        *limited(MORRIS_OPENINGS, 500, 3000, 20000, 150000, heuristic="nnue"),
        "expert",
    ),
    "neutreeko": (
        *weak(1500, 350, 180, 100, 65, 40, 20),
        *limited(NEUTREEKO_OPENINGS, 200, 500, 1000, 4000),
        "expert",
    ),
}
"""Candidates for the rungs of every game, weakest first.

The weak ones look two plies ahead, so that they take a win and stop one, and choose by chance; the strong ones search
ever more nodes. The last is the level with the strongest search.
"""

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


def even_choice(elos: Sequence[float], wanted: int) -> tuple[int, ...]:
    """The places of the agents, first and last among them, whose steps are most alike in size."""
    between = combinations(range(1, len(elos) - 1), wanted - 2)
    aim = (elos[-1] - elos[0]) / (wanted - 1)
    choices = [(0, *middle, len(elos) - 1) for middle in between]
    return min(choices, key=lambda places: sum((elos[b] - elos[a] - aim) ** 2 for a, b in pairwise(places)))


def tell(game: str, agents: Sequence[str], steps: Sequence[RungStep]) -> None:
    """Print the tables of a game: each step by itself, and all agents on one scale."""
    print(f"\n## {game}\n\n| agent | against | pairs | score | Elo, 95 % |\n|---|---|---|---|---|")
    for step in (step for step in steps if step.results):
        found = compare(PairCounts.of(sum(points for _, points, _ in each["games"]) for each in step.results))
        pairs = len(step.results)
        print(f"| `{step.higher}` | `{step.lower}` | {pairs} | {found.score:.1%} | {elo_text(found.elo)} |")
    faults = [fault for step in steps for result in step.results for fault in result["faults"]]
    if faults:
        print(f"\nGames that ended by a fault: {len(faults)} ({', '.join(sorted(set(faults)))})")
    games = list(played(steps))
    if games:
        tell_ratings(agents, {each.player: each for each in rate(games).players}, steps)


def tell_ratings(agents: Sequence[str], ratings: Mapping[str, Rating], steps: Sequence[RungStep]) -> None:
    """Print the agents on one scale that begins with the weakest, and which of them are most evenly spaced."""
    known = [agent for agent in agents if agent in ratings]
    zero = ratings[known[0]].elo.value
    print("\n| agent | Elo, 95 % | step | games | ms a move |\n|---|---|---|---|---|")
    for before, agent in zip([known[0], *known], known, strict=False):
        step = signed(ratings[agent].elo.value - ratings[before].elo.value)
        elo, games = elo_text(above(ratings[agent], zero)), ratings[agent].games
        print(f"| `{agent}` | {elo} | {step} | {games} | {pace(steps, agent):.1f} |")
    if len(known) > len(RUNGS):
        elos = [ratings[agent].elo.value for agent in known]
        print(f"\nMost evenly spaced, {(elos[-1] - elos[0]) / (len(RUNGS) - 1):.0f} Elo a step on average:\n")
        for number, place in enumerate(even_choice(elos, len(RUNGS)), start=1):
            print(f"{number}. `{known[place]}` ({signed(elos[place] - elos[0])})")


def scale_row(game: str, agents: Sequence[str], steps: Sequence[RungStep]) -> tuple[str, ...]:
    """A game's row of the page: how many pairs were played, and every rung above the first."""
    ratings = {each.player: each for each in rate(list(played(steps))).players}
    zero = ratings[agents[0]].elo.value
    shown = (elo_text(above(ratings[agent], zero)) if agent in ratings else "–" for agent in agents)
    return (plyground.game(game).title, str(sum(len(step.results) for step in steps)), *shown)


def write(agents: Mapping[str, Sequence[str]], steps: Mapping[str, Sequence[RungStep]]) -> None:
    """Write the page's table of the rungs."""
    head = ("game", "pairs", *(f"`{rung}`" for rung in RUNGS))
    rows = [scale_row(name, agents[name], steps[name]) for name in agents if any(each.results for each in steps[name])]
    pairs = [result for each in steps.values() for step in each for result in step.results]
    figures.write("rungs", figures.table(head, rows), figures.LEVELS, long_runs.taken(pairs))


def ladders(names: Sequence[str], given: argparse.Namespace) -> dict[str, tuple[str, ...]]:
    """The agents of each game, weakest first; a game whose agents cannot play here is left out."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        agents = POOL[name] if given.pool else RUNGS
        agents = tuple(given.agent) if given.agent else (*agents[:-1], f"{agents[-1]}:seconds={given.seconds:g}")
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
    parser.add_argument("--seconds", type=float, default=0.2, help="seconds a move for the strongest (0.2)")
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
