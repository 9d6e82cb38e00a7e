"""Measure the speed of the rules: perft of every game on one thread, beside the naive references in the same run.

    python bench/perft.py [--runs 5] [--json] [GAME ...]

A star marks a position in mid-game. Moves of the last ply are generated and counted, not played; Block It counts them
without writing them down. Each rate is by processor time, the best of several runs. The ratio compares it with the
plain-Python reference of the same game (tests/reference), which counts a shallower tree between the runs.
"""

import argparse
import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import plyground


class Case(NamedTuple):
    """A perft case: a game from its start or a position; a depth for the kernels, a smaller one for the reference."""

    game: str
    options: dict[str, Any]
    depth: int
    naive_depth: int
    position: str = ""


CASES = (
    Case("morris", {}, 6, 3),
    Case("hex", {"size": 11}, 4, 2),
    Case("neutreeko", {}, 7, 3),
    Case("eximo", {}, 5, 2),
    Case("blockit", {"rules": "quoridor"}, 3, 1),
    Case("blockit", {"rules": "quoridor"}, 4, 1),
    Case("blockit", {"rules": "quoridor"}, 3, 1, "f1,e9 5,6 a6v,b1v,b4v,c7v,d6v,e5h,f3h,g3v,h7h r"),
    Case("blockit", {}, 3, 1),
)


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """The count returned by `work`, and leaves per second of processor time."""
    started = time.process_time()
    leaves = work()
    return leaves, leaves / (time.process_time() - started)


def naive_perft(reference: Any, state: Any, depth: int) -> int:
    """The same count with the reference's sets and dictionaries."""
    children = reference.children(state)
    return len(children) if depth == 1 else sum(naive_perft(reference, child, depth - 1) for child in children.values())


def measure(case: Case, runs: int) -> dict[str, Any]:
    """The best rate of several runs, and its ratio to the reference."""
    game = plyground.game(case.game, **case.options)
    position = game.position(case.position) if case.position else game.start()
    reference = importlib.import_module(f"tests.reference.{case.game}").Reference(**case.options)
    root = reference.parse(str(position))
    if plyground.perft(position, case.naive_depth) != naive_perft(reference, root, case.naive_depth):
        sys.exit(f"{case.game} {case.options}: the kernels and the reference disagree; a rate would mean nothing.")
    results = [timed(lambda: plyground.perft(position, case.depth)) for _ in range(runs)]
    naive = max(timed(lambda: naive_perft(reference, root, case.naive_depth))[1] for _ in range(3))
    rate = max(rate for _, rate in results)
    return {
        "game": case.game,
        "options": case.options,
        "position": str(position),
        "depth": case.depth,
        "leaves": results[0][0],
        "leaves_per_second": round(rate),
        "times_naive": round(rate / naive),
        "slowest_run": round(min(rate for _, rate in results) / rate, 2),
    }


def main() -> None:
    """Measure the requested games and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--runs", type=int, default=5, help="runs per game, of which the best counts (5)")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    arguments = parser.parse_args()
    cases = [case for case in CASES if not arguments.games or case.game in arguments.games]
    rows = []
    for case in cases:
        row = measure(case, arguments.runs)
        rows.append(row)
        if not arguments.json:
            options = " ".join(f"{key}={value}" for key, value in case.options.items()) + "*" * bool(case.position)
            rate = row["leaves_per_second"] / 1e6
            print(
                f"{case.game:<10} {options:<15} depth {case.depth}: {row['leaves']:>13,} leaves "
                f"{rate:8.1f} M/s  {row['times_naive']:>8,} × naive  (slowest {row['slowest_run']:.2f} of the best)",
                flush=True,
            )
    if arguments.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
