"""Several programs go on with one saved game: a save never removes what it did not know of."""

import contextlib
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.play.match import HUMAN, Match
from plyground.play.store.saved_match import SaveSlot, begun, keep, place_of, standing
from plyground.play.store.store import DamagedGameError, MissingGameError, StaleGameError, Store
from tests.play.test_store import PLAYED, a_match, everything

BOTH = (HUMAN, HUMAN)
FILE = "games.sqlite3"


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """Two programs' stores on one file."""
    with Store(tmp_path / FILE) as one, Store(tmp_path / FILE) as other:
        yield one, other


def resumed(store: Store, game: int) -> tuple[Match, SaveSlot]:
    """A program goes on with a saved game."""
    found = store.resume(game)
    return found.match, place_of(game, found)


def moves(store: Store, game: int) -> tuple[str, ...]:
    return store.export(game).moves


def test_whoever_is_behind_saves_nothing_and_removes_nothing(two: tuple[Store, Store]) -> None:
    page, terminal = two
    game = page.begin(a_match("a1", players=BOTH))
    match, place = resumed(page, game)
    mine, behind = resumed(terminal, game)
    for move in PLAYED[1:]:
        match.play(move)
        place = keep(page, match, place).place
    mine.play("d4")
    for _ in range(2):
        with pytest.raises(StaleGameError, match=f"Another program has gone on with saved game {game}"):
            keep(terminal, mine, behind)
        assert moves(page, game) == PLAYED
    apart = begun(terminal, mine)
    assert (moves(page, game), moves(page, apart.number)) == (PLAYED, ("a1", "d4"))


def test_taking_moves_back_is_saved_by_whoever_knows_them_and_by_nobody_else(two: tuple[Store, Store]) -> None:
    page, terminal = two
    game = page.begin(a_match(*PLAYED, players=BOTH))
    match, place = resumed(page, game)
    mine, behind = resumed(terminal, game)
    match.undo()
    place = keep(page, match, place).place
    assert moves(page, game) == PLAYED[:-1]
    mine.undo()
    mine.undo()
    with pytest.raises(StaleGameError):
        keep(terminal, mine, behind)
    match.undo()
    keep(page, match, place)
    assert moves(page, game) == PLAYED[:-2]


def test_what_is_saved_already_is_not_saved_again(two: tuple[Store, Store]) -> None:
    page, terminal = two
    match = a_match("a1", players=BOTH)
    place = begun(page, match)
    before = page.list()
    assert keep(page, match, place).place == place
    assert page.list() == before, "the time of the last change as well"
    match.play("b2", 2.0)
    written = keep(terminal, match, place).place
    assert keep(page, match, place).place == written, "a save whose answer was lost is tried again"


def test_a_new_name_is_no_new_version(two: tuple[Store, Store]) -> None:
    page, terminal = two
    match = a_match("a1", players=BOTH)
    place = begun(page, match)
    terminal.rename(place.number, "Sunday")
    match.play("b2")
    keep(page, match, place)
    assert [(line.name, line.plies) for line in terminal.list()] == [("Sunday", 2)]


def test_a_game_that_was_deleted_elsewhere_is_kept_as_another(two: tuple[Store, Store]) -> None:
    page, terminal = two
    match = a_match("a1", players=BOTH)
    place = begun(page, match)
    terminal.delete(place.number)
    assert standing(page, place) == "deleted"
    match.play("b2")
    kept = keep(page, match, place, "Sunday")
    assert kept.notice == f"Saved game {place.number} was deleted; this game is saved as game {kept.place.number}."
    assert everything(page.load(kept.place.number)) == everything(match)
    assert page.list()[0].name == "Sunday"


@pytest.mark.parametrize("remains", ["", "-wal", "-wal -shm"])
def test_a_file_that_is_deleted_is_noticed_and_the_game_saved_again(tmp_path: Path, remains: str) -> None:
    with Store(tmp_path / FILE) as store:
        match = a_match(*PLAYED, players=BOTH)
        begun(store, a_match("c3"))
        place = begun(store, match)
        for ending in {"", "-wal", "-shm"} - set(remains.split()):
            (tmp_path / f"{FILE}{ending}").unlink()
        assert standing(store, place) == "lost"
        kept = keep(store, match, place)
        assert kept.notice == "The file of saved games was deleted; this game is saved as game 1."
        assert keep(store, match, kept.place).notice == ""
    with Store(tmp_path / FILE) as again:
        assert everything(again.load(1)) == everything(match)
        assert len(again.list()) == 1


