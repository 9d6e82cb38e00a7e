"""Saved games: what is saved is read again, and what cannot be read is said in a sentence."""

import contextlib
import itertools
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import plyground
from plyground.play.agents import agent as agents
from plyground.play.clock import read_time
from plyground.play.match import CRASH, HUMAN, Match
from plyground.play.records.text_format import Record, read_record, write_record
from plyground.play.store.store import LONGEST_NAME, Store, StoreError

HEX = plyground.game("hex", size=4)
PLAYED = ("a1", "b2", "c3", "d1")


def ticking() -> Callable[[], str]:
    """A clock that advances by a second each time it is read."""
    ticks = itertools.count()
    return lambda: f"2026-11-15T10:00:{next(ticks):02d}.000+00:00"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite3", ticking()) as opened:
        yield opened


def a_match(*moves: str, players: tuple[str, ...] = (HUMAN, "random:seed=3"), time: str = "") -> Match:
    match = Match(HEX.start(), players, read_time(time))
    for seconds, move in enumerate(moves, start=1):
        match.play(move, seconds + 0.1, f"thought about {move}" if seconds % 2 else "")
    return match


def everything(match: Match) -> tuple[Any, ...]:
    """All that a match must have kept."""
    position = (match.position, match.position.turns, match.position.earlier)
    return (match.start, match.players, match.first_clock, match.turns, match.ended, match.remark, position)


def rows(store: Store) -> list[tuple[int, int, str]]:
    with contextlib.closing(sqlite3.connect(store.path)) as db:
        return db.execute("SELECT game, ply, move FROM moves ORDER BY game, ply").fetchall()


def test_a_game_goes_on_as_it_was(store: Store) -> None:
    match = a_match(*PLAYED, time="5+3")
    match.remark = "a game of the club"
    game = store.begin(match, "Sunday")
    assert everything(store.load(game)) == everything(match)
    assert store.load(game).notices == ()
    match.play("a2", 2.25)
    match.resign()
    store.save(game, match, store.version_of(game))
    assert everything(store.load(game)) == everything(match)


@pytest.mark.parametrize("name", plyground.games())
def test_every_game_is_read_again_from_its_middle(store: Store, name: str) -> None:
    dice = random.Random(name)
    game = plyground.game(name)
    position = game.start()
    for _ in range(6):
        position = position.play(dice.choice(position.moves))
    match = Match(position, [HUMAN] * len(game.seats))
    saved = store.begin(match)
    while match.outcome is None and len(match.turns) < 25:
        match.play(str(dice.choice(match.position.moves)))
        store.save(saved, match, store.version_of(saved))
    assert everything(store.load(saved)) == everything(match)


def test_four_players_are_kept(store: Store) -> None:
    match = Match(
        plyground.game("blockit", colours="red,green,blue,yellow").start(), (HUMAN, "random", HUMAN, "random:seed=2")
    )
    match.play(str(match.position.moves[0]))
    match.forfeit(1, CRASH)
    game = store.begin(match)
    assert everything(store.load(game)) == everything(match)
    assert store.list()[0].options["colours"] == "red,green,blue,yellow"
    assert store.list()[0].players == match.players


def test_a_time_for_every_move_is_kept(store: Store) -> None:
    match = a_match(time="20s")
    assert store.load(store.begin(match)).first_clock == match.first_clock


def test_there_is_one_row_for_each_move_and_none_for_those_taken_back(store: Store) -> None:
    match = a_match(*PLAYED)
    game = store.begin(match)
    assert rows(store) == [(game, ply, move) for ply, move in enumerate(PLAYED, start=1)]
    match.undo()
    match.play("a4")
    store.save(game, match, store.version_of(game))
    assert rows(store) == [(game, 1, "a1"), (game, 2, "b2"), (game, 3, "a4")]
    match.undo()
    store.save(game, match, store.version_of(game))
    assert everything(store.load(game)) == everything(match)


def test_a_save_touches_only_the_moves_that_changed(store: Store) -> None:
    match = a_match(*PLAYED)
    game = store.begin(match)
    store._db.execute("CREATE TEMP TABLE touched (ply)")
    for event, row in (("INSERT", "new"), ("DELETE", "old")):
        store._db.execute(
            f"CREATE TEMP TRIGGER {event}_seen AFTER {event} ON moves BEGIN INSERT INTO touched VALUES ({row}.ply); END"
        )
    match.play("a4")
    store.save(game, match, store.version_of(game))
    assert [row[0] for row in store._db.execute("SELECT ply FROM touched")] == [5]


