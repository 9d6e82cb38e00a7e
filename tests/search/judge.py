"""Whether a position is won or lost within a few plies: every line is looked at, nothing is guessed or remembered.

It shares the rules with the package and nothing of its searches: no window, no order, no table. A position is judged
as if nothing had come before it, and over so few plies that nothing comes again often enough to matter.
"""

import numba
import numpy as np

from plyground import Position
from plyground.core.contract import mover, moves, play, winner
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import legal_values

WIN, LOSS, OPEN = 1, -1, 0
MOST_PLIES = 12


@numba.njit  # type: ignore[untyped-decorator]
def forced(rules, states, buffers, ply, plies):  # type: ignore[no-untyped-def]
    """What the mover of states[ply] can force, or cannot prevent, within `plies` plies."""
    decided = winner(rules, states[ply])
    if decided != NOBODY_YET:
        return OPEN if decided == DRAW else WIN if decided == mover(rules, states[ply]) else LOSS
    if plies == 0:
        return OPEN
    all_lost = True
    for index in range(moves(rules, states[ply], buffers[ply])):
        play(rules, states[ply], buffers[ply, index], states[ply + 1])
        below = forced(rules, states, buffers, ply + 1, plies - 1)
        if below == LOSS:
            return WIN
        all_lost = all_lost and below == WIN
    return LOSS if all_lost else OPEN


def outcome_within(position: Position, plies: int) -> int:
    """`WIN` or `LOSS` for the mover if it comes within `plies` plies, else `OPEN`."""
    game = position.game
    states = np.zeros((MOST_PLIES + 2, game.words), np.uint64)
    buffers = np.zeros((MOST_PLIES + 2, 1024), np.uint64)
    states[0] = position.state
    return int(forced(game.rules, states, buffers, 0, plies))


def outcome_with_history(position: Position, plies: int) -> int:
    """The same by the game's own positions, which remember what came before: slow, and right about repetitions."""
    if position.outcome is not None:
        won_by = position.outcome.winner
        return OPEN if won_by is None else WIN if won_by == position.mover else LOSS
    if plies == 0:
        return OPEN
    below = [
        outcome_with_history(position.after(value), plies - 1) for value in legal_values(position.game, position.state)
    ]
    if LOSS in below:
        return WIN
    return LOSS if all(value == WIN for value in below) else OPEN


def kind_of(outcome: int) -> str | None:
    """The word of a score for it; None while it is open."""
    return {WIN: "win", LOSS: "loss"}.get(outcome)
