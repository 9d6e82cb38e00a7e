"""`plyground.search`: one way into every search."""

from dataclasses import replace
from typing import Any

from numba import typeof

from plyground.core.errors import PlygroundError
from plyground.core.heuristic import find_choice, find_heuristic
from plyground.core.options import read_options
from plyground.core.position import Position
from plyground.search.algorithms import Algorithm, find_algorithm
from plyground.search.budget import Budget, Cancel
from plyground.search.fixed import Progress, Task, ignore
from plyground.search.result import Result

USUAL_HEURISTIC = "strong"
USUAL_SECONDS = 1.0
MOST_LINES = 64


class NothingToSearchError(PlygroundError):
    """The game is over."""


def search(
    position: Position,
    algorithm: str = "deepening",
    *,
    heuristic: str | Any = USUAL_HEURISTIC,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    moves: str = "all",
    lines: int = 1,
    seed: int = 0,
    cancel: Cancel | None = None,
    on_progress: Progress = ignore,
    trace: int = 0,
    **options: Any,
) -> Result:
    """Choose a move in `position`.

    The heuristic is a name or a NamedTuple of weights. Limits in any mix (a second if none is given); `moves` names
    which moves are considered; `lines` asks for the best so many; `trace` records up to so many nodes of the tree.
    """
    if position.outcome is not None:
        raise NothingToSearchError(f"The game is over ({position.outcome.reason}): there is no move to search for.")
    if not 1 <= lines <= MOST_LINES:
        raise PlygroundError(f"lines is a number from 1 to {MOST_LINES}, not {lines!r}.")
    found = find_algorithm(algorithm, len(position.game.seats))
    chosen = read_options(algorithm, found.options, options)
    if depth is None and nodes is None and seconds is None:
        seconds = USUAL_SECONDS
    task = Task(
        position=position,
        heuristic=find_heuristic(position.game, heuristic) if isinstance(heuristic, str) else heuristic,
        budget=Budget(depth=depth, nodes=nodes, seconds=seconds),
        lines=min(lines, len(position.moves)),
        choice=find_choice(position.game, moves),
        cancel=cancel,
        on_progress=on_progress,
        trace=trace,
    )
    _compile_first(found, task, chosen)
    return found.run(task, chosen, seed)


_compiled: set[tuple[object, ...]] = set()


def _compile_first(algorithm: Algorithm, task: Task, options: dict[str, Any]) -> None:
    """Search one node before the clock starts: a budget of seconds is for thinking, not for the compiler."""
    rules = task.position.game.rules
    key = (algorithm.name, typeof(rules), type(task.heuristic), type(task.choice), task.trace > 0)
    if algorithm.needs_budget and key not in _compiled:
        algorithm.run(replace(task, budget=Budget(nodes=1), on_progress=ignore, cancel=None), options, 0)
        _compiled.add(key)