def test_a_resignation_that_is_taken_back_is_taken_back_in_the_store(store: Store) -> None:
    match = a_match(*PLAYED)
    game = store.begin(match)
    match.resign()
    store.save(game, match, store.version_of(game))
    assert store.list()[0].result == "second"
    match.undo()
    store.save(game, match, store.version_of(game))
    assert (store.list()[0].result, store.load(game).outcome) == ("*", None)


def test_players_who_change_seats_are_found_there(store: Store) -> None:
    match = a_match("a1")
    game = store.begin(match)
    match.change_sides()
    store.save(game, match, store.version_of(game))
    assert store.load(game).players == ("random:seed=3", HUMAN)


def test_a_list_has_the_last_changed_first(store: Store) -> None:
    first, second, third = (store.begin(a_match("a1"), name) for name in ("one", "two", "three"))
    ended = a_match("a1", "b1")
    ended.resign()
    store.save(second, ended, store.version_of(second))
    listed = store.list()
    assert [line.id for line in listed] == [second, third, first]
    assert [line.id for line in store.list(unfinished=True)] == [third, first]
    assert [line.id for line in store.list(unfinished=False)] == [second]
    assert [line.id for line in store.list(limit=1, offset=1)] == [third]
    assert store.list(limit=-1) == [] == store.list(offset=10**30)
    line = listed[0]
    assert (line.name, line.game, line.options["size"], line.plies) == ("two", "hex", "4", 2)
    assert (line.result, line.reason, line.players) == ("second", "resignation", (HUMAN, "random:seed=3"))
    assert line.created < line.changed


def test_a_game_is_renamed_and_deleted(store: Store) -> None:
    keep, gone = store.begin(a_match("a1")), store.begin(a_match(*PLAYED))
    store.rename(keep, "../../etc/passwd")
    store.delete(gone)
    assert [(line.id, line.name) for line in store.list()] == [(keep, "../../etc/passwd")]
    assert rows(store) == [(keep, 1, "a1")]
    assert store.begin(a_match()) > gone


@pytest.mark.parametrize("missing", [0, -1, 99, 2**63, -(10**40)])
def test_a_game_that_is_not_there_is_an_error(store: Store, missing: int) -> None:
    store.begin(a_match())
    for attempt in (
        lambda: store.load(missing),
        lambda: store.save(missing, a_match(), 0),
        lambda: store.rename(missing, "x"),
        lambda: store.delete(missing),
        lambda: store.export(missing),
    ):
        with pytest.raises(StoreError, match=f"no saved game {missing}"):
            attempt()
    assert len(store.list()) == 1


def test_another_game_is_not_saved_over_one(store: Store) -> None:
    game = store.begin(a_match(*PLAYED))
    for other in (plyground.game("hex", size=5).start(), HEX.start().play("b1"), plyground.game("morris").start()):
        with pytest.raises(StoreError, match="another game"):
            store.save(game, Match(other, (HUMAN, HUMAN)), store.version_of(game))
    assert everything(store.load(game)) == everything(a_match(*PLAYED))


@given(name=st.text(max_size=LONGEST_NAME))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_a_name(store: Store, name: str) -> None:
    game = store.begin(a_match(), name)
    assert store.list(limit=1)[0].name == name
    store.rename(game, name[::-1])
    assert store.list(limit=1)[0].name == name[::-1]
    store.delete(game)


@pytest.mark.parametrize("name", ["x" * (LONGEST_NAME + 1), "half \ud800"])
def test_a_name_that_is_too_long_or_broken_is_refused(store: Store, name: str) -> None:
    game = store.begin(a_match(), "kept")
    for attempt in (lambda: store.begin(a_match(), name), lambda: store.rename(game, name)):
        with pytest.raises(StoreError, match=r"at most 200 characters|half a character"):
            attempt()
    assert [line.name for line in store.list()] == ["kept"]


