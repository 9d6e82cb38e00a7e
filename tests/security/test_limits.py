"""Everything that a visitor can ask for is bounded."""

import asyncio
import dataclasses
import time
from pathlib import Path

import pytest
import websockets

from plyground.web.limits import ServerLimits
from plyground.web.rate_limit import RateLimit
from tests.web.serving import EAGER, Visitor, run, serving


def test_a_message_of_more_than_16_kib_ends_the_socket(tmp_path: Path) -> None:
    """The server does not read the rest; where that resets the connection, the reason may be lost on the way."""

    async def scene() -> None:
        visitor = await Visitor.enter(server)
        assert (await visitor.ask("open", "state", link="x" * 15_900))["code"] == "wrong"
        await visitor.socket.send("x" * 16_385)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await visitor.read()
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009

    with serving(tmp_path) as server:
        run(scene())


def test_sixty_messages_at_once_are_read_and_the_next_ones_late(tmp_path: Path) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        began = time.monotonic()
        for number in range(64):
            await visitor.send("ping", id=number)
        for number in range(60):
            assert (await visitor.until("pong"))["id"] == number
        for number in range(60, 64):
            assert (await visitor.until("pong"))["id"] == number
        assert time.monotonic() - began > 1.5, "four messages at two a second"

    with serving(tmp_path, ServerLimits()) as server:
        run(scene())


def test_the_bucket_lets_a_burst_through_and_then_two_a_second() -> None:
    now = 0.0
    rate_limit = RateLimit(60, 30.0, lambda: now)
    assert [rate_limit.take() for _ in range(60)] == [0.0] * 60
    assert rate_limit.take() == 0.5
    now = 0.5
    assert rate_limit.take() == 0.5
    now = 1000.0
    assert [rate_limit.take() for _ in range(61)] == [0.0] * 60 + [0.5]


def test_sockets_are_bounded(tmp_path: Path) -> None:
    async def scene() -> None:
        visitors = [await Visitor.enter(server) for _ in range(4)]
        mine = [await Visitor.enter(server, cookie=visitors[0].cookie) for _ in range(2)]
        with pytest.raises(websockets.InvalidStatus) as refused:
            await Visitor.enter(server, cookie=visitors[0].cookie)
        assert refused.value.response.status_code == 503
        entered = await asyncio.gather(*(Visitor.enter(server) for _ in range(5)), return_exceptions=True)
        assert sum(isinstance(each, Visitor) for each in entered) == 2
        assert sum(isinstance(each, websockets.InvalidStatus) for each in entered) == 3
        for visitor in mine:
            await visitor.close()
        while server.server.sockets > 7:
            await visitors[0].ask("ping", "pong")
        await Visitor.enter(server)

    with serving(tmp_path, ServerLimits(sockets=8, sockets_of_one=3)) as server:
        run(scene())


def test_a_socket_that_closed_counts_no_more_for_its_session(tmp_path: Path) -> None:
    async def scene() -> None:
        first = await Visitor.enter(server)
        for _ in range(3):
            second = await Visitor.enter(server, cookie=first.cookie)
            with pytest.raises(websockets.InvalidStatus):
                await Visitor.enter(server, cookie=first.cookie)
            await second.close()
            while server.server.sockets > 1:
                await first.ask("ping", "pong")

    with serving(tmp_path, ServerLimits(sockets=8, sockets_of_one=2, burst=10**6)) as server:
        run(scene())


def test_tables_are_bounded_and_idle_ones_cleared(tmp_path: Path) -> None:
    async def scene() -> None:
        visitors = [await Visitor.enter(server) for _ in range(5)]
        for visitor in visitors[:4]:
            await visitor.begin("neutreeko", "human", "human")
            await visitor.play("b1-a1")
        assert (await visitors[4].begin("neutreeko", "human", "human"))["code"] == "busy"
        await visitors[0].ask("leave", "left")
        assert (await visitors[4].begin("neutreeko", "human", "human"))["type"] == "state"
        assert len(server.server.tables) == 4
        while len((await visitors[0].ask("list", "saved"))["games"]) < 4:
            """A game that was cleared is kept: it may only be on its way."""
        for visitor in visitors:
            await visitor.ask("leave", "left")
        while server.server.tables:
            await visitors[0].ask("ping", "pong")

    with serving(tmp_path, ServerLimits(tables=4, idle_seconds=0.2, burst=10**6)) as server:
        run(scene())


def test_running_and_waiting_searches_are_limited(tmp_path: Path) -> None:
    """By Monte Carlo: the usual analysis knows all of Neutreeko, and would end before the others wait."""
    endless = {"place": {"game": "neutreeko"}, "agent": "montecarlo", "seconds": 60.0}

    async def scene() -> None:
        visitors = [await Visitor.enter(server) for _ in range(6)]
        for visitor in visitors[:4]:
            await visitor.send("analyse", **endless)
            await visitor.ask("ping", "pong")
        while len(server.server.pool.waiting) < 3:
            await visitors[5].ask("ping", "pong")
        assert len(server.server.pool.running) == 1
        answer = await visitors[4].ask("analyse", "analysis", **endless)
        assert answer["code"] == "busy"
        for visitor in visitors[:4]:
            await visitor.close()
        while server.server.pool.running or server.server.pool.waiting:
            await visitors[5].ask("ping", "pong")

    with serving(tmp_path, ServerLimits(searches=1, waiting=3, burst=10**6, burst_seconds=1.0)) as server:
        run(scene())


def test_a_computer_that_must_wait_says_so_and_moves_in_the_end(tmp_path: Path) -> None:
    async def scene() -> None:
        first, second, third = [await Visitor.enter(server) for _ in range(3)]
        await first.begin("neutreeko", "pvs:seconds=3", "human")
        while first.state["thinking"]["waiting"]:
            await first.read()
        await second.begin("neutreeko", "random", "human")
        assert second.state["thinking"]["waiting"] is True
        await third.begin("neutreeko", "random", "human")
        while third.state["thinking"]["before"] != 1:
            await third.read()
        for visitor in (second, third):
            await visitor.my_turn()
            assert visitor.state["ply"] == 1

    with serving(tmp_path, ServerLimits(searches=1, burst=10**6)) as server:
        run(scene())


def test_a_reader_that_is_too_slow_is_cut_off_and_comes_back(tmp_path: Path) -> None:
    async def scene() -> None:
        visitor = await Visitor.enter(server)
        await visitor.begin("hex", "human", "human", options={"size": "19"})
        table = server.server.tables[visitor.state["table"]]
        listener = table.audience[0]

        def flood() -> None:
            for _ in range(10):
                listener.send('{"type": "pong"}')

        server.loop.call_soon_threadsafe(flood)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await visitor.until("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        again = await Visitor.enter(server, cookie=visitor.cookie)
        await again.ask("join", "state", table=visitor.state["table"])

    limits = dataclasses.replace(EAGER, unsent=3)
    with serving(tmp_path, limits) as server:
        run(scene())
