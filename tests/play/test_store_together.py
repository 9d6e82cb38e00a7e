"""Many games saved in one go."""

from pathlib import Path

import pytest

import plyground
from plyground.play.match import Match
from plyground.play.store.store import Store, StoreError


def new_match(*moves: str) -> Match:
    match = Match(plyground.game("neutreeko").start(), ["human", "human"])
    for move in moves:
        match.play(move)
    return match


def test_games_saved_together_are_all_there_and_only_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with Store(path) as store, Store(path) as other:
        with store.together():
            first, second = store.begin(new_match("b1-a1")), store.begin(new_match())
            store.save(second, new_match("b1-a1"), store.version_of(second))
            assert other.list() == []
        assert [game.id for game in other.list()] == [second, first]
        assert other.export(second).moves == ("b1-a1",)


def test_what_is_wrong_with_one_game_does_not_touch_the_others(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite3") as store:
        with store.together():
            first = store.begin(new_match())
            with pytest.raises(StoreError):
                store.save(999, new_match("b1-a1"), 0)
            store.save(first, new_match("b1-a1", "b5-a5"), store.version_of(first))
        assert store.export(first).moves == ("b1-a1", "b5-a5")


def test_an_error_that_nobody_catches_undoes_everything(tmp_path: Path) -> None:
    def spoil(store: Store) -> None:
        with store.together():
            store.begin(new_match())
            store.save(999, new_match(), 0)

    with Store(tmp_path / "games.sqlite3") as store:
        with pytest.raises(StoreError):
            spoil(store)
        assert store.list() == []
