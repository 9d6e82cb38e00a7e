"""Neutreeko: the rules N1 to N5, one after the other, and what happens to those who break them."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

import plyground
from plyground import IllegalMoveError, InvalidPositionError, NotationError, OptionError, PlygroundError
from plyground.games.neutreeko.planes import sign

if TYPE_CHECKING:
    from plyground import Position

BLACK = 0
WHITE = 1
START = ".w.w./..b../...../..w../.b.b. b"

# Four moves that lead back to where they began, because each slide can be taken back.
ROUND = "b1-b4 d5-d2 b4-b1 d2-d5"

# The first square of every line of three, counted as in `text_of`, and the step to the next one.
LINES = [
    (5 * row + column, 5 * down + right)
    for row in range(5)
    for column in range(5)
    for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1))
    if 0 <= column + 2 * right < 5 and row + 2 * down < 5
]


def start(order: str = "rows") -> Position:
    """The position in which the game begins."""
    return plyground.game("neutreeko", order=order).start()


def drawn(text: str, order: str = "rows") -> Position:
    """The position drawn as text."""
    return plyground.game("neutreeko", order=order).position(text)


def played(position: Position, moves: str) -> Position:
    """The position after a few moves, written with spaces between them."""
    for move in moves.split():
        position = position.play(move)
    return position


def moves_of(position: Position) -> list[str]:
    """The legal moves as text, in the order in which the game gives them."""
    return [str(move) for move in position.moves]


def moves_from(position: Position, square: str) -> list[str]:
    """Where the piece on a square may go."""
    return [move.split("-")[1] for move in moves_of(position) if move.startswith(square)]


def winner_of(position: Position) -> int | None:
    """The seat that has won, None while the game goes on."""
    return None if position.outcome is None else position.outcome.winner


def is_draw(position: Position) -> bool:
    """Whether the game is over without a winner."""
    return position.outcome is not None and position.outcome.winner is None


def text_of(black: set[int], white: set[int], mover: str) -> str:
    """The position text with these pieces, squares counted from a5 to e5 and on down to e1."""
    letters = ["b" if square in black else "w" if square in white else "." for square in range(25)]
    return "/".join("".join(letters[row : row + 5]) for row in range(0, 25, 5)) + f" {mover}"


def harmless_white(black: set[int]) -> set[int]:
    """Three free corners or middles of sides, no three of which are next to each other."""
    return set([square for square in (0, 4, 20, 24, 2, 22) if square not in black][:3])


def refuse(position: Position, move: str, error: type[PlygroundError]) -> str:
    """Check that the move is refused with this error, quoted, and leaves no trace; return the message."""
    before = (str(position), moves_of(position), position.mover, position.outcome)
    with pytest.raises(error) as caught:
        position.play(move)
    assert type(caught.value) is error
    assert move.strip() in str(caught.value)
    assert (str(position), moves_of(position), position.mover, position.outcome) == before
    return str(caught.value)


def test_N_neutreeko_is_one_of_the_games() -> None:
    """The name `neutreeko` is known."""
    assert "neutreeko" in plyground.games()


@pytest.mark.parametrize(
    ("option", "value"),
    [("order", "anticlockwise"), ("order", ""), ("order", 1), ("size", 5), ("swap", True)],
)
def test_N_options_that_neutreeko_does_not_have_are_refused(option: str, value: object) -> None:
    """Only `order` is an option, and it has a few values."""
    with pytest.raises(OptionError, match=option) as caught:
        plyground.game("neutreeko", **{option: value})
    assert str(value) in str(caught.value) or option != "order"


def test_N1_the_pieces_at_the_start() -> None:
    """Black on b1, d1, c4 and White on b5, d5, c2; row 5 is written first."""
    assert str(start()) == START
    assert {move[:2] for move in moves_of(start())} == {"b1", "d1", "c4"}
    assert {move[:2] for move in moves_of(start().play("c4-c5"))} == {"b5", "d5", "c2"}


def test_N1_black_is_first() -> None:
    """The seats, who begins, and that they take turns."""
    assert plyground.game("neutreeko").seats == ("black", "white")
    assert start().mover == BLACK
    assert start().play("c4-c5").mover == WHITE
    assert played(start(), "c4-c5 c2-c4").mover == BLACK


def test_N1_the_diagram_shows_the_whole_board() -> None:
    """At least a line for each row, and a move changes it."""
    assert len(start().diagram().splitlines()) >= 5
    assert start().diagram() != start().play("c4-c5").diagram()


@pytest.mark.parametrize(
    "text",
    [
        START,
        ".w.w./..b../...../..w../.b.b. w",
        "b...b/...../w...w/...../b...w b",
        "bbb../...../...../...../w.w.w w",
        "bbb../...../...../...../w.w.w b",
        "b.b.b/...../...../...../..www b",
    ],
)
def test_N1_position_text_round_trips(text: str) -> None:
    """Reading and writing a position gives the same text, before and after the end."""
    assert str(drawn(text)) == text


def test_N2_a_lone_piece_slides_to_the_edge_in_eight_directions() -> None:
    """From the middle of the board with nothing in the way."""
    position = drawn(".w.w./b..../..b../....w/.b... b")
    assert set(moves_from(position, "c3")) == {"c5", "c1", "e3", "a3", "e5", "a5", "e1", "a1"}


def test_N2_a_piece_stops_before_the_next_piece_of_either_colour() -> None:
    """Up the column c4 is stopped by nobody, downwards by White's c2; b1 is stopped by its own d1."""
    assert str(start().play("c4-c3")) == ".w.w./...../..b../..w../.b.b. w"
    assert str(start().play("b1-c1")) == ".w.w./..b../...../..w../..bb. w"
    assert str(start().play("b1-b4")) == ".w.w./.bb../...../..w../...b. w"


