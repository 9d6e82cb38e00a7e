"""Judge the searches: every claim that something is proved, compared with exact values, in pieces that are resumed.

    python bench/judge.py [--positions 20000] [--piece 500] [--file runs/judge.jsonl] [SUBJECT ...]

Subjects: Neutreeko, the endings of Morris with up to seven men, both with half a table at the leaves, and Hex on 4×4.
Every finished piece is a line of the file. Run again, the program skips pieces that are there for the same sources and
limits. At the end it prints a table; it fails if a claim was false.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.solve.claims import Limits, Subject, Verdict, hex_subject, searches, table_subject

from plyground.core.jit import cache_folder

SUBJECTS: dict[str, Callable[[], Subject]] = {
    "neutreeko": lambda: table_subject("neutreeko", None),
    "morris": lambda: table_subject("morris", 7),
    "hex": hex_subject,
    "neutreeko-leaves": lambda: table_subject("neutreeko", None, tables_at_leaves=True),
    "morris-leaves": lambda: table_subject("morris", 6, tables_at_leaves=True),
}
FIRST_SEED = 1000


class SearchPart(NamedTuple):
    """Some positions for one search."""

    subject: str
    search: str
    number: int
    size: int
    limits: Limits

    def key(self) -> dict[str, Any]:
        """What identifies the piece in the file."""
        folder = cache_folder()
        sources = "" if folder is None else folder.name
        return self._asdict() | {"limits": asdict(self.limits), "sources": sources}


def read_verdicts(path: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The finished pieces of a file: their keys and what was seen."""
    lines = path.read_text().splitlines() if path.exists() else []
    return [(entry["piece"], entry["seen"]) for entry in map(json.loads, lines)]


def missing(pieces: list[SearchPart], path: Path) -> Iterator[SearchPart]:
    """The pieces that are not in the file yet."""
    known = {json.dumps(key) for key, _ in read_verdicts(path)}
    return (piece for piece in pieces if json.dumps(piece.key()) not in known)


def run(pieces: list[SearchPart], path: Path) -> None:
    """Judge what is missing, a line of the file for every piece."""
    path.parent.mkdir(parents=True, exist_ok=True)
    ready: dict[str, Subject] = {}
    for piece in missing(pieces, path):
        subject = ready.get(piece.subject) or ready.setdefault(piece.subject, SUBJECTS[piece.subject]())
        started = time.perf_counter()
        verdict = subject.verdict(piece.search, piece.size, FIRST_SEED + piece.number, piece.limits)
        seen = asdict(verdict) | {"seconds": round(time.perf_counter() - started, 1)}
        with path.open("a") as file:
            file.write(json.dumps({"piece": piece.key(), "seen": seen}) + "\n")
        print(f"{piece.subject} {piece.search} {piece.number}: {seen}", file=sys.stderr, flush=True)


def report(pieces: list[SearchPart], path: Path) -> Verdict:
    """Print what was seen of each search; return all of it."""
    wanted = {json.dumps(piece.key()) for piece in pieces}
    seen = [(key, found) for key, found in read_verdicts(path) if json.dumps(key) in wanted]
    whole = Verdict()
    print("| subject | search | positions | claims | false | seconds |\n|---|---|---:|---:|---:|---:|")
    for name, search in dict.fromkeys((piece.subject, piece.search) for piece in pieces):
        parts = [found for key, found in seen if (key["subject"], key["search"]) == (name, search)]
        verdict = sum((Verdict(one["positions"], one["claims"], tuple(one["wrong"])) for one in parts), Verdict())
        seconds = sum(one["seconds"] for one in parts)
        print(
            f"| {name} | {search} | {verdict.positions:,} | {verdict.claims:,} | {len(verdict.wrong)} | {seconds:.0f} |"
        )
        whole += verdict
    return whole


def main() -> None:
    """Judge, report, and fail if a claim was false."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"{', '.join(SUBJECTS)} (all)")
    parser.add_argument("--positions", type=int, default=20_000, help="positions for each search (20000)")
    parser.add_argument("--piece", type=int, default=500, help="positions of a piece (500)")
    parser.add_argument("--depth", type=int, default=4, help="depth of alpha-beta; sorted, one less (4)")
    parser.add_argument("--nodes", type=int, default=3000, help="nodes of the engine (3000)")
    parser.add_argument("--playouts", type=int, default=300, help="playouts of Monte Carlo (300)")
    parser.add_argument("--search", action="append", help="only this search; may be repeated")
    parser.add_argument("--file", type=Path, default=Path("runs/judge.jsonl"), help="results (runs/judge.jsonl)")
    given = parser.parse_args()
    limits = Limits(given.depth, given.nodes, given.playouts)
    pieces = [
        SearchPart(subject, search, number, given.piece, limits)
        for subject in given.subjects or SUBJECTS
        for search in given.search or searches()
        for number in range(given.positions // given.piece)
    ]
    run(pieces, given.file)
    whole = report(pieces, given.file)
    print("\n".join(whole.wrong))
    sys.exit(bool(whole.wrong))


if __name__ == "__main__":
    main()
