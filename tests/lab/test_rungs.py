"""The program that measures the rungs: what it plays next, what it keeps, what it prints; nothing is played here."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from bench import rungs
from bench.figures import LEVELS, blocks
from bench.rung_pool import POOL, STRENGTH, between, even_agents
from bench.rungs import Referee, RungStep, chain

import plyground
from plyground.core.levels import RUNGS
from plyground.play.agents.spec import AgentSpec

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


def test_the_strongest_has_nodes_whatever_else_the_machine_does_unless_it_gets_seconds() -> None:
    assert rungs.last("hex", "level8", None) == f"level8:nodes={rungs.LAST_NODES['hex']}"
    assert rungs.last("hex", "level8", 0.5) == "level8:seconds=0.5"
    assert set(rungs.LAST_NODES) == set(plyground.games())


def test_even_agents_lie_between_candidates_by_the_logarithm() -> None:
    agents = ("pvs:depth=2,softmax=400", "pvs:depth=2,softmax=100", "pvs:nodes=10", "pvs:nodes=1000,vary=4")
    elos = [0.0, 200.0, 240.0, 400.0]
    assert list(even_agents(agents, elos, 5)) == [
        agents[0],
        "pvs:depth=2,softmax=200",
        agents[1],
        "pvs:nodes=56",
        agents[3],
    ]


def test_between_two_of_different_kinds_there_is_only_the_nearer_one() -> None:
    assert between("puct:nodes=1,temperature=100", "puct:nodes=1,temperature=25", 0.5) == "puct:nodes=1,temperature=50"
    assert between("puct:nodes=1,temperature=50", "puct:nodes=4", 0.4) == "puct:nodes=1,temperature=50"
    assert between("puct:nodes=1,temperature=50", "puct:nodes=4", 0.6) == "puct:nodes=4"
    assert between("pvs:nodes=4", "expert", 0.4) == "pvs:nodes=4"


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
def test_the_rungs_lie_among_the_candidates_of_the_pool(name: str) -> None:
    game = plyground.game(name)
    known: dict[str, list[int]] = {}
    for text in POOL[name][:-1]:
        kind, strength = kind_of(text)
        known.setdefault(kind, []).append(strength)
    for rung in RUNGS[:-1]:
        kind, strength = kind_of(game.ladder()[rung])
        assert min(known[kind]) <= strength <= max(known[kind]), rung


def kind_of(text: str) -> tuple[str, int]:
    """What a candidate is but for its number, and the number."""
    text = str(AgentSpec.parse(text))
    name, number = next(found for found in reversed(STRENGTH.findall(text)) if found != ("nodes", "1"))
    return text.replace(f"{name}={number}", name), int(number)


def test_a_row_of_the_page_has_every_agent_above_the_first(played: tuple[Path, list[RungStep]]) -> None:
    path, steps = played
    Referee(steps, path)
    name, pairs, *shown = rungs.scale_row("neutreeko", [*AGENTS, "expert"], steps)
    assert (name, pairs, shown[-1]) == ("Neutreeko", "2", "–")
    assert shown[0].startswith("+0 [")
    assert shown[1].startswith("+")


def test_a_row_of_steps_has_each_rung_against_the_one_before(played: tuple[Path, list[RungStep]]) -> None:
    path, steps = played
    Referee(steps, path)
    name, *shown = rungs.step_row("neutreeko", [*AGENTS, "expert"], steps)
    assert name == "Neutreeko"
    assert [text.rpartition("]")[2] for text in shown[:2]] == [", 1", ", 1"]
    assert shown[1].startswith("+0 [")
    assert shown[2] == "–"


@pytest.mark.parametrize("name", plyground.games())
def test_the_steps_of_the_page_are_about_even(name: str) -> None:
    """As far as the measurement tells: all but the last, which has few games, are near their mean."""
    title = plyground.game(name).title
    lines = blocks(LEVELS.read_text(encoding="utf-8"))["rungs"].splitlines()
    cells = next(line for line in lines if line.startswith(f"| {title} |")).split(" | ")[2:]
    elos = [int(cell.strip("| ").split()[0].replace("−", "-")) for cell in cells]
    assert [elos[0], len(elos)] == [0, len(RUNGS)]
    steps = [high - low for low, high in pairwise(elos[:-1])]
    mean = sum(steps) / len(steps)
    assert all(0.6 * mean <= step <= 1.6 * mean for step in steps), steps
