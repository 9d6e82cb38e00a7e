"""Counting lines."""

import pytest

import plyground
from plyground import PlygroundError

KNOWN = [
    ("hex", {"size": 11}, 3, 1742400),
    ("blockit", {"rules": "quoridor"}, 3, 2062264),
    ("eximo", {}, 4, 2093190),
    ("neutreeko", {}, 5, 467422),
    ("morris", {}, 5, 5140800),
]


@pytest.mark.parametrize(("name", "options", "depth", "leaves"), KNOWN)
def test_known_counts(name: str, options: dict[str, str], depth: int, leaves: int) -> None:
    """The references count the same, less deep; Quoridor's numbers agree with other engines."""
    assert plyground.perft(plyground.game(name, **options).start(), depth) == leaves


def test_depth_zero_is_one_line() -> None:
    assert plyground.perft(plyground.game("hex", size=3).start(), 0) == 1


def test_a_finished_game_has_no_lines() -> None:
    over = plyground.game("hex", size=3).position("r.b/r.b/r.. b")
    assert [plyground.perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.parametrize("depth", [-1, 65, 2.0, "3", None, True])
def test_bad_depths(depth: object) -> None:
    with pytest.raises(PlygroundError, match="whole number from 0 to 64"):
        plyground.perft(plyground.game("hex").start(), depth)  # type: ignore[arg-type]
