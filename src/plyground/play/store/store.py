"""Saved games: one row a game and one row a move, in an SQLite file (see sqlite_file.py and rows.py).

A store may be used from several threads: they share one connection, and a lock lets them in one at a time. Nothing that
is done under the lock takes longer than a write to the disk.

Several programs may go on with one game. Every save draws a new version, and only whoever knows the last one may save:
a save never removes what it did not know of. A file that is deleted or replaced while the store is open is noticed
before the next use; the store goes on with the file that stands there then, and `file` counts them.
"""

from __future__ import annotations

import builtins
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from types import TracebackType

from plyground.core.errors import quoted
from plyground.language import Message
from plyground.play.match import Match
from plyground.play.paths import data_home as data_home
from plyground.play.records.record import GOING_ON
from plyground.play.records.text_format import Record
from plyground.play.store.rows import (
    INSERT_GAME,
    UPDATE_GAME,
    Listing,
    Row,
    check_game,
    check_row,
    holds,
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
from plyground.play.store.rows import ResumedGame as ResumedGame
from plyground.play.store.rows import SavedGame as SavedGame
from plyground.play.store.sqlite_file import DamagedGameError as DamagedGameError
from plyground.play.store.sqlite_file import MissingGameError as MissingGameError
from plyground.play.store.sqlite_file import StaleGameError as StaleGameError
from plyground.play.store.sqlite_file import StoreError as StoreError
from plyground.play.store.sqlite_file import explained, identity, log_of, open_file, remove_log, transaction

FILE_NAME = "games.sqlite3"
LONGEST_NAME = 200
VERSION_BITS = 62

LIST = """
    SELECT *, (SELECT count(*) FROM moves WHERE game = games.id) AS plies FROM games
    WHERE :unfinished IS NULL OR (result = :going_on) = :unfinished
    ORDER BY changed DESC, id DESC"""


def store_path() -> Path:
    """The file of this user's saved games."""
    return data_home() / FILE_NAME


def utc_now() -> str:
    """The time now, as it is written into the store."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_version() -> int:
    """A number that no other save has drawn, in whatever file."""
    return secrets.randbits(VERSION_BITS)


class Store:
    """The saved games of one file. Close it, or use it in a `with` statement.

    A patient store is made even where the file cannot be used: `problem` says why, and every use tries again.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], str] = utc_now,
        *,
        draw: Callable[[], int] = new_version,
        patient: bool = False,
    ) -> None:
        self.path, self.now, self.draw = path, now, draw
        self.file = 0
        """Counts the files that stood at the path since the store was made."""
        self.problem: StoreError | None = None
        """Why the file could not be opened, the last time that was tried."""
        self._lock = RLock()
        self._inside = self._leaving = self._closed = False
        try:
            self._open()
        except StoreError:
            if not patient:
                raise

    def _open(self) -> None:
        """Open the file that stands at the path now; what is missing is made."""
        self._db: sqlite3.Connection | None = None
        try:
            self._db = open_file(self.path)
        except StoreError as problem:
            self.problem = problem
            raise
        self._identity, self.problem = identity(self.path), None
        self._log: tuple[int, int] | None = None
        self.file += 1

    def _current(self) -> sqlite3.Connection:
        """The connection to the file that stands at the path, which may be another than before."""
        if self._closed:
            raise StoreError(Message("store.closed"))
        if self._db is not None and identity(self.path) != self._identity:
            self._db.close()
            self._db = None
            remove_log(self.path, self._log)
        if self._db is None:
            self._open()
        assert self._db is not None
        return self._db

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def leave(self) -> None:
        """Wait for no other program any more, from any thread: the store is about to be closed."""
        self._leaving = True

    def close(self) -> None:
        """Let go of the file."""
        with self._lock, explained(self.path):
            self._closed = True
            if self._db is not None:
                self._db.close()

    def look(self) -> int:
        """See whether the file is still the one it was; which one it is."""
        with self._transaction("DEFERRED"):
            return self.file

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
        row = row_of(match) | known | {"changed": now, "version": self.draw()}
        with self._transaction("IMMEDIATE") as db:
            game = int(db.execute(INSERT_GAME, row).lastrowid or 0)
            write_moves(db, game, match)
        return game

    def save(self, game: int, match: Match, version: int) -> int:
        """Bring a saved game up to the match: moves that were taken back go, new ones come; its new version.

        `version` is the last that is known here. Another program may have saved since then: a `StaleGameError`.
        """
        new = row_of(match)
        with self._transaction("IMMEDIATE") as db:
            old = read_game(db, game)
            check_game(db, game, old)
            if same_game(old, new) and holds(db, game, old, new, match):
                return int(old["version"])
            if old["version"] != version:
                raise StaleGameError(Message("store.stale", game=game))
            if not same_game(old, new):
                raise StoreError(Message("store.another_game", game=game))
            drawn = self.draw()
            known = {"names": names_after(old, match), "changed": self.now(), "version": drawn, "id": game}
            db.execute(UPDATE_GAME, new | known)
            write_moves(db, game, match)
        return drawn

    def version_of(self, game: int) -> int:
        """The version of a saved game: what its next save has to know."""
        with self._transaction("DEFERRED") as db:
            row = read_game(db, game)
        with readable(game):
            check_row(row)
        return int(row["version"])

    def resume(self, game: int) -> ResumedGame:
        """A saved game to go on with, as `load`, with what is needed to save it again."""
        with self._transaction("DEFERRED") as db:
            row, moves, file = read_game(db, game), read_moves(db, game), self.file
        with readable(game):
            return ResumedGame(match_from(row, moves), row["version"], row["name"], file)

    def load(self, game: int) -> Match:
        """The match as it was saved; a player who is gone is replaced by a human, and the match's `notices` say so."""
        return self.resume(game).match

    def export(self, game: int) -> Record:
        """A saved game as a record."""
        with self._transaction("DEFERRED") as db:
            row, moves = read_game(db, game), read_moves(db, game)
        with readable(game):
            return record_of(row, moves)

    def list(self, *, unfinished: bool | None = None, limit: int = 100, offset: int = 0) -> builtins.list[SavedGame]:
        """Saved games, the last changed first: all, or only those that go on, or only those that have ended."""
        return self.listing(unfinished=unfinished, limit=limit, offset=offset).games

    def listing(self, *, unfinished: bool | None = None, limit: int = 100, offset: int = 0) -> Listing:
        """The same, with what is to be said of damaged games among them: those are set aside, the rest is listed."""
        found = Listing([], [])
        with self._transaction("DEFERRED") as db:
            for row in db.execute(LIST, {"unfinished": unfinished, "going_on": GOING_ON}):
                if len(found.games) >= offset + limit:
                    break
                try:
                    found.games.append(SavedGame.of(dict(row)))
                except DamagedGameError as problem:
                    found.damaged.append(str(problem))
        return Listing(found.games[max(0, offset) :], found.damaged)

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
        """A transaction, or a part of the one around it; where that one broke down, nothing more is done in it."""
        with self._lock, explained(self.path):
            part, db = self._inside, self._db if self._inside else self._current()
            assert db is not None
            if part and not db.in_transaction:
                raise StoreError(Message("store.together", file=self.path))
            self._inside = True
            try:
                with transaction(db, kind, lambda: self._leaving):
                    yield db
            finally:
                self._inside = part
                self._log = self._log or identity(log_of(self.path))


def check_name(name: str) -> None:
    """Raise an error unless a game may have this name: any text that is not too long."""
    if len(name) > LONGEST_NAME:
        raise StoreError(Message("store.name_too_long", most=LONGEST_NAME, found=len(name)))
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        raise StoreError(Message("record.half_in_text", text=quoted(name)))
