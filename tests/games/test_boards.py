"""Boards, scenes, clicks and winning cells of each game, by drawn example."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest
from tests.cases import random_line
from tests.conformance.test_scenes import assert_clicks_decide

import plyground
from plyground import Game, InvalidPositionError
from plyground.core.position import legal_values
from plyground.core.scene import Cell, Piece, Reserve, Scene

if TYPE_CHECKING:
    from plyground import Position


def drawn(name: str, text: str, **options: Any) -> Position:
    """The position of that text."""
    return plyground.game(name, **options).position(text)


def cell(game: Game, name: str) -> Cell:
    """The cell of that name."""
    return next(cell for cell in game.board().cells if cell.name == name)


def steps_of(position: Position, text: str) -> tuple[str, ...]:
    """The steps of the move of that notation."""
    move = next(move for move in position.moves if str(move) == text)
    return position.game.steps(position.state, move.value)


def reasons_against(game: Game, scene: Scene) -> tuple[str, ...]:
    """Why a scene is no position."""
    with pytest.raises(InvalidPositionError) as caught:
        game.position(game.compose(scene))
    return caught.value.reasons


def test_H1_each_row_of_hexagons_is_half_a_cell_further_right() -> None:
    game = plyground.game("hex", size=5)
    b3 = cell(game, "b3")
    assert (b3.x, b3.y) == (1 + 2 / 2, pytest.approx(2 * sqrt(3) / 2))
    assert (b3.column, b3.row, b3.shape, b3.width, b3.height) == (1, 2, "hexagon", 1, pytest.approx(2 / sqrt(3)))


def test_H2_the_sides_of_hex_close_around_the_board() -> None:
    """Red has the upper and the lower side, Blue the right and the left, and they meet in four corners."""
    top, right, bottom, left = plyground.game("hex", size=4).board().borders
    assert [side.seat for side in (top, right, bottom, left)] == [0, 1, 0, 1]
    assert top.points[0] == (-0.5, pytest.approx(-sqrt(3) / 6))
    for side, following in ((top, right), (right, bottom), (bottom, left), (left, top)):
        assert side.points[-1] == pytest.approx(following.points[0])
        lengths = [abs(complex(*end) - complex(*start)) for start, end in pairwise(side.points)]
        assert sorted(lengths) == pytest.approx([sqrt(3) / 6, *[sqrt(3) / 3] * 7])


def test_H4_the_winning_chain_is_a_shortest_one() -> None:
    position = drawn("hex", "..r.b/bbrrr/b.rbr/b.rbr/b.r.b b", size=5)
    assert position.game.winning_cells(position.state) == ("c5", "c4", "c3", "c2", "c1")


NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""H1, as columns and rows."""


def fewest_stones(stones: set[tuple[int, int]], last: int, axis: int) -> int:
    """How many stones the shortest chain from 0 to `last` along an axis has, counted ring by ring."""
    reached, length = {stone for stone in stones if stone[axis] == 0}, 1
    while not any(stone[axis] == last for stone in reached):
        near = {(column + right, row + down) for column, row in reached for right, down in NEIGHBOURS}
        reached, length = reached | near & stones, length + 1
    return length


@pytest.mark.parametrize("size", [3, 6, 9])
def test_H4_the_winning_chain_joins_the_sides_with_the_fewest_stones(size: int) -> None:
    dice = random.Random(f"chains {size}")
    game = plyground.game("hex", size=size)
    places = {cell.name: (cell.column, cell.row) for cell in game.board().cells}
    for _ in range(15):
        *_, (last, _) = random_line(game, dice)
        assert last.outcome is not None
        seat = last.outcome.winner
        chain = [places[name] for name in game.winning_cells(last.state)]
        stones = {places[piece.cell] for piece in game.scene(last.state).pieces if piece.seat == seat}
        assert {chain[0][seat == 0], chain[-1][seat == 0]} == {0, size - 1}
        assert all((c - a, d - b) in NEIGHBOURS for (a, b), (c, d) in pairwise(chain))
        assert len(chain) == fewest_stones(stones, size - 1, int(seat == 0))


def test_H5_the_swap_is_a_button() -> None:
    position = drawn("hex", ".../.r./... b", size=3)
    assert position.game.board().buttons == ("swap",)
    assert steps_of(position, "swap") == ("swap",)
    assert steps_of(position, "c1") == ("c1",)
    assert plyground.game("hex", swap=False).board().buttons == ()


