"""The rules of Block It and Quoridor, one by one (B1 to B8), and what the game says to bad input."""

import re

import pytest
from numba import config

import plyground
from plyground import (
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
    OptionError,
    PlygroundError,
)

FOUR = "red,green,blue,yellow"
THREE = "red,green,blue"
START = "e1,e9 5,5 - r"
FENCE = "a3h,c3h,e3h,g3h"  # the top of row 3 from a to h: the only way past it is i3-i4


def moves(text: str, **options: int | str) -> list[str]:
    """The legal moves of a position, as text."""
    return [str(move) for move in plyground.game("blockit", **options).position(text).moves]


def pawn_moves(text: str, **options: int | str) -> list[str]:
    """The squares that the mover's pawn can go to."""
    return [move for move in moves(text, **options) if move[-1].isdigit()]


def after(text: str, *played: str, **options: int | str) -> str:
    """The position text after some moves."""
    position = plyground.game("blockit", **options).position(text)
    for move in played:
        position = position.play(move)
    return str(position)


def winner(text: str, *played: str, **options: int | str) -> int | None:
    """The seat that has won after some moves, None while nobody has."""
    position = plyground.game("blockit", **options).position(after(text, *played, **options))
    return None if position.outcome is None else position.outcome.winner


@pytest.mark.parametrize(
    ("size", "start"),
    [(5, "c1,c5"), (7, "d1,d7"), (9, "e1,e9"), (11, "f1,f11"), (13, "g1,g13")],
)
def test_B1_red_and_blue_start_in_the_middle_of_their_rows(size: int, start: str) -> None:
    """Red in row 1, Blue in the last row, on boards of every size."""
    assert str(plyground.game("blockit", size=size).start()) == f"{start} 5,5 - r"


@pytest.mark.parametrize(
    ("colours", "start"),
    [
        (FOUR, "e1,i5,e9,a5 5,5,5,5 - r"),
        (THREE, "e1,i5,e9 5,5,5 - r"),
        ("red,blue,yellow", "e1,e9,a5 5,5,5 - r"),
        ("green,yellow", "i5,a5 5,5 - g"),
        ("red,yellow", "e1,a5 5,5 - r"),
        ("blue,yellow", "e9,a5 5,5 - b"),
    ],
)
def test_B1_every_colour_starts_in_the_middle_of_its_own_side(colours: str, start: str) -> None:
    """The seats are the chosen colours in the rulebook's order, each with its own side."""
    game = plyground.game("blockit", colours=colours)
    assert game.seats == tuple(colours.split(","))
    assert str(game.start()) == start


def test_B1_the_usual_game_is_red_against_blue_on_nine_by_nine_with_five_barriers() -> None:
    """What a game without options is."""
    game = plyground.game("blockit")
    assert game.seats == ("red", "blue")
    assert str(game.start()) == START
    assert game.start() == plyground.game("blockit", size=9, barriers=5, colours="red,blue").start()


def test_B1_the_diagram_has_a_line_for_every_row_and_shows_what_changed() -> None:
    """Moving a pawn and placing a barrier must both be visible."""
    start = plyground.game("blockit").start()
    assert len(start.diagram().splitlines()) >= 9
    assert len({start.diagram(), start.play("e2").diagram(), start.play("e3h").diagram()}) == 3


def test_B2_the_turn_goes_round_red_green_blue_yellow() -> None:
    """Pawn moves and barriers both end a turn."""
    position = plyground.game("blockit", colours=FOUR).start()
    seen = [(position.mover, str(position)[-1])]
    for move in ("e2", "h5", "c3h", "b5", "e3"):
        position = position.play(move)
        seen.append((position.mover, str(position)[-1]))
    assert seen == [(0, "r"), (1, "g"), (2, "b"), (3, "y"), (0, "r"), (1, "g")]


def test_B2_a_colour_that_does_not_play_is_left_out_of_the_turn_order() -> None:
    """The turn goes on to the next chosen colour."""
    position = plyground.game("blockit", colours="green,yellow").start()
    assert [position.mover, position.play("h5").mover, position.play("h5").play("b5").mover] == [0, 1, 0]


def test_B2_a_turn_moves_the_pawn_or_places_a_barrier_never_both() -> None:
    """A barrier leaves the pawns alone and is taken from the mover's own."""
    assert after(START, "e2") == "e2,e9 5,5 - b"
    assert after(START, "e3h") == "e1,e9 4,5 e3h b"
    assert after(START, "e3h", "e8", "c3v", "a1h") == "e1,e8 3,4 a1h,c3v,e3h r"


def test_B2_a_player_without_barriers_can_only_move_the_pawn() -> None:
    """Barriers left count for each player alone."""
    assert moves("e1,e9 0,1 e3h r", barriers=1) == ["d1", "f1", "e2"]
    assert len(moves("e1,e9 0,1 e3h b", barriers=1)) == 3 + 124
    assert moves("e1,e9 0,0 - r", barriers=0) == ["d1", "f1", "e2"]