def test_another_game_of_the_same_number_in_another_file_is_left_alone(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store, Store(tmp_path / "other") as other:
        place = begun(store, a_match(*PLAYED, players=BOTH))
        assert other.begin(a_match("d4", players=BOTH)) == place.number
        other.close()
        (tmp_path / "other").replace(tmp_path / FILE)
        kept = keep(store, a_match(*PLAYED, players=BOTH), place)
        assert kept.notice == "The file of saved games was replaced; this game is saved as game 2."
        assert (moves(store, 1), moves(store, 2)) == (("d4",), PLAYED)


def test_a_file_that_cannot_be_opened_is_tried_again(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text("My diary. Keep out.\n" * 100)
    with Store(path, patient=True) as store:
        assert "not a file of saved games" in str(store.problem)
        for _ in range(2):
            with pytest.raises(Exception, match="not a file of saved games"):
                keep(store, a_match("a1"))
        path.unlink()
        assert keep(store, a_match("a1")).place.number == 1
        assert store.problem is None


@pytest.mark.parametrize("column", ["names = 'xx'", "players = x'00ff'", "turns = 'many'", "version = 'new'"])
def test_a_damaged_row_is_left_as_it_is_and_the_rest_goes_on(tmp_path: Path, column: str) -> None:
    with Store(tmp_path / FILE) as store:
        good, bad = begun(store, a_match("a1", players=BOTH)), begun(store, a_match("b1", players=BOTH))
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
            db.execute(f"UPDATE games SET {column} WHERE id = {bad.number}")
            row = db.execute(f"SELECT * FROM games WHERE id = {bad.number}").fetchone()
        for attempt in (store.load, store.export, store.version_of):
            with pytest.raises(DamagedGameError, match=f"Saved game {bad.number} cannot be read: "):
                attempt(bad.number)
        listed = store.listing()
        assert [game.id for game in listed.games] == [good.number]
        assert [sentence.partition(":")[0] for sentence in listed.damaged] == [
            f"Saved game {bad.number} cannot be read"
        ]
        kept = keep(store, a_match("b1", "c1", players=BOTH), bad)
        assert kept.notice == (
            f"Saved game {bad.number} is damaged and left as it is; this game is saved as game {kept.place.number}."
        )
        keep(store, a_match("a1", "b2", players=BOTH), good)
        assert (moves(store, good.number), moves(store, kept.place.number)) == (("a1", "b2"), ("b1", "c1"))
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db:
            assert db.execute(f"SELECT * FROM games WHERE id = {bad.number}").fetchone() == row


def test_many_damaged_games_hide_none_of_the_good_ones(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        good = [begun(store, a_match("a1")).number for _ in range(3)]
        for _ in range(20):
            store._current().execute(f"UPDATE games SET players = '' WHERE id = {begun(store, a_match('b1')).number}")
        found = store.listing(limit=3)
        assert ([game.id for game in found.games], len(found.damaged)) == (good[::-1], 20)
        assert store.list(limit=1, offset=1)[0].id == good[1]
        store.delete(good[-1] + 1)
        assert len(store.listing().damaged) == 19, "whoever wants it gone can delete it"


class Program:
    """One of several that play one game."""

    def __init__(self, path: Path, game: int) -> None:
        self.store = Store(path)
        self.match, self.place = resumed(self.store, game)

    def act(self, dice: random.Random) -> bool:
        """Play or take back, and save; whether that went well. Whoever is behind goes on with the newer game."""
        if self.match.turns and (dice.random() < 0.3 or self.match.outcome is not None):
            self.match.undo()
        else:
            self.match.play(str(dice.choice(self.match.position.moves)))
        try:
            self.place = keep(self.store, self.match, self.place).place
        except StaleGameError:
            self.match, self.place = resumed(self.store, self.place.number)
            return False
        return True


def test_in_any_order_of_saves_only_the_last_known_game_is_changed(tmp_path: Path) -> None:
    dice = random.Random(11)
    with Store(tmp_path / FILE) as watcher:
        game = watcher.begin(a_match("a1", players=BOTH))
        programs = [Program(watcher.path, game) for _ in range(3)]
        refused = 0
        for _ in range(30):
            before, program = moves(watcher, game), dice.choice(programs)
            if program.act(dice):
                assert knows_all(program, before)
            else:
                refused += 1
                assert moves(watcher, game) == before
        assert refused > 3
        for program in programs:
            program.store.close()


def knows_all(program: Program, before: tuple[str, ...]) -> bool:
    """Whether a program's game differs from the one before by its own last act only."""
    now = tuple(turn.move for turn in program.match.turns)
    return before in (now[:-1], now) or now == before[:-1]


def test_a_missing_game_has_no_version(two: tuple[Store, Store]) -> None:
    with pytest.raises(MissingGameError, match="no saved game 7"):
        two[0].version_of(7)
