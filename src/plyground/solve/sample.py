"""Samples of a solved game: positions with their exact values and those after each of their moves.

Half of the positions are drawn at random from the sectors, large ones more often, but less than in proportion to their
size. The others come from games that are played from the tables with mistakes: each game has its own share of random
moves, and its other moves are the best. Moves are in the order in which the rules generate them.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.core.contract import Words, moves, play
from plyground.core.game import Game
from plyground.core.jit import kernel
from plyground.core.sectors import SectorSet, state_at
from plyground.solve.device import Device, Numbers
from plyground.solve.retrograde import DRAWN, LONGEST, Values

AT_ONCE = 1 << 20
"""Positions looked up at a time."""
SHARES = (0.02, 0.05, 0.1, 0.2, 0.4, 1.0)
"""Shares of random moves; games take them in turn."""
LONGEST_GAME = 150


class Sample(NamedTuple):
    """Positions of a solved game."""

    states: Words
    values: Values
    """For the mover: `n + 1` for a win in n plies, `-(n + 1)` for a loss in n plies, 0 for a draw."""
    counts: npt.NDArray[np.int64]
    """Number of moves of each position."""
    after: Values
    """The values after each move, for the player who moves next; those of a position follow those of the one before."""


@kernel
def write_states(numbering: object, numbers: Numbers, indices: Numbers, states: Words) -> None:
    """Write the states with these numbers of sectors and indices."""
    for at in range(len(numbers)):
        state_at(numbering, numbers[at], indices[at], states[at])


@kernel
def play_each(rules: object, states: Words, picks: Numbers, out: Words, children: Words) -> None:
    """Play in each state the move at an index."""
    for at in range(len(states)):
        moves(rules, states[at], out)
        play(rules, states[at], out[picks[at]], children[at])


class Sampler:
    """Draws samples from the sectors that are in a device's memory."""

    def __init__(
        self, game: Game, sector_set: SectorSet, device: Device, offsets: dict[int, int], seed: int = 2026
    ) -> None:
        self.game, self.sector_set, self.device, self.offsets = game, sector_set, device, offsets
        self.random = np.random.default_rng(seed)

    def look_up(self, states: Words) -> Sample:
        """Values of states and after each of their moves."""
        parts = [self._look_up(states[at : at + AT_ONCE]) for at in range(0, len(states), AT_ONCE)]
        return Sample(*map(np.concatenate, zip(*parts, strict=True)))

    def _look_up(self, states: Words) -> Sample:
        counts = self.device.count_moves(states)
        starts = np.cumsum(counts) - counts
        values, after = self.device.look_up(states, starts, int(counts.sum()), self.offsets)
        return Sample(states, _plain(values), counts, _plain(after))

    def from_sectors(self, size: int) -> Words:
        """States drawn from the sectors, the weight of each the square root of its size."""
        numbers = np.array(sorted(self.offsets), np.int64)
        sizes = np.array([self.sector_set.sectors[number].size for number in numbers], np.int64)
        chosen = self.random.choice(len(numbers), size, p=np.sqrt(sizes) / np.sqrt(sizes).sum())
        states = np.zeros((size, self.game.words), np.uint64)
        indices = self.random.integers(0, sizes[chosen])
        write_states(self.sector_set.numbering, numbers[chosen], indices, states)
        return states

    def from_games(self, games: int, longest: int = LONGEST_GAME) -> Words:
        """All different positions of games from the start."""
        states = np.repeat(self.game.start_state()[None, :], games, axis=0)
        shares = np.resize(np.array(SHARES), games)
        seen = []
        for _ in range(longest):
            found = self.look_up(states)
            going = found.counts > 0
            states, shares = found.states[going], shares[going]
            if not len(states):
                break
            seen.append(states)
            states = self._played(found._replace(states=states, counts=found.counts[going]), shares)
        return np.unique(np.concatenate(seen), axis=0)

    def _played(self, found: Sample, shares: npt.NDArray[np.float64]) -> Words:
        """The states after one move each, random or best; equally good moves are equally likely."""
        starts = np.cumsum(found.counts) - found.counts
        at_random = self.random.random(len(shares)) < shares
        keys = np.where(np.repeat(at_random, found.counts), 0, merits(found.after))
        keys = keys + self.random.random(len(keys))
        best = np.repeat(np.maximum.reduceat(keys, starts), found.counts)
        chosen = np.flatnonzero(keys == best)
        first = np.unique(np.repeat(np.arange(len(starts)), found.counts)[chosen], return_index=True)[1]
        children = np.zeros_like(found.states)
        out = np.zeros(self.game.usual_moves, np.uint64)
        play_each(self.game.rules, found.states, chosen[first] - starts, out, children)
        return children


def merits(after: Values) -> npt.NDArray[np.float64]:
    """How good moves are for the player who makes them, from the values after them: soon won, drawn, late lost."""
    plain = after.astype(np.float64)
    return np.where(plain < 0, LONGEST + plain, np.where(plain > 0, plain - LONGEST, 0))


def _plain(values: Values) -> Values:
    """Values with all draws as 0."""
    return np.where(values == DRAWN, np.int16(0), values).astype(np.int16)


def write_sample(path: Path, sample: Sample) -> None:
    """Write a sample as a compressed NumPy archive, ordered by state."""
    order = np.lexsort(sample.states.T[::-1])
    starts = np.cumsum(sample.counts) - sample.counts
    counts = sample.counts[order]
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    after = sample.after[np.repeat(starts[order], counts) + within]
    np.savez_compressed(
        path, states=sample.states[order], values=sample.values[order], counts=counts.astype(np.uint16), after=after
    )


def read_sample(path: Path) -> Sample:
    """Read a sample."""
    with np.load(path) as data:
        return Sample(data["states"], data["values"], data["counts"].astype(np.int64), data["after"])
