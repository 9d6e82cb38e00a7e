"""Forcing moves of Eximo: captures, which are compulsory, and men that break through."""

import numpy as np

from plyground.core.bits import ZERO
from plyground.core.contract import ALL_FORCE, QUIET, Words, forcing, rule, urgency
from plyground.games.eximo.rules import CAPTURE, DIRECTIONS, Eximo, drop_of, enemy_men, hoppers, kind_of, own_men


@rule(forcing)
def must_capture(rules: Eximo, state: Words) -> int:
    """E5: if a capture is possible, nothing else is."""
    own, enemy = own_men(state), enemy_men(state)
    return ALL_FORCE if hoppers(own, enemy, ~(own | enemy), DIRECTIONS) != ZERO else QUIET


@rule(urgency)
def captures_or_drops(rules: Eximo, state: Words, move: np.uint64) -> int:
    """Captures, and turns that bring in new men."""
    gain = 40 if kind_of(move) == CAPTURE else 0
    return gain + (30 if drop_of(move, 0) != 0 else 0)
