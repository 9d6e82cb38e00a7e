"""Compile what games use before anybody plays."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from plyground.core.game import Game
from plyground.core.interruptible import LISTEN_SECONDS
from plyground.core.options import Choice, Several
from plyground.games import game as find_game
from plyground.games import names
from plyground.play.agents.agent import Agent, read_search
from plyground.play.agents.spec import AgentSpec
from plyground.search.budget import Cancel

MOMENT = 0.01
"""Seconds of a search that is only run to be compiled."""


def texts_of(game: Game) -> list[str]:
    """The agents of the levels and of an analysis, each once."""
    return list(dict.fromkeys([*game.levels().values(), "pvs" if len(game.seats) == 2 else "paranoid"]))


def search_of(game: Game, text: str) -> Agent:
    """The search of an agent, without a table of exact values, which would have to be built."""
    return read_search(replace(AgentSpec.parse(text), tables=False), game, 0)


def searches_of(game: Game) -> Iterator[Agent]:
    """The searches of the levels and of an analysis."""
    return (search_of(game, text) for text in texts_of(game))


def variants(name: str) -> Iterator[Game]:
    """The usual game, one with each other value of an option in words, and one with all of a list: with all seats."""
    yield (usual := find_game(name))
    for option in usual.known_options:
        if isinstance(option, Choice):
            yield from (find_game(name, **{option.name: value}) for value in option.choices if value != option.default)
        elif isinstance(option, Several):
            yield find_game(name, **{option.name: option.choices})


def use_rules(game: Game) -> None:
    """Call once what every front end calls from Python: a move, its position as text and back, how it stands."""
    start = game.start()
    position = game.position(str(start.play(str(start.moves[0]))))
    position.diagram(), position.outcome, position.mover, position.moves
    game.scene(position.state), game.winning_cells(position.state)


class CompileJob(NamedTuple):
    """A search of a game that is run only to be compiled; as text, for another process."""

    game: str
    options: dict[str, str]
    agent: str


def jobs_of(name: str) -> Iterator[CompileJob]:
    """The jobs of a game."""
    for game in variants(name):
        for text in texts_of(game):
            yield CompileJob(name, game.option_texts(), text)


def run_job(job: CompileJob) -> None:
    """Use the rules of the game, and run the search for a moment."""
    game = find_game(job.game, **job.options)
    use_rules(game)
    search_of(game, job.agent).think(game.start(), seconds=MOMENT)


def compile_games(
    executor: Executor, at_once: int, report: Callable[[list[str], int, int], None], cancel: Cancel | None = None
) -> None:
    """Run the jobs of every game, of `at_once` games at a time; `report` gets these games, the jobs done, and all.

    The searches of a game share kernels and would only wait for each other, so they run one after another, those of
    the game with most of them first. Left out is what is rarer: boards of other sizes, tables of exact values, the
    theatre's recorded searches, searches that no level uses.
    """
    waiting = sorted((deque(jobs_of(name)) for name in names()), key=len)
    running: dict[Future[None], deque[CompileJob]] = {}
    number, done = sum(map(len, waiting)), 0
    while (waiting or running) and not (cancel is not None and cancel.asked):
        while waiting and len(running) < at_once:
            jobs = waiting.pop()
            running[executor.submit(run_job, jobs[0])] = jobs
        report([str(find_game(jobs[0].game).title) for jobs in running.values()], done, number)
        for future in wait(running, timeout=LISTEN_SECONDS, return_when=FIRST_COMPLETED).done:
            # What a process that died has not compiled is compiled when it is first used.
            with suppress(BrokenExecutor):
                future.result()
            jobs = running.pop(future)
            jobs.popleft()
            done += 1
            if jobs:
                waiting.append(jobs)
    report([], done, number)
