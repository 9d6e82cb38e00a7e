"""Noughts and crosses, the game of the examples, for tests that want a game with draws that is soon at its end."""

import importlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from plyground import Game
from plyground.core import heuristic

FOLDER = Path(__file__).parent.parent / "examples/noughts"


@cache
def _imported() -> tuple[Game, dict[str, Any]]:
    """The game and its heuristics, imported once; a second import would register its rules again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        made: Game = importlib.import_module("noughts").NoughtsGame()
        return made, heuristic._known.pop("noughts")


def noughts(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game; its heuristics are forgotten with the test, like the game, and no others that the test loads."""
    made, heuristics = _imported()
    monkeypatch.setitem(heuristic._known, "noughts", heuristics)
    return made
