"""Retrograde analysis on a GPU: the per-number steps of retrograde.py and recompute.py, run by thousands of threads.

Rules, numbering and steps are those of the CPU, compiled for CUDA from the same source. Where only a few of many
numbers need work, a block of threads first collects those of a stretch in shared memory, and its threads then take one
each; otherwise 31 of 32 threads would wait for one. (Each shared array is on its own line: the simulator identifies it
by its line.)
"""

from collections.abc import Sequence
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from plyground.core.bits import signed
from plyground.core.contract import Words
from plyground.core.cuda_memory import on_device
from plyground.core.game import Game
from plyground.core.sectors import SectorSet, orbit_size
from plyground.solve.device import Device, Numbers, questions
from plyground.solve.passes import MOST_PLIES, Passes, Tally, scratch_for, sizes_of, tally_of
from plyground.solve.recompute import FINE, is_right, place_of_sector
from plyground.solve.retrograde import (
    HOLE,
    Component,
    Scratch,
    Values,
    begin_at,
    bin_of,
    count_moves_at,
    go_back_from,
    is_candidate,
    knows_parents,
    look_up_at,
    settle_at,
    sweep_at,
)

from numba import cuda  # isort: skip  # after cuda_memory, which patches NumPy for it

THREADS = 128
"""Threads per block."""
BLOCKS_A_PROCESSOR = 16
"""Blocks per multiprocessor: enough to fill it; each block strides on to further numbers."""
STRETCH = 4096
"""Numbers a block scans at a time."""
BINS = 2 * MOST_PLIES + 1
NEVER = np.int64(1) << np.int64(62)


def begin_kernel(words: int, most_moves: int, most_parents: int) -> Any:
    """Build the kernel that writes what the rules and the moves out of the component decide."""
    before_shape = (most_parents, words)

    @cuda.jit
    def begin_all(component, sector, leaves, size, answers):  # type: ignore[no-untyped-def]
        scratch = Scratch(
            cuda.local.array(words, np.uint64),
            cuda.local.array(words, np.uint64),
            cuda.local.array(most_moves, np.uint64),
            cuda.local.array(before_shape, np.uint64),
        )
        farthest = 0
        for at in range(cuda.grid(1), size, cuda.gridsize(1)):
            farthest = max(farthest, begin_at(component, sector, leaves, at, scratch))
        if farthest > 0:
            cuda.atomic.max(answers, 0, farthest)

    return begin_all


def go_back_kernel(words: int, most_parents: int) -> Any:
    """Build the kernel that goes back from the numbers with a value; a block first collects them in shared memory."""
    before_shape = (most_parents, words)

    @cuda.jit
    def go_back_all(component, sector, wanted, size):  # type: ignore[no-untyped-def]
        scratch = Scratch(
            cuda.local.array(words, np.uint64),
            cuda.local.array(words, np.uint64),
            cuda.local.array(words, np.uint64),
            cuda.local.array(before_shape, np.uint64),
        )
        found = cuda.shared.array(STRETCH, np.int32)
        total = cuda.shared.array(1, np.int32)
        start, thread = component.offsets[sector], cuda.threadIdx.x
        for first in range(cuda.blockIdx.x * STRETCH, size, cuda.gridDim.x * STRETCH):
            if thread == 0:
                total[0] = 0
            cuda.syncthreads()
            for i in range(thread, min(STRETCH, size - first), cuda.blockDim.x):
                if component.values[start + first + i] == wanted:
                    found[cuda.atomic.add(total, 0, 1)] = i
            cuda.syncthreads()
            for i in range(thread, total[0], cuda.blockDim.x):
                go_back_from(component, sector, wanted, first + found[i], scratch)
            cuda.syncthreads()

    return go_back_all


