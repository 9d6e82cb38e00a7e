"""Connections that send nothing, or half of it, or too much: they end, and the others are served."""

import asyncio
import logging
import time
from pathlib import Path

import httpx
import pytest
import websockets

from plyground.web.limits import ServerLimits
from plyground.web.transport import RECEIVED, LogThrottle, TimestampQueue
from tests.web.serving import PATIENCE, Server, Visitor, page_headers, run, serving

HALF = b"GET / HTTP/1.1\r\nHost: half"
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def open_with(server: Server, sent: bytes) -> Stream:
    """A connection over which something was sent."""
    reader, writer = await asyncio.open_connection(*server.host.split(":"))
    writer.write(sent)
    await writer.drain()
    return reader, writer


async def ended(stream: Stream) -> bytes:
    """What the server says before it ends the connection."""
    try:
        return await asyncio.wait_for(stream[0].read(), PATIENCE)
    except ConnectionError:
        return b""
    finally:
        stream[1].close()


SHORT_HEADERS = ServerLimits(header_seconds=0.1, body_seconds=3600.0)
SHORT_BODY = ServerLimits(header_seconds=3600.0, body_seconds=0.1)


@pytest.mark.parametrize(
    ("sent", "limits"),
    [
        (b"", SHORT_HEADERS),
        (b"GET", SHORT_HEADERS),
        (HALF, SHORT_HEADERS),
        (b"POST /api/import HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{", SHORT_BODY),
    ],
)
def test_a_request_that_does_not_come_to_its_end_is_ended(tmp_path: Path, sent: bytes, limits: ServerLimits) -> None:
    async def scene() -> None:
        assert b" 200 " not in await ended(await open_with(server, sent))

    with serving(tmp_path, limits) as server:
        run(scene())


def test_half_a_request_after_a_whole_one_is_ended_too(tmp_path: Path) -> None:
    async def scene() -> None:
        stream = await open_with(server, f"GET /api/about HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        assert b"HTTP/1.1 403 " in await asyncio.wait_for(stream[0].readuntil(b"}"), PATIENCE)
        stream[1].write(HALF)
        await ended(stream)

    with serving(tmp_path, SHORT_HEADERS) as server:
        run(scene())


def test_six_hundred_half_requests_keep_nobody_out(tmp_path: Path) -> None:
    """They used to answer everybody with 503; now the oldest of an address makes way for the newest."""

    async def scene() -> None:
        headers = await asyncio.to_thread(page_headers, server)
        streams = [await open_with(server, HALF) for _ in range(620)]
        async with httpx.AsyncClient(base_url=server.origin, headers=headers, timeout=PATIENCE) as client:
            assert (await client.get("/api/about")).status_code == 200
        visitor = await Visitor.enter(server)
        await visitor.ask("ping", "pong")
        for stream in streams[: 620 - 32]:
            await ended(stream)
        for _, writer in streams:
            writer.close()

    with serving(tmp_path, ServerLimits(header_seconds=3600.0)) as server:
        run(scene())


def test_the_connections_of_one_address_are_limited(tmp_path: Path) -> None:
    async def scene() -> None:
        visitors = [await Visitor.enter(server) for _ in range(3)]
        with pytest.raises((OSError, websockets.InvalidHandshake, websockets.ConnectionClosed, EOFError)):
            await Visitor.enter(server)
        await visitors[0].ask("ping", "pong")
        await visitors[1].close()
        while True:
            try:
                await Visitor.enter(server)
                break
            except (OSError, websockets.InvalidHandshake, websockets.ConnectionClosed, EOFError):
                await visitors[0].ask("ping", "pong")

    with serving(tmp_path, ServerLimits(connections_of_one=3, burst=10**6)) as server:
        run(scene())


def test_every_message_says_when_it_came(tmp_path: Path) -> None:
    async def scene() -> None:
        queue, before = TimestampQueue(), time.monotonic()
        queue.put_nowait({"type": "websocket.receive"})
        assert before <= (await queue.get())[RECEIVED] <= time.monotonic()
        visitor = await Visitor.enter(server)
        await visitor.begin("neutreeko", "human", "human")
        listener = server.server.tables[visitor.state["table"]].audience[0]
        before = time.monotonic()
        await visitor.play("b1-a1")
        assert before <= listener.arrived <= time.monotonic()  # type: ignore[attr-defined]

    with serving(tmp_path) as server:
        run(scene())


class Kept(logging.Handler):
    """Keeps what is written to the log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(record.getMessage())


def test_many_refusals_do_not_fill_the_log(tmp_path: Path) -> None:
    kept, foreign = Kept(), websockets.Origin("http://elsewhere.example")
    garbage = (b"\x00\xff\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n")

    async def scene() -> None:
        for _ in range(20):
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(f"ws://{server.host}/ws", origin=foreign)
            for sent in garbage:
                stream = await open_with(server, sent)
                stream[1].write_eof()
                await ended(stream)

    with serving(tmp_path, ServerLimits(header_seconds=0.1)) as server:
        for name in ("uvicorn.error", "asyncio", "plyground.web"):
            logging.getLogger(name).addHandler(kept)
        try:
            run(scene())
        finally:
            for name in ("uvicorn.error", "asyncio", "plyground.web"):
                logging.getLogger(name).removeHandler(kept)
    assert len(kept.lines) == len(set(kept.lines)) < 6


def test_the_log_says_how_often_something_was_left_out() -> None:
    now = 0.0
    seldom = LogThrottle(60.0, lambda: now)

    def said(text: str) -> str | None:
        record = logging.LogRecord("x", logging.WARNING, "x", 1, text, (), None)
        return record.getMessage() if seldom.filter(record) else None

    assert [said("refused"), said("refused"), said("other"), said("refused")] == ["refused", None, "other", None]
    now = 61.0
    assert [said("refused"), said("other")] == ["refused (2 more in the meantime)", "other"]
