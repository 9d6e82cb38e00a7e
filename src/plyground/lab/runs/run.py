"""A run: an experiment in a folder that says what was done, keeps every result, and can be resumed after a kill.

    FOLDER/manifest.json     what is to be done: kind, settings with the seed, versions
           results.jsonl     the raw result of every job, as it came (see journal.py)
           games.txt         the games as records (see docs/records.md); many go on in games-2.txt, …
           games.parquet     the same as a table, a row a game; other tables beside it
           summary.json      what `--json` prints
           report.html       tables, plots and a conclusion on one page; `report.md` and `plots/` if asked for

An experiment is a value with a `manifest` and a way to carry it out; `open_run` creates or reopens its folder.
`registry.py` lists the kinds and reads an experiment back from its manifest, so that a run can be resumed.
"""

import json
import platform
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

import plyground
from plyground.core.errors import PlygroundError, quoted
from plyground.core.files import read_text, write_bytes, write_json, write_text
from plyground.core.jit import LAYERS, PACKAGE, sources_hash
from plyground.core.record_source import MOST_TEXT
from plyground.lab.report.page import Block, Page, as_html, as_markdown
from plyground.lab.runs.executors import Workers
from plyground.lab.runs.jobs import Data, RunProgress
from plyground.lab.runs.journal import read_results
from plyground.language import Message
from plyground.play.records.text_format import Record, write_record

MANIFEST, SUMMARY, GAMES, REPORT = "manifest.json", "summary.json", "games.txt", "report"
FORMAT = 1
"""Of run folders; a later one is refused by earlier programs."""
PLAYING_LAYERS = (*LAYERS, "play")
"""A change in these may change what is played."""


class RunError(PlygroundError):
    """A folder is not a run, or is a run of something else."""


@dataclass(frozen=True)
class Manifest:
    """Everything that is needed to repeat a run."""

    kind: str
    """Such as `match`; `registry.py` knows them."""
    title: str
    settings: Data
    """Plain data: everything that decides about the results."""
    unrepeatable: str = ""
    """Why a second run would differ; empty: it gives the same games, move for move."""
    created: str = ""
    """When, such as `2026-11-15 14:03:20`."""
    plyground: str = ""
    sources: str = ""
    """A hash of the rules, searches and agents of this version."""
    versions: Mapping[str, str] | None = None
    """Of what else it ran with."""

    def stamped(self, now: str) -> "Manifest":
        """The manifest of a run that begins now, with these versions."""
        layers = [PACKAGE / layer for layer in PLAYING_LAYERS if (PACKAGE / layer).is_dir()]
        versions = {"python": platform.python_version(), "numba": version("numba"), "numpy": version("numpy")}
        return replace(
            self, created=now, plyground=plyground.__version__, sources=sources_hash(*layers), versions=versions
        )

    def as_data(self) -> Data:
        """The manifest as plain data."""
        return {"format": FORMAT} | asdict(self)


class Experiment(Protocol):
    """A kind of run: its settings as a value, and everything that is done with them. `registry.py` lists the kinds."""

    kind: ClassVar[str]
    """Its name, in manifests and summaries."""

    @property
    def manifest(self) -> Manifest:
        """What it does, not stamped yet."""

    @classmethod
    def from_settings(cls, settings: Data) -> Self:
        """Read it back from the settings in its manifest."""

    def carry_out(self, run: "RunFolder", workers: Workers, watch: Callable[[RunProgress], None]) -> Data:
        """Do what is missing, write tables, games and the report, and return the summary."""

    @staticmethod
    def summary_blocks(summary: Data) -> Sequence[Block]:
        """What the command prints of a summary: texts and tables."""


