"""Hex: the rules H1 to H5, one after the other, and what happens to those who break them."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numba import config

import plyground
from plyground import IllegalMoveError, InvalidPositionError, NotationError, OptionError, PlygroundError
from plyground.core.contract import moves, passed

if TYPE_CHECKING:
    from plyground import Position

RED = 0
BLUE = 1


def start(size: int = 3, *, swap: bool = True) -> Position:
    """The empty board, small unless asked otherwise."""
    return plyground.game("hex", size=size, swap=swap).start()


def drawn(text: str, *, swap: bool = True) -> Position:
    """The position drawn as text, on a board of the size of the drawing."""
    return plyground.game("hex", size=text.count("/") + 1, swap=swap).position(text)


def played(position: Position, moves: str) -> Position:
    """The position after a few moves, written with spaces between them."""
    for move in moves.split():
        position = position.play(move)
    return position


def moves_of(position: Position) -> list[str]:
    """The legal moves as text, in the order in which the game gives them."""
    return [str(move) for move in position.moves]


def winner_of(position: Position) -> int | None:
    """The seat that has won, None while the game goes on."""
    return None if position.outcome is None else position.outcome.winner


def refuse(position: Position, move: str, error: type[PlygroundError]) -> str:
    """Check that the move is refused with this error, quoted, and leaves no trace; return the message."""
    before = (str(position), moves_of(position), position.mover, position.outcome)
    with pytest.raises(error) as caught:
        position.play(move)
    assert type(caught.value) is error
    assert move in str(caught.value)
    assert (str(position), moves_of(position), position.mover, position.outcome) == before
    return str(caught.value)


def test_H_hex_is_one_of_the_games() -> None:
    """The name `hex` is known, and nothing near it."""
    assert "hex" in plyground.games()
    with pytest.raises(PlygroundError, match="hexx"):
        plyground.game("hexx")


def test_H_a_usual_game_has_eleven_rows_and_the_swap() -> None:
    """The options' defaults: size 11, swap on."""
    usual = plyground.game("hex")
    assert usual.start() == start(11, swap=True)
    assert moves_of(usual.start().play("a1"))[-1] == "swap"


@pytest.mark.parametrize("size", [-3, 0, 1, 2, 20, 100])
def test_H_the_size_is_3_to_19(size: int) -> None:
    """Sizes outside the range are refused, the value quoted."""
    with pytest.raises(OptionError, match=str(size)) as caught:
        plyground.game("hex", size=size)
    assert "size" in str(caught.value)


@pytest.mark.parametrize(("option", "value"), [("size", "large"), ("size", 4.5), ("swap", "maybe"), ("colour", "red")])
def test_H_options_that_hex_does_not_have_are_refused(option: str, value: object) -> None:
    """A value of the wrong kind, or an unknown option, is an OptionError that names the option."""
    with pytest.raises(OptionError, match=option):
        plyground.game("hex", **{option: value})


@pytest.mark.parametrize("size", range(3, 20))
def test_H1_the_board_is_a_rhombus_of_size_times_size(size: int) -> None:
    """Every size has its cells, from a1 in the top row to the far corner."""
    empty = start(size)
    assert str(empty) == "/".join(["." * size] * size) + " r"
    assert len(moves_of(empty)) == size * size
    assert moves_of(empty)[0] == "a1"
    assert moves_of(empty)[-1] == f"{'abcdefghijklmnopqrs'[size - 1]}{size}"


def test_H1_columns_are_letters_from_the_left_and_rows_count_from_the_top() -> None:
    """The corners of a small board, and a cell of the largest with two figures."""
    assert str(start().play("a1")) == "r../.../... b"
    assert str(start().play("c1")) == "..r/.../... b"
    assert str(start().play("a3")) == ".../.../r.. b"
    assert str(start(19).play("s12")).split("/")[11] == "." * 18 + "r"


