"""Players with almost no search: hill climbing by the heuristic, and random moves."""

import random
from dataclasses import replace

from plyground.search.budget import Budget
from plyground.search.fixed_depth import runner
from plyground.search.fixed_depth.minimax import Minimax
from plyground.search.fixed_depth.multiplayer import Paranoid
from plyground.search.result import Result
from plyground.search.task import Task


def play_greedily(task: Task, dice: random.Random, *, searcher: bool) -> Result:
    """Hill climbing: choose the move with the highest heuristic value; break ties at random."""
    one_ply = replace(task, budget=Budget(depth=1), lines=max(task.lines, len(task.position.moves)))
    if len(task.position.game.seats) == 2:
        result = runner.run(one_ply, Minimax(searcher=searcher))
    else:
        result = runner.run(one_ply, Paranoid(), "wins")
    equal = [line for line in result.lines if line.score.value == result.score.value]
    return replace(result.choosing(dice.choice(equal), task.lines), stopped_by="rule")


def play_randomly(task: Task, dice: random.Random) -> Result:
    """Choose a legal move at random."""
    return Result.unsearched(dice.choice(task.position.moves), "rule")
