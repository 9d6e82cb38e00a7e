"""Which saved games have a position: each game is replayed once for each version of it, not once for each question.

What is kept of a game is its moves and a short hash of each position, in memory. Any thread may ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.core.record import GOING_ON, Record
from plyground.play.explorer import Explored
from plyground.play.store.store import Store

SIZE = 8
"""Bytes of a position's fingerprint."""


class IndexedGame(NamedTuple):
    """What is known of one version of a saved game."""

    version: int
    game: str = ""
    """The game with its options."""
    fingerprints: bytes = b""
    """Of the position before each move, one after the other."""
    moves: tuple[str, ...] = ()
    result: str = GOING_ON

    def moves_from(self, fingerprint: bytes) -> set[str]:
        """The moves that were played from the position."""
        return {self.moves[ply] for ply in _places(fingerprint, self.fingerprints)}


def _places(fingerprint: bytes, fingerprints: bytes) -> Iterator[int]:
    at = fingerprints.find(fingerprint)
    while at >= 0:
        if at % SIZE == 0:
            yield at // SIZE
        at = fingerprints.find(fingerprint, at + 1)


def fingerprint_of(position: Position) -> bytes:
    """A short hash of a position, without the way that led there."""
    return blake2b(position.key, digest_size=SIZE).digest()


def replayed(record: Record, version: int) -> IndexedGame:
    """Replay a game for the index."""
    fingerprints = b"".join(map(fingerprint_of, record.positions()[:-1]))
    return IndexedGame(version, repr(record.game), fingerprints, record.moves, record.result)


class PositionIndex:
    """The positions of a store's games."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._file = store.file
        self._known: dict[int, IndexedGame] = {}

    def replay(self, game: str, most: int | None = None) -> int:
        """Replay new or changed saved games of a game, up to a limit; return how many remain."""
        versions = self._versions(game)
        current = self._current(versions)
        missing = [number for number in versions if number not in current]
        for number in missing[:most]:
            self._known[number] = self._replayed(number, versions[number])
        return len(missing[most:]) if most is not None else 0

    def explore(self, position: Position) -> Explored:
        """Count the moves from a position in the games that have been replayed; transpositions count."""
        found, game, fingerprint = Explored(), repr(position.game), fingerprint_of(position)
        for known in self._current(self._versions(position.game.name)).values():
            if known.game == game:
                found.add_game(known.moves_from(fingerprint), known.result, position.mover)
        return found

    def _versions(self, game: str) -> dict[int, int]:
        """The versions of the saved games of a game; of another file nothing is known yet."""
        versions = self.store.versions(game)
        if self.store.file != self._file:
            self._file, self._known = self.store.file, {}
        return versions

    def _current(self, versions: dict[int, int]) -> dict[int, IndexedGame]:
        """The games that are known as they are now."""
        known = {number: self._known.get(number) for number in versions}
        return {number: one for number, one in known.items() if one is not None and one.version == versions[number]}

    def _replayed(self, number: int, version: int) -> IndexedGame:
        """A saved game; a damaged one has no positions."""
        try:
            return replayed(self.store.export(number), version)
        except PlygroundError:
            return IndexedGame(version)