@pytest.mark.parametrize(
    "text",
    [
        ".r./brb/.r. b",
        "..r/br./r.b b",
        ".r./br./r.b b",
        "..r/br./br. b",
        "r.b/rr./brb b",
        "b..r/.rr./rb.b/r..b b",
    ],
)
def test_H1_touching_red_stones_make_a_chain(text: str) -> None:
    """(c, r±1), (c+1, r-1), (c-1, r+1) and, in the last two drawings, (c+1, r) and (c-1, r) touch."""
    assert winner_of(drawn(text)) == RED


@pytest.mark.parametrize("text", [".r./bbb/r.r r", "rrb/.b./b.r r", "bbr/rbb/r.r r"])
def test_H1_touching_blue_stones_make_a_chain(text: str) -> None:
    """The same six neighbours join blue stones: along a row, along the short diagonal, down a column."""
    assert winner_of(drawn(text)) == BLUE


@pytest.mark.parametrize("text", ["r.b/.r./b.r b", "r../brb/.r. b", ".r./brb/..r b", "b.r/rb./r.b r"])
def test_H1_cells_along_the_long_diagonal_do_not_touch(text: str) -> None:
    """(c+1, r+1) and (c-1, r-1) are no neighbours, so none of these chains is unbroken."""
    assert drawn(text).outcome is None


def test_H1_a_row_does_not_run_on_into_the_next() -> None:
    """The board does not wrap: c2 does not touch a3, nor c1 a2, nor a2 c2."""
    assert drawn("b.r/..r/r.b b").outcome is None
    assert drawn("r.b/b../r.. r").outcome is None
    assert drawn("r../b.b/..r r").outcome is None


def test_H1_the_diagram_shows_the_whole_board() -> None:
    """At least a line for each row, and a stone changes it."""
    empty = start(5)
    assert len(empty.diagram().splitlines()) >= 5
    assert empty.diagram() != empty.play("c3").diagram()


def test_H2_red_is_first_and_blue_second() -> None:
    """The seats and who begins."""
    assert plyground.game("hex").seats == ("red", "blue")
    assert start().mover == RED
    assert start().play("b2").mover == BLUE


def test_H2_red_does_not_win_by_joining_left_and_right() -> None:
    """A red row from side to side is only a wall."""
    assert drawn("bb./rrr/..b r").outcome is None


def test_H2_blue_does_not_win_by_joining_top_and_bottom() -> None:
    """A blue column from top to bottom is only a wall."""
    assert drawn(".b./rbr/rb. r").outcome is None


@pytest.mark.parametrize(
    ("text", "winner"),
    [("r.b/r.b/r.. b", RED), ("..r/b.r/b.r b", RED), ("bbb/r../r.r r", BLUE), ("rr./..r/bbb r", BLUE)],
)
def test_H2_a_corner_belongs_to_both_its_sides(text: str, winner: int) -> None:
    """Chains along an edge, from corner to corner, join the two sides that meet the edge."""
    assert winner_of(drawn(text)) == winner


def test_H3_players_put_stones_in_turn() -> None:
    """Each stone has its mover's colour and all others stay where they are."""
    assert str(played(start(), "b2")) == ".../.r./... b"
    assert str(played(start(), "b2 a1")) == "b../.r./... r"
    assert str(played(start(), "b2 a1 c3")) == "b../.r./..r b"


def test_H3_any_empty_cell_may_be_chosen() -> None:
    """Cells are listed row by row from the top, the occupied ones left out."""
    assert " ".join(moves_of(start())) == "a1 b1 c1 a2 b2 c2 a3 b3 c3"
    assert " ".join(moves_of(drawn("b../.r./... r"))) == "b1 c1 a2 c2 a3 b3 c3"


def test_H3_a_move_makes_a_new_position() -> None:
    """The old position stays as it was, and a move may be given as text or as a value."""
    before = start()
    after = before.play(before.moves[4])
    assert after == before.play("b2")
    assert str(before) == ".../.../... r"


def test_H3_the_order_of_moves_does_not_matter_to_the_position() -> None:
    """Equality looks at the stones and the mover, and at the game's options."""
    one = played(start(), "a1 b1 c3")
    other = played(start(), "c3 b1 a1")
    assert one == other
    assert hash(one) == hash(other)
    assert one != played(start(), "a1 c3 b1")
    assert start(3, swap=True) != start(3, swap=False)
    assert start(3) != start(4)


