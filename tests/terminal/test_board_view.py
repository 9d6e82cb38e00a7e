"""Boards drawn from what the games tell: shapes, marks, and that they fit a terminal of 80 by 24."""

import random
import re

import pytest
from rich.text import Text

import plyground
from plyground.terminal.board_view import draw_board, in_ascii, piece_style
from tests.cases import all_cases, label, random_line

SMALL = [("hex", {"size": 19}), ("hex", {}), ("blockit", {}), ("eximo", {}), ("morris", {}), ("neutreeko", {})]
PLAIN = str.maketrans("[]()", "    ")


def drawn(name: str, line: str = "", **options: object) -> list[str]:
    """The picture after some moves, as plain lines."""
    position, before = plyground.game(name, **options).start(), None
    for move in line.split():
        before, position = position, position.play(move)
    return [text.plain.rstrip() for text in draw_board(position, before)]


def test_hex_is_slanted_and_shows_whose_sides_are_whose() -> None:
    assert drawn("hex", "c2 b3", size=3) == [
        "   a b c",
        "    • • •",
        " 1 ▪ · · · ▪ 1",
        "  2 ▪ · · ● ▪ 2",
        "   3 ▪ ·[■]· ▪ 3",
        "        • • •",
        "         a b c",
    ]


def test_barriers_lie_and_stand_between_the_squares() -> None:
    assert drawn("blockit", "c2 b2h c3v", size=5) == [
        "     a   b   c   d   e",
        "     •   •   •   •   •",
        " 5   ·   ·   ■   ·   ·   5",
        "",
        " 4   ·   ·   · ║ ·   ·   4",
        "               ║",
        " 3   ·   ·   · ║ ·   ·   3",
        "        ━━━━━━━",
        " 2   ·   ·   ●   ·   ·   2",
        "",
        " 1   ·   ·   ·   ·   ·   1",
        "     ▪   ▪   ▪   ▪   ▪",
        "     a   b   c   d   e",
    ]


def test_squares_have_lines_around_them_and_a_move_shows_where_it_came_from() -> None:
    assert drawn("neutreeko", "b1-b4")[:6] == [
        "     a   b   c   d   e",
        "   ┌───┬───┬───┬───┬───┐",
        " 5 │   │ ○ │   │ ○ │   │ 5",
        "   ├───┼───┼───┼───┼───┤",
        " 4 │   │[●]│ ● │   │   │ 4",
        "   ├───┼───┼───┼───┼───┤",
    ]
    assert " 1 │   │[ ]│   │ ● │   │ 1" in drawn("neutreeko", "b1-b4")


def test_points_are_joined_by_lines() -> None:
    lines = drawn("morris", "d6 f4 b6 f2 f6xf2")
    assert " 6   │   ○───────○──────[○]  │   6" in lines
    assert " 2   │   ·───────·──────[·]  │   2" in lines, "a man that was taken leaves a mark"


@pytest.mark.parametrize(
    ("name", "options", "line", "winning"),
    [
        ("hex", {"size": 3}, "a1 b1 a2 b2 a3", 3),
        ("neutreeko", {}, "c4-c3 c2-e4 c3-c1", 3),
        ("blockit", {"size": 5}, "c2 b5 c3 b4 c4 a4 c5", 1),
    ],
)
def test_what_won_stands_in_parentheses(name: str, options: dict[str, object], line: str, winning: int) -> None:
    assert len(re.findall(r"\([●■▲◆○]\)", "\n".join(drawn(name, line, **options)))) == winning


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_a_board_leaves_room_for_the_prompt_on_80_by_24(name: str, options: dict[str, object]) -> None:
    lines = drawn(name, **options)
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(("name", "options"), all_cases(), ids=label)
def test_every_piece_is_on_the_picture_in_its_sides_shape_and_colour(name: str, options: dict[str, object]) -> None:
    game = plyground.game(name, **options)
    before = None
    for position, _ in random_line(game, random.Random(9), 30):
        lines = draw_board(position, before)
        pieces = game.scene(position.state).pieces
        for seat in range(len(game.seats)):
            look = piece_style(game.seats, seat)
            wanted = sum(piece.seat == seat for piece in pieces)
            assert sum(line.plain.count(look.piece) for line in lines) == wanted
            assert sum(count_in_paint(line, look.piece, look.paint) for line in lines) == wanted
        before = position


def count_in_paint(line: Text, sign: str, paint: str) -> int:
    """How often a sign has a colour in a line."""
    return sum(paint in str(span.style) and line.plain[span.start : span.end] == sign for span in line.spans)


@pytest.mark.parametrize(("name", "options"), all_cases(), ids=label)
def test_ascii_has_letters_for_shapes_and_no_other_signs(name: str, options: dict[str, object]) -> None:
    game = plyground.game(name, **options)
    lines = [in_ascii(line, game.seats).plain for line in draw_board(game.start(), None)]
    assert all(line.isascii() for line in lines)
    for seat in {piece.seat for piece in game.scene(game.start().state).pieces} - {None}:
        assert seat is not None
        assert game.seats[seat][0].upper() in "".join(lines)


def test_the_sides_of_every_game_differ_in_shape() -> None:
    for name, options in all_cases():
        seats = plyground.game(name, **options).seats
        assert len({piece_style(seats, seat).piece for seat in range(len(seats))}) == len(seats)
