"""Measure the speed of the searches: the reports' own jobs, the engine, random games, and the gain of a second thread.

    python bench/search.py [--runs 5] [--json] [--write] [--part reports|engine|montecarlo|threads ...]

Each job is the first move of a game with the algorithm, heuristic and depth of the report. The best of several runs
counts. Beside each figure is the perft of that game in the same run, in million leaves per second, so that figures of
two machines can be compared.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from math import exp, log, sqrt
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures

import plyground
from plyground.play.agents.agent import read_agent

PERFT_DEPTH = {"hex": 3, "blockit": 3, "eximo": 4, "neutreeko": 6, "morris": 5}


class TimedSearch(NamedTuple):
    """A job of a report: its published time and our target, in seconds."""

    game: str
    agent: str
    published: float | None
    aim: float


JOBS = (
    TimedSearch("neutreeko", "minimax:heuristic=H1,depth=6", 29.77, 0.3),
    TimedSearch("neutreeko", "alphabeta:heuristic=H1,depth=6", 0.601, 0.010),
    TimedSearch("blockit", "alphabeta:heuristic=path,moves=classic,depth=7", 31.165, 0.3),
    TimedSearch("hex", "alphabeta:heuristic=distance,sort=on,depth=4", None, 2.0),
    TimedSearch("morris", "alphabeta:heuristic=agent3,depth=4", 0.152, 0.005),
    TimedSearch("eximo", "alphabeta:heuristic=advanced,depth=5", 27.0, 0.1),
)


class Rate(NamedTuple):
    """A heuristic with which the engine is timed, and the nodes a second that are our target."""

    game: str
    heuristic: str
    aim: float | None = None
    options: dict[str, str] = {}  # noqa: RUF012


ENGINE = (
    Rate("morris", "agent3", 8e6),
    Rate("morris", "strong", 8e6),
    Rate("morris", "nnue"),
    Rate("neutreeko", "H1", 8e6),
    Rate("neutreeko", "strong", 8e6),
    Rate("eximo", "strong", 3e6),
    Rate("eximo", "nnue"),
    Rate("blockit", "path", 1.2e6),
    Rate("blockit", "strong", None, {"rules": "quoridor"}),
    Rate("blockit", "nnue", None, {"rules": "quoridor"}),
    Rate("hex", "strong"),
)
THREADS = (("morris", 13), ("neutreeko", 18), ("eximo", 10), ("blockit", 7))
"""By game: the depth that one and two threads must reach."""
POSITIONS = 20
FEWEST_NODES, MOST_NODES = 1_000_000, 40_000_000
"""Shorter searches say nothing about threads, and longer ones take too long."""
LONGEST_OPENING = 24


def perft_rate(name: str, options: dict[str, str] | None = None) -> float:
    """Million leaves per second in perft of the same game, measured now."""
    position = plyground.game(name, **options or {}).start()
    plyground.perft(position, 2)
    started = time.perf_counter()
    leaves = plyground.perft(position, PERFT_DEPTH[name])
    return round(leaves / (time.perf_counter() - started) / 1e6, 1)


def best(name: str, agent: str, runs: int, options: dict[str, str] | None = None) -> plyground.Result:
    """The fastest of several searches of the start position."""
    game = plyground.game(name, **options or {})
    thinker = read_agent(agent, game)
    return min((thinker.think(game.start()) for _ in range(runs)), key=lambda result: result.seconds)


def reports(runs: int) -> list[dict[str, Any]]:
    """The reports' jobs."""
    rows = []
    for job in JOBS:
        found = best(job.game, job.agent, runs)
        rows.append(
            {
                "game": job.game,
                "agent": job.agent,
                "seconds": round(found.seconds, 5),
                "aim": job.aim,
                "published": job.published,
                "times_faster": round(job.published / found.seconds) if job.published else None,
                "nodes": found.nodes,
                "perft": perft_rate(job.game),
            }
        )
    return rows


def engine(runs: int) -> list[dict[str, Any]]:
    """Nodes a second of the engine on one thread."""
    rows = []
    for game, heuristic, aim, options in ENGINE:
        found = [best(game, f"pvs:heuristic={heuristic},seconds=1", 1, options) for _ in range(runs)]
        rate = round(max(result.nodes_per_second for result in found))
        row = {"game": game, "options": options, "heuristic": heuristic, "per_second": rate, "aim": aim}
        rows.append(row | {"perft": perft_rate(game, options)})
    return rows


def montecarlo(runs: int) -> list[dict[str, Any]]:
    """Games a second of the Monte Carlo search."""
    games = max(best("hex", "montecarlo:seconds=1", 1).nodes_per_second for _ in range(runs))
    return [{"game": "hex", "per_second": round(games), "aim": 1e5, "perft": perft_rate("hex")}]


