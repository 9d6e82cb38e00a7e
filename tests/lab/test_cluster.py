"""Jobs on a real Dask cluster: a scheduler and workers in processes of their own."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from plyground.cli import app
from plyground.cli.lab import studies
from plyground.lab.runs import executors
from plyground.lab.runs.executors import ClusterError, cluster_executor, local_executor
from plyground.lab.runs.jobs import Data, Job, RunResult, RunSettings, run_jobs
from plyground.lab.runs.journal import RESULTS, read_results
from plyground.lab.runs.run import differences
from plyground.lab.studies import STUDIES
from plyground.lab.studies.experiment import StudyExperiment
from plyground.lab.studies.study import Scale
from tests.lab.inline import Inline, carry_out
from tests.lab.work import fail_at_seven, jobs, slower_first, square, squares

SMALL = Scale(games=2, runs=1, patience=0.01, limit=0.5, deepest=3)
STUDY = "neutreeko-order"
"""One with games that are timed, one at a time, and others that are played beside each other."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as made:
        yield made


def test_two_killed_workers_change_nothing(tmp_path: Path, cluster: Any) -> None:
    heard, killed = [], []

    def listen(job: Job, _: Data) -> None:
        heard.append(job.id)
        if len(heard) in (20, 60):
            killed.append(cluster.workers[len(killed)].pid)
            os.kill(killed[-1], signal.SIGKILL)

    with cluster_executor(cluster.scheduler_address) as workers:
        run = run_jobs(tmp_path / "cluster", jobs(100, 20), square, workers, RunSettings(on_result=listen))
    with local_executor(2) as alone:
        assert (
            run == run_jobs(tmp_path / "local", jobs(100, 20), square, alone) == RunResult(squares(100), {}, "finished")
        )
    assert len(set(killed)) == 2
    assert os.getpid() not in killed
    assert sorted(heard) == sorted(run.results)
    assert (tmp_path / "cluster" / RESULTS).read_bytes().count(b"\n") == 100


def test_failures_and_stopping_rules_are_the_same_as_on_one_machine(tmp_path: Path, cluster: Any) -> None:
    with cluster_executor(cluster.scheduler_address) as workers:
        assert workers.size == 2
        failed = run_jobs(tmp_path / "failed", jobs(10, odd=False), fail_at_seven, workers)
        assert failed.errors == {"n7": "'n7': ValueError: seven is wrong"}
        stopped = run_jobs(
            tmp_path / "stopped", jobs(60), slower_first, workers, RunSettings(stop=lambda job, _: job.id == "n11")
        )
        assert stopped == RunResult(squares(12), {}, "stopped")
        assert run_jobs(tmp_path / "after", jobs(5), square, workers).results == squares(5)


def test_an_address_without_a_cluster_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "SECONDS_TO_ANSWER", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1:99999", ""):
        with pytest.raises(ClusterError, match=f"No Dask cluster answers at '{address}'"):
            cluster_executor(address)


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install .*cluster"):
        cluster_executor("tcp://127.0.0.1:8786")


def test_workers_with_another_version_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.__version__", "99.0")
    with pytest.raises(ClusterError, match=r"has Plyground '[\d.]+', not 99.0"):
        cluster_executor(cluster.scheduler_address)


def test_a_study_on_a_cluster_brings_what_it_brings_here(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "QUICK", SMALL)
    command = ["lab", "run", STUDY, "--quick", "--cluster", cluster.scheduler_address]
    app([*command, "--folder", str(tmp_path / "cluster")], standalone_mode=False)
    carry_out(StudyExperiment(STUDIES[STUDY], SMALL), tmp_path / "here", Inline())
    planned = {job.id for job in STUDIES[STUDY].plan(SMALL)}
    assert len(planned) > 2
    assert set(read_results(tmp_path / "cluster")) == planned
    assert differences(tmp_path / "cluster", tmp_path / "here") == []
    assert (tmp_path / "cluster" / "report.html").is_file()
