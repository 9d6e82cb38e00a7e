"""Jobs in local processes."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from typing import Any

import pytest

from plyground.core.folder_lock import FolderBusyError
from plyground.lab.runs.executors import LocalWorkers, Workers, local_executor
from plyground.lab.runs.jobs import CombinedProgress, Data, Job, JobError, RunProgress, RunResult, RunSettings, run_jobs
from plyground.lab.runs.journal import RESULTS, Journal, JournalError, read_results
from tests.lab.work import die_at_seven, fail_at_seven, interrupt_is_blocked, jobs, slower_first, square, squares
from tests.patience import wait_until


@pytest.fixture(scope="module")
def workers() -> Iterator[LocalWorkers]:
    with local_executor(2) as made:
        yield made


class Inside(Workers):
    """Runs jobs in this process, each when it is submitted; remembers them."""

    def __init__(self) -> None:
        self.ran: list[int] = []

    size = 2

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run it now."""
        self.ran.append(args[0]["number"])
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def abandon(self) -> None:
        """Nothing is ever left."""


def test_results_come_by_id_in_the_order_of_the_jobs(tmp_path: Path, workers: Workers) -> None:
    heard = []
    run = run_jobs(
        tmp_path, jobs(25), slower_first, workers, RunSettings(on_result=lambda job, _: heard.append(job.id))
    )
    assert run == RunResult(squares(25), {}, "finished")
    assert list(run.results) == [job.id for job in jobs(25)]
    assert heard != list(run.results), "they were meant to come out of order"
    assert sorted(heard) == sorted(run.results)


def test_only_what_has_no_result_is_done(tmp_path: Path) -> None:
    first, second = Inside(), Inside()
    run_jobs(tmp_path, jobs(6)[::2], square, first)
    heard = []
    run = run_jobs(tmp_path, jobs(6), square, second, RunSettings(on_result=lambda job, _: heard.append(job.id)))
    assert (first.ran, second.ran) == ([0, 2, 4], [1, 3, 5])
    assert run.results == squares(6)
    assert list(run.results) == [job.id for job in jobs(6)]
    assert heard == ["n1", "n3", "n5"]


def test_a_fresh_result_is_the_same_as_a_stored_one(tmp_path: Path) -> None:
    def with_tuple(task: Data) -> Data:
        return {"pair": (1, 2), "by number": {task["number"]: None}}

    fresh = run_jobs(tmp_path, jobs(1), with_tuple, Inside())
    assert fresh == run_jobs(tmp_path, jobs(1), with_tuple, Inside())
    assert fresh.results["n0"] == {"pair": [1, 2], "by number": {"0": None}}


def test_a_worker_that_dies_costs_nothing(tmp_path: Path, workers: Workers) -> None:
    run = run_jobs(tmp_path, jobs(20, 5, once=str(tmp_path / "once")), die_at_seven, workers)
    assert (tmp_path / "once").exists()
    assert run == RunResult(squares(20), {}, "finished")


def test_a_unit_that_always_kills_its_worker_is_named_and_harms_no_other(tmp_path: Path, workers: Workers) -> None:
    run = run_jobs(tmp_path, jobs(20, 5, once=""), die_at_seven, workers)
    assert run.errors == {"n7": "'n7': the process that ran it died repeatedly."}
    assert run.results == {key: result for key, result in squares(20).items() if key != "n7"}
    assert run.ended == "finished"


@pytest.mark.parametrize(("odd", "reason"), [(False, "ValueError: seven is wrong"), (True, "ValueError: Out of range")])
def test_a_unit_that_fails_is_named_and_tried_again_at_the_next_run(tmp_path: Path, odd: bool, reason: str) -> None:
    planned = jobs(10, odd=odd)
    run = run_jobs(tmp_path, planned, fail_at_seven, Inside())
    assert run.errors["n7"].startswith(f"'n7': {reason}")
    assert (len(run.results), run.ended) == (9, "finished")
    again = Inside()
    assert run_jobs(tmp_path, planned, square, again) == RunResult(squares(10), {}, "finished")
    assert again.ran == [7]


def test_too_many_failures_end_the_run(tmp_path: Path) -> None:
    def broken(task: Data) -> Data:
        raise ValueError(task["number"])

    workers = Inside()
    run = run_jobs(tmp_path, jobs(100), broken, workers, RunSettings(most_errors=3, most_ahead=1))
    assert (run.ended, len(run.errors), run.results) == ("errors", 4, {})
    assert workers.ran == [0, 1, 2, 3]


