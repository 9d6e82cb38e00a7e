"""The stored puzzles counted by what makes them hard, as the table of docs/puzzles.md.

python bench/puzzle_counts.py
"""

import sys
from collections import Counter
from collections.abc import Callable, Sequence

sys.path.append(sys.path.pop(0))  # this folder last: it has a profile.py, which some packages would take for Python's
import plyground
from plyground.core.levels import RUNGS
from plyground.puzzles.puzzle import TRIES, Puzzle, puzzles_of

HEAD = "| game | puzzles | wins in 3, 5, 7, 9 or more | look-alikes 0, 1 or 2, more | {} | rating |"
PLIES, ALIKE = (3, 5, 7, 99), (0, 2, 10**6)
SOLVERS = (0, 2, 4, len(RUNGS) - 2, len(RUNGS))
"""By the place of the weakest rung that solves it, from 0; the last stands for none."""


def place(puzzle: Puzzle) -> int:
    """The place of the weakest rung that solves a puzzle in most of its tries, the number of rungs if none does."""
    return next((at for at, hits in enumerate(puzzle.hits) if 2 * hits > TRIES), len(RUNGS))


def counts(puzzles: Sequence[Puzzle], figure: Callable[[Puzzle], int], ends: Sequence[int]) -> str:
    """The number of puzzles whose figure is at most the first of these ends, the second, and so on."""
    found = Counter(next(end for end in ends if figure(puzzle) <= end) for puzzle in puzzles)
    return ", ".join(str(found[end]) for end in ends)


def row(game: str) -> str:
    """The line of a game."""
    puzzles = puzzles_of(game)
    cells = [
        plyground.game(game).name,
        str(len(puzzles)),
        counts(puzzles, lambda puzzle: puzzle.plies, PLIES),
        counts(puzzles, lambda puzzle: puzzle.alike, ALIKE),
        counts(puzzles, place, SOLVERS),
        f"{puzzles[0].rating} to {puzzles[-1].rating}",
    ]
    return f"| {' | '.join(cells)} |"


def table() -> str:
    """The whole table."""
    head = HEAD.format("solved from level 1, 2 or 3, 4 or 5, 6 or 7, by none")
    return "\n".join([head, "|---|---:|---|---|---|---|", *map(row, plyground.games())])


if __name__ == "__main__":
    print(table())
