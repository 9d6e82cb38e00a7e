"""`plyground.search`: choose a move with any agent the command line accepts: a search, a level, an external program."""

from contextlib import closing
from typing import Any

from plyground.core.errors import quoted
from plyground.core.game import Game
from plyground.core.heuristic import check_heuristic, heuristics_of, weights_of
from plyground.core.position import Position
from plyground.language import Message
from plyground.play.agents.agent import read_agent, read_search
from plyground.play.agents.spec import AgentError, ProgramSpec, parse_player
from plyground.play.agents.watchdog import search as search_by_algorithm
from plyground.play.agents.weights import WeightSet
from plyground.search.api import check_numbers
from plyground.search.budget import Cancel
from plyground.search.registry import ALGORITHMS, current_name
from plyground.search.result import Result
from plyground.search.task import Progress, ignore


def search(
    position: Position,
    algorithm: str = "pvs",
    *,
    heuristic: str | Any = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    moves: str | None = None,
    lines: int = 1,
    seed: int | None = None,
    cancel: Cancel | None = None,
    on_progress: Progress = ignore,
    trace: int = 0,
    **options: Any,
) -> Result:
    """Choose a move in `position`, as `plyground search --agent` does.

    The algorithm is a search (`"alphabeta"`) or any other agent: a search with its options
    (`"alphabeta:heuristic=path,depth=5"`), a level (`"hard"`), an external program (`"cmd:program arguments"`).
    Keywords supply what its text leaves out; `heuristic` may also be a NamedTuple of weights. Limits may be combined
    (one second if there is none) and override those of a level. `moves` selects the moves to consider; `lines` is the
    number of best lines to return; `trace` is the maximum number of tree nodes to record.
    """
    asked: dict[str, Any] = {"lines": lines, "cancel": cancel, "on_progress": on_progress}
    named = {"depth": depth, "nodes": nodes, "seconds": seconds, "moves": moves, "seed": seed} | options
    given = {name: value for name, value in named.items() if value is not None}
    algorithm = current_name(algorithm)
    if algorithm in ALGORITHMS and options.keys() <= {option.name for option in ALGORITHMS[algorithm].options}:
        return search_by_algorithm(position, algorithm, heuristic=heuristic, trace=trace, **asked, **given)
    check_numbers(lines=lines, trace=trace)
    spec = parse_player(str(algorithm))
    if isinstance(spec, ProgramSpec):
        _refuse(spec, given | {"heuristic": heuristic, "trace": trace or None, "seconds": None})
        with closing(read_agent(spec, position.game)) as program:
            return program.think(position, seconds=seconds, **asked)
    texts = {name: _text(value) for name, value in given.items()} | _named(position.game, heuristic)
    return read_search(spec.completed(texts), position.game).think(position, trace=trace, **asked)


def _refuse(program: ProgramSpec, given: dict[str, Any]) -> None:
    """Raise an error for arguments an external program cannot take."""
    for name, value in given.items():
        if value is not None:
            raise AgentError(Message("agent.program_limits", agent=quoted(str(program)), option=name))


def _text(value: Any) -> str:
    """A value in agent-text form."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def _named(game: Game, heuristic: Any) -> dict[str, str]:
    """A heuristic in agent-text form: its name, and the weights of a NamedTuple."""
    if heuristic is None or isinstance(heuristic, str):
        return {} if heuristic is None else {"heuristic": heuristic}
    check_heuristic(game, heuristic)
    name = next(name for name, kind in heuristics_of(game).items() if kind is type(heuristic))
    weights = WeightSet(game.name, name, tuple(weights_of(heuristic).items())).inline()
    return {"heuristic": name} | ({"weights": weights} if weights else {})
