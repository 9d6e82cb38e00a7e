"""Connections to the server: time limits for whoever sends slowly, places for everybody, and when each message came.

The HTTP library waits for ever for the rest of a request; a few hundred half requests would take every place. Here the
headers have to come within a few seconds, the body too, and the answer has to be read; of one address only so many
connections wait for their headers, the oldest makes way for the newest, and only so many are open at all.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from plyground.web.limits import ServerLimits

RECEIVED = "plyground.received"
"""The field of a message from a socket that says when it came, by `time.monotonic`."""
LOGGERS = ("uvicorn.error", "asyncio", "websockets.server")
SELDOM_SECONDS = 60.0


class ConnectionSlots:
    """Which connections wait for a request, by address, the oldest first."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self._waiting: dict[str, list[PatientProtocol]] = {}

    def wait(self, protocol: "PatientProtocol") -> None:
        """A connection waits for the rest of a request; the oldest of its address makes way if there are too many."""
        waiting = self._waiting.setdefault(protocol.address, [])
        if protocol not in waiting:
            waiting.append(protocol)
        if len(waiting) > self.limits.half_open_of_one:
            waiting[0].end()

    def leave(self, protocol: "PatientProtocol") -> None:
        """A connection waits no more."""
        waiting = self._waiting.get(protocol.address, [])
        if protocol in waiting:
            waiting.remove(protocol)
        if not waiting:
            self._waiting.pop(protocol.address, None)


class Configuration(uvicorn.Config):
    """How uvicorn serves an application: quietly, in small portions, believing no proxy, with time limits."""

    def __init__(self, app: Any, limits: ServerLimits) -> None:
        self.limits, self.places = limits, ConnectionSlots(limits)
        super().__init__(
            app,
            http=PatientProtocol,
            ws=StampingProtocol,
            log_config=None,  # what it logs is written as all else is, by terminal/output.py
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=limits.connections,
            h11_max_incomplete_event_size=limits.header_bytes,
            ws_max_size=limits.message_bytes,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
        )
        for name in LOGGERS:
            logging.getLogger(name).addFilter(SELDOM)


class PatientProtocol(H11Protocol):
    """HTTP with an end to every wait."""

    config: Configuration

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the headers."""
        super().connection_made(transport)
        self.limits, self.places = self.config.limits, self.config.places
        self.address = self.client[0] if self.client else ""
        self._clock: asyncio.TimerHandle | None = None
        read_in_portions(transport, self.limits)
        if connections_of(self.connections, self.address) > self.limits.connections_of_one:
            self.end()
        else:
            self._wait(self.limits.header_seconds)

    def data_received(self, data: bytes) -> None:
        """Take what came, and wait for the rest, if there is one."""
        before = self.conn.their_state
        super().data_received(data)
        after = self.conn.their_state
        if self.transport.get_protocol() is not self or after not in (h11.IDLE, h11.SEND_BODY):
            self._rest()
        elif after is not before or self._clock is None:
            self._wait(self.limits.header_seconds if after is h11.IDLE else self.limits.body_seconds)

    def pause_writing(self) -> None:
        """The answer is not read as fast as it is written."""
        super().pause_writing()
        self._wait(self.limits.body_seconds)

    def resume_writing(self) -> None:
        """It is read again."""
        super().resume_writing()
        self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        self._rest()
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self._rest()
        self._clock = self.loop.call_later(seconds, self.end)
        self.places.wait(self)

    def _rest(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self.places.leave(self)

    def end(self) -> None:
        """Close the connection at once."""
        self._rest()
        self.transport.abort()


class StampingProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose messages say when they came."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = StampedQueue()


class StampedQueue(asyncio.Queue[Any]):
    """Notes when each message was put in."""

    def put_nowait(self, item: Any) -> None:
        """Put in a message."""
        super().put_nowait(item | {RECEIVED: time.monotonic()})


def read_in_portions(transport: asyncio.Transport, limits: ServerLimits) -> None:
    """Read no more than a portion at a time: thousands of tiny messages in one would keep the loop from everybody."""
    if hasattr(transport, "max_size"):
        transport.max_size = limits.portion_bytes


def connections_of(connections: Any, address: str) -> int:
    """How many connections an address has."""
    return sum(each.client is not None and each.client[0] == address for each in connections)


class LogThrottle(logging.Filter):
    """Lets a kind of message into the log once a minute: whoever is refused a thousand times does not fill it."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        super().__init__()
        self.seconds, self.now = seconds, now
        self._last: dict[str, float] = {}
        self._dropped: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a message down; one that was left out before says how often."""
        kind, now = str(record.msg), self.now()
        if kind in self._last and now - self._last[kind] < self.seconds:
            self._dropped[kind] = self._dropped.get(kind, 0) + 1
            return False
        if len(self._last) > 1000:
            self._last.clear()
        self._last[kind] = now
        if dropped := self._dropped.pop(kind, 0):
            record.msg = f"{kind} ({dropped} more in the meantime)"
        return True


SELDOM = LogThrottle(SELDOM_SECONDS, time.monotonic)
