"""What a table expects of the server and of the sockets that watch it.

A table is created by the server and watched by connections, but imports neither: it knows these protocols.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from plyground.core.errors import PlygroundError
from plyground.language import Language
from plyground.play.store.saved_match import SaveSlot
from plyground.play.store.store import ResumedGame
from plyground.web.limits import ServerLimits
from plyground.web.messages import ClientMessage
from plyground.web.search_pool import SearchPool
from plyground.web.sessions import BrowserSession
from plyground.web.tables.autosave import Autosave, SaveListener


class TableServices(Protocol):
    """What a table uses of the server (`ServerState`)."""

    limits: ServerLimits
    pool: SearchPool

    def task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background."""

    def public(self, problem: PlygroundError) -> str:
        """The error's text without folders of this machine."""

    def note_failure(self) -> None:
        """Log the unexpected exception that is being handled."""

    def autosave(self, listener: SaveListener | None, slot: SaveSlot | None = None, name: str = "") -> Autosave:
        """An autosave for one game."""

    async def saved_game(self, saved: int) -> tuple[ResumedGame, SaveSlot]:
        """Read a saved game."""


class Listener(Protocol):
    """A socket that watches a table (`Connection`)."""

    session: BrowserSession
    language: Language
    pending_since: float | None
    """Arrival time of the message that is being handled or waits to be; None when there is none."""

    def may(self, kind: type[ClientMessage]) -> bool:
        """Whether this visitor may send such a message now."""

    def send(self, text: str) -> None:
        """Send a message."""

    def send_error(self, problem: PlygroundError) -> None:
        """Send an error."""
