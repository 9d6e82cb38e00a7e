"""Whole runs in folders: what is in them, that they repeat, go on, and refuse what does not belong."""

import json
import sys
from pathlib import Path

import polars
import pytest

from plyground.lab.contests.match_experiment import MatchExperiment
from plyground.lab.runs import run as run_module
from plyground.lab.runs.executors import local_executor
from plyground.lab.runs.journal import RESULTS, read_results
from plyground.lab.runs.registry import read_experiment
from plyground.lab.runs.run import (
    MANIFEST,
    Manifest,
    RunError,
    differences,
    open_run,
    read_manifest,
    reopen_run,
    timeless,
)
from plyground.lab.stats.sprt import Sprt
from plyground.play.records.text_format import read_records
from tests.lab.contests import NOW, RANDOM, TWO, carried_out, neutreeko, players, small_match, small_tournament
from tests.lab.inline import Inline

FAKE = Path(__file__).parents[1] / "protocol" / "fake.py"


def test_a_match_leaves_everything_in_its_folder(tmp_path: Path) -> None:
    summary = carried_out(small_match(10), tmp_path, markdown=True)
    assert summary == json.loads((tmp_path / "summary.json").read_text())
    assert summary["games"] == summary["wins"] + summary["draws"] + summary["losses"] == 20
    assert summary["wins"] > summary["losses"], "two plies of search are better than dice"
    assert summary["elo"]["low"] < summary["elo"]["value"]
    assert (summary["faults"], summary["errors"], summary["folder"]) == (0, {}, str(tmp_path))
    table = polars.read_parquet(tmp_path / "games.parquet")
    records = read_records((tmp_path / "games.txt").read_text())
    assert len(table) == len(records) == 20
    assert table["winner"].to_list().count(TWO) == summary["wins"]
    assert [" ".join(record.moves) for record in records] == table["moves"].to_list()
    assert [record.players for record in records] == list(zip(table["first"], table["second"], strict=True))
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 3
    assert f"{summary['wins']}</td>" in page
    assert all(f"plots/{name}.svg" in (tmp_path / "report.md").read_text() for name in ("elo", "score", "lengths"))
    assert (tmp_path / "plots" / "elo.svg").is_file()


def failing_match(*ways: str) -> MatchExperiment:
    """Two programs that lose by faults; the second one only where the first does not."""
    terms = neutreeko()
    return MatchExperiment(terms, players(terms, *(f"cmd:{sys.executable} -S {FAKE} {way}" for way in ways)), 2)


def test_what_went_wrong_reaches_everything_that_a_run_leaves(tmp_path: Path) -> None:
    experiment = failing_match("crash", "illegal")
    crashing, illegal = (player.name for player in experiment.players)
    told: list[str] = []
    run = open_run(tmp_path, experiment.manifest, NOW, markdown=True)
    summary = experiment.carry_out(run, Inline(), lambda now: told.extend(now.news))
    words = {"crash": "I have no idea what to do.", "illegal move": "'zz' is not a move"}
    found = [(fault["player"], fault["kind"], fault["games"], fault["unit"]) for fault in summary["fault_details"]]
    assert found == [(crashing, "crash", 2, "A-B-000001"), (illegal, "illegal move", 2, "A-B-000001")]
    assert all(words[fault["kind"]] in fault["detail"] for fault in summary["fault_details"])
    assert len(told) == 2, "while it runs, the first of each kind"
    assert all(any(detail in line and "(A-B-000000)" in line for line in told) for detail in words.values())
    table = polars.read_parquet(tmp_path / "games.parquet")
    records = read_records((tmp_path / "games.txt").read_text())
    for reason, detail in (
        *zip(table["reason"], table["detail"], strict=True),
        *((each.reason, each.detail) for each in records),
    ):
        assert words[reason] in detail
    page = (tmp_path / "report.md").read_text()
    assert all(detail in page for detail in words.values())


def test_a_run_repeats_byte_for_byte_apart_from_times_on_any_number_of_processes(tmp_path: Path) -> None:
    alone = carried_out(small_match(6), tmp_path / "alone")
    with local_executor(2) as workers:
        spread = carried_out(small_match(6), tmp_path / "spread", workers)
    assert alone | {"folder": ""} == spread | {"folder": ""}
    assert differences(tmp_path / "alone", tmp_path / "spread") == []
    assert (tmp_path / "alone/games.txt").read_bytes() == (tmp_path / "spread/games.txt").read_bytes()
    stored = [
        {key: json.dumps(timeless(result)) for key, result in sorted(read_results(tmp_path / name).items())}
        for name in ("alone", "spread")
    ]
    assert stored[0] == stored[1]
    changed = read_results(tmp_path / "alone") | {"A-B-000003": {"games": []}}
    lines = [json.dumps({"id": key, "task": "", "result": result}) for key, result in changed.items()]
    (tmp_path / "alone" / RESULTS).write_text("\n".join(lines) + "\n")
    assert differences(tmp_path / "alone", tmp_path / "spread") == ["A-B-000003"]


