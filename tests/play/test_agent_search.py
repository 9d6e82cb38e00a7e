"""`plyground.search` knows whoever the command line knows."""

import json

import pytest

import plyground
from plyground import PlygroundError
from plyground.core.heuristic import find_heuristic
from plyground.core.levels import LEVEL_NAMES
from plyground.play.agents.agent import read_agent
from tests.cli.test_commands import run
from tests.protocol.test_programs import HERE, command

NEUTREEKO = plyground.game("neutreeko")
START = NEUTREEKO.start()
DEPTH_2 = "alphabeta:heuristic=H4,depth=2"


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_a_level_chooses_as_at_the_command_line(level: str) -> None:
    agent = f"{level}:nodes=500" if level == "expert" else level
    line = "b1-b4 d5-d2"
    here = plyground.search(START.play("b1-b4").play("d5-d2"), agent)
    there = json.loads(run("search", "neutreeko", "--agent", agent, "--line", line, "--json").out)
    assert (str(here.move), here.score.value, here.nodes) == (there["move"], there["score"]["value"], there["nodes"])


def test_a_text_with_options_is_the_same_as_keywords() -> None:
    by_text = plyground.search(START, f"{DEPTH_2},sort=on", lines=3)
    by_keywords = plyground.search(START, "alphabeta", heuristic="H4", depth=2, sort=True, lines=3)
    by_both = plyground.search(START, "alphabeta:heuristic=H4", depth=2, sort=True, lines=3)
    assert by_text.lines == by_keywords.lines == by_both.lines
    assert by_text.nodes == by_keywords.nodes == by_both.nodes
    assert len(by_text.lines) == 3


def test_keywords_change_a_level() -> None:
    shallow = plyground.search(START, "hard", depth=2, vary=0)
    assert shallow.depth == 2
    assert shallow.lines == read_agent("hard:depth=2,vary=0", NEUTREEKO).think(START).lines
    few = plyground.search(START, "expert", nodes=300, vary=0)
    assert few.stopped_by == "nodes", "its own second is gone"


def test_weights_of_ones_own_and_a_trace_for_an_agent() -> None:
    usual = find_heuristic(NEUTREEKO, "strong")
    doubled = usual._replace(**{name: 2 * value for name, value in usual._asdict().items()})
    found = plyground.search(START, "alphabeta:depth=2", heuristic=doubled, trace=1000)
    assert found.lines == plyground.search(START, "alphabeta", heuristic=doubled, depth=2).lines
    assert found.tree is not None
    assert plyground.search(START, "hard", heuristic=doubled, depth=2, vary=0).score == found.score


def test_what_an_agent_knows_a_search_by_keywords_knows_too() -> None:
    blunder = plyground.search(START, "alphabeta", depth=1, blunder=1)
    assert blunder.move == read_agent("alphabeta:depth=1,blunder=1", NEUTREEKO).think(START).move
    assert blunder.stopped_by == "rule"


def test_a_program_answers() -> None:
    found = plyground.search(START, f"cmd:{command(HERE / 'fake.py', 'good')}", seconds=5)
    assert found.move in START.moves


@pytest.mark.parametrize(
    ("agent", "keywords", "complaint"),
    [
        ("harder", {}, "There is no agent 'harder': it is a level"),
        (DEPTH_2, {"depth": 3}, "says depth=2 already: give depth only once"),
        ("hard", {"depth": 2.5}, "depth is a whole number, not '2.5'"),
        ("hard", {"lines": "two"}, "lines is a number from 1 to 64, not 'two'"),
        ("hard", {"fast": True}, "alphabeta has no option 'fast'"),
        ("alphabeta", {"dept": 3}, "has no option 'dept'. Did you mean depth?"),
        ("cmd:cat", {"depth": 3}, "'cmd:cat' is a program: it takes seconds and lines, not depth"),
        ("cmd:cat", {"heuristic": "H4"}, "it takes seconds and lines, not heuristic"),
        ("hard", {"heuristic": 7}, "7 is not a heuristic of neutreeko"),
    ],
)
def test_what_cannot_be_meant_is_said(agent: str, keywords: dict[str, object], complaint: str) -> None:
    with pytest.raises(PlygroundError, match=complaint):
        plyground.search(START, agent, **keywords)  # type: ignore[arg-type]
