"""Everything that is bounded, in one place."""

import os
from dataclasses import dataclass

CORES = os.cpu_count() or 1


@dataclass(frozen=True)
class Limits:
    """Ceilings on what visitors may ask for, whatever they ask for."""

    message_bytes: int = 16 * 1024
    import_bytes: int = 256 * 1024
    burst: int = 60
    """A socket may send so many messages at once …"""
    burst_seconds: float = 30.0
    """… and so many in this time after that; the rest is read late."""
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
    searches: int = max(1, CORES - 1)
    """That run at a time."""
    waiting: int = 64
    """Searches that wait for a free core."""
    search_seconds: float = 60.0
    search_megabytes: int = 256
    search_threads: int = CORES
    retry_seconds: float = 2.0
    """A save that failed is tried again after this, later less often."""
    stuck_seconds: float = 180.0
    """A computer that has not moved so long after its time has failed."""