def test_B2_moves_come_as_pawn_moves_then_horizontal_then_vertical_barriers_in_board_order() -> None:
    """The order is part of the interface: searches and records rely on it."""
    squares = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    barriers = [f"{square}h" for square in squares] + [f"{square}v" for square in squares]
    assert moves("e5,a9 5,5 - r") == ["e4", "d5", "f5", "e6", *barriers]


@pytest.mark.parametrize(
    ("pawn", "ends"),
    [
        ("e5", ["e4", "d5", "f5", "e6"]),
        ("a1", ["b1", "a2"]),
        ("i1", ["h1", "i2"]),
        ("a5", ["a4", "b5", "a6"]),
        ("i5", ["i4", "h5", "i6"]),
    ],
)
def test_B3_a_pawn_moves_one_square_and_stays_on_the_board(pawn: str, ends: list[str]) -> None:
    """In the open, in the corners and at the edges."""
    assert pawn_moves(f"{pawn},e9 5,5 - r") == ends


def test_B3_rows_with_two_digits_come_after_row_nine() -> None:
    """Board order goes by number, not by text."""
    assert pawn_moves("f9,a11 5,5 - r", size=11) == ["f8", "e9", "g9", "f10"]
    assert pawn_moves("m12,a13 5,5 - r", size=13) == ["m11", "l12", "m13"]


@pytest.mark.parametrize(
    ("barrier", "closed"),
    [
        ("e5h", "e6"), ("d5h", "e6"), ("e4h", "e4"), ("d4h", "e4"),
        ("e5v", "f5"), ("e4v", "f5"), ("d5v", "d5"), ("d4v", "d5"),
    ],
)  # fmt: skip
def test_B3_a_pawn_does_not_move_through_a_barrier(barrier: str, closed: str) -> None:
    """Both halves of a barrier close a way, on every side of the pawn."""
    open_squares = [square for square in ("e4", "d5", "f5", "e6") if square != closed]
    assert pawn_moves(f"e5,a9 4,5 {barrier} r") == open_squares


@pytest.mark.parametrize("barrier", ["c5h", "f5h", "c4h", "f4h", "e6h", "e3h", "e6v", "e3v", "d6v", "d3v", "f5v"])
def test_B3_a_barrier_beside_the_way_does_not_hinder(barrier: str) -> None:
    """A barrier closes two ways and no third one."""
    assert pawn_moves(f"e5,a9 4,5 {barrier} r") == ["e4", "d5", "f5", "e6"]


def test_B3_a_pawn_moves_only_to_a_square_that_no_pawn_occupies() -> None:
    """Pawns block each other, whichever colour they are."""
    assert pawn_moves("e5,e6 5,5 - r") == ["e4", "d5", "f5"]
    assert pawn_moves("e5,e6 5,5 - b") == ["d6", "f6", "e7"]
    assert pawn_moves("e5,f5,e6,d5 5,5,5,5 - r", colours=FOUR) == ["e4"]


@pytest.mark.parametrize(
    ("barrier", "one", "other"),
    [("e3h", "e3", "e4"), ("e3h", "f3", "f4"), ("e3v", "e3", "f3"), ("e3v", "e4", "f4")],
)
def test_B4_a_barrier_lies_between_two_pairs_of_squares(barrier: str, one: str, other: str) -> None:
    """The four ways that `e3h` and `e3v` close, in both directions."""
    assert other not in pawn_moves(f"{one},a5 4,5 {barrier} r")
    assert one not in pawn_moves(f"{other},a5 4,5 {barrier} r")
    assert len(pawn_moves(f"{one},a5 4,5 {barrier} r")) == 3


@pytest.mark.parametrize(
    ("placed", "refused"),
    [
        ("e3h", {"d3h", "e3h", "f3h", "e3v"}),
        ("e3v", {"e2v", "e3v", "e4v", "e3h"}),
        ("a1h", {"a1h", "b1h", "a1v"}),
        ("h8v", {"h7v", "h8v", "h8h"}),
    ],
)
def test_B4_a_barrier_may_not_overlap_or_cross_another(placed: str, refused: set[str]) -> None:
    """Exactly these barriers, and no others, are no longer possible."""
    before, later = set(moves("e1,e9 5,5 - b")), set(moves(f"e1,e9 4,5 {placed} b"))
    barriers_gone = {move for move in before - later if not move[-1].isdigit()}
    assert barriers_gone == refused


def test_B4_barriers_may_lie_end_to_end_and_touch() -> None:
    """Sharing an end, or touching with the end, is neither overlapping nor crossing."""
    legal = moves("e1,e9 4,5 d4h b")
    assert {"b4h", "f4h"} <= set(legal), "end to end"
    assert {"c4v", "e4v", "d3v", "d5v", "e3v", "c5v"} <= set(legal), "touching from the side"
    assert after("e1,e9 4,5 d4h b", "f4h", "b4h") == "e1,e9 3,4 b4h,d4h,f4h b"


