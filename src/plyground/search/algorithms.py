"""Every search by its name, with its options: one table for the API, agents and front ends alike."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from plyground.core.errors import PlygroundError, quoted
from plyground.core.options import Choice, Number, Option, Switch
from plyground.search import engine, fixed, growing
from plyground.search.alphabeta import AlphaBeta
from plyground.search.budget import Budget
from plyground.search.minimax import Minimax
from plyground.search.montecarlo import Ways
from plyground.search.result import Result
from plyground.search.several import MaxN, Paranoid
from plyground.search.task import Task

Runner = Callable[[Task, dict[str, Any], int], Result]


class UnknownAlgorithmError(PlygroundError):
    """There is no search of that name, or it does not fit the game."""


@dataclass(frozen=True)
class Algorithm:
    """A search, by name."""

    name: str
    summary: str
    run: Runner
    options: tuple[Option, ...] = ()
    needs_budget: bool = True
    several_seats: bool = False
    """Whether it also searches games of more than two players."""


def _dice(task: Task, seed: int) -> random.Random:
    """Dice that fall alike for the same seed and position, and differently for others."""
    return random.Random(f"{seed} {task.position.key.hex()} {len(task.position.earlier)}")


def _minimax(task: Task, options: dict[str, Any], seed: int) -> Result:
    return fixed.run(task, Minimax(searcher=options["view"] == SEARCHER))


def _alphabeta(task: Task, options: dict[str, Any], seed: int) -> Result:
    return fixed.run(task, AlphaBeta(sort=options["sort"], searcher=options["view"] == SEARCHER))


def _paranoid(task: Task, options: dict[str, Any], seed: int) -> Result:
    return fixed.run(task, Paranoid(), "wins")


def _maxn(task: Task, options: dict[str, Any], seed: int) -> Result:
    return fixed.run(task, MaxN(), "nothing")


def _deepening(task: Task, options: dict[str, Any], seed: int) -> Result:
    exact = {"deeper_entries", "reductions", "quiescence", "extensions", "repetition"} if options["exact"] else set()
    without = exact | {name for name in engine.FEATURES if not options.get(name, True)}
    settings = engine.Settings(
        megabytes=options["megabytes"],
        threads=options["threads"],
        aspiration=options["aspiration"],
        contempt=options["contempt"],
        without=frozenset(without),
    )
    return engine.run(task, settings)


def _montecarlo(task: Task, options: dict[str, Any], seed: int) -> Result:
    ways = Ways(
        exploration=options["exploration"] / 100,
        rave=float(options["rave"]),
        solver=options["solver"],
        longest=options["longest"],
    )
    return growing.run(task, ways, options["megabytes"], seed)


def _greedy(task: Task, options: dict[str, Any], seed: int) -> Result:
    """Hill climbing: the move after which the heuristic looks best; ties fall by the seed."""
    everything = replace(task, budget=Budget(depth=1), lines=max(task.lines, len(task.position.moves)))
    if len(task.position.game.seats) == 2:
        result = fixed.run(everything, Minimax(searcher=options["view"] == SEARCHER))
    else:
        result = fixed.run(everything, Paranoid(), "wins")
    equal = [line for line in result.lines if line.score.value == result.score.value]
    chosen = _dice(task, seed).choice(equal)
    return replace(result.choosing(chosen, task.lines), stopped_by="rule")


def _random(task: Task, options: dict[str, Any], seed: int) -> Result:
    """Any legal move, by the seed."""
    return Result.unsearched(_dice(task, seed).choice(task.position.moves), "rule")


SEARCHER = "searcher"
_VIEW = Choice("view", SEARCHER, (SEARCHER, "mover"), "with whose eyes a leaf is judged; the reports: the searcher's")

_FEATURE_OPTIONS = tuple(
    Switch(name, True, meaning)
    for name, meaning in (
        ("table", "remember positions in a transposition table"),
        ("deeper_entries", "let a deeper search stand for a shallower one"),
        ("killers", "try first what refuted a sister position"),
        ("history", "try first what was good elsewhere"),
        ("replies", "try first what answered the same move before"),
        ("verification", "ask first whether a move is better at all (principal variation search)"),
        ("reductions", "search late quiet moves less deep at first"),
        ("quiescence", "follow forcing moves beyond the last ply"),
        ("extensions", "search deeper where there is only one move"),
        ("repetition", "take a position that comes again below the root for a draw at once, not at its third time"),
        ("sharing", "let threads put off what another one looks at"),
    )
)

ALGORITHMS: dict[str, Algorithm] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("random", "any legal move", _random, needs_budget=False, several_seats=True),
        Algorithm(
            "greedy",
            "hill climbing: the move after which the heuristic looks best",
            _greedy,
            (_VIEW,),
            needs_budget=False,
            several_seats=True,
        ),
        Algorithm("minimax", "looks at every line of a given depth", _minimax, (_VIEW,)),
        Algorithm(
            "alphabeta",
            "minimax without the lines that cannot matter",
            _alphabeta,
            (
                Switch(
                    "sort", False, "sort children by the heuristic before descending; moves and values stay the same"
                ),
                _VIEW,
            ),
        ),
        Algorithm(
            "deepening",
            "the engine: alpha-beta ever deeper, with a table and everything else that helps",
            _deepening,
            (
                Number("megabytes", 64, 1, 65536, "size of the transposition table"),
                Number("threads", 1, 1, 256, "threads that search together"),
                Switch("aspiration", True, "search in a narrow window first"),
                Number("contempt", 0, 0, 10000, "how much a repetition is worse than nothing, in heuristic units"),
                Switch("exact", False, "only what cannot change the value of the very depth"),
                *_FEATURE_OPTIONS,
            ),
        ),
        Algorithm(
            "montecarlo",
            "grows a tree by random games (UCT with RAVE and a solver)",
            _montecarlo,
            (
                Number("megabytes", 256, 1, 65536, "size of the tree"),
                Number("exploration", 40, 0, 1000, "how much rarely tried moves count, in hundredths"),
                Number("rave", 300, 0, 100000, "visits until a node outweighs RAVE; 0 switches it off"),
                Switch("solver", True, "stop playing out what is certain"),
                Number("longest", 200, 1, 10000, "plies after which a random game is a draw"),
            ),
            several_seats=True,
        ),
        Algorithm(
            "paranoid",
            "for several players: all others are against me",
            _paranoid,
            several_seats=True,
        ),
        Algorithm("maxn", "for several players: each for themselves", _maxn, several_seats=True),
    )
}


def find_algorithm(name: str, seats: int) -> Algorithm:
    """The search of that name, if it can search a game of so many players."""
    if name not in ALGORITHMS:
        raise UnknownAlgorithmError(f"There is no search {quoted(name)}; there are {', '.join(ALGORITHMS)}.")
    algorithm = ALGORITHMS[name]
    if seats > 2 and not algorithm.several_seats:
        fitting = ", ".join(other.name for other in ALGORITHMS.values() if other.several_seats)
        raise UnknownAlgorithmError(f"{name} is for two players; for {seats} there are {fitting}.")
    return algorithm
