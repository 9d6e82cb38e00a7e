"""The published studies on a tiny scale: a study a report, from its jobs to its page."""

import json
from pathlib import Path

import polars
import pytest

from plyground.lab.contests.game_pair import games_of
from plyground.lab.runs.registry import read_experiment
from plyground.lab.runs.run import read_manifest
from plyground.lab.studies import STUDIES, UnknownStudyError, blockit, eximo, find_study, hex, morris, neutreeko  # noqa: A004 (the game)
from plyground.lab.studies.duels import Duel, unlimited
from plyground.lab.studies.experiment import StudyExperiment
from plyground.lab.studies.sources import REPORTS
from plyground.lab.studies.study import FULL, QUICK, Scale
from plyground.lab.studies.tasks import START, GamesPlan, games_jobs, play_games, time_search, varied
from plyground.play.agents.spec import AgentSpec
from plyground.play.records.text_format import read_records
from tests.lab.inline import Inline, carry_out

TINY = Scale(games=2, runs=1, patience=0.01, limit=0.5, deepest=4)
SHALLOW = Scale(games=2, runs=1, patience=0.01, limit=0.5, deepest=3)
NAMES = [
    "hex-depths",
    "hex-first-player",
    "blockit-times",
    "eximo-heuristics",
    "eximo-depth",
    "eximo-pruning",
    "neutreeko-times",
    "neutreeko-ranking",
    "neutreeko-order",
    "morris-agents",
]
ONE_A_REPORT = {
    "hex-depths": (SHALLOW, 3 * 2),
    "blockit-times": (SHALLOW, 3 + 4),
    "eximo-depth": (SHALLOW, 2 * 2),
    "neutreeko-order": (SHALLOW, 4 * 2 + 6),
    "morris-agents": (TINY, 2 * 6 * 2),
}


def test_every_table_of_the_reports_has_a_study() -> None:
    assert list(STUDIES) == NAMES
    assert list(dict.fromkeys(study.report for study in STUDIES.values())) == list(REPORTS)
    assert [report.file[:4] for report in REPORTS.values()] == ["000_", "001_", "002_", "003_", "004_"]


def test_a_name_that_is_none_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownStudyError, match="no study 'chess-depths'; there are hex-depths"):
        find_study("chess-depths")


@pytest.mark.parametrize("name", NAMES)
def test_jobs_of_a_plan_are_different_and_plain_and_quick_ones_are_fewer(name: str) -> None:
    full, quick = (list(STUDIES[name].plan(scale)) for scale in (FULL, QUICK))
    assert len({job.id for job in full}) == len(full) >= len(quick)
    assert json.loads(json.dumps([job.task for job in full])) == [job.task for job in full]


@pytest.mark.parametrize("name", ONE_A_REPORT)
def test_a_study_runs_from_its_jobs_to_its_page(name: str, tmp_path: Path) -> None:
    scale, count = ONE_A_REPORT[name]
    workers = Inline()
    summary = carry_out(StudyExperiment(STUDIES[name], scale), tmp_path, workers)
    assert workers.count == count
    assert summary["study"] == name
    source = STUDIES[name].source
    assert summary["sentence"].startswith(f"The conclusion of “{source.title}” ({source.file})")
    assert summary["source"] == {"title": source.title, "file": source.file}
    figures = polars.read_parquet(tmp_path / "figures.parquet")
    assert figures.columns == ["what", "measure", "published", "measured", "ratio"]
    assert figures["measured"].min() is not None
    page = (tmp_path / "report.html").read_text()
    for text in (summary["sentence"], "published", "ratio", "<svg", f"plyground lab run {name}"):
        assert text.replace("'", "&#x27;") in page
    assert ("Every game" in page) == (name != "hex-depths"), "that one has no games"
    assert (tmp_path / "report.md").read_text().count("plots/") >= 1


def test_a_study_that_was_finished_is_not_done_again(tmp_path: Path) -> None:
    study = StudyExperiment(STUDIES["hex-depths"], SHALLOW)
    first = carry_out(study, tmp_path)
    workers = Inline()
    again = read_experiment(read_manifest(tmp_path))
    assert carry_out(again, tmp_path, workers) == first
    assert workers.count == 0


