"""What a game may tell a proof about its positions, besides its rules: what is alike, and what is decided early."""

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
    """A game that proofs of single positions can solve: somebody wins it, and nothing comes again."""

    game: Game
    """Without rules about the opening, such as a swap: the question is which openings win."""
    words: int
    """Room that `foresee` needs."""
    techniques: tuple[str, ...] = ()
    """What `foresee` can do, each by a name."""


@optional
def shared_key(rules: Any, state: Words) -> np.uint64:
    """A 64-bit key that positions share which are worth the same to their movers, whatever stands between them.

    A game folds here its symmetries, also those that exchange the colours. The key is for proofs, so that two others
    must not share it but by a chance of one in 2⁶⁴.
    """
    return fingerprint(rules, state)


@optional
def foresee(rules: Any, state: Words, out: Words, count: int, memory: Words, techniques: int) -> int:
    """Keep of the moves `out[:count]`, in order, those that do not lose for a reason that the game sees; how many.

    `FORESEEN_WIN` or `FORESEEN_LOSS` where the game sees the end of all play. What is said here is proved; `memory` is
    room to work in, as many words as the game's `Provable` says, and bit i of `techniques` switches its i-th one on.
    """
    return count
