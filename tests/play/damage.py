"""Damaged files of saved games by their seeds: bits flipped, cut, rows wrong, other schemas, no database, no file."""

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

Damage = Callable[[Path, random.Random], None]

GAME_COLUMNS = (
    "name", "game", "options", "start", "turns", "players", "names", "per_move", "base", "increment", "remark", "date",
    "extra", "result", "reason", "created", "changed", "detail", "version", "id",
)  # fmt: skip
MOVE_COLUMNS = ("game", "ply", "move", "seconds", "comment", "nodes")
VALUES = (
    "x'00ff80'", "CAST(x'c328ff' AS TEXT)", "NULL", "''", "'x'", "-1", "9223372036854775807", "9e999", "-9e999", "0.5",
    "'{'", "'[]'", "'{}'", "'[1, 2]'", "'null'", "'[\"human\"]'", "'[\"human\", null]'", "'{\"size\": 4}'",
    "'{\"size\": \"99\"}'", "'NaN'", "'\"text\"'", "replace(hex(zeroblob(40000)), '0', '[')", "zeroblob(70000)",
    "char(27) || ']0;title' || char(7)", "char(10) || 'Traceback'", "'1e999'", "'\U0001f600'", "'chess'", "'fifth'",
)  # fmt: skip
SCHEMAS = (
    "DROP TABLE moves",
    "DROP TABLE games",
    "ALTER TABLE games RENAME TO plays",
    "ALTER TABLE games RENAME COLUMN players TO people",
    "ALTER TABLE games DROP COLUMN version",
    "ALTER TABLE moves DROP COLUMN nodes",
    "DROP TABLE moves; CREATE VIEW moves AS SELECT 1 AS game, 1 AS ply, 'a1' AS move, 0 AS seconds, '' AS comment,"
    " 0 AS nodes",
    "CREATE TRIGGER t BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE TRIGGER t BEFORE INSERT ON moves BEGIN SELECT RAISE(ROLLBACK, 'no'); END",
    "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "CREATE TABLE diary (entry TEXT)",
    "PRAGMA application_id = 0",
    "PRAGMA application_id = 77",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = -3",
    "PRAGMA user_version = 1",
    "PRAGMA user_version = 2",
    "PRAGMA user_version = 99",
    "PRAGMA user_version = 2147483647",
    "DROP INDEX games_by_change",
)


def flip(path: Path, dice: random.Random) -> None:
    """Some bits anywhere, often in the first page."""
    content = bytearray(path.read_bytes())
    reach = dice.choice((100, 4096, len(content), len(content)))
    for _ in range(dice.choice((1, 1, 3, 20, 200))):
        content[dice.randrange(reach)] ^= 1 << dice.randrange(8)
    path.write_bytes(content)


def cut(path: Path, dice: random.Random) -> None:
    """The end is missing, or there is too much of it."""
    content = path.read_bytes()
    kept = content[: dice.randrange(len(content))]
    path.write_bytes(
        dice.choice((kept, content + dice.randbytes(dice.randrange(1, 9000)), kept.ljust(len(content), b"\0")))
    )


def wrong_rows(path: Path, dice: random.Random) -> None:
    """One or several values that no Plyground wrote."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        for _ in range(dice.choice((1, 1, 2, 5))):
            table, columns = dice.choice((("games", GAME_COLUMNS), ("games", GAME_COLUMNS), ("moves", MOVE_COLUMNS)))
            key, of = ("id", dice.randrange(1, 5)) if table == "games" else ("game", dice.randrange(1, 5))
            with contextlib.suppress(sqlite3.Error):
                db.execute(f"UPDATE {table} SET {dice.choice(columns)} = {dice.choice(VALUES)} WHERE {key} = {of}")


def other_schema(path: Path, dice: random.Random) -> None:
    """Tables of another kind."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(dice.choice(SCHEMAS))


def no_database(path: Path, dice: random.Random) -> None:
    """Something else stands there."""
    path.write_bytes(dice.choice((b"", b"My diary.\n" * 99, dice.randbytes(5000), b"SQLite format 3\0", b"\0" * 4096)))


def no_file(path: Path, dice: random.Random) -> None:
    """No file at all: a folder, or a link to nowhere or to itself."""
    path.unlink()
    dice.choice((path.mkdir, lambda: path.symlink_to(path), lambda: path.symlink_to("nowhere/at/all")))()


def strange_log(path: Path, dice: random.Random) -> None:
    """Beside the file lies a log that is none."""
    path.with_name(f"{path.name}-wal").write_bytes(dice.randbytes(dice.choice((0, 10, 32, 9000))))
    if dice.random() < 0.5:
        path.with_name(f"{path.name}-shm").write_bytes(dice.randbytes(40000))


KINDS: tuple[Damage, ...] = (flip, wrong_rows, flip, wrong_rows, cut, other_schema, no_database, no_file, strange_log)


def damage(good: Path, path: Path, seed: int) -> str:
    """Make a damaged copy of a good file; how it was damaged."""
    kind = KINDS[seed % len(KINDS)]
    shutil.copyfile(good, path)
    kind(path, random.Random(seed))
    return kind.__name__
