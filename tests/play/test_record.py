"""Whole games as text: what is written is read back, what is broken is named with its place.

`make test` sends 200 random games of each game through, `make nightly` 1,000.
"""

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground import Game, PlygroundError
from plyground.core.outcome import Outcome
from plyground.core.position import legal_values
from plyground.core.record import MOST_MOVES, result_of
from plyground.language import Message, language
from plyground.play.ending import worded_reason
from plyground.play.records.registry import read_any
from plyground.play.records.text_format import (
    Record,
    RecordError,
    read_record,
    read_records,
    write_record,
    write_records,
)
from tests.cases import label, option_sets
from tests.nightly import NIGHTLY

GAMES_OF_EACH = 1000 if NIGHTLY else 200
PARTS = 2
"""The games are split, so that several processes share them."""

HEX5 = plyground.game("hex", size=5)
SHORT = Record(
    HEX5.start(),
    ("c3", "swap", "b4", "d2"),
    ("Ada", "montecarlo:seconds=1"),
    "second",
    "resignation",
    "2026-11-15",
    ((4, "Blue is ahead."),),
    (("Event", "Club evening"),),
)
SHORT_TEXT = """\
[Game "hex"]
[Option "size=5"]
[First "Ada"]
[Second "montecarlo:seconds=1"]
[Date "2026-11-15"]
[Result "second"]
[Reason "resignation"]
[Event "Club evening"]

1. c3 swap 2. b4 d2 {Blue is ahead.}
"""


def random_record(game: Game, dice: random.Random, start_at: int = 0) -> Record:
    """A random game, recorded from its `start_at`th move on; some are left unfinished."""
    position, moves, longest = game.start(), [], dice.choice([60, 2000])
    positions = [position]
    while position.outcome is None and len(moves) < longest:
        value = dice.choice(legal_values(game, position.state))
        moves.append(game.write_move(position.state, value))
        position = position.after(value)
        positions.append(position)
    begin = min(start_at, len(moves))
    outcome = position.outcome if begin == 0 else None
    result, reason = (result_of(position), outcome.reason) if outcome is not None else ("*", "")
    return Record(positions[begin], tuple(moves[begin:]), (), result, reason)


def shares() -> list[tuple[str, int]]:
    return [(name, part) for name in ("hex", "blockit", "eximo", "neutreeko", "morris") for part in range(PARTS)]


