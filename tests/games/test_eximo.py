"""The rules of Eximo, at least one test for each numbered rule (E1 to E7); boards are drawn."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from numba import config
from tests.reference.eximo import Reference

import plyground
from plyground import (
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
    OptionError,
    PlygroundError,
)

if TYPE_CHECKING:
    from plyground import Position

GAME = plyground.game("eximo")
DEEPER = [] if config.DISABLE_JIT else [(3, 60284)]
"""Lines that plain Python would take too long to count."""
WHITE, BLACK = 0, 1
START = ".bbbbbb./.bbbbbb./.bb..bb./......../......../.ww..ww./.wwwwww./.wwwwww. w"
WHITE_ZONE = [column + row for row in "12" for column in "bcdefg"]
BLACK_ZONE = [column + row for row in "78" for column in "bcdefg"]


def draw(drawing: str, mover: str = "w") -> Position:
    """The position with these rows, from row 8 down."""
    return GAME.position("/".join(drawing.split()) + " " + mover)


def moves(position: Position) -> set[str]:
    """The notation of every legal move, each of which must be listed once."""
    texts = [str(move) for move in position.moves]
    assert len(texts) == len(set(texts))
    return set(texts)


def moves_of(position: Position, start: str) -> set[str]:
    """The legal moves of the man on one square."""
    return {move for move in moves(position) if move.startswith(start)}


def square(position: Position, name: str) -> str:
    """What stands on a square: `w`, `b` or `.`."""
    rows = str(position).split(" ")[0].split("/")
    return rows[8 - int(name[1])]["abcdefgh".index(name[0])]


def men(position: Position, letter: str) -> int:
    """How many men of one colour are on the board."""
    return str(position).split(" ")[0].count(letter)


def play(position: Position, line: str) -> Position:
    """The position after a line of moves separated by blanks."""
    for move in line.split():
        position = position.play(move)
    return position


def quoted(text: str) -> str:
    """The pattern of a message that quotes this text; any message will do for an empty one."""
    return re.escape(repr(text)[1:-1]) or "."


def refuse(position: Position, move: str, error: type[Exception]) -> None:
    """Check that a move is refused with this error, which quotes it, and that nothing has changed."""
    before = (str(position), moves(position), position.outcome)
    with pytest.raises(error, match=quoted(move)):
        position.play(move)
    assert (str(position), moves(position), position.outcome) == before


LONE_MAN = """
    .......b
    ........
    ........
    ........
    ...w....
    ........
    ........
    ........
"""


def test_E1_the_opening_position() -> None:
    """Sixteen men each, White to move first and upwards."""
    start = GAME.start()
    assert str(start) == START
    assert start == GAME.position(START)
    assert GAME.seats == ("white", "black")
    assert start.mover == WHITE
    assert start.outcome is None
    assert men(start, "w") == men(start, "b") == 16


def test_E1_a1_is_at_the_bottom_left() -> None:
    """The last row of the text is row 1 and its first character is column a."""
    after = GAME.start().play("b3-a4")
    assert str(after) == ".bbbbbb./.bbbbbb./.bb..bb./......../w......./..w..ww./.wwwwww./.wwwwww. b"
    assert after.mover == BLACK


def test_E1_the_forty_first_moves() -> None:
    """Twelve steps from row 3, eighteen turns from row 2 and ten from row 1."""
    start = GAME.start()
    assert [sum(move[1] == row for move in moves(start)) for row in "123"] == [10, 18, 12]
    assert {"b1-a2", "b1-d3", "c1-a3", "c1-e3", "d1-d3"} < moves(start)


def test_E1_the_diagram_shows_the_position() -> None:
    """A drawing of several lines, which differs from one position to the next."""
    start = GAME.start()
    assert len(start.diagram().splitlines()) >= 8
    assert start.diagram() != start.play("c3-c4").diagram()


def test_E2_a_man_steps_straight_or_diagonally_forward() -> None:
    """Three squares ahead, and none beside or behind."""
    assert moves(draw(LONE_MAN)) == {"d4-c5", "d4-d5", "d4-e5"}


def test_E2_a_black_man_steps_down() -> None:
    """Forward is towards the opponent; on the edge there are two ways."""
    assert moves(draw(LONE_MAN, "b")) == {"h8-g7", "h8-h7"}


@pytest.mark.parametrize("move", ["d4-c4", "d4-e4", "d4-c3", "d4-d3", "d4-e3", "d4-d6", "d4-f6", "d4-d4"])
def test_E2_a_man_steps_neither_sideways_nor_back_nor_further(move: str) -> None:
    """A step goes to a neighbouring square ahead."""
    with pytest.raises(PlygroundError, match=move):
        draw(LONE_MAN).play(move)


def test_E2_a_step_needs_an_empty_square() -> None:
    """A man of either colour stands in the way, and what lies behind it is taken too."""
    position = draw("""
        ........
        ........
        .b.w....
        .bbw....
        ...w....
        ........
        ........
        ........
    """)
    assert moves_of(position, "d4") == {"d4-e5"}


FRIENDS_ALL_ROUND = """
    .......b
    ........
    ........
    ..www...
    ..www...
    ..www...
    ........
    ........
