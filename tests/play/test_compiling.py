"""Compiling everything before anybody plays."""

import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from threading import Event, current_thread, main_thread
from typing import Any

import pytest
from rich.progress import Progress

import plyground
from plyground.cli import compile_ahead
from plyground.core.game import Game
from plyground.play import compiling
from plyground.play.agents.agent import Agent
from plyground.play.compiling import CompileJob, searches_of
from plyground.search.budget import Cancel
from tests.patience import PATIENCE

Told = list[tuple[list[str], int, int]]


class HereAndNow(Executor):
    """Runs jobs in this thread, as if `broken` ones had lost their process."""

    def __init__(self, broken: Callable[[CompileJob], bool] = lambda job: False) -> None:
        self.ran: list[CompileJob] = []
        self.broken = broken

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
        """Run the job."""
        self.ran.append(given[0])
        future: Future[Any] = Future()
        if self.broken(given[0]):
            future.set_exception(BrokenExecutor())
        else:
            future.set_result(work(*given, **named))
        return future


@pytest.fixture
def thought(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    """The searches that were run, by game and seconds."""
    ran: list[tuple[str, float]] = []
    monkeypatch.setattr(Agent, "think", lambda self, position, **how: ran.append((position.game.name, how["seconds"])))
    monkeypatch.setattr(compiling, "use_rules", lambda game: None)
    return ran


def compiled(executor: Executor, at_once: int = 1, cancel: Cancel | None = None, until: int = 10**6) -> Told:
    """What is reported while all is compiled; cancelled after `until` jobs."""
    told: Told = []

    def report(games: list[str], done: int, number: int) -> None:
        told.append((games, done, number))
        if cancel is not None and done >= until:
            cancel.now()

    compiling.compile_games(executor, at_once, report, cancel)
    return told


def test_every_search_of_every_game_is_run_for_a_moment(thought: list[tuple[str, float]]) -> None:
    told = compiled(executor := HereAndNow())
    assert {name for name, _ in thought} == set(plyground.games())
    assert all(seconds < 1 for _, seconds in thought)
    assert [done for _, done, _ in told] == list(range(len(thought) + 1))
    assert {number for _, _, number in told} == {len(thought)}
    assert len(thought) > 4 * len(plyground.games())
    expected = [job for name in plyground.games() for job in compiling.jobs_of(name)]
    assert sorted(executor.ran, key=str) == sorted(expected, key=str)


class EndedByHand(Executor):
    """Runs nothing: a job ends when it is told to."""

    def __init__(self) -> None:
        self.pending: dict[Future[Any], CompileJob] = {}
        self.most = 0

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
        """Begin the job; no other one of the game may be running."""
        assert given[0].game not in {job.game for job in self.pending.values()}
        future: Future[Any] = Future()
        self.pending[future] = given[0]
        self.most = max(self.most, len(self.pending))
        return future

    def end_first(self, games: list[str], done: int, number: int) -> None:
        """End the job that began first."""
        if self.pending:
            future = next(iter(self.pending))
            del self.pending[future]
            future.set_result(None)


@pytest.mark.parametrize("at_once", [1, 2, 5, 16])
def test_games_are_compiled_beside_each_other_and_the_searches_of_one_after_another(at_once: int) -> None:
    executor = EndedByHand()
    compiling.compile_games(executor, at_once, executor.end_first)
    assert executor.most == min(at_once, len(plyground.games()))


def test_the_games_that_are_being_compiled_are_told_in_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def compile_two(workers: object, size: int, report: Callable[..., None], cancel: Cancel) -> None:
        report([plyground.game(name).title for name in ("morris", "hex")], 1, 9)

    monkeypatch.setattr(Progress, "update", lambda self, task, **shown: told.append(shown["description"]))
    monkeypatch.setattr(compile_ahead, "compile_games", compile_two)
    compile_ahead.compile_command(lang="pt")
    assert told == ["Jogo do Moinho, Hex"]


def test_a_process_that_dies_costs_only_what_it_had_to_compile(thought: list[tuple[str, float]]) -> None:
    executor = HereAndNow(broken=lambda job: job.game == "hex")
    told = compiled(executor)
    assert told[-1][1] == told[-1][2] == len(executor.ran)
    assert {name for name, _ in thought} == set(plyground.games()) - {"hex"}


def test_a_job_means_the_same_in_another_process(thought: list[tuple[str, float]], monkeypatch: Any) -> None:
    used: list[Game] = []
    monkeypatch.setattr(compiling, "use_rules", used.append)
    compiled(HereAndNow())
    assert set(used) == {game for name in plyground.games() for game in compiling.variants(name)}


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
    monkeypatch.setattr(compile_ahead, "compile_games", lambda workers, size, report, cancel: None)
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

    def interrupted(workers: object, size: int, report: object, cancel: Cancel) -> None:
        assert current_thread() is not main_thread(), "an interruption could be lost in it"
        signal.raise_signal(signal.SIGINT)
        assert cancel.event.wait(PATIENCE)
        ended.set()

    monkeypatch.setattr(compile_ahead, "compile_games", interrupted)
    compile_ahead.compile_command()
    assert "Skipped" in capsys.readouterr().err
    assert ended.wait(PATIENCE)


def test_nothing_more_is_compiled_after_a_cancel(thought: list[tuple[str, float]]) -> None:
    compiled(HereAndNow(), cancel=Cancel(), until=2)
    assert len(thought) == 3
