"""Everything that is bounded, in one place."""

import os
from dataclasses import dataclass

CORES = os.cpu_count() or 1


@dataclass(frozen=True)
class ServerLimits:
    """Ceilings on what visitors may ask for, whatever they ask for."""

    message_bytes: int = 16 * 1024
    import_bytes: int = 256 * 1024
    burst: int = 60
    """A socket may send so many messages at once …"""
    burst_seconds: float = 30.0
    """… and so many in this time after that; the rest is read late."""
    portion_bytes: int = 4 * 1024
    """Read from a connection at a time; others get their turn between two portions."""
    header_bytes: int = 16 * 1024
    header_seconds: float = 10.0
    """For the first line and the headers of a request to come."""
    body_seconds: float = 30.0
    """For its body to come, and for its answer to be read."""
    connections: int = 600
    """HTTP requests and sockets, all together."""
    connections_of_one: int = 300
    """Of one address."""
    half_open_of_one: int = 32
    """Connections of one address that have not sent all their headers; the oldest is closed for a new one."""
    sockets: int = 400
    sockets_of_one: int = 32
    """Of one session."""
    sessions: int = 2000
    tables: int = 500
    tables_of_one: int = 64
    """A session's oldest table that nobody looks at is cleared for a new one; its game is in the store."""
    answer_seconds: float = 30.0
    """Whoever is asked to let a move be taken back has this long to agree."""
    idle_seconds: float = 600.0
    """A table that nobody looks at is cleared after this; its game is in the store."""
    plies: int = 2000
    unsent: int = 200
    """Messages that wait for a slow reader; with more it is cut off, and comes back."""
    events: int = 16
    """Events that a table can send again."""
    workers: int = 2
    """Threads for what takes a while and is no search: reading games, drawing positions to look at, exports."""
    searches: int = max(1, CORES - 1)
    """That run at a time."""
    waiting: int = 64
    """Hints, analyses and graphs that wait for a free core; every table may have a move waiting."""
    round_seconds: float = 10.0
    """Where many computers wait for their turn, each thinks shorter, so that all have moved in this time."""
    search_seconds: float = 60.0
    search_megabytes: int = 256
    search_threads: int = CORES
    retry_seconds: float = 2.0
    """A save that failed is tried again after this, later less often."""
    stuck_seconds: float = 180.0
    """A computer that has not moved so long after its time has failed."""
