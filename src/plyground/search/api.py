"""Entry point of every search; `plyground.search` in play/agents/search.py also takes levels and external programs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from numba import typeof

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.heuristic import check_heuristic, find_choice, find_heuristic, usual_heuristic
from plyground.core.nnue import with_own_memory
from plyground.core.options import read_options
from plyground.core.position import Position
from plyground.language import Message
from plyground.search.budget import Budget, Cancel
from plyground.search.engine.session import Session
from plyground.search.leaf_tables import NO_TABLES, LeafTables, tables_after
from plyground.search.registry import Algorithm, find_algorithm
from plyground.search.result import Result
from plyground.search.task import Progress, Task, ignore

USUAL_SECONDS = 1.0
MOST_LINES = 64


class NothingToSearchError(PlygroundError):
    """The game is over."""


def search(
    position: Position,
    algorithm: str = "pvs",
    *,
    heuristic: str | Any = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    moves: str = "all",
    root_moves: Sequence[str] = (),
    lines: int = 1,
    seed: int = 0,
    cancel: Cancel | None = None,
    on_progress: Progress = ignore,
    trace: int = 0,
    optimum: float | None = None,
    session: Session | None = None,
    tables: LeafTables | None = None,
    **options: Any,
) -> Result:
    """Choose a move in `position`.

    `heuristic` is a name or a NamedTuple of weights (default: `strong`). Limits can be combined (default: one second).
    `moves` names the moves to consider everywhere, `root_moves` those to choose between in `position` itself (all if
    it is empty): the score is that of the best of these. `lines` is the number of best lines to return, `trace` the
    number of tree nodes to record. When a clock is running, `optimum` is the target time for the move and `seconds`
    the maximum. With a `session`, the search reuses the results of earlier searches of the same game. Where `tables`
    have a position, the search goes no deeper and takes its exact value. Longer than other functions by its
    arguments, each of which can be given by name.
    """
    if position.outcome is not None:
        raise NothingToSearchError(Message("search.game_over", reason=position.outcome.reason))
    check_numbers(lines, trace, seed)
    found = find_algorithm(algorithm, len(position.game.seats))
    if root_moves and not found.restrictable:
        raise PlygroundError(Message("search.no_root_moves", name=found.name))
    chosen = read_options(algorithm, found.options, options)
    if depth is None and nodes is None and seconds is None:
        seconds = USUAL_SECONDS
    between = tuple(dict.fromkeys(map(position.legal, root_moves)))
    task = Task(
        position=position,
        heuristic=_heuristic(position.game, heuristic),
        budget=Budget(depth=depth, nodes=nodes, seconds=seconds, optimum=optimum),
        lines=min(lines, len(between or position.moves)),
        choice=find_choice(position.game, str(moves)),
        root_moves=between,
        cancel=cancel,
        on_progress=on_progress,
        trace=trace,
        session=session,
        tables=NO_TABLES if tables is None else tables_after(tables, position),
    )
    _compile_first(found, task, chosen)
    return found.run(task, chosen, seed)


def check_numbers(lines: Any, trace: Any, seed: Any = 0) -> None:
    """Raise an error unless each value is an integer within its range."""
    ranges = {"lines": (lines, 1, MOST_LINES), "seed": (seed, 0, 2**62), "trace": (trace, 0, 10**7)}
    for name, (value, low, high) in ranges.items():
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise PlygroundError(Message("search.range", name=name, low=low, high=high, found=repr(value)))


def _heuristic(game: Game, given: Any) -> Any:
    """Return the heuristic, given by name or as weights, or the default."""
    if given is None or isinstance(given, str):
        return find_heuristic(game, usual_heuristic(game) if given is None else given)
    check_heuristic(game, given)
    return with_own_memory(given)


_compiled: set[tuple[object, ...]] = set()


def _compile_first(algorithm: Algorithm, task: Task, options: dict[str, Any]) -> None:
    """Search one node before the clock starts, so that compilation does not count against the time limit."""
    rules = task.position.game.rules
    key = (algorithm.name, typeof(rules), type(task.heuristic), type(task.choice), task.trace > 0, type(task.tables))
    if algorithm.needs_budget and key not in _compiled:
        algorithm.run(replace(task, budget=Budget(nodes=1), on_progress=ignore, cancel=None, session=None), options, 0)
        _compiled.add(key)
