"""All limits of the server, in one place."""

import os
from dataclasses import dataclass

CORES = os.cpu_count() or 1


@dataclass(frozen=True)
class ServerLimits:
    """Upper bounds on what visitors may use."""

    message_bytes: int = 16 * 1024
    import_bytes: int = 256 * 1024
    burst: int = 60
    """Number of messages that a socket may send at once …"""
    burst_seconds: float = 30.0
    """… and in this time after that; further ones are read late."""
    portion_bytes: int = 4 * 1024
    """Read from a connection at a time; other connections are served between two portions."""
    header_bytes: int = 16 * 1024
    header_seconds: float = 10.0
    """Timeout for the first line and the headers of a request."""
    body_seconds: float = 30.0
    """Timeout for its body, and for its answer to be read."""
    connections: int = 600
    """HTTP connections and sockets in total."""
    connections_of_one: int = 300
    """From one address."""
    half_open_of_one: int = 32
    """Connections from one address with incomplete headers; the oldest is closed for a new one."""
    sockets: int = 400
    sockets_of_one: int = 32
    """Of one session."""
    sessions: int = 2000
    tables: int = 500
    tables_of_one: int = 64
    """A session's oldest table without an audience is removed for a new one; its game stays in the store."""
    answer_seconds: float = 30.0
    """Time to answer a proposal to take a move back."""
    idle_seconds: float = 600.0
    """A table without an audience is removed after this; its game stays in the store."""
    plies: int = 2000
    unsent: int = 200
    """Messages queued for a slow reader; beyond that it is disconnected, and may come back."""
    events: int = 16
    """Events that a table can resend."""
    workers: int = 2
    """Threads for slow work other than searches: reading games, drawing positions, exports."""
    searches: int = max(1, CORES - 1)
    """Searches that run at a time."""
    waiting: int = 64
    """Hints, analyses and graphs in the queue; every table may have a move queued besides."""
    round_seconds: float = 10.0
    """Where many computers wait, each searches for less time, so that all have moved within this."""
    search_seconds: float = 60.0
    search_megabytes: int = 256
    tree_nodes: int = 4000
    """Nodes of a search tree that is sent to a page; its search ends after `tree_seconds`."""
    tree_seconds: float = 20.0
    search_threads: int = CORES
    session_megabytes: int = 512
    """Tables and trees that games keep between searches; those used least recently are dropped for others."""
    engines: tuple[tuple[str, str], ...] = ()
    """Outside engines that visitors may choose: names, and the commands that only the server knows."""
    retry_seconds: float = 2.0
    """Delay before a failed save is retried; it grows as retries fail."""
    stuck_seconds: float = 180.0
    """A computer has failed if it exceeds its time by this much."""
