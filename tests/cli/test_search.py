"""`plyground search` and `plyground agents`."""

import json

import pytest

from tests.cli.test_commands import run


def test_search_as_json_has_everything() -> None:
    answer = run("search", "morris", "--agent", "pvs:heuristic=agent3,depth=4", "--lines", "3", "--json")
    data = json.loads(answer.out)
    assert {"move", "score", "line", "depth", "nodes", "seconds", "stopped_by", "lines"} <= set(data)
    assert data["score"]["kind"] == "estimate"
    assert len(data["lines"]) == 3
    assert data["line"][0] == data["move"]


def test_a_proved_result_says_in_how_many_plies() -> None:
    answer = run(
        "search", "hex", "--option", "size=3", "--option", "swap=off", "--agent", "alphabeta:depth=9", "--json"
    )
    assert json.loads(answer.out)["score"] == {"kind": "win", "value": 999_995, "plies": 5}


def test_the_last_line_is_the_move() -> None:
    answer = run("search", "neutreeko", "--agent", "alphabeta:heuristic=H1,depth=3")
    assert answer.code == 0
    assert answer.out.splitlines()[-1] in ("b1-c1", "d1-c1")


@pytest.mark.parametrize("game", ["hex", "blockit"])
def test_agents_lists_searches_and_heuristics(game: str) -> None:
    out = run("agents", game).out
    for word in ("pvs", "montecarlo", "alphabeta", "strong", "heuristic=NAME"):
        assert word in out


def test_agents_lists_the_players_of_the_report_with_its_title() -> None:
    out = " ".join(run("agents", "blockit").out.split())
    assert "of the report what it is normal alphabeta:heuristic=competitive,moves=classic" in out
    assert "The report: Resolução do jogo Block It" in out
    assert "moves=classic leaves out most barriers, as only its published program does." in out
    found = json.loads(run("agents", "neutreeko", "--json").out)
    assert list(found["levels"]) == ["easy", "medium", "hard", "expert", "perfect"]
    assert list(found["ladder"]) == [f"level{n}" for n in range(1, 9)]
    assert (found["report"]["title"], list(found["report"]["players"])) == ("NEUTREEKO", [f"H{n}" for n in range(1, 7)])
    several = run("agents", "blockit", "--option", "colours=red,green,blue", "--json").out
    assert json.loads(several)["report"] is None
    assert json.loads(several)["ladder"] == {}


def test_agents_lists_the_rungs_with_their_texts() -> None:
    out = " ".join(run("agents", "neutreeko").out.split())
    assert "of eight what it is level1 pvs:heuristic=strong" in out
    assert "of eight" not in run("agents", "blockit", "--option", "colours=red,green,blue").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--agent", "magic"), "no agent 'magic'"),
        (("--agent", "alphabeta:depth=0"), "depth is a whole number"),
        (("--agent", "alphabeta:heuristic=H9,depth=1"), "no heuristic 'H9'"),
        (("--lines", "0"), "lines is a number"),
        (("--plugin", "nowhere.py"), "no plugin file"),
        (("--position", ".w.w./bbb../...../..w../..... w"), "over"),
    ],
)
def test_a_mistake_is_explained_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    answer = run("search", "neutreeko", *arguments)
    assert (answer.code, answer.out) == (2, "")
    (complaint,) = answer.complaints
    assert said in complaint
