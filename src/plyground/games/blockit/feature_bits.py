"""Features of two-player Block It for a small network: pawns, barriers, barriers in hand, and steps to the goal."""

from plyground.core.bits import ZERO, bit
from plyground.core.contract import Words, rule
from plyground.core.jit import kernel
from plyground.core.nnue import Bits, FeatureSet, feature_bits, feature_set
from plyground.core.text import Grid
from plyground.games.blockit.heuristics import outlook
from plyground.games.blockit.rules import barriers_left, open_ways, pawn
from plyground.games.blockit.ways import BlockIt

LYING, STANDING, OWN, ENEMY, NUMBERS, STEPS, WORDS = 0, 2, 4, 6, 8, 9, 10
"""Words: sets of squares take two each."""
ENEMY_HALF = 32
"""Where the enemy's numbers begin in a word of numbers."""
GATES_AT = 16
"""Where the numbers of goal squares about as near begin, behind the barriers in hand."""


@kernel
def clear(out: Bits) -> None:
    """No features."""
    for seat in range(2):
        for word in range(WORDS):
            out[seat, word] = ZERO


@rule(feature_bits)
def write_features(rules: BlockIt, state: Words, out: Bits) -> None:
    """The board is seen as it is; numbers are one bit each, the enemy's in the upper half."""
    clear(out)
    ways = open_ways(rules, state)
    for seat in range(2):
        square = pawn(rules, state, seat)
        found = outlook(rules, state, ways, seat)
        left, gates = min(barriers_left(rules, state, seat), 15), min(found.gates, 15)
        numbers = bit(left) | bit(GATES_AT + gates)
        steps = bit(min(found.steps, ENEMY_HALF - 1))
        out[seat, OWN + square // 64] = out[1 - seat, ENEMY + square // 64] = bit(square % 64)
        out[seat, NUMBERS] |= numbers
        out[1 - seat, NUMBERS] |= numbers << bit(5)
        out[seat, STEPS] |= steps
        out[1 - seat, STEPS] |= steps << bit(5)
        for word in range(2):
            out[seat, LYING + word] = state[word]
            out[seat, STANDING + word] = state[2 + word]


def features(grid: Grid) -> FeatureSet:
    """For seat 1 the board is turned by half."""

    def turned(word: int, place: int) -> tuple[int, int]:
        if word >= NUMBERS:
            return word, place
        last = len(grid.names) - 1 if word >= OWN else len(grid.names) - grid.columns - 2
        square = last - (64 * (word % 2) + place)
        return (word - word % 2 + square // 64, square % 64) if square >= 0 else (word, place)

    return feature_set(WORDS, turned)
