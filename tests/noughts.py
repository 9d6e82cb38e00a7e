"""Noughts and crosses, the game of the examples, for tests that want a game with draws that is soon at its end."""

import importlib
from pathlib import Path

import pytest

from plyground import Game
from plyground.core import heuristic

FOLDER = Path(__file__).parent.parent / "examples/noughts"


def noughts(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game; its heuristics are forgotten with the test, like the game."""
    monkeypatch.setattr(heuristic, "_known", dict(heuristic._known))
    monkeypatch.syspath_prepend(str(FOLDER))
    made: Game = importlib.import_module("noughts").NoughtsGame()
    return made