@pytest.mark.parametrize(("name", "part"), shares())
def test_random_games_of_each_game_stay_what_they_are(name: str, part: int) -> None:
    dice = random.Random(f"records {name} {part}")
    games = [plyground.game(name, **options) for options in option_sets(name)]
    for number in range(GAMES_OF_EACH // PARTS):
        # Half of them with the usual options, the others with all that are tested.
        record = random_record(games[0] if number % 2 else games[number // 2 % len(games)], dice)
        text = write_record(record)
        read = read_record(text)
        assert read == record
        assert write_record(read) == text
        assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(("name", "options"), [(n, o) for n in plyground.games() for o in option_sets(n)], ids=label)
def test_games_that_begin_in_the_middle_stay_what_they_are(name: str, options: dict[str, object]) -> None:
    dice = random.Random(f"middles {name} {options}")
    game = plyground.game(name, **options)
    for start_at in (1, 2, 3, 7, 20):
        record = random_record(game, dice, start_at)
        text = write_record(record)
        assert f'[Start "{record.start}"]' in text
        assert read_record(text) == record
        assert write_record(read_record(text)) == text


def test_a_record_is_written_as_the_rules_say() -> None:
    assert write_record(SHORT) == SHORT_TEXT
    assert read_record(SHORT_TEXT) == SHORT


def test_the_number_shows_who_begins() -> None:
    second = Record(HEX5.start().play("c3"), ("swap", "b4", "d2"))
    assert write_record(second).endswith("\n1... swap 2. b4 d2\n")
    three = plyground.game("blockit", colours="red,green,blue")
    third = Record(three.start().play("e2").play("h5"), ("e8", "e3", "g5", "e7"))
    assert write_record(third).endswith("\n1... e8 2. e3 g5 e7\n")
    assert read_record(write_record(third)) == third


def test_three_players_have_three_names_and_the_third_may_win() -> None:
    three = plyground.game("blockit", colours="red,green,blue")
    record = Record(three.start(), ("e2",), ("a", "b", "c"), "third", "time")
    assert '[Third "c"]' in write_record(record)
    assert read_record(write_record(record)) == record


@pytest.mark.parametrize(
    ("options", "written"),
    [
        ({}, []),
        ({"barriers": 5}, []),
        ({"barriers": 6, "size": 9}, ["barriers=6"]),
        ({"rules": "quoridor"}, ["rules=quoridor"]),
        ({"rules": "quoridor", "barriers": 10}, ["rules=quoridor"]),
        ({"rules": "quoridor", "barriers": 5}, ["barriers=5", "rules=quoridor"]),
    ],
)
def test_only_options_that_are_not_usual_are_written_and_all_are_read(
    options: dict[str, Any], written: list[str]
) -> None:
    record = Record(plyground.game("blockit", **options).start(), ("e2",))
    text = write_record(record)
    assert re.findall(r'\[Option "(.*)"\]', text) == written
    assert read_record(text) == record
    told = "".join(f'[Option "{name}={value}"]\n' for name, value in record.game.option_texts().items())
    assert read_record(f'[Game "blockit"]\n{told}\n1. e2\n') == record


def test_positions_are_the_start_and_those_after_each_move() -> None:
    positions = SHORT.positions()
    assert positions[0] == HEX5.start()
    assert len(positions) == 5
    assert str(positions[2]) == "...../...../..b../...../..... r"


@pytest.mark.parametrize(
    "text",
    [
        SHORT_TEXT.replace("\n", "\r\n"),
        "\ufeff" + SHORT_TEXT,
        SHORT_TEXT.replace("\n\n", "\n\n\n \n"),
        SHORT_TEXT.replace("1. c3", "c3").replace("2. b4", "\n\n b4"),
        SHORT_TEXT.replace("1. c3", "1.c3").replace("2. b4", "2.b4 2...d2").replace("d2 d2", "d2"),
        SHORT_TEXT.replace("{Blue is ahead.}", "; Blue is ahead.") + "\nsecond",
        SHORT_TEXT + "0-1",
        SHORT_TEXT.replace('[Event "Club evening"]', '  [ Event  "Club evening" ]  '),
        '[Event "Club evening"]\n' + SHORT_TEXT.replace('[Event "Club evening"]\n', ""),
    ],
)
def test_the_layout_is_forgiven(text: str) -> None:
    assert read_record(text) == SHORT


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ('"hex"', '"hxe"', "line 1, column 1:", "Did you mean hex?"),
        ('[Game "hex"]\n', "", "line 1, column 1:", "no header [Game"),
        ("size=5", "size=99", "line 2, column 1:", "size is a number from 3 to 19"),
        ("size=5", "width=5", "line 2, column 1:", "no option 'width'"),
        ("size=5", "size", "line 2, column 1:", "name=value"),
        ('[First "Ada"]', '[First "Ada]', "line 3, column 1:", "this header is broken"),
        ('[First "Ada"]', '[First "A"] [First "B"]', "line 3, column 13:", "a second First header"),
        ('[First "Ada"]', '[Third "Ada"]', "line 3, column 1:", "there is no Third"),
        ("2026-11-15", "2026-02-30", "line 5, column 1:", "is not a date"),
        ('"second"', '"third"', "line 6, column 1:", "'third' is not a result"),
        ("swap", "swop", "line 10, column 7:", "'swop' is not a move"),
        ("2. b4", "2. c3", "line 10, column 15:", "'c3' is not empty"),
        ("2. b4", "2.c3", "line 10, column 14:", "'c3' is not empty"),
        ("ahead.}", "ahead.", "line 10, column 21:", "no closing brace"),
        ("{Blue is ahead.}", "(a1)", "line 10, column 21:", "variations are not read"),
        ("{Blue is ahead.}", "first", "line 10, column 21:", "first here, but second in the header"),
        ("{Blue is ahead.}", '\n\n[Game "hex"]', "line 12, column 1:", "a second game begins here"),
        ("swap 2. b4 d2", '}', "line 10, column 7:", "'}' has no business here"),
        ("Ada", "\ud800", "line 3, column 9:", "half a character"),
        ('[Date', '[Start "...../...../...../...../..... b"]\n[Date', "line 5, column 1:", "not a possible position"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, place: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(SHORT_TEXT.replace(old, new))
    assert str(caught.value).startswith(place)
    assert says in str(caught.value)
    assert f"line {caught.value.line}, column {caught.value.column}:" == place


WON = '[Game "hex"]\n[Option "size=3"]\n[Result "{}"]\n\n1. b1 a3 2. b2 c2 3. b3'


def test_a_result_that_the_board_contradicts_is_refused() -> None:
    assert read_record(WON.format("first")).result == "first"
    with pytest.raises(RecordError, match=r"line 3, column 1: The result cannot be second: .*joined top and bottom"):
        read_record(WON.format("second"))
    with pytest.raises(RecordError, match="cannot be draw"):
        write_record(Record(plyground.game("hex", size=3).start(), ("b1", "a3", "b2", "c2", "b3"), result="draw"))


def test_a_missing_result_is_taken_from_the_board() -> None:
    record = read_record(WON.replace('[Result "{}"]\n', ""))
    assert (record.result, record.reason) == ("first", "joined top and bottom")
    assert read_record('[Game "hex"]\n\n1. a1').result == "*"


def test_moves_after_the_end_are_refused() -> None:
    with pytest.raises(RecordError, match="line 5, column 25: 'a1' cannot be played: the game is over"):
        read_record(WON.format("first") + " a1")


def test_several_games_in_a_row() -> None:
    empty = Record(plyground.game("morris").start())
    records = (SHORT, empty, empty, SHORT)
    assert read_records(write_records(records)) == records
    assert read_records("") == ()
    with pytest.raises(RecordError, match="line 22, column 1: There is no game 'go'"):
        read_records(write_records((SHORT, SHORT)) + '[Game "go"]')


def test_too_much_is_refused() -> None:
    with pytest.raises(RecordError, match="line 1, column 1: the text is longer"):
        read_record(SHORT_TEXT + " " * (1 << 20))
    with pytest.raises(RecordError, match="at most 10,000 moves"):
        Record(HEX5.start(), ("a1",) * (MOST_MOVES + 1))
    with pytest.raises(RecordError, match="at most 1,048,576 characters"):
        write_record(Record(HEX5.start(), comments=((0, "x" * (1 << 20)),)))


def test_more_moves_than_anyone_plays_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.core.record.MOST_MOVES", 3)
    with pytest.raises(RecordError, match="line 10, column 18: a game has at most 3 moves"):
        read_record(SHORT_TEXT)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ("one",)},
        {"result": "third"},
        {"result": "1-0"},
        {"date": "yesterday"},
        {"comments": ((1, "too late"),)},
        {"extra": (("Game", "go"),)},
        {"extra": (("a b", "c"),)},
        {"reason": "\udc00"},
    ],
)
def test_a_record_that_could_not_be_read_back_is_never_made(wrong: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        Record(HEX5.start(), **wrong)  # type: ignore[arg-type]


def test_an_illegal_move_is_never_written() -> None:
    with pytest.raises(PlygroundError, match="'a1' is not empty"):
        write_record(Record(HEX5.start(), ("a1", "a1")))


odd = st.text(max_size=12) | st.text('\\"{}[];\n\r\t nr', max_size=8)


@settings(max_examples=300, deadline=None)
@given(odd, odd, odd, st.lists(st.tuples(st.integers(0, 4), odd), max_size=4), odd)
def test_odd_characters_come_back(one: str, two: str, reason: str, said: list[tuple[int, str]], extra: str) -> None:
    headers = (("Event", extra), ("Event", one))
    record = Record(HEX5.start(), SHORT.moves, (one, two), "*", reason, "", tuple(said), headers)
    assert read_record(write_record(record)) == record


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """A good text with something else in some places, or any text at all."""
    text = draw(st.sampled_from([SHORT_TEXT, WON.format("first"), ""]))
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.integers(begin, min(len(text), begin + 6)))
        text = text[:begin] + draw(odd | st.sampled_from(['[Game "', "first", "*", "1."])) + text[end:]
    return text


@settings(max_examples=600, deadline=None)
@given(damaged_texts() | st.text(st.characters(), max_size=40))
def test_any_text_is_read_or_refused_by_name_and_place(text: str) -> None:
    try:
        record = read_record(text)
    except RecordError as problem:
        assert problem.line is not None
        assert "\n" not in str(problem)
    else:
        assert read_record(write_record(record)) == record


def test_the_formats_are_told_apart() -> None:
    assert read_any("\n" + SHORT_TEXT) == SHORT
    assert read_any(" (;FF[4]GM[11]SZ[5];B[c3])").moves == ("c3",)
    for link in ("https://hexworld.org/board/#5c1,c3", "hexworld.org/board#5,c3", "#5,c3", "5c1,c3", " 5nc1,c3\n"):
        assert read_any(link).moves == ("c3",)
    with pytest.raises(RecordError, match=r"no header \[Game"):
        read_any("1. c3 swap")


def test_a_lost_game_names_the_loser() -> None:
    seats = ("white", "black")
    named = [
        worded_reason(Outcome(0, Message(f"end.{key}")), seats) for key in ("time", "resignation", "crash", "agreed")
    ]
    assert named == ["Black's time ran out", "Black resigned", "Black's program failed", "agreed"]
    assert language("pt").clause(named[1]) == "as Pretas desistiram"
    assert worded_reason(Outcome(None, Message("end.time")), seats) == "time"
    assert worded_reason(Outcome(0, Message("neutreeko.end.three")), seats) == "three in a row"