"""


def test_E3_a_man_jumps_over_its_own_in_three_directions() -> None:
    """Never sideways or backwards, although friends stand there too."""
    assert moves_of(draw(FRIENDS_ALL_ROUND), "d4") == {"d4-b6", "d4-d6", "d4-f6"}


def test_E3_the_man_jumped_over_stays() -> None:
    """A jump is no capture."""
    after = draw(FRIENDS_ALL_ROUND).play("d4-f6")
    assert men(after, "w") == 9
    assert [square(after, name) for name in ("d4", "e5", "f6")] == [".", "w", "w"]


def test_E3_a_jump_needs_an_empty_square_behind() -> None:
    """A friend or an enemy behind, or the edge, forbids it."""
    position = draw("""
        ...b....
        ..bbb...
        .w.b....
        w.ww....
        ww.w....
        ........
        ........
        ........
    """)
    assert moves_of(position, "d4") == {"d4-e5"}
    assert moves_of(position, "b4") == {"b4-b5"}


def test_E3_a_black_man_jumps_down() -> None:
    """Forward is down for Black."""
    position = draw(
        """
        ........
        ........
        ...b....
        ...b....
        ........
        ........
        ........
        w.......
    """,
        "b",
    )
    assert moves_of(position, "d6") == {"d6-c5", "d6-e5", "d6-d4"}


TWO_JUMPS = """
    .......b
    ........
    ........
    ...w....
    ........
    ..w.....
    ..w.....
    ........
"""


def test_E3_a_jumping_man_must_go_on_while_it_can() -> None:
    """The first jump alone is no legal turn."""
    position = draw(TWO_JUMPS)
    assert moves_of(position, "c2") == {"c2-b3", "c2-d3", "c2-c4-e6"}
    refuse(position, "c2-c4", IllegalMoveError)


def test_E3_a_jumping_turn_moves_one_man() -> None:
    """The path's first square is left, its last is reached, and the other player is to move."""
    after = draw(TWO_JUMPS).play("c2-c4-e6")
    assert str(after) == ".......b/......../....w.../...w..../......../..w...../......../........ b"


def test_E3_a_step_is_not_followed_by_a_jump() -> None:
    """A step ends the turn even beside a man that could be jumped over."""
    position = draw(TWO_JUMPS)
    assert "c3-c4" in moves(position)
    refuse(position, "c3-c4-e6", IllegalMoveError)


