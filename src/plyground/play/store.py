"""Saved games: one row a game and one row a move, in an SQLite file (see store_file.py and store_rows.py).

A store may be used from several threads: they share one connection, and a lock lets them in one at a time. Nothing that
is done under the lock takes longer than a write to the disk.
"""

from __future__ import annotations

import builtins
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from types import TracebackType

from plyground.core.errors import quoted
from plyground.play.folders import data_home as data_home
from plyground.play.match import Match
from plyground.play.record import Record
from plyground.play.replay import GOING_ON
from plyground.play.store_file import StoreError as StoreError
from plyground.play.store_file import explained, open_file, transaction
from plyground.play.store_rows import (
    INSERT_GAME,
    UPDATE_GAME,
    Row,
    imported,
    match_from,
    names_after,
    no_names,
    read_game,
    read_moves,
    readable,
    record_of,
    row_of,
    same_game,
    write_moves,
)
from plyground.play.store_rows import Saved as Saved

FILE_NAME = "games.sqlite3"
LONGEST_NAME = 200
LONGEST_LIST = 10**9

LIST = """
    SELECT *, (SELECT count(*) FROM moves WHERE game = games.id) AS plies FROM games
    WHERE :unfinished IS NULL OR (result = :going_on) = :unfinished
    ORDER BY changed DESC, id DESC LIMIT :limit OFFSET :offset"""


def store_path() -> Path:
    """The file of this user's saved games."""
    return data_home() / FILE_NAME


def utc_now() -> str:
    """The time now, as it is written into the store."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """The saved games of one file. Close it, or use it in a `with` statement."""

    def __init__(self, path: Path, now: Callable[[], str] = utc_now) -> None:
        self.path, self.now = path, now
        self._lock = RLock()
        self._db = open_file(path)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock, explained(self.path):
            self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is saved inside goes to the disk at its end, in one go: many games take hardly longer than one."""
        with self._transaction("IMMEDIATE"):
            yield

    def begin(self, match: Match, name: str = "") -> int:
        """Save a new game; its id."""
        now = self.now()
        return self._insert(match, {"name": name, "date": now[:10], "extra": "[]", "names": no_names(match)}, now)

    def import_(self, record: Record, name: str = "") -> int:
        """Save a record as a new game; its id. People in it are seated as humans, and so are programs from outside."""
        match, known = imported(record)
        return self._insert(match, known | {"name": name}, self.now())

    def _insert(self, match: Match, known: Row, now: str) -> int:
        check_name(known["name"])
        row = row_of(match) | known | {"changed": now}
        with self._transaction("IMMEDIATE") as db:
            game = int(db.execute(INSERT_GAME, row).lastrowid or 0)
            write_moves(db, game, match)
        return game

    def save(self, game: int, match: Match) -> None:
        """Bring a saved game up to the match: moves that were taken back go, new ones come."""
        new = row_of(match)
        with self._transaction("IMMEDIATE") as db:
            old = read_game(db, game)
            if not same_game(old, new):
                raise StoreError(f"Saved game {game} is another game; this one is not saved over it.")
            db.execute(UPDATE_GAME, new | {"names": names_after(old, match), "changed": self.now(), "id": game})
            write_moves(db, game, match)

    def load(self, game: int) -> Match:
        """The match as it was saved; a player who is gone is replaced by a human, and the match's `notices` say so."""
        with self._transaction("DEFERRED") as db:
            row, moves = read_game(db, game), read_moves(db, game)
        with readable(game):
            return match_from(row, moves)

    def export(self, game: int) -> Record:
        """A saved game as a record."""
        with self._transaction("DEFERRED") as db:
            row, moves = read_game(db, game), read_moves(db, game)
        with readable(game):
            return record_of(row, moves)

    def list(self, *, unfinished: bool | None = None, limit: int = 100, offset: int = 0) -> builtins.list[Saved]:
        """Saved games, the last changed first: all, or only those that go on, or only those that have ended."""
        wanted = {"unfinished": unfinished, "going_on": GOING_ON, "limit": _whole(limit), "offset": _whole(offset)}
        with self._transaction("DEFERRED") as db:
            rows = db.execute(LIST, wanted).fetchall()
        return [Saved.of(dict(row)) for row in rows]

    def rename(self, game: int, name: str) -> None:
        """Give a saved game another name."""
        check_name(name)
        with self._transaction("IMMEDIATE") as db:
            read_game(db, game)
            db.execute("UPDATE games SET name = ? WHERE id = ?", (name, game))

    def delete(self, game: int) -> None:
        """Delete a saved game for good."""
        with self._transaction("IMMEDIATE") as db:
            read_game(db, game)
            db.execute("DELETE FROM games WHERE id = ?", (game,))

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[sqlite3.Connection]:
        with self._lock, explained(self.path), transaction(self._db, kind):
            yield self._db


def check_name(name: str) -> None:
    """Raise an error unless a game may have this name: any text that is not too long."""
    if len(name) > LONGEST_NAME:
        raise StoreError(f"A name has at most {LONGEST_NAME} characters, not {len(name)}.")
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        raise StoreError(f"{quoted(name)} has half a character in it, which no file can hold.")


def _whole(number: int) -> int:
    """The number, or the nearest that SQLite takes for a limit."""
    return max(0, min(number, LONGEST_LIST))
