"""Draws by repetition and by quiet turns: the positions before the root and on the line from it.

In most games the third occurrence of a position is a draw, and so are too many turns without progress. Both depend on
the whole game, not only on the position, so every search carries the history.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Words, fingerprint, irreversible
from plyground.core.jit import inlined
from plyground.core.position import OCCURRENCES_TO_DRAW, Position

Numbers = npt.NDArray[np.int64]


class History(NamedTuple):
    """The keys of the positions of a game and of the line being searched."""

    past: Words
    """Fingerprints of the positions since the last irreversible turn before the root, then of those below it."""
    quiet: Numbers
    """By ply: number of turns since the last irreversible one."""
    root_at: int
    """Index of the root in `past`."""
    seats: int
    """Number of players: after this many turns the same player is to move again."""
    repetition: bool
    """True if repetitions count."""
    soonest_draw: int
    """The first ply below the root at which a position can occur for the third time."""
    quiet_limit: int
    """Number of quiet turns after which the game is drawn; 0 for no limit."""
    on_the_brink: bool
    """True if a position has already occurred twice, so that even a leaf may be drawn.

    A leaf that repeats for the third time only because the line itself contains a cycle needs no test: it has the value
    of the line at the first occurrence.
    """


def has_repeated(position: Position) -> bool:
    """True if a position of the game has occurred twice since the last irreversible turn."""
    return max(Counter([*position.earlier, position.key]).values()) >= OCCURRENCES_TO_DRAW - 1


def new_history(position: Position, plies: int) -> History:
    """The history for a search of `position` of at most `plies`."""
    game = position.game
    past = [fingerprint(game.rules, np.frombuffer(key, np.uint64).copy()) for key in position.earlier]
    past.append(fingerprint(game.rules, position.state))
    on_the_brink = max(Counter(past).values()) >= OCCURRENCES_TO_DRAW - 1
    once_more = game.soonest_return + 1 if position.earlier else 2 * game.soonest_return
    history = History(
        past=np.array([*past, *[0] * (plies + 1)], np.uint64),
        quiet=np.zeros(plies + 2, np.int64),
        root_at=len(past) - 1,
        seats=len(game.seats),
        repetition=game.repetition_draws,
        soonest_draw=1 if on_the_brink else once_more,
        quiet_limit=game.quiet_turns_to_draw or 0,
        on_the_brink=on_the_brink,
    )
    history.quiet[0] = history.root_at
    return history


def within(history: History, depth: int) -> History:
    """The history for a search of this depth; draws that cannot occur within it are not tested."""
    return history._replace(
        repetition=history.repetition and depth >= history.soonest_draw,
        quiet_limit=history.quiet_limit if history.quiet[0] + depth >= history.quiet_limit else 0,
    )


@inlined
def note_position(history: History, rules: Any, state: Words, move: np.uint64, child: Words, ply: int) -> np.uint64:
    """Note the position that `move` leads to at `ply` and its quiet turns; return its key."""
    key = fingerprint(rules, child)
    history.quiet[ply] = 0 if irreversible(rules, state, move) else history.quiet[ply - 1] + 1
    history.past[history.root_at + ply] = key
    return key


@inlined
def key_at(history: History, ply: int) -> np.uint64:
    """The fingerprint of the position at `ply`."""
    return history.past[history.root_at + ply]


@inlined
def is_past_quiet_limit(history: History, ply: int) -> bool:
    """True if the game is drawn at `ply` by the quiet-turn limit."""
    return 0 < history.quiet_limit <= history.quiet[ply]


@inlined
def is_drawn(history: History, ply: int) -> bool:
    """True if the game is drawn at `ply` by repetition or quiet turns."""
    if is_past_quiet_limit(history, ply):
        return True
    if not history.repetition:
        return False
    at, times = history.root_at + ply, 1
    for earlier in range(at - history.seats, at - history.quiet[ply] - 1, -history.seats):
        if history.past[earlier] == history.past[at]:
            times += 1
    return times >= OCCURRENCES_TO_DRAW


@inlined
def is_repetition(history: History, ply: int, once_is_enough: bool) -> bool:
    """True if a two-player search scores the position at `ply` as a draw: by the rules, or by repetition in the line.

    Within the line one repetition is enough: a better move at the second occurrence was also available at the first.
    Before the root a player may have missed it, so there the rule applies: the third occurrence is a draw.
    """
    if is_past_quiet_limit(history, ply):
        return True
    if not history.repetition:
        return False
    at = history.root_at + ply
    key, times = history.past[at], 1
    for earlier in range(at - 2, at - history.quiet[ply] - 1, -2):
        if history.past[earlier] == key:
            times += 1
            if times == OCCURRENCES_TO_DRAW or (once_is_enough and earlier >= history.root_at):
                return True
    return False
