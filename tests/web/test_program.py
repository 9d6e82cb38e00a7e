"""The server as users start it: its arguments, Ctrl-C, and being killed in the middle of games."""

import asyncio
import os
import random
import socket
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from plyground.play.store.store import Store
from plyground.web.server import USUAL_PORT
from plyground.web.token_file import ADDRESS_FILE, write_private
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
    assert address_asked_for(tmp_path) == (0, program.address, "")
    assert program.interrupt() == 0
    assert "Traceback" not in program.said
    assert (program.port == USUAL_PORT) != (f"Port {USUAL_PORT} is taken" in program.said)
    status, printed, complaint = address_asked_for(tmp_path)
    assert (status, printed) == (1, "")
    assert complaint.startswith(f"The server that was started last, at port {program.port}, has ended;")


def test_before_the_first_server_there_is_no_address(tmp_path: Path) -> None:
    status, printed, complaint = address_asked_for(tmp_path)
    assert (status, printed) == (1, "")
    assert complaint.startswith("No server has been started yet;")


def test_another_program_at_the_port_is_no_server_and_does_not_get_the_token(tmp_path: Path) -> None:
    asked: list[str] = []

    class Other(BaseHTTPRequestHandler):
        """Answers everything."""

        def do_GET(self) -> None:
            """Keep what was asked."""
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        write_private(tmp_path / ADDRESS_FILE, f"http://127.0.0.1:{other.server_port}/?token=secret")
        assert address_asked_for(tmp_path)[:2] == (1, "")
        other.shutdown()
    assert asked == ["/"]


def address_asked_for(folder: Path) -> tuple[int, str, str]:
    """What `plyground serve --address` answers: its status, what it prints and what it complains of."""
    environment = os.environ | {"PLYGROUND_DATA": str(folder), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "plyground", "serve", "--address"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


COMPILING = """
import atexit, time
from concurrent.futures import ThreadPoolExecutor
from plyground.cli.serve import leave_compiling
from plyground.core import jit

def compile():
    with jit._getting_ready:
        time.sleep(600)

atexit.register(print, "closed")
leave_compiling()
ThreadPoolExecutor(1).submit(compile)
while not jit.is_compiling():
    time.sleep(0.01)
print("compiling")
leave_compiling()
"""
"""A server that has closed everything while a thread compiles, which takes longer than the test has."""


def test_a_server_that_has_ended_does_not_wait_for_a_thread_that_compiles() -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMPILING], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.split() == ["compiling", "closed"]


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