@pytest.mark.parametrize(("size", "last"), [(5, "d4"), (7, "f6"), (9, "h8"), (11, "j10"), (13, "l12")])
def test_B4_a_barrier_may_not_leave_the_board(size: int, last: str) -> None:
    """Nothing is anchored in the last row or in the last column."""
    start = plyground.game("blockit", size=size).start()
    barriers = [str(move) for move in start.moves if str(move)[-1] in "hv"]
    assert len(barriers) == 2 * (size - 1) ** 2
    assert [barriers[0], barriers[-1]] == ["a1h", f"{last}v"]


def test_B4_placed_barriers_are_sorted_as_text() -> None:
    """As text, b10h comes before b2h."""
    assert after("g1,g13 5,5 - r", "b2h", "d9v", "b10h", "d12v", size=13) == ("g1,g13 3,3 b10h,b2h,d12v,d9v r")


def test_B5_a_barrier_may_not_close_the_last_way() -> None:
    """A fence across the board and a bend around its end."""
    assert "h5h" not in moves(f"e1,e9 2,3 {FENCE},h4v b")
    assert "h5h" in moves("e1,e9 3,3 a3h,c3h,e3h,h4v b"), "open between g3 and g4"


def test_B5_a_barrier_that_only_narrows_is_allowed() -> None:
    """A detour, however long, is a way."""
    narrowing = {"h4v", "h3v", "h4h", "h2h", "h1v", "h5v"}
    assert narrowing <= set(moves(f"e1,e9 3,3 {FENCE} r"))


def test_B5_the_border_helps_to_close() -> None:
    """Two barriers are enough in a corner."""
    legal = moves("a1,e9 4,5 a1h b")
    assert "b1v" not in legal
    assert {"c1v", "b2v"} <= set(legal)


def test_B5_a_player_may_close_in_neither_the_opponent_nor_themselves() -> None:
    """The test is the same for both players' pawns."""
    assert "g8v" not in moves("e1,i9 4,5 h8h r")
    assert "g8v" not in moves("e1,i9 4,5 h8h b")


def test_B5_a_room_that_nobody_needs_may_be_closed() -> None:
    """Only the ways of the pawns count, not those of empty squares."""
    assert after("e5,e8 4,5 a1h b", "b1v") == "e5,e8 4,4 a1h,b1v r"


@pytest.mark.parametrize("last", ["d5v", "e4h", "e6h", "f5v"])
def test_B5_a_ring_of_barriers_away_from_the_border_may_not_be_closed(last: str) -> None:
    """Four barriers close in four squares; it matters who is inside."""
    ring = [barrier for barrier in ("d5v", "e4h", "e6h", "f5v") if barrier != last]
    assert last not in moves(f"e5,a5 4,3 {','.join(ring)} r"), "Red would be inside"
    assert last not in moves(f"a5,f6 4,3 {','.join(ring)} r"), "Blue would be inside"
    assert last in moves(f"a5,i5 4,3 {','.join(ring)} r"), "nobody is inside"


def test_B5_pawns_are_not_obstacles() -> None:
    """A pawn in the way can move off; a barrier cannot."""
    legal = moves("a3,b3 4,4 a2h,a3h r")
    assert "e6h" in legal, "Red's only way leads through Blue, and that is a way"
    assert {"b2v", "b3v"}.isdisjoint(legal), "here the way ends at a barrier"
    assert {"c2v", "c3v"} <= set(legal), "c3 is still open to one side"


def test_B5_the_ways_of_green_and_yellow_count_as_well() -> None:
    """The same wall may or may not be closed, depending on who plays."""
    placed = "c1v,c3v,c5v,c7v,d8h"
    assert "e8v" not in moves(f"e1,i5,e9,a5 3,4,4,4 {placed} g", colours=FOUR)
    assert "e8v" not in moves(f"i5,a5 3,2 {placed} g", colours="green,yellow")
    assert "e8v" in moves(f"e1,e9 3,2 {placed} r"), "Red and Blue have ways on their own halves"


@pytest.mark.parametrize("mover", ["r", "g", "b"])
def test_B5_every_pawn_counts_whoever_is_to_move(mover: str) -> None:
    """Red is in the corner, whoever places the barrier."""
    assert "b1v" not in moves(f"a1,i5,e9 4,5,5 a1h {mover}", colours=THREE)


@pytest.mark.parametrize(
    ("size", "text", "closing"),
    [
        (5, "a1,c5 4,5 a1h b", "b1v"),
        (5, "c1,c5 3,4 a2h,c2h,d3v r", "d4h"),
        (11, "f1,k11 4,5 j10h b", "i10v"),
        (13, "g1,m13 4,5 l12h b", "k12v"),
        (13, "g1,a13 4,5 a12h b", "b12v"),
    ],
)
def test_B5_holds_on_boards_of_every_size(size: int, text: str, closing: str) -> None:
    """Small boards, large boards and rows with two digits."""
    assert closing not in moves(text, size=size)


