"""Balanced openings: what a judge finds even, and a file that matches can use."""

import json
from pathlib import Path

import pytest

import plyground
from plyground.lab.contests import balanced
from plyground.lab.contests.balanced import Balance, as_records, balanced_openings, glance_of, judging_agent
from plyground.lab.contests.openings import OpeningError, read_openings
from plyground.play.records.text_format import read_records, write_records
from plyground.review.chance import known_curve
from plyground.search.budget import Cancel
from tests.cli.test_commands import run

JUDGE = "pvs:nodes=500"


def test_every_opening_is_even_and_no_two_are_alike(tmp_path: Path) -> None:
    game = plyground.game("neutreeko")
    wanted = Balance(count=6, within=0.1, judge=JUDGE)
    found, drawn = balanced_openings(game, wanted, Cancel())
    positions = [opening.position(game) for opening in found]
    assert len({position.key for position in positions}) == len(found) == 6
    assert drawn > 6, "most openings of Neutreeko are not even"
    for position in positions:
        chance = known_curve(game).chance(plyground.search(position, JUDGE).score)
        assert abs(chance - 0.5) <= 0.1
    assert balanced_openings(game, wanted, Cancel()) == (found, drawn), "a seed draws the same again"
    path = tmp_path / "even.txt"
    path.write_text(write_records(as_records(game, found)), encoding="utf-8")
    assert read_openings(path, game) == found


def test_a_glance_comes_first_and_costs_a_fraction() -> None:
    game = plyground.game("neutreeko")
    judge = judging_agent("expert:blunder=0.5,vary=4", game)
    assert (judge.nodes, judge.seconds, judge.blunder, judge.vary) == (balanced.USUAL_NODES, None, 0.0, 0)
    assert glance_of(judge).nodes == balanced.USUAL_NODES // balanced.GLANCE
    assert judging_agent("expert", plyground.game("hex")).nodes == 400, "a network is asked less often"
    by_depth = judging_agent("alphabeta:depth=2", game)
    assert glance_of(by_depth) is by_depth
    assert by_depth.depth == 2


def test_a_cancelled_search_returns_what_it_has() -> None:
    cancel = Cancel()

    def stop(found: int, drawn: int) -> None:
        if found == 2:
            cancel.now()

    found, _ = balanced_openings(plyground.game("neutreeko"), Balance(within=0.2, judge=JUDGE), cancel, stop)
    assert len(found) == 2


def test_where_nothing_is_even_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balanced, "MOST_DRAWN", 20)
    game = plyground.game("hex", size=3, swap=False)
    with pytest.raises(OpeningError, match="No even opening among 20 drawn"):
        balanced_openings(game, Balance(plies=2, judge="pvs:nodes=2000"), Cancel())
    with pytest.raises(OpeningError, match="0 to 40 random moves, not 41"):
        balanced_openings(game, Balance(plies=41), Cancel())


def test_the_command_writes_a_file_that_a_match_uses(tmp_path: Path) -> None:
    path = tmp_path / "even.txt"
    drawing = ("--count", "2", "--within", "30", "--judge", "pvs:nodes=200", "--out", str(path), "--json")
    answer = json.loads(run("lab", "openings", "neutreeko", *drawing).out)
    assert answer["openings"] == 2 <= answer["drawn"]
    folder = tmp_path / "match"
    players = ("alphabeta:depth=1", "random", "neutreeko", "--games", "4", "--openings", str(path), "--workers", "1")
    assert json.loads(run("lab", "match", *players, "--folder", str(folder), "--json").out)["games"] == 4
    used = {record.moves[:3] for record in read_records((folder / "games.txt").read_text(encoding="utf-8"))}
    assert used == {opening.moves for opening in read_openings(path, plyground.game("neutreeko"))}
