"""The queue of searches, with players that do nothing but wait."""

import asyncio
import threading
from typing import Any

import numba
import pytest

import plyground
from plyground.core.position import Position
from plyground.core.tablebase_progress import announce_tablebase
from plyground.search.budget import Cancel
from plyground.search.result import Result
from plyground.search.task import Progress, ignore
from plyground.web.errors import WebError
from plyground.web.limits import ServerLimits
from plyground.web.search_pool import ANALYSIS, HINT, LONG_WAIT, MOVE, SearchJob, SearchPool
from plyground.web.tables.stopwatch import Stopwatch
from tests.web.serving import run

START = plyground.game("neutreeko").start()


class Patient:
    """Thinks until it is told to go on, or to stop."""

    text = "patient"

    def __init__(self, name: str, log: list[str]) -> None:
        self.name, self.log = name, log
        self.go_on = threading.Event()

    def think(
        self,
        position: Position,
        *,
        lines: int = 1,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        on_progress: Progress = ignore,
    ) -> Result:
        """Wait."""
        self.log.append(self.name)
        while not self.go_on.wait(0.002) and not (cancel is not None and cancel.asked):
            pass
        if self.name == "broken":
            raise RuntimeError
        return Result.unsearched(position.moves[0], "rule")

    def close(self) -> None:
        """Nothing is held."""


async def soon(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.002)


def test_a_limited_number_runs_at_a_time_and_the_urgent_ones_first() -> None:
    async def scene() -> None:
        log: list[str] = []
        pool = SearchPool(ServerLimits(searches=1))
        players = {name: Patient(name, log) for name in ("first", "analysis", "hint", "move")}
        purposes = {"first": MOVE, "analysis": ANALYSIS, "hint": HINT, "move": MOVE}
        jobs = [pool.submit(SearchJob(purposes[name], player, START, 1.0)) for name, player in players.items()]
        await soon(lambda: log == ["first"])
        assert (len(pool.running), len(pool.waiting), pool.full) == (1, 3, True)
        for player in players.values():
            player.go_on.set()
        await asyncio.gather(*(job.done for job in jobs))
        assert log == ["first", "move", "hint", "analysis"]
        pool.close()

    run(scene())


def test_an_analysis_is_preempted_by_a_move_and_starts_again() -> None:
    async def scene() -> None:
        log: list[str] = []
        pool = SearchPool(ServerLimits(searches=1))
        slow, quick = Patient("analysis", log), Patient("move", log)
        quick.go_on.set()
        analysis = pool.submit(SearchJob(ANALYSIS, slow, START, 30.0))
        await soon(lambda: log == ["analysis"])
        waited_since = analysis.since
        await pool.submit(SearchJob(MOVE, quick, START, 1.0)).done
        await soon(lambda: log == ["analysis", "move", "analysis"])
        assert not analysis.over
        slow.go_on.set()
        assert (await analysis.done).stopped_by == "rule"
        pool.close()
        assert analysis.since > waited_since, "while it ran, it did not wait"

    run(scene())


def test_stopping_is_heard_at_once_whether_it_runs_or_waits() -> None:
    async def scene() -> None:
        log: list[str] = []
        pool = SearchPool(ServerLimits(searches=1))
        running = pool.submit(SearchJob(MOVE, Patient("running", log), START, 30.0))
        waiting = pool.submit(SearchJob(MOVE, Patient("waiting", log), START, 30.0))
        await soon(lambda: log == ["running"])
        for job in (waiting, running):
            pool.stop(job)
            assert job.over
        await soon(lambda: not pool.running)
        assert (log, pool.waiting) == (["running"], [])
        pool.close()

    run(scene())


def test_the_queue_is_bounded_and_a_search_gets_no_more_time_than_the_ceiling() -> None:
    async def scene() -> None:
        pool = SearchPool(ServerLimits(searches=1, waiting=2, search_seconds=60.0))
        jobs = [pool.submit(SearchJob(ANALYSIS, Patient("x", []), START, 10.0**6)) for _ in range(3)]
        assert [job.seconds for job in jobs] == [60.0] * 3
        for purpose in (ANALYSIS, HINT):
            with pytest.raises(WebError, match="too many"):
                pool.submit(SearchJob(purpose, Patient("x", []), START, 1.0))
        pool.submit(SearchJob(MOVE, Patient("x", []), START, 1.0))
        pool.close()
        await soon(lambda: not pool.running)

    run(scene())


