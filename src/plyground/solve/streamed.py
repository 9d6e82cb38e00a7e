"""Solving component by component on a device whose memory may hold only some sectors; the others stay in table files.

A journal beside the tables stores the counts of each sector, so that an interrupted run can resume.
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.core.files import FileError, read_text, write_json
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.sectors import SectorSet, sector_of
from plyground.language import Message
from plyground.solve.arena import Arena
from plyground.solve.component_solver import ComponentSolver
from plyground.solve.device import Device
from plyground.solve.passes import StoppedError
from plyground.solve.probe import Prober
from plyground.solve.recompute import FINE
from plyground.solve.resources import SPARE, TooLargeError, free_disk, size
from plyground.solve.retrograde import Values
from plyground.solve.sector_order import BYTES_A_MARK, BYTES_A_VALUE, components
from plyground.solve.statistics import counts_by_value, said, sector_numbers
from plyground.solve.tablebase_file import TableFileError
from plyground.solve.tablebase_folder import TablebaseFolder, rules_hash
from plyground.solve.value_forms import BITS, WORDS
from plyground.solve.verify import WrongValueError, check_verifiable

PACKED_TO = 0.25
"""Compressed tables of large games take less than this share of the uncompressed size."""


@dataclass(frozen=True)
class ComponentReport:
    """A component that was solved or checked again."""

    sectors: tuple[str, ...]
    numbers: int
    """Number of values."""
    plies: int
    seconds: float
    """Time to solve or load it."""
    checked: int
    """Number of values checked."""
    check_seconds: float
    memory: int
    """Bytes of values in the device's memory."""


