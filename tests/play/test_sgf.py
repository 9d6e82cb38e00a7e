"""Hex games as SGF: both ways, and everything that other programs may have written."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground.games.hex.sgf import read_sgf, write_sgf
from plyground.play.records.text_format import Record, RecordError
from tests.play.test_record import SHORT, odd, random_record

SHORT_SGF = """\
(;FF[4]GM[11]CA[UTF-8]AP[Plyground]SZ[5]PB[Ada]PW[montecarlo\\:seconds=1]DT[2026-11-15]RE[W+R]
;B[c3]
;W[swap-pieces]
;B[b4]
;W[d2]C[Blue is ahead.])
"""


def test_a_game_is_written_as_the_format_says() -> None:
    assert write_sgf(SHORT) == SHORT_SGF
    read = read_sgf(SHORT_SGF)
    assert (read.start, read.moves, read.players) == (SHORT.start, SHORT.moves, SHORT.players)
    assert (read.result, read.reason, read.date) == ("second", "resignation", "2026-11-15")
    assert read.comments == SHORT.comments


@pytest.mark.parametrize("swap", [True, False])
def test_random_games_from_any_start_stay_what_they_are(swap: bool) -> None:
    dice = random.Random(f"sgf {swap}")
    for number in range(60):
        game = plyground.game("hex", size=dice.choice([3, 5, 11, 19]), swap=swap)
        record = random_record(game, dice, number % 3 * 2)
        text = write_sgf(record)
        read = read_sgf(text)
        assert (read.start, read.moves) == (record.start, record.moves)
        assert record.result in (read.result, "*")
        assert write_sgf(read) == text


def test_stones_on_the_board_at_the_start() -> None:
    start = plyground.game("hex", size=3).position("r../.b./... r")
    text = write_sgf(Record(start, ("c3",)))
    assert "AB[a1]AW[b2]PL[B]\n;B[c3]" in text
    assert read_sgf(text).start == start
    assert str(read_sgf("(;GM[11]SZ[3]AB[a1];W[c3])").start) == "r../.../... b"
    assert str(read_sgf("(;GM[11]SZ[3]AB[A1] [c3]\nAW[b2])").start) == "r../.b./..r b"


def test_stones_that_no_game_leads_to_are_a_study() -> None:
    read = read_sgf("(;GM[11]SZ[3]AB[a1][b1][c1];W[b2])")
    assert str(read.start) == "rrr/.../... b study"
    assert read.moves == ("b2",)
    assert read_sgf(write_sgf(read)).start == read.start


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;GM[11];B[K11])", ("k11",)),
        ("(;GaM[11]SiZe[3];B[ B2 ])", ("b2",)),
        ("(;GM[11]SZ[3](;B[b2](;W[b1];B[a3])(;W[b3]))(;B[a1]))", ("b2", "b1", "a3")),
        ("(;GM[11]SZ[5:5];B[a1];W[SWAP-pieces];B[c3])", ("a1", "swap", "c3")),
        ("(;FF[4]GM[11]SZ[3]XX[a][b];B[b2]TE[1]LB[a1:x];N[no move])", ("b2",)),
    ],
)
def test_what_other_programs_write_is_read(text: str, moves: tuple[str, ...]) -> None:
    assert read_sgf(text).moves == moves


@pytest.mark.parametrize(
    ("last", "result", "reason"),
    [
        (";W[resign]", "first", "resignation"),
        (";B[forfeit]", "second", "forfeit"),
        (";B[Resign]", "second", "resignation"),
    ],
)
def test_giving_up_is_a_move_there(last: str, result: str, reason: str) -> None:
    read = read_sgf(f"(;GM[11]SZ[3];B[b2]{last})")
    assert (read.moves, read.result, read.reason) == (("b2",), result, reason)


@pytest.mark.parametrize(
    ("value", "result", "reason"),
    [
        ("B+", "first", ""),
        ("w+Resign", "second", "resignation"),
        ("W+T", "second", "time"),
        ("B+F", "first", "forfeit"),
        ("0", "draw", ""),
        ("Void", "*", ""),
        ("?", "*", ""),
    ],
)
def test_results(value: str, result: str, reason: str) -> None:
    read = read_sgf(f"(;GM[11]SZ[3]RE[{value}];B[b2])")
    assert (read.result, read.reason) == (result, reason)
    assert read_sgf(write_sgf(read)) == read


def test_the_board_says_why_a_game_was_won() -> None:
    won = "(;GM[11]SZ[3]RE[{}];B[b1];W[a3];B[b2];W[c2];B[b3])"
    assert read_sgf(won.format("B+")).reason == "joined top and bottom"
    assert read_sgf(won.format("?")).result == "first"
    with pytest.raises(RecordError, match="line 1, column 14: The result cannot be second"):
        read_sgf(won.format("W+"))


def test_escapes_and_line_ends_of_ff4() -> None:
    read = read_sgf("(;GM[11]SZ[3]PB[a\\]\\:\\\\b\nc]C[one\\\r\n two\r\nthree\tfour];B[b2])")
    assert read.players == ("a]:\\b c", "")
    assert read.comments == ((0, "one two\nthree four"),)


def test_what_is_told_about_the_game_is_kept() -> None:
    read = read_sgf("(;GM[11]SZ[3]EV[Olympiad]RO[2]DT[2026]AP[x:1])")
    assert read.extra == (("EV", "Olympiad"), ("RO", "2"))
    assert read.date == ""
    assert "EV[Olympiad]RO[2]" in write_sgf(read)


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("", "line 1, column 1:", "begins with '(;'"),
        ("(;GM[1])", "line 1, column 3:", "not a game of Hex"),
        ("(;FF[4])", "line 1, column 1:", "not a game of Hex"),
        ("(;GM[11]SZ[30])", "line 1, column 9:", "size is a number from 3 to 19"),
        ("(;GM[11]SZ[5:6])", "line 1, column 9:", "not square"),
        ("(;GM[11]\n;W[a1])", "line 2, column 2:", "not White's turn"),
        ("(;GM[11]\r\n;B[a1]\r\n;W[a1])", "line 3, column 4:", "'a1' is not empty"),
        ("(;GM[11];B[swap-pieces])", "line 1, column 12:", "only for Blue's first move"),
        ("(;GM[11];B[a1];W[swap-sides])", "line 1, column 18:", "exchanges the players"),
        ("(;GM[11];B[a1];W[])", "line 1, column 18:", "nobody may pass"),
        ("(;GM[11];B[resign];W[a1])", "line 1, column 20:", "given up before"),
        ("(;GM[11]RE[B+];B[resign])", "line 1, column 9:", "RE names another winner"),
        ("(;GM[11]RE[B+3.5])", "line 1, column 9:", "RE is B+ or W+"),
        ("(;GM[11];AB[a1])", "line 1, column 10:", "in the first node only"),
        ("(;GM[11]AB[a1]AW[a1])", "line 1, column 18:", "has a stone already"),
        ("(;GM[11]AB[a12])", "line 1, column 12:", "not a cell"),
        ("(;GM[11]PL[x])", "line 1, column 9:", "PL is B or W"),
        ("(;GM[11]GM[11])", "line 1, column 9:", "a second GM"),
        ("(;GM[11]x[1])", "line 1, column 9:", "capital letters"),
        ("(;GM[11", "line 1, column 5:", "a value in brackets"),
        ("(;GM[11]", "line 1, column 1:", "never closed"),
        ("(;GM[11](;B[a1]);W[b1])", "line 1, column 17:", "should stand here"),
        ("(;GM[11])(;GM[11])", "line 1, column 10:", "only one game"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, place: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_sgf(text)
    assert str(caught.value).startswith(place)
    assert says in str(caught.value)


def test_only_hex_is_written() -> None:
    with pytest.raises(RecordError, match="not morris"):
        write_sgf(Record(plyground.game("morris").start()))


def test_no_nesting_is_too_deep() -> None:
    assert read_sgf("(;GM[11]" + "(;C[x]" * 50_000 + ")" * 50_001).moves == ()


@settings(max_examples=200, deadline=None)
@given(odd, odd, odd)
def test_odd_characters_stay_what_they_have_become(one: str, two: str, said: str) -> None:
    text = write_sgf(Record(SHORT.start, SHORT.moves, (one, two), comments=((0, said), (2, two))))
    assert write_sgf(read_sgf(text)) == text


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 150), st.integers(0, 6), odd | st.text("();[]\\:BWACa1\n", max_size=6) | st.text(st.characters()))
def test_any_text_is_read_or_refused_by_name_and_place(begin: int, length: int, scrap: str) -> None:
    text = SHORT_SGF[:begin] + scrap + SHORT_SGF[begin + length :]
    try:
        record = read_sgf(text)
    except RecordError as problem:
        assert problem.line is not None
    else:
        assert read_sgf(write_sgf(record)).moves == record.moves
