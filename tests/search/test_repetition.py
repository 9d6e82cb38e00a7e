"""Positions that come again, and what the engine makes of them."""

import plyground
from plyground import Position

NEUTREEKO = plyground.game("neutreeko")


def after(*moves: str) -> Position:
    """The position after these moves, which remembers them."""
    position = NEUTREEKO.start()
    for move in moves:
        position = position.play(move)
    return position


def test_the_second_time_is_none_if_the_first_was_before_the_root() -> None:
    """White could have won there the first time, and will not miss it again."""
    position = after("c4-e2", "b5-b2", "e2-b5", "c2-e2", "b5-b3", "e2-c2")
    trap = position.play("b3-b5")
    assert trap.occurrences == 2
    assert any(trap.play(move).outcome is not None for move in trap.moves)
    for depth in (2, 4, 6):
        found = plyground.search(position, depth=depth)
        assert str(found.move) != "b3-b5"
        assert found.score == plyground.search(NEUTREEKO.position(str(position)), depth=depth).score
