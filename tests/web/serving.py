"""A server in a thread, and visitors who check everything that they are told."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, Self

import httpx
import uvicorn
import websockets

import plyground
from plyground.play.store.store import Store
from plyground.web.app import make_app
from plyground.web.guard import LOOPBACK_NAMES, allowed_hosts
from plyground.web.limits import ServerLimits
from plyground.web.server import LOOPBACK, configuration, listen
from plyground.web.state import ServerState
from tests.patience import PATIENCE

EAGER = ServerLimits(burst=10**6, burst_seconds=1.0)
"""Limits for tests that send faster than a person."""


OPENED: list[websockets.ClientConnection] = []
"""The sockets of the scene that runs, so that a test that fails leaves none behind."""


def run(scene: Coroutine[Any, Any, None], seconds: float = 240.0) -> None:
    """Let visitors act; all leave in the end.

    `asyncio.wait_for` would not do: inside a scene it can swallow the end of the time, and a scene that waits in vain
    would go on for ever.
    """

    async def act() -> None:
        try:
            async with asyncio.timeout(seconds):
                await scene
        finally:
            await asyncio.gather(*(socket.close() for socket in OPENED), return_exceptions=True)
            OPENED.clear()

    asyncio.run(act())


class Address(Protocol):
    """Where a server is."""

    host: str
    origin: str
    token: str


class Server:
    """A server that runs in a thread."""

    def __init__(self, folder: Path, limits: ServerLimits, token: str | None) -> None:
        self.listener = listen(LOOPBACK, 0)
        self.port = self.listener.getsockname()[1]
        self.host = f"{LOOPBACK}:{self.port}"
        self.origin = f"http://{self.host}"
        self.server = ServerState(Store(folder / "games.sqlite3", patient=True), limits, self.port, token)
        self.token = self.server.sessions.token
        started = threading.Event()

        def on_start() -> None:
            self.loop = asyncio.get_running_loop()
            started.set()

        app = make_app(self.server, allowed_hosts(LOOPBACK_NAMES, self.port), on_start)
        self.uvicorn = uvicorn.Server(configuration(app, limits))
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [self.listener]}, daemon=True)
        self.thread.start()
        assert started.wait(PATIENCE)

    def stop(self) -> None:
        """End it, and see that nothing happened that nobody foresaw."""
        self.uvicorn.should_exit = True
        self.thread.join(PATIENCE)
        self.listener.close()
        assert not self.thread.is_alive()
        assert self.server.failures == 0


def page_headers(server: Address) -> dict[str, str]:
    """The headers of the host's own page, with the cookie for which the server exchanges its token."""
    answer = httpx.get(f"{server.origin}/", params={"token": server.token}, timeout=PATIENCE)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    return {"Cookie": answer.headers["set-cookie"].split(";")[0], "Origin": server.origin}


@contextmanager
def serving(folder: Path, limits: ServerLimits = EAGER, token: str | None = None) -> Iterator[Server]:
    """A server while inside."""
    server = Server(folder, limits, token)
    try:
        yield server
    finally:
        server.stop()


UNASKED = ("version", "full", "board", "turns", "clock", "thinking", "saving")


def came_unasked(before: dict[str, Any], state: dict[str, Any]) -> bool:
    """Whether an event says only that the game now has a number in the store, or what keeps a computer waiting."""
    if not before or state["full"] or before["game"]["id"] != state["game"]["id"]:
        return False
    news = {key for key in state if key not in UNASKED and before[key] != state[key]}
    saved = before["game"]["saved"] is None and state["game"]["saved"] is not None
    if saved and news == {"game"}:
        return True
    return not news and None not in (before["thinking"], state["thinking"]) and before["thinking"] != state["thinking"]


