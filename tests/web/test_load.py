"""Many sockets that play at once: quick answers, and no more memory as time goes by."""

import asyncio
import os
import random
import time
from pathlib import Path

from plyground.games import names
from tests.web.program import Program
from tests.web.serving import Visitor, run

NIGHTLY = bool(os.environ.get("PLYGROUND_NIGHTLY"))
SLOWEST_SECONDS = 0.1
"""At night; where other tests run at the same time, only a server that hangs is told from a quick one."""
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
