"""The games that a Gumbel search plays side by side: their beginning, their turns and their end.

Each function works on one game, given by the number of its tree; see gumbel.py, which searches for their moves.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Words, below, fingerprint, irreversible, moves, play, winner
from plyground.core.jit import kernel
from plyground.core.outcome import DRAW, NOBODY_YET
from plyground.core.position import OCCURRENCES_TO_DRAW

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int32]
Flags = npt.NDArray[np.int8]


class GumbelSettings(NamedTuple):
    """The settings of the search."""

    schedule: Integers
    """By number of candidates and simulation: the visit count of the candidates due next."""
    visit_offset: float
    value_scale: float
    """Weight of a value relative to a logit: `value_scale * (visit_offset + visits of the most visited move)`."""
    repetition: bool
    quiet_limit: int
    """Number of consecutive reversible turns after which the game is drawn; 0 for no limit."""


class Games(NamedTuple):
    """Games played side by side."""

    states: Words
    past: Words
    """Fingerprints of the positions of each game."""
    ply: Integers
    quiet: Integers
    """Number of turns since the last irreversible one."""
    result: Flags
    """Result of a finished game: 1 if seat 0 won, -1 if seat 1 won, 0 for a draw."""
    over: Flags
    dice: Words


@kernel
def copy_state(state: Words, into: Words) -> None:
    """Copy a state word by word: assigning a whole row would allocate."""
    for i in range(state.size):
        into[i] = state[i]


@kernel
def begin(rules: Any, start: Words, games: Games, tree: int, turns: int, spare: Words, buffer: Words) -> None:
    """Begin a game with `turns` random turns, or fewer if the game would end."""
    state, dice = games.states[tree], games.dice[tree]
    copy_state(start, state)
    games.ply[tree], games.quiet[tree], games.over[tree], games.result[tree] = 0, 0, 0, 0
    games.past[tree, 0] = fingerprint(rules, state)
    for _ in range(turns):
        count = min(moves(rules, state, buffer), buffer.size)
        move = buffer[below(dice, count)]
        play(rules, state, move, spare)
        if winner(rules, spare) != NOBODY_YET:
            return
        note_turn(rules, games, tree, move, spare)


@kernel
def note_turn(rules: Any, games: Games, tree: int, move: np.uint64, child: Words) -> None:
    """Advance the game to the state after a move."""
    games.quiet[tree] = 0 if irreversible(rules, games.states[tree], move) else games.quiet[tree] + 1
    games.ply[tree] += 1
    games.past[tree, games.ply[tree]] = fingerprint(rules, child)
    copy_state(child, games.states[tree])


@kernel
def times_before(games: Games, tree: int, key: np.uint64, ply: int, quiet: int) -> int:
    """Number of earlier occurrences of a position two, four, … plies before `ply`, within the quiet turns."""
    times = 0
    for back in range(2, quiet + 1, 2):
        if ply - back <= games.ply[tree] and ply - back >= 0 and games.past[tree, ply - back] == key:
            times += 1
    return times


@kernel
def advance(rules: Any, search: GumbelSettings, games: Games, tree: int, move: np.uint64, spare: Words) -> None:
    """Play a move in a game; a game without room for more positions is a draw."""
    if games.over[tree] != 0:
        return
    play(rules, games.states[tree], move, spare)
    note_turn(rules, games, tree, move, spare)
    won_by, ply, quiet = winner(rules, spare), games.ply[tree], games.quiet[tree]
    if won_by >= 0:
        games.over[tree], games.result[tree] = 1, 1 if won_by == 0 else -1
    elif won_by == DRAW or ply + 1 == games.past.shape[1] or 0 < search.quiet_limit <= quiet:
        games.over[tree] = 1
    elif search.repetition:
        times = 1 + times_before(games, tree, games.past[tree, ply], ply, quiet)
        games.over[tree] = times >= OCCURRENCES_TO_DRAW
