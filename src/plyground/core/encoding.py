"""How a network sees a game: planes of small numbers over a grid of cells, and answers over the same grid.

Both are seen from the mover's side, so that a network knows only "own" and "enemy". The compiled functions `planes` and
`policy_index` (core/contract.py) write the one and number the other; an `Encoding` says what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Place = tuple[int, int, int]
"""A number of a grid: plane, row, column."""
Map = Callable[[int, int, int], Place]
"""Where a symmetry of the board takes each number."""
Permutation = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Plane:
    """One number for each cell, and by what a network multiplies it: most are 0 or 1, some count."""

    name: str
    scale: float = 1.0


@dataclass(frozen=True)
class Symmetry:
    """A way to turn or mirror the board that changes nothing: `inputs[i]` is where number `i` of the planes goes."""

    inputs: Permutation
    answers: Permutation


@dataclass(frozen=True)
class Encoding:
    """The grid, what the planes say, what the answers are for, and the symmetries, of which the first changes nothing.

    The planes do not depend on the size of the board, so that one network can play on boards of several sizes. Where
    the grid `wraps`, the first and the last column are neighbours.
    """

    rows: int
    columns: int
    planes: tuple[Plane, ...]
    answers: tuple[str, ...]
    symmetries: tuple[Symmetry, ...]
    wraps: bool = False
    most_parts: int = 1
    """No move has more parts."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of the planes."""
        return len(self.planes), self.rows, self.columns

    @property
    def answer_count(self) -> int:
        """How many answers a network gives: the numbers that `policy_index` may be."""
        return len(self.answers) * self.rows * self.columns


def symmetry(shape: tuple[int, int, int], answers: int, inputs_to: Map, answers_to: Map) -> Symmetry:
    """The symmetry that takes each number of the planes, and each of the answers, to where the functions say."""
    planes, rows, columns = shape
    return Symmetry(
        _permutation((planes, rows, columns), inputs_to), _permutation((answers, rows, columns), answers_to)
    )


def _permutation(shape: tuple[int, int, int], to: Map) -> Permutation:
    places = np.array([to(*place) for place in np.ndindex(shape)])
    return np.array(np.ravel_multi_index(tuple(places.T), shape), np.int64)
