"""A heuristic that hangs: its search is ended, whoever asked for it, and everything goes on."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread, get_ident
from typing import Any

import pytest

import plyground
from plyground.core import heuristic, jit
from plyground.core.text import duration
from plyground.games import load_plugin
from plyground.lab.contests import contest
from plyground.lab.contests.contest import hashed_plugins
from plyground.lab.contests.game_pair import games_of, play_pair
from plyground.language import language
from plyground.play.agents import heartbeat, watchdog
from plyground.play.agents.agent import read_agent
from plyground.play.agents.heartbeat import Heartbeat, SearchTimeouts
from plyground.play.agents.watchdog import (
    HeuristicHangsError,
    SearchProcess,
    UnknownElsewhereError,
    Watchdog,
    can_be_found,
)
from plyground.search.budget import Cancel
from plyground.search.result import Result
from plyground.search.task import nodes_so_far
from plyground.web.limits import ServerLimits
from plyground.web.search_pool import MOVE, SearchJob, SearchPool
from tests.cli.test_commands import run
from tests.nightly import NIGHTLY

PLUGIN = Path(__file__).parent / "endless.py"
START = plyground.game("neutreeko").start()
HANGS = "minimax:view=mover,heuristic=endless,depth=1"
"""Hangs in the first position that it looks at."""
SENTENCE = "The heuristic 'endless' does not finish: its search was stopped after "


@pytest.fixture(autouse=True)
def quick_watchdog(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[SearchProcess]]:
    """A watchdog that soon loses patience, and processes that compile nothing; gives those that were asked.

    The nightly tests compile: then it is a kernel that hangs, without the GIL.
    """
    asked: list[SearchProcess] = []
    begin, ask = SearchProcess.__init__, SearchProcess.ask

    def interpreted(process: SearchProcess) -> None:
        with monkeypatch.context() as its:
            its.setenv("NUMBA_DISABLE_JIT", "0" if NIGHTLY else "1")
            begin(process)

    def noted(process: SearchProcess, *request: Any) -> None:
        asked.append(process)
        ask(process, *request)

    monkeypatch.setattr(contest, "_loaded", set())
    monkeypatch.setattr(SearchProcess, "ask", noted)
    monkeypatch.setattr(heartbeat, "QUIET_SECONDS", 0.5)
    monkeypatch.setattr(SearchProcess, "__init__", interpreted)
    load_plugin(PLUGIN)
    watchdog.end_processes()
    yield asked
    watchdog.end_processes()
    for name in ("endless", "steady"):
        del heuristic._known["neutreeko"][name]


def has_ended(process: SearchProcess) -> bool:
    return process._child.poll() is not None


def test_a_search_that_hangs_is_ended_and_the_command_says_so(quick_watchdog: list[SearchProcess]) -> None:
    answer = run("search", "neutreeko", "--plugin", str(PLUGIN), "--agent", HANGS)
    assert (answer.code, answer.out) == (2, "")
    assert answer.complaints[0].startswith(SENTENCE)
    (process,) = quick_watchdog
    assert has_ended(process)
    spoken = language("pt").text("watchdog.endless", heuristic="'endless'", time=duration(7))
    assert spoken == "A heurística 'endless' não chega ao fim: a sua pesquisa foi terminada ao fim de 7 s."


def test_a_heuristic_from_outside_that_comes_back_is_asked_in_one_process(
    quick_watchdog: list[SearchProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "QUIET_SECONDS", 300.0)
    heard: list[Result] = []
    agent = "pvs:heuristic=steady,depth=2,table=off"
    for _ in range(2):
        found = plyground.search(START, agent, lines=2, on_progress=heard.append)
        assert (found.score.value, found.depth, len(found.lines)) == (7, 2, 2)
        assert found.move in START.moves
    assert [result.depth for result in heard] == [1, 2, 1, 2]
    first, second = quick_watchdog
    assert first is second
    assert not has_ended(first)
    with pytest.raises(plyground.PlygroundError, match="depth is a whole number") as caught:
        plyground.search(START, "minimax", heuristic="steady", depth=1000)
    assert type(caught.value).__name__ == "BudgetError"
    assert not has_ended(first), "a mistake of the question is no fault of the process"


def test_our_own_heuristics_are_searched_with_here(quick_watchdog: list[SearchProcess]) -> None:
    assert plyground.search(START, "minimax:heuristic=H1,depth=1").depth == 1
    assert plyground.search(START, "random").move in START.moves
    assert quick_watchdog == []


def test_what_another_process_cannot_find_is_searched_here_and_a_sign_of_life_ends_nothing() -> None:
    watch = Watchdog(None, {}, Cancel(), lambda result: None)
    assert watch._taken(("alive", 1)) is None
    with pytest.raises(UnknownElsewhereError, match="no such heuristic"):
        watch._taken(("unknown", "no such heuristic"))


def test_who_stops_a_search_that_hangs_is_not_kept_waiting(
    quick_watchdog: list[SearchProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "QUIET_SECONDS", 600.0)
    monkeypatch.setattr(watchdog, "LEAVING_SECONDS", 0.1)
    cancel = Cancel()
    cancel.now()
    with pytest.raises(HeuristicHangsError, match=r"'endless' was stopped after .* before it had found a move"):
        read_agent(HANGS, START.game).think(START, cancel=cancel)
    assert has_ended(quick_watchdog[0])


@pytest.fixture
def interruptions_are_heard() -> Iterator[None]:
    """Whoever runs the tests in the background may have had them ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press_ctrl_c_when(ready: Callable[[], bool]) -> None:
    """In another thread: wait, then interrupt this process as a terminal does."""

    def press() -> None:
        while not ready():
            time.sleep(0.005)
        os.kill(os.getpid(), signal.SIGINT)

    Thread(target=press, daemon=True).start()


