"""Features of Eximo for a small network: own men and enemy men, by square."""

from plyground.core.contract import Words, rule
from plyground.core.nnue import Bits, FeatureSet, feature_bits, feature_set
from plyground.games.eximo.rules import Eximo

OWN, ENEMY, WORDS = 0, 1, 2


@rule(feature_bits)
def write_features(rules: Eximo, state: Words, out: Bits) -> None:
    """The men as they stand."""
    for seat in range(2):
        out[seat, OWN] = state[seat]
        out[seat, ENEMY] = state[1 - seat]


def features() -> FeatureSet:
    """Black sees the rows from the other side."""
    return feature_set(WORDS, lambda word, square: (word, square ^ 0b111000))