def test_H3_an_occupied_cell_is_illegal() -> None:
    """Neither on one's own stone nor on the other's; the message offers a few legal moves."""
    position = played(start(11), "f6 g7")
    for cell in ("f6", "g7"):
        message = refuse(position, cell, IllegalMoveError)
        offered = set(re.findall(r"\b[a-k]\d+\b", message)) & set(moves_of(position))
        assert 1 <= len(offered) <= 8


def test_H3_a_move_of_another_position_is_illegal() -> None:
    """A move value is checked like its text."""
    move = start().moves[0]
    with pytest.raises(IllegalMoveError, match="a1"):
        start().play(move).play(move)


@pytest.mark.parametrize("move", ["d1", "a4", "a0", "a-1", "t20", "z1", "a19"])
def test_H3_a_cell_off_the_board_is_no_move(move: str) -> None:
    """On a board of size 3 these cells do not exist."""
    refuse(start(), move, NotationError)


@pytest.mark.parametrize(
    "move",
    ["", "a", "1", "1a", "aa1", "a1b", "a1-b1", "pass", "swop", "A1", " a1", "a1 ", "a01", "a1\n", "a\u0661"],
)
def test_H3_malformed_text_is_no_move(move: str) -> None:
    """Only a column letter with a row number, and `swap`, are moves of Hex."""
    position = start()
    with pytest.raises(NotationError) as caught:
        position.play(move)
    assert move.strip() in str(caught.value)
    assert str(position) == ".../.../... r"


def test_H3_perft_without_swap() -> None:
    """Lines of 3 by 3 are falling factorials until Red can win at the fifth move, in 1,440 lines."""
    assert [plyground.perft(start(swap=False), depth) for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]
    if not config.DISABLE_JIT:
        assert plyground.perft(start(swap=False), 6) == (15120 - 1440) * 4
        assert plyground.perft(start(4, swap=False), 4) == 16 * 15 * 14 * 13
    assert plyground.perft(start(11, swap=False), 2) == 121 * 120


def test_H4_the_first_chain_wins_at_once() -> None:
    """The last stone of the chain ends the game, and not the one before it."""
    almost = played(start(), "b1 a1 b2 a2")
    assert almost.outcome is None
    won = almost.play("b3")
    assert winner_of(won) == RED
    assert won.outcome is not None
    assert won.outcome.reason
    assert won.moves == ()
    assert str(won) == "br./br./.r. b"


def test_H4_blue_wins_too() -> None:
    """Blue's third stone closes the middle row."""
    won = played(start(), "a1 a2 c1 c2 a3 b2")
    assert winner_of(won) == BLUE
    assert won.mover == RED


def test_H4_a_stone_in_the_middle_may_close_the_chain() -> None:
    """The last stone need not lie at a side, and the very last cell of the board decides."""
    assert winner_of(drawn("r.b/..b/r.. r").play("a2")) == RED
    assert winner_of(drawn("brr/b.b/rrb r").play("b2")) == RED


def test_H4_a_broken_chain_does_not_win() -> None:
    """A stone in each row is not enough."""
    assert drawn("r.b/.b./r.r b").outcome is None


def test_H4_a_long_straight_chain_on_the_usual_board() -> None:
    """Eleven red stones down column f; ten blue ones down column a are in nobody's way."""
    position = start(11)
    for row in range(1, 11):
        position = played(position, f"f{row} a{row}")
        assert position.outcome is None
    assert winner_of(position.play("f11")) == RED


def test_H4_a_winding_chain_that_goes_back_up() -> None:
    """Chains may turn: down column a, across, up column c, across and down column e."""
    position = drawn("rbbbbb/rbrrr./rbrbr./rbrbr./rrrbr./bbbb.. r")
    assert position.outcome is None
    assert winner_of(position.play("e6")) == RED


