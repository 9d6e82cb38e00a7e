"""Which games there are."""

import importlib
from collections.abc import Iterator
from typing import Any

import pytest

import plyground

GAMES = importlib.import_module("plyground.games")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is asked of the installed packages, none of which offers a game here."""
    questions: list[str] = []

    def note(group: str, **more: Any) -> list[Any]:
        questions.append(group)
        return []

    monkeypatch.setattr(GAMES, "entry_points", note)
    GAMES._offered.cache_clear()
    yield questions
    GAMES._offered.cache_clear()


def test_what_is_installed_is_looked_through_once(asked: list[str]) -> None:
    """Python reads a file of every installed package for it, which takes longer than to make a game."""
    for name in plyground.games():
        assert plyground.game(name).name == name
    assert asked == ["plyground.games"]