def test_E3_any_way_of_jumping_on_will_do() -> None:
    """From c4 three men can be jumped over; the shorter and the longer way are equally legal."""
    position = draw("""
        .......b
        ...w....
        ........
        .www....
        ........
        ..w.....
        ..w.....
        ........
    """)
    ways = moves_of(position, "c2-c4")
    assert {"c2-c4-a6", "c2-c4-c6-e8@b1@c1"} < ways
    assert {way.split("@")[0] for way in ways} == {"c2-c4-a6", "c2-c4-c6-e8", "c2-c4-e6-c8"}


def test_E3_two_paths_with_the_same_end_are_two_moves() -> None:
    """Round the left or round the right: two moves, one resulting position."""
    position = draw("""
        .......b
        ........
        ........
        ..w.w...
        ........
        ..w.w...
        ...w....
        ........
    """)
    assert {"d2-b4-d6", "d2-f4-d6"} < moves(position)
    assert position.play("d2-b4-d6") == position.play("d2-f4-d6")


def test_E3_a_jumping_turn_captures_nothing() -> None:
    """The jump ends before an enemy that could have been captured from there."""
    position = draw("""
        ........
        ........
        ........
        ...b....
        ........
        ...w....
        ...w....
        ........
    """)
    assert "d2-d4" in moves(position)
    refuse(position, "d2-d4-d6", IllegalMoveError)
    assert men(position.play("d2-d4"), "b") == 1


ENEMIES_ALL_ROUND = """
    ........
    ........
    ........
    ..bbb...
    ..bwb...
    ..bbb...
    ........
    ........
"""


def test_E4_a_man_captures_forward_and_sideways() -> None:
    """Five directions, and none of the three backward ones."""
    starts = {move[:5] for move in moves(draw(ENEMIES_ALL_ROUND))}
    assert starts == {"d4xb6", "d4xd6", "d4xf6", "d4xb4", "d4xf4"}


CAPTURES_DOWN = """
    ........
    ........
    ........
    ..www...
    ..wbw...
    ..www...
    ........
    ........
"""


def test_E4_a_black_man_captures_down_and_sideways() -> None:
    """Forward is down for Black."""
    starts = {move[:5] for move in moves(draw(CAPTURES_DOWN, "b"))}
    assert starts == {"d4xb2", "d4xd2", "d4xf2", "d4xb4", "d4xf4"}


@pytest.mark.parametrize("capture", ["c5 b6", "d5 d6", "e5 f6", "c4 b4", "e4 f4"])
def test_E4_the_enemy_jumped_over_is_removed(capture: str) -> None:
    """One enemy goes, and the man stands behind it."""
    enemy, target = capture.split()
    rows = [["."] * 8 for _ in range(8)]
    rows[0][7] = "b"
    rows[4][3] = "w"
    rows[8 - int(enemy[1])]["abcdefgh".index(enemy[0])] = "b"
    position = draw(" ".join("".join(row) for row in rows))
    assert moves(position) == {f"d4x{target}"}
    after = position.play(f"d4x{target}")
    assert [square(after, name) for name in ("d4", enemy, target)] == [".", ".", "w"]
    assert men(after, "b") == 1


def test_E4_a_capture_needs_an_empty_square_behind() -> None:
    """Nothing is captured against the edge, nor before a friend or an enemy."""
    position = draw("""
        ........
        ........
        .w.b....
        b.bb....
        bw......
        ........
        ........
        ........
    """)
    assert moves_of(position, "b4") == {"b4-b5"}


def test_E4_no_capture_backwards() -> None:
    """Enemies behind are safe, so White may step."""
    position = draw("""
        ........
        ........
        ........
        ........
        ...w....
        ..bbb...
        ........
        ........
    """)
    assert moves(position) == {"d4-c5", "d4-d5", "d4-e5"}


TWO_CAPTURES = """
    .......b
    ........
    ..b.....
    ...b....
    ...w....
    ........
    ........
    ........
"""


