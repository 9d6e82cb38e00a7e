"""Perfect moves from tables of exact values, for agents with `tables=on` where tables reach.

It wins as soon as possible and loses as late as possible. In a draw it sets problems: among the moves that keep the
draw it takes one after which the largest share of replies loses.
"""

import random
import time
from pathlib import Path
from threading import Lock

from plyground.core.game import Game
from plyground.core.position import Move, Position
from plyground.play.paths import tables_home
from plyground.search.result import Line, Result
from plyground.search.score import Score
from plyground.solve.driver import ready_prober
from plyground.solve.probe import Prober

_ready: dict[tuple[Game, Path], Prober | None] = {}
_getting_ready = Lock()


def prober_of(game: Game, folder: Path | None = None) -> Prober | None:
    """Exact values of a game; a small game is solved and cached on first use, which takes a moment."""
    key = game, folder or tables_home()
    with _getting_ready:
        if key not in _ready:
            _ready[key] = ready_prober(*key)
        return _ready[key]


def choose(position: Position, lines: int, seed: int) -> Result | None:
    """The best move by exact values, or None if no table has the position."""
    began = time.perf_counter()
    prober = prober_of(position.game)
    value = None if prober is None or position.outcome is not None else prober.score(position)
    if prober is None or value is None or not in_time(value, position):
        return None
    dice = random.Random(f"{seed} {position.key.hex()} {len(position.earlier)}")
    best = ranked(prober, position, dice)
    found = tuple(Line((move, *_line(prober, position, move)), score) for move, score in best[:lines])
    spent = time.perf_counter() - began
    return Result.of_lines(found, depth=0, nodes=len(best), seconds=spent, stopped_by="proved")


def _line(prober: Prober, position: Position, move: Move) -> list[Move]:
    """Perfect play after a move."""
    return prober.line(position.after(move.value).without_history())


def ranked(prober: Prober, position: Position, dice: random.Random) -> list[tuple[Move, Score]]:
    """Moves with a known exact value, scored from before the move, best first; ties are broken at random."""
    rated = []
    for move, score in prober.moves(position):
        after = position.after(move.value)
        if after.outcome is None and (score is None or not in_time(score, after)):
            continue  # the table leaves it open, or the end may come too late: value unknown
        exact = scored(after, score)
        trap = share_that_loses(prober, after) if exact.kind == "draw" and after.outcome is None else 0.0
        rated.append((exact.value, trap, dice.random(), move, exact))
    return [(move, exact) for *_, move, exact in sorted(rated, key=lambda each: each[:3], reverse=True)]


def in_time(score: Score, position: Position) -> bool:
    """True if the game ends as the table says before the no-progress draw, which tables do not count."""
    limit = position.game.quiet_turns_to_draw
    return limit is None or score.plies is None or position.quiet_turns + score.plies <= limit


def scored(after: Position, score: Score | None) -> Score:
    """Value of a move, seen from before it; a draw by history overrides the table."""
    if score is None or score.plies is None or (after.outcome is not None and after.outcome.winner is None):
        return Score("draw", 0)
    step = -1 if score.value > 0 else 1
    return Score(score.kind, score.value + step, score.plies + 1)


def share_that_loses(prober: Prober, position: Position) -> float:
    """Share of the mover's moves that lose."""
    scores = [score for _, score in prober.moves(position)]
    return sum(1 for score in scores if score is not None and score.kind == "loss") / max(len(scores), 1)
