"""Run a sample of changes: `python -m tests.mutants --count 60 --seed 1 --workers 2`.

Each change is made in a worker's own copy of the tree, with a kernel cache of its own. A test that fails there is run
on the unchanged package as well: if it fails there too (no browser, say), it is left out from then on. A journal is
written line by line: the same command goes on where the last one stopped.
"""

import argparse
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.mutants.changes import Change, all_changes, sample
from tests.mutants.plan import SIGNATURE, Stage, stages_for

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("src", "tests", "bench", "docs", "examples", "requirements")
COPIED = (
    *FOLDERS,
    "Makefile",
    *(path.name for ending in ("md", "toml", "json", "js") for path in ROOT.glob(f"*.{ending}")),
)
CLEAN = "the package as it is"
FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", re.MULTILINE)
EQUIVALENT: dict[str, str] = tomllib.loads((Path(__file__).parent / "equivalent.toml").read_text())
"""Changes that nobody can observe, by hand, each with its reason."""
Row = dict[str, Any]


class Journal:
    """What is known, a line for each stage of each change."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.rows: dict[tuple[str, str], Row] = {}
        for line in path.read_text().splitlines() if path.exists() else []:
            row = json.loads(line)
            self.rows[row["change"], row["stage"]] = row
        self.path, self._lock = path, threading.Lock()

    def add(self, change: str, stage: str, result: Row) -> Row:
        """Write down what a stage said."""
        row = {"change": change, "stage": stage, **result}
        with self._lock, self.path.open("a") as file:
            self.rows[change, stage] = row
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        return row


class Tree:
    """A worker's copy of the package, always in the same place, so that compiled kernels are found again."""

    def __init__(self, home: Path) -> None:
        self.home, self.cache = home, home.parent / f"{home.name}.cache"
        self.running: subprocess.Popen[bytes] | None = None
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        leave_out = shutil.ignore_patterns("__pycache__", ".*_cache", "*.pyc")
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, home / name, ignore=leave_out)
            elif (ROOT / name).exists():
                shutil.copy2(ROOT / name, home / name)

    def command(self, stage: Stage, skipped: list[str]) -> list[str]:
        """The call of pytest."""
        paths = [path for path in stage.paths if path not in skipped]  # a file that cannot even be read
        plain = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", *paths]
        left_out = (f"--deselect={name}" if "::" in name else f"--ignore={name}" for name in skipped)
        return [*plain, *(["-k", stage.only] if stage.only else []), *left_out]

    def ask(self, stage: Stage, skipped: list[str], seconds: float) -> Row:
        """Run a stage up to its first failure."""
        variables = {"PYTHONPATH": str(self.home / "src"), "PLYGROUND_CACHE": str(self.cache)}
        variables |= {"PYTHONDONTWRITEBYTECODE": "1"}  # it would not notice a change of a sign within a second
        variables |= {"NUMBA_DISABLE_JIT": "1"} if stage.interpreted else {}
        command = [*self.command(stage, skipped), "-x"]
        began = time.monotonic()
        with tempfile.TemporaryFile("w+") as output:
            self.running = subprocess.Popen(
                command, cwd=self.home, env=os.environ | variables, stdout=output, stderr=output, start_new_session=True
            )
            try:
                status = self.running.wait(seconds)
            except subprocess.TimeoutExpired:
                status = -1
            finally:
                self.end()
            output.seek(0)
            text = output.read()
        failed = list(dict.fromkeys(FAILED.findall(text)))
        if status not in (-1, 0, 5) and not failed:
            failed = [text.strip().splitlines()[-1][:200] if text.strip() else f"status {status}"]
        return {"failed": failed, "hung": status == -1, "seconds": round(time.monotonic() - began, 1)}

    def end(self) -> None:
        """End the stage under way with everything that it started."""
        if self.running is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.running.pid, signal.SIGKILL)
            self.running.wait()

    def changed(self, change: Change, ask: Callable[[], Row | None]) -> Row | None:
        """Ask while the change is made."""
        path = self.home / change.file
        text, times = path.read_text(), path.stat()
        compiled = set(self.cache.glob("kernels/*"))
        path.write_text(change.apply(text))
        try:
            return ask()
        finally:
            path.write_text(text)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            for folder in set(self.cache.glob("kernels/*")) - compiled:
                shutil.rmtree(folder, ignore_errors=True)


