"""The rules of Nine Men's Morris, at least one test for each numbered rule (M1 to M7); boards are drawn."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from plyground import Position

STANDARD: dict[str, Any] = {"mills": "standard", "flying": True}
STRICT: dict[str, Any] = {"mills": "strict"}
WALKING: dict[str, Any] = {"flying": False}
WHITE, BLACK = 0, 1
START = ".../.../.../....../.../.../... w 9,9"
ROWS = ["a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4 e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"]
DEEPER = [] if config.DISABLE_JIT else [(4, 255024)]
"""Lines that plain Python would take too long to count."""

POINTS = " ".join(ROWS).split()
ACROSS = ["a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"]
UPWARD = ["a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7"]
LINES = [tuple(line.split()) for line in ACROSS + UPWARD]


def draw(drawing: str, mover: str = "w", hand: str = "0,0", **options: object) -> Position:
    """The position in a drawing, of which only the points `.`, `w` and `b` are read."""
    rows = ["".join(re.findall("[.wb]", row)) for row in drawing.strip().splitlines()]
    return plyground.game("morris", **options).position(f"{'/'.join(rows)} {mover} {hand}")


def setup(white: str, black: str, mover: str = "w", hand: str = "0,0", **options: object) -> Position:
    """The position with men on these points, for tests that go through many boards."""
    rows = ["".join("w" if p in white else "b" if p in black else "." for p in row.split()) for row in ROWS]
    return plyground.game("morris", **options).position(f"{'/'.join(rows)} {mover} {hand}")


def moves(position: Position) -> set[str]:
    """The notation of every legal move, each of which must be listed once."""
    texts = [str(move) for move in position.moves]
    assert len(texts) == len(set(texts))
    return set(texts)


def moves_of(position: Position, start: str) -> set[str]:
    """The legal moves that begin like this."""
    return {move for move in moves(position) if move.startswith(start)}


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


def refuse(position: Position, move: str, error: type[Exception] = IllegalMoveError) -> None:
    """Check that a move is refused with this error, which quotes it, and that nothing has changed."""
    before = (str(position), moves(position), position.outcome)
    with pytest.raises(error, match=quoted(move)):
        position.play(move)
    assert (str(position), moves(position), position.outcome) == before


def won_by(position: Position, seat: int) -> bool:
    """Whether the game is over and this seat has won, for a reason that is given."""
    outcome = position.outcome
    return outcome is not None and outcome.winner == seat and bool(outcome.reason) and position.moves == ()


def is_draw(position: Position) -> bool:
    """Whether the game is over and nobody has won, for a reason that is given."""
    outcome = position.outcome
    return outcome is not None and outcome.winner is None and bool(outcome.reason) and position.moves == ()


def wander(position: Position, turns: int) -> Position:
    """The position after so many quiet turns, each the first by name to a position not seen on the way."""
    seen = {position}
    for _ in range(turns):
        quiet = sorted(move for move in moves(position) if "x" not in move)
        position = next(after for after in map(position.play, quiet) if after not in seen)
        seen.add(position)
    return position


def test_M1_the_twenty_four_points() -> None:
    """Each can take White's first man, and no other square can."""
    start = plyground.game("morris").start()
    named = "a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 a7 d7 g7"
    assert moves(start) == set(named.split())
    refuse(start, "d4", NotationError)


def test_M1_the_sixteen_lines() -> None:
    """Two men and a third make a mill on these lines and nowhere else."""
    for one, two in combinations(POINTS, 2):
        black = [point for point in POINTS if point not in (one, two)][:2]
        black_points = " ".join(black)
        position = setup(f"{one} {two}", black_points, hand="7,7")
        closing = {move.split("x")[0] for move in moves(position) if "x" in move}
        thirds = {p for line in LINES if {one, two} < set(line) for p in line} - {one, two, *black}
        assert closing == thirds