def test_a_stopping_rule_gives_the_same_outcome_however_the_results_come(tmp_path: Path, workers: Workers) -> None:
    def rule(seen: list[int]) -> Any:
        def stop(job: Job, result: Data) -> bool:
            seen.append(result["square"])
            return sum(seen) > 500

        return stop

    for name, chosen, ahead in (("alone", Inside(), 1), ("many", workers, 8), ("many", Inside(), 1)):
        seen: list[int] = []
        run = run_jobs(tmp_path / name, jobs(200), slower_first, chosen, RunSettings(stop=rule(seen), most_ahead=ahead))
        assert run == RunResult(squares(12), {}, "stopped")
        assert seen == [number**2 for number in range(12)]
        stored = len(read_results(tmp_path / name))
        assert 12 <= stored < 40
    assert isinstance(chosen, Inside)
    assert chosen.ran == [], "a run that was stopped stays stopped"


def test_workers_go_on_after_they_were_told_to_abandon_their_work(workers: LocalWorkers) -> None:
    began = [workers.submit(square, {"number": 3, "ms": 600_000}) for _ in range(5)]
    try:
        wait_until(began[0].running)
    finally:
        workers.abandon()
    for future in began:
        assert future.cancelled() or isinstance(future.exception(60), BrokenExecutor)
    assert workers.submit(square, {"number": 3, "ms": 0}).result(60) == {"square": 9}


def test_workers_leave_ctrl_c_to_the_program() -> None:
    with local_executor(1) as workers:
        process = workers.submit(os.getpid).result(60)
        os.kill(process, signal.SIGINT)
        assert workers.submit(os.getpid).result(60) == process
        assert workers.submit(interrupt_is_blocked, {}).result(60) == {"blocked": True}


def test_what_was_finished_is_stored_when_something_goes_wrong_outside(tmp_path: Path, workers: Workers) -> None:
    def listener(job: Job, _: Data) -> None:
        if job.id == "n5":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_jobs(tmp_path, jobs(500, 5), square, workers, RunSettings(on_result=listener))
    kept = read_results(tmp_path)
    assert "n5" in kept
    assert len(kept) < 100
    with Journal(tmp_path):
        pass


def test_progress_estimates_the_rest_from_what_this_program_did(tmp_path: Path) -> None:
    run_jobs(tmp_path, jobs(4), square, Inside())
    told: list[RunProgress] = []
    ticks = iter(range(0, 1000, 10))
    run_jobs(
        tmp_path,
        jobs(10),
        square,
        Inside(),
        RunSettings(on_progress=told.append, most_ahead=2, clock=lambda: float(next(ticks))),
    )
    assert told == [RunProgress(6, 10, 10, 20), RunProgress(8, 10, 20, 10), RunProgress(10, 10, 30, 0)]
    assert told[0].as_data() == {"done": 6, "total": 10, "seconds": 10, "rest": 20}


def test_two_programs_cannot_work_in_one_folder(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(FolderBusyError, match="Another program is working in"):
        run_jobs(tmp_path, jobs(2), square, Inside())
    assert run_jobs(tmp_path, jobs(2), square, Inside()).results == squares(2)


def test_results_of_other_settings_are_not_taken(tmp_path: Path) -> None:
    run_jobs(tmp_path, jobs(3), square, Inside())
    with pytest.raises(JournalError, match="'n0' for another task"):
        run_jobs(tmp_path, jobs(3, milliseconds=1), square, Inside())


def test_ids_are_unique_and_tasks_plain(tmp_path: Path) -> None:
    with pytest.raises(JobError, match="Two jobs have the id 'n1'"):
        run_jobs(tmp_path, jobs(3) + jobs(2)[1:], square, Inside())
    with pytest.raises(JobError, match="task of 'a' is not plain data"):
        run_jobs(tmp_path, [Job("a", {"number": {1}})], square, Inside())
    assert not (tmp_path / RESULTS).exists() or read_results(tmp_path) == {}


def test_a_run_in_parts_shows_one_progress() -> None:
    seen: list[RunProgress] = []
    times = iter([0.0, 1.0, 4.0, 6.0])
    shown = CombinedProgress(seen.append, total=10, known=2, clock=lambda: next(times))
    shown(RunProgress(2, 5, 1.0, None))
    shown(RunProgress(4, 5, 4.0, 0.5))
    shown.before = 5
    shown(RunProgress(1, 5, 1.0, None))
    assert [(now.done, now.total, now.seconds, now.rest) for now in seen] == [
        (2, 10, 1.0, None),
        (4, 10, 4.0, 12.0),
        (6, 10, 6.0, 6.0),
    ]
