"""All search algorithms by name: one table for the API, agents and front ends."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from plyground.core.deprecation import warn_renamed
from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.language import Message
from plyground.search import algorithm_options as options
from plyground.search.algorithm_options import Chosen, Options, by_searcher
from plyground.search.engine import runner as engine
from plyground.search.fixed_depth import runner as fixed_depth
from plyground.search.fixed_depth.greedy import play_greedily, play_randomly
from plyground.search.fixed_depth.minimax import Minimax
from plyground.search.fixed_depth.multiplayer import MaxN, Paranoid
from plyground.search.mcts import puct_runner
from plyground.search.mcts import runner as mcts
from plyground.search.onnx_network import find_network
from plyground.search.result import Result
from plyground.search.task import Task

Runner = Callable[[Task, Chosen, int], Result]
"""Run a task with the chosen options and a seed."""
Check = Callable[[Game, Chosen], None]


class UnknownAlgorithmError(PlygroundError):
    """There is no search algorithm with that name, or it does not fit the game."""


def _fits_always(game: Game, chosen: Chosen) -> None:
    """Accept every game and all options."""


@dataclass(frozen=True)
class Algorithm:
    """A search algorithm."""

    name: str
    summary: str
    run: Runner
    options: Options = ()
    needs_budget: bool = True
    several_seats: bool = False
    """True if it supports more than two players."""
    guided: bool = True
    """True if it uses a heuristic."""
    counts: str = ""
    """The name of its nodes, for a search without a depth."""
    restrictable: bool = False
    """True if it can be told which moves of the position itself to choose between."""
    by_network: bool = False
    """True if it uses a network; the game must then have an encoding."""
    check: Check = _fits_always
    """Raises an error if the algorithm cannot play a game with these options."""

    def plays(self, game: Game) -> bool:
        """True if it can search the game."""
        seats = self.several_seats or len(game.seats) == 2
        return seats and (not self.by_network or game.encoding() is not None)


def _dice(task: Task, seed: int) -> random.Random:
    """A random generator determined by seed and position."""
    return random.Random(f"{seed} {task.position.key.hex()} {len(task.position.earlier)}")


def _random(task: Task, chosen: Chosen, seed: int) -> Result:
    return play_randomly(task, _dice(task, seed))


def _greedy(task: Task, chosen: Chosen, seed: int) -> Result:
    return play_greedily(task, _dice(task, seed), searcher=by_searcher(chosen))


def _minimax(task: Task, chosen: Chosen, seed: int) -> Result:
    return fixed_depth.run(task, Minimax(searcher=by_searcher(chosen)))


def _alphabeta(task: Task, chosen: Chosen, seed: int) -> Result:
    return fixed_depth.run(task, options.alphabeta_settings(chosen))


def _paranoid(task: Task, chosen: Chosen, seed: int) -> Result:
    return fixed_depth.run(task, Paranoid(), "wins")


def _maxn(task: Task, chosen: Chosen, seed: int) -> Result:
    return fixed_depth.run(task, MaxN(), "nothing")


def _pvs(task: Task, chosen: Chosen, seed: int) -> Result:
    return engine.run(task, options.engine_settings(chosen))


def _montecarlo(task: Task, chosen: Chosen, seed: int) -> Result:
    keep = chosen["keep"] or chosen["ponder"]  # pondering is of no use without its tree
    settings, threads = options.mcts_settings(chosen), chosen["threads"]
    return mcts.run(task, settings, chosen["megabytes"], seed, keep=keep, threads=threads)


def _puct(task: Task, chosen: Chosen, seed: int) -> Result:
    network = find_network(task.position.game, chosen["network"])
    return puct_runner.run(task, options.puct_options(chosen), network, _dice(task, seed))


def _has_network(game: Game, chosen: Chosen) -> None:
    find_network(game, chosen["network"])


_TABLE = (
    Algorithm(
        "random", Message("search.algorithm.random"), _random, needs_budget=False, several_seats=True, guided=False
    ),
    Algorithm(
        "greedy",
        Message("search.algorithm.greedy"),
        _greedy,
        (options.VIEW,),
        needs_budget=False,
        several_seats=True,
    ),
    Algorithm("minimax", Message("search.algorithm.minimax"), _minimax, (options.VIEW,), restrictable=True),
    Algorithm("alphabeta", Message("search.algorithm.alphabeta"), _alphabeta, options.ALPHABETA, restrictable=True),
    Algorithm(
        "pvs",
        Message("search.algorithm.engine"),
        _pvs,
        options.ENGINE,
    ),
    Algorithm(
        "montecarlo",
        Message("search.algorithm.montecarlo"),
        _montecarlo,
        options.MONTE_CARLO,
        several_seats=True,
        guided=False,
        counts="games",
    ),
    Algorithm(
        "puct",
        Message("search.algorithm.puct"),
        _puct,
        options.PUCT,
        guided=False,
        counts="evaluations",
        by_network=True,
        check=_has_network,
    ),
    Algorithm("paranoid", Message("search.algorithm.paranoid"), _paranoid, several_seats=True, restrictable=True),
    Algorithm("maxn", Message("search.algorithm.maxn"), _maxn, several_seats=True, restrictable=True),
)
ALGORITHMS: dict[str, Algorithm] = {algorithm.name: algorithm for algorithm in _TABLE}


FORMER_NAMES = {"deepening": "pvs"}
"""Former names of algorithms, accepted for one more release."""


def current_name(name: str) -> str:
    """The current name of an algorithm; a former name triggers a warning, once."""
    if name in FORMER_NAMES:
        warn_renamed(name, FORMER_NAMES[name])
    return FORMER_NAMES.get(name, name)


def find_algorithm(name: str, seats: int) -> Algorithm:
    """The algorithm with that name; raise an error unless it supports that number of players."""
    name = current_name(name)
    if name not in ALGORITHMS:
        raise UnknownAlgorithmError(Message("search.unknown", name=quoted(name), known=list(ALGORITHMS)))
    algorithm = ALGORITHMS[name]
    if seats > 2 and not algorithm.several_seats:
        fitting = ", ".join(other.name for other in ALGORITHMS.values() if other.several_seats)
        raise UnknownAlgorithmError(Message("search.two_players", name=name, seats=seats, fitting=fitting))
    return algorithm
