"""What a game can contribute to a proof besides its rules: equivalent positions, and early decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from plyground.core.contract import Words, fingerprint, optional

if TYPE_CHECKING:
    from plyground.core.game import Game

FORESEEN_WIN, FORESEEN_LOSS = -1, -2


@dataclass(frozen=True)
class Provable:
    """A game that proofs of single positions can solve: no draws and no repetition."""

    game: Game
    """The game without opening rules such as a swap: the question is which openings win."""
    words: int
    """Number of words of memory that `foresee` needs."""
    techniques: tuple[str, ...] = ()
    """The techniques of `foresee`, by name."""


@optional
def shared_key(rules: Any, state: Words) -> np.uint64:
    """A 64-bit key shared by positions with the same value for their movers.

    A game folds its symmetries here, including those that exchange the colours. The key is used in proofs, so positions
    of different value must not share it, except by a chance of one in 2⁶⁴.
    """
    return fingerprint(rules, state)


@optional
def foresee(rules: Any, state: Words, out: Words, count: int, memory: Words, techniques: int) -> int:
    """Keep those of `out[:count]`, in order, that are not known to lose; return their number.

    Return `FORESEEN_WIN` or `FORESEEN_LOSS` if the game is decided. All claims must be proved. `memory` is scratch
    space of the size given by the game's `Provable`; bit i of `techniques` enables the i-th technique.
    """
    return count