@pytest.mark.parametrize(("point", "text"), [("a7", "w../"), ("g1", "/..w ")])
def test_M1_the_text_runs_from_row_7_down(point: str, text: str) -> None:
    """The first character is a7 and the last is g1."""
    assert text in str(plyground.game("morris").start().play(point))


def test_M1_the_diagram_shows_the_position() -> None:
    """A drawing of several lines, which differs from one position to the next."""
    start = plyground.game("morris").start()
    assert len(start.diagram().splitlines()) >= 7
    assert start.diagram() != start.play("d6").diagram()


def test_M2_white_begins_with_nine_men_each_in_hand() -> None:
    """The board is empty."""
    game = plyground.game("morris")
    assert str(game.start()) == START
    assert game.start() == game.position(START)
    assert game.seats == ("white", "black")
    assert game.start().mover == WHITE
    assert game.start().outcome is None


def test_M2_a_turn_puts_one_man_on_an_empty_point() -> None:
    """It leaves the hand, and the other player is to move."""
    after = plyground.game("morris").start().play("d6")
    assert str(after) == ".../.w./.../....../.../.../... b 8,9"
    assert after.mover == BLACK
    assert moves(after) == set(POINTS) - {"d6"}
    refuse(after, "d6")


def test_M2_men_in_hand_are_placed_before_any_man_moves() -> None:
    """With a man in hand no man on the board may move."""
    position = draw(
        """
        w-----b-----w
        | b---w---b |
        | | w-.-b | |
        .-.-.   .-.-.
        | | .-.-. | |
        | .---w---. |
        b-----w-----.
        """,
        hand="3,3",
    )
    assert all(len(move.split("x")[0]) == 2 for move in moves(position))
    refuse(position, "d6-d5")


LAST_PLACING = """
    w-----b-----w
    | b---w---b |
    | | w-b-w | |
    b-w-.   .-.-w
    | | b-.-. | |
    | w---b---. |
    .-----w-----b
"""


def test_M2_black_places_the_last_man() -> None:
    """White has none left; after Black's ninth man White moves along the lines."""
    position = draw(LAST_PLACING, "b", "0,1")
    assert moves(position) == {"c4", "e4", "f4", "d3", "e3", "f2", "a1"}
    after = position.play("e3")
    assert str(after).endswith(" w 0,0")
    assert all("-" in move for move in moves(after))


FOUR_EACH = """
    w-----.-----b
    | .---w---. |
    | | .-.-b | |
    .-.-w   .-.-.
    | | .-b-. | |
    | .---.---. |
    b-----.-----w
"""


def test_M3_a_man_moves_along_a_line_to_an_empty_neighbour() -> None:
    """All moves of four men, none of which may fly."""
    expected = "a7-d7 a7-a4 d6-d7 d6-b6 d6-f6 d6-d5 c4-b4 c4-c5 c4-c3 g1-d1 g1-g4"
    assert moves(draw(FOUR_EACH)) == set(expected.split())


def test_M3_the_man_leaves_its_point() -> None:
    """Nobody's hand changes."""
    after = draw(FOUR_EACH).play("d6-d5")
    assert str(after) == "w.b/.../.wb/..w.../.b./.../b.w b 0,0"


@pytest.mark.parametrize("move", ["a7-g7", "a7-b6", "a7-g4", "c4-e4", "c4-a4", "e5-e4", "b6-d6", "d5"])
def test_M3_no_other_move_is_legal(move: str) -> None:
    """Not onto a man, past a neighbour, across the corners or the middle, nor with an enemy's man."""
    refuse(draw(FOUR_EACH), move)


@pytest.mark.parametrize("point", POINTS)
def test_M3_neighbours_follow_each_other_on_a_line(point: str) -> None:
    """From every point, with two friends and three enemies out of the way."""
    beside = {q for a, b, c in LINES for p, q in [(a, b), (b, a), (b, c), (c, b)] if p == point}
    away = [p for p in POINTS if p != point and p not in beside]
    position = setup(f"{point} {away[0]} {away[5]}", f"{away[1]} {away[6]} {away[9]}", flying=False)
    assert {move.split("x")[0] for move in moves_of(position, point)} == {f"{point}-{q}" for q in beside}