@pytest.mark.parametrize(
    ("text", "move", "seat"),
    [
        ("e8,h5,e2,b5 5,5,5,5 - r", "e9", 0),
        ("a8,h5,e2,b5 5,5,5,5 - r", "a9", 0),
        ("e7,b5,e2,c5 5,5,5,5 - g", "a5", 1),
        ("e7,b9,e2,c5 5,5,5,5 - g", "a9", 1),
        ("e7,h5,i2,c5 5,5,5,5 - b", "i1", 2),
        ("e7,g5,e3,h5 5,5,5,5 - y", "i5", 3),
    ],
)
def test_B6_the_first_pawn_on_its_goal_side_wins(text: str, move: str, seat: int) -> None:
    """Every colour has its own side, from corner to corner."""
    position = plyground.game("blockit", colours=FOUR).position(text)
    assert position.outcome is None
    ended = position.play(move)
    assert ended.outcome is not None
    assert ended.outcome.winner == seat
    assert ended.outcome.reason
    assert ended.moves == ()


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("b5,i6,e9,c4 5,5,5,5 - r", "a5"),
        ("h5,i6,e9,a4 5,5,5,5 - r", "i5"),
        ("e5,h8,e6,a4 5,5,5,5 - g", "h9"),
        ("e5,h2,e6,a4 5,5,5,5 - g", "h1"),
        ("e5,h2,e8,a4 5,5,5,5 - b", "e9"),
        ("e5,h2,e8,b2 5,5,5,5 - y", "b1"),
    ],
)
def test_B6_the_goal_side_of_another_colour_does_not_win(text: str, move: str) -> None:
    """Each colour walks onto the sides that belong to others."""
    assert winner(text, move, colours=FOUR) is None


@pytest.mark.parametrize(("size", "text", "move"), [(5, "c4,a2", "c5"), (11, "f10,a5", "f11"), (13, "g12,a5", "g13")])
def test_B6_the_last_row_depends_on_the_size(size: int, text: str, move: str) -> None:
    """Row 9 is the goal on the usual board only."""
    assert winner(f"{text} 5,5 - r", move, size=size) == 0


def test_B6_a_position_text_can_show_a_finished_game() -> None:
    """The pawns alone say who has won."""
    assert winner("e9,e5 5,5 - b") == 0
    assert winner("e5,c1 5,5 - r") == 1
    assert winner("e5,a5,e6 5,5,5 - b", colours=THREE) == 1
    assert moves("e9,e5 5,5 - b") == []


def test_B6_a_finished_game_has_no_lines() -> None:
    """A line ends with the winning move and is not counted as a longer one."""
    assert plyground.perft(plyground.game("blockit").position("e9,e5 5,5 - b"), 1) == 0
    assert plyground.perft(plyground.game("blockit", barriers=0).position("e8,b2 0,0 - r"), 2) == 3 * 4


def test_B7_a_player_with_no_legal_move_must_pass() -> None:
    """Red is in a corridor behind Blue, without jumps and without barriers."""
    stuck = "a3,b3 0,0 a2h,a3h r"
    assert moves(stuck, barriers=1) == ["pass"]
    assert after(stuck, "pass", barriers=1) == "a3,b3 0,0 a2h,a3h b"
    assert moves("a3,b3 0,0 a2h,a3h b", barriers=1) == ["c3"]
    assert after(stuck, "pass", "c3", "b3", barriers=1) == "b3,c3 0,0 a2h,a3h b"


def test_B7_a_player_who_can_still_place_a_barrier_may_not_pass() -> None:
    """A barrier is a legal move even when the pawn is stuck."""
    legal = moves("a3,b3 1,1 a2h,a3h r", barriers=2)
    assert "pass" not in legal
    assert {move[-1] for move in legal} == {"h", "v"}


def test_B7_a_player_whose_barriers_fit_nowhere_must_pass() -> None:
    """Barriers left do not help when each would overlap, cross or close a last way."""
    walled = "b2,c2 15,15 a1v,a3v,a4h,b1h,b2h,b4v,c4v,d2v,d3h,d4v r"
    assert moves(walled, size=5, barriers=20) == ["pass"]


def test_B7_the_third_occurrence_of_a_position_is_a_draw() -> None:
    """The start counts as the first; the game ends with the third."""
    position = plyground.game("blockit").start()
    for move in ("e2", "e8", "e1", "e9", "e2", "e8", "e1"):
        position = position.play(move)
        assert position.outcome is None
    drawn = position.play("e9")
    assert drawn.outcome is not None
    assert drawn.outcome.winner is None
    assert drawn.outcome.reason
    assert drawn.moves == ()
    with pytest.raises(IllegalMoveError):
        drawn.play("e2")


def test_B7_occurrences_need_not_follow_each_other_by_the_same_way() -> None:
    """The pawns wander off to different sides and come back."""
    position = plyground.game("blockit").start().play("e2")
    for move in ("e8", "d2", "d8", "e2", "e8", "f2", "f8", "e2"):
        position = position.play(move)
        assert position.outcome is None
    drawn = position.play("e8")
    assert drawn.outcome is not None
    assert drawn.outcome.winner is None