class Visitor:
    """A page: applies every event, and checks that it fits the ones before."""

    def __init__(self, server: Address, socket: websockets.ClientConnection) -> None:
        self.server, self.socket = server, socket
        self.state: dict[str, Any] = {}
        self.turns: list[dict[str, Any]] = []
        self.cookie = (socket.response.headers.get("set-cookie") if socket.response else "") or ""

    @classmethod
    async def enter(cls, server: Address, *, cookie: str = "", query: str = "") -> Self:
        """Open a socket, as our own page would: by the token, unless a cookie, an invitation or a token is given."""
        headers = {"Cookie": cookie.split(";")[0]} if cookie else {}
        if not cookie and "token=" not in query and "invite=" not in query:
            query += f"{'&' if query else '?'}token={server.token}"
        url = f"ws://{server.host}/ws{query}"
        socket = await websockets.connect(
            url, origin=websockets.Origin(server.origin), additional_headers=headers, max_size=None
        )
        OPENED.append(socket)
        visitor = cls(server, socket)
        await visitor.until("welcome")
        return visitor

    async def send(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps({"type": kind} | fields))

    async def read(self, patience: float = PATIENCE, *, saving: bool = False) -> dict[str, Any]:
        """The next message; whether the game is saved is only noted, unless somebody waits for that."""
        while True:
            async with asyncio.timeout(patience):
                message: dict[str, Any] = json.loads(await self.socket.recv())
            if message["type"] == "state":
                self.apply(message)
            if message["type"] != "saving" or saving:
                return message

    def apply(self, state: dict[str, Any]) -> None:
        """Take in an event as a page does."""
        if state["full"]:
            self.turns = []
        elif state["table"] == self.state["table"] and state["version"] <= self.state["version"]:
            return
        else:
            assert state["version"] == self.state["version"] + 1, "an event was lost"
            state = {"board": self.state["board"]} | state
        self.turns = self.turns[: state["turns"]["from"]] + state["turns"]["list"]
        self.state = state
        assert len(self.turns) == state["ply"]
        assert state["last"] is None or state["last"]["move"] == self.turns[-1]["move"]

    async def until(self, *kinds: str, **wanted: Any) -> dict[str, Any]:
        """Read up to the first message of these kinds with these fields."""
        while True:
            before = self.state
            message = await self.read(saving="saving" in kinds)
            if message["type"] == "state" and came_unasked(before, message):
                continue
            if message["type"] in kinds and all(message.get(key) == value for key, value in wanted.items()):
                return message

    async def ask(self, kind: str, *kinds: str, **fields: Any) -> dict[str, Any]:
        """Send a message and read up to its answer, an error included."""
        await self.send(kind, **fields)
        return await self.until(*kinds, "error")

    async def begin(self, game: str, *players: str, **fields: Any) -> dict[str, Any]:
        """Begin a game."""
        return await self.ask("new", "state", game=game, players=list(players), **fields)

    async def play(self, move: str) -> dict[str, Any]:
        """Play a move; the state with it, or the error."""
        ply = self.state["ply"]
        await self.send("move", ply=ply, move=move)
        while (message := await self.until("state", "error"))["type"] == "state" and message["ply"] == ply:
            pass
        return message

    async def my_turn(self) -> dict[str, Any]:
        """Read until the visitor is to move, or the game is over."""
        while not self.state["my_turn"] and self.state["outcome"] is None:
            await self.read()
        return self.state

    async def close(self) -> None:
        """Close the page."""
        await self.socket.close()

    def check_game(self) -> None:
        """Play the move list again by the rules: it leads to the position that is shown, with the moves it has."""
        game = plyground.game(self.state["game"]["name"], **self.state["game"]["options"])
        position = game.position(self.state["game"]["start"])
        for turn in self.turns:
            assert turn["seat"] == position.mover
            position = position.play(turn["move"])
        assert str(position) == self.state["position"]
        over = self.state["outcome"] is not None and position.outcome is None
        assert over or [str(move) for move in position.moves] == [entry[0] for entry in self.state["moves"]]
