"""Every search by its name, with its options: one table for the API, agents and front ends alike."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from plyground.core.errors import PlygroundError, quoted
from plyground.core.game import Game
from plyground.core.options import Choice, File, Number, Option, Switch
from plyground.search.budget import Budget
from plyground.search.engine import runner as engine
from plyground.search.fixed_depth import runner as fixed_depth
from plyground.search.fixed_depth.alphabeta import AlphaBeta
from plyground.search.fixed_depth.minimax import Minimax
from plyground.search.fixed_depth.multiplayer import MaxN, Paranoid
from plyground.search.mcts import puct_runner
from plyground.search.mcts import runner as mcts
from plyground.search.mcts.puct import PuctSettings
from plyground.search.mcts.tree import MctsSettings
from plyground.search.onnx_network import find_network
from plyground.search.result import Result
from plyground.search.task import Task

Runner = Callable[[Task, dict[str, Any], int], Result]
Check = Callable[[Game, dict[str, Any]], None]


class UnknownAlgorithmError(PlygroundError):
    """There is no search of that name, or it does not fit the game."""


def _anything(game: Game, options: dict[str, Any]) -> None:
    """Every game and all options fit."""


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
    guided: bool = True
    """Whether it asks a heuristic."""
    counts: str = ""
    """What its nodes are, for a search without a depth."""
    by_network: bool = False
    """Whether it asks a network, which must be able to see the game."""
    check: Check = _anything
    """Raises an error if the search cannot play a game with these options."""

    def plays(self, game: Game) -> bool:
        """Whether the game is one that it can search."""
        seats = self.several_seats or len(game.seats) == 2
        return seats and (not self.by_network or game.encoding() is not None)


def _dice(task: Task, seed: int) -> random.Random:
    """Dice that fall alike for the same seed and position, and differently for others."""
    return random.Random(f"{seed} {task.position.key.hex()} {len(task.position.earlier)}")


def _minimax(task: Task, options: dict[str, Any], seed: int) -> Result:
    return fixed_depth.run(task, Minimax(searcher=options["view"] == SEARCHER))


def _alphabeta(task: Task, options: dict[str, Any], seed: int) -> Result:
    return fixed_depth.run(task, AlphaBeta(sort=options["sort"], searcher=options["view"] == SEARCHER))


def _paranoid(task: Task, options: dict[str, Any], seed: int) -> Result:
    return fixed_depth.run(task, Paranoid(), "wins")


def _maxn(task: Task, options: dict[str, Any], seed: int) -> Result:
    return fixed_depth.run(task, MaxN(), "nothing")


def _deepening(task: Task, options: dict[str, Any], seed: int) -> Result:
    exact = {"deeper_entries", "reductions", "quiescence", "extensions", "repetition"} if options["exact"] else set()
    without = exact | {name for name in engine.FEATURES if not options.get(name, True)}
    settings = engine.EngineSettings(
        megabytes=options["megabytes"],
        threads=options["threads"],
        aspiration=options["aspiration"],
        contempt=options["contempt"],
        without=frozenset(without),
    )
    return engine.run(task, settings)


def _montecarlo(task: Task, options: dict[str, Any], seed: int) -> Result:
    ways = MctsSettings(
        exploration=options["exploration"] / 100,
        rave=float(options["rave"]),
        solver=options["solver"],
        longest=options["longest"],
    )
    return mcts.run(task, ways, options["megabytes"], seed)


def _puct(task: Task, options: dict[str, Any], seed: int) -> Result:
    settings = puct_runner.PuctOptions(
        ways=PuctSettings(exploration=options["exploration"] / 100, reduction=options["reduction"] / 100),
        megabytes=options["megabytes"],
        threads=options["threads"],
        batch=options["batch"],
        temperature=options["temperature"] / 100,
        keep=options["keep"],
    )
    network = find_network(task.position.game, options["network"])
    return puct_runner.run(task, settings, network, _dice(task, seed))


def _has_network(game: Game, options: dict[str, Any]) -> None:
    find_network(game, options["network"])


def _greedy(task: Task, options: dict[str, Any], seed: int) -> Result:
    """Hill climbing: the move after which the heuristic looks best; ties fall by the seed."""
    everything = replace(task, budget=Budget(depth=1), lines=max(task.lines, len(task.position.moves)))
    if len(task.position.game.seats) == 2:
        result = fixed_depth.run(everything, Minimax(searcher=options["view"] == SEARCHER))
    else:
        result = fixed_depth.run(everything, Paranoid(), "wins")
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
        Algorithm("random", "any legal move", _random, needs_budget=False, several_seats=True, guided=False),
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
            guided=False,
            counts="games",
        ),
        Algorithm(
            "puct",
            "grows a tree by what a network says of moves and positions",
            _puct,
            (
                File("network", "the network, an .onnx file; nothing for the one that came with the game"),
                Number("threads", 1, 1, 256, "threads that search together"),
                Number("batch", 4, 1, 256, "positions that a thread asks the network about together"),
                Number("temperature", 0, 0, 1000, "how much chance there is in the choice of a move, in hundredths"),
                Number("exploration", 125, 0, 1000, "how much rarely tried moves count, in hundredths"),
                Number("reduction", 25, 0, 200, "how much worse an untried move is thought, in hundredths"),
                Number("megabytes", 256, 1, 65536, "size of the tree"),
                Switch("keep", True, "go on with the tree of the move before"),
            ),
            guided=False,
            counts="evaluations",
            by_network=True,
            check=_has_network,
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
