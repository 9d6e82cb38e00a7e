"""Figures in the pages: a program writes its table between two marks, with how it was taken.

    <!-- figures: perft -->

    | game | depth | ...

    Taken on 2026-11-18 by `python bench/perft.py --write`: 2 cores of an AMD EPYC, Python 3.11.7, …, load 0.3 to 1.0.

    <!-- end -->

The first word after `figures:` is the program. A table is written whole or not at all.
"""

import argparse
import os
import platform
import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from plyground.core.files import write_text

ROOT = Path(__file__).resolve().parent.parent
README, LEVELS, SOLVING = ROOT / "bench/README.md", ROOT / "docs/levels.md", ROOT / "docs/solving.md"
PAGES = (README, LEVELS, SOLVING)
"""The pages that have figures."""
END = "<!-- end -->"
BLOCK = re.compile(r"^<!-- figures: ([\w ]+?) -->\n(.*?)^<!-- end -->$", re.M | re.S)


class Conditions(NamedTuple):
    """When and where something was measured; plain data, so that a result can hold it."""

    date: str
    machine: str
    load: float
    """Of the last minute: programs that want a core, this one among them."""


def conditions(device: str = "") -> Conditions:
    """What holds now; `device` is what else was measured, such as a GPU."""
    parts = [*([device] if device else []), f"{os.cpu_count()} cores of {an(processor())}"]
    parts += [f"Python {platform.python_version()}", f"Numba {version('numba')}"]
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return Conditions(date.today().isoformat(), ", ".join(parts), round(load, 1))


def an(name: str) -> str:
    """A name with its article."""
    return f"{'an' if name[:1].lower() in 'aei' else 'a'} {name}"


def processor() -> str:
    """The processor's model, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()


BEGUN = conditions()
"""When the program began."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    shown = [f"| {' | '.join(map(str, row))} |" for row in (head, *rows)]
    return "\n".join((shown[0], "|" + "---|" * len(head), *shown[1:]))


def command() -> str:
    """The command that repeats this run."""
    return shlex.join(["python", f"bench/{Path(sys.argv[0]).name}", *sys.argv[1:]])


def stamp(taken: Sequence[Conditions]) -> str:
    """The sentence below a table: when, by which command, on what."""
    dates = sorted({each.date for each in taken})
    when = " to ".join(dict.fromkeys((dates[0], dates[-1])))
    loads = dict.fromkeys(f"{load:.1f}" for load in (min(e.load for e in taken), max(e.load for e in taken)))
    machines = "; ".join(dict.fromkeys(each.machine for each in taken))
    return f"Taken on {when} by `{command()}`: {machines}, load {' to '.join(loads)}."


def blocks(text: str) -> dict[str, str]:
    """The figures of a page by their names."""
    found = BLOCK.findall(text)
    names = [name for name, _ in found]
    if len(set(names)) < len(names) or text.count("<!-- figures:") != len(names) or text.count(END) != len(names):
        raise ValueError("a block of figures is there twice, or has no end of its own")
    return dict(found)


def replaced(text: str, name: str, content: str) -> str:
    """The page with other figures of that name; all else stays as it is."""
    if name not in blocks(text):
        raise ValueError(f"no block of figures is named {name!r}")

    def other(found: re.Match[str]) -> str:
        return f"<!-- figures: {name} -->\n\n{content.strip()}\n\n{END}" if found[1] == name else found[0]

    return BLOCK.sub(other, text)


def write(name: str, tables: str, page: Path = README, taken: Sequence[Conditions] = ()) -> None:
    """Put tables into a page, with their stamp; `taken` is when the results came, unless just now."""
    content = f"{tables}\n\n{stamp(taken or (BEGUN, conditions()))}"
    write_text(page, replaced(page.read_text(encoding="utf-8"), name, content))
    print(f"written: {name} in {page.name}", file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """The arguments of a program that writes figures."""

    def __init__(self, about: str | None) -> None:
        super().__init__(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
        self.add_argument("--write", action="store_true", help="write the tables into the page that has them")

    def whole(self, given: argparse.Namespace, chosen: object) -> None:
        """Refuse to write a part of a table."""
        if given.write and chosen:
            self.error("--write writes whole tables: leave out what chooses a part of one")
