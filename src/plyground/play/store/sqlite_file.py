"""The SQLite file of saved games: opening, checking and creating it, and readable messages for its errors.

A write is on the disk when it returns (write-ahead log, full sync), and a program killed in the middle of one leaves
the file as it was before. Several programs may have it open; a writer waits for another writer.
A text that is not UTF-8 is still read (with lone surrogates), so that one bad value hides no other row.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from plyground.core.errors import PlygroundError
from plyground.core.text import visible
from plyground.language import Message

SCHEMA = 5
"""Schema version, stored in `user_version`; incremented when the tables change."""
APPLICATION = 0x506C7967
"""Application id that marks an SQLite file as ours."""
BUSY_SECONDS = 10.0
"""Seconds to wait for another program that writes."""
LOOK_SECONDS = 0.2
"""Seconds between checks while waiting, so that a closing store does not wait longer."""

REVIEWS = """CREATE TABLE IF NOT EXISTS reviews (
        game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        data TEXT NOT NULL -- JSON: see review/judgement.py
    )"""
TABLES = (
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- an id is not given twice, also after a deletion
        name TEXT NOT NULL,
        game TEXT NOT NULL,
        options TEXT NOT NULL, -- JSON: an object of texts
        start TEXT NOT NULL,
        turns INTEGER NOT NULL, -- how many were played before the start
        players TEXT NOT NULL, -- JSON: texts by seat
        names TEXT NOT NULL, -- JSON: by seat, how an imported record calls them; empty for none
        per_move REAL,
        base REAL,
        increment REAL NOT NULL,
        remark TEXT NOT NULL,
        date TEXT NOT NULL,
        extra TEXT NOT NULL, -- JSON: pairs of header and value that an imported record had
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        created TEXT NOT NULL,
        changed TEXT NOT NULL,
        detail TEXT NOT NULL DEFAULT '', -- since schema 2: what exactly went wrong where a fault ended it
        version INTEGER NOT NULL DEFAULT 0 -- since schema 4: drawn anew by every save; equal only where the game is
    )""",
    "CREATE INDEX games_by_change ON games (changed, id)",
    """CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        ply INTEGER NOT NULL, -- counts from 1
        move TEXT NOT NULL,
        seconds REAL NOT NULL,
        comment TEXT NOT NULL,
        nodes INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID""",
    REVIEWS,
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)

LATER = {
    2: "ALTER TABLE games ADD COLUMN detail TEXT NOT NULL DEFAULT ''",
    3: "ALTER TABLE moves ADD COLUMN nodes INTEGER NOT NULL DEFAULT 0",
    4: "ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
    5: REVIEWS,
}
"""Statements that upgrade a file of an earlier schema, by the schema that added them."""

COLUMNS = {
    "games": "id name game options start turns players names per_move base increment remark date extra result reason "
    "created changed detail version",
    "moves": "game ply move seconds comment nodes",
    "reviews": "game data",
}
"""Columns an up-to-date file has at least."""


class StoreError(PlygroundError):
    """The saved games cannot be read or written, or there is no such game."""


class MissingGameError(StoreError):
    """There is no saved game with that number."""


class DamagedGameError(StoreError):
    """The saved data of a game is invalid; it is left unchanged."""


class StaleGameError(StoreError):
    """Another program saved the game since it was read here; saving would overwrite its changes."""


def open_file(path: Path) -> sqlite3.Connection:
    """Connect to the file, creating it if needed; a `StoreError` says what is wrong with it."""
    with explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        db.row_factory = sqlite3.Row
        db.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        try:
            _prepare(db, path)
        except BaseException:
            db.close()
            raise
    return db


def identity(path: Path) -> tuple[int, int] | None:
    """Identity of the file at a path, to notice when it is replaced; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def log_of(path: Path) -> Path:
    """The write-ahead log of a file."""
    return path.with_name(f"{path.name}-wal")


def remove_log(path: Path, log: tuple[int, int] | None) -> None:
    """Remove the log of a file that is gone: SQLite would apply it to the file now at that path."""
    if log is not None and identity(log_of(path)) == log:
        log_of(path).unlink(missing_ok=True)
        path.with_name(f"{path.name}-shm").unlink(missing_ok=True)


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Set up the connection; nothing is written before the file is known to be ours, or empty."""
    if _is_new(db, path):
        _make_tables(db, path)
    found = [row[0] for row in db.execute("PRAGMA integrity_check(1)")]
    if found != ["ok"]:
        raise StoreError(_damaged(path, str(found[0]).splitlines()[-1]))
    _bring_up_to_date(db)
    _check_tables(db, path)
    _log_ahead(db)
    db.execute(f"PRAGMA busy_timeout = {round(1000 * min(BUSY_SECONDS, LOOK_SECONDS))}")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")


