"""Compiling everything before anybody plays."""

import pytest

import plyground
from plyground.cli import compile_ahead
from plyground.play import compiling
from plyground.play.agents.agent import Agent


def test_every_search_of_every_game_is_run_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    ran, told = [], []
    monkeypatch.setattr(Agent, "think", lambda self, position, **how: ran.append((position.game.name, how["seconds"])))
    compiling.compile_games(lambda game, done, number: told.append((done, number)))
    assert {name for name, _ in ran} == set(plyground.games())
    assert all(seconds < 1 for _, seconds in ran)
    assert told == [(done, len(ran)) for done in range(len(ran) + 1)]
    assert len(ran) > 4 * len(plyground.games())


def test_ctrl_c_skips_the_rest(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(report: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(compile_ahead, "compile_games", interrupted)
    compile_ahead.compile_command()
    assert "Skipped" in capsys.readouterr().err
