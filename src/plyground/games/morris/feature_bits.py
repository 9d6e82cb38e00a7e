"""Features of Nine Men's Morris for a small network: men, men in hand, mills, and lines that lack one man."""

import numpy as np

from plyground.core.bits import ONE, ZERO, bit, count
from plyground.core.contract import Words, rule
from plyground.core.jit import kernel
from plyground.core.nnue import Bits, FeatureSet, feature_bits, feature_set
from plyground.games.morris.rules import POINTS, Morris, hand, men

MEN, HANDS, LINES, WORDS = 0, 1, 2, 3
HALF = np.uint64(32)
"""Where the enemy's hand and lines begin in their words."""
LINES_LACKING_ONE = np.uint64(16)
"""Where these begin, behind the mills."""


@kernel
def lines_of(rules: Morris, own: np.uint64, enemy: np.uint64) -> np.uint64:
    """The mills of a player as bits, then the lines with two men and an empty point."""
    found, place = ZERO, ONE
    for line in rules.lines:
        standing = count(line & own)
        if standing == 3:
            found |= place
        elif standing == 2 and line & enemy == ZERO:
            found |= place << LINES_LACKING_ONE
        place <<= ONE
    return found


@rule(feature_bits)
def write_features(rules: Morris, state: Words, out: Bits) -> None:
    """The board looks the same to both players."""
    white, black = men(state, 0), men(state, 1)
    lines = lines_of(rules, white, black), lines_of(rules, black, white)
    hands = bit(hand(state, 0)), bit(hand(state, 1))
    out[0, MEN], out[1, MEN] = white | black << np.uint64(POINTS), black | white << np.uint64(POINTS)
    for seat in range(2):
        out[seat, HANDS] = hands[seat] | hands[1 - seat] << HALF
        out[seat, LINES] = lines[seat] | lines[1 - seat] << HALF


def features() -> FeatureSet:
    """The same for both players."""
    return feature_set(WORDS, lambda word, place: (word, place))