def test_a_run_that_lost_its_last_results_goes_on_from_its_manifest_alone(tmp_path: Path) -> None:
    whole = carried_out(small_tournament(), tmp_path)
    results = (tmp_path / RESULTS).read_bytes().splitlines(keepends=True)
    assert len(results) == 9
    (tmp_path / RESULTS).write_bytes(b"".join(results[:4]) + results[4][:30])
    run = reopen_run(tmp_path)
    again = carried_out(read_experiment(run.manifest), tmp_path)
    assert again == whole
    assert (tmp_path / RESULTS).read_bytes().splitlines(keepends=True)[:4] == results[:4]


def test_a_tournament_rates_everybody_from_all_games(tmp_path: Path) -> None:
    summary = carried_out(small_tournament(), tmp_path)
    rated = summary["ratings"]["players"]
    assert [player["games"] for player in rated] == [12, 12, 12]
    assert sum(player["points"] for player in rated) == summary["games"] == 18
    assert rated[-1]["player"] == RANDOM
    assert {(met["a"], met["b"]) for met in summary["meetings"]} == {
        (RANDOM, "alphabeta:heuristic=H4,depth=1"),
        (RANDOM, TWO),
        ("alphabeta:heuristic=H4,depth=1", TWO),
    }
    assert all(met["games"] == 6 for met in summary["meetings"])
    assert polars.read_parquet(tmp_path / "ratings.parquet")["player"].to_list() == [each["player"] for each in rated]
    sure = summary["ratings"]["superiority"][0][1] >= 0.975
    assert ("is the best" if sure else "do not show that it is better") in (tmp_path / "report.html").read_text()


def test_the_sequential_test_ends_a_match_and_says_so(tmp_path: Path) -> None:
    summary = carried_out(small_match(200, Sprt(0, 200)), tmp_path)
    assert summary["sprt"]["verdict"] == "accept"
    assert summary["ended"] == "stopped"
    assert summary["games"] < 200
    page = (tmp_path / "report.html").read_text()
    assert "+200 is accepted" in page
    assert "log-likelihood" not in page, "letters are drawn, not written"
    assert 'id="sprt-' in page
    assert carried_out(small_match(200, Sprt(0, 200)), tmp_path) == summary


def test_a_folder_takes_only_its_own_run(tmp_path: Path) -> None:
    carried_out(small_match(2), tmp_path / "run")
    with pytest.raises(RunError, match="holds another run"):
        open_run(tmp_path / "run", small_match(3).manifest, NOW)
    with pytest.raises(RunError, match="holds another run"):
        open_run(tmp_path / "run", small_match(2, seed=2).manifest, NOW)
    with pytest.raises(RunError, match="is not a run"):
        open_run(tmp_path, small_match(2).manifest, NOW)
    with pytest.raises(RunError, match=r"has no manifest\.json"):
        reopen_run(tmp_path / "nowhere")
    manifest = tmp_path / "run" / MANIFEST
    data = json.loads(manifest.read_text())
    for changed, says in [
        (data | {"sources": "0"}, "cannot be mixed"),
        (data | {"format": 2}, "later version"),
        (data | {"surprise": 2}, "damaged"),
        ([], "damaged"),
    ]:
        manifest.write_text(json.dumps(changed))
        with pytest.raises(RunError, match=says):
            reopen_run(tmp_path / "run")
    manifest.write_text("{")
    with pytest.raises(RunError, match="damaged"):
        read_manifest(tmp_path / "run")


def test_more_games_than_a_file_of_records_may_hold_go_on_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "MOST_TEXT", 700)
    carried_out(small_match(4), tmp_path)
    texts = [path.read_text() for path in (tmp_path / "games.txt", *sorted(tmp_path.glob("games-*.txt")))]
    assert len(texts) > 1
    assert all(len(text) <= 700 for text in texts)
    jobs = [dict(record.extra)["Unit"] for text in texts for record in read_records(text)]
    assert jobs == [f"A-B-{number // 2:06d}" for number in range(8)]


def test_settings_of_no_run_are_refused() -> None:
    with pytest.raises(RunError, match="no kind of run 'chess'"):
        read_experiment(Manifest("chess", "", {}))
    with pytest.raises(RunError, match="damaged"):
        read_experiment(Manifest("match", "", {"players": []}))


def test_a_match_in_which_nothing_could_be_played_says_why(tmp_path: Path) -> None:
    terms = neutreeko(plugins=((str(tmp_path / "gone.py"), "0"),))
    experiment = type(small_match())(terms, players(terms, TWO, RANDOM), 2)
    with pytest.raises(RunError, match="is gone or was changed"):
        carried_out(experiment, tmp_path / "run")


def test_manifests_say_what_cannot_be_repeated() -> None:
    terms = neutreeko()
    timed = type(small_match())(terms, players(terms, "pvs:seconds=0.1", RANDOM), 2)
    assert "thinks for a time" in timed.manifest.unrepeatable
    assert isinstance(small_match().manifest, Manifest)
    assert small_match().manifest.unrepeatable == ""
