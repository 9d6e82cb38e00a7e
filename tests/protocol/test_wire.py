"""Lines, scores and limits as texts, without a process."""

import io
import sys

import pytest

import plyground
from plyground import PlygroundError
from plyground.play.agents.agent import Agent, read_agent
from plyground.play.agents.spec import AgentSpec, parse_player
from plyground.play.clock import MoveTime
from plyground.play.external.wire import (
    named_move,
    named_moves,
    read_info,
    read_lines,
    read_score,
    result_of,
    write_info,
    write_score,
)
from plyground.protocol.engine_options import EngineOptions, GoLimits, read_limits
from plyground.search.budget import LONGEST_SECONDS
from plyground.search.score import WIN, Score

MORRIS = plyground.game("morris")
PYTHON = f"cmd:{sys.executable}"


@pytest.mark.parametrize(
    "score",
    [
        Score("estimate", 12),
        Score("estimate", -7),
        Score("draw", 0),
        Score("win", WIN - 7, 7),
        Score("loss", 6 - WIN, 6),
    ],
)
def test_a_score_is_read_as_it_was_written(score: Score) -> None:
    assert read_score(write_score(score).split()) == score


def test_a_certain_result_may_have_no_distance() -> None:
    assert write_score(Score("win", WIN)) == "win"
    assert read_score(["win", "nodes"]) == Score("win", WIN)


@pytest.mark.parametrize("text", ["", "estimate", "estimate x", "cp 12", f"estimate {'9' * 30}"])
def test_what_is_no_score_is_none(text: str) -> None:
    assert read_score(text.split()) is None


def test_a_result_is_read_as_it_was_written() -> None:
    found = plyground.search(MORRIS.start(), depth=2, lines=3)
    infos = [read_info(line) for line in write_info(found)]
    again = result_of(MORRIS.start(), [info for info in infos if info is not None], "depth")
    assert again is not None
    assert again.lines == found.lines
    assert (again.depth, again.nodes) == (found.depth, found.nodes)


@pytest.mark.parametrize("name", plyground.games())
def test_every_legal_move_is_found_by_its_text_and_no_other_text_is_one(name: str) -> None:
    """Whatever number stands for a move: the second cell of a Hex board is 1."""
    position = plyground.game(name).start()
    for move in position.moves:
        assert named_moves(position, [move.text]) == (move,)
    unknown = named_move(position, "nowhere")
    assert unknown.text == "nowhere"
    assert unknown.value not in [move.value for move in position.moves]
    assert named_moves(position, ["nowhere"]) == ()


@pytest.mark.parametrize("text", ["info", "info string score win 3 pv a1", "info depth 3 pv a1", "info score win 3"])
def test_an_info_line_without_score_or_moves_says_nothing(text: str) -> None:
    assert read_info(text) is None


def test_lines_end_where_they_end_and_long_ones_are_passed_over() -> None:
    source = io.BytesIO(b"one\r\n\n" + b"x" * 50 + b"\n" + b"y" * 10 + b"\nnot \xff UTF-8\nlast")
    assert list(read_lines(source, most=20)) == ["one", "", None, "y" * 10, "not \ufffd UTF-8", "last"]


@pytest.mark.parametrize(
    ("words", "seat", "limits"),
    [
        ("", 0, GoLimits()),
        ("depth 5 nodes 100", 1, GoLimits(5, 100)),
        ("movetime 1500", 0, GoLimits(seconds=1.5)),
        ("infinite", 0, GoLimits(seconds=LONGEST_SECONDS)),
        ("wtime 50000 btime 100000", 0, GoLimits(seconds=50 / 6, optimum=2.0)),
        ("wtime 50000 btime 100000", 1, GoLimits(seconds=100 / 6, optimum=4.0)),
        ("wtime 50000 btime 100000 binc 1000", 1, GoLimits(seconds=100 / 6 + 0.8, optimum=4.8)),
        ("time1 1 time2 50000 inc 1000", 1, GoLimits(seconds=50 / 6 + 0.8, optimum=2.8)),
        ("wtime 50000 btime 1 movetime 700", 0, GoLimits(seconds=0.7, optimum=0.7)),
        ("wtime 0 btime 0", 0, GoLimits(seconds=0.01, optimum=0.01)),
    ],
)
def test_go_limits_the_seat_that_is_to_move(words: str, seat: int, limits: GoLimits) -> None:
    found = read_limits(words.split(), seat, 2)
    assert (found.depth, found.nodes) == (limits.depth, limits.nodes)
    assert found.seconds == pytest.approx(limits.seconds)
    assert found.optimum == pytest.approx(limits.optimum)


def test_limits_take_the_place_of_the_agents_own() -> None:
    agent = read_agent("pvs:depth=9,seed=4", MORRIS)
    player, time = GoLimits(nodes=500).applied(agent)
    assert isinstance(player, Agent)
    assert (player.depth, player.nodes, player.seconds, player.seed, time) == (None, 500, None, 4, MoveTime())
    assert player.session is agent.session, "it is the same player in the same game"
    assert GoLimits().applied(agent) == (agent, MoveTime())


def test_a_program_is_given_a_time_only() -> None:
    program = read_agent(PYTHON, MORRIS)
    assert GoLimits(seconds=2.0).applied(program) == (program, MoveTime(2.0))
    assert GoLimits(seconds=LONGEST_SECONDS).applied(program) == (program, MoveTime())
    with pytest.raises(PlygroundError, match="only given a time"):
        GoLimits(depth=3).applied(program)
    with pytest.raises(PlygroundError, match="takes no options from here"):
        EngineOptions(parse_player(PYTHON)).changed("seed", "3")


def test_options_become_part_of_the_agents_text() -> None:
    settings = (
        EngineOptions(AgentSpec("alphabeta", "agent1", depth=3)).changed("heuristic", "agent2").changed("sort", "on")
    )
    assert str(settings.spec) == "alphabeta:heuristic=agent2,depth=3,sort=on"
    assert str(settings.changed("heuristic", None).spec) == "alphabeta:heuristic=agent1,depth=3,sort=on"
    assert str(settings.changed("agent", "random").spec) == "random"
    assert str(EngineOptions(AgentSpec("expert")).changed("threads", "2").spec) == "expert:threads=2"


def test_a_time_leaves_an_agents_own_limits_where_that_is_asked_for() -> None:
    agent = read_agent("alphabeta:depth=3", plyground.game("neutreeko"))
    kept, time = GoLimits(seconds=10.0).applied(agent, own_limits=True)
    assert kept is agent
    assert time.seconds == 10.0
    replaced, _ = GoLimits(seconds=10.0).applied(agent)
    assert isinstance(replaced, Agent)
    assert replaced.depth is None
    deeper, _ = GoLimits(depth=5).applied(agent, own_limits=True)
    assert isinstance(deeper, Agent)
    assert deeper.depth == 5
