"""The passes of a device, traced; as a script the solver's CUDA kernels under Numba's simulator.

    NUMBA_ENABLE_CUDASIM=1 python tests/solve/simulated.py ending|placing|sampled|whole

The functions that the kernels call are compiled as usual: only the kernels themselves are interpreted.
"""

import hashlib
import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import plyground
from plyground.core.game import Game
from plyground.core.sectors import SectorSet
from plyground.games.morris.sectors import sectors_with
from plyground.solve.device import Device
from plyground.solve.recompute import FINE
from plyground.solve.sample import Sampler
from plyground.solve.streamed import StreamedSolver

FEW = 1500
"""Numbers that are looked at: the mover has a mill in the first 1330, and can close one in the others."""
PLACING = ((1, 2, 8, 7), (1, 1, 8, 8), (0, 1, 9, 8), (0, 0, 9, 9))

MakeDevice = Callable[[Game, SectorSet], Device]


class HostArray(np.ndarray):
    """An array of the CPU's memory that can be copied as one of a GPU's."""

    def copy_to_host(self) -> Any:
        """A plain copy."""
        return np.array(self)

    def copy_to_device(self, values: Any) -> None:
        """Take over values."""
        self[:] = values


def stay(values: Any) -> Any:
    """What `on_device` does here: nothing moves."""
    if isinstance(values, np.ndarray):
        return values.view(HostArray)
    return type(values)(*map(stay, values)) if isinstance(values, tuple) else values


def simulated_device(game: Game, sector_set: SectorSet) -> Device:
    """A GPU of two blocks with three threads each."""
    from plyground.solve import cuda

    cuda.on_device = stay
    cuda.cuda.device_array = lambda size, kind: np.zeros(size, kind).view(HostArray)
    return cuda.CudaDevice(game, sector_set, blocks=2, threads=3)


def digest(device: Any) -> str:
    """A hash of all values and marks."""
    return hashlib.sha256(np.array(device.values).tobytes() + np.array(device.marks).tobytes()).hexdigest()


def ending(make: MakeDevice) -> list[Any]:
    """Passes through the first numbers of three men against three, from values that are made up."""
    game = plyground.game("morris")
    sector_set = game.sectors(6)
    device = make(game, sector_set)
    size = sector_set.sectors[0].size
    device.reserve(size, size)
    device.write(0, made_up(size, -1, 60).clip(-1, 2))
    device.write(0, made_up(FEW, -2, 3))
    passes: Any = device.passes([0], {0: 0})
    passes.sizes = {0: FEW}
    steps = (
        lambda: passes.count(2, 0),
        lambda: passes.go_back(2),
        lambda: passes.settle(1, True),
        lambda: passes.go_back(-2),
        lambda: passes.settle(1, False),
        lambda: passes.sweep(0),
        lambda: passes.begin(True),
    )
    return [(step(), digest(device)) for step in steps]


def placing(make: MakeDevice) -> list[Any]:
    """The first plies of the game from values of the third that are made up; checked, also with one that is wrong."""
    game = plyground.game("morris")
    sector_set = sectors_with(list(PLACING), {}, "the first plies")
    device = make(game, sector_set)
    sizes = [sector.size for sector in sector_set.sectors]
    offsets = {number: sum(sizes[:number]) for number in range(len(sizes))}
    device.reserve(sum(sizes), max(sizes))
    device.write(0, made_up(sizes[0], -2, 29))
    found: list[Any] = []
    for number in range(1, len(sizes)):
        found.append(device.passes([number], offsets).begin(True))
        found.append([sorted(counts.items()) for counts in device.tally(number, offsets)])
        assert device.first_wrong(number, offsets, 1) == FINE
    device.write(offsets[1] + 50, np.array([77], np.int16))
    return [*found, device.first_wrong(1, offsets, 1), device.first_wrong(1, offsets, 3), digest(device)]


def first_plies(make: MakeDevice) -> tuple[Sampler, dict[int, int]]:
    """A sampler for the first plies of the game, solved from values of the third that are made up."""
    game = plyground.game("morris")
    sector_set = sectors_with(list(PLACING), {}, "the first plies")
    device = make(game, sector_set)
    sizes = [sector.size for sector in sector_set.sectors]
    offsets = {number: sum(sizes[:number]) for number in range(len(sizes))}
    device.reserve(sum(sizes), max(sizes))
    device.write(0, made_up(sizes[0], -2, 29))
    for number in range(1, len(sizes)):
        device.passes([number], offsets).begin(True)
    return Sampler(game, sector_set, device, offsets), offsets


def sampled(make: MakeDevice) -> list[Any]:
    """Positions of a few games of three plies, and what was found at them."""
    sampler, _ = first_plies(make)
    found = sampler.look_up(sampler.from_games(12, longest=3))
    return [array.tolist() for array in found]


def made_up(size: int, least: int, most: int) -> np.ndarray:
    """Wins, draws and losses."""
    return np.random.default_rng(3).integers(least, most, size, endpoint=True).astype(np.int16)


def whole(make: MakeDevice) -> dict[str, Any]:
    """All of three men against three."""
    game = plyground.game("morris")
    solver = StreamedSolver(game, game.sectors(6), make(game, game.sectors(6)), check=100, free=10**9)
    solver.run()
    return {name: counted for name, counted in solver.data()["sectors"][0].items() if name != "seconds"}


TRACES = {"ending": ending, "placing": placing, "sampled": sampled, "whole": whole}


if __name__ == "__main__":
    print(json.dumps(TRACES[sys.argv[1]](simulated_device)))
