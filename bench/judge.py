"""Judge the searches: every claim that something is proved, compared with exact values, in pieces that are resumed.

    python bench/judge.py [--positions 20000] [--piece 500] [--workers 2] [--file FILE] [--tell] [--write] [SUBJECT ...]

Subjects: Neutreeko, the endings of Morris with up to seven men, both with half a table at the leaves, and Hex on 4×4.
Every finished piece is a line of the file. Run again, the program skips pieces that are there for the same sources and
limits, so that Ctrl-C costs no more than the pieces under way. At the end it prints a table; it fails if a claim was
false. Each worker takes about a gigabyte.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import as_completed
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import figures
from tests.solve.claims import Limits, Subject, Verdict, hex_subject, searches, table_subject

from plyground.core.jit import cache_folder
from plyground.lab.runs.executors import local_executor

SUBJECTS: dict[str, Callable[[], Subject]] = {
    "neutreeko": lambda: table_subject("neutreeko", None),
    "morris": lambda: table_subject("morris", 7),
    "hex": hex_subject,
    "neutreeko-leaves": lambda: table_subject("neutreeko", None, tables_at_leaves=True),
    "morris-leaves": lambda: table_subject("morris", 6, tables_at_leaves=True),
}
TITLES = {
    "neutreeko": "Neutreeko",
    "morris": "Morris endings, up to seven men",
    "hex": "Hex 4×4",
    "neutreeko-leaves": "Neutreeko, half of the table at the leaves",
    "morris-leaves": "Morris endings, up to six men, half of the table at the leaves",
}
HEAD = ("positions of", "searches", "positions", "claims", "false", "minutes of one core")
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


@cache
def ready(making: Callable[[], Subject]) -> Subject:
    """A subject of this process, with its table."""
    return making()


def judged(piece: SearchPart) -> dict[str, Any]:
    """What is seen of a piece."""
    subject = ready(SUBJECTS[piece.subject])
    started = time.perf_counter()
    verdict = subject.verdict(piece.search, piece.size, FIRST_SEED + piece.number, piece.limits)
    seconds = round(time.perf_counter() - started, 1)
    return asdict(verdict) | {"seconds": seconds, "taken": figures.conditions()}


def verdicts(pieces: list[SearchPart], workers: int) -> Iterator[tuple[SearchPart, dict[str, Any]]]:
    """What is seen of the pieces, as soon as it is; a single worker is this process."""
    if workers == 1:
        yield from ((piece, judged(piece)) for piece in pieces)
        return
    with local_executor(workers) as executor:
        jobs = {executor.submit(judged, piece): piece for piece in pieces}
        try:
            yield from ((jobs[done], done.result()) for done in as_completed(jobs))
        finally:
            executor.abandon()


def run(pieces: list[SearchPart], path: Path, workers: int = 1) -> None:
    """Judge what is missing, a line of the file for every piece."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for piece, seen in verdicts(list(missing(pieces, path)), workers):
        with path.open("a") as file:
            file.write(json.dumps({"piece": piece.key(), "seen": seen}) + "\n")
        print(f"{piece.subject} {piece.search} {piece.number}: {seen}", file=sys.stderr, flush=True)


def finished(pieces: list[SearchPart], path: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The keys of these pieces and what was seen, as far as they are in the file."""
    wanted = {json.dumps(piece.key()) for piece in pieces}
    return [(key, found) for key, found in read_verdicts(path) if json.dumps(key) in wanted]


def table(pieces: list[SearchPart], path: Path) -> str:
    """A row for each subject: all its searches together."""
    done, rows = finished(pieces, path), []
    for name in dict.fromkeys(piece.subject for piece in pieces):
        parts = [(key["search"], found) for key, found in done if key["subject"] == name]
        positions, claims, seconds = (
            sum(seen[each] for _, seen in parts) for each in ("positions", "claims", "seconds")
        )
        false = sum(len(seen["wrong"]) for _, seen in parts)
        used = len({search for search, _ in parts})
        rows.append((TITLES.get(name, name), used, f"{positions:,}", f"{claims:,}", false, f"{seconds / 60:.0f}"))
    return figures.table(HEAD, rows)


def report(pieces: list[SearchPart], path: Path) -> Verdict:
    """Print what was seen of each search; return all of it."""
    seen, whole = finished(pieces, path), Verdict()
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
    parser = figures.Parser(__doc__)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"{', '.join(SUBJECTS)} (all)")
    parser.add_argument("--positions", type=int, default=20_000, help="positions for each search (20000)")
    parser.add_argument("--piece", type=int, default=500, help="positions of a piece (500)")
    parser.add_argument("--depth", type=int, default=4, help="depth of alpha-beta; sorted, one less (4)")
    parser.add_argument("--nodes", type=int, default=3000, help="nodes of the engine (3000)")
    parser.add_argument("--playouts", type=int, default=300, help="playouts of Monte Carlo (300)")
    parser.add_argument("--search", action="append", help="only this search; may be repeated")
    parser.add_argument("--file", type=Path, default=Path("runs/judge.jsonl"), help="results (runs/judge.jsonl)")
    parser.add_argument("--workers", type=int, default=2, help="pieces judged at a time (2)")
    parser.add_argument("--tell", action="store_true", help="judge nothing, show what is in the file")
    given = parser.parse_args()
    parser.whole(given, given.subjects or given.search)
    limits = Limits(given.depth, given.nodes, given.playouts)
    pieces = [
        SearchPart(subject, search, number, given.piece, limits)
        for subject in given.subjects or SUBJECTS
        for search in given.search or searches()
        for number in range(given.positions // given.piece)
    ]
    if not given.tell:
        try:
            run(pieces, given.file, given.workers)
        except KeyboardInterrupt:
            sys.exit("Stopped. The same command goes on with the file, and --tell shows what there is.")
    whole = report(pieces, given.file)
    print("\n".join(whole.wrong))
    if given.write:
        taken = [figures.Conditions(*seen["taken"]) for _, seen in finished(pieces, given.file) if "taken" in seen]
        figures.write("judge", table(pieces, given.file), taken=taken)
    sys.exit(bool(whole.wrong))


if __name__ == "__main__":
    main()
