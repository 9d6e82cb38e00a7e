"""Engine sessions of the games at the tables: what a computer or an analysis keeps from one search to the next.

A session belongs to a game, a role in it (a seat, or the analysis) and an agent. Memory is bounded: the sessions used
least recently are closed for others, and those of a game are closed with it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from plyground.play.agents.agent import Agent, Player
from plyground.search.engine.session import Session

ANALYST = -1
"""The role of an analysis; a computer's is its seat."""


class SessionOwner(NamedTuple):
    """Whose session a search uses: the id of a game, and a seat or `ANALYST`."""

    game_id: str
    role: int


class EngineSessions:
    """The sessions of all games, the last used one last. Used on the event loop only."""

    def __init__(self, megabytes: float, close: Callable[[Session], object]) -> None:
        self._most, self._close = megabytes, close
        self._kept: dict[tuple[SessionOwner, str], Session] = {}

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def megabytes(self) -> float:
        """Memory of all sessions."""
        return sum(session.megabytes for session in self._kept.values())

    def attach(self, player: Player, owner: SessionOwner) -> Player:
        """The player with the session of its game; one that keeps nothing between its moves stays as it is."""
        if not (isinstance(player, Agent) and dict(player.options).get("keep")):
            return player
        session = self._kept.pop((owner, player.text), None) or _opened()
        self._make_room()
        self._kept[owner, player.text] = session
        return replace(player, session=session)

    def _make_room(self) -> None:
        """Close the sessions used least recently until the others are small enough; those in use stay."""
        for key, session in list(self._kept.items()):
            if self.megabytes <= self._most:
                return
            if not session.busy:
                self._close(self._kept.pop(key))

    def drop(self, game_id: str) -> None:
        """Close the sessions of a game."""
        for key in [key for key in self._kept if key[0].game_id == game_id]:
            self._close(self._kept.pop(key))


def _opened() -> Session:
    session = Session()
    session.new_game()
    return session