THREE_AGAINST_FOUR = """
    w-----.-----b
    | .---w---. |
    | | .-.-b | |
    .-.-.   .-.-.
    | | .-b-. | |
    | .---.---. |
    b-----.-----w
"""
EMPTY_POINTS = [p for p in POINTS if p not in ("a7", "g7", "d6", "e5", "d3", "a1", "g1")]


def test_M4_three_men_fly_to_any_empty_point() -> None:
    """Each of the three may go to each of the seventeen empty points."""
    position = draw(THREE_AGAINST_FOUR)
    assert moves(position) == {f"{man}-{p}" for man in ("a7", "d6", "g1") for p in EMPTY_POINTS}


def test_M4_flying_is_on_unless_switched_off() -> None:
    """The default options are flying and standard mills."""
    assert draw(THREE_AGAINST_FOUR) == draw(THREE_AGAINST_FOUR, **STANDARD)


def test_M4_without_flying_three_men_walk() -> None:
    """With flying off three men move as before."""
    position = draw(THREE_AGAINST_FOUR, **WALKING)
    expected = "a7-d7 a7-a4 d6-d7 d6-b6 d6-f6 d6-d5 g1-d1 g1-g4"
    assert moves(position) == set(expected.split())
    refuse(position, "a7-f2")


def test_M4_four_men_do_not_fly() -> None:
    """It takes exactly three; the enemy's three do not help."""
    position = draw(THREE_AGAINST_FOUR, "b")
    refuse(position, "g7-f2")
    assert moves_of(position, "g7") == {"g7-d7", "g7-g4"}


def test_M4_black_flies_too() -> None:
    """Three black men fly while four white ones walk."""
    swapped = THREE_AGAINST_FOUR.translate(str.maketrans("wb", "bw"))
    assert len(moves(draw(swapped, "b"))) == 3 * len(EMPTY_POINTS)


def test_M4_three_men_with_others_in_hand_do_not_fly() -> None:
    """Placing comes first."""
    position = draw(
        """
        w-----.-----b
        | .---w---. |
        | | .-.-. | |
        .-.-.   .-.-.
        | | .-b-. | |
        | .---.---. |
        b-----.-----w
        """,
        hand="6,6",
    )
    refuse(position, "a7-d5")
    assert len(moves(position)) == 18


def test_M4_a_flying_man_may_close_a_mill() -> None:
    """From g1 to the other end of the board."""
    position = draw(
        """
        w-----.-----b
        | .---.---. |
        | | .-.-b | |
        w-.-.   .-.-.
        | | .-b-. | |
        | .---.---b |
        .-----.-----w
        """
    )
    assert moves_of(position, "g1-a1") == {"g1-a1xg7", "g1-a1xe5", "g1-a1xd3", "g1-a1xf2"}


MILL_BY_PLACING = """
    w-----w-----.
    | .---.---. |
    | | b-b-b | |
    .-.-.   .-.-.
    | | .-.-. | |
    | .---.---b |
    .-----.-----w
"""


def test_M5_a_mill_closed_by_placing_removes_one_enemy_man() -> None:
    """The man goes from the board, not from the hand."""
    after = draw(MILL_BY_PLACING, hand="5,5").play("g7xf2")
    assert str(after) == "www/.../bbb/....../.../.../..w b 4,5"


def test_M5_a_man_in_a_mill_may_not_be_taken() -> None:
    """Only f2 stands outside Black's mill; strict or not makes no difference."""
    for options in (STANDARD, STRICT):
        position = draw(MILL_BY_PLACING, hand="5,5", **options)
        assert moves_of(position, "g7") == {"g7xf2"}
        refuse(position, "g7xd5")


def test_M5_a_removal_is_compulsory() -> None:
    """Closing the mill without taking a man is no legal move."""
    refuse(draw(MILL_BY_PLACING, hand="5,5"), "g7")