def test_H_a_scene_with_too_many_stones_is_written_and_refused() -> None:
    game = plyground.game("hex", size=3)
    scene = Scene((Piece("a1", 0, "stone"), Piece("b2", 0, "stone")), mover=1)
    assert game.compose(scene) == "r../.r./... b"
    (reason,) = reasons_against(game, scene)
    assert reason.startswith("Red has 2 stones and Blue 0 stones, which does not fit with Blue to move")
    assert str(game.position(game.study_text(game.compose(scene)))) == "r../.r./... b study"


def test_B4_slots_lie_above_and_stand_beside_their_square() -> None:
    """`e3h` along the top of e3 and f3, `e3v` along the right of e3 and e4; two squares and the gap long."""
    game = plyground.game("blockit")
    e3, f4, lying, standing = (cell(game, name) for name in ("e3", "f4", "e3h", "e3v"))
    assert (e3.x, e3.y, f4.x, f4.y) == (4, 6, 5, 5)
    assert (lying.x, lying.y) == (standing.x, standing.y) == (4.5, 5.5)
    gap = 1 - e3.width
    assert (lying.width, lying.height) == pytest.approx((2 * e3.width + gap, gap))
    assert (standing.width, standing.height) == (lying.height, lying.width)
    assert sum(cell.shape == "slot" for cell in game.board().cells) == 2 * 8 * 8


def test_B1_the_goal_sides_are_where_the_players_must_arrive() -> None:
    borders = plyground.game("blockit", size=5, colours="red,green,blue,yellow").board().borders
    red, green, blue, yellow = (set(border.points) for border in borders)
    assert red == {(-0.5, -0.5), (4.5, -0.5)}
    assert blue == {(-0.5, 4.5), (4.5, 4.5)}
    assert green == {(-0.5, -0.5), (-0.5, 4.5)}
    assert yellow == {(4.5, -0.5), (4.5, 4.5)}


def test_B_a_scene_has_pawns_barriers_of_nobody_and_barriers_left() -> None:
    position = drawn("blockit", "c2,c5 2,2 a1h,c3v b", size=5, barriers=3)
    scene = position.game.scene(position.state)
    assert scene == Scene(
        (Piece("c2", 0, "pawn"), Piece("c5", 1, "pawn"), Piece("a1h", None, "barrier"), Piece("c3v", None, "barrier")),
        mover=1,
        reserves=(Reserve(0, "barriers left", 2), Reserve(1, "barriers left", 2)),
    )


def test_B_a_player_needs_exactly_one_pawn() -> None:
    game = plyground.game("blockit", size=5, barriers=3)
    scene = game.scene(game.start().state)
    red, blue = scene.pieces
    assert reasons_against(game, replace(scene, pieces=(blue,))) == ("Red has no pawn",)
    assert reasons_against(game, replace(scene, pieces=(red, Piece("a1", 0, "pawn")))) == (
        "there should be 2 pawns, not 3",
    )
    assert reasons_against(game, replace(scene, reserves=())) == ("0 barriers placed, but the numbers left say 6",)


def test_B5_forbidden_slots_would_close_a_way_and_overlap_nothing() -> None:
    """Only column e leads across; two would cut Blue off from it. `c3v` crosses a barrier, which everybody sees."""
    position = drawn("blockit", "c1,c5 2,2 a3h,c3h r", size=5, barriers=3)
    assert position.game.forbidden(position.state) == ("c4v", "d4v")


@pytest.mark.parametrize(
    "options", [{"size": 5, "barriers": 10}, {"size": 7, "barriers": 9, "colours": "red,green,yellow"}]
)
def test_B5_forbidden_slots_are_those_that_the_objection_names(options: dict[str, Any]) -> None:
    game = plyground.game("blockit", **options)
    slots = [cell.name for cell in game.board().cells if cell.shape == "slot"]
    seen = 0
    for position, _ in random_line(game, random.Random(f"forbidden {options}")):
        legal = {str(move) for move in position.moves}
        objections = {slot: game.objection(position.state, slot) or "" for slot in slots if slot not in legal}
        closing = {slot for slot, objection in objections.items() if "last way" in objection}
        if position.outcome is None:
            assert set(game.forbidden(position.state)) == closing
            seen += len(closing)
    assert seen > 0


