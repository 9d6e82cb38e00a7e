"""Measure the speed of the searches: the reports' own jobs, the engine, random games, and the gain of a second thread.

    python bench/search.py [--runs 5] [--json]

Each job is the first move of a game with the algorithm, heuristic and depth of the report. The best of several runs
counts. Beside each figure is the perft of that game in the same run, in million leaves per second, so that figures of
two machines can be compared.
"""

import argparse
import json
import time
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any, NamedTuple

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
ENGINE = (
    ("morris", "agent3", 8e6),
    ("morris", "strong", 8e6),
    ("neutreeko", "H1", 8e6),
    ("neutreeko", "strong", 8e6),
    ("eximo", "strong", 3e6),
    ("blockit", "path", 1.2e6),
    ("hex", "strong", None),
)
THREADS = (("morris", 13), ("neutreeko", 18), ("eximo", 10), ("blockit", 7))
"""By game: the depth that one and two threads must reach."""
FEWEST_NODES = 1_000_000
"""Shorter searches say nothing about threads."""


def perft_rate(name: str) -> float:
    """Leaves per second in perft of the same game, measured now."""
    position = plyground.game(name).start()
    plyground.perft(position, 2)
    started = time.perf_counter()
    leaves = plyground.perft(position, PERFT_DEPTH[name])
    return leaves / (time.perf_counter() - started)


def best(name: str, agent: str, runs: int) -> plyground.Result:
    """The fastest of several searches of the start position."""
    game = plyground.game(name)
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
                "perft": round(perft_rate(job.game) / 1e6, 1),
            }
        )
    return rows


def engine(runs: int) -> list[dict[str, Any]]:
    """Nodes a second of the engine on one thread, and games a second of the Monte Carlo search."""
    rows = []
    for name, heuristic, aim in ENGINE:
        found = [best(name, f"pvs:heuristic={heuristic},seconds=1", 1) for _ in range(runs)]
        rate = max(result.nodes_per_second for result in found)
        rows.append({"game": name, "agent": f"pvs {heuristic}", "per_second": round(rate), "aim": aim})
    games = max(best("hex", "montecarlo:seconds=1", 1).nodes_per_second for _ in range(runs))
    rows.append({"game": "hex", "agent": "montecarlo", "per_second": round(games), "aim": 1e5})
    for row in rows:
        row["perft"] = round(perft_rate(row["game"]) / 1e6, 1)
    return rows


def thread_positions(name: str) -> list[plyground.Position]:
    """The start, and the game's positions from the bench signature."""
    lines = (Path(__file__).parent / "positions.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["game"] == name]
    start = plyground.game(name).start()
    return [start, *(plyground.game(name, **case["options"]).position(case["position"]) for case in cases)]


def threads(runs: int) -> list[dict[str, Any]]:
    """How much sooner two threads reach a depth than one: the geometric mean over positions.

    By the clock, of the median of the runs; and by nodes, twice those of one thread by those of both together: the
    speed-up where both get the same share of the machine.
    """
    rows = []
    for name, depth in THREADS:
        times, nodes = [], []
        for position in thread_positions(name):
            one, two = (
                [plyground.search(position, depth=depth, threads=count) for _ in range(runs)] for count in (1, 2)
            )
            if one[0].nodes >= FEWEST_NODES:
                times.append(median(r.seconds for r in one) / median(r.seconds for r in two))
                nodes.append(2 * one[0].nodes / median(r.nodes for r in two))
        row = {"game": name, "depth": depth, "positions": len(times)}
        rows.append(row | {"times": round(geometric_mean(times), 2), "by_nodes": round(geometric_mean(nodes), 2)})
    return rows


def main() -> None:
    """Measure everything and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="runs of each: the best counts, for threads the median (5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    parts = {}
    for part in (reports, engine, threads):
        parts[part.__name__] = part(arguments.runs)
        if not arguments.json:
            print(part.__doc__)
            for row in parts[part.__name__]:
                print("  ", "  ".join(f"{key} {value}" for key, value in row.items()), flush=True)
    if arguments.json:
        print(json.dumps(parts))


if __name__ == "__main__":
    main()