@pytest.mark.parametrize("move", ["d6xf2", "g7xa7", "g7xg7", "g7xa1", "g7xd6"])
def test_M5_no_other_removal_is_legal(move: str) -> None:
    """Not without a mill, not of one's own man, not from an empty point."""
    refuse(draw(MILL_BY_PLACING, hand="5,5"), move)


MILL_BY_MOVING = """
    w-----w-----.
    | b---.---. |
    | | b-.-b | |
    .-.-.   .-.-w
    | | .-.-. | |
    | .---.---b |
    .-----.-----w
"""


def test_M5_a_mill_closed_by_moving_removes_one_enemy_man() -> None:
    """From g4 up to g7; every black man stands free."""
    position = draw(MILL_BY_MOVING)
    assert moves_of(position, "g4-g7") == {"g4-g7xb6", "g4-g7xc5", "g4-g7xe5", "g4-g7xf2"}
    assert str(position.play("g4-g7xc5")) == "www/b../..b/....../.../..b/..w b 0,0"


def test_M5_the_point_just_left_does_not_count() -> None:
    """From g4 to g7 the line g1, g4, g7 is not closed, for g4 is empty then."""
    position = draw(MILL_BY_MOVING.replace("w-----w-----.", "w-----.-----."), **WALKING)
    assert moves_of(position, "g4-g7") == {"g4-g7"}


def test_M5_black_closes_mills_too() -> None:
    """White's men outside mills may be taken."""
    position = draw(
        """
        w-----w-----w
        | b---.---b |
        | | .-b-. | |
        .-.-.   .-.-w
        | | .-.-. | |
        | w---.---b |
        .-----.-----.
        """,
        "b",
    )
    assert moves_of(position, "d5-d6") == {"d5-d6xg4", "d5-d6xb2"}


def test_M5_a_mill_can_be_opened_and_closed_again() -> None:
    """Each closing takes a man; opening and standing take none."""
    position = play(draw(MILL_BY_MOVING), "g4-g7xc5 b6-b4 d7-d6 b4-b6")
    assert moves_of(position, "d6-d7") == {"d6-d7xb6", "d6-d7xe5", "d6-d7xf2"}


def test_M5_a_standing_mill_takes_nothing() -> None:
    """A turn of another man beside the mill removes none."""
    position = draw(MILL_BY_MOVING).play("g4-g7xc5").play("b6-b4")
    assert moves_of(position, "g1") == {"g1-g4", "g1-d1"}


TWO_MILLS_AT_ONCE = """
    .-----w-----w
    | .---.---. |
    | | .-b-. | |
    w-.-b   .-.-b
    | | .-.-. | |
    | .---.---. |
    w-----.-----b
"""


def test_M5_two_mills_closed_at_once_remove_one_man() -> None:
    """The corner a7 closes row 7 and column a."""
    position = draw(TWO_MILLS_AT_ONCE, hand="5,5")
    assert moves_of(position, "a7") == {"a7xd5", "a7xc4", "a7xg4", "a7xg1"}
    assert men(position.play("a7xd5"), "b") == 3
    refuse(position, "a7xd5xc4", NotationError)


ALL_IN_MILLS = """
    w-----w-----.
    | .---.---. |
    | | b-b-b | |
    .-.-b   .-.-w
    | | b-.-. | |
    | .---.---. |
    .-----.-----w
"""


def test_M5_standard_lets_any_man_be_taken_when_all_are_in_mills() -> None:
    """Five black men in two mills that share c5."""
    expected = {"g4-g7xc5", "g4-g7xd5", "g4-g7xe5", "g4-g7xc4", "g4-g7xc3"}
    assert moves_of(draw(ALL_IN_MILLS), "g4-g7") == expected
    assert moves_of(draw(ALL_IN_MILLS, mills="standard"), "g4-g7") == expected


