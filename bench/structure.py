"""Measure the shape of the source tree: sizes, repeated names, and the files a reader opens to follow each way.

    python bench/structure.py                                  # this checkout
    python bench/structure.py --tree OTHER --ways PAGE.md      # another one, with a list of its own

A function is counted from `def` to its last line, docstring included. A way is a section of a Markdown page (by default
ARCHITECTURE.md) whose heading is one of `WAYS`; it names its files in backticks.
"""

import argparse
import ast
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "src/plyground"
PROGRAMS = "bench"
"""Programs that measure the package; their names count as well."""
WAYS = (
    "A game at the terminal",
    "A click on the page",
    "A match from the command to its report",
    "A search from its text to the kernel",
)
SAME_ON_PURPOSE = {
    "app": {"cli", "terminal", "web"},  # entry point of a front end
    "arguments": {"cli", "cli/lab"},  # command arguments as values
    "errors": {"core", "web"},  # errors of a layer
    "levels": {"core", "games/*", "play/agents"},  # default levels, each game's own, and the code that finds them
    "proof_hints": {"core", "games/*"},  # a contract, and the games that implement it
    "registry": {"search", "play/records", "lab/runs"},  # lookup by name
    "runner": {"search/fixed_depth", "search/engine", "search/mcts", "solve"},  # code that drives a kernel
    "saved_games": {"terminal", "web/handlers"},  # the list of saved games in a front end
    "nnue": {"core", PROGRAMS},  # small networks, and what measures them
    "perft": {"core", PROGRAMS},  # counts of lines of play, and their speed
    "search": {"cli", "play/agents", PROGRAMS},  # search with any agent: the command, the function, its speed
    "sectors": {"core", "games/*"},  # a contract, and the games that implement it
    "session": {"search/engine", "terminal", PROGRAMS},  # data that lives as long as a game, and what keeping it saves
    "tactics": {"games/*", PROGRAMS},  # forcing moves of a game, and how agents find them
}
"""File names with the same meaning in several folders. All games count as one folder. A program of `bench` may have the
name of what it measures.
"""


@dataclass(frozen=True)
class Module:
    """A source file."""

    path: Path
    """Path relative to the package, or to the checkout for a program."""
    tree: ast.Module
    lines: int

    @property
    def place(self) -> Path:
        """The path with one name for all games, which have the same files on purpose."""
        return Path(re.sub(r"^games/\w+/", "games/*/", self.path.as_posix()))


def modules(tree: Path) -> list[Module]:
    """The source files of a checkout: those of the package, then its programs."""
    return [*_below(tree / PACKAGE, tree / PACKAGE), *_below(tree / PROGRAMS, tree)]


def _below(folder: Path, root: Path) -> Iterator[Module]:
    """The source files of a folder, named from a root."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield Module(path.relative_to(root), ast.parse(text), text.count("\n"))


def function_lines(sources: Iterable[Module]) -> dict[str, int]:
    """Number of lines of every function, by file, line and name."""
    return {
        f"{source.path}:{node.lineno} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for source in sources
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def repeated(places: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names that occur in more than one place, with the places."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, place in places:
        found[name].add(place)
    return {name: sorted(where) for name, where in sorted(found.items()) if len(where) > 1}


def repeated_stems(sources: Iterable[Module]) -> dict[str, list[str]]:
    """File names that occur in several folders, except those with the same meaning."""
    found = repeated((source.path.stem, source.place.parent.as_posix()) for source in sources)
    return {
        stem: folders
        for stem, folders in found.items()
        if stem != "__init__" and not set(folders) <= SAME_ON_PURPOSE.get(stem, set())
    }


def repeated_classes(sources: Iterable[Module]) -> dict[str, list[str]]:
    """Public class names defined in several files; all games count as one."""
    return repeated(
        (node.name, source.place.as_posix())
        for source in sources
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


def sections(page: str) -> Iterator[tuple[str, str]]:
    """The headings of a Markdown page, each with the text below it."""
    parts = re.split(r"^#+ (.*)\n", page, flags=re.M)
    return zip(parts[1::2], parts[2::2], strict=True)


def named_files(text: str) -> list[str]:
    """Paths of the files named in backticks in a text, once each, in order."""
    return list(dict.fromkeys(re.findall(r"`((?:src|tests|docs|bench|examples)/[\w./-]+\.\w+)`", text)))


def ways(page: str) -> dict[str, list[str]]:
    """The files of each way."""
    found = {heading: named_files(text) for heading, text in sections(page) if heading in WAYS}
    missing = set(WAYS) - found.keys()
    if missing:
        raise SystemExit(f"The page has no section {', '.join(sorted(missing))}.")
    return found


def share(numbers: list[int], part: float) -> int:
    """The smallest number that at least `part` of all numbers do not exceed."""
    return sorted(numbers)[math.ceil(part * len(numbers)) - 1]


def rows(tree: Path, page: str) -> Iterator[tuple[str, str]]:
    """The rows of the table: each measure and its value."""
    sources = modules(tree)
    lines, sizes = function_lines(sources), [source.lines for source in sources]
    longest, largest = max(lines, key=lines.__getitem__), max(sources, key=lambda source: source.lines)
    yield "files", f"{len(sources)}"
    yield "lines", f"{sum(sizes):,}"
    yield "lines of a file: median, 95 %", f"{median(sizes):.0f}, {share(sizes, 0.95)}"
    yield "largest file", f"{largest.lines} (`{largest.path}`)"
    yield "functions", f"{len(lines):,}"
    yield "lines of a function: median, 95 %", f"{median(lines.values()):.0f}, {share(list(lines.values()), 0.95)}"
    yield "longest function", f"{lines[longest]} (`{longest}`)"
    for kind, names in (("file names", repeated_stems(sources)), ("class names", repeated_classes(sources))):
        yield f"{kind} that stand for two things", f"{len(names)}: {', '.join(names) or '–'}"
    for way, files in ways(page).items():
        absent = [name for name in files if not (tree / name).is_file()]
        if absent:
            raise SystemExit(f"{way}: {', '.join(absent)} is not in {tree}.")
        yield f"files to open: {way[0].lower()}{way[1:]}", f"{len(files)}"


def main() -> None:
    """Print the table and, if requested, the places of repeated names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, default=ROOT, help="checkout to measure (this one)")
    parser.add_argument("--ways", type=Path, help="page with the ways (ARCHITECTURE.md of the checkout)")
    parser.add_argument("--where", action="store_true", help="also print where repeated names are")
    asked = parser.parse_args()
    page = (asked.ways or asked.tree / "ARCHITECTURE.md").read_text(encoding="utf-8")
    print("| what | how much |\n|---|---|")
    for what, much in rows(asked.tree, page):
        print(f"| {what} | {much} |")
    if asked.where:
        sources = modules(asked.tree)
        for name, places in (repeated_stems(sources) | repeated_classes(sources)).items():
            print(f"{name}: {', '.join(places)}")


if __name__ == "__main__":
    main()
