"""The wrapper that counts and watches a player."""

from typing import Any

import pytest

import plyground
from plyground.core.position import Position
from plyground.play.agents import monitored_player
from plyground.play.agents.agent import Agent, read_agent
from plyground.play.agents.monitored_player import MonitoredPlayer
from plyground.search.budget import Cancel
from plyground.search.result import Result

START = plyground.game("neutreeko").start()


def test_nodes_and_seconds_of_its_moves_are_counted_but_not_those_of_the_warm_up() -> None:
    player = MonitoredPlayer(read_agent("alphabeta:heuristic=H1,depth=2", START.game))
    player.warm_up(START)
    assert (player.nodes, player.spent) == (0, 0.0)
    found = [player.think(START), player.think(START)]
    assert player.nodes == sum(each.nodes for each in found) > 0
    assert player.spent == sum(each.seconds for each in found) > 0


@pytest.mark.parametrize(
    ("agent", "counted"), [("alphabeta:heuristic=H1,depth=2", 0.0), ("pvs:depth=2,threads=2", None)]
)
def test_processor_time_counts_only_where_one_thread_here_searches(
    monkeypatch: pytest.MonkeyPatch, agent: str, counted: float | None
) -> None:
    monkeypatch.setattr(monitored_player, "thread_time", lambda: 0.0)
    found = MonitoredPlayer(read_agent(agent, START.game), processor_time=True).think(START)
    assert (found.seconds == 0.0) == (counted == 0.0)


def test_what_the_caller_names_comes_before_its_own() -> None:
    given: list[dict[str, Any]] = []

    class Recorder:
        text = "cmd:recorder"

        def think(self, position: Position, **asked: Any) -> Result:
            given.append(asked)
            return Result.unsearched(position.moves[0], "rule")

        def close(self) -> None:
            given.append({"closed": True})

    own, other = Cancel(), Cancel()
    player = MonitoredPlayer(Recorder(), cancel=own)
    player.think(START)
    player.think(START, cancel=other)
    assert [each["cancel"] for each in given] == [own, other]
    player.warm_up(START)
    assert len(given) == 2, "a program is not started by it …"
    player.warm_up(START, programs=True)
    assert len(given) == 3, "… unless that is asked for"
    player.close()
    assert given[-1] == {"closed": True}
    assert player.text == "cmd:recorder"


def test_an_agent_is_warmed_up_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []

    def think(agent: Agent, position: Position, *, seconds: float | None, **_: object) -> Result:
        given.append(seconds)
        return Result.unsearched(position.moves[0], "rule")

    monkeypatch.setattr(Agent, "think", think)
    MonitoredPlayer(read_agent("random", START.game)).warm_up(START)
    assert given == [monitored_player.WARM_UP_SECONDS]
