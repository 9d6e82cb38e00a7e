"""The server as users start it: its arguments, Ctrl-C, and being killed in the middle of games."""

import asyncio
import os
import random
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from plyground.play.store.store import Store
from plyground.web.server import USUAL_PORT
from tests.nightly import NIGHTLY
from tests.patience import PATIENCE
from tests.web.program import Program
from tests.web.serving import Visitor, run

KILLS = 50 if NIGHTLY else 3


def test_without_arguments_the_page_is_served_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    program = Program(tmp_path)
    assert httpx.get(f"{program.origin}/", timeout=PATIENCE).status_code == 403
    with httpx.Client(follow_redirects=True, timeout=PATIENCE) as browser:
        page = browser.get(program.address)
        assert "<!doctype html>" in page.text.lower()
        assert str(page.url) == f"{program.origin}/"
    assert program.interrupt() == 0
    assert "Traceback" not in program.said
    assert (program.port == USUAL_PORT) != (f"Port {USUAL_PORT} is taken" in program.said)
    assert last_address_printed(tmp_path) == program.address


def last_address_printed(folder: Path) -> str:
    """What `plyground serve --address` prints."""
    environment = os.environ | {"PLYGROUND_DATA": str(folder)}
    command = [sys.executable, "-m", "plyground", "serve", "--address"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_a_port_can_be_chosen_and_a_taken_one_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = Program(tmp_path, "serve", "--port", str(port), "--no-browser")
    assert program.port == port
    with pytest.raises(AssertionError, match=f"Port {port} cannot be used"):
        Program(tmp_path, "serve", "--port", str(port), "--no-browser")
    assert program.interrupt() == 0


def test_a_server_for_the_local_network_has_a_token_in_its_address(tmp_path: Path) -> None:
    program = Program(tmp_path, "serve", "--lan", "--no-browser")
    assert "?token=" in program.said
    assert program.interrupt() == 0


def test_a_server_that_is_killed_loses_one_move_at_most(tmp_path: Path) -> None:
    dice = random.Random(5)
    for _ in range(KILLS):
        program = Program(tmp_path, "serve", "--no-browser")
        seen = killed_game(program, dice)
        with Store(tmp_path / "games.sqlite3") as store:
            games = store.list(limit=1)
            moves = store.export(games[0].id).moves if games else ()
        assert len(moves) >= len(seen) - 1
        assert list(moves[: len(seen)]) == seen[: len(moves)]


def killed_game(program: Program, dice: random.Random) -> list[str]:
    """Play until the server is killed; the moves that the visitor saw."""
    seen: list[str] = []

    async def scene() -> None:
        visitor = await Visitor.enter(program)
        await visitor.begin("neutreeko", *dice.choice([("human", "random"), ("human", "human"), ("random", "random")]))
        await visitor.send("pace", seconds=0)
        end = asyncio.get_running_loop().time() + 0.3 + dice.random()
        while asyncio.get_running_loop().time() < end and visitor.state["outcome"] is None:
            if visitor.state["my_turn"]:
                await visitor.send("move", ply=visitor.state["ply"], move=dice.choice(visitor.state["moves"])[0])
            await visitor.until("state", "error")
        program.kill()
        seen.extend(turn["move"] for turn in visitor.turns)

    run(scene())
    return seen
