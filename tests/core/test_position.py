"""What a position knows of the game before it."""

import copy
import pickle
from dataclasses import replace

import plyground
from plyground import Position
from plyground.core.position import Step

START = plyground.game("neutreeko").start()
BACK_AND_FORTH = ("b1-b4", "d5-d2", "b4-b1", "d2-d5")


def played(begin: Position, *moves: str) -> Position:
    for move in moves:
        begin = begin.play(move)
    return begin


def test_a_line_begins_where_the_game_was_set_up() -> None:
    middle = START.game.position(str(played(START, "b1-c1")))
    begin, moves = played(middle, "b5-a4").line()
    assert (begin, [str(move) for move in moves]) == (middle, ["b5-a4"])
    assert middle.line() == (middle, ())


def test_whoever_forgets_what_counts_forgets_how_it_came_about() -> None:
    later = played(START, *BACK_AND_FORTH)
    assert later.occurrences == 2
    forgetful = later.without_history()
    assert (forgetful, forgetful.occurrences, forgetful.turns) == (later, 1, 4)
    assert forgetful.line() == (later, ())


def test_where_nothing_counts_nothing_is_forgotten() -> None:
    opened = played(plyground.game("hex", size=4).start(), "a1", "b2")
    assert opened.without_history().line() == opened.line()


def test_a_long_game_can_be_copied_and_let_go() -> None:
    """A chain of turns must not be walked by recursion, which has an end."""
    last = None
    for value in range(20_000):
        last = Step(last, START.key, value)
    position = replace(START, last=last)
    for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert again == position
        assert [step.value for step in again.last.all()] == list(range(20_000))
    del last, position, again