def test_N2_a_piece_slides_as_far_as_it_can() -> None:
    """Stopping half-way, or jumping over the next piece, is illegal."""
    for move in ("b1-b2", "b1-b3", "c4-d4", "c4-d3", "b1-e1", "c4-c1"):
        refuse(start(), move, IllegalMoveError)


def test_N2_a_piece_must_move_at_least_one_square() -> None:
    """Standing still is no move, and a blocked direction gives none."""
    refuse(start(), "b1-b1", IllegalMoveError)
    assert moves_from(start(), "b1") == ["b4", "c1", "a1", "a2"]


def test_N2_a_piece_that_is_shut_in_cannot_move() -> None:
    """A corner has three ways out."""
    position = drawn("b...b/...../...../ww.../bw... b")
    assert moves_from(position, "a1") == []
    assert moves_from(position, "a5") == ["a3", "d5", "e1"]


def test_N2_nothing_is_captured() -> None:
    """The next piece's own square is out of reach."""
    for move in ("b1-c2", "b1-b5", "c4-d5", "c4-c2", "b1-d1"):
        refuse(start(), move, IllegalMoveError)


def test_N2_only_straight_and_diagonal_lines() -> None:
    """A knight's leap is illegal even when the square is free."""
    refuse(start(), "b1-d2", IllegalMoveError)
    refuse(start(), "b1-c3", IllegalMoveError)


def test_N2_the_board_does_not_wrap() -> None:
    """A piece at the right edge does not come back at the left."""
    position = drawn("w...w/....b/b..../w...b/..... b")
    assert set(moves_from(position, "e2")) == {"e3", "e1", "b2", "d1", "b5"}
    assert set(moves_from(position, "a3")) == {"a4", "e3", "c5", "c1"}


def test_N2_only_the_movers_own_pieces_move() -> None:
    """Neither an empty square nor the other side's piece."""
    for move in ("a1-a5", "b5-a5", "c2-c3"):
        refuse(start(), move, IllegalMoveError)


def test_N2_an_illegal_move_is_answered_with_at_most_eight_legal_ones() -> None:
    """There are fourteen at the start."""
    message = refuse(start(), "b1-b3", IllegalMoveError)
    offered = set(re.findall(r"\b[a-e][1-5]-[a-e][1-5]\b", message)) & set(moves_of(start()))
    assert 1 <= len(offered) <= 8


def test_N2_a_move_of_another_position_is_illegal() -> None:
    """A move value is checked like its text, and playing it leaves the old position alone."""
    before = start()
    move = before.moves[0]
    after = before.play(move)
    assert after == before.play("b1-b4")
    assert str(before) == START
    with pytest.raises(IllegalMoveError, match="b1-b4"):
        after.play(move)


@pytest.mark.parametrize("move", ["b1-b6", "b1-f1", "f1-e1", "b0-b1", "z9-a1", "b1-b0"])
def test_N2_a_square_off_the_board_is_no_move(move: str) -> None:
    """There are only columns a to e and rows 1 to 5."""
    refuse(start(), move, NotationError)