def test_twenty_games_at_once_take_turns_and_all_have_moved_in_one_round() -> None:
    async def scene() -> None:
        log: list[str] = []
        pool = SearchPool(ServerLimits(searches=1, round_seconds=10.0))
        players = [Patient(f"{game}", log) for game in range(20)]
        jobs = [pool.submit(SearchJob(MOVE, player, START, 5.0)) for player in players]
        assert [pool.ahead_of(job) for job in jobs[1:]] == list(range(19))
        for player in players:
            player.go_on.set()
            await soon(lambda player=player: player.name in log)
        again = [pool.submit(SearchJob(MOVE, player, START, 5.0)) for player in players]
        await asyncio.gather(*(job.done for job in (*jobs, *again)))
        assert log == [f"{game}" for game in range(20)] * 2
        assert jobs[0].seconds == 5.0, "nobody else was there"
        assert sum(job.seconds for job in jobs[1:11]) <= 10.0
        pool.close()

    run(scene())


def test_a_search_to_a_depth_is_not_cut_short_however_many_wait() -> None:
    class Deep(Patient):
        depth = 5

    async def scene() -> None:
        pool = SearchPool(ServerLimits(searches=1, round_seconds=1.0))
        players = [Deep("deep", []) for _ in range(5)]
        for player in players:
            player.go_on.set()
        jobs = [pool.submit(SearchJob(MOVE, player, START, 5.0)) for player in players]
        await asyncio.gather(*(job.done for job in jobs))
        assert {job.seconds for job in jobs} == {5.0}
        pool.close()

    run(scene())


def test_whatever_has_waited_for_long_gets_its_turn_among_moves_and_a_moment_of_its_own() -> None:
    async def scene() -> None:
        log: list[str] = []
        pool = SearchPool(ServerLimits(searches=1))
        first, patient, moves = Patient("first", log), Patient("analysis", log), Patient("move", log)
        moves.go_on.set()
        running = pool.submit(SearchJob(MOVE, first, START, 1.0))
        analysis = pool.submit(SearchJob(ANALYSIS, patient, START, 30.0))
        waiting = [pool.submit(SearchJob(MOVE, moves, START, 1.0)) for _ in range(3)]
        assert pool.ahead_of(analysis) == 3
        analysis.since -= LONG_WAIT[ANALYSIS]
        assert pool.ahead_of(analysis) == 0
        first.go_on.set()
        await running.done
        await soon(lambda: log == ["first", "analysis"])
        assert analysis.protected_until > analysis.began
        pool._preempt(waiting[0])
        assert not analysis.cancel.asked
        analysis.protected_until = 0.0
        pool._preempt(waiting[0])
        assert analysis.cancel.asked
        await asyncio.gather(*(job.done for job in waiting))
        pool.close()

    run(scene())


def test_compiling_kernels_is_reported_when_it_starts_and_ends() -> None:
    class Compiled(Patient):
        def think(self, position: Position, *, on_progress: Progress = ignore, **named: Any) -> Result:
            numba.njit(lambda number: number + 1)(1)
            found = super().think(position)
            on_progress(found)
            return found

    async def scene() -> None:
        pool, player, told = SearchPool(ServerLimits(searches=1)), Compiled("compiled", []), []
        job = SearchJob(MOVE, player, START, 1.0)
        job.on_compile = lambda: told.append(job.compiling)
        pool.submit(job)
        await soon(lambda: told == [True])
        player.go_on.set()
        await job.done
        assert told == [True, False]
        pool.close()

    run(scene())


def test_building_a_table_of_the_game_is_reported() -> None:
    class Solved(Patient):
        def think(self, position: Position, *, on_progress: Progress = ignore, **named: Any) -> Result:
            announce_tablebase(plyground.game("hex", size=3))
            announce_tablebase(position.game)
            found = super().think(position)
            on_progress(found)
            return found

    async def scene() -> None:
        pool, player, told = SearchPool(ServerLimits(searches=1)), Solved("solved", []), []
        job = SearchJob(MOVE, player, START, 1.0)
        job.on_compile = lambda: told.append((job.building, job.compiling))
        pool.submit(job)
        await soon(lambda: told == [(True, False)])
        player.go_on.set()
        await job.done
        assert told == [(True, False), (False, False)]
        pool.close()

    run(scene())


def test_a_player_that_fails_fails_its_job() -> None:
    async def scene() -> None:
        pool = SearchPool(ServerLimits(searches=1))
        broken = Patient("broken", [])
        broken.go_on.set()
        with pytest.raises(RuntimeError):
            await pool.submit(SearchJob(MOVE, broken, START, 1.0)).done
        await soon(lambda: not pool.running)
        pool.close()

    run(scene())


def test_a_watch_counts_one_turn_at_a_time_and_stands_while_nobody_looks() -> None:
    now = 0.0
    watch = Stopwatch(lambda: now)
    watch.set("first", running=True)
    now = 3.0
    assert (watch.spent(), watch.runs) == (3.0, True)
    watch.set("first", running=False)
    now = 10.0
    assert (watch.spent(), watch.runs) == (3.0, False)
    watch.set("first", running=True)
    now = 11.0
    assert watch.spent() == 4.0
    assert watch.spent(10.5) == 3.5, "up to a moment that has passed"
    assert watch.spent(9.0) == 3.0
    watch.set("second", running=True)
    assert watch.spent() == 0.0