@pytest.mark.parametrize("seed", range(20))
def test_H4_there_is_no_draw(seed: int) -> None:
    """Games of random moves always end, won by the player who moved last."""
    chance = random.Random(seed)
    position = start(3 + seed % 5, swap=seed % 2 == 0)
    while position.outcome is None:
        last = position.mover
        position = position.play(chance.choice(position.moves))
    assert winner_of(position) == last
    assert position.moves == ()


def test_H4_no_move_after_the_end() -> None:
    """Not even on an empty cell, and a finished game has no further lines."""
    won = drawn("br./br./.r. b")
    refuse(won, "c1", IllegalMoveError)
    refuse(won, "swap", IllegalMoveError)
    refuse(won, "d1", NotationError)
    assert plyground.perft(won, 1) == 0


def test_H5_swap_mirrors_the_stone_in_the_long_diagonal() -> None:
    """Column and row change places, and the stone turns blue."""
    assert str(played(start(), "b1 swap")) == ".../b../... r"
    assert str(played(start(), "c1 swap")) == ".../.../b.. r"
    assert str(played(start(), "b3 swap")) == ".../..b/... r"


def test_H5_a_stone_on_the_long_diagonal_stays_where_it_is() -> None:
    """a1, b2 and c3 are their own mirror images."""
    assert str(played(start(), "a1 swap")) == "b../.../... r"
    assert str(played(start(), "b2 swap")) == ".../.b./... r"
    assert str(played(start(), "c3 swap")) == ".../.../..b r"


def test_H5_red_moves_after_the_swap() -> None:
    """The red stone's old cell is free again."""
    swapped = played(start(), "b1 swap")
    assert swapped.mover == RED
    assert " ".join(moves_of(swapped)) == "a1 b1 c1 b2 c2 a3 b3 c3"
    assert str(swapped.play("b1")) == ".r./b../... b"


def test_H5_swap_is_the_last_of_blues_first_moves() -> None:
    """The other moves are the empty cells."""
    assert " ".join(moves_of(start().play("b2"))) == "a1 b1 c1 a2 c2 a3 b3 c3 swap"
    assert moves_of(drawn(".../.r./... b"))[-1] == "swap"


@pytest.mark.parametrize("line", ["", "a1 b1", "a1 b1 c1", "a1 swap", "a1 swap c1", "a1 swap c1 b3"])
def test_H5_swap_is_only_the_second_players_very_first_move(line: str) -> None:
    """Not for Red, not later, not a second time — and not when a swap has left one red stone again."""
    position = played(start(), line)
    assert "swap" not in moves_of(position)
    refuse(position, "swap", IllegalMoveError)


def test_H5_no_swap_when_it_is_off() -> None:
    """Then `swap` is a move of the game that is never legal."""
    position = start(swap=False).play("b1")
    assert " ".join(moves_of(position)) == "a1 c1 a2 b2 c2 a3 b3 c3"
    refuse(position, "swap", IllegalMoveError)


def test_H5_blue_can_win_with_the_stone_taken_over() -> None:
    """After a swap Blue is a stone ahead of Red, which only a game with the swap allows."""
    won = played(start(), "b1 swap a1 b2 b1 c2")
    assert str(won) == "rr./bbb/... r"
    assert winner_of(won) == BLUE
    with pytest.raises(InvalidPositionError):
        drawn("rr./bbb/... r", swap=False)


def test_H5_perft_with_swap() -> None:
    """Nine openings with eight answers and a swap each; then seven empty cells, or eight after a swap."""
    assert [plyground.perft(start(), depth) for depth in range(4)] == [1, 9, 81, 9 * 8 * 7 + 9 * 8]
    assert config.DISABLE_JIT or plyground.perft(start(), 6) == 69840
    assert plyground.perft(start(11), 2) == 121 * 121


@pytest.mark.parametrize(
    "text",
    [
        ".../.../... r",
        ".../.r./... b",
        ".b./.../... r",
        "r../.../..b b",
        "r.b/.../... r",
        "r.b/.../..r b",
        "br./br./.r. b",
        "rr./bbb/... r",
        "rb../.b../..r./.... r",
    ],
)
def test_H5_position_text_round_trips(text: str) -> None:
    """Reading and writing a position gives the same text, at any stage of a game with the swap."""
    assert str(drawn(text)) == text


