"""`plyground.probe`: exact values from Python."""

from pathlib import Path

import pytest

import plyground
from tests.solve.claims import table_positions
from tests.solve.solved import solved


def test_it_tells_value_distance_and_the_value_of_each_move() -> None:
    folder = solved("neutreeko")[1]
    start = plyground.probe(plyground.game("neutreeko").start(), folder)
    assert (start.value, start.distance) == ("draw", None)
    kept = [move for move, score in start.moves.items() if score is not None and score.kind == "draw"]
    assert (len(start.moves), sorted(kept)) == (14, ["b1-c1", "d1-c1"])


def test_the_best_move_of_a_won_position_ends_as_promised() -> None:
    folder, start = solved("neutreeko")[1], plyground.game("neutreeko").start()
    losing = next(
        move for move, score in plyground.probe(start, folder).moves.items() if score and score.kind == "loss"
    )
    position = start.play(losing)
    found = plyground.probe(position, str(folder))
    assert found.value == "win"
    assert found.distance is not None
    ends = [score.plies or 0 for score in found.moves.values() if score is not None and score.kind == "win"]
    assert min(ends) == found.distance - 1
    for left in range(found.distance, 0, -1):
        moves = plyground.probe(position, folder).moves
        move = next(move for move, score in moves.items() if score is not None and score.plies == left - 1)
        position = position.play(move)
    assert position.outcome is not None


def test_a_position_without_a_table_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(plyground.PlygroundError, match="No table has"):
        plyground.probe(plyground.game("morris").start(), tmp_path)


def test_tables_made_later_are_found(tmp_path: Path) -> None:
    """A folder that had no table when it was first asked."""
    position = next(table_positions(solved("morris", 6)[0], 1, seed=3))
    with pytest.raises(plyground.PlygroundError):
        plyground.probe(position, tmp_path)
    for file in solved("morris", 6)[1].iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert plyground.probe(position, tmp_path).value in ("win", "draw", "loss")
