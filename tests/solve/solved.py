"""Games solved once for all tests of a process, and kept in a folder for those who read files."""

import tempfile
from functools import cache
from pathlib import Path

import plyground
from plyground.solve.driver import SolvePlan, prepare, solve
from plyground.solve.runner import Solver


@cache
def solved(name: str, men: int | None = None) -> tuple[Solver, Path]:
    """The solver that has done its work, and the folder of its tables."""
    folder = Path(tempfile.mkdtemp(prefix="plyground-tables-"))
    plan = SolvePlan(plyground.game(name), men, folder)
    solver = prepare(plan)
    solve(plan, solver)
    return solver, folder