def test_E4_a_capturing_man_must_go_on_while_it_can() -> None:
    """Forward, then sideways: both enemies must be taken."""
    position = draw(TWO_CAPTURES)
    assert moves(position) == {"d4xd6xb6"}
    refuse(position, "d4xd6", IllegalMoveError)
    after = position.play("d4xd6xb6")
    assert str(after) == ".......b/......../.w....../......../......../......../......../........ b"


def test_E4_any_way_of_capturing_will_do() -> None:
    """One enemy to the right or two to the left: the player is free to choose."""
    position = draw("""
        .......b
        ........
        ..b.....
        ..b.b...
        ...w....
        ........
        ........
        ........
    """)
    assert moves(position) == {"d4xb6xd6", "d4xf6"}


def test_E4_an_enemy_is_removed_at_once() -> None:
    """The man does not turn round on an enemy it has already taken, but does on the next one."""
    position = draw("""
        .......b
        ........
        ........
        .....b..
        ...wb...
        ........
        ........
        ........
    """)
    assert moves(position) == {"d4xf4xf6"}


def test_E4_a_chain_may_wind_left_and_right() -> None:
    """Sideways, up, and sideways the other way."""
    position = draw("""
        .......b
        ........
        ..b.....
        .b......
        ..bw....
        ........
        ........
        ........
    """)
    assert moves(position) == {"d4xb4xb6xd6"}
    assert men(position.play("d4xb4xb6xd6"), "b") == 1


def test_E4_a_capturing_man_does_not_jump_over_its_own() -> None:
    """After a capture only captures go on."""
    position = draw("""
        .......b
        ...w....
        ........
        ...b....
        ...w....
        ........
        ........
        ........
    """)
    assert moves(position) == {"d4xd6"}


def test_E5_only_captures_are_legal_when_one_is_possible() -> None:
    """Neither a step nor a jump of any man."""
    position = draw("""
        .......b
        ........
        ........
        ...b....
        ...w....
        ........
        .w......
        .w......
    """)
    assert moves(position) == {"d4xd6"}
    for other in ("d4-e5", "b2-b3", "b1-b3"):
        refuse(position, other, IllegalMoveError)


def test_E5_any_man_may_make_the_capture() -> None:
    """Which of several captures is made is the player's choice."""
    position = draw("""
        .......b
        ........
        ........
        ...b....
        ..www...
        ........
        ........
        ........
    """)
    assert moves(position) == {"c4xe6", "d4xd6", "e4xc6"}


def test_E5_black_must_capture_too() -> None:
    """A sideways capture binds as much as a forward one."""
    position = draw(
        """
        ........
        ........
        .b......
        ........
        ...bw...
        ........
        ........
        w.......
    """,
        "b",
    )
    assert moves(position) == {"d4xf4"}


ON_THE_THRESHOLD = """
    ........
    ...w....
    ........
    ........
    ........
    ........
    .......b
    ........
"""


def test_E6_a_step_to_the_far_row_brings_every_pair_of_drops() -> None:
    """Twelve empty squares make 66 unordered pairs, written in board order, for each of three steps."""
    pairs = [f"@{one}@{two}" for one, two in combinations(WHITE_ZONE, 2)]
    steps = ["d7-c8", "d7-d8", "d7-e8"]
    assert moves(draw(ON_THE_THRESHOLD)) == {step + pair for step in steps for pair in pairs}


def test_E6_the_man_is_removed_and_two_new_ones_are_put_at_once() -> None:
    """One man more than before, and the other player is to move."""
    after = draw(ON_THE_THRESHOLD).play("d7-d8@b1@c2")
    assert str(after) == "......../......../......../......../......../......../..w....b/.w...... b"


@pytest.mark.parametrize("drops", ["", "@b1", "@a1@b1", "@b1@h1", "@b3@c3", "@b8@c8", "@b1@b1", "@b1@c1@d1"])
def test_E6_other_drops_are_refused(drops: str) -> None:
    """Neither too few nor too many, nor outside the zone, nor twice on one square."""
    with pytest.raises(PlygroundError, match=f"d7-d8{drops}"):
        draw(ON_THE_THRESHOLD).play(f"d7-d8{drops}")


