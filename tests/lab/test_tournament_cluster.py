"""A tournament on a real Dask cluster of separate processes, two of which are killed in the middle."""

import os
import signal
from pathlib import Path
from typing import Any

from distributed import LocalCluster

from plyground.lab.runs.executors import cluster_executor
from plyground.lab.runs.jobs import RunProgress
from plyground.lab.runs.journal import RESULTS
from plyground.lab.runs.run import differences, open_run
from tests.lab.contests import NOW, carried_out, small_tournament

PAIRS = 12


def test_two_killed_workers_change_nothing_in_the_table(tmp_path: Path) -> None:
    experiment, killed = small_tournament(PAIRS), list[int]()
    total = 3 * PAIRS

    def watch(now: RunProgress) -> None:
        """Kill a worker after a quarter of the games, and another one after the half."""
        if len(killed) < 2 and total * (len(killed) + 1) / 4 <= now.done < total:
            killed.append(cluster.workers[len(killed)].pid)
            os.kill(killed[-1], signal.SIGKILL)

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        cluster_executor(cluster.scheduler_address) as workers,
    ):
        run = open_run(tmp_path / "cluster", experiment.manifest, NOW)
        spread: dict[str, Any] = experiment.carry_out(run, workers, watch)
    alone = carried_out(experiment, tmp_path / "alone")
    assert len(set(killed)) == 2
    assert os.getpid() not in killed
    assert spread | {"folder": ""} == alone | {"folder": ""}
    assert differences(tmp_path / "cluster", tmp_path / "alone") == []
    assert (tmp_path / "cluster" / RESULTS).read_bytes().count(b"\n") == total
    assert (tmp_path / "cluster/games.txt").read_bytes() == (tmp_path / "alone/games.txt").read_bytes()
