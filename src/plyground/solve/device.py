"""Devices that solve values: the memory of a CPU or GPU, and the passes through it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from threading import Event

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Words
from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.sectors import SectorSet
from plyground.language import Message
from plyground.solve.passes import (
    CpuPasses,
    Passes,
    StoppedError,
    Tally,
    scratch_for,
    sizes_of,
    tally_by_threads,
    threads_available,
)
from plyground.solve.recompute import FINE, Kept, first_wrong, kept, place_of_sector
from plyground.solve.resources import free_memory
from plyground.solve.retrograde import Component, Questions, Values, count_moves, look_up

Numbers = npt.NDArray[np.int64]

PIECE = 1 << 16
DEVICES = ("cpu", "cuda")


class NoDeviceError(PlygroundError):
    """The requested device is not available."""


class Device(ABC):
    """Memory for the values of some sectors, and the operations on it; `offsets` gives the start of each sector."""

    name: str

    def __init__(self, game: Game, sector_set: SectorSet) -> None:
        self.game, self.sector_set, self.stopped = game, sector_set, Event()

    @abstractmethod
    def free_memory(self) -> int | None:
        """Free memory in bytes; None if unknown."""

    @abstractmethod
    def reserve(self, values: int, marks: int) -> None:
        """Allocate memory for a number of values and of marks."""

    @abstractmethod
    def write(self, start: int, values: Values) -> None:
        """Copy values to the device at `start`."""

    @abstractmethod
    def read(self, start: int, size: int) -> Values:
        """A copy of `size` values from `start`."""

    @abstractmethod
    def passes(self, numbers: Sequence[int], offsets: dict[int, int]) -> Passes:
        """Passes through a component whose sectors are contiguous."""

    @abstractmethod
    def tally(self, number: int, offsets: dict[int, int]) -> Tally:
        """Count the values of a sector."""

    @abstractmethod
    def first_wrong(self, number: int, offsets: dict[int, int], step: int) -> int:
        """The first of every `step`th number whose value does not follow from its successors' values, or `FINE`."""

    @abstractmethod
    def count_moves(self, states: Words) -> Numbers:
        """Number of moves of each state; none where the game is over."""

    @abstractmethod
    def look_up(self, states: Words, starts: Numbers, moves: int, offsets: dict[int, int]) -> tuple[Values, Values]:
        """The value of each state, and after each of its moves for the next mover, from its start on."""

    def stop(self) -> None:
        """Stop soon: CPU threads check between pieces, a GPU gets no more work after the current ply."""
        self.stopped.set()

    @cached_property
    def searchable(self) -> Kept:
        """Tables that find values by code independent of the solver, without the values, which come and go."""
        sectors = dict(enumerate(self.sector_set.sectors))
        return kept(self.sector_set.symmetries, sectors, dict.fromkeys(sectors, -1), np.zeros(0, np.int16))

    def starts(self, offsets: dict[int, int]) -> np.ndarray:
        """Start of each loaded sector, in the form `searchable` needs."""
        found = np.full(self.searchable.starts.shape, -1, np.int64)
        for number, start in offsets.items():
            sector = self.sector_set.sectors[number]
            for rest in sector.rests:
                found[(*sector.men, rest)] = start
        return found

    def sector_arrays(self, numbers: Sequence[int], offsets: dict[int, int]) -> tuple[np.ndarray, np.ndarray]:
        """By sector: start of its values, or -1; and whether it belongs to the component."""
        starts = np.full(len(self.sector_set.sectors), -1, np.int64)
        starts[list(offsets)] = list(offsets.values())
        inside = np.zeros(len(starts), np.uint8)
        inside[list(numbers)] = 1
        return starts, inside


class CpuDevice(Device):
    """The computer's own memory and threads."""

    name = "cpu"

    def __init__(self, game: Game, sector_set: SectorSet, threads: int | None = None) -> None:
        super().__init__(game, sector_set)
        self.threads = threads or threads_available()
        self.pool = ThreadPoolExecutor(self.threads)
        self.reserve(0, 0)

    def free_memory(self) -> int | None:
        """As reported by the system."""
        return free_memory()

    def reserve(self, values: int, marks: int) -> None:
        """Two arrays."""
        self.values, self.marks = np.zeros(values, np.int16), np.zeros(marks, np.uint8)

    def write(self, start: int, values: Values) -> None:
        """A copy."""
        self.values[start : start + len(values)] = values

    def read(self, start: int, size: int) -> Values:
        """A copy, since the memory may be reused."""
        return self.values[start : start + size].copy()

    def _component(self, numbers: Sequence[int], offsets: dict[int, int]) -> Component:
        starts, inside = self.sector_arrays(numbers, offsets)
        rules, numbering = self.game.rules, self.sector_set.numbering
        return Component(rules, numbering, self.values, self.marks, offsets[numbers[0]], starts, inside)

    def passes(self, numbers: Sequence[int], offsets: dict[int, int]) -> Passes:
        """Run by threads."""
        scratch = partial(scratch_for, self.game, self.sector_set)
        sizes = sizes_of(self.sector_set, numbers)
        return CpuPasses(self._component(numbers, offsets), sizes, scratch, self.pool, self.threads, self.stopped)

    def tally(self, number: int, offsets: dict[int, int]) -> Tally:
        """Run by threads."""
        size = self.sector_set.sectors[number].size
        return tally_by_threads(self._component([number], offsets), number, size, self.threads)

    def first_wrong(self, number: int, offsets: dict[int, int], step: int) -> int:
        """Run by threads, piece by piece."""
        table = self.searchable._replace(values=self.values, starts=self.starts(offsets))
        sector = self.sector_set.sectors[number]
        place, reach = place_of_sector(sector, offsets[number]), PIECE * step

        def check(begin: int) -> int:
            if self.stopped.is_set():
                return FINE
            room = scratch_for(self.game, self.sector_set)
            end = min(begin + reach, sector.size)
            return int(first_wrong(table, self.game.rules, place, begin, end, step, *room[:3]))

        found = list(self.pool.map(check, range(0, sector.size, reach)))
        if self.stopped.is_set():
            raise StoppedError
        return min((at for at in found if at != FINE), default=FINE)

    def count_moves(self, states: Words) -> Numbers:
        """In a loop."""
        asked = questions(states, np.zeros(len(states), np.int64), 0)
        count_moves(self.game.rules, asked, np.zeros(self.game.usual_moves, np.uint64))
        return asked.numbers

    def look_up(self, states: Words, starts: Numbers, moves: int, offsets: dict[int, int]) -> tuple[Values, Values]:
        """In a loop."""
        asked = questions(states, starts, moves)
        component = self._component([next(iter(offsets))], offsets)
        look_up(component, asked, scratch_for(self.game, self.sector_set))
        return asked.values, asked.after


def questions(states: Words, numbers: Numbers, moves: int) -> Questions:
    """States to look up, with room for the values after a number of moves."""
    return Questions(states, numbers, np.zeros(len(states), np.int16), np.zeros(moves, np.int16))


def device_named(name: str, game: Game, sector_set: SectorSet, threads: int | None = None) -> Device:
    """The device `cpu` or `cuda`; raises an error if there is no GPU."""
    if name == "cpu":
        return CpuDevice(game, sector_set, threads)
    if name != "cuda":
        raise NoDeviceError(Message("solve.no_device", device=quoted(name)))
    from plyground.core import cuda_memory

    if not cuda_memory.is_available():
        raise NoDeviceError(Message("solve.no_gpu"))
    from plyground.solve.cuda import CudaDevice

    return CudaDevice(game, sector_set)