def test_E6_drops_out_of_board_order_are_no_move() -> None:
    """An unordered pair has one way to be written."""
    refuse(draw(ON_THE_THRESHOLD), "d7-d8@c2@b1", NotationError)


def test_E6_a_man_may_reach_the_far_row_by_a_jump() -> None:
    """Over its own man on row 7."""
    position = draw("""
        ........
        ...w....
        ...w....
        ........
        ........
        ........
        .......b
        ........
    """)
    assert "d6-d8@b1@g2" in moves(position)
    assert men(position.play("d6-d8@b1@g2"), "w") == 3


CAPTURE_INTO_THE_FAR_ROW = """
    ....b...
    ...b....
    ...w....
    ........
    ........
    ........
    ........
    ........
"""


def test_E6_a_man_may_reach_the_far_row_by_a_capture() -> None:
    """The enemy goes, the man goes, two men come."""
    after = draw(CAPTURE_INTO_THE_FAR_ROW).play("d6xd8@c1@d1")
    assert str(after) == "....b.../......../......../......../......../......../......../..ww.... b"


def test_E6_the_turn_ends_on_the_far_row_even_if_a_capture_could_follow() -> None:
    """On d8 the man stands beside e8 with f8 empty, and takes it no more."""
    paths = {move.split("@")[0] for move in moves(draw(CAPTURE_INTO_THE_FAR_ROW))}
    assert paths == {"d6xd8"}


def test_E6_with_one_empty_square_one_man_is_put() -> None:
    """The other eleven squares of the zone are taken."""
    position = draw("""
        ........
        ...w....
        ........
        .......b
        ........
        ........
        .wwwww..
        .wwwwww.
    """)
    assert moves_of(position, "d7-d8") == {"d7-d8@g2"}
    assert men(position.play("d7-d8@g2"), "w") == men(position, "w")


def test_E6_an_enemy_in_the_zone_takes_a_square() -> None:
    """With an enemy on e2, boxed in so that it cannot be captured, only g2 is free."""
    position = draw("""
        ........
        ...w....
        ........
        ........
        ........
        ..wwww..
        .wwwbw..
        .wwwwww.
    """)
    assert moves_of(position, "d7-d8") == {"d7-d8@g2"}


def test_E6_with_no_empty_square_none_is_put() -> None:
    """The man is removed all the same."""
    position = draw("""
        ........
        ...w....
        ........
        .......b
        ........
        ........
        .wwwwww.
        .wwwwww.
    """)
    assert moves_of(position, "d7-d8") == {"d7-d8"}
    assert men(position.play("d7-d8"), "w") == 12


LADDER = """
    ........
    ...w....
    .......b
    ...w....
    ........
    ...w....
    .wwwwww.
    .ww.www.
"""


def test_E6_a_drop_on_the_square_just_left() -> None:
    """The jumping man has left d2, so d2 is empty when the drops are made."""
    position = draw(LADDER)
    assert moves_of(position, "d2-d4-d6-d8") == {"d2-d4-d6-d8@d1@d2"}
    after = position.play("d2-d4-d6-d8@d1@d2")
    assert square(after, "d1") == square(after, "d2") == "w"


def test_E6_a_drop_on_the_square_of_an_enemy_just_captured() -> None:
    """The turn itself has emptied c2 and d2, and e2 was empty before."""
    position = draw("""
        ........
        ....b...
        ........
        ....b...
        ........
        ....b...
        .wwb.ww.
        .wwwwww.
    """)
    path = "c2xe2xe4xe6xe8"
    assert moves_of(position, path) == {f"{path}@c2@d2", f"{path}@c2@e2", f"{path}@d2@e2"}


