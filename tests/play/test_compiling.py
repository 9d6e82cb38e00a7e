"""Compiling everything before anybody plays."""

import signal
from collections.abc import Callable
from threading import Event, current_thread, main_thread
from typing import Any

import pytest

import plyground
from plyground.cli import compile_ahead
from plyground.core.game import Game
from plyground.play import compiling
from plyground.play.agents.agent import Agent
from plyground.play.compiling import searches_of
from plyground.search.budget import Cancel
from tests.patience import PATIENCE


def test_every_search_of_every_game_is_run_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    ran, told = [], []
    monkeypatch.setattr(Agent, "think", lambda self, position, **how: ran.append((position.game.name, how["seconds"])))
    compiling.compile_games(lambda game, done, number: told.append((done, number)))
    assert {name for name, _ in ran} == set(plyground.games())
    assert all(seconds < 1 for _, seconds in ran)
    assert told == [(done, len(ran)) for done in range(len(ran) + 1)]
    assert len(ran) > 4 * len(plyground.games())


def test_the_rules_of_every_variant_are_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[Game] = []
    monkeypatch.setattr(Agent, "think", lambda self, position, **how: None)
    monkeypatch.setattr(compiling, "use_rules", used.append)
    compiling.compile_games(lambda game, done, number: None)
    assert used == [game for name in plyground.games() for game in compiling.variants(name)]


@pytest.mark.parametrize("name", plyground.games())
def test_rules_are_used_as_front_ends_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = plyground.game(name)
    kind, called = type(game), list[str]()

    def noting(method: str) -> Callable[..., Any]:
        before = getattr(kind, method)
        return lambda self, *given: (called.append(method), before(self, *given))[1]

    for method in ("read_position", "write_position", "scene", "diagram"):
        monkeypatch.setattr(kind, method, noting(method))
    compiling.use_rules(game)
    assert {"read_position", "write_position", "scene", "diagram"} <= set(called)


def test_what_is_said_at_the_end_names_what_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compile_ahead, "compile_games", lambda report, cancel: None)
    compile_ahead.compile_command()
    said = " ".join(capsys.readouterr().err.split())
    assert "The rules, levels and analysis of every game are compiled, with its usual board." in said
    assert "boards of other sizes, exact values (Neutreeko, endings of Nine Men's Morris), the search theatre" in said


def test_other_rules_and_more_seats_are_compiled_with_their_own_searches() -> None:
    by_options = {
        (game.options["rules"], len(game.seats)): {(agent.algorithm, agent.heuristic) for agent in searches_of(game)}
        for game in compiling.variants("blockit")
    }
    assert by_options.keys() == {("blockit", 2), ("quoridor", 2), ("blockit", 4)}
    assert ("pvs", "nnue") in by_options["quoridor", 2] - by_options["blockit", 2]
    assert ("paranoid", "strong") in by_options["blockit", 4]
    assert {game.option_texts()["mills"] for game in compiling.variants("morris")} == {"standard", "strict"}
    assert len(list(compiling.variants("hex"))) == 1


def test_ctrl_c_skips_the_rest(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ended = Event()

    def interrupted(report: object, cancel: Cancel) -> None:
        assert current_thread() is not main_thread(), "the compiler would swallow an interruption"
        signal.raise_signal(signal.SIGINT)
        assert cancel.event.wait(PATIENCE)
        ended.set()

    monkeypatch.setattr(compile_ahead, "compile_games", interrupted)
    compile_ahead.compile_command()
    assert "Skipped" in capsys.readouterr().err
    assert ended.wait(PATIENCE)


def test_nothing_more_is_compiled_after_a_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel, ran = Cancel(), []
    monkeypatch.setattr(Agent, "think", lambda self, position, **how: ran.append(how["cancel"]))
    compiling.compile_games(lambda game, done, number: cancel.now() if done == 2 else None, cancel)
    assert ran == [cancel] * 3