def test_B5_without_barriers_left_nothing_is_forbidden() -> None:
    position = drawn("blockit", "c1,c5 0,0 - r", size=5, barriers=0)
    assert position.game.forbidden(position.state) == ()


def test_B6_the_pawn_on_its_goal_side_shows_the_win() -> None:
    position = drawn("blockit", "b5,c4 3,3 - b", size=5, barriers=3)
    assert position.game.winning_cells(position.state) == ("b5",)


def test_E_steps_are_the_squares_of_the_chain_and_then_the_drops() -> None:
    position = drawn("eximo", "......../...w..../......../......../......../......../....b.../........ w")
    assert steps_of(position, "d7-d8@b1@c2") == ("d7", "d8", "b1", "c2")
    position = drawn("eximo", "......../......../..b...../......../...b..../...w..../......../........ w")
    assert steps_of(position, "d3xd5xb7") == ("d3", "d5", "b7")


def test_E6_two_drops_may_be_clicked_in_either_order() -> None:
    position = drawn("eximo", "......../...w..../......../......../......../......../....b.../........ w")
    move = next(move for move in position.moves if str(move) == "d7-d8@b1@c2")
    assert position.game.step_orders(position.state, move.value) == (("d7", "d8", "b1", "c2"), ("d7", "d8", "c2", "b1"))


@pytest.mark.parametrize(
    "text",
    [
        "......../wwwwwwww/......../......../......../......../....b.../........ w",
        "b......./.w.w.w../..w.w.../.w.w.w../..w.w.../.w.w.w../.www.ww./.ww.www. w",
        "b....b../.wwbww../......../.b.b.b../..b.b.../.b.b.b../.ww.ww../.wwwww.. w",
    ],
)
def test_E_clicks_decide_in_tangles_of_chains_and_drops(text: str) -> None:
    position = drawn("eximo", text)
    assert len(legal_values(position.game, position.state)) > 20
    assert_clicks_decide(position)


def test_N1_squares_are_seen_with_row_1_at_the_bottom() -> None:
    game = plyground.game("neutreeko")
    a1, e5 = cell(game, "a1"), cell(game, "e5")
    assert (a1.x, a1.y, a1.shade) == (0, 4, "dark")
    assert (e5.x, e5.y, e5.shade) == (4, 0, "dark")
    assert cell(game, "b1").shade == "light"


def test_N3_three_in_a_row_show_the_win() -> None:
    position = drawn("neutreeko", "w...w/..b../.b.../b..../..w.. w")
    assert position.game.winning_cells(position.state) == ("a2", "b3", "c4")


def test_N2_a_slide_is_clicked_from_its_start() -> None:
    assert steps_of(plyground.game("neutreeko").start(), "b1-c1") == ("b1", "c1")


def test_N_a_scene_with_a_piece_too_many_is_refused() -> None:
    game = plyground.game("neutreeko")
    scene = game.scene(game.start().state)
    more = replace(scene, pieces=(*scene.pieces, Piece("a3", 1, "piece")))
    assert reasons_against(game, more) == ("White has 4 pieces, not three",)


def test_M1_the_lines_of_morris_go_through_their_points() -> None:
    game = plyground.game("morris")
    lines = [set(line.points) for line in game.board().lines]
    assert len(lines) == 16
    assert {(0, 6), (3, 6), (6, 6)} in lines, "a1 d1 g1"
    assert {(4, 3), (5, 3), (6, 3)} in lines, "e4 f4 g4"


def test_M_steps_with_and_without_start_and_removal() -> None:
    placing = drawn("morris", ".../.../.../....../.../bb./ww. w 7,7")
    assert steps_of(placing, "a7") == ("a7",)
    assert steps_of(placing, "g1xb2") == ("g1", "b2")
    moving = drawn("morris", ".../..b/.../.....w/.../bb./ww. w 0,0", flying=False)
    assert steps_of(moving, "g4-g7") == ("g4", "g7")
    assert steps_of(moving, "g4-g1xb2") == ("g4", "g1", "b2")


def test_M_men_in_hand_are_reserves() -> None:
    position = plyground.game("morris").start().play("d6")
    scene = position.game.scene(position.state)
    assert scene.pieces == (Piece("d6", 0, "man"),)
    assert scene.reserves == (Reserve(0, "men in hand", 8), Reserve(1, "men in hand", 9))
    assert reasons_against(position.game, replace(scene, mover=0)) == (
        "with White to move White has as many men in hand as Black, not 8 against 9",
    )
