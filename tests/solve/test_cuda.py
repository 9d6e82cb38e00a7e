"""The solver for a GPU, without one: its kernels under Numba's simulator do what the CPU's loops do."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.solve.device import CpuDevice, NoDeviceError, device_named
from tests.nightly import NIGHTLY
from tests.patience import PATIENCE
from tests.solve.simulated import TRACES, ending, placing
from tests.solve.solved import solved

ROOT = Path(__file__).parents[2]


def simulated(name: str, timeout: float | None = PATIENCE) -> Any:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore", "tests/solve/simulated.py", name]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=timeout, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["ending", "placing", "sampled"])
def test_the_kernels_for_a_gpu_do_the_same(name: str) -> None:
    expected = json.loads(json.dumps(TRACES[name](CpuDevice)))
    assert simulated(name) == expected


def test_the_passes_that_are_compared_do_something() -> None:
    """Each changes values or marks, or counts something: else equality would say nothing."""
    (counted, _), *found = ending(CpuDevice)
    assert min(counted) > 0
    assert len({digest for _, digest in found}) == len(found)
    assert [answer for answer, _ in found][-3:] == [3, 2, 2]
    *_, every, third, _ = placing(CpuDevice)
    assert (every, third) == (50, -1)


@pytest.mark.skipif(not NIGHTLY, reason="takes minutes; `make nightly` runs it, and parts of it run by day")
def test_three_men_against_three_on_a_simulated_gpu() -> None:
    from plyground.solve.statistics import by_sector

    solver, _ = solved("morris", 6)
    assert simulated("whole", timeout=None) == by_sector(solver)["sectors"][0] | {"checked": 101}


def test_an_absent_gpu_is_said_in_a_sentence() -> None:
    game = plyground.game("morris")
    with pytest.raises(NoDeviceError, match="No GPU that numba-cuda can use was found"):
        device_named("cuda", game, game.sectors(6))