@pytest.mark.parametrize(
    "move",
    [
        "",
        "b1",
        "b1-",
        "-b4",
        "b1b4",
        "b1xb4",
        "b1--b4",
        "b1-b4-b1",
        "b1 b4",
        "B1-B4",
        " b1-b4",
        "b1-b4\n",
        "b01-b4",
        "pass",
        "swap",
        "b\u0661-b4",
    ],
)
def test_N2_malformed_text_is_no_move(move: str) -> None:
    """Only two squares with a hyphen between them."""
    refuse(start(), move, NotationError)


@pytest.mark.parametrize("order", ["rows", "clockwise", "report", "report-clockwise"])
def test_N2_perft(order: str) -> None:
    """Fourteen first moves; the lines of a few moves, in which some games are over already."""
    counts = [plyground.perft(start(order), depth) for depth in range(5)]
    assert counts == [1, 14, 207, 2723, 36677]


@pytest.mark.parametrize(
    "text",
    [
        "bbb../...../...../w.w../..w.. w",
        "...../..bbb/...../w.w../..w.. w",
        "....w/....b/....b/....b/.w.w. w",
        "b..../b..../b..../w.w../..w.. w",
        "..b../.b.../b..../w.w../..w.. w",
        "w..w./...../..b../...b./w...b w",
        "b...w/.b.../..b../w..../..w.. w",
    ],
)
def test_N3_three_in_a_row_column_or_diagonal_win(text: str) -> None:
    """Anywhere on the board, even where there was no room to slide."""
    position = drawn(text)
    assert winner_of(position) == BLACK
    assert position.outcome is not None
    assert position.outcome.reason
    assert position.moves == ()


def test_N3_white_wins_with_a_line_too() -> None:
    """The same with colours exchanged."""
    assert winner_of(drawn("..w../.w.../w..../b.b../..b.. b")) == WHITE


@pytest.mark.parametrize("mover", ["b", "w"])
def test_N3_a_line_wins_whoever_is_to_move(mover: str) -> None:
    """A drawn position may have its winner to move."""
    position = drawn(f"bbb../...../...../...../w.w.w {mover}")
    assert winner_of(position) == BLACK
    assert position.moves == ()


@pytest.mark.parametrize(
    "text",
    [
        "b.b.b/...../...../...../w.w.w b",
        "bb.b./...../...../...../ww.w. b",
        "b..../...../..b../..w../w.w.b b",
        "bb.../b..../...../...../w.w.w w",
        "b.w../.b.../.b.../...../w...w b",
    ],
)
def test_N3_the_three_must_be_next_to_each_other_in_a_straight_line(text: str) -> None:
    """Gaps and corners do not count."""
    assert drawn(text).outcome is None


def test_N3_every_line_of_three_wins_and_nothing_else_does() -> None:
    """Of all 2,300 threes 15 in rows, 15 in columns and twice 9 in diagonals win, and none that wraps."""
    lines = {frozenset({first, first + step, first + 2 * step}) for first, step in LINES}
    assert len(lines) == 48
    game = plyground.game("neutreeko")
    for squares in combinations(range(25), 3):
        black = set(squares)
        position = game.position(text_of(black, harmless_white(black), "w"))
        assert (winner_of(position) == BLACK) == (frozenset(black) in lines), str(position)


def test_N3_the_moving_player_completes_a_line() -> None:
    """The winning slide ends the game at once, and the loser is left to move."""
    before = drawn("w..w./...../...../....w/bb..b b")
    assert before.outcome is None
    won = before.play("e1-c1")
    assert winner_of(won) == BLACK
    assert won.mover == WHITE
    assert plyground.perft(won, 1) == 0


def test_N3_no_move_after_the_end() -> None:
    """Neither side may go on."""
    refuse(drawn("bbb../...../...../...../w.w.w w"), "a1-a4", IllegalMoveError)
    refuse(drawn("bbb../...../...../...../w.w.w b"), "a5-a2", IllegalMoveError)
    refuse(drawn("bbb../...../...../...../w.w.w w"), "a1-a9", NotationError)


def test_N4_the_third_occurrence_is_a_draw() -> None:
    """The start is the first, four moves later comes the second, and four later the third."""
    twice = played(start(), ROUND)
    assert twice.outcome is None
    almost = played(twice, "b1-b4 d5-d2 b4-b1")
    assert almost.outcome is None
    thrice = almost.play("d2-d5")
    assert is_draw(thrice)
    assert thrice.outcome is not None
    assert thrice.outcome.reason
    assert thrice.moves == ()
    refuse(thrice, "b1-b4", IllegalMoveError)


