"""Saved games: one row per game and one row per move, in an SQLite file (see sqlite_file.py and rows.py).

A store may be used from several threads: they share one connection, guarded by a lock. Nothing done under the lock
takes longer than a write to the disk.

Several programs may continue one game. Every save draws a new version, and only a program that knows the last one may
save, so a save never removes unknown moves. If the file is deleted or replaced while the store is open, this is noticed
before the next use; the store then continues with the file at that path, and `file` counts them.
"""

from __future__ import annotations

import builtins
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from types import TracebackType

from plyground.core.errors import quoted
from plyground.core.record import GOING_ON
from plyground.language import Message
from plyground.play.match import Match
from plyground.play.paths import data_home as data_home
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

VERSIONS = "SELECT id, version FROM games WHERE game = ? ORDER BY id"


def store_path() -> Path:
    """The file of this user's saved games."""
    return data_home() / FILE_NAME


def utc_now() -> str:
    """The current time, as written into the store."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_version() -> int:
    """A number no other save has drawn, in any file."""
    return secrets.randbits(VERSION_BITS)


class Store:
    """The saved games of one file. Close it, or use it in a `with` statement.

    A patient store is created even if the file cannot be used: `problem` says why, and every use tries again.
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
        """Number of files seen at the path since the store was created."""
        self.problem: StoreError | None = None
        """Why the file could not be opened at the last attempt."""
        self._lock = RLock()
        self._inside = self._leaving = self._closed = False
        try:
            self._open()
        except StoreError:
            if not patient:
                raise

    def _open(self) -> None:
        """Open the file now at the path, creating it if needed."""
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
        """The connection to the file at the path, reopened if it was replaced."""
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
        """Stop waiting for other programs, in any thread: the store is about to be closed."""
        self._leaving = True

    def close(self) -> None:
        """Close the file."""
        with self._lock, explained(self.path):
            self._closed = True
            if self._db is not None:
                self._db.close()

    def look(self) -> int:
        """Check whether the file was replaced; return its number."""
        with self._transaction("DEFERRED"):
            return self.file

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write everything saved inside to the disk at the end, at once: many games take hardly longer than one."""
        with self._transaction("IMMEDIATE"):
            yield

    def begin(self, match: Match, name: str = "") -> int:
        """Save a new game; return its id."""
        now = self.now()
        return self._insert(match, {"name": name, "date": now[:10], "extra": "[]", "names": no_names(match)}, now)

    def import_(self, record: Record, name: str = "") -> int:
        """Save a record as a new game; return its id. People and external programs in it become humans."""
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
        """Update a saved game to the match, removing moves taken back and adding new ones; return its new version.

        `version` is the last one known here. Raises a `StaleGameError` if another program has saved since then.
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
        """The version of a saved game, needed for its next save."""
        with self._transaction("DEFERRED") as db:
            row = read_game(db, game)
        with readable(game):
            check_row(row)
        return int(row["version"])

    def versions(self, game: str) -> dict[int, int]:
        """The versions of all saved games of a game, by their numbers."""
        with self._transaction("DEFERRED") as db:
            return {row["id"]: row["version"] for row in db.execute(VERSIONS, (game,))}

    def resume(self, game: int) -> ResumedGame:
        """Load a saved game, as `load` does, with the data needed to save it again."""
        with self._transaction("DEFERRED") as db:
            row, moves, file = read_game(db, game), read_moves(db, game), self.file
        with readable(game):
            return ResumedGame(match_from(row, moves), row["version"], row["name"], file)

    def load(self, game: int) -> Match:
        """Load a match as saved; a human replaces a player who is gone, and the match's `notices` say so."""
        return self.resume(game).match

    def export(self, game: int) -> Record:
        """A saved game as a record."""
        with self._transaction("DEFERRED") as db:
            row, moves = read_game(db, game), read_moves(db, game)
        with readable(game):
            return record_of(row, moves)

    def keep_review(self, game: int, data: Row) -> None:
        """Store the review of a saved game as plain data; a new one replaces the old one."""
        with self._transaction("IMMEDIATE") as db:
            read_game(db, game)
            db.execute("INSERT OR REPLACE INTO reviews (game, data) VALUES (?, ?)", (game, json.dumps(data)))

    def review_of(self, game: int) -> Row | None:
        """The stored review of a saved game as plain data; None if there is none, or it is damaged."""
        with self._transaction("DEFERRED") as db:
            found = db.execute("SELECT data FROM reviews WHERE game = ?", (game,)).fetchone()
        try:
            data = json.loads(found["data"]) if found is not None else None
        except ValueError:
            return None
        return data if isinstance(data, dict) else None

    def list(self, *, unfinished: bool | None = None, limit: int = 100, offset: int = 0) -> builtins.list[SavedGame]:
        """Saved games, last changed first: all, only unfinished, or only finished ones."""
        return self.listing(unfinished=unfinished, limit=limit, offset=offset).games

    def listing(self, *, unfinished: bool | None = None, limit: int = 100, offset: int = 0) -> Listing:
        """The same, with messages about damaged games, which are skipped."""
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
        """Rename a saved game."""
        check_name(name)
        with self._transaction("IMMEDIATE") as db:
            read_game(db, game)
            db.execute("UPDATE games SET name = ? WHERE id = ?", (name, game))

    def delete(self, game: int) -> None:
        """Delete a saved game permanently."""
        with self._transaction("IMMEDIATE") as db:
            read_game(db, game)
            db.execute("DELETE FROM games WHERE id = ?", (game,))

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[sqlite3.Connection]:
        """A transaction, or part of the enclosing one; if that one failed, nothing more is done in it."""
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