def test_E6_black_reaches_row_1_and_drops_on_rows_7_and_8() -> None:
    """Board order runs from row 1 up for both players: row 7 comes before row 8."""
    position = draw(
        """
        ........
        w.......
        ........
        ........
        ........
        ........
        .......b
        ........
    """,
        "b",
    )
    pairs = [f"@{one}@{two}" for one, two in combinations(BLACK_ZONE, 2)]
    assert moves(position) == {step + pair for step in ("h2-g1", "h2-h1") for pair in pairs}
    refuse(position, "h2-h1@b8@b7", NotationError)
    assert str(position.play("h2-h1@b7@c8")).startswith("..b...../wb")


def test_E6_only_the_far_row_brings_drops() -> None:
    """A step to row 7 is followed by none."""
    position = draw(LONE_MAN)
    with pytest.raises(PlygroundError, match="d4-d5@b1@c1"):
        position.play("d4-d5@b1@c1")


def test_E7_a_player_without_men_has_lost() -> None:
    """The capture of the last man ends the game."""
    position = draw("""
        ........
        ........
        ........
        ...b....
        ...w....
        ........
        ........
        ........
    """)
    after = position.play("d4xd6")
    assert position.outcome is None
    assert after.outcome is not None
    assert after.outcome.winner == WHITE
    assert after.outcome.reason == "Black has no man left"
    assert after.mover == BLACK
    assert after.moves == ()


def test_E7_a_mover_without_men_has_lost_from_the_start() -> None:
    """Such a position can be set up, and is over."""
    position = draw(LONE_MAN.replace("w", "."), "w")
    assert position.outcome is not None
    assert position.outcome.winner == BLACK


BLOCKED = """
    ........
    ........
    ........
    ........
    ........
    b.b.....
    bb......
    w.......
"""


def test_E7_a_player_who_cannot_move_on_their_turn_has_lost() -> None:
    """White's only man can neither step nor capture."""
    position = draw(BLOCKED)
    assert position.moves == ()
    assert position.outcome is not None
    assert position.outcome.winner == BLACK
    assert position.outcome.reason == "White cannot move"


def walled_in(man: str, hole: str) -> str:
    """A white man, black ones in its row and the two ahead of it, and one square of these that is empty."""
    column, row = "abcdefgh".index(man[0]), int(man[1])
    board = [["b" if row <= number <= row + 2 else "." for _ in range(8)] for number in range(1, 9)]
    board[row - 1][column] = "w"
    board[int(hole[1]) - 1]["abcdefgh".index(hole[0])] = "."
    return "/".join("".join(line) for line in reversed(board))


@pytest.mark.parametrize("row", [2, 6, 7])
def test_E7_a_single_way_out_is_enough(row: int) -> None:
    """One empty square near a man who is walled in: the game goes on exactly if a step or a capture leads there."""
    reference, ways = Reference(), set()
    for column in "abcdefgh":
        for hole in [name + str(number) for number in range(row, min(row + 3, 9)) for name in "abcdefgh"]:
            if hole == f"{column}{row}":
                continue
            text = walled_in(f"{column}{row}", hole)
            upside_down = "/".join(reversed(text.translate(str.maketrans("wb", "bw")).split("/")))
            for position in (GAME.position(f"{text} w"), GAME.position(f"{upside_down} b")):
                expected = set(reference.children(reference.parse(str(position))))
                assert moves(position) == expected
                assert (position.outcome is None) == bool(expected)
                ways |= {(move[2], ord(move[3]) - ord(move[0]), abs(int(move[4]) - int(move[1]))) for move in expected}
    sideways = {("x", -2, 0), ("x", 2, 0)}
    assert sideways <= ways
    assert len(ways - sideways) == (6 if row < 7 else 3)


def test_E7_who_can_only_capture_sideways_has_not_lost() -> None:
    position = GAME.position("bb....../wb....../......../......../......../......../......../........ w")
    assert moves(position) == {"a7xc7"}
    assert position.outcome is None


