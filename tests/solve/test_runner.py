"""Running the solver: it can be stopped, says how far it is, and gives the same values to any number of threads."""

from pathlib import Path

import numpy as np
import pytest

import plyground
from plyground.games.morris.sectors import sectors_with
from plyground.solve.driver import SolvePlan, prepare, solve
from plyground.solve.runner import NotSolvableError, SolveProgress, StoppedError, sectors_of
from plyground.solve.tablebase_folder import TablebaseFolder
from tests.solve.simulated import PLACING, made_up
from tests.solve.solved import solved


def test_a_run_that_is_stopped_ends_and_has_solved_nothing_half() -> None:
    plan = SolvePlan(plyground.game("morris"), 6)
    solver = prepare(plan)
    solver.on_progress = lambda progress: solver.stop()
    with pytest.raises(StoppedError):
        solve(plan, solver)
    assert solver.solved == set()


def test_every_table_that_can_be_read_is_loaded_up_to_the_first_that_cannot(tmp_path: Path) -> None:
    plan = SolvePlan(plyground.game("morris"), folder=tmp_path, threads=1)
    sector_set = sectors_with(list(PLACING), {}, "the first plies")
    tables = TablebaseFolder(tmp_path, plan.game, sector_set)
    whole = [made_up(sector.size, -2, 29) for sector in sector_set.sectors]
    for number in range(len(whole)):
        tables.write([number], whole.__getitem__)
    solver = prepare(plan, made=sector_set)
    assert solver.solved == set(range(len(whole)))
    assert all(np.array_equal(solver.part(number), values) for number, values in enumerate(whole))
    tables.path([2]).unlink()
    assert prepare(plan, made=sector_set).solved == {0, 1}


def test_progress_counts_the_plies_from_the_end() -> None:
    told: list[SolveProgress] = []
    solver = prepare(SolvePlan(plyground.game("morris"), 6), told.append)
    solver.run()
    assert [step.ply for step in told] == list(range(len(told)))
    assert {(step.sectors, step.done, step.whole) for step in told} == {(("3-3",), 0, 210_140)}


def test_one_thread_finds_what_two_find() -> None:
    solver, _ = solved("morris", 6)
    alone = prepare(SolvePlan(solver.game, 6, threads=1))
    alone.run()
    assert np.array_equal(alone.values, solver.values)


def test_a_game_without_numbers_is_refused_in_words() -> None:
    with pytest.raises(NotSolvableError, match="Block It has no numbering"):
        sectors_of(plyground.game("blockit"))