def test_M5_strict_lets_no_man_be_taken_when_all_are_in_mills() -> None:
    """The mill is closed all the same, and written without a removal."""
    position = draw(ALL_IN_MILLS, **STRICT)
    assert moves_of(position, "g4-g7") == {"g4-g7"}
    refuse(position, "g4-g7xc5")
    assert men(position.play("g4-g7"), "b") == 5


def test_M5_strict_holds_while_placing_as_well() -> None:
    """Three black men in one mill are safe, in standard rules they are not."""
    drawing = MILL_BY_PLACING.replace("---b |", "---. |")
    assert moves_of(draw(drawing, hand="5,5", **STRICT), "g7") == {"g7"}
    assert moves_of(draw(drawing, hand="5,5"), "g7") == {"g7xc5", "g7xd5", "g7xe5"}


@pytest.mark.parametrize("options", [STANDARD, STRICT])
def test_M5_nothing_is_removed_when_the_enemy_has_no_man_on_the_board(options: dict[str, Any]) -> None:
    """All black men placed so far have been taken; the mill is written without a removal."""
    position = draw(
        """
        w-----w-----.
        | .---.---. |
        | | .-.-. | |
        .-.-.   .-.-.
        | | .-.-. | |
        | .---.---. |
        .-----.-----.
        """,
        hand="5,5",
        **options,
    )
    assert moves_of(position, "g7") == {"g7"}


def test_M6_a_player_left_with_two_men_has_lost() -> None:
    """The removal of the third last man ends the game."""
    position = draw(
        """
        w-----w-----.
        | b---.---. |
        | | .-.-b | |
        .-.-.   .-.-w
        | | .-.-. | |
        | .---.---b |
        .-----.-----w
        """
    )
    after = position.play("g4-g7xb6")
    assert position.outcome is None
    assert won_by(after, WHITE)
    assert after.mover == BLACK


TWO_WHITE_MEN = """
    w-----.-----.
    | b---.---. |
    | | .-.-b | |
    .-.-.   .-.-w
    | | .-.-. | |
    | .---.---b |
    .-----.-----.
"""


@pytest.mark.parametrize(("mover", "hand"), [("w", "0,0"), ("b", "0,0"), ("b", "0,1")])
def test_M6_two_men_and_none_in_hand_lose_whoever_is_to_move(mover: str, hand: str) -> None:
    """Such a position can be set up, and is over."""
    assert won_by(draw(TWO_WHITE_MEN, mover, hand), BLACK)


def test_M6_two_men_do_not_lose_with_a_man_in_hand() -> None:
    """White has one more to place."""
    position = draw(TWO_WHITE_MEN, "w", "1,1")
    assert position.outcome is None
    assert draw(TWO_WHITE_MEN, "w", "1,1").play("a1").outcome is None


def test_M6_a_player_whose_last_man_in_hand_is_only_the_second_has_lost() -> None:
    """The placing itself brings Black to none in hand and two men."""
    position = draw(
        """
        w-----.-----.
        | .---.---. |
        | | .-.-b | |
        .-.-.   .-.-w
        | | .-.-. | |
        | .---.---. |
        .-----w-----.
        """,
        "b",
        "0,1",
    )
    assert position.outcome is None
    assert won_by(position.play("b6"), WHITE)


BLOCKED = """
    w-----w-----b
    | b---b---. |
    | | .-.-. | |
    w-b-.   .-.-.
    | | .-.-. | |
    | .---.---. |
    w-----b-----.
"""


def test_M6_a_player_who_cannot_move_on_their_turn_has_lost() -> None:
    """White's four men are shut in."""
    assert won_by(draw(BLOCKED), BLACK)


def test_M6_the_reason_says_whose_men_they_are() -> None:
    """Too few, or shut in: the loser is named."""
    for position, reason in (
        (draw(TWO_WHITE_MEN), "White has fewer than three men"),
        (draw(TWO_WHITE_MEN.translate(str.maketrans("wb", "bw")), "b"), "Black has fewer than three men"),
        (draw(BLOCKED), "White cannot move"),
    ):
        assert position.outcome is not None
        assert position.outcome.reason == reason


