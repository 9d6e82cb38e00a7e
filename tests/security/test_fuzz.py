"""Fuzzed messages: no illegal move is accepted, nothing fails that nobody foresaw, and the server goes on."""

import asyncio
import dataclasses
import logging
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.nightly import NIGHTLY
from tests.security.fuzz import Dice
from tests.web.serving import EAGER, Server, Visitor, run, serving

MESSAGES = 100_000 if NIGHTLY else 4_000
VISITORS = 8
BATCH = 20


def test_fuzzed_messages_break_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        counts = await asyncio.gather(*(fuzz(server, seed, MESSAGES // VISITORS) for seed in range(VISITORS)))
        assert sum(counts) >= MESSAGES
        check_tables(server)
        last = await Visitor.enter(server)
        await last.begin("hex", "human", "human", options={"size": "3"})
        await last.play("b2")
        last.check_game()

    with serving(tmp_path, dataclasses.replace(EAGER, tables=40, idle_seconds=5.0)) as server:
        run(scene(), 3600)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


class Confused(Visitor):
    """A visitor whose own nonsense makes them miss events: they wait for the next full state, as a page does."""

    def apply(self, state: dict[str, Any]) -> None:
        """Take in an event, unless one before it is missing."""
        known = self.state.get("table") == state["table"] and state["version"] <= self.state["version"] + 1
        if state["full"] or known:
            super().apply(state)


async def fuzz(server: Server, seed: int, count: int) -> int:
    """Send a number of messages; every game shown meanwhile is replayed by the rules."""
    dice, sent = Dice(seed), 0
    visitor = await Confused.enter(server)
    await visitor.begin("neutreeko", "human", "random")
    while sent < count:
        try:
            for _ in range(BATCH):
                await visitor.socket.send(dice.text(visitor.state))
                sent += 1
            await visitor.send("ping", id=sent)
            await visitor.until("pong", id=sent)
        except websockets.ConnectionClosed:
            visitor = await Confused.enter(server, cookie=visitor.cookie)
        if visitor.state and dice.random.random() < 0.2:
            visitor.check_game()
    return sent


def check_tables(server: Server) -> None:
    """Every game on a table, and every game in the store, is one by the rules."""
    for table in list(server.server.tables.values()):
        position = table.match.start
        for turn in list(table.match.turns):
            position = position.play(turn.move)
            assert position == turn.position
    for saved in server.server.store.list(limit=50):
        server.server.store.export(saved.id).checked_end()