@pytest.mark.usefixtures("interruptions_are_heard")
def test_one_ctrl_c_ends_a_search_that_hangs(
    quick_watchdog: list[SearchProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "QUIET_SECONDS", 600.0)
    press_ctrl_c_when(lambda: bool(quick_watchdog))
    with pytest.raises(KeyboardInterrupt):
        plyground.search(START, HANGS)
    assert has_ended(quick_watchdog[0])


@pytest.mark.usefixtures("interruptions_are_heard")
def test_ctrl_c_ends_a_kernel_in_the_main_thread_at_once() -> None:
    """Without a limit that would ever be reached: only Ctrl-C can end this."""
    here = get_ident()
    press_ctrl_c_when(lambda: (nodes_so_far(here) or 0) > 1000)
    with pytest.raises(KeyboardInterrupt):
        plyground.search(START, "minimax:heuristic=H1", depth=60)
    assert signal.set_wakeup_fd(-1) == -1
    assert nodes_so_far(here) is None


def test_in_the_lab_who_hangs_loses_by_a_fault() -> None:
    task = {
        "plugins": [list(plugin) for plugin in hashed_plugins([PLUGIN])],
        "game": "neutreeko",
        "options": {},
        "openings": [{"moves": [], "start": ""}],
        "probe": 0,
        "players": [HANGS, "random"],
        "clock": "",
        "longest": 20,
        "seed": "1",
    }
    first, second = games_of(play_pair(task))
    assert (first.winner, first.reason, first.fault) == (1, "crash", 0)
    assert second.fault is None, "with White it never comes to a position of White's"
    assert first.detail.startswith(SENTENCE)


def test_on_the_page_the_next_search_gets_the_place_of_one_that_hung() -> None:
    async def scene() -> None:
        pool = SearchPool(ServerLimits(searches=1))
        game = START.game
        hanging = pool.submit(SearchJob(MOVE, read_agent(HANGS, game), START, 60.0))
        waiting = pool.submit(SearchJob(MOVE, read_agent("random", game), START, 60.0))
        with pytest.raises(HeuristicHangsError, match=SENTENCE):
            await hanging.done
        assert (await waiting.done).move in START.moves
        pool.close()

    asyncio.run(asyncio.wait_for(scene(), 300))


def test_a_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes: list[int | None] = [None]
    compiling = [False]
    monkeypatch.setattr(heartbeat, "nodes_so_far", lambda thread: nodes[0])
    monkeypatch.setattr(heartbeat, "is_compiling", lambda: compiling[0])
    watched = Heartbeat(0, SearchTimeouts(most=10.0, quiet=1.0))
    assert not any(watched.stopped(0.5) for _ in range(9)), "it has not begun"
    nodes[0], compiling[0] = 0, True
    assert not any(watched.stopped(0.5) for _ in range(9)), "what is compiled takes its time"
    compiling[0] = False
    for nodes[0] in range(1, 5):
        assert not watched.stopped(0.5)
    assert not watched.stopped(0.5)
    assert not watched.stopped(0.4)
    assert watched.stopped(0.2), "no node for a second"
    slow = Heartbeat(0, SearchTimeouts(most=2.0, quiet=1.0))
    told = [slow.stopped(1000.0) for nodes[0] in range(10, 14)]
    assert told == [False, False, True, True], "a program that was stopped for a while counts it as a moment"
    assert SearchTimeouts.with_search_of(1.5) == SearchTimeouts(8.0, heartbeat.QUIET_SECONDS)
    assert SearchTimeouts.with_search_of(None).most is None


def test_what_was_typed_at_a_prompt_is_watched_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be found elsewhere; where it hangs, who asked is told all the same."""
    steady = watchdog.find_heuristic(START.game, "steady")
    assert can_be_found(steady, START.game)
    monkeypatch.setattr(watchdog, "can_be_found", lambda heuristic, game: False)
    found = Result.unsearched(START.moves[0], "rule")
    monkeypatch.setattr(watchdog, "search_here", lambda **asked: found)
    assert plyground.search(START, "minimax", heuristic=steady, depth=1) is found

    def hang(cancel: Cancel, **asked: Any) -> None:
        cancel.event.wait(300)

    monkeypatch.setattr(watchdog, "search_here", hang)
    monkeypatch.setattr(heartbeat, "nodes_so_far", lambda thread: 5)
    with pytest.raises(HeuristicHangsError, match="'steady' does not finish"):
        plyground.search(START, "minimax", heuristic=steady, depth=1)


def test_compiling_is_noticed_while_it_lasts() -> None:
    assert not jit.is_compiling()
    with jit._getting_ready, jit._getting_ready:
        assert jit.is_compiling()
    assert not jit.is_compiling()
