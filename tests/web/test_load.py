"""Many sockets that play at once: quick answers, and no more memory as time goes by."""

import asyncio
import random
import time
from itertools import cycle
from pathlib import Path

import pytest

from plyground.games import names
from tests.nightly import NIGHTLY
from tests.patience import PATIENCE
from tests.web.program import Program
from tests.web.serving import Visitor, run

SLOWEST_SECONDS = 0.1
"""At night; where other tests run at the same time, only a server that hangs is told from a quick one."""
EXPERTS = 20
SOCKETS = 200 if NIGHTLY else 50
SECONDS = 600.0 if NIGHTLY else 7.0
SETTLING_SECONDS = 120.0 if NIGHTLY else 3.0
"""Caches fill first; memory is compared from then on."""
PAUSE_SECONDS = (0.8, 1.6)
"""A quick player; two messages a second is the limit in the long run."""


async def play(program: Program, seed: int, end: float, answers: list[float]) -> None:
    """Play random games one after the other, and note how long each answer took."""
    dice = random.Random(seed)
    await asyncio.sleep(dice.random() * 2)
    visitor = await Visitor.enter(program)
    while time.monotonic() < end:
        if not visitor.state or visitor.state["outcome"] is not None:
            await visitor.begin(dice.choice(names()), "human", "human")
        began = time.monotonic()
        answer = await visitor.play(dice.choice(visitor.state["moves"])[0])
        answers.append(time.monotonic() - began)
        assert answer["type"] == "state"
        await asyncio.sleep(dice.uniform(*PAUSE_SECONDS))


async def weigh(program: Program, end: float, memory: list[int]) -> None:
    """Note the server's memory now and then."""
    await asyncio.sleep(SETTLING_SECONDS)
    while time.monotonic() < end:
        memory.append(program.memory())
        await asyncio.sleep(1)


def test_many_sockets_get_quick_answers_and_memory_stays_flat(tmp_path: Path) -> None:
    program = Program(tmp_path, "serve", "--no-browser")
    answers: list[float] = []
    memory: list[int] = []
    busy = [0.0]

    async def scene() -> None:
        for name in names():
            visitor = await Visitor.enter(program)
            await visitor.begin(name, "human", "human")
        busy[0] = program.busy()
        end = time.monotonic() + SECONDS
        players = [play(program, seed, end, answers) for seed in range(SOCKETS)]
        await asyncio.gather(weigh(program, end, memory), *players)
        busy.append(program.busy())

    try:
        run(scene(), SECONDS + 120)
    finally:
        assert program.interrupt() == 0
    slowest = sorted(answers)[int(0.95 * len(answers))]
    cost = (busy[1] - busy[0]) / len(answers)
    print(f"{len(answers)} moves, {1000 * cost:.1f} ms of a core each, p95 {slowest:.4f} s, memory {memory}")
    assert slowest < SLOWEST_SECONDS or not NIGHTLY
    assert cost < 0.02, "seconds of a core for each move, whatever else the machine does"
    assert max(memory) < 1.15 * memory[0] + 10_000
    assert "Traceback" not in program.said


async def watch_a_move(visitor: Visitor) -> None:
    """Wait until a computer has moved at a visitor's table."""
    while not visitor.turns:
        await visitor.read()


@pytest.mark.skipif(not NIGHTLY, reason="takes half a minute of all cores; test_search_pool.py tests fair turns")
def test_twenty_games_of_experts_have_all_begun_after_half_a_minute(tmp_path: Path) -> None:
    program = Program(tmp_path, "serve", "--no-browser")
    took: list[float] = []

    async def scene() -> None:
        for name in names():  # what must be compiled first is
            first = await Visitor.enter(program)
            await first.begin(name, "expert", "expert")
            await watch_a_move(first)
            await first.ask("pause", "state", paused=True)
        visitors = [await Visitor.enter(program) for _ in range(EXPERTS)]
        began = time.monotonic()
        for visitor, name in zip(visitors, cycle(names()), strict=False):
            await visitor.begin(name, "expert", "expert")
        await asyncio.gather(*map(watch_a_move, visitors))
        took.append(time.monotonic() - began)

    try:
        run(scene(), PATIENCE)
    finally:
        assert program.interrupt() == 0
    print(f"{EXPERTS} games of experts had all moved after {took[0]:.1f} s")
    assert took[0] < 30
