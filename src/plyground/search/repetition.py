"""Draws by repetition and by quiet turns: the positions before the root and on the line from it.

The third occurrence of a position is a draw in most games, and so are too many turns without progress. Whether a line
ends that way depends on the whole game and not on the position alone, so every search carries the history.
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
    """The keys of the positions of a game and of the line that is searched."""

    past: Words
    """Fingerprints of the positions since the last irreversible turn before the root, then of those below it."""
    quiet: Numbers
    """By ply: the number of turns since the last irreversible one."""
    root_at: int
    """Where the root stands in `past`."""
    seats: int
    """The number of players: after that many turns the same player is to move again."""
    repetition: bool
    """Whether repetitions count."""
    soonest_draw: int
    """The first ply below the root at which a position can occur for the third time."""
    quiet_limit: int
    """The number of quiet turns after which the game is drawn; 0 for no limit."""
    on_the_brink: bool
    """Whether a position has occurred twice already, so that even a leaf may be drawn.

    A leaf that repeats for the third time only because the line itself goes round needs no test: its value is that of
    the line at the first time.
    """


def has_repeated(position: Position) -> bool:
    """Whether a position of the game has occurred twice since the last irreversible turn."""
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
    """The history for a search of this depth: draws that cannot occur within it are not tested."""
    return history._replace(
        repetition=history.repetition and depth >= history.soonest_draw,
        quiet_limit=history.quiet_limit if history.quiet[0] + depth >= history.quiet_limit else 0,
    )


@inlined
def note_position(history: History, rules: Any, state: Words, move: np.uint64, child: Words, ply: int) -> np.uint64:
    """Note the position that `move` leads to at `ply` and its quiet turns; returns its key."""
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
    """Whether the game is drawn at `ply` by the limit of quiet turns."""
    return 0 < history.quiet_limit <= history.quiet[ply]


@inlined
def is_drawn(history: History, ply: int) -> bool:
    """Whether the game is drawn at `ply` by repetition or quiet turns."""
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
    """Whether a two-player search scores the position at `ply` as a draw: by the rules, or repeated in the line.

    A player who could do better the second time could have done so the first time. Before the root a player may have
    missed something, so there the rule counts: the third occurrence is a draw.
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