def test_E7_a_blocked_player_has_not_lost_while_the_other_is_to_move() -> None:
    """The block counts on the blocked player's own turn."""
    position = draw(BLOCKED, "b")
    assert position.outcome is None
    assert position.moves


ROUND_TRIP_START = """
    ........
    .b......
    w.......
    ........
    ........
    .......b
    ........
    ........
"""
ROUND_TRIP = """
    a6xc8@b2@g2 h3xf1@b7@g7
    b2-a3 g7-h6  a3-a4 h6-h5  a4-a5 h5-h4  a5-a6 h4-h3
"""


def test_E7_the_third_occurrence_of_a_position_is_a_draw() -> None:
    """Each player promotes by capturing the other's man, and all walks back: twice round is a draw."""
    first = draw(ROUND_TRIP_START)
    second = play(first, ROUND_TRIP)
    third = play(second, ROUND_TRIP)
    assert first == second == third
    assert first.outcome is None
    assert second.outcome is None
    assert third.outcome is not None
    assert third.outcome.winner is None
    assert third.outcome.reason
    assert third.moves == ()


def test_E7_a_position_made_from_text_has_a_fresh_history() -> None:
    """The text of a drawn position is its own first occurrence."""
    third = play(play(draw(ROUND_TRIP_START), ROUND_TRIP), ROUND_TRIP)
    fresh = GAME.position(str(third))
    assert fresh == third
    assert hash(fresh) == hash(third)
    assert fresh.outcome is None
    assert moves(fresh) == moves(draw(ROUND_TRIP_START))


@pytest.mark.parametrize("drawing", [BLOCKED, LONE_MAN.replace("w", ".")])
def test_E7_no_move_after_the_end(drawing: str) -> None:
    """A finished game refuses every move and has no lines."""
    position = draw(drawing)
    refuse(position, "a1-a2", IllegalMoveError)
    assert plyground.perft(position, 1) == 0


def test_E7_no_move_after_a_draw() -> None:
    """The capture that was legal twice is so no more."""
    refuse(play(play(draw(ROUND_TRIP_START), ROUND_TRIP), ROUND_TRIP), "a6xc8@b2@g2", IllegalMoveError)


@pytest.mark.parametrize(("depth", "lines"), [(0, 1), (1, 40), (2, 1600), *DEEPER])
def test_E1_to_E7_lines_from_the_opening(depth: int, lines: int) -> None:
    """How many lines there are, as counted by the naive reference rules."""
    assert plyground.perft(GAME.start(), depth) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("..bbbb../..b.b.b./.b..bbb./.b.....b/....b.w./.w.wwwww/.wwwww../.w..ww.. w", [8, 90, 3095]),
        (".b..bb../.bbbbb../.b.bbbbb/....w.b./.w.....w/.w..www./..w.w.w./..wwww.. b", [8, 90, 3095]),
        (".b.bb.../.b.bb.b./..b.b..b/.b....../ww....../.w....../ww.w..w./...w.... w", [56, 1176, 27048]),
        ("..b.bbb./bb..bb../.b..bbb./.b.ww.../.....b../.w.w..../.w.w.w../....ww.. b", [6, 45, 633]),
        ("...bbbb./..b..b.w/.bb.bb../w.b....b/.w..b.../w..www../wwwww.../....www. w", [16, 160, 734]),
    ],
)
def test_E1_to_E7_lines_from_the_middle_of_a_game(text: str, lines: list[int]) -> None:
    """Positions with long chains and promotions, counted by the naive reference rules."""
    assert [plyground.perft(GAME.position(text), depth) for depth in (1, 2, 3)] == lines


def test_moves_can_be_given_as_values() -> None:
    """Every move that is listed can be played as it is or as text, and leaves the position as it was."""
    start = GAME.start()
    for move in start.moves:
        assert start.play(move) == start.play(str(move))
    assert str(start) == START
    with pytest.raises(IllegalMoveError):
        start.play(start.moves[0]).play(start.moves[0])


