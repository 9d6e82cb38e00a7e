"""Perfect moves from tables of exact values, for agents with `tables=on` where tables reach.

It wins as soon as possible and loses as late as possible. In a draw it sets problems: among the moves that keep the
draw it takes one after which the largest share of replies loses. Tables ignore what came before; after positions have
occurred twice it looks for wins that do not pass through them (solve/secure_win.py).

Where a table has no distances it keeps the value, at random among the moves that do.
Where tables do not reach, an agent with `tables=on` searches, with the tables at the leaves.
"""

import random
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock, Thread

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Move, Position
from plyground.core.tablebase_progress import announce_tablebase
from plyground.play.paths import tables_home
from plyground.search.leaf_tables import LeafTables
from plyground.search.result import Line, Result, StoppedBy
from plyground.search.score import Score
from plyground.solve.driver import ready_prober
from plyground.solve.loading import load_tables
from plyground.solve.probe import Prober
from plyground.solve.secure_win import SecureWins

_ready: dict[tuple[Game, Path], Prober | None] = {}
_loaded: dict[tuple[Game, Path], LeafTables | None] = {}
_getting_ready, _loading = Lock(), Lock()
MOST_PLIES = 1 << 16
DOUBTFUL_WIN, DOUBTFUL_LOSS = Score("estimate", 1), Score("estimate", -1)
"""Won or lost by the table, but after what came before perhaps a draw: better or worse than a draw, and not proved."""


def prober_of(game: Game, folder: Path | None = None) -> Prober | None:
    """Exact values of a game; a small game is solved and cached on first use, which takes a moment."""
    key = game, folder or tables_home()
    if key not in _ready and _getting_ready.locked():
        announce_tablebase(game)  # another thread may have begun to build it before anyone listened
    with _getting_ready:
        if key not in _ready:
            _ready[key] = ready_prober(*key)
        return _ready[key]


def prepare(game: Game) -> None:
    """Start to solve a small game in the background, so that its table is ready at the first question."""
    if (game, tables_home()) not in _ready:
        Thread(target=_prepared, args=(game,), daemon=True).start()


def _prepared(game: Game) -> None:
    """Solve the game; a problem, or the end of the program, is left to the first question."""
    with suppress(PlygroundError, RuntimeError):
        prober_of(game)


def leaf_tables(game: Game, folder: Path | None = None) -> LeafTables | None:
    """The tables of a game for the leaves of a search, loaded on first use; None if there are none."""
    key = game, folder or tables_home()
    prober = prober_of(*key)
    with _loading:
        if key not in _loaded:
            _loaded[key] = None if prober is None or len(game.seats) != 2 else load_tables(prober)
        return _loaded[key]


def choose(position: Position, lines: int, seed: int) -> Result | None:
    """The best move by exact values, or None if no table has the position."""
    began = time.perf_counter()
    prober = prober_of(position.game)
    value = None if prober is None or position.outcome is not None else prober.score(position)
    if prober is None or value is None or not in_time(value, position):
        return None
    dice = random.Random(f"{seed} {position.key.hex()} {len(position.earlier)}")
    best = ranked(prober, position, dice)
    if not best:
        return None
    found = tuple(completed(prober, position, Line((move,), score)) for move, score in best[:lines])
    spent = time.perf_counter() - began
    reason: StoppedBy = "proved" if found[0].score.proved else "rule"
    return Result.of_lines(found, depth=0, nodes=len(best), seconds=spent, stopped_by=reason)


def completed(prober: Prober, position: Position, line: Line) -> Line:
    """A line that leads to a proved end in a table, continued by perfect play as far as the promised end."""
    if line.score.plies is None or len(line.moves) >= line.score.plies:
        return line
    for move in line.moves:
        position = position.after(move.value)
    more = prober.line(position.without_history())
    fits = len(line.moves) + len(more) == line.score.plies  # not after a detour because of what came before
    return replace(line, moves=(*line.moves, *more)) if fits else line


def with_whole_lines(position: Position, result: Result) -> Result:
    """A search's result with its proved lines continued to the end by the tables that it probed."""
    prober = prober_of(position.game)
    if prober is None or not result.lines:
        return result
    lines = tuple(completed(prober, position, line) for line in result.lines)
    chosen = next((line for line in lines if line.moves[0] == result.move), lines[0])
    return replace(result, lines=lines, line=chosen.moves)


def ranked(prober: Prober, position: Position, dice: random.Random) -> list[tuple[Move, Score]]:
    """Moves with a known exact value, scored from before the move, best first; ties are broken at random."""
    rated, secure = [], SecureWins.after(prober, position)
    for move, score in sorted(prober.moves(position), key=_soonest_first):
        after = position.after(move.value)
        if after.outcome is None and (score is None or not in_time(score, after)):
            continue  # the table leaves it open, or the end may come too late: value unknown
        exact = after_history(secure, after, scored(after, score))
        trap = share_that_loses(prober, after) if exact.kind == "draw" and after.outcome is None else 0.0
        rated.append((exact.value, trap, dice.random(), move, exact))
    return [(move, exact) for *_, move, exact in sorted(rated, key=lambda each: each[:3], reverse=True)]


def _soonest_first(rated: tuple[Move, Score | None]) -> int:
    """Sort key: the moves whose end comes soonest first, since proving that it still comes takes effort."""
    _, score = rated
    return MOST_PLIES if score is None or score.plies is None else score.plies


def after_history(secure: SecureWins, after: Position, exact: Score) -> Score:
    """The value of a move, seen from before it, with the draw by third occurrence taken into account."""
    if exact.plies is None or after.outcome is not None:
        return exact
    below = Score.loss(exact.plies - 1) if exact.kind == "win" else Score.win(exact.plies - 1)
    if secure.holds(below, after.mover):
        return exact
    found = secure.exact(after.key, below)
    if found is None:
        return DOUBTFUL_WIN if exact.kind == "win" else DOUBTFUL_LOSS
    if found.plies is None:
        return found
    return Score.win(found.plies + 1) if exact.kind == "win" else Score.loss(found.plies + 1)


def in_time(score: Score, position: Position) -> bool:
    """True if the game ends as the table says before the no-progress draw, which tables do not count."""
    limit = position.game.quiet_turns_to_draw
    return limit is None or score.plies is None or position.quiet_turns + score.plies <= limit


def scored(after: Position, score: Score | None) -> Score:
    """Value of a move, seen from before it; a draw by history overrides the table."""
    if score is None or score.kind == "draw" or (after.outcome is not None and after.outcome.winner is None):
        return Score("draw", 0)
    if score.plies is None:
        return score
    step = -1 if score.value > 0 else 1
    return Score(score.kind, score.value + step, score.plies + 1)


def share_that_loses(prober: Prober, position: Position) -> float:
    """Share of the mover's moves that lose."""
    scores = [score for _, score in prober.moves(position)]
    return sum(1 for score in scores if score is not None and score.kind == "loss") / max(len(scores), 1)
