"""A class on a real Dask cluster of separate processes."""

import json
import sys
from pathlib import Path

from distributed import LocalCluster
from typer.testing import CliRunner

from plyground.cli import app
from tests.lab.pupils import write_engine


def test_the_files_of_a_class_play_on_the_machines_of_a_cluster(tmp_path: Path) -> None:
    folder = tmp_path / "my class"
    folder.mkdir()
    (folder / "anna.txt").write_text("random:seed=7\n", encoding="utf-8")
    (folder / "broken.py").write_text("def nothing(:\n", encoding="utf-8")
    write_engine(folder / "bruno")
    write_engine(folder / "carla")
    run = tmp_path / "run"
    command = ["lab", "class", str(folder), "neutreeko", "--games", "2", "--opening", "0", "--folder", str(run)]
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        done = CliRunner().invoke(app, [*command, "--json", "--cluster", cluster.scheduler_address])
    assert done.exit_code == 0, (done.output, done.exception)
    summary = json.loads(done.stdout)
    assert (summary["games"], summary["faults"], summary["errors"]) == (6, 0, {})
    assert [each["file"] for each in summary["refused"]] == ["broken.py"]
    assert (run / "report.html").read_text(encoding="utf-8").count("data-replay=") == 6
    assert sys.executable not in (run / "manifest.json").read_text(encoding="utf-8"), "a machine has its own Python"
