"""Links to HexWorld's board, both ways."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground.games.hex.hexworld import read_hexworld, write_hexworld
from plyground.play.records.text_format import Record, RecordError, read_record, write_record
from tests.play.test_record import SHORT, SHORT_TEXT, odd, random_record
from tests.play.test_sgf import SHORT_SGF

LINK = "https://hexworld.org/board/#5c1,c3:sb4d2:rb"


def test_a_game_is_written_as_a_link() -> None:
    assert write_hexworld(SHORT) == LINK
    assert read_hexworld(LINK) == Record(SHORT.start, SHORT.moves, (), "second", "resignation")


def test_random_games_stay_what_they_are() -> None:
    dice = random.Random("links")
    for _ in range(60):
        record = random_record(plyground.game("hex", size=dice.choice([3, 5, 11, 19])), dice)
        link = write_hexworld(record)
        assert read_hexworld(link) == record
        assert write_hexworld(read_hexworld(link)) == link


@pytest.mark.parametrize(
    ("link", "moves"),
    [
        ("https://hexworld.org/board/#11nc1,a3c4", ("a3", "c4")),
        ("https://hexworld.org/board/#11r9c1,b4:sh4g8", ("b4", "swap", "h4", "g8")),
        ("http://www.hexworld.org/board/index.html#11x11mn,a3", ("a3",)),
        ("https://hexworld.org/board/#11c1,h4e7f9,b9c3\n", ("h4", "e7", "f9", "b9", "c3")),
        ("https://hexworld.org/board/#11c1,,b9c3", ("b9", "c3")),
        ("https://hexworld.org/board/#", ()),
        ("11,k11", ("k11",)),
    ],
)
def test_settings_and_the_move_on_show_do_not_matter(link: str, moves: tuple[str, ...]) -> None:
    read = read_hexworld(link)
    assert (read.game, read.moves) == (plyground.game("hex", size=11), moves)


@pytest.mark.parametrize(
    ("sign", "result", "reason"),
    [
        (":rb", "second", "resignation"),
        (":rw", "first", "resignation"),
        (":fb", "second", "forfeit"),
        (":fw", "first", "forfeit"),
    ],
)
def test_giving_up(sign: str, result: str, reason: str) -> None:
    read = read_hexworld(f"#5c1,a1{sign}")
    assert (read.result, read.reason) == (result, reason)
    assert write_hexworld(read).endswith(sign)
    assert write_hexworld(Record(read.start, read.moves, result=result, reason="time")).endswith(f":f{sign[2]}")


@pytest.mark.parametrize(
    ("link", "place", "says"),
    [
        ("https://hexworld.org/board/#11x12,a1", "line 1, column 29:", "not square"),
        ("#30c1,a1", "line 1, column 2:", "size is a number from 3 to 19"),
        ("#5q,a1", "line 1, column 3:", "not part of a link"),
        ("#5,a1:p", "line 1, column 6:", "nobody may pass"),
        ("#5,a1:S", "line 1, column 6:", "exchanges the players"),
        ("#5,a1:x", "line 1, column 6:", "is not a move"),
        ("#5,a1a1", "line 1, column 6:", "'a1' is not empty"),
        ("#5,a1b2:s", "line 1, column 8:", "only for Blue's first move"),
        ("#5,a9", "line 1, column 4:", "not on the board"),
        ("#5,a1:rbb2", "line 1, column 9:", "given up before"),
        ("#5,a1,b2,c3", "line 1, column 9:", "not part of a link"),
        ("https://example.org/#5,a1", "line 1, column 1:", "not part of a link"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(link: str, place: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_hexworld(link)
    assert str(caught.value).startswith(place)
    assert says in str(caught.value)


def test_a_link_begins_with_the_empty_board_of_hex_and_knows_no_draw() -> None:
    for record, says in (
        (Record(SHORT.positions()[1]), "empty board"),
        (Record(plyground.game("eximo").start()), "not eximo"),
        (Record(SHORT.start, result="draw"), "drawn"),
    ):
        with pytest.raises(RecordError, match=says):
            write_hexworld(record)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 60), st.integers(0, 5), odd | st.text("a1c:srbp,#x", max_size=5) | st.text(st.characters()))
def test_any_text_is_read_or_refused_by_name_and_place(begin: int, length: int, scrap: str) -> None:
    try:
        record = read_hexworld(LINK[:begin] + scrap + LINK[begin + length :])
    except RecordError as problem:
        assert problem.line is not None
    else:
        assert read_hexworld(write_hexworld(record)) == record


def test_the_examples_of_the_documentation_are_what_is_written() -> None:
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    for text in (SHORT_SGF, LINK):
        assert f"```\n{text.strip()}\n```" in page
    example = page.partition("## The text record")[2].split("```\n")[1]
    record = read_record(example)
    assert write_record(record) == example
    assert record.moves == read_record(SHORT_TEXT).moves
