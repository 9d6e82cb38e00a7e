"""What a game was: who won and why, and what each side spent; kept in records and in the store."""

import sqlite3
from pathlib import Path

import pytest

import plyground
from plyground.play.agents.agent import read_agent
from plyground.play.match import Match, match_of, play_out
from plyground.play.records.text_format import Record, RecordError, read_record, write_record
from plyground.play.store import sqlite_file
from plyground.play.store.store import Store

HEX3 = plyground.game("hex", size=3)
SPENT = (0.25, 0.0005, 61.5, 3700.000001, 0.0)
NODES = (0, 120, 0, 4096, 0)


def finished() -> Match:
    """A game of Hex with times and nodes."""
    match = Match(HEX3.start(), ("human", "alphabeta:depth=2"))
    for move, seconds, nodes in zip(["a1", "b1", "a2", "b2", "a3"], SPENT, NODES, strict=True):
        match.play(move, seconds, nodes=nodes)
    return match


def test_a_summary_has_the_winner_the_reason_and_what_each_side_spent() -> None:
    summary = finished().summary()
    assert summary.as_data() == {
        "outcome": {"winner": "red", "fault": None, "reason": "joined top and bottom"},
        "plays": 5,
        "seconds": 3761.750501,
        "nodes": 4216,
        "sides": [
            {"seat": "red", "player": "human", "plays": 3, "steps": 3, "seconds": 61.75, "seconds_a_play": 20.583333,
             "nodes": 0},
            {"seat": "blue", "player": "alphabeta:depth=2", "plays": 2, "steps": 2, "seconds": 3700.000501,
             "seconds_a_play": 1850.00025, "nodes": 4216},
        ],
    }  # fmt: skip
    assert not summary.has_steps


def test_somebody_who_gives_up_among_three_is_named() -> None:
    match = Match(plyground.game("blockit", colours="red,green,blue").start(), ("human",) * 3)
    match.resign()
    assert match.summary().as_data()["outcome"] == {"winner": None, "fault": "red", "reason": "resignation"}


def test_steps_of_a_chain_are_counted_one_by_one() -> None:
    start = "......../......../......../...b..../......../...b..../...w..../........ w"
    match = Match(plyground.game("eximo").position(start), ("human", "human"))
    match.play("d2xd4xd6", 3.0)
    white, black = match.summary().sides
    assert (white.plays, white.steps, white.mean) == (1, 2, 3.0)
    assert (black.plays, black.steps, black.mean) == (0, 0, 0.0)
    assert match.summary().has_steps
    assert str(white) == "1 play, 2 steps, 3 s, 3 s a play, 0 nodes"


def test_nodes_of_computers_are_counted() -> None:
    players = ("alphabeta:heuristic=H1,depth=2", "random")
    match = Match(plyground.game("neutreeko").start(), players)
    play_out(match, [read_agent(text, match.start.game, 1) for text in players], most_turns=6)
    searching, at_random = match.summary().sides
    assert searching.nodes == sum(turn.nodes for turn in match.turns) > 0
    assert at_random.nodes == 0
    assert searching.seconds > 0


def test_a_record_keeps_times_and_nodes_and_shows_the_summary() -> None:
    record = finished().record()
    text = write_record(record)
    assert '[FirstSpent "3 plays, 61.8 s, 20.6 s a play, 0 nodes"]\n' in text
    assert '[SecondSpent "2 plays, 1 h 1 min, 30 min 50 s a play, 4216 nodes"]\n' in text
    assert "1. a1 {[%emt 0:00:00.25]} b1 {[%emt 0:00:00.0005] [%nodes 120]}" in text
    assert "{[%emt 1:01:40.000001] [%nodes 4096]}" in text
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
    again = match_of(read_record(text), ("human", "human"))
    assert [(turn.seconds, turn.nodes) for turn in again.turns] == list(zip(SPENT, NODES, strict=True))


def test_a_record_without_times_says_nothing_about_them() -> None:
    record = Record(HEX3.start(), ("a1", "b1"), seconds=(0.0, 0.0), nodes=(0, 0))
    assert (record.seconds, record.nodes) == ((), ())
    assert write_record(record) == '[Game "hex"]\n[Option "size=3"]\n[Result "*"]\n\n1. a1 b1\n'


@pytest.mark.parametrize(
    "comment",
    [
        "[%emt 0:00:05]",
        " [%nodes 7] and more",
        "[%emt 0:00:05] \\}",
        "[%emt five]",
        "[%clk 0:05:00]",
        "\\[%emt 0:00:05]",
    ],
)
def test_a_comment_that_looks_like_a_cost_stays_a_comment(comment: str) -> None:
    record = Record(HEX3.start(), ("a1", "b1"), comments=((0, comment), (1, comment)), nodes=(3, 0))
    assert read_record(write_record(record)) == record


def test_times_that_other_programs_write_are_read() -> None:
    record = read_record('[Game "hex"]\n[Option "size=3"]\n\n1. a1 {[%emt 0:01:05] A good one.} b1 {[%emt 1:5]}')
    assert record.seconds == (65.0, 0.0)
    assert record.comments == ((1, "A good one."), (2, "[%emt 1:5]"))


@pytest.mark.parametrize(
    "spent", [{"seconds": (1.0,)}, {"nodes": (1, 2, 3)}, {"seconds": (-1.0, 0.0)}, {"nodes": (-1, 0)}]
)
def test_costs_that_no_game_has_are_refused(spent: dict[str, tuple[float, ...]]) -> None:
    with pytest.raises(RecordError, match=r"seconds|nodes"):
        Record(HEX3.start(), ("a1", "b1"), **spent)  # type: ignore[arg-type]


def test_the_store_keeps_nodes_and_a_file_from_before_gets_them(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with Store(path) as store:
        number = store.begin(finished())
        assert [turn.nodes for turn in store.load(number).turns] == list(NODES)
        assert store.export(number).nodes == NODES
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE moves DROP COLUMN nodes")
        db.execute("ALTER TABLE games DROP COLUMN version")
        db.execute("PRAGMA user_version = 2")
    db.close()
    with Store(path) as store:
        match = store.load(number)
        assert [turn.nodes for turn in match.turns] == [0] * 5
        assert [turn.seconds for turn in match.turns] == list(SPENT)
        match.undo()
        store.save(number, match, store.version_of(number))
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (sqlite_file.SCHEMA,)
    db.close()