def test_the_games_of_a_study_are_kept_as_records(tmp_path: Path) -> None:
    carry_out(StudyExperiment(STUDIES["eximo-depth"], SHALLOW), tmp_path)
    records = read_records((tmp_path / "games.txt").read_text())
    assert len(records) == 2 * (1 + 2)
    assert polars.read_parquet(tmp_path / "games.parquet").height == len(records)
    for record in records:
        record.checked_end()


def test_the_published_figures_are_those_of_the_reports() -> None:
    assert hex.PUBLISHED == {6: 1, 7: 3, 8: 13, 9: 75}
    assert sum(sum(row.values()) for row in blockit.PUBLISHED.values()) == 69_948
    rows = {row.key: row for row in (*eximo.HEURISTICS, *eximo.DEPTHS, *eximo.UNCUT)}
    assert [row.winner for row in rows.values()] == [0, 0, 0, 0, 0, 0, 1, 0, 1, None, 0, 0]
    assert [sum(row.seconds) for row in rows.values()] == [23, 32, 419, 212, 75, 82, 387, 72, 22, 388, 161, 950]
    assert sum(sum(map(sum, row.plays)) for row in rows.values()) == 7_754
    assert sum(map(sum, neutreeko.PUBLISHED.values())) == pytest.approx(86.226057)
    assert sum(map(sum, neutreeko.CLOCKWISE.values())) == pytest.approx(26.999154)
    assert morris.DUELS[0].plays == ((12,), (11,))
    assert sum(map(sum, morris.SECONDS.values())) == pytest.approx(0.72074)


def test_eximo_agents_search_as_published() -> None:
    first, uncut = eximo.HEURISTICS[0], eximo.UNCUT[1]
    assert str(first.agents[0]) == "alphabeta:heuristic=advanced,depth=3,seconds=3,sort=on"
    assert str(uncut.agents[1]) == "minimax:heuristic=basic,depth=3,seconds=5"
    assert uncut.what == "advanced 3 – basic 3, 5 s, no cuts"


@pytest.mark.parametrize(("row", "plays"), [(eximo.HEURISTICS[0], (33, 33)), (eximo.DEPTHS[1], (30, 36))])
def test_eximo_games_from_the_usual_start_are_won_as_published(row: Duel, plays: tuple[int, int]) -> None:
    (job,) = games_jobs(row.key, GamesPlan("eximo", probe=0), unlimited(row), [(START,)])
    (game,) = games_of(play_games(job.task))
    assert game.winner == row.winner
    assert game.plays == plays, "near the published 29 / 24 and 27 / 33"


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_both_searches_of_hex_find_the_same_value_at_every_depth(depth: int) -> None:
    task = {"do": "search", "game": "hex", "options": {"size": "5", "swap": "off"}, "runs": 1, "patience": 0.0}
    found = [time_search(task | {"agent": str(hex.search_spec(name, depth))}) for name in hex.SEARCHES]
    assert found[0]["score"] == found[1]["score"]


def test_a_timed_search_is_repeated_and_tells_its_nodes() -> None:
    agent = "alphabeta:heuristic=H1,depth=3"
    task = {"do": "search", "game": "neutreeko", "options": {}, "agent": agent, "runs": 3, "patience": 5.0}
    found = time_search(task)
    assert len(found["seconds"]) >= 3
    assert found["nodes"] == 500
    assert found["finished"]
    assert len(time_search(task | {"patience": 0.0})["seconds"]) == 1


def test_a_search_that_ran_out_of_time_is_not_called_finished() -> None:
    task = {"do": "search", "game": "neutreeko", "options": {}, "runs": 3, "patience": 5.0}
    found = time_search(task | {"agent": "minimax:heuristic=H1,depth=12,seconds=0.05"})
    assert not found["finished"]
    assert len(found["seconds"]) == 1


def test_games_are_the_same_again_and_players_change_seats() -> None:
    players = [AgentSpec("alphabeta", "H1", depth=2), AgentSpec("random")]
    openings = varied("neutreeko", 2, seed=3)
    (job,) = games_jobs("x", GamesPlan("neutreeko", longest=30, both=True), players, openings)
    games = play_games(job.task)["games"]
    assert [game["first"] for game in games] == [0, 1, 0, 1]
    assert games[0]["moves"][:2] == games[1]["moves"][:2]
    again = play_games(job.task)["games"]
    assert [game["moves"] for game in games] == [game["moves"] for game in again]
    assert all(game["turns"][0] + game["turns"][1] + game["opening"] == len(game["moves"]) for game in games)
