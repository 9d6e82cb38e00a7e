"""Solving sector by sector on a device: the same values in little memory, files, restarts, checks."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground
from plyground.core.sectors import SectorSet, index_in, sector_of, state_at
from plyground.games.morris import MorrisGame
from plyground.games.morris.sectors import all_sectors, placing_sides, sectors_with
from plyground.solve.arena import Arena, ArenaFullError
from plyground.solve.device import CpuDevice
from plyground.solve.driver import kept_prober, ready_prober
from plyground.solve.passes import StoppedError
from plyground.solve.resources import TooLargeError
from plyground.solve.statistics import by_sector
from plyground.solve.streamed import ComponentReport, StreamedSolver
from plyground.solve.tablebase_folder import SUFFIX, TablebaseFolder
from plyground.solve.verify import WrongValueError
from tests.nightly import NIGHTLY
from tests.solve.simulated import PLACING, made_up
from tests.solve.solved import solved

MEN = 7 if NIGHTLY else 6
GAME = plyground.game("morris")


def first_plies() -> SectorSet:
    """The placing of the first two men, after which values are made up."""
    return sectors_with(list(PLACING), {}, "the first plies")


def with_made_up_end(folder: Path) -> SectorSet:
    """The first plies, with a table of the last of them in the folder."""
    sector_set = first_plies()
    values = made_up(sector_set.sectors[0].size, -2, 29)
    TablebaseFolder(folder, GAME, sector_set).write([0], lambda number: values)
    return sector_set


def streamed(sector_set: SectorSet, folder: Path | None, **settings: Any) -> tuple[StreamedSolver, list[str]]:
    """A solver that has done its work, and the names of the components that it worked on."""
    seen: list[str] = []

    def report(component: ComponentReport) -> None:
        seen.extend(component.sectors)

    solver = StreamedSolver(GAME, sector_set, CpuDevice(GAME, sector_set), folder, on_report=report, **settings)
    solver.run()
    return solver, seen


def test_a_device_finds_what_the_solver_finds() -> None:
    solver, _ = solved("morris", MEN)
    found, _ = streamed(solver.sector_set, None, check=300)
    sectors = found.data()["sectors"]
    assert all(sector.pop("checked") >= 300 and sector.pop("seconds") >= 0 for sector in sectors)
    assert sectors == by_sector(solver)["sectors"]
    assert np.array_equal(found.device.read(0, len(solver.values)), solver.values)


def test_a_report_says_how_long_solving_and_checking_took(tmp_path: Path) -> None:
    sector_set, reports, times = with_made_up_end(tmp_path), [], iter((10.0, 13.0, 20.0) * 99)
    device = CpuDevice(GAME, sector_set)
    solver = StreamedSolver(GAME, sector_set, device, tmp_path, on_report=reports.append, clock=lambda: next(times))
    solver.run()
    assert {(report.seconds, report.check_seconds) for report in reports} == {(3.0, 7.0)}


def test_a_game_of_three_men_each_is_solved_from_the_empty_board() -> None:
    sector_set = all_sectors({}, 3)
    names = "3-3 1+1-3+0 2+1-3+0 2+1-2+1 1+2-2+1 1+2-1+2 0+3-1+2 0+3-0+3"
    assert " ".join(sector.name for sector in sector_set.sectors) == names
    solver, worked = streamed(sector_set, None, check=2000)
    assert " ".join(worked) == names
    assert [sector["checked"] for sector in solver.data()["sectors"][-4:]] == [1012, 92, 24, 1]
    prober, start = solver.prober(), GAME.position(".../.../.../....../.../.../... w 3,3")
    assert str(prober.score(start)) == "win in 23 plies"
    after = {str(score) for _, score in prober.moves(start)}
    assert after == {"win in 22 plies", "win in 26 plies"}  # plies still to go
    assert len(prober.line(start)) == 23


def test_little_memory_finds_the_same_as_much(tmp_path: Path) -> None:
    much, _ = streamed(with_made_up_end(tmp_path / "much"), tmp_path / "much")
    little, _ = streamed(with_made_up_end(tmp_path / "little"), tmp_path / "little", free=3600)
    assert little.arena.capacity < little.whole == much.arena.capacity
    ours, theirs = much.data(), little.data()
    for sector in (*ours["sectors"], *theirs["sectors"]):
        del sector["seconds"]
    assert ours == theirs
    assert {value.split()[0] for value in ours["first_moves"].values()} <= {"win", "loss", "draw"}
    assert ours["start"].split()[0] == "loss"


def test_the_start_follows_from_its_moves(tmp_path: Path) -> None:
    data = streamed(with_made_up_end(tmp_path), tmp_path)[0].data()
    plies = {move: int(value.removeprefix("loss ")) for move, value in data["first_moves"].items()}
    assert data["start"] == f"loss {1 + max(plies.values())}"
    for move, replies in data["second_moves"].items():
        wins = [int(value.split()[1]) for value in replies.values() if value.startswith("win")]
        assert plies[move] == 1 + min(wins)


def test_what_is_kept_is_not_solved_again(tmp_path: Path) -> None:
    sector_set = with_made_up_end(tmp_path)
    first, worked = streamed(sector_set, tmp_path)
    assert worked == [sector.name for sector in sector_set.sectors]
    again, nothing = streamed(sector_set, tmp_path)
    assert nothing == []
    assert again.data() == first.data()
    TablebaseFolder(tmp_path, GAME, sector_set).path([2]).unlink()
    assert streamed(sector_set, tmp_path)[1] == ["0+9-1+8"]


def test_a_journal_that_is_gone_is_counted_again(tmp_path: Path) -> None:
    sector_set = with_made_up_end(tmp_path)
    streamed(sector_set, tmp_path)
    (journal,) = (path for path in tmp_path.iterdir() if path.suffix != SUFFIX)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir() if path.suffix == SUFFIX}
    journal.write_text("{")
    assert streamed(sector_set, tmp_path)[1] == [sector.name for sector in sector_set.sectors]
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    sector_set = with_made_up_end(tmp_path)
    solver = StreamedSolver(GAME, sector_set, CpuDevice(GAME, sector_set), tmp_path)
    solver.on_report = lambda report: solver.stop()
    with pytest.raises(StoppedError):
        solver.run()
    solver, worked = streamed(sector_set, tmp_path)
    assert worked == [sector.name for sector in sector_set.sectors[1:]]
    assert solver.data()["start"].startswith("loss")


def test_what_is_kept_of_the_placing_phase_can_be_probed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sector_set = with_made_up_end(tmp_path)
    found, _ = streamed(sector_set, tmp_path)
    monkeypatch.setattr(MorrisGame, "all_sectors", lambda game: first_plies())
    for prober in (kept_prober(GAME, tmp_path, whole=True), ready_prober(GAME, tmp_path)):
        assert prober is not None
        score = prober.score(GAME.start())
        assert score is not None
        assert f"{score.kind} {score.plies}" == found.data()["start"]


def test_what_its_successors_deny_is_found(tmp_path: Path) -> None:
    with pytest.raises(WrongValueError, match=r"1\+8-2\+7 is wrong"):
        streamed(with_made_up_end(tmp_path), tmp_path, check=10)


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError, match="Keep the tables"):
        streamed(first_plies(), None, free=3600)
    with pytest.raises(TooLargeError, match="Solve fewer men"):
        streamed(first_plies(), tmp_path, free=1000)


def test_an_arena_drops_everything_when_it_is_full() -> None:
    arena = Arena([3, 4, 5, 2], 12)
    assert arena.place([0], []) == []
    assert arena.place([1], [0]) == []
    assert arena.offsets == {0: 0, 1: 3}
    assert arena.place([2], [1]) == []
    assert arena.place([3], [0, 2]) == [0, 2]
    assert arena.offsets == {0: 0, 2: 3, 3: 8}
    with pytest.raises(ArenaFullError, match="14 values are needed"):
        arena.place([2], [0, 1, 3])


def test_the_placing_phase_leads_from_the_empty_board_to_the_endings() -> None:
    sides = placing_sides()
    assert sides[-1] == (0, 0, 9, 9)
    assert len(set(sides)) == len(sides)
    for own, enemy, own_hand, enemy_hand in sides:
        assert own_hand - enemy_hand in (0, 1)
        assert max(own + own_hand, enemy + enemy_hand) <= 9
        after = (enemy, own + 1, enemy_hand, own_hand - 1)
        ends = own_hand == 1 and (own < 2 or enemy_hand == 0)  # too few men to go on, or the last man placed
        assert (after in sides) != ends


def test_positions_with_men_in_hand_have_numbers() -> None:
    sides = [(2, 3, 4, 3), (3, 2, 5, 5), (2, 2, 7, 7)]
    sector_set, state = sectors_with(sides, {}, "some positions"), np.zeros(1, np.uint64)
    for number, sector in enumerate(sector_set.sectors):
        for at in map(int, np.random.default_rng(5).integers(0, sector.size, 40)):
            if state_at(sector_set.numbering, number, at, state):
                assert int(sector_of(sector_set.numbering, state)) == number
                assert int(index_in(sector_set.numbering, number, state)) == at
    assert int(sector_of(sector_set.numbering, GAME.start_state())) == -1
    assert [sector.about["mover"] for sector in sector_set.sectors] == [[2, 4], [3, 5], [2, 7]]