def thread_positions(name: str) -> Iterator[plyground.Position]:
    """The start, the game's positions from the bench signature, then positions of random games without end."""
    lines = (Path(__file__).parent / "positions.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["game"] == name]
    yield plyground.game(name).start()
    yield from (plyground.game(name, **case["options"]).position(case["position"]) for case in cases)
    for seed in count():
        yield random_position(name, random.Random(f"{name} {seed}"))


def random_position(name: str, dice: random.Random) -> plyground.Position:
    """A position after some random moves, from which the game goes on."""
    position = plyground.game(name).start()
    for _ in range(dice.randrange(2, LONGEST_OPENING)):
        following = position.play(str(dice.choice(position.moves)))
        if following.outcome is not None:
            break
        position = following
    return position


class ThreadGain(NamedTuple):
    """How much sooner two threads reach a depth than one, by the clock and by nodes."""

    times: float
    by_nodes: float


def thread_gain(position: plyground.Position, depth: int, runs: int) -> ThreadGain | None:
    """The gain in one position, of the medians of the runs; None if the search is short or ends with a proof.

    By nodes: twice those of one thread by those of both together, the speed-up where both get the same share of the
    machine.
    """
    first = plyground.search(position, depth=depth, nodes=MOST_NODES)
    if first.score.proved or not FEWEST_NODES <= first.nodes < MOST_NODES:
        return None
    one, two = ([plyground.search(position, depth=depth, threads=number) for _ in range(runs)] for number in (1, 2))
    seconds, nodes = (
        [median(getattr(r, name) for r in found) for found in (one, two)] for name in ("seconds", "nodes")
    )
    return ThreadGain(seconds[0] / seconds[1], 2 * nodes[0] / nodes[1])


def threads(runs: int) -> list[dict[str, Any]]:
    """How much sooner two threads reach a depth than one: the geometric mean over positions, with its 95 % interval."""
    rows = []
    for name, depth in THREADS:
        gains = (gain for position in thread_positions(name) if (gain := thread_gain(position, depth, runs)))
        found = list(islice(gains, POSITIONS))
        row = {"game": name, "depth": depth, "positions": len(found)}
        rows.append(row | {key: mean_of([getattr(gain, key) for gain in found]) for key in ThreadGain._fields})
    return rows


def mean_of(factors: list[float]) -> tuple[float, float, float]:
    """The geometric mean of some factors, and the bounds of its 95 % interval."""
    logarithms = [log(factor) for factor in factors]
    middle, width = mean(logarithms), 1.96 * stdev(logarithms) / sqrt(len(logarithms))
    low, at, high = (round(exp(middle + side * width), 2) for side in (-1, 0, 1))
    return at, low, high


def seconds_text(seconds: float) -> str:
    """A time in seconds or milliseconds."""
    return f"{seconds:.3g} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"


def reports_row(row: dict[str, Any]) -> tuple[str, ...]:
    """A row of the first table."""
    published = "–" if row["published"] is None else seconds_text(row["published"])
    times = "–" if row["times_faster"] is None else f"{row['times_faster']:,}"
    return title(row["game"]), f"`{row['agent']}`", published, seconds_text(row["seconds"]), times


def engine_row(row: dict[str, Any]) -> tuple[str, ...]:
    """A row of the engine's table."""
    rate = f"{row['per_second'] / 1e6:.1f}"
    return title(row["game"], row["options"]), f"`{row['heuristic']}`", rate, f"{row['perft']:,.0f}"


def montecarlo_row(row: dict[str, Any]) -> tuple[str, ...]:
    """The row of the table of Monte Carlo."""
    return title(row["game"]), f"{row['per_second']:,}", f"{row['perft']:,.0f}"


def threads_row(row: dict[str, Any]) -> tuple[Any, ...]:
    """A row of the table of threads."""
    shown = ("{:.2f} ({:.2f} to {:.2f})".format(*row[key]) for key in ThreadGain._fields)
    return title(row["game"]), row["depth"], row["positions"], *shown


def title(name: str, options: dict[str, str] | None = None) -> str:
    """A game as tables name it."""
    return ", ".join([plyground.game(name).title, *(f"`{key}={value}`" for key, value in (options or {}).items())])


PARTS = {
    "reports": (reports, reports_row, ("game", "job", "published", "here", "times")),
    "engine": (engine, engine_row, ("game", "heuristic", "million nodes/s", "perft, million leaves/s")),
    "montecarlo": (montecarlo, montecarlo_row, ("game", "playouts/s", "perft, million leaves/s")),
    "threads": (threads, threads_row, ("game", "depth", "positions", "times sooner, by the clock", "by nodes")),
}
"""What measures a part, what makes a row of its table, and the table's head."""


def main() -> None:
    """Measure everything and print the results."""
    parser = figures.Parser(__doc__)
    parser.add_argument("--part", nargs="+", choices=PARTS, default=list(PARTS), help="what to measure (everything)")
    parser.add_argument("--runs", type=int, default=5, help="runs of each: the best counts, for threads the median (5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    parts = {}
    for name in arguments.part:
        measure, shown, head = PARTS[name]
        parts[name] = measure(arguments.runs)
        if not arguments.json:
            print(measure.__doc__)
            for row in parts[name]:
                print("  ", "  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
        if arguments.write:
            figures.write(f"search {name}", figures.table(head, map(shown, parts[name])))
    if arguments.json:
        print(json.dumps(parts))


if __name__ == "__main__":
    main()