@pytest.mark.parametrize("text", [".b./.../... r", "r../.../..b b", ".../.../... b", "rb./.b./... r"])
def test_H5_without_swap_the_stones_must_balance(text: str) -> None:
    """Red has as many stones as Blue when to move and one more when not."""
    with pytest.raises(InvalidPositionError, match=re.escape(text)):
        drawn(text, swap=False)


def test_H5_a_wrong_move_is_answered_with_what_this_game_has() -> None:
    """Where there is no swap, as in puzzles, nobody is told to write one."""
    assert refuse(start(swap=True), "zz", NotationError).endswith("write a cell such as 'c2', or 'swap'.")
    assert refuse(start(swap=False), "zz", NotationError).endswith("write a cell such as 'c2'.")


def test_H5_a_null_move_after_the_swap_offers_no_other_swap() -> None:
    """A search that passes meets one blue stone with Blue to move: there is no red stone to swap."""
    position = plyground.game("hex", size=5).start().play("b2").play("swap")
    null, out = position.state.copy(), np.zeros(64, np.uint64)
    passed(position.game.rules, position.state, null)
    assert moves(position.game.rules, null, out) == 24


@pytest.mark.parametrize(
    "text",
    [".../.../... b", ".r./.../... r", "rr./.../... b", ".b./.../... b", "bb./.../... r", "rrr/.../.b. b"],
)
def test_H5_with_swap_the_stones_may_differ_by_one_more(text: str) -> None:
    """A swap cannot explain these: an empty board with Blue to move, or a colour two stones ahead."""
    with pytest.raises(InvalidPositionError, match=re.escape(text)):
        drawn(text, swap=True)


@pytest.mark.parametrize(
    "text", [".../.../... b", "rr./.../... b", ".b./.../... b", "rrr/.../... r", "rbb/r.b/r.. r", "r../.../... b"]
)
@pytest.mark.parametrize("swap", [True, False])
def test_any_stones_can_be_studied(text: str, swap: bool) -> None:
    """With `study` the text is read and written as it is, also after moves; nobody swaps."""
    position = drawn(f"{text} study", swap=swap)
    assert str(position) == f"{text} study"
    assert "swap" not in map(str, position.moves)
    for move in position.moves:
        after = str(position.play(move))
        assert after.endswith(" study")
        assert str(drawn(after, swap=swap)) == after


def test_a_study_ends_as_a_game_does() -> None:
    assert drawn("rr./r../... b study").outcome is None
    over = drawn("rr./r../... r study").play("a3").outcome
    assert over is not None
    assert over.winner == 0
    won = drawn("rbb/r.b/r.. r study").outcome
    assert won is not None
    assert won.winner == 0


@pytest.mark.parametrize("text", ["rbb/r.b/r.. r", "bbb/rr./rr. b", "bbb/rr./r.. b"])
def test_H4_the_player_to_move_cannot_have_won_already(text: str) -> None:
    """The chain would have ended the game before the last move."""
    with pytest.raises(InvalidPositionError, match=re.escape(text)):
        drawn(text, swap=True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "r",
        ".../.../...",
        ".../.../... ",
        ".../.../... w",
        ".../.../... R",
        ".../.R./... b",
        ".../.x./... b",
        ".../... r",
        ".../.../.../... r",
        "..../.../... r",
        ".../../... r",
        "3/3/3 r",
        " .../.../... r",
        ".../.../... r ",
        ".../.../...  r",
        ".../.../... r\n",
        ".../.../.../ r",
        ".../.../... r b",
        "........./ r",
    ],
)
def test_H5_malformed_position_text_is_refused(text: str) -> None:
    """Only the exact text of a position on this board is read."""
    with pytest.raises(InvalidPositionError) as caught:
        plyground.game("hex", size=3).position(text)
    assert text.strip() in str(caught.value)


def test_H5_a_position_of_another_size_is_refused() -> None:
    """A text fits one size of board only."""
    with pytest.raises(InvalidPositionError):
        plyground.game("hex", size=4).position(".../.../... r")
