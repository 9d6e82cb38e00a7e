"""Eximo endings: what is proved with few men holds whatever a promotion leads to."""

from pathlib import Path

import numpy as np
import pytest

import plyground
from plyground.core.sectors import state_at
from plyground.solve.statistics import by_sector, prober_of
from plyground.solve.tablebase_folder import TablebaseFolder
from plyground.solve.verify import WrongValueError, verify
from tests.search.judge import LOSS, OPEN, WIN, outcome_within
from tests.solve.solved import solved

PLIES = 4


def test_what_is_near_the_end_is_what_looking_at_every_line_says() -> None:
    """A win or loss within a few plies is in the table, unless its lines leave the table on the way."""
    solver, _ = solved("eximo", 2)
    prober, state, seen = prober_of(solver), solver.game.empty_state(), set()
    for at in np.random.default_rng(4).integers(0, solver.layout.size, 400):
        if not state_at(solver.sector_set.numbering, 0, int(at), state):
            continue
        position = plyground.Position(solver.game, state.tobytes())
        score, judged = prober.score(position), outcome_within(position, PLIES)
        if score is not None and score.plies is not None and score.plies <= PLIES:
            assert judged == {"win": WIN, "loss": LOSS}[score.kind], str(position)
        elif score is not None:
            assert judged == OPEN, str(position)
        seen.add(judged)
    assert seen == {WIN, LOSS, OPEN}


def test_what_is_open_is_told_as_open_and_no_draw() -> None:
    solver, _ = solved("eximo", 2)
    (sector,) = by_sector(solver)["sectors"]
    assert "draws" not in sector
    assert sector["wins"] + sector["open"] + sector["losses"] == sector["orbits"]
    state = solver.game.empty_state()
    state_at(solver.sector_set.numbering, 0, int(np.flatnonzero(solver.part(0) == 0)[0]), state)
    assert prober_of(solver).score(plyground.Position(solver.game, state.tobytes())) is None


def test_more_men_decide_more_of_what_was_open() -> None:
    """What leaves a table with two men may stay in one with three: nothing proved is taken back."""
    few, _ = solved("eximo", 2)
    more, _ = solved("eximo", 3)
    before, after = few.part(0), more.part(0)
    decided = before != 0
    assert np.array_equal(np.sign(before[decided]), np.sign(after[decided]))
    assert np.count_nonzero(after) > np.count_nonzero(before)


def test_every_value_follows_from_its_successors() -> None:
    solver, folder = solved("eximo", 3)
    (path,) = folder.iterdir()
    assert verify(path).values == solver.layout.size


def test_what_is_proved_without_reason_is_found(tmp_path: Path) -> None:
    solver, _ = solved("eximo", 2)
    tables, values = TablebaseFolder(tmp_path, solver.game, solver.sector_set), solver.part(0).copy()
    values[np.flatnonzero(values == 0)[100]] = 8
    tables.write((0,), lambda sector: values)
    with pytest.raises(WrongValueError, match="it has 8 for"):
        verify(tables.path((0,)))