@pytest.mark.parametrize("option", ["size", "swap", "mills"])
def test_an_unknown_option_is_refused(option: str) -> None:
    """Eximo has no options."""
    with pytest.raises(OptionError, match=option):
        plyground.game("eximo", **{option: 8})


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "w",
        START[:-2],
        START[:-1],
        START[:-1] + "x",
        START[:-1] + "W",
        START + " ",
        START + "\n",
        " " + START,
        START.replace(" ", "  "),
        START + " 1",
        START.replace("/", "", 1),
        START.replace("/", "//", 1),
        "/" + START,
        START.replace("......../", "", 1),
        START.replace("........", "8", 1),
        START.replace("........", ".........", 1),
        START.replace("........", ".......", 1),
        START.replace("........", "...x....", 1),
        START.replace("ww", "WW", 1),
    ],
)
def test_a_malformed_position_is_refused(text: str) -> None:
    """Only the text that the position itself would print is read."""
    with pytest.raises(InvalidPositionError, match=quoted(text)):
        GAME.position(text)


@pytest.mark.parametrize(
    "text",
    [
        "w......./......../......../......../......../......../......../.......b w",
        "w......./......../......../......../...b..../......../......../........ w",
        "......../......../......../......../...w..../......../......../.......b w",
        "......../......../......../......../...w..../......../......../........ w",
        "......../......../......../......../...b..../......../......../........ b",
        "......../......../......../......../......../......../......../........ w",
        "......../......../......../......../......../......../......../........ b",
    ],
)
def test_an_impossible_position_is_refused(text: str) -> None:
    """No man stays on its far row, and whoever has just moved has a man."""
    with pytest.raises(InvalidPositionError, match=quoted(text)):
        GAME.position(text)


@pytest.mark.parametrize(
    "move",
    [
        "",
        "c3",
        "c3-",
        "-c4",
        "c3c4",
        "c3--c4",
        "c3-c9",
        "c0-c1",
        "i3-i4",
        "33-34",
        "c3-c4xc6",
        "c3xc5-c7",
        "c3:c4",
        "@b1@c1",
        "d7-d8@",
        "d7-d8@b1@",
        "d7-d8@b9@c9",
        "d7-d8@b1-c1",
        "pass",
    ],
)
def test_a_malformed_move_is_refused(move: str) -> None:
    """What cannot be a move of Eximo in any position."""
    refuse(GAME.start(), move, NotationError)


@pytest.mark.parametrize(
    "move", ["c3-c5", "c3-d3", "c3-c2", "d4-d5", "b6-b5", "b2-b3", "c3xc5", "d7-d8@b1@c1", "c2-c4-e6"]
)
def test_an_illegal_move_is_refused(move: str) -> None:
    """What could be a move of Eximo in another position."""
    refuse(GAME.start(), move, IllegalMoveError)


def test_a_refusal_shows_at_most_eight_legal_moves() -> None:
    """Forty legal moves would bury the message."""
    start = GAME.start()
    with pytest.raises(IllegalMoveError) as refusal:
        start.play("c3-c5")
    assert sum(word in moves(start) for word in re.findall(r"[a-h1-8@x-]+", str(refusal.value))) <= 8


def test_every_error_is_a_plyground_error_and_a_value_error() -> None:
    """One class catches them all."""
    for error in (OptionError, NotationError, IllegalMoveError, InvalidPositionError):
        assert issubclass(error, PlygroundError)
    assert issubclass(PlygroundError, ValueError)


@pytest.mark.parametrize(
    ("move", "steps"),
    [("c3-c4", 1), ("c2-c4-e6", 2), ("d4xd6xb6", 2), ("d7-d8@b1@c2", 1), ("d4xd6xd8@b1", 2), ("d5xd7", 1)],
)
def test_steps_of_a_turn_are_its_hops_and_drops_are_none(move: str, steps: int) -> None:
    assert GAME.step_count(move) == steps