def _is_new(db: sqlite3.Connection, path: Path) -> bool:
    """True if the file is empty; raises an error unless it is, or holds games we can read."""
    application, version, things = db.execute(
        "SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),"
        " (SELECT count(*) FROM sqlite_master)"
    ).fetchone()
    if (application, version, things) == (0, 0, 0):
        return True
    if application != APPLICATION:
        raise StoreError(Message("store.foreign", file=path))
    if version > SCHEMA:
        raise StoreError(Message("store.newer", file=path))
    if version < 1:
        raise StoreError(_damaged(path, f"schema {version}"))
    return False


def _make_tables(db: sqlite3.Connection, path: Path) -> None:
    """Create all tables at once, unless another program already has."""
    with transaction(db, "IMMEDIATE"):
        for statement in TABLES if _is_new(db, path) else ():
            db.execute(statement)


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    """Upgrade a file of an earlier Plyground, unless another program already has."""
    if _schema(db) == SCHEMA:
        return
    with transaction(db, "IMMEDIATE"):
        for schema in range(_schema(db) + 1, SCHEMA + 1):
            db.execute(LATER[schema])
            db.execute(f"PRAGMA user_version = {schema}")


def _check_tables(db: sqlite3.Connection, path: Path) -> None:
    """Raise an error unless the tables have every column: a file marked as ours may still differ."""
    for table, columns in COLUMNS.items():
        found = {row["name"] for row in db.execute(f"PRAGMA table_info({table})")}
        if missing := [column for column in columns.split() if column not in found]:
            raise StoreError(_damaged(path, f"{table}: {', '.join(missing)}"))


def _schema(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _log_ahead(db: sqlite3.Connection) -> None:
    """Turn on the write-ahead log; SQLite does not wait by itself if two programs do so at once."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as problem:
            if _code(problem) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _begin(db: sqlite3.Connection, kind: str, leaving: Callable[[], bool]) -> None:
    """Begin a transaction as soon as no other program writes."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute(f"BEGIN {kind}")
        except sqlite3.OperationalError as problem:
            if _code(problem) != sqlite3.SQLITE_BUSY or leaving() or time.monotonic() > until:
                raise
        else:
            return


@contextmanager
def transaction(db: sqlite3.Connection, kind: str, leaving: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Run the body as one transaction, all or nothing; a nested transaction is part of the outer one."""
    part = db.in_transaction
    if part:
        db.execute("SAVEPOINT part")
    else:
        _begin(db, kind, leaving)
    try:
        yield
        db.execute("RELEASE part" if part else "COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK TO part" if part else "ROLLBACK")
        raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the system raised inside into a message for the user."""
    try:
        yield
    except sqlite3.Error as problem:
        raise StoreError(_sentence(path, problem)) from problem
    except OSError as problem:
        raise StoreError(_unwritable(path, str(problem.strerror))) from problem
    except (OverflowError, UnicodeError) as problem:
        raise StoreError(_unusable(path, problem)) from problem


def _sentence(path: Path, problem: sqlite3.Error) -> str:
    code = _code(problem)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Message("store.busy", file=path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return _unwritable(path, str(problem))
    if code == sqlite3.SQLITE_NOTADB:
        return Message("store.no_store", file=path)
    if code == sqlite3.SQLITE_CORRUPT:
        return _damaged(path, str(problem))
    return _unusable(path, problem)


def _unusable(path: Path, problem: Exception) -> str:
    return Message("store.unusable", file=path, problem=visible(str(problem)))


def _unwritable(path: Path, why: str) -> str:
    return Message("store.unwritable", file=path, problem=why)


def _damaged(path: Path, why: str) -> str:
    why = visible(why)
    return Message("store.damaged", file=path, problem=why, name=path.name)


def _code(problem: sqlite3.Error) -> int:
    """SQLite's primary error code; 0 if the error comes from Python's own module."""
    return int(getattr(problem, "sqlite_errorcode", 0)) & 0xFF
