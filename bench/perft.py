"""Measure the speed of the rules: perft of every game on one thread, beside the naive references in the same run.

    python bench/perft.py [--runs 5] [--json] [--write] [GAME ...]

Moves of the last ply are generated and counted, not played; Block It counts them
without writing them down. Each rate is by processor time, the best of several runs. The ratio compares it with the
plain-Python reference of the same game (tests/reference), which counts a shallower tree between the runs.
"""

import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures

import plyground


class Case(NamedTuple):
    """A perft case: a game from its start or a position; a depth for the kernels, a smaller one for the reference."""

    title: str
    game: str
    options: dict[str, Any]
    depth: int
    naive_depth: int
    position: str = ""


QUORIDOR = {"rules": "quoridor"}
NINE_BARRIERS = "f1,e9 5,6 a6v,b1v,b4v,c7v,d6v,e5h,f3h,g3v,h7h r"
CASES = (
    Case("Nine Men's Morris", "morris", {}, 6, 3),
    Case("Hex 11×11", "hex", {"size": 11}, 4, 2),
    Case("Neutreeko", "neutreeko", {}, 7, 3),
    Case("Eximo", "eximo", {}, 5, 2),
    Case("Quoridor 9×9", "blockit", QUORIDOR, 3, 1),
    Case("Quoridor 9×9", "blockit", QUORIDOR, 4, 1),
    Case("Quoridor 9×9, nine barriers placed", "blockit", QUORIDOR, 3, 1, NINE_BARRIERS),
    Case("Block It 9×9", "blockit", {}, 3, 1),
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
        "title": case.title,
        "game": case.game,
        "options": case.options,
        "position": str(position),
        "depth": case.depth,
        "leaves": results[0][0],
        "leaves_per_second": round(rate),
        "times_naive": round(rate / naive),
        "slowest_run": round(min(rate for _, rate in results) / rate, 2),
    }


def line(row: dict[str, Any]) -> str:
    """A row as it is printed while others are measured."""
    options = " ".join(f"{key}={value}" for key, value in row["options"].items())
    return (
        f"{row['title']:<34} {options:<15} depth {row['depth']}: {row['leaves']:>13,} leaves "
        f"{row['leaves_per_second'] / 1e6:8.1f} M/s  {row['times_naive']:>8,} × naive  "
        f"(slowest {row['slowest_run']:.2f} of the best)"
    )


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as Markdown, the fastest first."""
    fastest = sorted(rows, key=lambda row: -row["leaves_per_second"])
    head = ("game", "depth", "leaves", "million leaves/s", "× the naive reference")
    numbers = (
        (f"{row['leaves']:,}", f"{row['leaves_per_second'] / 1e6:,.0f}", f"{row['times_naive']:,}") for row in fastest
    )
    return figures.table(
        head, ((row["title"], row["depth"], *shown) for row, shown in zip(fastest, numbers, strict=True))
    )


def main() -> None:
    """Measure the requested games and print a table."""
    parser = figures.Parser(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to run (all)")
    parser.add_argument("--runs", type=int, default=5, help="runs per game, of which the best counts (5)")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    arguments = parser.parse_args()
    parser.whole(arguments, arguments.games)
    cases = [case for case in CASES if not arguments.games or case.game in arguments.games]
    rows = []
    for case in cases:
        row = measure(case, arguments.runs)
        rows.append(row)
        if not arguments.json:
            print(line(row), flush=True)
    if arguments.json:
        print(json.dumps(rows))
    if arguments.write:
        figures.write("perft", table(rows))


if __name__ == "__main__":
    main()