@dataclass(frozen=True)
class RunFolder:
    """The folder of a run with its manifest."""

    path: Path
    manifest: Manifest
    markdown: bool = False
    """Whether the report is written as Markdown too."""

    @property
    def resume_command(self) -> str:
        """The command that resumes the run, typed in the folder in which it was started."""
        return f"plyground lab resume {shlex.quote(str(self.path))}"

    def write_games(self, records: Iterable[Record]) -> None:
        """Write the games as records: in `games.txt`, and in further files where one could not be read again."""
        parts, size = [list[str]()], 0
        for text in map(write_record, records):
            if size + len(text) > MOST_TEXT:
                parts, size = [*parts, []], 0
            parts[-1].append(text)
            size += len(text) + 1
        for number, part in enumerate(parts, 1):
            write_text(self.path / (f"games-{number}.txt" if number > 1 else GAMES), "\n".join(part))

    def write_table(self, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write `NAME.parquet`; every row has the same columns."""
        import io

        import polars

        content = io.BytesIO()
        polars.DataFrame(rows, infer_schema_length=None).write_parquet(content)
        write_bytes(self.path / f"{name}.parquet", content.getvalue())

    def write_report(self, page: Page) -> None:
        """Write the page as one HTML file, and with `markdown` as Markdown with its plots beside it."""
        write_text(self.path / f"{REPORT}.html", as_html(page))
        if self.markdown:
            for name, svg in page.plots().items():
                write_text(self.path / "plots" / f"{name}.svg", svg)
            write_text(self.path / f"{REPORT}.md", as_markdown(page))

    def write_summary(self, summary: Data) -> Data:
        """Write the summary, with the folder added, and return it."""
        whole = summary | {"folder": str(self.path)}
        write_json(self.path / SUMMARY, whole)
        return whole


def open_run(path: Path, manifest: Manifest, now: str, *, markdown: bool = False) -> RunFolder:
    """Create the folder of a run, or reopen it to resume the same run."""
    fresh = manifest.stamped(now)
    if (path / MANIFEST).exists():
        known = read_manifest(path)
        if (known.kind, known.settings) != (fresh.kind, json.loads(json.dumps(fresh.settings))):
            raise RunError(Message("lab.run.another", folder=quoted(str(path)), title=known.title))
        return RunFolder(path, check_versions(known, fresh, path), markdown)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise RunError(Message("lab.run.occupied", folder=quoted(str(path))))
    write_json(path / MANIFEST, fresh.as_data())
    return RunFolder(path, fresh, markdown)


def reopen_run(path: Path, *, markdown: bool = False) -> RunFolder:
    """Open an existing run to resume it."""
    known = read_manifest(path)
    return RunFolder(path, check_versions(known, known.stamped(known.created), path), markdown)


def check_versions(known: Manifest, here: Manifest, path: Path) -> Manifest:
    """Refuse to mix results of two versions."""
    if (known.plyground, known.sources) != (here.plyground, here.sources):
        raise RunError(
            Message(
                "lab.run.version",
                folder=quoted(str(path)),
                found=f"{known.plyground} ({known.sources})",
                here=f"{here.plyground} ({here.sources})",
            )
        )
    return known


def read_manifest(path: Path) -> Manifest:
    """The manifest of a run folder."""
    if not (path / MANIFEST).is_file():
        raise RunError(Message("lab.run.no_manifest", folder=quoted(str(path)), file=MANIFEST))
    try:
        data = json.loads(read_text(path / MANIFEST))
        if data.pop("format") != FORMAT:
            raise RunError(Message("lab.run.later", folder=quoted(str(path))))
        return Manifest(**data)
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        if isinstance(problem, PlygroundError):
            raise
        raise RunError(Message("lab.run.damaged", file=MANIFEST, folder=quoted(str(path)), problem=problem)) from None


def differences(first: Path, second: Path) -> list[str]:
    """The ids of the jobs that both runs have and whose results differ, apart from times."""
    one, other = (read_results(path) for path in (first, second))
    return [key for key in one if key in other and timeless(one[key]) != timeless(other[key])]


def timeless(result: Any) -> Any:
    """Plain data without measured times: without every `seconds`."""
    if isinstance(result, dict):
        return {key: timeless(value) for key, value in result.items() if key != "seconds"}
    return [timeless(value) for value in result] if isinstance(result, list) else result