def test_a_match_that_could_not_be_read_again_is_not_saved(store: Store) -> None:
    game = store.begin(a_match("a1"))
    broken = a_match("a1")
    broken.play("b1", comment="half \udc00")
    with pytest.raises(plyground.PlygroundError, match="half a character"):
        store.save(game, broken, store.version_of(game))
    assert everything(store.load(game)) == everything(a_match("a1"))


def test_an_export_is_the_match_s_record_with_its_date(store: Store) -> None:
    match = a_match(*PLAYED)
    assert store.export(store.begin(match)) == match.record("2026-11-15")


def test_a_record_that_is_imported_comes_out_as_it_was(store: Store) -> None:
    record = Record(
        start=HEX.start().play("b2"),
        moves=("a1", "c3"),
        players=("Ada", "random:seed=9"),
        result="first",
        reason="resignation",
        date="1999-12-31",
        comments=((0, "before"), (2, "after")),
        extra=(("Event", "Club"),),
    )
    game = store.import_(record, "old")
    assert store.export(game) == record
    assert read_record(write_record(store.export(game))) == record
    match = store.load(game)
    assert match.players == (HUMAN, "random:seed=9")
    assert match.notices == ()
    assert match.outcome == plyground.Outcome(0, "resignation")
    assert store.list()[0].players == ("Ada", "random:seed=9")


def test_a_name_stays_with_its_seat_until_somebody_else_takes_it(store: Store) -> None:
    game = store.import_(Record(HEX.start(), ("a1",), ("Ada", "Ben")))
    match = store.load(game)
    match.seat(1, "random")
    match.play("b1")
    store.save(game, match, store.version_of(game))
    assert store.list()[0].players == ("Ada", "random") == store.export(game).players


def test_a_record_without_players_is_played_by_humans(store: Store) -> None:
    game = store.import_(Record(HEX.start(), ("a1",)))
    assert store.load(game).players == (HUMAN, HUMAN)


def test_a_record_with_an_illegal_move_or_a_false_result_is_not_imported(store: Store) -> None:
    won = ("a1", "b1", "a2", "b2", "a3", "b3", "a4")
    with pytest.raises(plyground.IllegalMoveError):
        store.import_(Record(HEX.start(), ("a1", "a1")))
    with pytest.raises(plyground.PlygroundError, match="cannot be second"):
        store.import_(Record(HEX.start(), won, result="second"))
    assert store.list() == []


def test_no_program_is_started_by_a_record_from_outside(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(agents.PROGRAMS, "danger", lambda rest, game: pytest.fail("was started"))
    game = store.import_(Record(HEX.start(), (), ("danger:rm -rf", HUMAN)))
    match = store.load(game)
    assert match.players == (HUMAN, HUMAN)
    assert store.export(game).players == ("danger:rm -rf", HUMAN)


def test_a_player_who_is_gone_does_not_make_a_game_unreadable(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(agents.PROGRAMS, "gone", lambda rest, game: agents.read_search("random", game))
    match = a_match(*PLAYED, players=("gone:prog", HUMAN))
    game = store.begin(match)
    assert store.load(game).players == ("gone:prog", HUMAN)
    monkeypatch.delitem(agents.PROGRAMS, "gone")
    again = store.load(game)
    assert again.players == (HUMAN, HUMAN)
    assert again.position == match.position
    (notice,) = again.notices
    assert "'gone:prog'" in notice
    assert "a human takes the seat" in notice
    assert store.export(game).players == ("gone:prog", HUMAN)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE moves SET move = 'a1' WHERE ply = 2",
        "UPDATE games SET game = 'chess'",
        "UPDATE games SET options = '{'",
        "UPDATE games SET start = 'nonsense'",
        "UPDATE games SET result = 'fifth'",
        "UPDATE games SET base = -5",
    ],
)
def test_a_game_that_makes_no_sense_is_named_and_leaves_the_others_alone(store: Store, damage: str) -> None:
    bad, good = store.begin(a_match(*PLAYED)), store.begin(a_match("b1"))
    column = "game" if damage.startswith("UPDATE moves") else "id"
    store._db.execute(f"{damage}{' AND' if 'WHERE' in damage else ' WHERE'} {column} = {bad}")
    with pytest.raises(StoreError, match=f"Saved game {bad} cannot be read: "):
        store.load(bad)
    assert everything(store.load(good)) == everything(a_match("b1"))
