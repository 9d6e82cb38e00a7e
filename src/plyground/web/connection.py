"""One socket: reads messages in order, has them handled, and sends what its table has to say."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.games import game as find_game
from plyground.language import Message, language
from plyground.web.errors import WebError, code_of, gone
from plyground.web.message_reader import id_in, read_message
from plyground.web.messages import ClientMessage
from plyground.web.permissions import Rule, refusal
from plyground.web.rate_limit import RateLimit
from plyground.web.search_pool import SearchJob
from plyground.web.sessions import BrowserSession
from plyground.web.state import ServerState
from plyground.web.tables.captions import encoded
from plyground.web.tables.table import Table
from plyground.web.transport import RECEIVED

TOO_SLOW, TOO_BIG = 1013, 1009
Answer = TypeVar("Answer")
Work = Callable[[], Awaitable[None]]


class Dispatcher(Protocol):
    """Who may send a kind of message, and what handles it: the module dispatch.py, which a connection cannot import."""

    def rule_of(self, kind: type[ClientMessage], /) -> Rule:
        """Who may send this kind of message."""

    async def dispatch(self, connection: Connection, message: ClientMessage, /) -> None:
        """Check that the visitor may send the message, and run its handler."""


class Connection:
    """A socket and the session behind it."""

    def __init__(self, server: ServerState, session: BrowserSession, code: str, dispatcher: Dispatcher) -> None:
        self.server, self.session, self._dispatcher = server, session, dispatcher
        self.set_language(code)
        self.table: Table | None = None
        self.jobs: dict[str, SearchJob] = {}
        """Searches for this socket, by the kind of answer."""
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._out: asyncio.Queue[str] = asyncio.Queue(server.limits.unsent)
        self._too_slow = asyncio.Event()
        self.arrived = 0.0
        """When the message arrived that is being handled, by `time.monotonic`."""
        self.pending_since: float | None = None
        """The same, from its arrival until it is handled; else None."""

    def set_language(self, code: str) -> None:
        """Use this language from now on, also in answers to the session's HTTP requests."""
        self.language = self.session.language = language(code)

    def may(self, kind: type[ClientMessage]) -> bool:
        """Whether this visitor may send such a message now."""
        return refusal(self._dispatcher.rule_of(kind), self.session, self.table) is None

    def send(self, text: str) -> None:
        """Queue a text; a reader too slow for that is disconnected, and may come back."""
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            self._too_slow.set()

    async def all_sent(self) -> None:
        """Wait until the queue is empty, so that a long answer leaves room for others."""
        await self._out.join()

    def reply(self, message: ClientMessage, kind: str, /, **fields: Any) -> None:
        """Answer a message."""
        number = {} if message.id is None else {"id": message.id}
        self.send(encoded({"type": kind} | number | fields))

    def send_error(self, problem: PlygroundError, number: int | None = None) -> None:
        """Send an error, in the visitor's language."""
        data = {"type": "error", "code": code_of(problem), "text": self.language.translate(self.server.public(problem))}
        self.send(encoded(data if number is None else data | {"id": number}))

    def require_table(self) -> Table:
        """The visitor's table, or an error."""
        if self.table is None:
            raise gone()
        return self.table

    async def work(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Call a function that takes a while, off the event loop."""
        return await self.server.work(self.session, partial(function, *arguments))

    async def game(self, name: str, options: dict[str, str]) -> Game:
        """A game whose rules are compiled, so that nobody else waits for them."""
        game = await asyncio.to_thread(partial(find_game, name, **options))
        await self.warm(game)
        return game

    async def warm(self, game: Game) -> None:
        """Wait for the compiled rules of a game, and say so if that takes time."""
        if not self.server.is_warm(game):
            self.send_loading(game, "rules")
        await self.server.warm(game)

    def send_loading(self, game: Game, what: str) -> None:
        """Say that an answer waits for compiled `rules`, for a compiled `search`, or for a `table` of exact values."""
        self.send(encoded({"type": "loading", "game": game.name, "what": what}))

    def move_to(self, table: Table, since: int | None = None) -> None:
        """Watch this table and no other."""
        if table is not self.table:
            self.leave()
        self.table = table
        table.enter(self, since)

    def leave(self) -> None:
        """Watch no table."""
        self.stop_thinking()
        if self.table is not None:
            table, self.table = self.table, None
            table.leave(self)

    def think(self, what: str, work: Work, number: int | None) -> None:
        """Start a search of this kind in place of the one before."""
        self.stop_thinking(what)
        self.tasks[what] = self.server.task(self._guarded(work, number))

    def stop_thinking(self, *kinds: str) -> None:
        """Stop searches of these kinds, or all."""
        for what in kinds or tuple(self.tasks):
            job, task = self.jobs.pop(what, None), self.tasks.pop(what, None)
            if job is not None:
                self.server.pool.stop(job)
            if task is not None:
                task.cancel()

    async def _guarded(self, work: Work, number: int | None) -> None:
        """Answer errors, and log unexpected ones."""
        try:
            await work()
        except PlygroundError as problem:
            self.send_error(problem, number)
        except Exception:
            self.server.note_failure()
            self.send_error(WebError("wrong", Message("server.failed")), number)

    async def handle(self, text: str) -> None:
        """Handle one message."""
        try:
            message = read_message(text)
        except WebError as problem:
            self.send_error(problem, id_in(text))
            return
        await self._guarded(partial(self._dispatcher.dispatch, self, message), message.id)

    async def run(self, socket: WebSocket) -> None:
        """Read and write until one side ends it."""
        self.session.sockets += 1
        self.server.sockets += 1
        tasks = [
            asyncio.ensure_future(work) for work in (self._read(socket), self._write(socket), self._too_slow.wait())
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self._too_slow.is_set():
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(socket.close(TOO_SLOW), 1)
        finally:
            self.session.sockets -= 1
            self.server.sockets -= 1
            for task in tasks:
                task.cancel()
            self.leave()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception):
                    self.server.note_failure(ended)

    async def _read(self, socket: WebSocket) -> None:
        limits = self.server.limits
        rate_limit = RateLimit(limits.burst, limits.burst_seconds, time.monotonic)
        while True:
            self.pending_since = None
            try:
                event = await socket.receive()
                text = event["text"]
            except (WebSocketDisconnect, KeyError, RuntimeError):
                return
            self.arrived = self.pending_since = event.get(RECEIVED, time.monotonic())
            if len(text.encode("utf-8", "surrogatepass")) > limits.message_bytes:
                await socket.close(TOO_BIG)
                return
            if wait := rate_limit.take():
                await asyncio.sleep(wait)
            await self.handle(text)
            await asyncio.sleep(0)

    async def _write(self, socket: WebSocket) -> None:
        while True:
            text = await self._out.get()
            try:
                await socket.send_text(text)
            except (WebSocketDisconnect, RuntimeError):
                return
            self._out.task_done()
