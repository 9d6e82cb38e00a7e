"""What a table says is told only where the rules about progress leave time for it; tables come in the background."""

from queue import SimpleQueue
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

import plyground
from plyground.core.game import Game
from plyground.core.tablebase_progress import announcing_tablebases
from plyground.play.agents import perfect
from plyground.play.agents.agent import prepare_tables
from plyground.play.agents.perfect import in_time
from plyground.search.score import WIN, Score
from tests.patience import PATIENCE


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


def test_a_game_with_a_perfect_player_gets_its_table_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = plyground.game("neutreeko"), SimpleQueue[Game]()
    monkeypatch.setattr(perfect, "_ready", {})
    monkeypatch.setattr(perfect, "ready_prober", lambda made, folder: asked.put(made))
    prepare_tables(["human", "expert"], game)
    assert asked.empty()
    prepare_tables(["human", "perfect"], game)
    assert asked.get(timeout=PATIENCE) == game


def test_a_question_that_waits_for_the_table_is_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game, heard = plyground.game("neutreeko"), SimpleQueue[Game]()
    monkeypatch.setattr(perfect, "_ready", {})
    monkeypatch.setattr(perfect, "ready_prober", lambda made, folder: None)
    with announcing_tablebases(heard.put):
        with perfect._getting_ready:
            asking = Thread(target=perfect.prober_of, args=(game,))
            asking.start()
            assert heard.get(timeout=PATIENCE) == game
        asking.join()
