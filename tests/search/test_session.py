"""A session: what is kept from move to move saves work, and a game that is played again stays the same."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import plyground
from plyground.core.heuristic import find_heuristic
from plyground.core.position import Position
from plyground.play.agents import agent as agent_module
from plyground.play.agents.agent import Agent, read_search
from plyground.play.match import Match, play_out
from plyground.search.api import search
from plyground.search.budget import Budget, Cancel
from plyground.search.engine.ordering import carry_over, new_move_history
from plyground.search.engine.session import Session
from plyground.search.engine.time_manager import TimeManager
from plyground.search.engine.transposition import MOST_SEARCHES, SEARCHES_A_GAME, TablePool
from plyground.search.mcts.runner import MctsSearch
from plyground.search.mcts.tree import VISITS, MctsSettings
from plyground.search.result import Result
from plyground.search.task import Task

NEUTREEKO, MORRIS = plyground.game("neutreeko"), plyground.game("morris")
OTHER_WEIGHTS = find_heuristic(NEUTREEKO, "strong")._replace(pair=0)
ONLY_MOVE = ".bw/wb./ww./bbb..b/..b/.../... w 0,0"
PLAYERS = "pvs:nodes=2000,megabytes=1", "montecarlo:nodes=150"


def in_game() -> Session:
    """The session of a player at the start of a game."""
    session = Session()
    session.new_game()
    return session


def line_of_play(position: Position, plies: int) -> list[Position]:
    """The positions of a game that the engine plays against itself."""
    line = [position]
    for _ in range(plies):
        line.append(line[-1].play(search(line[-1], nodes=3000, megabytes=1).move))
    return line


def nodes_to_depth(positions: list[Position], depth: int, session: Session | None) -> int:
    """The nodes that the engine needs for all positions, one after another."""
    return sum(search(each, depth=depth, megabytes=4, session=session).nodes for each in positions)


def test_the_kept_table_saves_nodes_on_own_moves_and_in_analysis() -> None:
    line = line_of_play(NEUTREEKO.start(), 12)
    for positions in (line[::2], line):
        assert nodes_to_depth(positions, 10, in_game()) < 0.9 * nodes_to_depth(positions, 10, None)


def test_a_search_by_itself_and_the_first_of_a_game_are_the_same() -> None:
    alone, first = (search(NEUTREEKO.start(), depth=7, megabytes=1, session=each) for each in (None, in_game()))
    assert (alone.nodes, alone.move, alone.score) == (first.nodes, first.move, first.score)


@pytest.mark.parametrize(
    "change", [{"heuristic": OTHER_WEIGHTS}, {"contempt": 30}, {"killers": False}, {"moves": "all", "megabytes": 2}]
)
def test_values_of_other_settings_are_not_kept(change: dict[str, Any]) -> None:
    session, terms = in_game(), {"depth": 6, "megabytes": 1}
    search(NEUTREEKO.start(), session=session, **terms)
    again = search(NEUTREEKO.start(), session=session, **terms | change)
    assert again.nodes == search(NEUTREEKO.start(), **terms | change).nodes


def test_the_next_game_starts_with_nothing() -> None:
    session = in_game()
    first = search(NEUTREEKO.start(), depth=7, megabytes=1, session=session).nodes
    assert search(NEUTREEKO.start(), depth=7, megabytes=1, session=session).nodes < first
    session.new_game()
    assert search(NEUTREEKO.start(), depth=7, megabytes=1, session=session).nodes == first


def test_values_are_dropped_once_a_position_has_occurred_twice() -> None:
    """A win through it was a win when it was found, and may be a draw by now."""
    circle = ("a1-a4", "b1-b5", "a4-a1", "b5-b1")
    position = NEUTREEKO.position("b..wb/...../....w/...../wb... w")
    session = in_game()
    search(position, depth=6, megabytes=1, session=session)
    assert session._memory is not None
    table = session._memory.table
    search(position.play(circle[0]), depth=6, megabytes=1, session=session)
    assert table.oldest < table.search
    for move in circle:
        position = position.play(move)
    search(position, depth=6, megabytes=1, session=session)
    assert table.oldest == table.search


def test_a_table_has_search_numbers_for_a_whole_game() -> None:
    pool = TablePool()
    table = pool.take(1)
    table.words[:] = 7
    table.search = MOST_SEARCHES - SEARCHES_A_GAME + 1
    pool.put_back(table)
    next_one = pool.take(1)
    assert next_one.search == next_one.oldest == 1
    assert not next_one.words.any()
    next_one.search = MOST_SEARCHES
    next_one.next_search(keep=True)
    assert (next_one.search, next_one.oldest) == (1, 1)


@pytest.mark.parametrize("plies", [1, 2, 3, -1])
def test_killers_move_with_their_plies_and_history_with_its_side(plies: int) -> None:
    history = new_move_history()
    history.words[:12] = np.arange(12)
    half = history.history.size // 2
    history.history[3], history.history[half + 3] = 100, 40
    carry_over(history, plies)
    expected = list(range(2 * plies, 12)) if plies > 0 else []
    assert [int(word) for word in history.words[:12] if word < 12] == expected
    assert (history.history[3], history.history[half + 3]) == ((50, 20) if plies % 2 == 0 else (20, 50))


def test_an_only_move_is_played_at_once_in_a_game() -> None:
    position = MORRIS.position(ONLY_MOVE)
    assert len(position.moves) == 1
    for algorithm, limits in (
        ("pvs", {"depth": 30}),
        ("alphabeta", {"depth": 30}),
        ("montecarlo", {"nodes": 10**6}),
    ):
        found = search(position, algorithm, session=in_game(), **limits)
        assert (found.move, found.stopped_by) == (position.moves[0], "rule")
        assert found.nodes < 1000


def play(seed: int) -> tuple[str, ...]:
    """A game between two agents that keep what they find, limited by nodes."""
    match = Match(NEUTREEKO.start(), PLAYERS)
    agents = [read_search(text, NEUTREEKO, seed + seat) for seat, text in enumerate(PLAYERS)]
    play_out(match, agents, most_turns=14)
    for agent in agents:
        agent.close()
    return tuple(turn.move for turn in match.turns)


def test_games_with_node_limits_are_the_same_in_any_process_and_after_any_other_game() -> None:
    here = [play(seed) for seed in (1, 2, 1)]
    assert here[0] == here[2]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert list(pool.map(play, (2, 1))) == [here[1], here[0]]


def test_monte_carlo_starts_with_the_subtree_of_the_line_played() -> None:
    session, settings = in_game(), MctsSettings(0.4, 300.0, True, 200)
    position = NEUTREEKO.start()

    def run(position: Position, *, keep: bool = True) -> MctsSearch:
        task = Task(position, None, Budget(nodes=500), session=session)
        return MctsSearch(task, settings, 1, 0, keep=keep)

    first = run(position)
    found = first.whole()
    position = position.play(found.line[0]).play(found.line[1])
    assert run(position).tree.nodes[0, VISITS] > 0
    assert run(position, keep=False).tree.nodes[0, VISITS] == 0
    session.new_game()
    assert run(position).tree.nodes[0, VISITS] == 0


def test_a_search_that_finds_the_session_in_use_runs_by_itself() -> None:
    session, inside = in_game(), []
    position = NEUTREEKO.start()

    def meanwhile(_: object) -> None:
        if not inside:
            inside.append(search(position, depth=5, megabytes=1, session=session).nodes)

    search(position, depth=6, megabytes=1, session=session, on_progress=meanwhile)
    assert inside == [search(position, depth=5, megabytes=1).nodes]


def test_an_agent_ponders_the_expected_reply_until_its_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    pondered: list[tuple[Position, Cancel]] = []

    def spy(position: Position, algorithm: str, **manner: Any) -> Result:
        if manner["cancel"] is not None:
            pondered.append((position, manner["cancel"]))
            assert manner["session"] is agent.session
            manner["cancel"].event.wait()
        return search(position, algorithm, **manner)

    monkeypatch.setattr(agent_module, "search", spy)
    agent, start = read_search("pvs:depth=5,megabytes=1,ponder=on", NEUTREEKO), NEUTREEKO.start()
    agent.think(start)
    assert not pondered, "there is no game yet"
    agent.new_game()
    found = agent.think(start)
    reply = start.play(found.line[0]).play(found.line[1])
    agent.think(reply)
    assert (pondered[0][0], pondered[0][1].asked) == (reply, True)
    agent.close()
    assert all(cancel.asked for _, cancel in pondered)
    assert agent.session._pondering is None


def test_an_agent_keeps_nothing_before_a_game_and_after_it() -> None:
    agent = read_search("pvs:depth=7,megabytes=1", NEUTREEKO)
    first, second = (agent.think(NEUTREEKO.start()).nodes for _ in range(2))
    agent.new_game()
    assert agent.think(NEUTREEKO.start()).nodes == first == second
    assert agent.think(NEUTREEKO.start()).nodes < first
    agent.close()
    assert agent.think(NEUTREEKO.start()).nodes == first
    assert isinstance(agent, Agent)


def test_a_stable_move_takes_less_time_and_one_that_drops_more() -> None:
    stable, dropping = TimeManager(1.0, 5.0), TimeManager(1.0, 5.0)
    start = stable.target
    for value in (10, 12, 11, 12):
        stable.finish_depth(3, value)
    assert stable.target < 0.9 * start
    assert stable.is_over(0.6 * start)
    dropping.finish_depth(3, 10)
    dropping.finish_depth(3, -40)
    assert dropping.target > start
    assert not dropping.is_over(0.6 * start)


def test_a_change_of_mind_and_a_fail_low_extend_up_to_the_maximum() -> None:
    time = TimeManager(1.0, 1.5)
    for _ in range(6):
        time.finish_depth(3, 10)
    settled = time.deadline
    time.fail_low()
    assert settled < time.deadline <= 1.5
    time.finish_depth(4, 10)
    assert time.target > settled / 1.4
    for _ in range(3):
        time.fail_low()
    assert time.deadline == 1.5


@pytest.mark.parametrize("algorithm", ["pvs", "montecarlo", "alphabeta"])
def test_a_search_with_a_clock_ends_long_before_the_most_it_may_take(algorithm: str) -> None:
    """Otherwise this would take an hour."""
    found = search(NEUTREEKO.start(), algorithm, seconds=3600, optimum=0.02)
    assert found.stopped_by == "seconds"