def settle_kernel(words: int, most_moves: int) -> Any:
    """Build the kernel that settles candidates for a loss; a block first collects them in shared memory."""

    @cuda.jit
    def settle_all(component, sector, level, marked, size, answers):  # type: ignore[no-untyped-def]
        scratch = Scratch(
            cuda.local.array(words, np.uint64),
            cuda.local.array(words, np.uint64),
            cuda.local.array(most_moves, np.uint64),
            cuda.local.array((1, 1), np.uint64),
        )
        found = cuda.shared.array(STRETCH, np.int32)
        total = cuda.shared.array(1, np.int32)
        start, thread, farthest = component.offsets[sector], cuda.threadIdx.x, 0
        for first in range(cuda.blockIdx.x * STRETCH, size, cuda.gridDim.x * STRETCH):
            if thread == 0:
                total[0] = 0
            cuda.syncthreads()
            for i in range(thread, min(STRETCH, size - first), cuda.blockDim.x):
                if is_candidate(component, start + first + i, marked):
                    found[cuda.atomic.add(total, 0, 1)] = i
            cuda.syncthreads()
            for i in range(thread, total[0], cuda.blockDim.x):
                farthest = max(farthest, settle_at(component, sector, level, first + found[i], scratch))
            cuda.syncthreads()
        if farthest > 0:
            cuda.atomic.max(answers, 0, farthest)

    return settle_all


def sweep_kernel(words: int, most_moves: int) -> Any:
    """Build the kernel that looks at every open number of a sector again."""

    @cuda.jit
    def sweep_all(component, sector, level, size, answers):  # type: ignore[no-untyped-def]
        scratch = Scratch(
            cuda.local.array(words, np.uint64),
            cuda.local.array(words, np.uint64),
            cuda.local.array(most_moves, np.uint64),
            cuda.local.array((1, 1), np.uint64),
        )
        farthest = 0
        for at in range(cuda.grid(1), size, cuda.gridsize(1)):
            farthest = max(farthest, sweep_at(component, sector, level, at, scratch))
        if farthest > 0:
            cuda.atomic.max(answers, 0, farthest)

    return sweep_all


def check_kernel(words: int, most_moves: int) -> Any:
    """Build the kernel that computes values again from their successors."""

    @cuda.jit
    def check_all(table, rules, place, step, size, answers):  # type: ignore[no-untyped-def]
        state, child = cuda.local.array(words, np.uint64), cuda.local.array(words, np.uint64)
        out = cuda.local.array(most_moves, np.uint64)
        for at in range(cuda.grid(1) * step, size, cuda.gridsize(1) * step):
            if not is_right(table, rules, place, at, state, child, out):
                cuda.atomic.min(answers, 0, at)

    return check_all


def count_moves_kernel(most_moves: int) -> Any:
    """Build the kernel that counts the moves of states."""

    @cuda.jit
    def count_moves_of_all(rules, asked, size):  # type: ignore[no-untyped-def]
        out = cuda.local.array(most_moves, np.uint64)
        for at in range(cuda.grid(1), size, cuda.gridsize(1)):
            count_moves_at(rules, asked, at, out)

    return count_moves_of_all


def look_up_kernel(words: int, most_moves: int) -> Any:
    """Build the kernel that looks up states and what comes after each of their moves."""

    @cuda.jit
    def look_up_all(component, asked, size):  # type: ignore[no-untyped-def]
        scratch = Scratch(
            cuda.local.array(words, np.uint64),
            cuda.local.array(words, np.uint64),
            cuda.local.array(most_moves, np.uint64),
            cuda.local.array((1, 1), np.uint64),
        )
        for at in range(cuda.grid(1), size, cuda.gridsize(1)):
            look_up_at(component, asked, at, scratch)

    return look_up_all


@cache
def kernels(words: int, most_moves: int, most_parents: int) -> SimpleNamespace:
    """Kernels for states of `words` words: a thread's local arrays must have a fixed size."""
    return SimpleNamespace(
        begin=begin_kernel(words, most_moves, most_parents),
        go_back=go_back_kernel(words, most_parents),
        settle=settle_kernel(words, most_moves),
        sweep=sweep_kernel(words, most_moves),
        check=check_kernel(words, most_moves),
        count_moves=count_moves_kernel(most_moves),
        look_up=look_up_kernel(words, most_moves),
    )


