"""The file of saved games: made, shared, and refused in words where it cannot be used."""

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import plyground
from plyground.play.match import CRASH, HUMAN
from plyground.play.store import sqlite_file
from plyground.play.store.store import Store, StoreError, data_home, store_path
from tests.patience import PATIENCE
from tests.play.test_store import PLAYED, a_match, everything

NOBODY = 65534
"""The id of a user who owns nothing."""


def test_a_file_is_opened_again_and_written_safely(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "games.sqlite3"
    with Store(path) as store:
        game = store.begin(a_match(*PLAYED))
    with Store(path) as store:
        assert everything(store.load(game)) == everything(a_match(*PLAYED))
        settings = [store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        assert settings == ["wal", 2]


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite3")
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.list()


def refused(path: Path, complaint: str) -> None:
    """The file is not opened, and left as it is."""
    before = path.read_bytes()
    with pytest.raises(StoreError, match=complaint) as caught:
        Store(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_text("My diary. Keep out.\n" * 100)
    refused(path, "is not a file of saved games; move it away")


def test_another_program_s_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE diary (entry TEXT)")
    refused(path, "another program's file")


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.touch()
    with Store(path) as store:
        assert store.list() == []


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    Store(path).close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {sqlite_file.SCHEMA + 1}")
    refused(path, "newer Plyground")


def test_a_file_of_the_first_schema_is_brought_up_to_date_with_its_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with Store(path) as store:
        old = store.begin(a_match(*PLAYED))
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("ALTER TABLE games DROP COLUMN detail")
        db.execute("ALTER TABLE moves DROP COLUMN nodes")
        db.execute("ALTER TABLE games DROP COLUMN version")
        db.execute("DROP TABLE reviews")
        db.execute("PRAGMA user_version = 1")
    for _ in range(2):
        with Store(path) as store:
            assert everything(store.load(old)) == everything(a_match(*PLAYED))
            failed = a_match(*PLAYED)
            failed.forfeit(0, CRASH, "It fell asleep.")
            ended = store.load(store.begin(failed)).ended
            assert ended is not None
            assert ended.detail == "It fell asleep."
            store.keep_review(old, {"key": "x"})
            assert store.review_of(old) == {"key": "x"}
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == sqlite_file.SCHEMA


@pytest.mark.parametrize("damage", ["scrambled", "cut"])
def test_a_damaged_file_is_kept_and_the_user_told_what_to_do(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "games.sqlite3"
    with Store(path) as store:
        for _ in range(40):
            store.begin(a_match(*PLAYED))
    content = bytearray(path.read_bytes())
    if damage == "scrambled":
        content[4096 * 2 + 8 : 4096 * 6] = random.Random(1).randbytes(4096 * 4 - 8)
    else:
        del content[4096 * 3 :]
    path.write_bytes(content)
    refused(path, r"damaged .* The file is left as it is: move it away to begin anew; .*\.recover")


@contextlib.contextmanager
def as_nobody() -> Iterator[Path]:
    """A folder that anyone may enter, and a user who is not allowed everything."""
    folder = Path(tempfile.mkdtemp())
    root = os.geteuid() == 0
    try:
        folder.chmod(0o755)
        if root:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_folder_that_cannot_be_written_is_named() -> None:
    with as_nobody() as folder:
        folder.chmod(0o555)
        for path in (folder / "games.sqlite3", folder / "deeper" / "games.sqlite3"):
            with pytest.raises(
                StoreError, match=r"cannot be written .*; name another folder in PLYGROUND_DATA"
            ) as caught:
                Store(path)
            assert str(path) in str(caught.value)


def test_a_file_that_cannot_be_written_loses_nothing() -> None:
    with as_nobody() as folder:
        path = folder / "games.sqlite3"
        with Store(path) as store:
            game = store.begin(a_match(*PLAYED))
        path.chmod(0o444)
        with pytest.raises(StoreError, match="cannot be written"), Store(path) as store:
            store.begin(a_match())
        path.chmod(0o644)
        with Store(path) as store:
            assert everything(store.load(game)) == everything(a_match(*PLAYED))


def test_a_folder_in_the_place_of_the_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        Store(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be written"):
        Store(tmp_path / "file" / "games.sqlite3")


def test_a_disk_that_is_full_loses_only_what_did_not_fit(tmp_path: Path) -> None:
    store, match = Store(tmp_path / "games.sqlite3"), a_match(*PLAYED)
    game = store.begin(match)
    store._db.execute(f"PRAGMA max_page_count = {store._db.execute('PRAGMA page_count').fetchone()[0]}")
    match.play("a2", comment="x" * 20_000)
    with store, pytest.raises(StoreError, match="full"):
        store.save(game, match, store.version_of(game))
    with Store(store.path) as again:
        assert everything(again.load(game)) == everything(a_match(*PLAYED))


def test_a_program_that_writes_for_too_long_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.05)
    with Store(tmp_path / "games.sqlite3") as store:
        game = store.begin(a_match())
        with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="Another program is busy"):
                store.save(game, a_match("a1"), store.version_of(game))
            assert len(store.list()) == 1
        store.save(game, a_match("a1"), store.version_of(game))


def test_several_threads_share_a_store(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite3")

    def one_game(move: str) -> int:
        match = a_match(players=(HUMAN, HUMAN))
        game = store.begin(match, move)
        for text in (move, *(text for text in PLAYED if text != move)):
            match.play(text)
            store.save(game, match, store.version_of(game))
            assert everything(store.load(game)) == everything(match)
        return game

    with store, ThreadPoolExecutor(4) as pool:
        games = list(pool.map(one_game, ["a1", "a2", "a3", "a4", "b1", "b3"]))
        assert sorted(line.id for line in store.list()) == sorted(games)


WRITER = """
import sys
from pathlib import Path
import plyground
from plyground.play.match import Match
from plyground.play.store.store import Store
path, start = Path(sys.argv[1]), plyground.game("hex", size=4).start()
print("ready", flush=True)
sys.stdin.readline()
for _ in range(3):
    with Store(path) as store:
        for _ in range(4):
            match = Match(start, ("human", "human"))
            game = store.begin(match, sys.argv[2])
            for move in ("a1", "b2", "c3"):
                match.play(move)
                store.save(game, match, store.version_of(game))
"""


def test_programs_that_make_and_write_one_file_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    commands = [[sys.executable, "-c", WRITER, str(path), name] for name in ("one", "two")]
    writers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for command in commands
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=PATIENCE)
    assert [writer.returncode for writer in writers] == [0, 0]
    with Store(path) as store:
        listed = store.list()
        assert sorted(line.name for line in listed) == ["one"] * 12 + ["two"] * 12
        assert {len(store.load(line.id).turns) for line in listed} == {3}


def test_the_data_folder_is_where_the_user_or_the_platform_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    assert store_path() == tmp_path / "games.sqlite3"
    monkeypatch.delenv("PLYGROUND_DATA")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_home() == Path("/data/plyground")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    assert data_home() == Path("/home/ada/.local/share/plyground")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_home() == Path("/home/ada/Library/Application Support/plyground")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert data_home() == Path("/local/plyground/data")


def test_a_user_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", "~nobody-has-this-name/games")
    with pytest.raises(plyground.PlygroundError, match="PLYGROUND_DATA"):
        data_home()