def test_N4_a_drawn_game_has_no_further_lines() -> None:
    """Once drawn, no line goes on; perft asks only whether its first position is drawn, as is usual."""
    almost = played(start(), f"{ROUND} b1-b4 d5-d2 b4-b1")
    fresh = drawn(str(almost))
    assert plyground.perft(almost, 1) == plyground.perft(fresh, 1)
    assert plyground.perft(almost, 2) == plyground.perft(fresh, 2)
    assert plyground.perft(almost.play("d2-d5"), 1) == 0


def test_N4_history_does_not_belong_to_the_position() -> None:
    """A drawn position equals the same one at its first occurrence."""
    thrice = played(start(), f"{ROUND} {ROUND}")
    assert thrice == start()
    assert hash(thrice) == hash(start())
    assert str(thrice) == START


def test_N4_a_position_from_text_begins_a_new_history() -> None:
    """It counts as its own first occurrence, whatever came before."""
    fresh = drawn(str(played(start(), ROUND)))
    assert played(fresh, ROUND).outcome is None
    assert is_draw(played(fresh, f"{ROUND} {ROUND}"))


def test_N4_other_moves_in_between_do_not_matter() -> None:
    """The occurrences need not follow each other by the same moves."""
    other = "d1-d4 b5-b2 d4-d1 b2-b5"
    assert is_draw(played(start(), f"{ROUND} {other}"))


def test_N4_a_repeated_position_need_not_be_the_first() -> None:
    """After one odd move the game goes round and round without the start."""
    away = played(start(), "c4-c5 c2-c4")
    assert played(away, ROUND).outcome is None
    assert is_draw(played(away, f"{ROUND} {ROUND}"))


def test_N4_the_same_pieces_with_the_other_mover_are_another_position() -> None:
    """Black loses a move on the way: the pieces stand as at the start three times, but White moves twice."""
    turned = played(start(), "b1-a2 b5-a4 a2-b2 a4-b5 b2-b1")
    assert str(turned) == START[:-1] + "w"
    back = "c2-e4 d1-d4 e4-c2 d4-d1"
    assert played(turned, back).outcome is None
    assert is_draw(played(turned, f"{back} {back}"))


def test_N4_pieces_of_one_colour_are_all_alike() -> None:
    """Two black pieces change places: still the same position."""
    exchange = "b1-a2 c2-e4 c4-b3 d5-d2 b3-b1 d2-d5 a2-c4 e4-c2"
    once = played(start(), exchange)
    assert once == start()
    assert once.outcome is None
    assert is_draw(played(once, exchange))


def test_N5_rows_is_up_down_right_left_then_the_diagonals() -> None:
    """Pieces in board order, each with its directions; rows is what one gets unless asked otherwise."""
    expected = "b1-b4 b1-c1 b1-a1 b1-a2 d1-d4 d1-e1 d1-c1 d1-e2 c4-c5 c4-c3 c4-e4 c4-a4 c4-e2 c4-a2"
    assert moves_of(start("rows")) == expected.split()
    assert moves_of(plyground.game("neutreeko").start()) == expected.split()


def test_N5_clockwise_goes_up_and_then_on_round_the_clock() -> None:
    """Pieces in board order, each with its directions."""
    expected = "b1-b4 b1-c1 b1-a1 b1-a2 d1-d4 d1-e2 d1-e1 d1-c1 c4-c5 c4-e4 c4-e2 c4-c3 c4-a2 c4-a4"
    assert moves_of(start("clockwise")) == expected.split()


@pytest.mark.parametrize(
    ("order", "ends"),
    [
        ("rows", "c5 c1 e3 a3 e5 a5 e1 a1"),
        ("clockwise", "c5 e5 e3 e1 c1 a1 a3 a5"),
        ("report", "c1 c5 e3 a3 e1 a1 e5 a5"),
        ("report-clockwise", "c1 e1 e3 e5 c5 a5 a3 a1"),
    ],
)
def test_N5_all_eight_directions_in_order(order: str, ends: str) -> None:
    """A piece in the middle can go every way."""
    assert moves_from(drawn(".w.w./b..../..b../....w/.b... b", order), "c3") == ends.split()


REPORTED = {
    "report": ((0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1)),
    "report-clockwise": ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
}
"""The report's directions as (x, y), by its table of operators: y grows downwards, and up is y less one."""