@cuda.jit
def count_all(values, start, size, wanted, answers):  # type: ignore[no-untyped-def]
    """Count the numbers of a sector with each of two values: per thread, then summed up."""
    sums = cuda.shared.array(2, np.int32)
    if cuda.threadIdx.x < 2:
        sums[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    one, other, ones, others = wanted[0], wanted[1], np.int32(0), np.int32(0)
    for at in range(cuda.grid(1), size, cuda.gridsize(1)):
        value = values[start + at]
        ones += np.int32(value == one)
        others += np.int32(value == other)
    cuda.atomic.add(sums, 0, ones)
    cuda.atomic.add(sums, 1, others)
    cuda.syncthreads()
    if cuda.threadIdx.x < 2:
        cuda.atomic.add(answers, cuda.threadIdx.x, np.int64(sums[cuda.threadIdx.x]))


@cuda.jit
def tally_all(component, sector, size, totals):  # type: ignore[no-untyped-def]
    """Count orbits and positions of each value, first in each block's shared memory."""
    orbits = cuda.shared.array(BINS, np.int32)
    positions = cuda.shared.array(BINS, np.int32)
    for i in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        orbits[i] = positions[i] = 0
    cuda.syncthreads()
    for at in range(cuda.grid(1), size, cuda.gridsize(1)):
        value = signed(component.values[component.offsets[sector] + at])
        if value != HOLE:
            cuda.atomic.add(orbits, bin_of(value, MOST_PLIES), 1)
            cuda.atomic.add(positions, bin_of(value, MOST_PLIES), np.int32(orbit_size(component.numbering, sector, at)))
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        if orbits[i] > 0:
            cuda.atomic.add(totals, i, np.int64(orbits[i]))
            cuda.atomic.add(totals, BINS + i, np.int64(positions[i]))


class CudaPasses:
    """Passes by a grid of threads, one sector after another."""

    def __init__(
        self, device: "CudaDevice", component: Component, sizes: dict[int, int], starts: dict[int, int]
    ) -> None:
        self.device, self.component, self.sizes, self.starts = device, component, sizes, starts

    def begin(self, leaves: bool) -> int:
        """A pass of `begin_at`."""
        return self._greatest(self.device.kernels.begin, leaves)

    def go_back(self, wanted: int) -> None:
        """A pass of `go_back_from`."""
        for sector, size in self.sizes.items():
            self.device.launch(self.device.kernels.go_back, self.component, sector, wanted, size)

    def settle(self, level: int, marked: bool) -> int:
        """A pass of `settle_at`."""
        return self._greatest(self.device.kernels.settle, level, marked)

    def sweep(self, level: int) -> int:
        """A pass of `sweep_at`."""
        return self._greatest(self.device.kernels.sweep, level)

    def count(self, one: int, other: int) -> tuple[int, int]:
        """Count both in one pass."""
        answers, wanted = on_device(np.zeros(2, np.int64)), on_device(np.array([one, other], np.int64))
        for sector, size in self.sizes.items():
            self.device.launch(count_all, self.component.values, self.starts[sector], size, wanted, answers)
        ones, others = answers.copy_to_host()
        return int(ones), int(others)

    def knows_parents(self) -> bool:
        """Checked on the CPU; needs only the rules and the numbering."""
        game, sector_set = self.device.game, self.device.sector_set
        nothing = np.zeros(0, np.int16), np.zeros(0, np.uint8), 0, np.zeros(0, np.int64), np.zeros(0, np.uint8)
        component = Component(game.rules, sector_set.numbering, *nothing)
        return bool(knows_parents(component, min(self.sizes), scratch_for(game, sector_set)))

    def _greatest(self, kernel: Any, *arguments: int) -> int:
        answers = on_device(np.zeros(1, np.int64))
        for sector, size in self.sizes.items():
            self.device.launch(kernel, self.component, sector, *arguments, size, answers)
        return int(answers.copy_to_host()[0])


class CudaDevice(Device):
    """The memory and processors of one GPU."""

    name = "cuda"

    def __init__(self, game: Game, sector_set: SectorSet, blocks: int | None = None, threads: int = THREADS) -> None:
        super().__init__(game, sector_set)
        self.blocks = blocks or BLOCKS_A_PROCESSOR * int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
        self.threads = threads
        self.rules, self.numbering = on_device(game.rules), on_device(sector_set.numbering)
        self.kernels = kernels(game.words, game.usual_moves, sector_set.most_parents)
        self.values: Any = None
        self._ready: dict[Any, Any] = {}

    def free_memory(self) -> int | None:
        """As reported by the driver."""
        return int(cuda.current_context().get_memory_info()[0])

    def reserve(self, values: int, marks: int) -> None:
        """Two arrays; marks start as zeros, and every pass that reads them resets them."""
        self.values = cuda.device_array(max(values, 1), np.int16)
        self.marks = on_device(np.zeros(max(marks, 1), np.uint8))

    def write(self, start: int, values: Values) -> None:
        """A copy to the GPU."""
        self.values[start : start + len(values)].copy_to_device(np.ascontiguousarray(values))

    def read(self, start: int, size: int) -> Values:
        """A copy from the GPU."""
        return np.asarray(self.values[start : start + size].copy_to_host())

    def launch(self, kernel: Any, *arguments: Any) -> None:
        """Launch a kernel on the whole GPU; the next copy from it waits for the kernel.

        Each kernel always gets arguments of the same types here, so they are resolved once, not at every launch.
        """
        if kernel not in self._ready:
            self._ready[kernel] = kernel.specialize(*arguments)
        self._ready[kernel][self.blocks, self.threads](*arguments)

    def _component(self, numbers: Sequence[int], offsets: dict[int, int]) -> Component:
        starts, inside = map(on_device, self.sector_arrays(numbers, offsets))
        return Component(self.rules, self.numbering, self.values, self.marks, offsets[numbers[0]], starts, inside)

    def passes(self, numbers: Sequence[int], offsets: dict[int, int]) -> Passes:
        """Run by the GPU's threads."""
        return CudaPasses(self, self._component(numbers, offsets), sizes_of(self.sector_set, numbers), dict(offsets))

    def tally(self, number: int, offsets: dict[int, int]) -> Tally:
        """Run by the GPU's threads."""
        totals = on_device(np.zeros(2 * BINS, np.int64))
        size = self.sector_set.sectors[number].size
        self.launch(tally_all, self._component([number], offsets), number, size, totals)
        return tally_of(totals.copy_to_host().reshape(2, BINS))

    def first_wrong(self, number: int, offsets: dict[int, int], step: int) -> int:
        """Run by the GPU's threads."""
        table = self._searchable._replace(values=self.values, starts=on_device(self.starts(offsets)))
        sector, answers = self.sector_set.sectors[number], on_device(np.full(1, NEVER, np.int64))
        place = place_of_sector(sector, offsets[number])
        self.launch(self.kernels.check, table, self.rules, place, step, sector.size, answers)
        found = int(answers.copy_to_host()[0])
        return FINE if found == NEVER else found

    def count_moves(self, states: Words) -> Numbers:
        """Run by the GPU's threads."""
        asked = on_device(questions(states, np.zeros(len(states), np.int64), 0))
        self.launch(self.kernels.count_moves, self.rules, asked, len(states))
        return np.asarray(asked.numbers.copy_to_host())

    def look_up(self, states: Words, starts: Numbers, moves: int, offsets: dict[int, int]) -> tuple[Values, Values]:
        """Run by the GPU's threads."""
        asked = on_device(questions(states, starts, moves))
        component = self._component([next(iter(offsets))], offsets)
        self.launch(self.kernels.look_up, component, asked, len(states))
        return np.asarray(asked.values.copy_to_host()), np.asarray(asked.after.copy_to_host())

    @cached_property
    def _searchable(self) -> Any:
        return on_device(self.searchable)
