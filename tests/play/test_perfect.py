"""What a table says is told only where the rules about progress leave time for it."""

from types import SimpleNamespace
from typing import Any

import pytest

from plyground.play.agents.perfect import in_time
from plyground.search.score import WIN, Score


def position(quiet_turns: int, limit: int | None) -> Any:
    """A position of which only its quiet turns matter, and how many of them a draw takes."""
    return SimpleNamespace(quiet_turns=quiet_turns, game=SimpleNamespace(quiet_turns_to_draw=limit))


@pytest.mark.parametrize("kind", ["win", "loss"])
def test_an_end_that_comes_after_the_draw_for_want_of_progress_is_not_told(kind: Any) -> None:
    score = Score(kind, WIN - 20 if kind == "win" else 20 - WIN, 20)
    assert in_time(score, position(80, 100))
    assert not in_time(score, position(81, 100))
    assert in_time(score, position(81, None))


def test_a_draw_needs_no_time() -> None:
    assert in_time(Score("draw", 0), position(99, 100))