@dataclass
class StreamedSolver:
    """Solves sectors on a device, each component after those it leads to."""

    game: Game
    sector_set: SectorSet
    device: Device
    folder: Path | None = None
    check: int = 0
    """Minimum number of values to check per sector; all in a smaller one."""
    again: bool = False
    """Also solve again what is already saved."""
    on_report: Callable[[ComponentReport], None] = lambda report: None
    on_ply: Callable[[tuple[str, ...], int, int, int], None] = lambda sectors, ply, done, whole: None
    clock: Callable[[], float] = time.perf_counter
    free: int | None = None
    """Bytes of device memory to use; by default all that is free."""
    form: str = WORDS
    """How tables are written; those in two bits cannot be solved from, so everything must fit in memory."""
    found: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Counts by sector name."""

    def __post_init__(self) -> None:
        if self.check:
            check_verifiable(self.game, self.sector_set)
        self.order = components(self.sector_set.sectors)
        sizes = [sector.size for sector in self.sector_set.sectors]
        self.whole = sum(sizes)
        self.arena = Arena(sizes, self._capacity(sizes))
        self.tables = (
            None if self.folder is None else TablebaseFolder(self.folder, self.game, self.sector_set, self.form)
        )
        self._writing: Future[None] | None = None
        self._done = 0

    def _capacity(self, sizes: list[int]) -> int:
        """Number of values the device holds; raises an error if that is too few."""
        marks = max(sum(sizes[number] for number in component) for component in self.order) * BYTES_A_MARK
        least = max(sum(sizes[number] for number in (*component, *self._needed(component))) for component in self.order)
        least = self.whole if self._holds_all() else least
        free = self.device.free_memory() if self.free is None else self.free
        room = self.whole if free is None else (int(SPARE * free) - marks) // BYTES_A_VALUE
        if room < least and free is not None:
            raise self._too_large(size(least * BYTES_A_VALUE + marks), size(free))
        self._check_disk()
        self.marks = marks
        return min(room, self.whole)

    def _holds_all(self) -> bool:
        """True if everything must be in memory at once."""
        return self.folder is None or self.form == BITS

    def _too_large(self, need: str, free: str) -> TooLargeError:
        if self.form == BITS:
            return TooLargeError(Message("solve.memory_for_bits", memory=need, free=free))
        if self.folder is None:
            return TooLargeError(Message("solve.memory_at_once", memory=need, free=free))
        return TooLargeError(Message("solve.memory", memory=need, free=free))

    def _check_disk(self) -> None:
        disk = int(self.whole * BYTES_A_VALUE * PACKED_TO)
        free = None if self.folder is None else free_disk(self.folder)
        if free is not None and disk > SPARE * free:
            raise TooLargeError(Message("solve.disk", disk=size(disk), free=size(free)))

    def _needed(self, component: Sequence[int]) -> list[int]:
        """The sectors that a component's moves leave to."""
        after = {number for sector in component for number in self.sector_set.sectors[sector].successors}
        return sorted(after - set(component))

    def stop(self) -> None:
        """Stop soon; saved results are kept."""
        self.device.stop()

    def run(self) -> None:
        """Solve, count and check everything still missing."""
        self.device.reserve(self.arena.capacity, self.marks)
        self.found = {} if self.again else self._read_journal()
        with ThreadPoolExecutor(1) as writer:
            for component in self.order:
                kept = not self.again and self.tables is not None and self.tables.has(component)
                if not kept or not self._is_counted(component):
                    self._work(component, kept, writer)
                self._done += sum(self.arena.sizes[number] for number in component)
            self._wait()

    def _is_counted(self, component: Sequence[int]) -> bool:
        """True if the journal has the component, with as many checks as requested."""
        entries = [(self.found.get(self._name(number)), self.arena.sizes[number]) for number in component]
        return all(entry is not None and entry["checked"] >= min(self.check, size) for entry, size in entries)

    def _work(self, component: tuple[int, ...], kept: bool, writer: ThreadPoolExecutor) -> None:
        needed = self._needed(component)
        self._load(self.arena.place((), [*component, *needed]) if kept else self.arena.place(component, needed))
        begun = self.clock()
        plies = 0 if kept else self._solve(component)
        entries = {number: self._count(number) for number in component}
        solved = self.clock()
        checked = {number: self._check(number) for number in component} if self.check else dict.fromkeys(component, 0)
        numbers = sum(self.arena.sizes[number] for number in component)
        for number, entry in entries.items():
            share = (solved - begun) * self.arena.sizes[number] / numbers
            before = self.found.get(self._name(number), {}) if kept else {}
            entry |= {"seconds": before.get("seconds", round(share, 3)), "checked": checked[number]}
        names, memory = tuple(map(self._name, component)), self.arena.used * BYTES_A_VALUE
        spent = solved - begun, sum(checked.values()), self.clock() - solved
        self._keep(component, {self._name(number): entry for number, entry in entries.items()}, kept, writer)
        self.on_report(ComponentReport(names, numbers, plies, *spent, memory))

    def _solve(self, component: tuple[int, ...]) -> int:
        """Solve a component; return the number of plies in its longest line."""
        names, plies = tuple(map(self._name, component)), 0

        def tell(ply: int) -> None:
            nonlocal plies
            plies = ply
            if self.device.stopped.is_set():
                raise StoppedError
            self.on_ply(names, ply, self._done, self.whole)

        ComponentSolver(self.sector_set, component, self.device.passes(component, self.arena.offsets), tell).solve()
        return plies

    def _count(self, number: int) -> dict[str, Any]:
        counts = counts_by_value(self.device.tally(number, self.arena.offsets))
        return self.sector_set.sectors[number].about | sector_numbers(counts, self.sector_set.open_is_draw)

    def _check(self, number: int) -> int:
        """Check a sector, or an evenly spaced sample; return the number of values checked."""
        step = max(1, self.arena.sizes[number] // self.check)
        wrong = self.device.first_wrong(number, self.arena.offsets, step)
        if wrong != FINE:
            raise WrongValueError(Message("solve.sector_wrong", sector=self._name(number), position=wrong))
        return -(-self.arena.sizes[number] // step)

    def _keep(
        self, component: Sequence[int], entries: dict[str, dict[str, Any]], kept: bool, writer: ThreadPoolExecutor
    ) -> None:
        """Write a table, then the journal, while the next component is being solved."""
        self._wait()
        self.found |= entries
        if self.tables is None:
            return
        journal = dict(self.found)
        starts = {} if kept else {number: self.arena.offsets[number] for number in component}
        values = {number: self.device.read(start, self.arena.sizes[number]) for number, start in starts.items()}
        tables = self.tables

        def write() -> None:
            if values:
                tables.write(component, values.__getitem__)
            write_json(self._journal(), {"rules": self._rules(), "sectors": journal})

        self._writing = writer.submit(write)

    def _wait(self) -> None:
        """Wait until the last table is written."""
        if self._writing is not None:
            self._writing.result()
            self._writing = None

    def _load(self, numbers: Sequence[int]) -> None:
        if numbers:
            self._wait()
        for number in numbers:
            self.device.write(self.arena.offsets[number], self._kept_values(number))

    def load_all(self) -> dict[int, int]:
        """Load every solved sector that is not in the device's memory; return their offsets."""
        self._load(self.arena.place((), range(len(self.arena.sizes))))
        return self.arena.offsets

    def _kept_values(self, number: int) -> Values:
        component = next(component for component in self.order if number in component)
        if self.tables is None:
            raise TableFileError(Message("solve.sector_missing", sector=self._name(number)))
        with self.tables.open(component) as table:
            return table.values(self._name(number))

    def _name(self, number: int) -> str:
        return self.sector_set.sectors[number].name

    def _rules(self) -> str:
        return rules_hash(self.game, self.sector_set.options)

    def _journal(self) -> Path:
        assert self.folder is not None
        return self.folder / f"{self.game.name}-{self._rules()[:16]}.json"

    def _read_journal(self) -> dict[str, dict[str, Any]]:
        """Counts from an earlier run; empty if there is no journal for these rules."""
        if self.folder is not None:
            with suppress(FileError, ValueError, KeyError):
                data = json.loads(read_text(self._journal()))
                return dict(data["sectors"]) if data["rules"] == self._rules() else {}
        return {}

    def prober(self) -> Prober:
        """A prober for values on the device or in the tables."""

        def lookup(sector: int, at: int) -> int | None:
            if sector in self.arena.offsets:
                return int(self.device.read(self.arena.offsets[sector] + at, 1)[0])
            component = next(component for component in self.order if sector in component)
            if self.tables is None:
                return None
            with self.tables.open(component) as table:
                return table.value(self._name(sector), at)

        return Prober(self.game, self.sector_set, lookup)

    def data(self) -> dict[str, Any]:
        """All results as plain data: the sectors, and the start of the game if it is among them."""
        sectors = [self.found[sector.name] for sector in self.sector_set.sectors]
        start = self.game.start()
        if int(sector_of(self.sector_set.numbering, start.state)) < 0:
            return {"sectors": sectors}
        prober = self.prober()
        first = _move_values(prober, start)
        second = {move: _move_values(prober, start.play(move)) for move in first}
        beginning = {"start": said(prober.score(start)), "first_moves": first, "second_moves": second}
        return {"sectors": sectors} | beginning


def _move_values(prober: Prober, position: Position) -> dict[str, str | None]:
    return {str(move): said(score) for move, score in prober.moves(position)}
