"""How a network sees a game: input planes of small numbers over a grid of cells, and policy answers over the same grid.

Both are from the mover's side, so a network knows only "own" and "enemy". The compiled functions `planes` and
`policy_index` (core/contract.py) write the planes and index the answers; an `Encoding` describes what they mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Place = tuple[int, int, int]
"""A position in a grid: plane, row, column."""
Map = Callable[[int, int, int], Place]
"""Maps each position of a grid to its image under a symmetry of the board."""
Permutation = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Plane:
    """One number for each cell, and the factor a network scales it by: most are 0 or 1, some are counts."""

    name: str
    scale: float = 1.0


@dataclass(frozen=True)
class Symmetry:
    """A rotation or reflection that preserves the game: input number `i` moves to `inputs[i]`."""

    inputs: Permutation
    answers: Permutation


@dataclass(frozen=True)
class Encoding:
    """The grid, the meaning of the planes and of the answers, and the symmetries, the identity first.

    The planes do not depend on the size of the board, so one network can play on boards of several sizes. If the
    grid `wraps`, the first and last columns are neighbours.
    """

    rows: int
    columns: int
    planes: tuple[Plane, ...]
    answers: tuple[str, ...]
    symmetries: tuple[Symmetry, ...]
    wraps: bool = False
    most_parts: int = 1
    """Maximum number of parts of a move."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """Shape of the planes."""
        return len(self.planes), self.rows, self.columns

    @property
    def answer_count(self) -> int:
        """Number of answers a network gives: the range of `policy_index`."""
        return len(self.answers) * self.rows * self.columns


def symmetry(shape: tuple[int, int, int], answers: int, inputs_to: Map, answers_to: Map) -> Symmetry:
    """The symmetry that maps input planes by `inputs_to` and answers by `answers_to`."""
    planes, rows, columns = shape
    return Symmetry(
        _permutation((planes, rows, columns), inputs_to), _permutation((answers, rows, columns), answers_to)
    )


def mirrors(shape: tuple[int, int, int], answers: int) -> tuple[Symmetry, ...]:
    """The symmetries of a board on which left and right may be exchanged, and top and bottom; answers are squares."""

    def mirror(sideways: int, upwards: int) -> Map:
        _, rows, columns = shape
        row_at, column_at = range(rows)[::upwards], range(columns)[::sideways]
        return lambda plane, row, column: (plane, row_at[row], column_at[column])

    ways = [mirror(sideways, upwards) for sideways in (1, -1) for upwards in (1, -1)]
    return tuple(symmetry(shape, answers, way, way) for way in ways)


def _permutation(shape: tuple[int, int, int], to: Map) -> Permutation:
    places = np.array([to(*place) for place in np.ndindex(shape)])
    return np.array(np.ravel_multi_index(tuple(places.T), shape), np.int64)
