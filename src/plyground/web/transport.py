"""Uvicorn's protocols with timeouts, limits on connections, and arrival times of messages.

The HTTP library waits for ever for the rest of a request; a few hundred half requests would take every slot. Here the
headers, the body, and the reading of the answer have timeouts. The number of connections from one address is limited,
and so is that of its half requests: the oldest is closed for a new one.
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
"""The field of a socket's message with its arrival time, by `time.monotonic`."""
LOGGERS = ("uvicorn.error", "asyncio", "websockets.server")
LOG_SECONDS = 60.0


class ConnectionSlots:
    """Connections with incomplete requests, by address, the oldest first."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self._waiting: dict[str, list[TimeoutProtocol]] = {}

    def wait(self, protocol: "TimeoutProtocol") -> None:
        """Add a connection; if its address has too many, the oldest of them is closed."""
        waiting = self._waiting.setdefault(protocol.address, [])
        if protocol not in waiting:
            waiting.append(protocol)
        if len(waiting) > self.limits.half_open_of_one:
            waiting[0].end()

    def leave(self, protocol: "TimeoutProtocol") -> None:
        """Remove a connection."""
        waiting = self._waiting.get(protocol.address, [])
        if protocol in waiting:
            waiting.remove(protocol)
        if not waiting:
            self._waiting.pop(protocol.address, None)


class UvicornConfig(uvicorn.Config):
    """Uvicorn's configuration: quiet, small portions, no trust in proxies, timeouts."""

    def __init__(self, app: Any, limits: ServerLimits) -> None:
        self.limits, self.slots = limits, ConnectionSlots(limits)
        super().__init__(
            app,
            http=TimeoutProtocol,
            ws=TimestampProtocol,
            log_config=None,  # its log goes through terminal/output.py, as all output does
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
            logging.getLogger(name).addFilter(LOG_THROTTLE)


class TimeoutProtocol(H11Protocol):
    """HTTP with a timeout for every wait."""

    config: UvicornConfig

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout for the headers."""
        super().connection_made(transport)
        self.limits, self.slots = self.config.limits, self.config.slots
        self.address = self.client[0] if self.client else ""
        self._timer: asyncio.TimerHandle | None = None
        read_in_portions(transport, self.limits)
        if connections_of(self.connections, self.address) > self.limits.connections_of_one:
            self.end()
        else:
            self._start_timer(self.limits.header_seconds)

    def data_received(self, data: bytes) -> None:
        """Take what arrived, and start the timeout for the rest, if any."""
        before = self.conn.their_state
        super().data_received(data)
        after = self.conn.their_state
        if self.transport.get_protocol() is not self or after not in (h11.IDLE, h11.SEND_BODY):
            self._stop_timer()
        elif after is not before or self._timer is None:
            self._start_timer(self.limits.header_seconds if after is h11.IDLE else self.limits.body_seconds)

    def pause_writing(self) -> None:
        """The client reads more slowly than we write."""
        super().pause_writing()
        self._start_timer(self.limits.body_seconds)

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout."""
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self.end)
        self.slots.wait(self)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.slots.leave(self)

    def end(self) -> None:
        """Close the connection at once."""
        self._stop_timer()
        self.transport.abort()


class TimestampProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that stamps messages with their arrival time."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = TimestampQueue()


class TimestampQueue(asyncio.Queue[Any]):
    """A queue that stamps messages with their arrival time."""

    def put_nowait(self, item: Any) -> None:
        """Put a message."""
        super().put_nowait(item | {RECEIVED: time.monotonic()})


def read_in_portions(transport: asyncio.Transport, limits: ServerLimits) -> None:
    """Limit a single read: thousands of tiny messages at once would block the event loop."""
    if hasattr(transport, "max_size"):
        transport.max_size = limits.portion_bytes


def connections_of(connections: Any, address: str) -> int:
    """Number of connections from an address."""
    return sum(each.client is not None and each.client[0] == address for each in connections)


class LogThrottle(logging.Filter):
    """Lets a message into the log once a minute, so that a thousand refused requests do not fill it."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        super().__init__()
        self.seconds, self.now = seconds, now
        self._last: dict[str, float] = {}
        self._dropped: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a message; it then says how many were dropped before."""
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


LOG_THROTTLE = LogThrottle(LOG_SECONDS, time.monotonic)
