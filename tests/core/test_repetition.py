"""What a position says of itself and of moves that it does not know."""

import pytest

import plyground
from plyground import IllegalMoveError, NotationError, Position
from plyground.core.position import OCCURRENCES_TO_DRAW, SHOWN_MOVES, shared_beginning

HEX = plyground.game("hex", size=3, swap=False)
NEUTREEKO = plyground.game("neutreeko")
CIRCLE = ("b1-b4", "c2-e4", "b4-b1", "e4-c2")


def after(position: Position, *moves: str) -> Position:
    """The position after the moves."""
    for move in moves:
        position = position.play(move)
    return position


def refusal(position: Position, move: str) -> str:
    """What is said of an illegal move."""
    with pytest.raises(IllegalMoveError) as refused:
        position.play(move)
    return str(refused.value)


def test_an_illegal_move_is_answered_with_at_most_eight_legal_ones() -> None:
    eight = HEX.start().play("a1")
    nine_played = refusal(HEX.start().play("b2"), "b2")
    assert len(eight.moves) == SHOWN_MOVES
    assert refusal(eight, "a1").endswith("Legal moves: a2, a3, b1, c1, b2, c2, b3, c3.")
    assert nine_played.count(",") == SHOWN_MOVES - 1
    many = refusal(plyground.game("hex", size=4, swap=False).start().play("a1"), "a1")
    assert many.endswith(" …")
    assert many.count(",") == SHOWN_MOVES - 1
    assert "Legal moves: a2, a3, a4, b1" in many, "those that begin alike come first"


def test_a_move_is_a_text_or_a_move() -> None:
    with pytest.raises(NotationError, match="is not a move"):
        HEX.start().play(5)  # type: ignore[arg-type]
    assert HEX.start().play(HEX.start().moves[0]) == HEX.start().play("a1")


@pytest.mark.parametrize(
    ("first", "second", "length"), [("abc", "abd", 2), ("abc", "abc", 3), ("ab", "abc", 2), ("", "a", 0), ("x", "y", 0)]
)
def test_the_shared_beginning_of_two_texts(first: str, second: str, length: int) -> None:
    assert shared_beginning(first, second) == length


def test_history_counts_occurrences_and_quiet_turns() -> None:
    start = NEUTREEKO.start()
    once, twice = after(start, *CIRCLE), after(start, *CIRCLE, *CIRCLE)
    assert [position.occurrences for position in (start, once, twice)] == [1, 2, OCCURRENCES_TO_DRAW]
    assert [position.quiet_turns for position in (start, once, twice)] == [0, 4, 8]
    assert [position.turns for position in (start, once, twice)] == [0, 4, 8]
    assert once.outcome is None
    assert twice.outcome is not None
    assert twice.outcome.winner is None
    assert twice.moves == ()
    fresh = twice.without_history()
    assert (fresh.occurrences, fresh.quiet_turns, fresh.turns, fresh.outcome) == (1, 0, 8, None)
    assert start == once == twice == fresh
    assert len({start, once, twice, fresh}) == 1


def test_positions_differ_by_board_and_by_game() -> None:
    assert NEUTREEKO.start() != NEUTREEKO.start().play("b1-b4")
    assert HEX.start() != plyground.game("hex", size=3).start()
    assert HEX.start() != "a text"


def test_a_state_is_a_copy() -> None:
    position = HEX.start()
    position.state[:] = 7
    assert str(position) == ".../.../... r"


def test_an_irreversible_turn_forgets_what_came_before() -> None:
    assert HEX.start().play("a1").quiet_turns == 0
    blockit = plyground.game("blockit").start()
    pawn, barrier = (next(str(m) for m in blockit.moves if (str(m)[-1] in "hv") == is_barrier) for is_barrier in (0, 1))
    assert blockit.play(pawn).quiet_turns == 1
    assert blockit.play(barrier).quiet_turns == 0