def test_B7_a_position_from_text_is_its_own_first_occurrence() -> None:
    """A text knows no history, so counting starts again."""
    game = plyground.game("blockit")
    position = game.start()
    for move in ("e2", "e8", "e1", "e9"):
        position = position.play(move)
    fresh = game.position(str(position))
    for move in ("e2", "e8", "e1", "e9"):
        position, fresh = position.play(move), fresh.play(move)
    assert position.outcome is not None
    assert fresh.outcome is None


def test_B7_positions_are_the_same_whatever_led_to_them() -> None:
    """Equality and hash ignore history."""
    start = plyground.game("blockit").start()
    again = start.play("e2").play("e8").play("e1").play("e9")
    assert again == start
    assert hash(again) == hash(start)
    assert again == plyground.game("blockit").position(START)


@pytest.mark.parametrize("other", ["e1,e9 5,5 - b", "e2,e9 5,5 - r", "e1,e9 4,5 e3h r", "e1,e9 5,4 e3h r"])
def test_B7_positions_differ_by_mover_pawn_or_barriers_left(other: str) -> None:
    """Everything that the position text says is part of the position."""
    game = plyground.game("blockit")
    assert game.position(other) != game.start()
    assert game.position("e1,e9 4,5 e3h r") != game.position("e1,e9 5,4 e3h r")


def test_B7_positions_of_games_with_other_options_are_never_the_same() -> None:
    """Equal texts may allow different moves under other options."""
    quoridor = plyground.game("blockit", rules="quoridor", barriers=5)
    assert quoridor.position(START) != plyground.game("blockit").position(START)


@pytest.mark.parametrize(
    ("colours", "left"),
    [("red,blue", "10,10"), ("green,yellow", "10,10"), (THREE, "6,6,6"), (FOUR, "5,5,5,5")],
)
def test_B8_quoridor_shares_twenty_barriers_unless_given(colours: str, left: str) -> None:
    """Ten for two players and five for four; three get six."""
    assert str(plyground.game("blockit", rules="quoridor", colours=colours).start()).split()[1] == left
    given = plyground.game("blockit", rules="quoridor", colours=colours, barriers=3).start()
    assert set(str(given).split()[1]) == {"3", ","}


@pytest.mark.parametrize(
    ("faced", "ends"),
    [
        ("e6", ["e4", "d5", "f5", "e7"]),
        ("e4", ["e3", "d5", "f5", "e6"]),
        ("d5", ["e4", "c5", "f5", "e6"]),
        ("f5", ["e4", "d5", "g5", "e6"]),
    ],
)
def test_B8_a_pawn_jumps_straight_over_the_pawn_it_faces(faced: str, ends: list[str]) -> None:
    """In all four directions, and then never diagonally."""
    assert pawn_moves(f"e5,{faced} 10,10 - r", rules="quoridor") == ends


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("e5,e6 9,10 e6h r", ["e4", "d5", "f5", "d6", "f6"]),
        ("e5,e6 9,10 d6h r", ["e4", "d5", "f5", "d6", "f6"]),
        ("e5,e6 9,10 e4h b", ["d5", "f5", "d6", "f6", "e7"]),
        ("e5,f5 9,10 f5v r", ["e4", "f4", "d5", "e6", "f6"]),
        ("e5,d5 9,10 c4v r", ["d4", "e4", "f5", "d6", "e6"]),
    ],
)
def test_B8_with_a_barrier_behind_the_jump_goes_diagonally(text: str, ends: list[str]) -> None:
    """Whichever half of the barrier is behind the faced pawn, in all four directions."""
    assert pawn_moves(text, rules="quoridor") == ends


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("e8,e9 10,10 - r", ["e7", "d8", "f8", "d9", "f9"]),
        ("h5,i5 10,10 - r", ["h4", "i4", "g5", "h6", "i6"]),
        ("b5,a5 10,10 - r", ["a4", "b4", "c5", "a6", "b6"]),
        ("i8,i9 10,10 - r", ["i7", "h8", "h9"]),
        ("a1,a2 10,10 - b", ["b1", "b2", "a3"]),
    ],
)
def test_B8_with_the_edge_behind_the_jump_goes_diagonally(text: str, ends: list[str]) -> None:
    """At an edge to both sides, in a corner to the only side there is."""
    assert pawn_moves(text, rules="quoridor") == ends


def test_B8_with_a_third_pawn_behind_the_jump_goes_diagonally() -> None:
    """Two pawns in a row cannot be jumped at once."""
    assert pawn_moves("e5,e6,e7 6,6,6 - r", rules="quoridor", colours=THREE) == ["e4", "d5", "f5", "d6", "f6"]