def test_M6_a_move_that_shuts_the_enemy_in_wins() -> None:
    """The last way out is closed from g1."""
    position = draw(BLOCKED.replace("w-----b-----.", "w-----.-----b"), "b")
    assert position.outcome is None
    assert won_by(position.play("g1-d1"), BLACK)


def test_M6_a_blocked_player_has_not_lost_while_the_other_is_to_move() -> None:
    """The block counts on the blocked player's own turn."""
    assert draw(BLOCKED, "b").outcome is None


def test_M6_a_blocked_player_with_a_man_in_hand_has_not_lost() -> None:
    """Placing is a legal move."""
    assert draw(BLOCKED, hand="4,4").outcome is None


THREE_SHUT_IN = """
    w-----w-----b
    | .---b---. |
    | | .-.-. | |
    w-b-.   .-.-.
    | | .-.-. | |
    | .---.---. |
    b-----.-----.
"""


def test_M6_three_shut_in_men_fly_out_or_lose() -> None:
    """With flying on they have moves; with flying off they have none."""
    assert draw(THREE_SHUT_IN).outcome is None
    assert len(moves(draw(THREE_SHUT_IN))) == 3 * 17
    assert won_by(draw(THREE_SHUT_IN, **WALKING), BLACK)


def test_M6_no_move_after_the_end() -> None:
    """A finished game refuses every move and has no lines."""
    position = draw(BLOCKED)
    refuse(position, "a7-b6")
    refuse(position, "c5")
    assert plyground.perft(position, 1) == 0


THERE_AND_BACK = "d6-d5 d3-d2 d5-d6 d2-d3 "


def test_M7_the_third_occurrence_of_a_position_is_a_draw() -> None:
    """The position set up counts as the first, twice there and back brings the third."""
    first = draw(FOUR_EACH)
    second = play(first, THERE_AND_BACK)
    third = play(second, THERE_AND_BACK)
    assert first == second == third
    assert second.outcome is None
    assert play(second, "d6-d5 d3-d2 d5-d6").outcome is None
    assert is_draw(third)
    refuse(third, "d6-d5")


def test_M7_the_occurrences_need_not_follow_each_other() -> None:
    """A detour between them changes nothing."""
    line = THERE_AND_BACK + "a7-d7 a1-d1 d7-a7 d1-a1"
    position = play(draw(FOUR_EACH), line)
    assert position == draw(FOUR_EACH)
    assert is_draw(position)


def test_M7_the_same_men_with_another_mover_are_another_position() -> None:
    """A white man comes back in three turns or two, so the same board comes with either mover."""
    first = draw(THREE_AGAINST_FOUR)
    line = "a7-f2 d3-d2 f2-f4 d2-d3 f4-a7"
    other = play(first, line)
    assert str(other).split()[0] == str(first).split()[0]
    assert other != first
    assert other.outcome is None


def test_M7_a_position_made_from_text_has_a_fresh_history() -> None:
    """The text of a drawn position is its own first occurrence."""
    third = play(draw(FOUR_EACH), THERE_AND_BACK * 2)
    fresh = plyground.game("morris").position(str(third))
    assert fresh == third
    assert hash(fresh) == hash(third)
    assert fresh.outcome is None


def test_M7_a_hundred_quiet_turns_are_a_draw() -> None:
    """A turn is one player's: the 100th ends the game, the 99th does not."""
    before = wander(draw(FOUR_EACH), 99)
    assert before.outcome is None
    assert is_draw(wander(before, 1))


def test_M7_a_removal_starts_the_count_again() -> None:
    """Four quiet turns before the mill do not count."""
    removal = play(draw(MILL_BY_MOVING), "g1-d1 f2-d2 d1-g1 d2-f2 g4-g7xc5")
    before = wander(removal, 99)
    assert before.outcome is None
    assert is_draw(wander(before, 1))