def reported_moves(black: list[tuple[int, int]], white: list[tuple[int, int]], order: str) -> list[str]:
    """Black's slides as the report's program comes upon them, on its own coordinates."""
    found = []
    for x, y in sorted(black, key=lambda square: (square[1], square[0])):
        for right, down in REPORTED[order]:
            column, row = x, y
            while (
                0 <= column + right < 5 and 0 <= row + down < 5 and (column + right, row + down) not in [*black, *white]
            ):
                column, row = column + right, row + down
            if (column, row) != (x, y):
                found.append(f"{'abcde'[x]}{y + 1}-{'abcde'[column]}{row + 1}")
    return found


@pytest.mark.parametrize("order", ["report", "report-clockwise"])
def test_N5_the_reports_order_is_that_of_its_own_board(order: str) -> None:
    """Its start has Black on (1,0), (3,0), (2,3) and White on (1,4), (3,4), (2,1), with y = 0 on top."""
    expected = reported_moves([(1, 0), (3, 0), (2, 3)], [(1, 4), (3, 4), (2, 1)], order)
    assert moves_of(start(order)) == expected
    assert moves_of(start(order)) != moves_of(start(order.replace("report-", "").replace("report", "rows")))


def test_N5_the_pieces_come_in_board_order() -> None:
    """Row 1 from a to e first, then row 2 and so on, for White as for Black."""
    position = drawn("b...w/....b/w..../....b/...w. w")
    assert list(dict.fromkeys(move[:2] for move in moves_of(position))) == ["d1", "a3", "e5"]


def test_N5_both_orders_have_the_same_moves() -> None:
    """Along a whole game the sets agree, whatever the order."""
    rows, clockwise = start("rows"), start("clockwise")
    for move in ["b1-a2", "b5-a4", "c4-e2", "d5-a5", "d1-d5", "c2-c5"]:
        assert sorted(moves_of(rows)) == sorted(moves_of(clockwise))
        rows, clockwise = rows.play(move), clockwise.play(move)
    assert str(rows) == str(clockwise)
    assert rows != clockwise


@pytest.mark.parametrize(
    "text",
    [
        ".w.w./..b../...../..w../.b... b",
        ".w.w./..b../...../...../.b.b. b",
        ".w.w./..b../...../..w../bb.b. b",
        ".w.ww/..b../...../..w../.b.b. w",
        "...../...../...../...../..... b",
        "b...b/...../..b../...../..... w",
    ],
)
def test_N1_both_players_have_exactly_three_pieces(text: str) -> None:
    """Any other number is impossible."""
    with pytest.raises(InvalidPositionError, match=re.escape(text)):
        drawn(text)


def test_N1_every_reason_is_given() -> None:
    """Four black and two white pieces are two mistakes, and the message speaks of both."""
    with pytest.raises(InvalidPositionError) as caught:
        drawn("bbwwb/...../...../...../b.... b")
    assert "black" in str(caught.value).lower()
    assert "white" in str(caught.value).lower()


@pytest.mark.parametrize("mover", ["b", "w"])
def test_N3_two_winners_are_impossible(mover: str) -> None:
    """The first line would have ended the game."""
    text = f"bbb../...../...../...../..www {mover}"
    with pytest.raises(InvalidPositionError, match=re.escape(text)):
        drawn(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b",
        START[:-1],
        START[:-2],
        START[:-1] + "r",
        START[:-1] + "B",
        START.upper(),
        START + " ",
        " " + START,
        START + "\n",
        START.replace(" ", "  "),
        START + " 1",
        ".w.w./..b../..w../.b.b. b",
        ".w.w./..b../...../..w../.b.b./..... b",
        ".w.w/..b../...../..w../.b.b. b",
        ".w.w../..b../...../..w../.b.b. b",
        ".w.w./..x../...../..w../.b.b. b",
        "1w1w1/2b2/5/2w2/1b1b1 b",
        ".w.w.,..b..,.....,..w..,.b.b. b",
    ],
)
def test_N1_malformed_position_text_is_refused(text: str) -> None:
    """Only the exact text of a position is read."""
    with pytest.raises(InvalidPositionError) as caught:
        drawn(text)
    assert text.strip() in str(caught.value)


def test_N_equality_looks_at_pieces_mover_and_options() -> None:
    """The same pieces with another mover, or generated in another order, are not the same."""
    assert start() == drawn(START)
    assert start() != drawn(START[:-1] + "w")
    assert start("rows") != start("clockwise")


def test_a_direction_is_a_sign_in_plain_python_too() -> None:
    """Where the rules are interpreted, NumPy's truth values cannot be subtracted."""
    plain = getattr(sign, "py_func", sign)
    assert [plain(np.int64(number)) for number in (-3, 0, 2)] == [-1, 0, 1]