class Sampling:
    """A sample under way."""

    def __init__(self, arguments: argparse.Namespace, changes: list[Change]) -> None:
        self.arguments, self.changes = arguments, changes
        self.journal = Journal(arguments.journal)
        self.trees: queue.Queue[Tree] = queue.Queue()
        self.stopping = threading.Event()
        self.clean: Tree | None = None
        """The unchanged package, copied when it is first needed."""
        self.cleaning = threading.Lock()

    def stages(self, file: str) -> list[Stage]:
        """The stages of a changed file that were not left out."""
        out = set(self.arguments.without)
        return [stage for stage in stages_for(file)[: self.arguments.stages] if not out & set(stage.paths)]

    def reason(self, change: Change) -> str | None:
        """Why a change cannot be observed, if it cannot."""
        return EQUIVALENT.get(f"{change.file}: {change.before.strip()} => {change.after.strip()}")

    @property
    def broken(self) -> list[str]:
        """The tests known to fail on the unchanged package."""
        return [name for (change, name), row in self.journal.rows.items() if change == CLEAN and row["broken"]]

    def is_broken(self, stage: Stage) -> bool:
        """Whether tests fail or hang on the unchanged package as well."""
        with self.cleaning:
            if (CLEAN, stage.name) not in self.journal.rows:
                self.clean = self.clean or Tree(self.arguments.home / "clean")
                row = self.clean.ask(stage, [SIGNATURE, *self.broken], self.arguments.limit)
                self.journal.add(CLEAN, stage.name, {"broken": row["hung"] or bool(row["failed"])})
                if self.broken[-1:] == [stage.name]:
                    say(f"fails without any change: {stage.name}")
            return bool(self.journal.rows[CLEAN, stage.name]["broken"])

    def ask_stage(self, tree: Tree, stage: Stage) -> Row | None:
        """Run a stage without the tests that fail anyway."""
        while not self.stopping.is_set():
            row = tree.ask(stage, [SIGNATURE, *self.broken], self.arguments.limit)
            failed = row["failed"][0] if row["failed"] else ""
            if self.stopping.is_set() or not (failed or row["hung"]):
                break
            if failed.startswith("tests/"):
                if not self.is_broken(Stage(failed, (failed,), interpreted=stage.interpreted)):
                    return row
            else:  # it hung, or pytest could not begin
                return {"failed": [], "hung": False, "unasked": True} if self.is_broken(stage) else row
        return None if self.stopping.is_set() else row

    def ask_changed(self, tree: Tree, change: Change) -> Row | None:
        """Run stage after stage until one notices."""
        for stage in self.stages(change.file):
            row = self.journal.rows.get((change.key, stage.name)) or self.ask_stage(tree, stage)
            if row is None:
                return None
            if "change" not in row:
                self.journal.add(change.key, stage.name, row)
            if row["failed"] or row["hung"]:
                return row
        return {"failed": [], "hung": False}

    def try_out(self, change: Change) -> None:
        """Find out whether a change is noticed."""
        if self.stopping.is_set() or self.reason(change) or self.verdict(change) not in ("unknown", "survived"):
            return
        tree = self.trees.get()
        try:
            row = tree.changed(change, lambda: self.ask_changed(tree, change))
        finally:
            self.trees.put(tree)
        if row is not None:
            say(f"{self.verdict(change)}: {change.key}")

    def verdict(self, change: Change) -> str:
        """What is known of a change."""
        if self.reason(change):
            return "equivalent"
        rows = [self.journal.rows.get((change.key, stage.name)) for stage in self.stages(change.file)]
        for row in rows:
            if row and (row["failed"] or row["hung"]):
                return f"noticed by {row['failed'][0] if row['failed'] else row['stage'] + ' (hung)'}"
        return "survived" if all(rows) else "unknown"

    def table(self) -> str:
        """Everything as a table, and the share."""
        verdicts = [self.verdict(change) for change in self.changes]
        lines = ["| line | before | after | verdict |", "|---|---|---|---|"]
        for change, verdict in zip(self.changes, verdicts, strict=True):
            texts = (change.before.strip(), change.after.strip())
            before, after = (f"`{text}`".replace("|", "\\|") for text in texts)
            lines.append(f"| {change.file}:{change.line} | {before} | {after} | {self.reason(change) or verdict} |")
        noticed = sum(verdict.startswith("noticed") for verdict in verdicts)
        survived, same, unknown = (verdicts.count(each) for each in ("survived", "equivalent", "unknown"))
        share = f"{noticed / max(1, noticed + survived):.1%}"
        summary = f"Noticed {noticed} of {noticed + survived} ({share})"
        return "\n".join([*lines, "", f"{summary}; {same} cannot be observed; {unknown} not asked to the end.", ""])

    def run(self, home: Path) -> None:
        """All that is still unknown, in parallel."""
        trees = [Tree(home / str(number)) for number in range(self.arguments.workers)]
        for tree in trees:
            self.trees.put(tree)
        pool = ThreadPoolExecutor(self.arguments.workers)
        try:
            list(pool.map(self.try_out, self.changes))
        except KeyboardInterrupt:
            say("Stopped; the same command goes on from here.")
        finally:
            self.stopping.set()
            for tree in trees if self.clean is None else [*trees, self.clean]:
                tree.end()
            pool.shutdown(cancel_futures=True)


def say(text: str) -> None:
    """Tell how it goes."""
    print(time.strftime("%H:%M:%S"), text, flush=True)


def read_arguments(words: list[str]) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="how many lines to change")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--folder", default="src/plyground", help="where, for example src/plyground/search")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="changes tried at the same time")
    parser.add_argument("--stages", type=int, help="run at most this many groups of tests, the nearest first")
    parser.add_argument("--limit", type=float, default=1500, help="seconds after which a group of tests hangs")
    parser.add_argument("--without", nargs="*", default=[], help="paths never asked, for example tests/web/browser")
    parser.add_argument("--journal", type=Path, default=ROOT / "build/mutants.jsonl", help="what is known already")
    parser.add_argument("--home", type=Path, default=ROOT / "build/mutants", help="for the copies of the tree")
    parser.add_argument("--table", type=Path, help="write the table there as well")
    parser.add_argument("--list", action="store_true", help="only show the changes")
    return parser.parse_args(words)


def main(words: list[str]) -> None:
    """From the options to the table."""
    arguments = read_arguments(words)
    changes = sample(ROOT, all_changes(ROOT, arguments.folder), arguments.count, arguments.seed)
    if arguments.list:
        print(*(change.key for change in changes), sep="\n")
        return
    sampling = Sampling(arguments, changes)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sampling.run(arguments.home)
    print(sampling.table())
    if arguments.table:
        arguments.table.write_text(sampling.table())


if __name__ == "__main__":
    main(sys.argv[1:])