def test_M7_a_mill_that_removes_nothing_is_a_quiet_turn() -> None:
    """With strict mills such a turn counts among the hundred."""
    closed = draw(ALL_IN_MILLS, **STRICT).play("g4-g7")
    before = wander(closed, 98)
    assert before.outcome is None
    assert is_draw(wander(before, 1))


def test_M7_a_placing_starts_the_count_again() -> None:
    """The hundred turns begin after the last man has left the hand."""
    placed = draw(LAST_PLACING, "b", "0,1").play("e3")
    before = wander(placed, 99)
    assert before.outcome is None
    assert is_draw(wander(before, 1))


@pytest.mark.parametrize(("depth", "lines"), [(0, 1), (1, 24), (2, 552), (3, 12144), *DEEPER])
def test_M1_to_M7_lines_from_the_empty_board(depth: int, lines: int) -> None:
    """How many lines there are, as counted by the naive reference rules."""
    assert plyground.perft(plyground.game("morris").start(), depth) == lines


@pytest.mark.parametrize(
    ("text", "mills", "flying", "lines"),
    [
        ("b../b../.../b...../www/bw./w.w w 0,0", "standard", True, [16, 585, 3178]),
        ("b../b../.../b...../www/bw./w.w w 0,0", "standard", False, [16, 97, 737]),
        ("b../b../.../b...../www/bw./w.w w 0,0", "strict", True, [16, 575, 3114]),
        ("b../b../.../b...../www/bw./w.w w 0,0", "strict", False, [16, 92, 705]),
        (".../.../b../bb..../www/.../.bb b 0,0", "standard", True, [14, 384, 4442]),
        (".../.../b../bb..../www/.../.bb b 0,0", "standard", False, [14, 22, 246]),
        (".../.../b../bb..../www/.../.bb b 0,0", "strict", True, [10, 480, 5313]),
        (".../.../b../bb..../www/.../.bb b 0,0", "strict", False, [10, 27, 289]),
        ("w.w/wb./wb./wwb.../.bb/www/.bb b 0,1", "standard", False, [17, 71, 694]),
    ],
)
def test_M1_to_M7_lines_in_mid_game(text: str, mills: str, flying: bool, lines: list[int]) -> None:
    """Positions where each choice of options counts differently, counted by the naive reference rules."""
    position = plyground.game("morris", mills=mills, flying=flying).position(text)
    assert [plyground.perft(position, depth) for depth in (1, 2, 3)] == lines


def test_positions_of_other_options_are_other_positions() -> None:
    """Equality asks for the same game, the same options and the same position."""
    assert draw(FOUR_EACH) == draw(FOUR_EACH, **STANDARD)
    assert len({draw(FOUR_EACH), draw(FOUR_EACH, **STRICT), draw(FOUR_EACH, **WALKING)}) == 3
    assert draw(FOUR_EACH) != draw(FOUR_EACH, "b")


def test_moves_can_be_given_as_values() -> None:
    """Every move that is listed can be played as it is or as text, and leaves the position as it was."""
    position = draw(MILL_BY_MOVING)
    text = str(position)
    for move in position.moves:
        assert position.play(move) == position.play(str(move))
    assert str(position) == text
    with pytest.raises(IllegalMoveError):
        position.play(position.moves[0]).play(position.moves[0])


@pytest.mark.parametrize("option", ["size", "swap", "fly"])
def test_an_unknown_option_is_refused(option: str) -> None:
    """The message names it."""
    with pytest.raises(OptionError, match=option):
        plyground.game("morris", **{option: True})


