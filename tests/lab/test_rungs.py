"""The program that measures the rungs: what it plays next, what it keeps, what it prints; nothing is played here."""

import json
from pathlib import Path

import pytest
from bench import rungs
from bench.rungs import POOL, Referee, RungStep, chain, even_choice

import plyground
from plyground.core.levels import RUNGS
from plyground.play.agents.agent import read_search

AGENTS = ("random", "easy", "medium")


def pair(lower: str, higher: str, points: tuple[float, float], seconds: float = 1.0) -> str:
    games = [[0, points[0], 20], [1, points[1], 22]]
    spent = {"seconds": seconds, "thought": [seconds, 0.5], "turns": [20, 20], "faults": []}
    return json.dumps({"game": "neutreeko", "lower": lower, "higher": higher, "games": games} | spent) + "\n"


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, list[RungStep]]:
    path = tmp_path / "pairs.jsonl"
    path.write_text(pair("random", "easy", (1, 1)) + pair("easy", "medium", (1, 0), 4.0) + '{"game": "neu')
    return path, chain("neutreeko", AGENTS)


def test_each_agent_plays_the_next_and_half_as_often_the_next_but_one() -> None:
    steps = [(step.lower, step.higher, step.weight) for step in chain("neutreeko", AGENTS)]
    assert steps == [("random", "easy", 1.0), ("easy", "medium", 1.0), ("random", "medium", 0.5)]


def test_a_run_goes_on_with_the_file_of_another_even_if_its_last_line_is_torn(
    played: tuple[Path, list[RungStep]],
) -> None:
    path, steps = played
    Referee(steps, path)
    assert [len(step.results) for step in steps] == [1, 1, 0]
    assert [step.cost for step in steps] == [1.0, 4.0, 0.0]


def test_slow_pairs_are_played_less_often_and_none_that_would_end_too_late(played: tuple[Path, list[RungStep]]) -> None:
    path, steps = played
    referee = Referee(steps, path)
    near, slow, skipping = steps
    assert referee._next(60) is skipping, "not played yet"
    skipping.begun = 1000
    assert referee._next(60) is near
    near.begun = 3
    assert referee._next(60) is slow
    assert referee._next(3) is near
    assert referee._next(0) is None


def test_openings_and_seeds_differ_from_pair_to_pair() -> None:
    made = rungs.tasks(chain("neutreeko", AGENTS)[0])
    first, second = next(made), next(made)
    assert first["players"] == ["easy", "random"]
    assert first["openings"] != second["openings"]
    assert first["seed"] != second["seed"]


def test_the_eight_that_are_most_evenly_apart_are_found() -> None:
    assert even_choice([0, 10, 100, 130, 200, 300], 4) == (0, 2, 4, 5)


def test_the_tables_have_scores_and_elo_with_intervals(
    played: tuple[Path, list[RungStep]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, steps = played
    Referee(steps, path)
    rungs.tell("neutreeko", AGENTS, steps)
    out = capsys.readouterr().out
    assert "| `medium` | `easy` | 1 | 50.0% | +0 [" in out
    assert "| `random` | +0 [" in out
    assert "| `easy` | +" in out


@pytest.mark.parametrize("name", plyground.games())
def test_the_rungs_are_of_the_pool(name: str) -> None:
    game = plyground.game(name)
    known = {read_search(text, game).spec.resolved(game) for text in POOL[name]}
    assert {read_search(rung, game).spec.resolved(game) for rung in RUNGS} <= known


def test_a_row_of_the_page_has_every_agent_above_the_first(played: tuple[Path, list[RungStep]]) -> None:
    path, steps = played
    Referee(steps, path)
    name, pairs, *shown = rungs.scale_row("neutreeko", [*AGENTS, "expert"], steps)
    assert (name, pairs, shown[-1]) == ("Neutreeko", "2", "–")
    assert shown[0].startswith("+0 [")
    assert shown[1].startswith("+")