def test_B8_no_jump_through_a_barrier_between_the_pawns() -> None:
    """Pawns with a barrier between them do not face each other, whatever is behind."""
    assert pawn_moves("e5,e6 9,10 e5h r", rules="quoridor") == ["e4", "d5", "f5"]
    assert pawn_moves("e5,e6 8,10 d5h,e6h r", rules="quoridor") == ["e4", "d5", "f5"]


def test_B8_no_diagonal_jump_through_a_barrier_beside_the_faced_pawn() -> None:
    """The second half of a diagonal jump is a step of its own."""
    assert pawn_moves("e5,e6 9,9 d6h,e6v r", rules="quoridor") == ["e4", "d5", "f5", "d6"]
    assert pawn_moves("e5,e6 9,9 d5v,e6h r", rules="quoridor") == ["e4", "f5", "f6"]
    assert pawn_moves("e5,e6 9,8 d6v,e5v,f6h r", rules="quoridor") == ["e4", "d5", "e7"]


def test_B8_a_barrier_beside_the_jumping_pawn_does_not_hinder_the_jump() -> None:
    """The jump goes by way of the faced pawn's square."""
    assert pawn_moves("e5,e6 9,9 e4v,e6h r", rules="quoridor") == ["e4", "d5", "d6", "f6"]


def test_B8_no_jump_onto_a_pawn() -> None:
    """A fourth pawn stands on one of the two diagonal squares."""
    text = "e5,e6,e7,f6 5,5,5,5 - r"
    assert pawn_moves(text, rules="quoridor", colours=FOUR) == ["e4", "d5", "f5", "d6"]


def test_B8_two_jumps_to_the_same_square_are_one_move() -> None:
    """Red faces Green and Blue, and could jump to f6 over either."""
    text = "e5,e6,f5 5,5,6 e6h,f5v r"
    assert pawn_moves(text, rules="quoridor", colours=THREE) == ["e4", "f4", "d5", "d6", "f6"]


def test_B8_a_jump_onto_the_goal_side_wins() -> None:
    """Straight and diagonal jumps win like steps."""
    assert winner("e7,e8 10,10 - r", "e9", rules="quoridor") == 0
    assert winner("e8,e9 10,10 - r", "f9", rules="quoridor") == 0
    assert winner("b2,b3 10,10 - b", "b1", rules="quoridor") == 1


def test_B8_a_third_pawn_and_barriers_can_stop_every_jump() -> None:
    """Even with jumps there are positions where a player must pass."""
    options: dict[str, int | str] = {"rules": "quoridor", "colours": THREE, "barriers": 1}
    assert moves("a3,b3,c3 0,0,1 a2h,a3h r", **options) == ["pass"]
    assert pawn_moves("a3,b3,c4 0,0,1 a2h,a3h r", **options) == ["c3"]


def test_B8_there_are_no_jumps_with_rules_blockit() -> None:
    """The usual rules know steps only."""
    assert pawn_moves("e5,e6 5,5 - r") == ["e4", "d5", "f5"]
    assert pawn_moves("e5,e6 4,5 e6h r") == ["e4", "d5", "f5"]
    assert pawn_moves("e8,e9 5,5 - r", rules="blockit") == ["e7", "d8", "f8"]


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, [131, 16677]),
        ({"rules": "quoridor"}, [131, 16677]),
        ({"colours": FOUR}, [131, 16677]),
        ({"rules": "quoridor", "colours": FOUR}, [131, 16677]),
        ({"size": 7}, [75, 5357]),
        ({"size": 13}, [291]),
        ({"size": 5, "barriers": 2}, [35, 1109, 31540, 794441]),
        ({"size": 5, "barriers": 2, "rules": "quoridor"}, [35, 1109, 31540, 794442]),
        ({"size": 5, "barriers": 0}, [3, 9, 30, 99, 326, 1043, 3578, 11701]),
        ({"size": 5, "barriers": 0, "rules": "quoridor"}, [3, 9, 30, 100, 330, 1090, 3719, 12744]),
    ],
)
def test_B2_to_B8_the_number_of_lines(options: dict[str, int | str], counts: list[int]) -> None:
    """On 9x9, two barriers 128 * 128 - 480 ways, pawn first 3 * 131, pawn second 128 * 3 - 4: 16677."""
    start = plyground.game("blockit", **options).start()
    most = 10_000 if config.DISABLE_JIT else 1_000_000
    wanted = [count for count in counts if count < most]
    assert [plyground.perft(start, depth) for depth in range(1, len(wanted) + 1)] == wanted


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("walls", 5),
        ("size", 8), ("size", 3), ("size", 15), ("size", -9), ("size", "nine"),
        ("barriers", 21), ("barriers", -1), ("barriers", "many"),
        ("colours", "blue,red"), ("colours", "red,yellow,blue"), ("colours", "red,pink"), ("colours", "red"),
        ("colours", "red,red"), ("colours", "red,"), ("colours", f"{FOUR},white"), ("colours", "Red,Blue"),
        ("rules", "chess"), ("rules", "Quoridor"),
    ],
)  # fmt: skip
def test_a_wrong_option_is_refused_by_name(option: str, value: int | str) -> None:
    """The message names the option and quotes its value."""
    with pytest.raises(OptionError) as error:
        plyground.game("blockit", **{option: value})
    assert option in str(error.value)
    assert option == "walls" or str(value) in str(error.value)


