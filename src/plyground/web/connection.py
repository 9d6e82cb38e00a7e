"""One socket: reads messages one after the other, answers them, and passes on what its table says."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.games import game as find_game
from plyground.language import language
from plyground.web.errors import WebError, code_of, gone
from plyground.web.messages import Message, id_in, read_message
from plyground.web.permissions import permit
from plyground.web.rate_limit import RateLimit
from plyground.web.search_pool import SearchJob
from plyground.web.sessions import BrowserSession
from plyground.web.state import ServerState
from plyground.web.tables.table import Table
from plyground.web.tables.views import encoded
from plyground.web.transport import RECEIVED

TOO_SLOW, TOO_BIG = 1013, 1009
Kind = TypeVar("Kind", bound=Message)
Answer = TypeVar("Answer")
Work = Callable[[], Awaitable[None]]
Handler = Callable[["Connection", Any], Awaitable[None]]
HANDLERS: dict[type[Message], Handler] = {}
"""What to do with each message; see playing.py, study.py and saved_games.py."""


def handles(
    kind: type[Kind],
) -> Callable[[Callable[["Connection", Kind], Awaitable[None]]], Callable[["Connection", Kind], Awaitable[None]]]:
    """Register what to do with a kind of message."""

    def register(
        handler: Callable[["Connection", Kind], Awaitable[None]],
    ) -> Callable[["Connection", Kind], Awaitable[None]]:
        HANDLERS[kind] = handler
        return handler

    return register


class Connection:
    """A socket and the session behind it."""

    def __init__(self, server: ServerState, session: BrowserSession, code: str) -> None:
        self.server, self.session = server, session
        self.speak(code)
        self.table: Table | None = None
        self.jobs: dict[str, SearchJob] = {}
        """What is being thought about for this socket, by the kind of answer."""
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._out: asyncio.Queue[str] = asyncio.Queue(server.limits.unsent)
        self._too_slow = asyncio.Event()
        self.arrived = 0.0
        """When the message came that is being followed, by `time.monotonic`."""
        self.unheard: float | None = None
        """The same while it is not yet done, and while it waits for its turn."""

    def speak(self, code: str) -> None:
        """Say everything in this language from now on, also in the answers to the session's HTTP requests."""
        self.language = self.session.language = language(code)

    def send(self, text: str) -> None:
        """Send a text soon; a reader that is too slow for that is cut off, and comes back."""
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            self._too_slow.set()

    async def all_sent(self) -> None:
        """Wait until what was to be sent is on its way: whoever tells much lets others have their turn."""
        await self._out.join()

    def reply(self, message: Message, kind: str, /, **fields: Any) -> None:
        """Answer a message."""
        number = {} if message.id is None else {"id": message.id}
        self.send(encoded({"type": kind} | number | fields))

    def tell_problem(self, problem: PlygroundError, number: int | None = None) -> None:
        """Say what is wrong, in the visitor's language."""
        data = {"type": "error", "code": code_of(problem), "text": self.language.translate(self.server.public(problem))}
        self.send(encoded(data if number is None else data | {"id": number}))

    def must_sit(self) -> Table:
        """The visitor's table, or an error."""
        if self.table is None:
            raise gone()
        return self.table

    async def work(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """What a function returns that takes a while, off the event loop."""
        return await self.server.work(self.session, partial(function, *arguments))

    async def game(self, name: str, options: dict[str, str]) -> Game:
        """A game whose compiled rules are there, so that nobody else waits for them."""
        game = await asyncio.to_thread(partial(find_game, name, **options))
        await self.warm(game)
        return game

    async def warm(self, game: Game) -> None:
        """Wait for the compiled rules of a game, and say so if that takes time."""
        if not self.server.is_warm(game):
            self.tell_loading(game, "rules")
        await self.server.warm(game)

    def tell_loading(self, game: Game, what: str) -> None:
        """Say that an answer waits for compiled `rules`, for a compiled `search`, or for a `table` of exact values."""
        self.send(encoded({"type": "loading", "game": game.name, "what": what}))

    def move_to(self, table: Table, since: int | None = None) -> None:
        """Look at a table, and at no other."""
        if table is not self.table:
            self.leave()
        self.table = table
        table.enter(self, since)

    def leave(self) -> None:
        """Look at no table."""
        self.stop_thinking()
        if self.table is not None:
            table, self.table = self.table, None
            table.leave(self)

    def think(self, what: str, work: Work, number: int | None) -> None:
        """Let a thought of this kind take the place of the one before."""
        self.stop_thinking(what)
        self.tasks[what] = self.server.task(self._guarded(work, number))

    def stop_thinking(self, *kinds: str) -> None:
        """Stop thoughts of these kinds, or all."""
        for what in kinds or tuple(self.tasks):
            job, task = self.jobs.pop(what, None), self.tasks.pop(what, None)
            if job is not None:
                self.server.pool.stop(job)
            if task is not None:
                task.cancel()

    async def _guarded(self, work: Work, number: int | None) -> None:
        """Whatever goes wrong is told, and written down if nobody foresaw it."""
        try:
            await work()
        except PlygroundError as problem:
            self.tell_problem(problem, number)
        except Exception:
            self.server.note_failure()
            self.tell_problem(WebError("wrong", "The server failed at this; its log says why."), number)

    async def handle(self, text: str) -> None:
        """Follow one message."""
        try:
            message = read_message(text)
        except WebError as problem:
            self.tell_problem(problem, id_in(text))
            return
        await self._guarded(partial(self._follow, message), message.id)

    async def _follow(self, message: Message) -> None:
        """Do what a message asks for, if whoever sent it may; see permissions.py."""
        permit(message, self.session, self.table)
        await HANDLERS[type(message)](self, message)

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
            self.unheard = None
            try:
                event = await socket.receive()
                text = event["text"]
            except (WebSocketDisconnect, KeyError, RuntimeError):
                return
            self.arrived = self.unheard = event.get(RECEIVED, time.monotonic())
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
