"""The index of positions: saved games are replayed once for each version, whatever is asked."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import plyground
from plyground.play import position_index
from plyground.play.explorer import explore
from plyground.play.match import Match
from plyground.play.position_index import PositionIndex, fingerprint_of
from plyground.play.store.saved_match import begun, keep
from plyground.play.store.store import Store
from tests.cli.test_commands import run
from tests.play.test_explorer import GAME, GAMES, played

FILE = "games.sqlite3"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / FILE) as store:
        yield store


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The moves of every game that is replayed."""
    found: list[tuple[str, ...]] = []
    real = position_index.replayed

    def counted(record: plyground.Record, version: int) -> position_index.IndexedGame:
        found.append(record.moves)
        return real(record, version)

    monkeypatch.setattr(position_index, "replayed", counted)
    return found


def test_the_index_counts_as_a_replay_of_every_game_does(store: Store) -> None:
    with store.together():
        for record in GAMES:
            store.import_(record)
    index = PositionIndex(store)
    assert index.replay("hex") == 0
    for line in ((), ("b2",), ("b2", "a1"), ("a1",), ("c2", "c1")):
        position = GAME.start()
        for move in line:
            position = position.play(move)
        assert index.explore(position).as_data() == explore(position, GAMES).as_data()


def test_many_games_are_replayed_once_for_all_positions(store: Store, replays: list[tuple[str, ...]]) -> None:
    with store.together():
        for number in range(300):
            store.import_(GAMES[number % 3])
    index, position = PositionIndex(store), GAME.start()
    for move in ("b2", "b1", "c1", "a3"):
        assert index.replay("hex") == 0
        assert index.explore(position).games > 0
        position = position.play(move)
    assert len(replays) == 300
    store.import_(GAMES[0])
    index.replay("hex")
    assert len(replays) == 301, "a new one alone"


def test_a_part_of_the_games_is_replayed_at_a_time(store: Store, replays: list[tuple[str, ...]]) -> None:
    for record in GAMES:
        store.import_(record)
    index = PositionIndex(store)
    assert [index.replay("hex", 2) for _ in range(3)] == [3, 1, 0]
    assert len(replays) == 5
    assert index.replay("morris") == 0


def test_what_is_not_replayed_yet_is_not_counted(store: Store) -> None:
    for record in GAMES:
        store.import_(record)
    index = PositionIndex(store)
    index.replay("hex", 1)
    assert index.explore(GAME.start()).games == 1


def test_a_game_that_goes_on_is_replayed_again_and_a_deleted_one_not_counted(
    store: Store, replays: list[tuple[str, ...]]
) -> None:
    match = Match(GAME.start(), ("human", "human"))
    match.play("b2")
    place, index = begun(store, match), PositionIndex(store)
    index.replay("hex")
    match.play("a1")
    place = keep(store, match, place).place
    assert index.explore(GAME.start()).games == 0, "an earlier version is not counted"
    index.replay("hex")
    assert index.explore(GAME.start().play("b2")).as_data()["moves"][0]["move"] == "a1"
    assert replays == [("b2",), ("b2", "a1")]
    store.delete(place.number)
    assert index.explore(GAME.start()).games == 0


def test_another_file_at_the_path_is_another_index(store: Store) -> None:
    store.import_(GAMES[0])
    index = PositionIndex(store)
    index.replay("hex")
    with Store(store.path.with_name("other")) as other:
        other.import_(GAMES[2])
        (version,) = store.versions("hex").values()
    with closing(sqlite3.connect(store.path.with_name("other"))) as db, db:
        db.execute("UPDATE games SET version = ?", (version,))
    store.path.with_name("other").replace(store.path)
    assert index.explore(GAME.start()).games == 0, "the number and the version are the same, the file is not"
    index.replay("hex")
    assert set(index.explore(GAME.start()).moves) == {"a1"}


def test_a_damaged_game_hides_no_other_and_is_tried_once(
    store: Store, replays: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for record in GAMES[:2]:
        store.import_(record)
    with closing(sqlite3.connect(store.path)) as db, db:
        db.execute("UPDATE moves SET move = 'z9' WHERE game = 1 AND ply = 3")
    index = PositionIndex(store)
    for _ in range(2):
        assert index.replay("hex") == 0
        assert index.explore(GAME.start()).games == 1
    assert len(replays) == 2
    monkeypatch.setenv("PLYGROUND_DATA", str(store.path.parent))
    answer = run("explore", "hex", "--option", "size=3", "--option", "swap=off", "--json")
    assert '"games": 1' in answer.out


def test_a_fingerprint_across_two_others_is_no_position() -> None:
    one, other = fingerprint_of(GAME.start()), fingerprint_of(GAME.start().play("b2"))
    known = position_index.replayed(played("b2", "a1"), 1)
    assert known.fingerprints == one + other
    assert known.moves_from(other) == {"a1"}
    across = (one + other)[3:11]
    assert known.moves_from(across) == set()


def test_the_way_to_a_position_does_not_matter() -> None:
    there = GAME.start().play("a1").play("b2").play("a2")
    assert fingerprint_of(there) == fingerprint_of(replace(there, last=None, turns=0))
