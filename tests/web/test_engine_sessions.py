"""Games at tables keep what their searches found, within bounds, until they are closed."""

import asyncio
from pathlib import Path

import pytest

import plyground
from plyground.core.position import Position
from plyground.play.agents.agent import Agent, read_search
from plyground.search.engine.session import Session
from plyground.search.result import Result
from plyground.web.engine_sessions import ANALYST, EngineSessions, SessionOwner
from plyground.web.limits import ServerLimits
from plyground.web.search_pool import ANALYSIS, MOVE, SearchJob, SearchPool, read_visitors_agent
from tests.web.serving import Visitor, run, serving
from tests.web.test_autosave import on_loop

START = plyground.game("neutreeko").start()
LIMITS = ServerLimits(searches=1)
COMPUTER, OTHER = SessionOwner("game", 0), SessionOwner("other", 0)


def agent(text: str = "pvs:depth=7,megabytes=1") -> Agent:
    return read_visitors_agent(text, START.game, 0, LIMITS)


async def searched(pool: SearchPool, owner: SessionOwner | None, position: Position = START) -> Result:
    purpose = ANALYSIS if owner is not None and owner.role == ANALYST else MOVE
    return await pool.submit(SearchJob(purpose, agent(), position, 60.0, owner=owner)).done


def test_a_second_search_of_a_game_visits_fewer_nodes_and_a_closed_game_starts_anew() -> None:
    async def scene() -> None:
        pool = SearchPool(LIMITS)
        first = (await searched(pool, COMPUTER)).nodes
        assert (await searched(pool, COMPUTER)).nodes < first
        assert (await searched(pool, None)).nodes == first, "no game, nothing kept"
        assert (await searched(pool, OTHER)).nodes == first, "another game"
        assert (await searched(pool, SessionOwner("game", ANALYST))).nodes == first, "not the opponent's memory"
        assert len(pool.sessions) == 3
        pool.sessions.drop("game")
        assert len(pool.sessions) == 1
        assert (await searched(pool, COMPUTER)).nodes == first
        pool.close()

    run(scene())


class Sized(Session):
    """A session of a given size."""

    size = 0.0
    used = False

    @property
    def megabytes(self) -> float:
        """The size."""
        return self.size

    @property
    def busy(self) -> bool:
        """Whether it is used."""
        return self.used


def opened(sessions: EngineSessions, game_id: str, size: float, *, busy: bool = False) -> Sized:
    found = sessions.attach(agent(), SessionOwner(game_id, 0))
    assert isinstance(found, Agent)
    assert isinstance(found.session, Sized)
    found.session.size, found.session.used = size, busy
    return found.session


def test_the_sessions_used_least_recently_are_closed_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.web.engine_sessions.Session", Sized)
    closed: list[Session] = []
    sessions = EngineSessions(10, closed.append)
    first, second = opened(sessions, "a", 6), opened(sessions, "b", 6)
    assert closed == [], "its size is known once it has searched"
    assert opened(sessions, "a", 6) is first
    third = opened(sessions, "c", 6)
    assert closed == [second]
    busy = opened(sessions, "d", 6, busy=True)
    assert closed == [second, first]
    opened(sessions, "e", 6)
    assert closed == [second, first, third]
    opened(sessions, "f", 6)
    assert busy not in closed, "a search uses it"
    assert sessions.megabytes <= 12


def test_an_agent_that_keeps_nothing_has_no_session() -> None:
    sessions = EngineSessions(10, lambda session: None)
    for text in ("alphabeta:depth=2", "pvs:keep=off", "random"):
        player = agent(text)
        assert sessions.attach(player, COMPUTER) is player
    assert len(sessions) == 0


def test_a_size_is_that_of_the_table_and_the_trees() -> None:
    player = agent()
    player.new_game()
    assert player.session.megabytes == 0
    player.think(START)
    assert player.session.megabytes == 1
    assert not player.session.busy
    tree = agent("montecarlo:nodes=50,megabytes=1,keep=on")
    tree.new_game()
    tree.think(START)
    assert 0 < tree.session.megabytes < 1


def test_no_visitor_ponders() -> None:
    assert dict(agent("pvs:ponder=on").options)["ponder"] is False


@pytest.mark.parametrize(("text", "kept"), [("", 0), (",keep=on", 1), (",ponder=on", 1)])
def test_montecarlo_keeps_its_tree_on_demand_only(text: str, kept: int) -> None:
    player = read_search(f"montecarlo:nodes=20,megabytes=1{text}", START.game)
    player.new_game()
    player.think(START)
    assert sum(len(trees) for trees in player.session.trees.values()) == kept
    player.close()


def test_a_game_at_a_table_has_sessions_until_another_begins_or_the_table_is_closed(tmp_path: Path) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        sessions = server.server.pool.sessions
        await visitor.begin("neutreeko", "human", "pvs:depth=2,megabytes=1")
        await visitor.play(visitor.state["moves"][0][0])
        await visitor.my_turn()
        assert len(sessions) == 1
        await visitor.send("analyse", place={}, seconds=60.0, agent="pvs:depth=2,megabytes=1")
        await visitor.until("analysis", final=True)
        assert len(sessions) == 2
        await visitor.begin("neutreeko", "human", "human")
        assert len(sessions) == 0
        await visitor.begin("neutreeko", "pvs:depth=2,megabytes=1", "human")
        await visitor.my_turn()
        assert len(sessions) == 1
        await asyncio.to_thread(on_loop, server, remove_all)
        assert len(sessions) == 0

    async def remove_all() -> None:
        for table in list(server.server.tables.values()):
            server.server.remove(table)

    with serving(tmp_path) as server:
        run(scene())