@pytest.mark.parametrize(
    "options",
    [
        {"size": 5},
        {"size": 13},
        {"barriers": 0},
        {"barriers": 20},
        {"size": 5, "barriers": 20, "colours": FOUR},
    ],
)
def test_options_at_their_limits_are_accepted(options: dict[str, int | str]) -> None:
    """The smallest and largest values are still good."""
    game = plyground.game("blockit", **options)
    assert game.position(str(game.start())) == game.start()


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (START, {}),
        ("e1,e9 4,4 e3h,e4v b", {}),
        ("e9,e5 5,5 - b", {}),
        ("g1,g13 3,3 b10h,b2h,d12v,d9v r", {"size": 13}),
        ("e2,i5,e9,a5 4,5,5,5 c3h y", {"colours": FOUR}),
        ("a3,b3 0,0 a2h,a3h r", {"barriers": 1}),
        ("e5,e6 9,10 e6h r", {"rules": "quoridor"}),
    ],
)
def test_position_text_is_read_and_written_unchanged(text: str, options: dict[str, int | str]) -> None:
    """Texts round-trip."""
    assert str(plyground.game("blockit", **options).position(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "e1,e9", "e1,e9 5,5 -", "e1,e9 5,5 - r r", "e1,e9 5,5  r", "e1,e9  5,5 - r", " e1,e9 5,5 - r",
        "e1,e9 5,5 - r ", "e1, e9 5,5 - r", "e1 5,5 - r", "e1,e9,a5 5,5 - r", "e1,e9 5 - r",
        "e1,e9 5,5,5 - r", "e1,e9 5,5 - g", "e1,e9 5,5 - R", "e1,e9 5,5 - red", "E1,e9 5,5 - r",
        "e01,e9 5,5 - r", "e0,e9 5,5 - r", "e1,j9 5,5 - r", "e1,e10 5,5 - r", "e1,e9 05,5 - r",
        "e1,e9 +5,5 - r", "e1,e9 5,x - r", "e1,e9 \u0665,5 - r", "e1,e9 4,5 e3 r", "e1,e9 4,5 e3x r",
        "e1,e9 4,5 e3H r", "e1,e9 4,5 h r", "e1,e9 4,5 e03h r", "e1,e9 4,5 e3h, r", "e1,e9 4,5 -,e3h r",
        "e1,e9 4,5 j3h r", "e1,e9 4,4 e5h,e3h r", "e1,e9 4,4 e3v,c3h r",
    ],
)  # fmt: skip
def test_a_malformed_position_text_is_refused(text: str) -> None:
    """Reading is strict: what would be written differently is not read."""
    with pytest.raises(InvalidPositionError) as error:
        plyground.game("blockit").position(text)
    assert text in str(error.value)


def test_a_position_text_ends_without_a_line_break() -> None:
    """A line read from a file must be stripped first."""
    with pytest.raises(InvalidPositionError):
        plyground.game("blockit").position(START + "\n")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("e5,e5 5,5 - r", "two pawns on one square"),
        ("e1,e9 4,4 e3h,e3h r", "the same barrier twice"),
        ("e1,e9 4,4 e3h,f3h r", "overlapping barriers"),
        ("e1,e9 4,4 e3v,e4v r", "overlapping barriers"),
        ("e1,e9 4,4 e3h,e3v r", "crossing barriers"),
        ("e1,e9 4,5 e9h r", "a barrier above the board"),
        ("e1,e9 4,5 e9v r", "a barrier above the board"),
        ("e1,e9 4,5 i3h r", "a barrier right of the board"),
        ("e1,e9 4,5 i3v r", "a barrier right of the board"),
        ("a1,e9 4,4 a1h,b1v r", "Red closed in"),
        ("e1,i9 4,4 g8v,h8h r", "Blue closed in"),
        ("e1,e9 5,5 e3h r", "more barriers placed than used up"),
        ("e1,e9 4,5 - r", "fewer barriers placed than used up"),
        ("e1,e9 6,4 - r", "more barriers left than the game gives"),
        ("e1,e9 6,3 e3h r", "more barriers left than the game gives"),
        ("e1,e9 -1,5 a1h,a3h,a5h,c1h,c3h,c5h r", "fewer barriers left than none"),
        ("e9,e5 5,5 - r", "Red won, but Red is to move"),
        ("e5,e1 5,5 - b", "Blue won, but Blue is to move"),
        ("e9,e1 5,5 - b", "two winners"),
    ],
)
def test_an_impossible_position_is_refused(text: str, fault: str) -> None:
    """Every fault of its own."""
    with pytest.raises(InvalidPositionError) as error:
        plyground.game("blockit").position(text)
    assert text in str(error.value), fault