@pytest.mark.parametrize(("option", "value"), [("mills", "loose"), ("mills", ""), ("flying", "perhaps")])
def test_a_bad_option_value_is_refused(option: str, value: str) -> None:
    """The message quotes it."""
    with pytest.raises(OptionError, match=quoted(value)):
        plyground.game("morris", **{option: value})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "w 9,9",
        START[:-4],
        START[:-1],
        START.replace("9,9", "9"),
        START.replace("9,9", "9,9,9"),
        START.replace("9,9", "9, 9"),
        START.replace("9,9", "9;9"),
        START.replace("9,9", "09,9"),
        START.replace("9,9", "+9,9"),
        START.replace("9,9", "9,\u0669"),
        START.replace("9,9", "9.0,9"),
        START.replace("9,9", "-1,-1"),
        START.replace("w", "x"),
        START.replace("w", "W"),
        START.replace(" ", "  ", 1),
        START + " ",
        START + "\n",
        " " + START,
        START + " 0",
        START.replace("/", "", 1),
        START.replace(".../", "", 1),
        START.replace(".../", "..../", 1),
        START.replace("....../", "...../", 1),
        START.replace("...", ".o.", 1),
        START.replace("...", "3", 1),
    ],
)
def test_a_malformed_position_is_refused(text: str) -> None:
    """Only the text that the position itself would print is read."""
    with pytest.raises(InvalidPositionError, match=quoted(text)):
        plyground.game("morris").position(text)


@pytest.mark.parametrize(
    "text",
    [
        ".../.../.../....../.../.../... w 10,10",
        ".../.../.../....../.../.../... w 9,8",
        ".../.../.../....../.../.../... w 8,9",
        ".../.../.../....../.../.../... b 9,9",
        ".../.../.../....../.../.../... b 9,8",
        "w../.../.../....../.../.../... b 7,9",
        "www/bbb/.../....../.../.../... b 1,0",
        "w../.../.../....../.../.../... w 9,9",
        "w../b../.../....../.../.../... w 9,9",
        "www/www/www/w...../bbb/.../... w 0,0",
        "www/bbb/b../b...../bbb/b../b.. b 0,0",
        "w../bbb/.../....../.../.../... w 0,0",
        "www/.../.../....../.../.../... w 0,0",
        "www/b../.../....../.../.../... b 0,0",
        "ww./bb./.../....../.../.../... w 0,0",
        "ww./bb./.../....../.../.../... b 0,0",
        ".../.../.../....../.../.../... w 0,0",
    ],
)
def test_an_impossible_position_is_refused(text: str) -> None:
    """The hands fit the mover, nobody has ten men or fewer than two in all, and only one side has lost."""
    with pytest.raises(InvalidPositionError, match=quoted(text)):
        plyground.game("morris").position(text)


@pytest.mark.parametrize(
    "move",
    [
        "",
        "d",
        "d4",
        "a2",
        "d8",
        "h1",
        "66",
        "d6-",
        "-d6",
        "d6x",
        "xd6",
        "d6-d4",
        "d6xd4",
        "d6--d5",
        "d6d5",
        "d6-d5-c5",
        "d6xb4-b2",
        "d6-d5xb4xb2",
        "d6:d5",
        "pass",
    ],
)
def test_a_malformed_move_is_refused(move: str) -> None:
    """What cannot be a move of this game in any position."""
    refuse(plyground.game("morris").start(), move, NotationError)


@pytest.mark.parametrize("move", ["d6-d5", "a1-g7", "d6xb4", "d6-d5xb4"])
def test_an_illegal_move_is_refused(move: str) -> None:
    """What could be a move of this game in another position."""
    refuse(plyground.game("morris").start(), move)


def test_a_refusal_shows_at_most_eight_legal_moves() -> None:
    """Twenty-four legal moves would bury the message."""
    start = plyground.game("morris").start()
    with pytest.raises(IllegalMoveError) as refusal:
        start.play("d6-d5")
    assert sum(word in moves(start) for word in re.findall(r"[a-g1-7x-]+", str(refusal.value))) <= 8


def test_every_error_is_a_plyground_error_and_a_value_error() -> None:
    """One class catches them all."""
    for error in (OptionError, NotationError, IllegalMoveError, InvalidPositionError):
        assert issubclass(error, PlygroundError)
    assert issubclass(PlygroundError, ValueError)
