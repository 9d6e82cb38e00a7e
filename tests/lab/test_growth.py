"""How searches grow, on a tiny scale."""

from pathlib import Path
from typing import Any

import polars
import pytest

import plyground
from plyground.lab.runs.jobs import Data
from plyground.lab.runs.run import read_manifest
from plyground.lab.studies.growth import GrowthExperiment, GrowthScale, branching, savings, switch_table
from plyground.lab.studies.growth_tasks import SWITCHES, climb, positions_of, work
from tests.lab.inline import Inline, carry_out

TINY = GrowthScale(limit=60, deepest=3, playouts=100, runs=1, pairs=1, nodes=300, seconds=0.001)


def nodes(*counts: int) -> list[Data]:
    return [{"depth": depth, "nodes": count} for depth, count in enumerate(counts, 1)]


def test_the_branching_factor_is_the_growth_for_one_ply() -> None:
    assert branching(nodes(10, 30, 90, 270)) == pytest.approx(3)
    assert branching(nodes(1, 10, 20, 40, 80, 160)) == pytest.approx(2), "only the last four plies count"
    assert branching(nodes(10)) is None


def test_minimax_visits_every_line_depth_after_depth() -> None:
    task: dict[str, Any] = TINY.as_data() | {"game": "neutreeko", "search": "minimax"}
    rows = climb(task)["rows"]
    assert [row["depth"] for row in rows] == [1, 2, 3]
    game = plyground.game("neutreeko")
    first = sum(len(position.moves) for position in positions_of(game, 1))
    assert rows[0]["nodes"] == first


def test_alpha_beta_visits_no_more_than_minimax() -> None:
    task: dict[str, Any] = TINY.as_data() | {"game": "neutreeko"}
    plain, cut = (climb(task | {"search": search})["rows"] for search in ("minimax", "alpha-beta"))
    for one, other in zip(plain, cut, strict=True):
        assert other["nodes"] <= one["nodes"]


def test_everything_that_the_engine_can_do_without_is_switched_off_in_turn() -> None:
    assert {"aspiration", "table", "killers", "history", "countermoves", "pvs", "reductions"} <= set(SWITCHES)
    assert "exact" not in SWITCHES
    found = work(TINY.as_data() | {"do": "switches", "game": "neutreeko"})
    assert [row["off"] for row in found["rows"]] == ["", *SWITCHES]


def test_a_switch_that_did_not_finish_is_shown_as_at_least() -> None:
    row = {"nodes": 100, "seconds": 0.1, "finished": True}
    rows = [{"off": ""} | row, {"off": "table"} | row | {"nodes": 500, "finished": False}]
    results = {"neutreeko-switches": {"depth": 6, "rows": rows}}
    assert savings("neutreeko", results) == [("table", 5.0, False)]
    assert switch_table("neutreeko", results).rows[1][3] == "> 5"


def test_a_run_measures_a_game_and_writes_its_page(tmp_path: Path) -> None:
    experiment = GrowthExperiment(("morris",), TINY)
    summary = carry_out(experiment, tmp_path)
    assert any("effective branching factor" in line for line in summary["lines"])
    table = polars.read_parquet(tmp_path / "depths.parquet")
    assert set(table["search"]) == {"minimax", "alpha-beta", "alpha-beta, sorted", "engine, exact", "engine"}
    page = (tmp_path / "report.html").read_text()
    for caption in ("Nodes and time by depth", "techniques save", "Threads", "Monte Carlo", "heuristics are worth"):
        assert caption in page
    workers = Inline()
    assert carry_out(GrowthExperiment.from_settings(read_manifest(tmp_path).settings), tmp_path, workers) == summary
    assert workers.count == 0