def test_a_mover_who_does_not_play_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="the mover should be r or b, not 'g'"):
        plyground.game("blockit").position("e1,e9 5,5 - g")


@pytest.mark.parametrize("text", ["e9,e5,d5 5,5,5 - b", "e9,a5,d5 5,5,5 - b", "e5,e6,d1 5,5,5 - g"])
def test_only_the_player_who_moved_last_can_have_won(text: str) -> None:
    """The game ends at once, so nobody moves after a pawn has reached its goal."""
    with pytest.raises(InvalidPositionError) as error:
        plyground.game("blockit", colours=THREE).position(text)
    assert text in str(error.value)


def test_an_impossible_position_is_refused_with_every_reason() -> None:
    """Two faults take more words than either of them."""

    def explanation(text: str) -> str:
        with pytest.raises(InvalidPositionError) as error:
            plyground.game("blockit").position(text)
        return str(error.value).replace(text, "")

    crossing, counts = explanation("e1,e9 4,4 e3h,e3v r"), explanation("e1,e9 5,5 e3h r")
    assert len(explanation("e1,e9 5,5 e3h,e3v r")) > max(len(crossing), len(counts))


def assert_refused(text: str, move: str, kind: type[PlygroundError]) -> str:
    """Check that a move is refused with the right error and changes nothing; give the error's message."""
    position = plyground.game("blockit").position(text)
    before = (str(position), position.moves, position.mover, position.outcome, hash(position))
    with pytest.raises(PlygroundError) as error:
        position.play(move)
    assert error.type is kind
    assert (str(position), position.moves, position.mover, position.outcome, hash(position)) == before
    return str(error.value)


@pytest.mark.parametrize(
    "move",
    [
        "", " ", "e", "2", "h", "e2 ", " e2", "E2", "e02", "e+2", "e2x", "e3H", "e3hv", "3eh", "he3",
        "e1-e2", "e1e2", "e0", "e0h", "j1", "e10", "j3h", "e10v", "PASS", "pass ", "hello", "e\uff12",
    ],
)  # fmt: skip
def test_text_that_is_no_move_of_the_game_is_a_notation_error(move: str) -> None:
    """Malformed text, and squares that the board does not have."""
    assert move in assert_refused(START, move, NotationError)


def test_a_move_ends_without_a_line_break() -> None:
    """A line read from a file must be stripped first."""
    assert_refused(START, "e2\n", NotationError)


@pytest.mark.parametrize("move", ["e1", "e3", "d2", "e8", "e9", "i9", "pass", "e9h", "e9v", "i3h", "i3v", "i9h", "a9v"])
def test_a_move_that_is_not_legal_here_is_an_illegal_move_error(move: str) -> None:
    """Well-formed moves that the starting position does not allow."""
    assert move in assert_refused(START, move, IllegalMoveError)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("e1,e9 4,5 e1h b", "f1h"),
        ("e1,e9 4,5 e1h b", "e1v"),
        ("e1,e9 4,5 e1h r", "e2"),
        ("e5,e6 5,5 - r", "e6"),
        ("e5,e6 5,5 - r", "e7"),
        ("a1,e9 4,5 a1h b", "b1v"),
        ("e1,e9 0,5 a1h,c1h,e1h,g1h,h2h r", "e5h"),
    ],
)
def test_a_move_against_a_rule_is_an_illegal_move_error(text: str, move: str) -> None:
    """Barriers and pawns in the way."""
    assert move in assert_refused(text, move, IllegalMoveError)


def test_the_message_for_an_illegal_move_shows_at_most_eight_legal_ones() -> None:
    """A hundred legal moves would not help anyone."""
    words = re.findall(r"\b[a-i][1-9][hv]?\b", assert_refused(START, "e3", IllegalMoveError))
    assert 1 <= len(set(words) & set(moves(START))) <= 8


@pytest.mark.parametrize("move", ["d5", "e6", "a1h", "pass", "e9"])
def test_no_move_is_legal_after_the_end(move: str) -> None:
    """Red has won."""
    assert move in assert_refused("e9,e5 5,5 - b", move, IllegalMoveError)


def test_text_that_is_no_move_stays_a_notation_error_after_the_end() -> None:
    """What is no move anywhere is no move here."""
    assert_refused("e9,e5 5,5 - b", "e5x", NotationError)


def test_a_move_can_be_played_as_a_value() -> None:
    """Moves are values: they can be kept and played, but only where they are legal."""
    start = plyground.game("blockit").start()
    up = start.moves[2]
    assert str(up) == "e2"
    assert start.play(up) == start.play("e2")
    assert str(start) == START
    with pytest.raises(IllegalMoveError):
        start.play(up).play(up)


@pytest.mark.parametrize("kind", [OptionError, NotationError, IllegalMoveError, InvalidPositionError])
def test_every_error_is_a_plyground_error_and_a_value_error(kind: type[Exception]) -> None:
    """A caller can catch one class, or just ValueError."""
    assert issubclass(kind, PlygroundError)
    assert issubclass(kind, ValueError)
